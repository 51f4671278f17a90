"""Builders of Shipwrights states: boards by card keys, moves in notation."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules import GAMES
from rules.game import Event, Seat
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


def play(state: State, *notations: str) -> State:
    return play_with_events(state, *notations)[0]


def play_with_events(state: State, *notations: str) -> tuple[State, list[Event]]:
    """Apply moves, each of the seat that owes one; `2: pick knarr` is a move of seat 2."""
    events: list[Event] = []
    for notation in notations:
        seat, move = parse_move(state, notation)
        step = GAME.apply(state, seat, GAME.parse(move))
        state = step.state
        events += step.events
    return state, events


def parse_move(state: State, notation: str) -> tuple[Seat, str]:
    if ": " in notation:
        seat, move = notation.split(": ")
        return int(seat), move
    (only,) = GAME.to_act(state)
    return only, notation


def event_kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def legal_notations(state: State, seat: Seat | None = None) -> set[str]:
    """Return the notations of the legal moves of a seat, by default the only one that owes a move."""
    if seat is None:
        (seat,) = GAME.to_act(state)
    return {str(move) for move in GAME.legal(state, seat)}


def legal_of_kind(state: State, kind: str) -> set[str]:
    """Return the notations of the legal moves of one kind."""
    return {notation for notation in legal_notations(state) if notation.split()[0] == kind}


def hand(state: State, seat: Seat = 0) -> list[str]:
    return [held.card for held in state.players[seat].hand]


def with_changes(state: State, **changes: Any) -> State:
    return replace(state, **changes)


def end_game(state: State) -> State:
    return replace(state, stage="over")


def play_to_evening(state: State) -> State:
    """End the turns of all players who still have to play today."""
    day = state.day
    while state.stage == "afternoon" and state.day == day:
        state = play(state, "end")
    return state
