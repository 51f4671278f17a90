"""Builders of Lofoten states: a plain state, changes of single pieces."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules import GAMES
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import Demand, Good, Jarl, LevelTwo
from rules.lofoten.state import Alliance, Fleet, Player, Ship, Stack, State, Warehouse
from tests.rules.lofoten.pieces import cards, tiles

GAME = GAMES["lofoten"]

MEAD: Good = "mead"
FISH: Good = "fish"
SHEEP: Good = "sheep"
COFFER: Good = "coffer"


ALWAYS = Demand("own_coins", 1)
"""A demand that the players of a plain state meet."""
EMPTY_FLEET = Fleet(2, Ship("a"), Ship("b"), Ship("c"), Ship("d"))
HAND = cards("mead 1", "fish 2", "sheep 3")


def table(
    *,
    active: int = 0,
    first: int = 0,
    market: Sequence[str | None] = ("mead 1", "fish 1", "mead 2", "fish 2", "sheep 1"),
    left: Sequence[str] = ("coffer 1", "coffer 2", "coffer 3"),
    right: Sequence[str] = ("sheep 2", "sheep 3", "mead 3"),
    coins: tuple[int, int] = (2, 3),
    **options: str,
) -> State:
    """Return a state in mid-game, before the active player's card: empty ships, empty warehouses.

    The top of a stack is its last tile. Eight coins in all, so the reserve has the rest.
    """
    players = tuple(Player(HAND, None, purse, EMPTY_FLEET) for purse in coins)
    dealt = GAME.setup(2, LofotenOptions(), bytes(32))
    return State(
        chance=dealt.chance,
        options=LofotenOptions(**options),  # type: ignore[arg-type]
        first=first,
        active=active,
        stage="action",
        players=(players[0], players[1]),
        market=tiles(*market),
        stacks=(Stack(tiles(*left)), Stack(tiles(*right))),
        pile=cards("coffer 1", "coffer 2", "coffer 3", "fish 1", "fish 3", "sheep 1", "mead 3", "mead 2"),
        discards=(),
        box=(),
        reserve=8 - sum(coins),
        warehouses=tuple(Warehouse(f"warehouse_{points - 3}", points) for points in (7, 8, 9, 10)),
    )


def with_fleet(state: State, seat: int = 0, **changes: Any) -> State:
    player = state.players[seat]
    fleet = player.fleet._replace(**changes)
    return replace(state, players=state.players_with(seat, player._replace(fleet=fleet)))


def with_hand(state: State, *hand: str, seat: int = 0) -> State:
    player = state.players[seat]._replace(hand=cards(*hand))
    return replace(state, players=state.players_with(seat, player))


def with_stored(state: State, number: int, seat: int, *stored: str) -> State:
    """Put tiles on one side of a warehouse, by its number."""
    warehouse = state.warehouses[number - 1]
    sides = list(warehouse.sides)
    sides[seat] = tiles(*stored)
    good = sides[seat][0].good
    changed = warehouse._replace(good=good, sides=(sides[0], sides[1]))
    warehouses = [*state.warehouses[: number - 1], changed, *state.warehouses[number:]]
    return replace(state, warehouses=tuple(warehouses))


def with_card(state: State, number: int, card: LevelTwo) -> State:
    """Replace a warehouse card by a level 2 card; the tiles stay."""
    dealt, old = GAME.components.level_2.warehouse(card), state.warehouses[number - 1]  # type: ignore[attr-defined]
    changed = dealt._replace(good=old.good, sides=old.sides)
    warehouses = [*state.warehouses[: number - 1], changed, *state.warehouses[number:]]
    return replace(state, warehouses=tuple(warehouses))


def with_jarl(
    state: State,
    jarl: Jarl,
    demand: Demand = ALWAYS,
    *,
    owner: int | None = None,
    tied_to: int | None = None,
) -> State:
    """Add a Jarl, optionally as an ally and bound to a warehouse, by its number."""
    strength = GAME.components.jarls.strength(jarl)  # type: ignore[attr-defined]
    warehouse = None if tied_to is None else tied_to - 1
    return replace(state, alliances=(*state.alliances, Alliance(jarl, strength, demand, owner, warehouse)))


def scores(state: State, number: int) -> tuple[int, int]:
    """Return each seat's points for a warehouse, by its number."""
    found: tuple[int, int] = GAME.view(state, None).warehouses[number - 1].scores
    return found


def ship_keys(fleet: Fleet) -> str:
    """Return the letters of the ships at market, right, dock and left."""
    return "".join(each.key for each in fleet.ships)
