"""A tile: which corners are land, how they join into lands and seas, and its rotations."""

from functools import cache
from typing import NamedTuple

from rules.explorers.hexes import EDGES, compass
from rules.explorers.pieces import Ground, Symbol

Corners = int
"""Bit mask of the corners that are land: bit 0 is the western tip, then clockwise."""
Shore = int
"""Known corners of a free cell: bits 0 to 5 are those with land, bits 6 to 11 all known ones."""
UNKNOWN: Shore = 0
Region = tuple[int, ...]
"""A land or sea of a tile: the corners it includes."""


class Tile(NamedTuple):
    """A tile without rotation. `middle` is the ground that joins where land and sea alternate."""

    number: int
    land: Corners
    middle: Ground | None
    symbol: Symbol
    at: int  # a corner of the land or sea where the symbol is


class Laid(NamedTuple):
    """A tile on the map, with its rotation. Number 0 is a tile of the starting board."""

    number: int
    q: int
    r: int
    turn: int  # clockwise, in sixths
    land: Corners
    middle: Ground | None


def rotate(land: Corners, turn: int) -> Corners:
    return (land << turn | land >> (6 - turn)) & 63


@cache
def regions(land: Corners, middle: Ground | None, ground: Ground) -> tuple[Region, ...]:
    """Return the lands or the seas of a tile, each by its corners."""
    runs = _runs(land if ground == "land" else ~land & 63)
    if middle == ground and len(runs) > 1:
        return (tuple(sorted(corner for run in runs for corner in run)),)
    return runs


@cache
def region_at(land: Corners, middle: Ground | None, ground: Ground) -> tuple[int | None, ...]:
    """Return for each corner the index of its region of that ground; None for the other ground."""
    found: list[int | None] = [None] * 6
    for number, region in enumerate(regions(land, middle, ground)):
        for corner in region:
            found[corner] = number
    return tuple(found)


@cache
def region_names(land: Corners, middle: Ground | None, ground: Ground) -> tuple[str, ...]:
    """Return the sides that distinguish several lands or seas of a tile; an empty name for a single one."""
    found = regions(land, middle, ground)
    return ("",) if len(found) == 1 else tuple(compass(region) or "" for region in found)


def _runs(bits: Corners) -> tuple[Region, ...]:
    """Return the runs of neighbouring corners, each in clockwise order."""
    if bits == 63:
        return (EDGES,)
    starts = [corner for corner in EDGES if bits >> corner & 1 and not bits >> (corner - 1) % 6 & 1]
    runs = []
    for start in starts:
        length = next(count for count in range(1, 7) if not bits >> (start + count) % 6 & 1)
        runs.append(tuple((start + step) % 6 for step in range(length)))
    return tuple(runs)
