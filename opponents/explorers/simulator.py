"""Simulator of one player's actions: their pieces, and the tokens on the map.

The other players do not move. The result of a fight is unknown, so fights are only counted.
"""

from collections.abc import Iterator
from typing import NamedTuple

from opponents.explorers.map_analysis import MapAnalysis
from rules.explorers import moves
from rules.explorers.hexes import Point, point_name
from rules.explorers.land import MAX_MARCHING, OUTPOST_COST
from rules.explorers.moves import END, ExplorersMove
from rules.explorers.pieces import ACTIONS_PER_TURN, ANIMALS, HOLD_SIZE, OUTPOSTS_PER_PLAYER, Animal, Captain
from rules.explorers.sea import MIN_FIGHTERS, animal_groups, max_livestock
from rules.explorers.state import MAINLAND, Land, Sea, State
from rules.game import Seat


class Party(NamedTuple):
    """The state of the simulation: one player's pieces, and the tokens on the map."""

    sea: Sea
    crew: int
    hold: tuple[Animal, ...]
    ashore: tuple[tuple[Land, int], ...]
    livestock: tuple[tuple[Land, Animal], ...]
    settlements: tuple[tuple[Land, int], ...]
    enemies: frozenset[Sea]
    outposts: tuple[Point, ...]
    delivered: tuple[Animal, ...]
    raided: tuple[int, ...]
    destroyed: int
    dead: int
    fights: int  # of which it is not known who died
    left: int  # actions of this turn
    turns: int  # to come after this one

    @property
    def actions(self) -> int:
        """Actions left in the whole game."""
        return self.left + ACTIONS_PER_TURN * self.turns


Action = tuple[str, int, int, int, tuple[Animal, ...]]
"""An action: kind, place, second place, number of Vikings, animals."""
WAIT: Action = ("wait", 0, 0, 0, ())


class Scene(NamedTuple):
    """Everything that does not change while one player moves."""

    map: MapAnalysis
    rival_outpost_tiles: frozenset[int]  # tiles at outposts of others
    influence: tuple[dict[int, int], ...]  # of each other player, by island
    max_livestock: int
    captains: tuple[Captain, ...]
    death_probability: float  # how likely an enemy ship kills
    tiles: int  # that will still be laid
    seats: int


def turns_left(state: State, seat: Seat) -> int:
    """Return the seat's number of turns after the current turn."""
    seats = len(state.players)
    tiles = len(state.stack) + sum(len(player.hand) for player in state.players)
    if state.solo:
        return len(state.stack) // 3
    if state.stage == "place":
        tiles -= 1
    ahead = (seat - state.active) % seats
    return (tiles - ahead) // seats + 1 if ahead else tiles // seats


def build_party(state: State, seat: Seat) -> Party:
    player = state.players[seat]
    ship = player.ship
    mine = seat == state.active
    turns = turns_left(state, seat)
    left = state.actions if state.stage == "actions" else ACTIONS_PER_TURN
    if not mine:
        left, turns = (ACTIONS_PER_TURN, turns - 1) if turns else (0, 0)
    return Party(
        ship.sea,
        ship.vikings,
        ship.livestock,
        player.ashore,
        tuple(sorted(state.livestock)),
        state.settlements,
        frozenset(sea for sea, _ in state.enemies),
        player.outposts,
        player.delivered,
        tuple(sorted(player.raided)),
        len(player.destroyed),
        player.dead,
        0,
        left,
        turns,
    )


def build_scene(state: State, seat: Seat, analysis: MapAnalysis) -> Scene:
    taken: set[int] = set()
    influence = []
    for other, player in enumerate(state.players):
        if other == seat:
            continue
        held: dict[int, int] = {}
        for land, count in player.ashore:
            if land != MAINLAND:
                island = analysis.island_of[land]
                held[island] = held.get(island, 0) + count
        for point in player.outposts:
            lands = analysis.points[point]
            taken.update(land // 3 for land in lands)
            island = analysis.island_of[lands[0]]
            held[island] = held.get(island, 0) + 2
        influence.append(held)
    player = state.players[seat]
    shown = player.kept if state.stage != "captains" else None
    captains = player.captains if state.solo else (shown,) if shown else ()
    backs = [*state.enemy_supply, *(deadly for _, deadly in state.enemies)]
    return Scene(
        analysis,
        frozenset(taken),
        tuple(influence),
        max_livestock(state.options),
        captains,
        sum(backs) / len(backs) if backs else 0.0,
        len(state.stack) + sum(len(each.hand) for each in state.players),
        len(state.players),
    )


def legal_actions(party: Party, scene: Scene) -> Iterator[Action]:
    """Yield all actions, except pointless ones: unloading animals elsewhere than on the Mainland."""
    map_ = scene.map.chart
    ashore = dict(party.ashore)
    near = map_.beside(party.sea)
    yield from _load_actions(party, ashore, near, scene.max_livestock)
    if party.crew:
        for land in near:
            herd = party.hold if land == MAINLAND else ()
            for count in range(0 if herd else 1, party.crew + 1):
                yield "unload", land, 0, count, herd
        for sea in map_.sea_steps[party.sea]:
            if party.crew >= MIN_FIGHTERS or sea not in party.enemies:
                yield "sail", sea, 0, 0, ()
    for start, count in party.ashore:
        if start == MAINLAND:
            continue
        animals = {animal for land, animal in party.livestock if land == start}
        for land in map_.land_steps[start]:
            for vikings in range(1, min(count, MAX_MARCHING) + 1):
                yield "march", start, land, vikings, ()
            for animal in sorted(animals):
                yield "herd", start, land, 1, (animal,)
    if party.left >= OUTPOST_COST and len(party.outposts) < OUTPOSTS_PER_PLAYER:
        yield from _build_actions(party, scene, ashore)


def _load_actions(
    party: Party, ashore: dict[Land, int], near: tuple[Land, ...], most: int
) -> Iterator[Action]:
    room = HOLD_SIZE - party.crew - len(party.hold)
    if not room:
        return
    for land in near:
        count = ashore.get(land, 0)
        if not count:
            continue
        animals = tuple(sorted((animal for place, animal in party.livestock if place == land), key=_ORDER))
        for herd in animal_groups(animals, min(room, most - len(party.hold))):
            for vikings in range(min(count, room - len(herd)) + 1):
                if vikings or herd:
                    yield "load", land, 0, vikings, herd


def _build_actions(party: Party, scene: Scene, ashore: dict[Land, int]) -> Iterator[Action]:
    points = scene.map.points
    taken = outpost_tiles(party, scene)
    numbers = list(points)
    for number, point in enumerate(numbers):
        lands = points[point]
        around = ashore.get(lands[0], 0) + ashore.get(lands[1], 0) + ashore.get(lands[2], 0)
        if around >= OUTPOST_COST and not any(land // 3 in taken for land in lands):
            yield "build", number, 0, 0, ()


def outpost_tiles(party: Party, scene: Scene) -> frozenset[int]:
    """Return the tiles at outposts of any player."""
    if not party.outposts:
        return scene.rival_outpost_tiles
    points = scene.map.points
    return scene.rival_outpost_tiles.union(land // 3 for point in party.outposts for land in points[point])


def ashore_after(
    ashore: tuple[tuple[Land, int], ...], land: Land, change: int
) -> tuple[tuple[Land, int], ...]:
    counts = dict(ashore)
    count = counts.get(land, 0) + change
    if count:
        counts[land] = count
    else:
        del counts[land]
    return tuple(sorted(counts.items()))


def apply_action(party: Party, act: Action, scene: Scene) -> Party:
    """Return the party after an action. After the last action of a turn the next turn begins."""
    kind, place, other, count, what = act
    sea, crew, hold, ashore, livestock, settlements, enemies = party[:7]
    outposts, delivered, raided, destroyed, dead, fights, left, turns = party[7:]
    left -= 1
    landed = MAINLAND
    if kind == "sail":
        sea = place
        if sea in enemies:
            enemies -= {sea}
            destroyed += 1
            fights += 1
    elif kind == "march":
        ashore = ashore_after(ashore_after(ashore, place, -count), other, count)
        landed = other
    elif kind == "unload":
        crew -= count
        if count:
            ashore = ashore_after(ashore, place, count)
            landed = place
        if what:
            hold = ()
            delivered = tuple(sorted((*delivered, *what), key=_ORDER))
    elif kind == "load":
        crew += count
        if count:
            ashore = ashore_after(ashore, place, -count)
        if what:
            hold = tuple(sorted((*hold, *what), key=_ORDER))
            kept = list(livestock)
            for animal in what:
                kept.remove((place, animal))
            livestock = tuple(kept)
    elif kind == "herd":
        ashore = ashore_after(ashore_after(ashore, place, -1), other, 1)
        kept = list(livestock)
        kept.remove((place, what[0]))
        kept.append((other, what[0]))
        livestock = tuple(sorted(kept))
        landed = other
    elif kind == "build":
        outposts = (*outposts, list(scene.map.points)[place])
        left -= 1
    strength = None if landed == MAINLAND else dict(settlements).get(landed)
    if strength is not None and dict(ashore)[landed] >= strength:
        raided = tuple(sorted((*raided, strength)))
        settlements = tuple(each for each in settlements if each[0] != landed)
    if left == 0 and turns:
        left, turns = ACTIONS_PER_TURN, turns - 1
    return Party(
        sea, crew, hold, ashore, livestock, settlements, enemies,
        outposts, delivered, raided, destroyed, dead, fights, left, turns,
    )  # fmt: skip


_ORDER = {animal: place for place, animal in enumerate(ANIMALS)}.__getitem__


def to_move(act: Action, scene: Scene) -> ExplorersMove:
    """Convert an action to a move of the rules."""
    kind, place, other, count, what = act
    map_ = scene.map.chart
    match kind:
        case "sail":
            return moves.sail(map_.seas[place])
        case "march":
            return moves.march(map_.lands[place], map_.lands[other], count)
        case "unload":
            return moves.unload(map_.lands[place], count, what)
        case "load":
            return moves.load(map_.lands[place], count, what)
        case "herd":
            return moves.herd(map_.lands[place], what[0], map_.lands[other])
        case "build":
            return moves.build(point_name(list(scene.map.points)[place]))
        case _:
            return END
