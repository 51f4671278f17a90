"""The places a player's next move can lead to, numbered for the picture and for the choices."""

from collections.abc import Sequence

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import Cell, Point, cell_name, point_name, reading_order
from rules.explorers.moves import Build, ExplorersMove, Herd, Load, March, Place, Sail, Unload
from rules.explorers.state import MAINLAND, SHORE, State
from rules.explorers.view import Mark

Found = tuple[str, str, Cell | None, tuple[int, ...]]
"""What a mark is to show before it has a number: ground, place, cell, corners."""


def marks(state: State, moves: Sequence[ExplorersMove]) -> tuple[Mark, ...]:
    """From north to south and from west to east, the Mainland and its shore first.

    A land and a sea of one tile may have the same name, so numbers belong to a ground and a place.
    """
    map_ = chart(state.laid)
    wanted = dict.fromkeys(target for move in moves if (target := target_of(move)) is not None)
    if not wanted:
        return ()
    cells = {cell_name(cell): cell for cell in map_.open_order}
    points = {point_name(point): point for point in map_.points}
    laid = list(map_.cells)
    found = [_found(ground, place, map_, laid, cells, points) for ground, place in wanted]
    found.sort(key=lambda mark: (mark[2] is not None, mark[2] and reading_order(mark[2]), mark[3]))
    return tuple(
        Mark(
            number=number,
            ground=ground,
            place=place,
            q=cell.q if cell else None,
            r=cell.r if cell else None,
            corners=corners,
        )
        for number, (ground, place, cell, corners) in enumerate(found, 1)
    )


def target_of(move: ExplorersMove) -> tuple[str, str] | None:
    """The ground and the place a move leads to."""
    match move:
        case Place():
            return "cell", move.cell
        case Sail():
            return "sea", move.sea
        case March() | Herd() | Load() | Unload():
            return "land", move.land
        case Build():
            return "point", move.point
        case _:
            return None


def _found(
    ground: str,
    place: str,
    map_: Chart,
    laid: list[Cell],
    cells: dict[str, Cell],
    points: dict[str, Point],
) -> Found:
    if ground == "cell":
        return ground, place, cells[place], ()
    if ground == "point":
        point = points[place]
        return ground, place, Cell(point.q, point.r), (point.corner,)
    number = map_.land_numbers[place] if ground == "land" else map_.sea_numbers[place]
    if number in (MAINLAND, SHORE):
        return ground, place, None, ()
    places = (map_.land_at if ground == "land" else map_.sea_at)[number // 3]
    return ground, place, laid[number // 3], tuple(c for c, other in enumerate(places) if other == number)
