"""Builders of Explorers states: a map by its land, pieces on it, moves in notation."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.explorers.chart import chart
from rules.explorers.game import Explorers
from rules.explorers.hexes import EDGES, FIXED, Cell, cell_name, point_name, point_of
from rules.explorers.options import ExplorersOptions
from rules.explorers.state import MAINLAND, SHORE, Longship, Player, State
from rules.explorers.tile import Laid, regions
from rules.game import Event, Refusal

GAME = Explorers()
CELLS = {cell_name(cell): cell for cell in (Cell(q, r) for q in range(-12, 13) for r in range(-14, 13))}
SEED = bytes(32)


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


def table(laid: Iterable[Laid] | None = None, *, seats: int = 2, **options: str) -> State:
    """Return the first player's action phase. All players are at home: two Vikings aboard, five ashore."""
    state = GAME.setup(seats, ExplorersOptions(**options), SEED)  # type: ignore[arg-type]
    captains = ("watchman", "tyrant", "barbarian", "trader")
    players = tuple(
        player._replace(kept=captains[seat] if seats > 1 else None)
        for seat, player in enumerate(state.players)
    )
    return replace(
        state,
        first=0,
        active=0,
        stage="actions",
        turn=1,
        actions=4,
        players=players,
        laid=tuple(laid) if laid is not None else state.laid,
    )


def with_player(state: State, seat: int = 0, **changes: Any) -> State:
    return replace(state, players=state.players_with(seat, state.players[seat]._replace(**changes)))


def with_vikings(state: State, seat: int = 0, *, aboard: int | None = None, **places: int) -> State:
    """Place Vikings on these lands; the rest of those not aboard are on the Mainland."""
    player = state.players[seat]
    aboard = player.ship.vikings if aboard is None else aboard
    ashore = {land_of(state, place): count for place, count in places.items()}
    home = 7 - player.dead - aboard - sum(ashore.values())
    if home:
        ashore[MAINLAND] = home
    return with_player(
        state, seat, ship=player.ship._replace(vikings=aboard), ashore=tuple(sorted(ashore.items()))
    )


def with_ship(state: State, place: str, vikings: int, *livestock: Any, seat: int = 0) -> State:
    sea = SHORE if place == "shore" else chart(state.laid).sea_numbers[place]
    state = with_player(state, seat, ship=Longship(sea, vikings, livestock))
    return with_vikings(
        state,
        seat,
        **{place: count for place, count in vikings_by_place(state, seat).items() if place != "mainland"},
    )


def vikings_by_place(state: State, seat: int) -> dict[str, int]:
    names = chart(state.laid).lands
    return {names[land]: count for land, count in state.players[seat].ashore}


def with_livestock(state: State, *animals: tuple[str, str]) -> State:
    """Pairs of place and animal."""
    herd: Any = tuple((land_of(state, place), animal) for place, animal in animals)
    return replace(state, livestock=herd)


def with_settlement(state: State, place: str, strength: int) -> State:
    return replace(state, settlements=(*state.settlements, (land_of(state, place), strength)))


def with_enemy(state: State, place: str, *, deadly: bool) -> State:
    sea = chart(state.laid).sea_numbers[place]
    return replace(state, enemies=(*state.enemies, (sea, deadly)))


def with_outpost(state: State, point: str, seat: int = 0) -> State:
    found = next(other for other in chart(state.laid).points if point_name(other) == point)
    return with_player(state, seat, outposts=(*state.players[seat].outposts, found))


def land_of(state: State, place: str) -> int:
    return chart(state.laid).land_numbers[place]


def play(state: State, *notations: str) -> State:
    return play_with_events(state, *notations)[0]


def play_with_events(state: State, *notations: str) -> tuple[State, list[Event]]:
    """Apply moves, each of the seat that owes one. Returns the last state and all events."""
    events: list[Event] = []
    for notation in notations:
        seat = min(GAME.to_act(state))
        step = GAME.apply(state, seat, GAME.parse(notation))
        state = step.state
        events += step.events
    return state, events


def legal_notations(state: State, kind: str = "") -> set[str]:
    """Return the notations of the legal moves of the first seat to act, of one kind if given."""
    seat = min(GAME.to_act(state))
    return {str(move) for move in GAME.legal(state, seat) if not kind or move.kind == kind}


def is_refused(state: State, notation: str) -> bool:
    try:
        play(state, notation)
    except Refusal as refusal:
        return refusal.code == "illegal"
    return False


def event_kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def player_at(state: State, seat: int = 0) -> Player:
    return state.players[seat]
