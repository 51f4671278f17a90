"""The three places in the hand: the left card, the centre, the right, each with a colour and a shape."""

from typing import Literal, NamedTuple

from render.kit.palette import BLUE, GOLD, GOLD_DARK, MADDER, light
from rules.lofoten.pieces import Hand


class Place(NamedTuple):
    """How a place in the hand is marked."""

    colour: str
    bright: str
    frame: str
    shape: Literal["square", "hexagon", "disc"]


PLACES: dict[Hand, Place] = {
    "left": Place(MADDER, light(MADDER, 0.12), MADDER, "square"),
    "centre": Place(GOLD, GOLD, GOLD_DARK, "hexagon"),
    "right": Place(BLUE, light(BLUE, 0.12), BLUE, "disc"),
}
ORDER: tuple[Hand, ...] = ("left", "centre", "right")
