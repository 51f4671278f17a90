"""Why a move is illegal: the first reason that a player at the table would give."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.explorers import moves
from rules.explorers.chart import Chart, chart
from rules.explorers.components import Components
from rules.explorers.hexes import cell_named, is_closed, point_name
from rules.explorers.land import OUTPOST_COST, build_choices, herd_choices, march_choices, taken_tiles
from rules.explorers.moves import ExplorersMove, livestock_of
from rules.explorers.pieces import HOLD_SIZE, OUTPOSTS_PER_PLAYER, Animal
from rules.explorers.sea import MIN_FIGHTERS, load_choices, max_livestock, sail_choices, unload_choices
from rules.explorers.state import Land, State
from rules.game import Phrase, Seat

Reasons = Iterator[Phrase]


def _reason(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{key}", values=values)


def illegal_reason(state: State, seat: Seat, move: ExplorersMove, components: Components) -> Phrase | None:
    """Return the first reason that makes a move illegal; None if it is another player's turn."""
    if state.stage == "captains":
        if not isinstance(move, moves.KeepCaptain):
            return _reason("captains_first")
        dealt = move.captain in state.players[seat].captains
        return None if dealt else _reason("not_dealt", captain=move.captain)
    if state.stage == "over" or seat != state.active:
        return None
    return next(_reasons(state, move, components), None)


def _reasons(state: State, move: ExplorersMove, components: Components) -> Reasons:
    placing = isinstance(move, moves.Place | moves.Redraw | moves.Discard)
    if isinstance(move, moves.KeepCaptain):
        yield _reason("captains_chosen")
    elif placing and state.stage == "actions":
        yield _reason("tile_laid")
    elif not placing and state.stage == "place":
        yield _reason("tile_first")
    match move:
        case moves.Place():
            yield from _place_reasons(state, move, components)
        case moves.Redraw() | moves.Discard():
            yield _reason("something_fits")
        case moves.Sail():
            yield from _sail_reasons(state, move)
        case moves.Load():
            yield from _load_reasons(state, move)
        case moves.Unload():
            yield from _unload_reasons(state, move)
        case moves.March():
            yield from _walk_reasons(state, move.start, move.land, move.vikings)
        case moves.Herd():
            yield from _herd_reasons(state, move)
        case moves.Build():
            yield from _build_reasons(state, move)
        case moves.KeepCaptain() | moves.End():
            return


def _place_reasons(state: State, move: moves.Place, components: Components) -> Reasons:
    if move.tile not in state.player.hand:
        yield _reason("tile_not_held", tile=move.tile)
    map_, cell = chart(state.laid), cell_named(move.cell)
    if cell in map_.cells:
        yield _reason("cell_taken", cell=move.cell)
    if is_closed(cell):
        yield _reason("beside_mainland", cell=move.cell)
    if cell not in map_.open_cells:
        yield _reason("cell_apart", cell=move.cell)
        return
    turns = components.fitting[move.tile][map_.open_cells[cell].shore]
    yield _reason("turned_wrong" if turns else "coasts_differ", tile=move.tile, cell=move.cell)


def _sail_reasons(state: State, move: moves.Sail) -> Reasons:
    map_, ship = chart(state.laid), state.player.ship
    sea = map_.sea_numbers.get(move.sea)
    if sea is None:
        yield _unknown_place("sea", move.sea, map_.sea_numbers)
        return
    if ship.vikings == 0:
        yield _reason("no_crew")
    if sea not in map_.sea_steps[ship.sea]:
        yield _reason("sea_apart", sea=move.sea)
    if ship.vikings < MIN_FIGHTERS:
        yield _reason("enemy_there", sea=move.sea)


def _find_land(map_: Chart, name: str) -> tuple[Land | None, Reasons]:
    land = map_.land_numbers.get(name)
    return land, iter(() if land is not None else (_unknown_place("land", name, map_.land_numbers),))


def _unknown_place(kind: str, name: str, known: Mapping[str, int]) -> Phrase:
    """Return the reason for a place that does not exist, or that needs a side as its tile has several."""
    sides = [place for place in known if place.rstrip("nesw") == name != place]
    if not sides:
        return _reason(f"no_{kind}", **{kind: name})
    return _reason(f"which_{kind}", cell=name, places=", ".join(sides))


def _load_reasons(state: State, move: moves.Load) -> Reasons:
    map_, player = chart(state.laid), state.player
    land, reasons = _find_land(map_, move.land)
    yield from reasons
    ship, herd = player.ship, livestock_of(move)
    if land not in map_.beside(ship.sea) or land is None:
        yield _reason("land_apart", land=move.land)
        return
    if player.vikings_on(land) == 0:
        yield _reason("no_herder" if herd else "nobody_there", land=move.land)
    if player.vikings_on(land) < move.vikings:
        yield _reason("too_few_there", land=move.land, vikings=player.vikings_on(land))
    yield from _missing_livestock(state, land, move.land, herd)
    if ship.vikings + move.vikings + len(ship.livestock) + len(herd) > HOLD_SIZE:
        yield _reason("hold_full")
    if len(ship.livestock) + len(herd) > max_livestock(state.options):
        yield _reason("two_livestock")
    yield _reason("nothing_moved")


def _missing_livestock(state: State, land: Land, name: str, herd: tuple[Animal, ...]) -> Reasons:
    there = Counter(animal for place, animal in state.livestock if place == land)
    for animal in (Counter(herd) - there).elements():
        yield _reason("animal_not_there", animal=animal, land=name)


def _unload_reasons(state: State, move: moves.Unload) -> Reasons:
    map_, ship, herd = chart(state.laid), state.player.ship, livestock_of(move)
    land, reasons = _find_land(map_, move.land)
    yield from reasons
    if land not in map_.beside(ship.sea):
        yield _reason("land_apart", land=move.land)
    if ship.vikings == 0:
        yield _reason("nobody_aboard")
    if ship.vikings < move.vikings:
        yield _reason("too_few_aboard", vikings=ship.vikings)
    for animal in (Counter(herd) - Counter(ship.livestock)).elements():
        yield _reason("animal_not_aboard", animal=animal)
    yield _reason("nothing_moved")


def _walk_reasons(state: State, start_name: str, land_name: str, vikings: int) -> Reasons:
    map_ = chart(state.laid)
    start, reasons = _find_land(map_, start_name)
    yield from reasons
    land, reasons = _find_land(map_, land_name)
    yield from reasons
    if start is None:
        return
    there = state.player.vikings_on(start)
    if there == 0:
        yield _reason("nobody_there", land=start_name)
    if land not in map_.land_steps[start]:
        yield _reason("no_way", start=start_name, land=land_name)
    if there < vikings:
        yield _reason("too_few_there", land=start_name, vikings=there)


def _herd_reasons(state: State, move: moves.Herd) -> Reasons:
    yield from _walk_reasons(state, move.start, move.land, 1)
    start = chart(state.laid).land_numbers[move.start]
    yield from _missing_livestock(state, start, move.start, (move.animal,))


def _build_reasons(state: State, move: moves.Build) -> Reasons:
    map_, player = chart(state.laid), state.player
    if len(player.outposts) == OUTPOSTS_PER_PLAYER:
        yield _reason("no_outposts")
    point = next((point for point in map_.points if point_name(point) == move.point), None)
    if point is None:
        yield _reason("no_point", point=move.point)
        return
    if any(land // 3 in taken_tiles(state, map_) for land in map_.points[point]):
        yield _reason("outpost_near", point=move.point)
    if sum(player.vikings_on(land) for land in map_.points[point]) < OUTPOST_COST:
        yield _reason("builders", point=move.point)
    if state.actions < OUTPOST_COST:
        yield _reason("two_actions")


def blocked_kinds(state: State) -> Mapping[str, Phrase]:
    """Return the kinds of action that are impossible now, each with the reason."""
    if state.stage != "actions":
        return {}
    player, ship = state.player, state.player.ship
    full = ship.vikings + len(ship.livestock) == HOLD_SIZE
    built = len(player.outposts) == OUTPOSTS_PER_PLAYER
    build = "no_outposts" if built else "two_actions" if state.actions < OUTPOST_COST else "builders_nowhere"
    kinds = {
        "load": (load_choices, "hold_full" if full else "nobody_beside"),
        "unload": (unload_choices, "nobody_aboard"),
        "sail": (sail_choices, "enemies_around" if ship.vikings else "no_crew"),
        "march": (march_choices, "nowhere_to_go"),
        "herd": (herd_choices, "no_livestock_beside"),
        "build": (build_choices, build),
    }
    return {
        kind: _reason(reason)
        for kind, (choices, reason) in kinds.items()
        if next(iter(choices(state)), None) is None
    }
