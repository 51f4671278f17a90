"""Islands: connected lands, whether they are complete, and which seats control them."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import EDGES, Cell, Point, cells_around, is_closed, point_of
from rules.explorers.state import MAINLAND, Land, State
from rules.game import Seat

VIKING_INFLUENCE = 1
OUTPOST_INFLUENCE = 2


class Island(NamedTuple):
    """The lands of an island, the tiles it covers, and the influence of each seat."""

    lands: tuple[Land, ...]
    tiles: tuple[int, ...]
    open_points: tuple[Point, ...]  # corners of its land around which a tile may still come
    influence: tuple[int, ...]
    vikings: tuple[int, ...]  # of each seat on its land

    @property
    def complete(self) -> bool:
        return not self.open_points

    @property
    def size(self) -> int:
        return len(self.tiles)

    @property
    def controllers(self) -> tuple[Seat, ...]:
        """Seats with the most influence, several if tied; empty if none has any."""
        most = max(self.influence)
        return tuple(seat for seat, mine in enumerate(self.influence) if mine == most) if most else ()


def islands(state: State) -> tuple[Island, ...]:
    """Return all islands, in the order of their first tile."""
    map_ = chart(state.laid)
    cells = list(map_.cells)
    return tuple(_island(state, map_, cells, lands) for lands in _connected(map_))


def complete_islands(state: State) -> tuple[Island, ...]:
    """Return the complete islands. Faster than filtering `islands`."""
    map_ = chart(state.laid)
    cells = list(map_.cells)
    return tuple(
        _island(state, map_, cells, lands)
        for lands in _connected(map_)
        if not any(True for land in lands for _ in _open_points(map_, cells, land))
    )


def _connected(map_: Chart) -> list[tuple[Land, ...]]:
    found: list[tuple[Land, ...]] = []
    seen: set[Land] = {MAINLAND}
    for start in map_.lands:
        if start in seen:
            continue
        seen.add(start)
        reached = [start]
        for land in reached:
            for other in map_.land_steps[land]:
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
        found.append(tuple(sorted(reached)))
    return found


def _island(state: State, map_: Chart, cells: list[Cell], lands: tuple[Land, ...]) -> Island:
    members = set(lands)
    vikings = tuple(
        sum(count for land, count in player.ashore if land in members) for player in state.players
    )
    outposts = tuple(
        sum(map_.points[point][0] in members for point in player.outposts) for player in state.players
    )
    return Island(
        lands,
        tuple(sorted({land // 3 for land in lands})),
        tuple(sorted({point for land in lands for point in _open_points(map_, cells, land)})),
        tuple(
            VIKING_INFLUENCE * standing + OUTPOST_INFLUENCE * built
            for standing, built in zip(vikings, outposts, strict=True)
        ),
        vikings,
    )


def _open_points(map_: Chart, cells: list[Cell], land: Land) -> Iterator[Point]:
    """Yield the corners of a land where a tile can still be placed around them."""
    tile = land // 3
    for corner in EDGES:
        if map_.land_at[tile][corner] == land:
            point = point_of(cells[tile], corner)
            for cell in cells_around(point):
                if cell not in map_.cells and not is_closed(cell):
                    yield point
                    break
