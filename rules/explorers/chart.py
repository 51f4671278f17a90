"""The map as it follows from the tiles laid: lands, seas, steps between them, free cells, outpost points.

A land or a sea has a number: three times the index of its tile, plus its place among the tile's regions of
that ground.
"""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter

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
from rules.explorers.tile import UNKNOWN, Corners, Laid, Shore, region_at, region_names

CornerRegions = tuple[int | None, ...]
"""For each corner of a tile the number of its land, or of its sea; None where it has the other ground."""


@dataclass(slots=True, eq=False)
class Opening:
    """A cell where a tile may come; openings are in the order in which one reads a map."""

    order: int
    cell: Cell
    name: str
    shore: Shore


_order = attrgetter("order")


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

    def __init__(self) -> None:
        self.cells: dict[Cell, int] = {}
        self.land_at: list[CornerRegions] = []
        self.sea_at: list[CornerRegions] = []
        self.lands: dict[Land, str] = {MAINLAND: "mainland"}
        self.seas: dict[Sea, str] = {SHORE: "shore"}
        self.land_numbers: dict[str, Land] = {"mainland": MAINLAND}
        self.sea_numbers: dict[str, Sea] = {"shore": SHORE}
        self.land_steps: dict[Land, tuple[Land, ...]] = {MAINLAND: ()}
        self.sea_steps: dict[Sea, tuple[Sea, ...]] = {SHORE: ()}
        # Cells where a tile may come; and the same as one reads them: from the north, then the west.
        self.open_cells: dict[Cell, Opening] = {}
        self.openings: list[Opening] = []
        # Points where three tiles join by land, with the lands that meet there; and those of each land.
        self.points: dict[Point, tuple[Land, Land, Land]] = {}
        self.land_points: dict[Land, tuple[Point, ...]] = {MAINLAND: ()}

    def copy(self) -> "Chart":
        """The same map, for one more tile to be laid on it."""
        new = Chart.__new__(Chart)
        new.cells = self.cells.copy()
        new.land_at = self.land_at.copy()
        new.sea_at = self.sea_at.copy()
        new.lands = self.lands.copy()
        new.seas = self.seas.copy()
        new.land_numbers = self.land_numbers.copy()
        new.sea_numbers = self.sea_numbers.copy()
        new.land_steps = self.land_steps.copy()
        new.sea_steps = self.sea_steps.copy()
        new.open_cells = self.open_cells.copy()
        new.openings = self.openings.copy()
        new.points = self.points.copy()
        new.land_points = self.land_points.copy()
        return new

    def lands_of(self, tile: int) -> tuple[Land, ...]:
        """The lands of a tile, by its index."""
        return _distinct(self.land_at[tile])

    def seas_of(self, tile: int) -> tuple[Sea, ...]:
        return _distinct(self.sea_at[tile])

    def beside(self, sea: Sea) -> tuple[Land, ...]:
        """The lands a longship on this sea can load from and unload to: those of its tile."""
        return (MAINLAND,) if sea == SHORE else self.lands_of(sea // 3)


@cache
def _distinct(places: CornerRegions) -> tuple[int, ...]:
    return tuple(sorted({place for place in places if place is not None}))


def chart(laid: tuple[Laid, ...]) -> Chart:
    """The map of these tiles."""
    global _last  # a map is asked for many times before a tile is laid, and then most often with that tile
    known, map_ = _last
    if laid is not known:
        map_ = _with_last_tile(map_, laid) if laid[:-1] == known else _chart(laid)
        _last = laid, map_
    return map_


@lru_cache(maxsize=512)
def _chart(laid: tuple[Laid, ...]) -> Chart:
    return _with_last_tile(_chart(laid[:-1]), laid) if laid else Chart()


_last: tuple[tuple[Laid, ...], Chart] = ((), Chart())


def _with_last_tile(old: Chart, laid: tuple[Laid, ...]) -> Chart:
    new = old.copy()
    _add_tile(new, len(laid) - 1, laid[-1])
    return new


def _add_tile(new: Chart, index: int, tile: Laid) -> None:
    cell = Cell(tile.q, tile.r)
    new.cells[cell] = index
    if filled := new.open_cells.pop(cell, None):
        del new.openings[_opening_index(new, filled)]
    name = cell_name(cell)
    for number, side in enumerate(region_names(tile.land, tile.middle, "land"), 3 * index):
        new.lands[number], new.land_numbers[name + side] = name + side, number
        new.land_steps[number] = new.land_points[number] = ()
    for number, side in enumerate(region_names(tile.land, tile.middle, "sea"), 3 * index):
        new.seas[number], new.sea_numbers[name + side] = name + side, number
        new.sea_steps[number] = ()
    new.land_at.append(_corner_regions(tile.land, tile.middle, "land", index))
    new.sea_at.append(_corner_regions(tile.land, tile.middle, "sea", index))
    around, blanks, shores = neighbours(cell), _blanks(cell), _KNOWN_CORNERS[tile.land]
    there = [new.cells.get(beyond) for beyond in around]
    for edge in EDGES:
        other, blank = there[edge], blanks[edge]
        if other is not None:
            _join_tiles(new, index, other, edge)
        elif blank is not None:
            _add_opening(new, blank, shores[edge])
        elif is_mainland(around[edge]):
            _join_shore(new, index, edge)
    for corner in EDGES:
        one, other = there[corner - 1], there[corner]
        if one is not None and other is not None:
            _add_point(new, (index, one, other), cell, corner)


@cache
def _blanks(cell: Cell) -> tuple[Opening | None, ...]:
    """The neighbours of a cell before anything is known of them; None where no tile may come."""
    return tuple(
        None if is_closed(beyond) else Opening(reading_order(beyond), beyond, cell_name(beyond), UNKNOWN)
        for beyond in neighbours(cell)
    )


@cache
def _corner_regions(land: Corners, middle: Ground | None, ground: Ground, index: int) -> CornerRegions:
    places = region_at(land, middle, ground)
    return tuple(None if place is None else 3 * index + place for place in places)


_SHARED_CORNERS = tuple(((edge, (edge + 4) % 6), ((edge + 1) % 6, (edge + 3) % 6)) for edge in EDGES)
"""For each edge, our two corners there and the neighbour's.

Corner i of a tile is corner i + 4 of the neighbour across edge i, and corner i + 1 its corner i + 3.
"""


def _join_tiles(new: Chart, index: int, other: int, edge: int) -> None:
    """Two tiles that share an edge: lands meet lands there, and seas meet seas."""
    for our, their in _SHARED_CORNERS[edge]:
        land = new.land_at[index][our]
        if land is not None:
            _link(new.land_steps, land, new.land_at[other][their])
        else:
            _link(new.sea_steps, new.sea_at[index][our], new.sea_at[other][their])


def _join_shore(new: Chart, index: int, edge: int) -> None:
    """The Mainland across an edge: the seas there meet its shore."""
    for our, _ in _SHARED_CORNERS[edge]:
        _link(new.sea_steps, new.sea_at[index][our], SHORE)


def _link(steps: dict[int, tuple[int, ...]], one: int | None, other: int | None) -> None:
    if one is not None and other is not None and other not in steps[one]:
        steps[one] += (other,)
        steps[other] += (one,)


def _add_opening(new: Chart, blank: Opening, shore: Shore) -> None:
    """A cell beside a new tile: a tile may come there, and two of its corners are now known."""
    old = new.open_cells.get(blank.cell, blank)
    opening = Opening(blank.order, blank.cell, blank.name, old.shore | shore)
    if old is blank:
        new.openings.insert(_opening_index(new, opening), opening)
    else:
        new.openings[_opening_index(new, old)] = opening
    new.open_cells[blank.cell] = opening


def _opening_index(new: Chart, opening: Opening) -> int:
    """Where an opening stands among the others, or would."""
    return bisect_left(new.openings, opening.order, key=_order)


def _known_corners(land: Corners, edge: int) -> Shore:
    """What a tile tells of the cell across an edge."""
    shore = UNKNOWN
    for our, their in _SHARED_CORNERS[edge]:
        shore |= 1 << 6 + their | (land >> our & 1) << their
    return shore


_KNOWN_CORNERS = tuple(tuple(_known_corners(land, edge) for edge in EDGES) for land in range(64))
"""For the corners of a tile, what each of its edges tells of the cell beyond."""


def _add_point(new: Chart, tiles: tuple[int, int, int], cell: Cell, corner: int) -> None:
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
