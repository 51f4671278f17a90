"""The pieces of Explorers of the North Sea: livestock, captains, symbols of tiles, starting boards."""

from typing import Literal, get_args

Animal = Literal["pig", "chicken", "goat", "sheep", "cattle", "horse"]
Symbol = Literal["pig", "chicken", "goat", "sheep", "cattle", "horse", "settlement", "enemy_ship"]
"""Symbol of a tile: one animal, a settlement token or an enemy ship is placed on it."""
Captain = Literal[
    "archer", "barbarian", "cartographer", "hero", "huntsman", "queen", "scout", "shieldmaiden", "trader",
    "tyrant", "watchman",
]  # fmt: skip
Board = Literal["capes", "strait", "headland", "long_coast"]
Ground = Literal["land", "sea"]

ANIMALS: tuple[Animal, ...] = get_args(Animal)
CAPTAINS: tuple[Captain, ...] = get_args(Captain)
BOARDS: tuple[Board, ...] = get_args(Board)

VIKINGS_PER_PLAYER = 7
OUTPOSTS_PER_PLAYER = 5
ACTIONS_PER_TURN = 4
HOLD_SIZE = 3
"""Vikings and livestock that a longship carries."""
