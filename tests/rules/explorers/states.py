"""Builders of Explorers states: players, Vikings and ships on a map."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.explorers.chart import chart
from rules.explorers.game import Explorers
from rules.explorers.options import ExplorersOptions
from rules.explorers.state import MAINLAND, SHORE, Longship, State
from rules.explorers.tile import Laid
from tests.rules.explorers.map import land_of, vikings_by_place

GAME = Explorers()
SEED = bytes(32)


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
