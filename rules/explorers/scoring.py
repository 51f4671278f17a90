"""Final scoring in seven areas, the bonus of each captain, and the ranking."""

from collections import Counter
from itertools import groupby

from rules.engine import StepRecorder
from rules.explorers.chart import Chart, chart
from rules.explorers.events import CaptainScored, IslandScored, Scored, WinterCame
from rules.explorers.hexes import EDGES, FIXED, Cell, neighbour
from rules.explorers.islands import Island, complete_islands
from rules.explorers.land import FIRST_OUTPOST_POINTS
from rules.explorers.pieces import Animal, Captain
from rules.explorers.state import Player, State
from rules.game import Outcome, ScoreRow, Seat

REASONS = ("winter", "all_tiles_drawn")
CATEGORIES = ("livestock", "outposts", "enemy_ships", "settlements", "viking_deaths", "islands", "captain")
TIE_BREAKERS = ("dead_vikings", "settlements_raided")

Points = tuple[int, ...]


def livestock_points(delivered: tuple[Animal, ...]) -> int:
    """Return the points for sets of different types, as large as possible: 1 + 2 + … per set.

    >>> livestock_points(("pig", "goat", "goat"))
    4
    """
    counts = list(Counter(delivered).values())
    points = 0
    for number in range(1, max(counts, default=0) + 1):
        size = sum(count >= number for count in counts)
        points += size * (size + 1) // 2
    return points


def outpost_points(outposts: int) -> int:
    return sum(FIRST_OUTPOST_POINTS + earlier for earlier in range(outposts))


def death_points(dead: int) -> int:
    return dead * dead


def captain_points(captain: Captain, state: State, seat: Seat, found: tuple[Island, ...]) -> int:
    """Return the bonus of a captain; `found` are the complete islands."""
    player = state.players[seat]
    mine = [island for island in found if seat in island.controllers]
    match captain:
        case "archer":
            return _farthest_outpost(player, chart(state.laid))
        case "barbarian":
            return len(player.destroyed)
        case "cartographer":
            sizes = sorted((island.size for island in mine), reverse=True)
            return sizes[1] if len(sizes) > 1 else 0
        case "hero":
            return 2 * min(len(player.outposts), len(player.raided), len(player.destroyed))
        case "huntsman":
            return 2 * sum(count // 2 for count in Counter(player.delivered).values())
        case "queen":
            best = max((island.influence[seat] for island in mine), default=0)
            return max(0, best - len(state.players))
        case "scout":
            return sum(island.vikings[seat] > 0 and seat not in island.controllers for island in found)
        case "shieldmaiden":
            return len(mine)
        case "trader":
            return 2 * (len(player.delivered) // 3)
        case "tyrant":
            return len(player.raided)
        case "watchman":
            return len(player.outposts)


def _farthest_outpost(player: Player, map_: Chart) -> int:
    """Return the number of tiles from the Mainland to the nearest tile of the farthest outpost."""
    if not player.outposts:
        return 0
    steps = _steps_from_mainland(map_)
    return max(min(steps[land // 3] for land in map_.points[point]) for point in player.outposts)


def _steps_from_mainland(map_: Chart) -> dict[int, int]:
    """Return the distance of each tile in tiles, including itself, over land and sea alike."""
    reached: dict[Cell, int] = dict.fromkeys(FIXED, 1)
    way = list(reached)
    for cell in way:
        for edge in EDGES:
            beyond = neighbour(cell, edge)
            if beyond in map_.cells and beyond not in reached:
                reached[beyond] = reached[cell] + 1
                way.append(beyond)
    return {map_.cells[cell]: steps for cell, steps in reached.items()}


def scores(state: State, found: tuple[Island, ...] | None = None) -> tuple[Points, ...]:
    """Return each seat's points in the seven areas if the game ended now; `found`: complete islands."""
    if found is None:
        found = complete_islands(state)
    return tuple(_points(state, seat, found) for seat in range(len(state.players)))


def _points(state: State, seat: Seat, found: tuple[Island, ...]) -> Points:
    player = state.players[seat]
    return (
        livestock_points(player.delivered),
        outpost_points(len(player.outposts)),
        len(player.destroyed),
        sum(player.raided),
        death_points(player.dead),
        sum(island.size for island in found if seat in island.controllers),
        min((points for _, points in captains_points(state, seat, found)), default=0),
    )


def captains_points(state: State, seat: Seat, found: tuple[Island, ...]) -> tuple[tuple[Captain, int], ...]:
    """Return the face-up captains with their bonus. In a solo game the lower of two counts."""
    if state.stage == "captains":
        return ()
    player = state.players[seat]
    face_up = player.captains if player.kept is None else (player.kept,)
    return tuple((captain, captain_points(captain, state, seat, found)) for captain in face_up)


def emit_scores(state: State, recorder: StepRecorder) -> None:
    """Emit the final scores: islands, captains, totals."""
    recorder.emit(WinterCame())
    found = complete_islands(state)
    names = chart(state.laid).lands
    for island in found:
        if island.controllers:
            recorder.emit(
                IslandScored(land=names[island.lands[0]], tiles=island.size, controllers=island.controllers)
            )
    seats = range(len(state.players))
    for seat in seats:
        for captain, points in captains_points(state, seat, found):
            recorder.emit(CaptainScored(seat=seat, captain=captain, points=points))
    for seat, areas in enumerate(scores(state, found)):
        recorder.emit(Scored(seat=seat, points=sum(areas)))


def outcome(state: State) -> Outcome:
    sheet = scores(state)
    totals = tuple(sum(points) for points in sheet)
    rows = tuple(
        ScoreRow(category, tuple(points[row] for points in sheet)) for row, category in enumerate(CATEGORIES)
    )
    dead = tuple(player.dead for player in state.players)
    raided = tuple(len(player.raided) for player in state.players)
    # Tie breakers: the most dead Vikings, then the most settlements regardless of strength.
    results = list(zip(totals, dead, raided, strict=True))
    tied = len(set(totals)) < len(totals)
    breakers = (ScoreRow("dead_vikings", dead), ScoreRow("settlements_raided", raided)) if tied else ()
    reason = "all_tiles_drawn" if state.solo else "winter"
    return Outcome(reason, _ranking(results), totals, (*rows, *breakers))


def _ranking(results: list[tuple[int, int, int]]) -> tuple[tuple[Seat, ...], ...]:
    order = sorted(range(len(results)), key=lambda seat: results[seat], reverse=True)
    return tuple(tuple(sorted(place)) for _, place in groupby(order, key=lambda seat: results[seat]))
