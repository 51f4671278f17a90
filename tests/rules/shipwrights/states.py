"""Builders of Shipwrights states: boards by card keys."""

from dataclasses import replace
from typing import Any

from rules import GAMES
from rules.game import Seat
from rules.shipwrights.game import Shipwrights
from rules.shipwrights.options import ShipwrightsOptions
from rules.shipwrights.pieces import Goods
from rules.shipwrights.state import Held, Phase, Player, State

GAME = GAMES["shipwrights"]
assert isinstance(GAME, Shipwrights)
COMPONENTS = GAME.components

OAK_2_WOOL_3_IRON_1 = 0
"""The back the rulebook prints; the first in the list."""


def board(
    *,
    gold: int = 5,
    workers: int = 3,
    mill: tuple[int, int, int] = (0, 0, 0),
    hand: str = "",
    craftsmen: str = "",
    workshops: str = "- -",
    fleet: str = "",
    tool: str | None = None,
    cart: tuple[int, int, int] = (0, 0, 0),
    buildings: str = "",
    watchmen: int = 0,
) -> Player:
    """Return a player's board; cards are keys separated by spaces, `-` for an empty workshop."""
    first, second = (None if ship == "-" else ship for ship in workshops.split())
    return Player(
        gold=gold,
        workers=workers,
        mill=Goods(*mill),
        hand=tuple(Held(card, number % 3) for number, card in enumerate(hand.split())),  # type: ignore[arg-type]
        craftsmen=tuple(craftsmen.split()),  # type: ignore[arg-type]
        workshops=(first, second),  # type: ignore[arg-type]
        fleet=tuple(fleet.split()),  # type: ignore[arg-type]
        tool=tool,  # type: ignore[arg-type]
        cart=Goods(*cart),
        buildings=tuple(buildings.split()),  # type: ignore[arg-type]
        watchmen=watchmen,
    )


def table(
    *boards: Player,
    active: Seat = 0,
    first: Seat = 0,
    stage: Phase = "afternoon",
    deck: str = "king queen navigator labourer merchant beggar trader sage church fortress " * 2,
    back: int = OAK_2_WOOL_3_IRON_1,
    discards: str = "",
) -> State:
    """Return an afternoon in mid-game, with two plain boards by default. The top of the deck is last."""
    cards = tuple(deck.split())
    return State(
        chance=GAME.setup(2, ShipwrightsOptions(), bytes(32)).chance,
        options=ShipwrightsOptions(),
        stage=stage,
        day=3,
        first=first,
        active=active,
        players=boards or (board(), board()),
        deck=cards,  # type: ignore[arg-type]
        backs=(back,) * len(cards),
        spent_backs=(1,) * 30,
        discards=tuple(discards.split()),  # type: ignore[arg-type]
        sets=(("carpenter",), ("oarmaker",), ("ropemaker",)) if stage == "afternoon" else (),
    )


def hand(state: State, seat: Seat = 0) -> list[str]:
    return [held.card for held in state.players[seat].hand]


def with_changes(state: State, **changes: Any) -> State:
    return replace(state, **changes)


def end_game(state: State) -> State:
    return replace(state, stage="over")
