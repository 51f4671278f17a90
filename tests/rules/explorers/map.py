"""The map of Explorers: built by its land, and read by the names of its places."""

from collections.abc import Mapping
from typing import Any

from rules.explorers.chart import chart
from rules.explorers.hexes import EDGES, FIXED, Cell, cell_name, point_name, point_of
from rules.explorers.state import State
from rules.explorers.tile import Laid, regions

CELLS = {cell_name(cell): cell for cell in (Cell(q, r) for q in range(-12, 13) for r in range(-14, 13))}


def build_map(
    cells: str, land: str, middles: Mapping[str, Any] | None = None, numbers: Mapping[str, int] | None = None
) -> tuple[Laid, ...]:
    """The starting board and these cells, with land exactly at these points.

    Where land and sea alternate on a tile the sea joins, unless `middles` says otherwise.
    """
    points = set(land.split())
    names = [*(cell_name(cell) for cell in FIXED), *cells.split()]
    laid = []
    for name in names:
        cell = CELLS[name]
        corners = sum(1 << corner for corner in EDGES if point_name(point_of(cell, corner)) in points)
        alternate = len(regions(corners, None, "land")) > 1
        middle = (middles or {}).get(name, "sea") if alternate else None
        laid.append(Laid((numbers or {}).get(name, 0), cell.q, cell.r, 0, corners, middle))
    return tuple(laid)


def vikings_by_place(state: State, seat: int) -> dict[str, int]:
    names = chart(state.laid).lands
    return {names[land]: count for land, count in state.players[seat].ashore}


def land_of(state: State, place: str) -> int:
    return chart(state.laid).land_numbers[place]
