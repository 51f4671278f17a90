"""The state of Explorers: immutable values.

Lands and seas of the map have numbers: three for each tile in the order of laying (see chart.py).
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.chance import Chance
from rules.engine import TurnState
from rules.explorers.hexes import Point
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import Animal, Board, Captain
from rules.explorers.tile import Laid
from rules.game import Seat

Stage = Literal["captains", "place", "actions", "over"]
Land = int
Sea = int

MAINLAND: Land = -1
SHORE: Sea = -1
"""The sea along the Mainland, where the longships start."""


class Longship(NamedTuple):
    """Position and cargo of a longship."""

    sea: Sea
    vikings: int
    livestock: tuple[Animal, ...] = ()


class Player(NamedTuple):
    """The pieces of one player. `captains` are the two dealt; `kept` is the one chosen."""

    captains: tuple[Captain, ...]
    kept: Captain | None
    hand: tuple[int, ...]
    ship: Longship
    ashore: tuple[tuple[Land, int], ...]  # Vikings by land, in the order of the lands
    dead: int = 0
    outposts: tuple[Point, ...] = ()
    delivered: tuple[Animal, ...] = ()
    raided: tuple[int, ...] = ()  # strengths
    destroyed: tuple[bool, ...] = ()  # whether each enemy ship killed a Viking

    def vikings_on(self, land: Land) -> int:
        for place, count in self.ashore:
            if place == land:
                return count
        return 0


@dataclass(frozen=True)
class State(TurnState[Player]):
    """Everything on the table, hidden or not."""

    chance: Chance
    options: ExplorersOptions
    board: Board
    first: Seat
    active: Seat
    stage: Stage
    turn: int  # counted from 1 over all players
    actions: int  # left to the active player
    players: tuple[Player, ...]
    laid: tuple[Laid, ...]
    stack: tuple[int, ...]  # tiles, the next one last
    livestock: tuple[tuple[Land, Animal], ...]
    settlements: tuple[tuple[Land, int], ...]
    enemies: tuple[tuple[Sea, bool], ...]  # whether the ship will kill a Viking: hidden
    settlement_supply: tuple[int, ...]
    enemy_supply: tuple[bool, ...]
    spare_captains: tuple[Captain, ...] = ()
    discarded: tuple[int, ...] = ()  # tiles out of the game
    redraws: int = 0  # hands returned in this turn because nothing fitted

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    @property
    def winter(self) -> Seat:
        """The seat with the winter token: the last in turn order."""
        return (self.first - 1) % len(self.players)
