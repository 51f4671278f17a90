"""Hex geometry: cells and corners of the map in hex radii, x to the east, y to the south."""

import math
from functools import lru_cache

from rules.explorers.hexes import Cell, is_closed, is_mainland

ROOT3 = math.sqrt(3)
Spot = tuple[float, float]


def centre(cell: tuple[int, int]) -> Spot:
    q, r = cell
    return 1.5 * r, -ROOT3 * (q + r / 2)


def towards(corner: float) -> Spot:
    """Vector from the middle of a hex to a corner. Corner 0 is the western tip; they run clockwise."""
    angle = math.radians(180 + 60 * corner)
    return math.cos(angle), math.sin(angle)


def corner_spot(cell: tuple[int, int], corner: float) -> Spot:
    (x, y), (dx, dy) = centre(cell), towards(corner)
    return x + dx, y + dy


def spot_between(cell: tuple[int, int], corner: int, other: int) -> Spot:
    """The spot half-way between two corners of a hex."""
    (x, y), (u, v) = corner_spot(cell, corner), corner_spot(cell, other)
    return (x + u) / 2, (y + v) / 2


def hexagon(radius: float, x: float = 0, y: float = 0) -> list[Spot]:
    return [(x + radius * dx, y + radius * dy) for dx, dy in map(towards, range(6))]


@lru_cache(maxsize=8192)
def is_home(cell: tuple[int, int]) -> bool:
    return is_mainland(Cell(*cell))


@lru_cache(maxsize=8192)
def is_home_water(cell: tuple[int, int]) -> bool:
    """True for the sea around the Mainland, where no tile can be placed."""
    return is_closed(Cell(*cell)) and not is_home(cell)
