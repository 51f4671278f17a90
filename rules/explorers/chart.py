"""The map, derived from the tiles laid: lands, seas, steps between them, free cells, outpost points.

The number of a land or sea is three times the index of its tile plus its index among the tile's regions of
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
"""For each corner of a tile the number of its land (or sea); None where the corner is sea (or land)."""


@dataclass(slots=True, eq=False)
class Opening:
    """A free cell where a tile can be placed; openings are sorted in reading order."""

    order: int
    cell: Cell
    name: str
    shore: Shore


_order = attrgetter("order")


class Chart:
    """The map of a tuple of tiles. Immutable once built."""

    __slots__ = (
        "cells", "land_at", "land_numbers", "land_points", "land_steps", "lands", "open_cells", "openings",
        "points", "sea_at", "sea_numbers", "sea_steps", "seas",
    )  # fmt: skip

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
        # Cells where a tile can be placed, by cell and in reading order: from the north, then the west.
        self.open_cells: dict[Cell, Opening] = {}
        self.openings: list[Opening] = []
        # Points where three tiles join by land, with the lands that meet there; and the points of each land.
        self.points: dict[Point, tuple[Land, Land, Land]] = {}
        self.land_points: dict[Land, tuple[Point, ...]] = {MAINLAND: ()}

    def copy(self) -> "Chart":
        """Return a copy to which another tile can be added."""
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
        return _distinct(self.land_at[tile])

    def seas_of(self, tile: int) -> tuple[Sea, ...]:
        return _distinct(self.sea_at[tile])

    def beside(self, sea: Sea) -> tuple[Land, ...]:
        """Return the lands that a longship on this sea can load from and unload to: those of its tile."""
        return (MAINLAND,) if sea == SHORE else self.lands_of(sea // 3)


@cache
def _distinct(places: CornerRegions) -> tuple[int, ...]:
    return tuple(sorted({place for place in places if place is not None}))


def chart(laid: tuple[Laid, ...]) -> Chart:
    """Return the map of these tiles, cached. A map with one more tile is built from the last one."""
    global _last  # a map is needed many times before another tile is laid
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
    """Return openings for the neighbours of a cell with no known corners; None where no tile is allowed."""
    return tuple(
        None if is_closed(beyond) else Opening(reading_order(beyond), beyond, cell_name(beyond), UNKNOWN)
        for beyond in neighbours(cell)
    )


@cache
def _corner_regions(land: Corners, middle: Ground | None, ground: Ground, index: int) -> CornerRegions:
    places = region_at(land, middle, ground)
    return tuple(None if place is None else 3 * index + place for place in places)


_SHARED_CORNERS = tuple(((edge, (edge + 4) % 6), ((edge + 1) % 6, (edge + 3) % 6)) for edge in EDGES)
"""For each edge, the pairs of corners (ours, the neighbour's) that coincide.

Corner i of a tile is corner i + 4 of the neighbour across edge i, and corner i + 1 its corner i + 3.
"""


def _join_tiles(new: Chart, index: int, other: int, edge: int) -> None:
    """Connect lands with lands and seas with seas across the edge of two tiles."""
    for our, their in _SHARED_CORNERS[edge]:
        land = new.land_at[index][our]
        if land is not None:
            _link(new.land_steps, land, new.land_at[other][their])
        else:
            _link(new.sea_steps, new.sea_at[index][our], new.sea_at[other][their])


def _join_shore(new: Chart, index: int, edge: int) -> None:
    """Connect the seas at an edge to the shore of the Mainland."""
    for our, _ in _SHARED_CORNERS[edge]:
        _link(new.sea_steps, new.sea_at[index][our], SHORE)


def _link(steps: dict[int, tuple[int, ...]], one: int | None, other: int | None) -> None:
    if one is not None and other is not None and other not in steps[one]:
        steps[one] += (other,)
        steps[other] += (one,)


def _add_opening(new: Chart, blank: Opening, shore: Shore) -> None:
    """Add a cell beside a new tile to the openings, or add its two newly known corners."""
    old = new.open_cells.get(blank.cell, blank)
    opening = Opening(blank.order, blank.cell, blank.name, old.shore | shore)
    if old is blank:
        new.openings.insert(_opening_index(new, opening), opening)
    else:
        new.openings[_opening_index(new, old)] = opening
    new.open_cells[blank.cell] = opening


def _opening_index(new: Chart, opening: Opening) -> int:
    """Return the index of an opening in reading order, or where to insert it."""
    return bisect_left(new.openings, opening.order, key=_order)


def _known_corners(land: Corners, edge: int) -> Shore:
    """Return the corners that a tile determines for the cell across an edge."""
    shore = UNKNOWN
    for our, their in _SHARED_CORNERS[edge]:
        shore |= 1 << 6 + their | (land >> our & 1) << their
    return shore


_KNOWN_CORNERS = tuple(tuple(_known_corners(land, edge) for edge in EDGES) for land in range(64))
"""By the corners of a tile: for each edge, the corners it determines for the cell beyond."""


def _add_point(new: Chart, tiles: tuple[int, int, int], cell: Cell, corner: int) -> None:
    """Add a corner where three tiles join by land as a point for outposts."""
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
