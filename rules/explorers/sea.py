"""Actions of the longship: loading, unloading and delivering, sailing and fighting enemy ships."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from rules.engine import StepRecorder
from rules.explorers import events
from rules.explorers.chart import chart
from rules.explorers.land import ashore_after, livestock_on, raid
from rules.explorers.moves import ExplorersMove, Load, Sail, Unload, livestock_of, load, sail, unload
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import ANIMALS, HOLD_SIZE, Animal
from rules.explorers.state import MAINLAND, Land, Longship, Player, Sea, State
from rules.replace import replace

MIN_FIGHTERS = 2
"""Vikings aboard that are needed to enter a sea with an enemy ship."""

Herd = tuple[Animal, ...]


def load_choices(state: State) -> Iterator[ExplorersMove]:
    """Yield all ways to load Vikings and livestock from one land on the longship's tile.

    Livestock needs one of the player's Vikings on that land, who may board with it or stay.
    """
    player, map_ = state.player, chart(state.laid)
    ship = player.ship
    room = HOLD_SIZE - ship.vikings - len(ship.livestock)
    if room == 0:
        return
    for land in map_.beside(ship.sea):
        ashore = player.vikings_on(land)
        if ashore == 0:
            continue
        name = map_.lands[land]
        animals = min(room, max_livestock(state.options) - len(ship.livestock))
        for herd in animal_groups(sort_animals(livestock_on(state, land)), max(0, animals)):
            for vikings in range(min(ashore, room - len(herd)) + 1):
                if vikings or herd:
                    yield load(name, vikings, herd)


def max_livestock(options: ExplorersOptions) -> int:
    """Return the livestock a longship may carry: two in the later edition, three in the earlier one."""
    return 2 if options.cargo == "two_livestock" else HOLD_SIZE


def sort_animals(animals: list[Animal]) -> Herd:
    return tuple(sorted(animals, key=ANIMALS.index)) if len(animals) > 1 else tuple(animals)


@cache
def animal_groups(animals: Herd, most: int) -> tuple[Herd, ...]:
    """Return all different groups of at most `most` of these animals, the empty one first."""
    have = Counter(animals)
    kinds = tuple(dict.fromkeys(animals))
    return tuple(
        group
        for size in range(min(most, len(animals)) + 1)
        for group in combinations_with_replacement(kinds, size)
        if Counter(group) <= have
    )


def load_ship(state: State, move: Load, recorder: StepRecorder) -> State:
    map_, player = chart(state.laid), state.player
    land = map_.land_numbers[move.land]
    herd, ship = livestock_of(move), player.ship
    if move.vikings:
        recorder.emit(events.VikingsLoaded(seat=state.active, land=move.land, vikings=move.vikings))
    if herd:
        recorder.emit(events.LivestockLoaded(seat=state.active, land=move.land, livestock=herd))
    loaded = Longship(ship.sea, ship.vikings + move.vikings, sort_animals([*ship.livestock, *herd]))
    boarded = player._replace(ship=loaded, ashore=ashore_after(player.ashore, land, -move.vikings))
    return replace(
        state,
        players=state.players_with(state.active, boarded),
        livestock=_livestock_without(state.livestock, land, herd),
        actions=state.actions - 1,
    )


def _livestock_without(
    livestock: tuple[tuple[Land, Animal], ...], land: Land, herd: Herd
) -> tuple[tuple[Land, Animal], ...]:
    left = list(livestock)
    for animal in herd:
        left.remove((land, animal))
    return tuple(left)


def unload_choices(state: State) -> Iterator[ExplorersMove]:
    """Yield all ways to unload Vikings and livestock onto one land of the longship's tile.

    Livestock needs a Viking aboard, who may go ashore with it or stay.
    """
    map_, ship = chart(state.laid), state.player.ship
    if ship.vikings == 0:
        return
    herds = animal_groups(ship.livestock, HOLD_SIZE)
    for land in map_.beside(ship.sea):
        name = map_.lands[land]
        for herd in herds:
            for vikings in range(ship.vikings + 1):
                if vikings or herd:
                    yield unload(name, vikings, herd)


def unload_ship(state: State, move: Unload, recorder: StepRecorder) -> State:
    """Unload. Livestock is delivered on the Mainland; Vikings who land may raid."""
    map_, player = chart(state.laid), state.player
    land = map_.land_numbers[move.land]
    herd, ship = livestock_of(move), player.ship
    left = list(ship.livestock)
    for animal in herd:
        left.remove(animal)
    if move.vikings:
        recorder.emit(events.VikingsUnloaded(seat=state.active, land=move.land, vikings=move.vikings))
    landed = player._replace(
        ship=Longship(ship.sea, ship.vikings - move.vikings, tuple(left)),
        ashore=ashore_after(player.ashore, land, move.vikings),
    )
    livestock = state.livestock
    if herd and land == MAINLAND:
        recorder.emit(events.LivestockDelivered(seat=state.active, livestock=herd))
        landed = landed._replace(delivered=sort_animals([*landed.delivered, *herd]))
    elif herd:
        recorder.emit(events.LivestockUnloaded(seat=state.active, land=move.land, livestock=herd))
        livestock = (*livestock, *((land, animal) for animal in herd))
    state = replace(
        state,
        players=state.players_with(state.active, landed),
        livestock=livestock,
        actions=state.actions - 1,
    )
    return raid(state, land, recorder) if move.vikings else state


def sail_choices(state: State) -> Iterator[ExplorersMove]:
    """Yield moves to connected seas of neighbouring tiles: one Viking aboard, two against an enemy ship."""
    map_, ship = chart(state.laid), state.player.ship
    if ship.vikings == 0:
        return
    for sea in sorted(map_.sea_steps[ship.sea]):
        if ship.vikings >= MIN_FIGHTERS or not any(enemy == sea for enemy, _ in state.enemies):
            yield sail(map_.seas[sea])


def sail_ship(state: State, move: Sail, recorder: StepRecorder) -> State:
    player = state.player
    sea = chart(state.laid).sea_numbers[move.sea]
    recorder.emit(events.LongshipSailed(seat=state.active, sea=move.sea))
    moved = player._replace(ship=player.ship._replace(sea=sea))
    for enemy, deadly in state.enemies:
        if enemy == sea:
            return _fight(state, moved, sea, recorder.reveal(deadly), move, recorder)
    return replace(state, players=state.players_with(state.active, moved), actions=state.actions - 1)


def _fight(state: State, player: Player, sea: Sea, deadly: bool, move: Sail, recorder: StepRecorder) -> State:
    """Destroy the enemy ship. Its back, now revealed, tells whether a Viking dies."""
    recorder.emit(events.EnemyShipDestroyed(seat=state.active, sea=move.sea))
    player = player._replace(destroyed=(*player.destroyed, deadly))
    if deadly:
        recorder.emit(events.VikingDied(seat=state.active, deaths=player.dead + 1))
        ship = player.ship._replace(vikings=player.ship.vikings - 1)
        player = player._replace(ship=ship, dead=player.dead + 1)
    return replace(
        state,
        players=state.players_with(state.active, player),
        enemies=tuple(enemy for enemy in state.enemies if enemy[0] != sea),
        actions=state.actions - 1,
    )
