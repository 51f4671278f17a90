"""The map as it follows from the tiles laid: lands, seas, steps between them, free cells, outpost points.

A land or a sea has a number: three times the index of its tile, plus its place among the tile's regions of
that ground.
"""

from bisect import bisect_left, insort
from functools import cache, lru_cache
from typing import NamedTuple

from rules.explorers.hexes import (
    EDGES,
    Cell,
    Point,
    cell_name,
    is_closed,
    is_mainland,
    neighbours,
    point_of,
    reading_order,
)
from rules.explorers.pieces import Ground
from rules.explorers.state import MAINLAND, SHORE, Land, Sea
from rules.explorers.tile import Corners, Laid, region_at, region_names

Places = tuple[int | None, ...]
"""For each corner of a tile the number of its land, or of its sea; None where it has the other ground."""


class Opening(NamedTuple):
    """A cell where a tile may come; openings are in the order in which one reads a map."""

    order: tuple[int, int]
    cell: Cell
    name: str
    shore: tuple[Corners, Corners]  # which of its corners are known, and which of these are land


class Chart:
    """A map; never changed once made."""

    __slots__ = (
        "cells",
        "land_at",
        "land_numbers",
        "land_points",
        "land_steps",
        "lands",
        "open_cells",
        "openings",
        "points",
        "sea_at",
        "sea_numbers",
        "sea_steps",
        "seas",
    )

    def __init__(self, old: "Chart | None" = None) -> None:
        self.cells: dict[Cell, int] = dict(old.cells) if old else {}
        self.land_at: list[Places] = list(old.land_at) if old else []
        self.sea_at: list[Places] = list(old.sea_at) if old else []
        self.lands: dict[Land, str] = dict(old.lands) if old else {MAINLAND: "mainland"}
        self.seas: dict[Sea, str] = dict(old.seas) if old else {SHORE: "shore"}
        self.land_numbers: dict[str, Land] = dict(old.land_numbers) if old else {"mainland": MAINLAND}
        self.sea_numbers: dict[str, Sea] = dict(old.sea_numbers) if old else {"shore": SHORE}
        self.land_steps: dict[Land, tuple[Land, ...]] = dict(old.land_steps) if old else {MAINLAND: ()}
        self.sea_steps: dict[Sea, tuple[Sea, ...]] = dict(old.sea_steps) if old else {SHORE: ()}
        # Cells where a tile may come; and the same as one reads them: from the north, then the west.
        self.open_cells: dict[Cell, Opening] = dict(old.open_cells) if old else {}
        self.openings: list[Opening] = list(old.openings) if old else []
        # Points where three tiles join by land, with the lands that meet there; and those of each land.
        self.points: dict[Point, tuple[Land, Land, Land]] = dict(old.points) if old else {}
        self.land_points: dict[Land, tuple[Point, ...]] = dict(old.land_points) if old else {MAINLAND: ()}

    def lands_of(self, tile: int) -> tuple[Land, ...]:
        """The lands of a tile, by its index."""
        return tuple(sorted({land for land in self.land_at[tile] if land is not None}))

    def seas_of(self, tile: int) -> tuple[Sea, ...]:
        return tuple(sorted({sea for sea in self.sea_at[tile] if sea is not None}))

    def beside(self, sea: Sea) -> tuple[Land, ...]:
        """The lands a longship on this sea can load from and unload to: those of its tile."""
        return (MAINLAND,) if sea == SHORE else self.lands_of(sea // 3)


def chart(laid: tuple[Laid, ...]) -> Chart:
    """The map of these tiles."""
    global _last  # a map is asked for many times before a tile is laid, and then most often with that tile
    known, map_ = _last
    if laid is not known:
        map_ = _with_one_more(map_, laid) if laid[:-1] == known else _chart(laid)
        _last = laid, map_
    return map_


@lru_cache(maxsize=512)
def _chart(laid: tuple[Laid, ...]) -> Chart:
    return _with_one_more(_chart(laid[:-1]), laid) if laid else Chart()


_last: tuple[tuple[Laid, ...], Chart] = ((), Chart())


def _with_one_more(old: Chart, laid: tuple[Laid, ...]) -> Chart:
    new = Chart(old)
    _lay(new, len(laid) - 1, laid[-1])
    return new


def _lay(new: Chart, index: int, tile: Laid) -> None:
    cell = Cell(tile.q, tile.r)
    around = neighbours(cell)
    new.cells[cell] = index
    if cell in new.open_cells:
        del new.openings[bisect_left(new.openings, new.open_cells.pop(cell))]
    name = cell_name(cell)
    for number, side in enumerate(region_names(tile.land, tile.middle, "land"), 3 * index):
        new.lands[number], new.land_numbers[name + side] = name + side, number
        new.land_steps[number] = new.land_points[number] = ()
    for number, side in enumerate(region_names(tile.land, tile.middle, "sea"), 3 * index):
        new.seas[number], new.sea_numbers[name + side] = name + side, number
        new.sea_steps[number] = ()
    new.land_at.append(_numbered(tile.land, tile.middle, "land", index))
    new.sea_at.append(_numbered(tile.land, tile.middle, "sea", index))
    there = [new.cells.get(beyond) for beyond in around]
    for edge in EDGES:
        other = there[edge]
        if other is None:
            _border(new, index, around[edge], tile.land, edge)
        else:
            _join(new, index, other, edge)
    for corner in EDGES:
        one, other = there[corner - 1], there[corner]
        if one is not None and other is not None:
            _found_point(new, (index, one, other), cell, corner)


@cache
def _numbered(land: Corners, middle: Ground | None, ground: Ground, index: int) -> Places:
    places = region_at(land, middle, ground)
    return tuple(None if place is None else 3 * index + place for place in places)


_MEETING = tuple(((edge, (edge + 4) % 6), ((edge + 1) % 6, (edge + 3) % 6)) for edge in EDGES)
"""For each edge, our two corners there and the neighbour's.

Corner i of a tile is corner i + 4 of the neighbour across edge i, and corner i + 1 its corner i + 3.
"""


def _join(new: Chart, index: int, other: int, edge: int) -> None:
    """Two tiles that share an edge: lands meet lands there, and seas meet seas."""
    for our, their in _MEETING[edge]:
        land = new.land_at[index][our]
        if land is not None:
            _link(new.land_steps, land, new.land_at[other][their])
        else:
            _link(new.sea_steps, new.sea_at[index][our], new.sea_at[other][their])


def _link(steps: dict[int, tuple[int, ...]], one: int | None, other: int | None) -> None:
    if one is not None and other is not None and other not in steps[one]:
        steps[one] += (other,)
        steps[other] += (one,)


def _border(new: Chart, index: int, beyond: Cell, land: Corners, edge: int) -> None:
    """The Mainland across an edge, or a cell of which two corners are now known."""
    if is_closed(beyond):
        if is_mainland(beyond):
            for our, _ in _MEETING[edge]:
                _link(new.sea_steps, new.sea_at[index][our], SHORE)
        return
    known, shore = _shore(land, edge)
    old = new.open_cells.get(beyond)
    if old is None:
        opening = Opening(reading_order(beyond), beyond, cell_name(beyond), (known, shore))
        insort(new.openings, opening)
    else:
        opening = Opening(old.order, beyond, old.name, (known | old.shore[0], shore | old.shore[1]))
        new.openings[bisect_left(new.openings, old)] = opening
    new.open_cells[beyond] = opening


@cache
def _shore(land: Corners, edge: int) -> tuple[Corners, Corners]:
    """Which corners of the cell across an edge of a tile are known by it, and which of these are land."""
    known = shore = 0
    for our, their in _MEETING[edge]:
        known |= 1 << their
        shore |= (land >> our & 1) << their
    return known, shore


def _found_point(new: Chart, tiles: tuple[int, int, int], cell: Cell, corner: int) -> None:
    """A land corner where three tiles lie is a point for an outpost."""
    index, one, other = tiles
    land = new.land_at[index][corner]
    left = new.land_at[one][(corner + 2) % 6]
    right = new.land_at[other][(corner + 4) % 6]
    if land is None or left is None or right is None:
        return
    point = point_of(cell, corner)
    new.points[point] = (land, left, right)
    for each in (land, left, right):
        new.land_points[each] += (point,)
