"""The map as it follows from the tiles laid: lands, seas, steps between them, free cells, outpost points.

A land or a sea has a number: three times the index of its tile, plus its place among the tile's regions of
that ground.
"""

from bisect import insort
from functools import lru_cache

from rules.explorers.hexes import (
    EDGES,
    Cell,
    Point,
    cell_name,
    is_closed,
    is_mainland,
    neighbour,
    point_of,
    reading_order,
)
from rules.explorers.state import MAINLAND, SHORE, Land, Sea
from rules.explorers.tile import Corners, Laid, region_at, region_names

Places = tuple[int | None, ...]
"""For each corner of a tile the number of its land, or of its sea; None where it has the other ground."""


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
        "open_order",
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
        # Cells where a tile may come: which of their corners are known, and which of these are land.
        self.open_cells: dict[Cell, tuple[Corners, Corners]] = dict(old.open_cells) if old else {}
        # The same as one reads them: from the north, then the west.
        self.open_order: list[Cell] = list(old.open_order) if old else []
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
    global _last  # a map is asked for many times before a tile is laid
    known, map_ = _last
    if laid is not known:
        map_ = _chart(laid)
        _last = laid, map_
    return map_


_last: tuple[tuple[Laid, ...] | None, Chart] = (None, Chart())


@lru_cache(maxsize=512)
def _chart(laid: tuple[Laid, ...]) -> Chart:
    if not laid:
        return Chart()
    new = Chart(_chart(laid[:-1]))
    _lay(new, len(laid) - 1, laid[-1])
    return new


def _lay(new: Chart, index: int, tile: Laid) -> None:
    cell = Cell(tile.q, tile.r)
    new.cells[cell] = index
    if new.open_cells.pop(cell, None) is not None:
        new.open_order.remove(cell)
    name = cell_name(cell)
    for number, side in enumerate(region_names(tile.land, tile.middle, "land"), 3 * index):
        new.lands[number], new.land_numbers[name + side] = name + side, number
        new.land_steps[number] = new.land_points[number] = ()
    for number, side in enumerate(region_names(tile.land, tile.middle, "sea"), 3 * index):
        new.seas[number], new.sea_numbers[name + side] = name + side, number
        new.sea_steps[number] = ()
    new.land_at.append(_numbered(region_at(tile.land, tile.middle, "land"), index))
    new.sea_at.append(_numbered(region_at(tile.land, tile.middle, "sea"), index))
    for edge in EDGES:
        _join(new, index, cell, tile.land, edge)
    for corner in EDGES:
        _found_point(new, index, cell, corner)


def _numbered(places: Places, index: int) -> Places:
    return tuple(None if place is None else 3 * index + place for place in places)


def _join(new: Chart, index: int, cell: Cell, land: Corners, edge: int) -> None:
    """What lies across an edge: another tile, the Mainland, or a cell of which two corners are now known.

    Corner i of a tile is corner i + 4 of the neighbour across edge i, and corner i + 1 its corner i + 3.
    """
    beyond = neighbour(cell, edge)
    meeting = _MEETING[edge]
    other = new.cells.get(beyond)
    if other is not None:
        for our, their in meeting:
            _link(new.land_steps, new.land_at[index][our], new.land_at[other][their])
            _link(new.sea_steps, new.sea_at[index][our], new.sea_at[other][their])
    elif is_mainland(beyond):
        for our, _ in meeting:
            _link(new.sea_steps, new.sea_at[index][our], SHORE)
    elif not is_closed(beyond):
        known, shore = new.open_cells.get(beyond, (0, 0))
        if not known:
            insort(new.open_order, beyond, key=reading_order)
        for our, their in meeting:
            known |= 1 << their
            shore |= (land >> our & 1) << their
        new.open_cells[beyond] = (known, shore)


_MEETING = tuple(((edge, (edge + 4) % 6), ((edge + 1) % 6, (edge + 3) % 6)) for edge in EDGES)
"""For each edge, our two corners there and the neighbour's."""


def _link(steps: dict[int, tuple[int, ...]], one: int | None, other: int | None) -> None:
    if one is not None and other is not None and other not in steps[one]:
        steps[one] += (other,)
        steps[other] += (one,)


def _found_point(new: Chart, index: int, cell: Cell, corner: int) -> None:
    """A land corner is a point for an outpost as soon as all its three tiles lie."""
    land = new.land_at[index][corner]
    if land is None:
        return
    lands = [land]
    for edge, their in (((corner - 1) % 6, (corner + 2) % 6), (corner, (corner + 4) % 6)):
        other = new.cells.get(neighbour(cell, edge))
        there = None if other is None else new.land_at[other][their]
        if there is None:
            return
        lands.append(there)
    point = point_of(cell, corner)
    new.points[point] = (lands[0], lands[1], lands[2])
    for land in lands:
        new.land_points[land] += (point,)
