"""Claims about a line of moves in Explorers: what it scores, gains or comes nearer to."""

from collections.abc import Iterator

from opponents.explorers.map_analysis import UNREACHABLE, MapAnalysis, Steps
from opponents.explorers.simulator import Party, Scene, build_party, build_scene
from opponents.reasons import Claim, Line, claim
from rules.explorers.events import (
    EnemyShipDestroyed,
    LivestockDelivered,
    OutpostBuilt,
    SettlementRaided,
    TilePlaced,
    VikingsLoaded,
)
from rules.explorers.islands import OUTPOST_INFLUENCE
from rules.explorers.land import OUTPOST_COST, taken_tiles
from rules.explorers.moves import Discard, Herd, KeepCaptain, Load, March, Redraw, Sail, Unload
from rules.explorers.pieces import ANIMALS
from rules.explorers.scoring import livestock_points
from rules.explorers.state import MAINLAND, SHORE, Land, State
from rules.game import Seat

REASONS = (
    "lays_animal", "lays_settlement", "lays_enemy", "completes", "widens", "gives_up", "redraws",
    "delivers", "raids", "builds", "fights", "leads", "joins", "loads", "homeward", "towards_animal",
    "towards_settlement", "towards_outpost", "towards_enemy", "boards", "lands", "returns", "bides",
)  # fmt: skip
MOVING = (Load, Unload, Sail, March, Herd)
FAR_SAILS = 4
"""A token farther from the longship than this is not worth a claim."""


def claims(line: Line) -> Iterator[Claim]:
    match line.moves[0]:
        case KeepCaptain():
            return  # What a captain is worth shows only later.
        case Discard():
            yield claim(0, "gives_up")
        case Redraw():
            yield claim(0, "redraws")
        case _ if placed := line.own_events(TilePlaced):
            yield from _tile_claims(line, placed[0])
        case _:
            yield from _action_claims(line)


def _tile_claims(line: Line, placed: TilePlaced) -> Iterator[Claim]:
    """Yield that an own island is completed, outposts become possible, or a token comes near."""
    before, after = MapAnalysis(line.before.laid), MapAnalysis(line.after.laid)
    own = _own_lands(line.before, line.seat)
    for island in after.islands:
        mine = own & set(island.lands)
        if mine and not island.openings and before.islands[before.island_of[min(mine)]].openings:
            yield claim(2.0 + island.size, "completes", tiles=island.size)
    if more := len(after.points) - len(before.points):
        yield claim(1.0, "widens", points=more)
    sails = _sails_to_token(line, after)
    if sails > FAR_SAILS:
        return
    if placed.symbol in ANIMALS:
        yield claim(0.5, "lays_animal", animal=placed.symbol, sails=sails)
    elif placed.symbol == "settlement":
        yield claim(0.6, "lays_settlement", sails=sails)
    else:
        yield claim(0.4, "lays_enemy", sails=sails)


def _own_lands(state: State, seat: Seat) -> set[Land]:
    """Return the lands with Vikings or outposts of the seat, other than the Mainland."""
    player, points = state.players[seat], MapAnalysis(state.laid).points
    lands = {land for land, _ in player.ashore} | {
        land for point in player.outposts for land in points[point]
    }
    return lands - {MAINLAND}


def _sails_to_token(line: Line, after: MapAnalysis) -> int:
    """Return how many times the longship sails to reach the token of the tile that was laid."""
    old, new = line.before, line.after
    sea = new.players[line.seat].ship.sea
    if lands := {land for land, _ in (*new.livestock, *new.settlements)} - {
        land for land, _ in (*old.livestock, *old.settlements)
    }:
        return after.steps_to_landing(tuple(lands)).get(sea, UNREACHABLE)
    seas = {each for each, _ in new.enemies} - {each for each, _ in old.enemies}
    return after.steps_by_sea(tuple(seas)).get(sea, UNREACHABLE) if seas else UNREACHABLE


def _action_claims(line: Line) -> Iterator[Claim]:
    scene = build_scene(line.before, line.seat, MapAnalysis(line.before.laid))
    before, after = build_party(line.before, line.seat), build_party(line.after, line.seat)
    yield from _gain_claims(line, before, after)
    yield from _island_claims(before, after, scene)
    yield from _approach_claims(line, before, after, scene)


def _gain_claims(line: Line, before: Party, after: Party) -> Iterator[Claim]:
    if (before.sea, before.crew, before.ashore, before.livestock) == (
        after.sea,
        after.crew,
        after.ashore,
        after.livestock,
    ):
        yield claim(0, "returns" if any(isinstance(move, MOVING) for move in line.moves) else "bides")
    if delivered := sum(len(event.livestock) for event in line.own_events(LivestockDelivered)):
        points = livestock_points(after.delivered) - livestock_points(before.delivered)
        yield claim(1.0 + points, "delivers", count=delivered, points=points)
    if raided := sum(event.strength for event in line.own_events(SettlementRaided)):
        yield claim(1.0 + raided, "raids", points=raided)
    if built := line.own_events(OutpostBuilt):
        points = sum(event.points for event in built)
        yield claim(2.0 + points, "builds", number=len(after.outposts), points=points)
    if destroyed := len(line.own_events(EnemyShipDestroyed)):
        yield claim(2.0, "fights", count=destroyed)
    if (loaded := len(after.hold) - len(before.hold)) > 0:
        new = next(animal for animal in after.hold if after.hold.count(animal) > before.hold.count(animal))
        yield claim(1.5 + loaded, "loads", animal=new, count=loaded)
    if boarded := sum(event.vikings for event in line.own_events(VikingsLoaded)):
        yield claim(0.1, "boards", vikings=boarded)


def _island_claims(before: Party, after: Party, scene: Scene) -> Iterator[Claim]:
    """Yield islands on which the lead was won, and those where the first Vikings landed."""
    for number, island in enumerate(scene.map.islands):
        was, now = (_influence(party, number, scene) for party in (before, after))
        if now <= was:
            continue
        best = max((held.get(number, 0) for held in scene.influence), default=0)
        weight = island.size * 0.8 ** (1 + island.openings)
        if was <= best < now and best and island.size > 1:
            yield claim(weight, "leads", tiles=island.size)
        elif was < best == now:
            yield claim(weight, "joins", tiles=island.size)
        if not was:
            yield claim(0.3, "lands", tiles=island.size)


def _influence(party: Party, island: int, scene: Scene) -> int:
    island_of, points = scene.map.island_of, scene.map.points
    there = sum(count for land, count in party.ashore if land != MAINLAND and island_of[land] == island)
    built = sum(island_of[points[point][0]] == island for point in party.outposts)
    return there + OUTPOST_INFLUENCE * built


def _approach_claims(line: Line, before: Party, after: Party, scene: Scene) -> Iterator[Claim]:
    """Yield goals that came nearer."""
    if after.hold and _came_nearer(before, after, scene.map.steps_to_landing((MAINLAND,))):
        yield claim(1.0, "homeward", count=len(after.hold))
    if after.sea not in (before.sea, SHORE):
        yield from _sailing_claims(before, after, scene)
    yield from _landing_claims(line, before, after, scene)


def _came_nearer(before: Party, after: Party, steps: Steps) -> bool:
    return steps.get(after.sea, UNREACHABLE) < steps.get(before.sea, UNREACHABLE)


def _sailing_claims(before: Party, after: Party, scene: Scene) -> Iterator[Claim]:
    """Yield the animal that came nearest, and enemies in reach."""
    steps_to = scene.map.steps_to_landing
    near = {
        animal: steps.get(before.sea, UNREACHABLE) - steps.get(after.sea, UNREACHABLE)
        for land, animal in after.livestock
        for steps in (steps_to((land,)),)
    }
    if near and max(near.values()) > 0:
        yield claim(0.4, "towards_animal", animal=max(near, key=lambda each: near[each]))
    for sea in after.enemies if after.crew > 1 else ():
        steps = scene.map.steps_by_sea((sea,))
        if steps.get(after.sea, UNREACHABLE) < min(3, steps.get(before.sea, UNREACHABLE)):
            yield claim(0.45, "towards_enemy")


def _landing_claims(line: Line, before: Party, after: Party, scene: Scene) -> Iterator[Claim]:
    """Yield settlements and places for outposts that Vikings came nearer to."""
    new, old = dict(after.ashore), dict(before.ashore)
    for land, strength in after.settlements:
        landed = new.get(land, 0) > old.get(land, 0)
        enough = after.crew >= strength - new.get(land, 0)
        if landed or (enough and _came_nearer(before, after, scene.map.steps_to_landing((land,)))):
            yield claim(0.5 + 0.3 * strength, "towards_settlement", strength=strength)
    taken = taken_tiles(line.after, scene.map.chart)
    for lands in scene.map.points.values():
        around, was = (sum(places.get(land, 0) for land in lands) for places in (new, old))
        if was < OUTPOST_COST <= around and not any(land // 3 in taken for land in lands):
            yield claim(0.9, "towards_outpost")
            return
