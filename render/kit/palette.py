"""The colour palette (ink, oak, vellum, ice), colour mixing and gradients."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

RGB: TypeAlias = tuple[int, int, int]

INK, INK_SOFT = "#141C26", "#2B3642"
NIGHT, FJORD, FJORD_LIGHT, FOAM = "#0E1C28", "#16384A", "#1F5266", "#BFE0E2"
VELLUM, VELLUM_MID, VELLUM_DARK, BONE = "#F3E7CB", "#E5D2A8", "#C9AA72", "#FFFAEC"
OAK, OAK_MID, OAK_DARK, OAK_LIGHT, PINE = "#8B5A33", "#6A4124", "#4A2C19", "#BF8A55", "#D9AE74"
GOLD, GOLD_LIGHT, GOLD_DARK = "#E9B43C", "#FFE391", "#9C6A14"
IRON, IRON_DARK, IRON_LIGHT = "#6F7C88", "#434E59", "#B4BEC6"
MADDER, MADDER_DARK, BLUE, BLUE_DARK = "#B63A30", "#7E231F", "#2E6FA8", "#1D4670"
SHIELD = "#22384A"
MUTED = "#C9BFAE"
PALE = "#5A5040"
"""For secondary text on vellum."""
SHADOW = "#04080D"
CHANGED = "#FF7A45"
"""Highlights changes since the reader's last picture; used for nothing else."""
INTENDED = "#7DF0B2"
"""Highlights the targets of a move that is being chosen; used for nothing else."""


def rgb(colour: str) -> RGB:
    digits = colour.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(one: str, other: str, share: float) -> str:
    """Blend two colours; `share` is the part of the other.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    blend = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True))
    return "#" + "".join(f"{min(255, max(0, part)):02x}" for part in blend)


def dark(colour: str, share: float = 0.3) -> str:
    return mix(colour, "#0b1119", share)


def light(colour: str, share: float = 0.3) -> str:
    return mix(colour, "#fffaf0", share)


def is_light(colour: str) -> bool:
    """True if ink reads better on this colour than bone."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


@dataclass(frozen=True, slots=True)
class Gradient:
    """A gradient over a shape: downwards, across, diagonal, or radial around a lit spot."""

    direction: Literal["down", "across", "slant", "round"]
    stops: tuple[str, ...]


Paint: TypeAlias = str | Gradient


def down(*stops: str) -> Gradient:
    return Gradient("down", stops)


def across(*stops: str) -> Gradient:
    return Gradient("across", stops)


def slant(*stops: str) -> Gradient:
    return Gradient("slant", stops)


def rounded(*stops: str) -> Gradient:
    return Gradient("round", stops)


def lit(colour: str, up: float = 0.2, depth: float = 0.2) -> Gradient:
    """A vertical gradient as if lit from above."""
    return down(light(colour, up), colour, dark(colour, depth))
