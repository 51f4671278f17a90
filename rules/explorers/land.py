"""Actions on land: marching, automatic raids, herding livestock, building outposts."""

from collections.abc import Iterator

from rules.engine import StepRecorder
from rules.explorers.chart import Chart, chart
from rules.explorers.events import LivestockHerded, OutpostBuilt, SettlementRaided, VikingsMarched
from rules.explorers.hexes import point_name
from rules.explorers.moves import Build, ExplorersMove, Herd, March, build, herd, march
from rules.explorers.pieces import OUTPOSTS_PER_PLAYER, Animal
from rules.explorers.state import Land, State
from rules.replace import replace

MAX_MARCHING = 2
"""Maximum number of Vikings that march together."""
OUTPOST_COST = 2
"""Actions that an outpost costs; equally many Vikings must stand around it."""
FIRST_OUTPOST_POINTS = 2
"""Each further outpost scores one more."""

Ashore = tuple[tuple[Land, int], ...]


def ashore_after(ashore: Ashore, land: Land, change: int) -> Ashore:
    """Return the Vikings of a player by land after a change on one land."""
    if change == 0:
        return ashore
    counts = dict(ashore)
    counts[land] = counts.get(land, 0) + change
    return tuple(sorted((place, count) for place, count in counts.items() if count))


def march_choices(state: State) -> Iterator[ExplorersMove]:
    map_ = chart(state.laid)
    for start, count in state.player.ashore:
        name = map_.lands[start]
        for land in sorted(map_.land_steps[start]):
            for vikings in range(1, min(count, MAX_MARCHING) + 1):
                yield march(name, map_.lands[land], vikings)


def march_vikings(state: State, move: March, recorder: StepRecorder) -> State:
    map_ = chart(state.laid)
    start, land = map_.land_numbers[move.start], map_.land_numbers[move.land]
    recorder.emit(VikingsMarched(seat=state.active, start=move.start, land=move.land, vikings=move.vikings))
    return raid(_walk(state, start, land, move.vikings), land, recorder)


def _walk(state: State, start: Land, land: Land, vikings: int) -> State:
    player = state.player
    ashore = ashore_after(ashore_after(player.ashore, start, -vikings), land, vikings)
    return replace(
        state,
        players=state.players_with(state.active, player._replace(ashore=ashore)),
        actions=state.actions - 1,
    )


def raid(state: State, land: Land, recorder: StepRecorder) -> State:
    """Raid a settlement automatically if the active player has as many Vikings there as its strength."""
    player = state.player
    for place, strength in state.settlements:
        if place == land and player.vikings_on(land) >= strength:
            name = chart(state.laid).lands[land]
            recorder.emit(SettlementRaided(seat=state.active, land=name, strength=strength))
            raider = player._replace(raided=(*player.raided, strength))
            return replace(
                state,
                players=state.players_with(state.active, raider),
                settlements=tuple(left for left in state.settlements if left[0] != land),
            )
    return state


def livestock_on(state: State, land: Land) -> list[Animal]:
    return [animal for place, animal in state.livestock if place == land]


def herd_choices(state: State) -> Iterator[ExplorersMove]:
    """Yield moves of one animal with one Viking. Livestock has no owner."""
    map_ = chart(state.laid)
    for start, _ in state.player.ashore:
        for animal in dict.fromkeys(livestock_on(state, start)):
            for land in sorted(map_.land_steps[start]):
                yield herd(map_.lands[start], animal, map_.lands[land])


def herd_livestock(state: State, move: Herd, recorder: StepRecorder) -> State:
    map_ = chart(state.laid)
    start, land = map_.land_numbers[move.start], map_.land_numbers[move.land]
    recorder.emit(LivestockHerded(seat=state.active, animal=move.animal, start=move.start, land=move.land))
    livestock = list(state.livestock)
    livestock[livestock.index((start, move.animal))] = (land, move.animal)
    state = replace(_walk(state, start, land, 1), livestock=tuple(livestock))
    return raid(state, land, recorder)


def build_choices(state: State) -> Iterator[ExplorersMove]:
    """Yield points where three tiles join by land, no other outpost on them, two Vikings around."""
    player = state.player
    if state.actions < OUTPOST_COST or len(player.outposts) == OUTPOSTS_PER_PLAYER or not player.ashore:
        return
    map_ = chart(state.laid)
    points = dict.fromkeys(point for land, _ in player.ashore for point in map_.land_points[land])
    if not points:
        return
    taken = taken_tiles(state, map_)
    counts = dict(player.ashore)
    for point in points:
        lands = map_.points[point]
        if any(place // 3 in taken for place in lands):
            continue
        if sum(counts.get(place, 0) for place in lands) >= OUTPOST_COST:
            yield build(point_name(point))


def taken_tiles(state: State, map_: Chart) -> set[int]:
    """Return the indices of the tiles that touch an outpost of any player."""
    return {land // 3 for player in state.players for point in player.outposts for land in map_.points[point]}


def build_outpost(state: State, move: Build, recorder: StepRecorder) -> State:
    player = state.player
    point = next(point for point in chart(state.laid).points if point_name(point) == move.point)
    worth = FIRST_OUTPOST_POINTS + len(player.outposts)
    recorder.emit(OutpostBuilt(seat=state.active, point=move.point, points=worth))
    builder = player._replace(outposts=(*player.outposts, point))
    return replace(
        state, players=state.players_with(state.active, builder), actions=state.actions - OUTPOST_COST
    )
