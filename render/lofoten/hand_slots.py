"""The three slots of the hand (left, centre, right), each with a colour and a shape."""

from typing import Literal, NamedTuple

from render.kit.palette import BLUE, GOLD, GOLD_DARK, MADDER, light
from rules.lofoten.pieces import Hand


class SlotStyle(NamedTuple):
    colour: str
    bright: str
    frame: str
    shape: Literal["square", "hexagon", "disc"]


SLOT_STYLES: dict[Hand, SlotStyle] = {
    "left": SlotStyle(MADDER, light(MADDER, 0.12), MADDER, "square"),
    "centre": SlotStyle(GOLD, GOLD, GOLD_DARK, "hexagon"),
    "right": SlotStyle(BLUE, light(BLUE, 0.12), BLUE, "disc"),
}
SLOTS: tuple[Hand, ...] = ("left", "centre", "right")
