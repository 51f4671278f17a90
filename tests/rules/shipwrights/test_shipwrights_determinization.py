"""Determinizations: hands, sets, leftovers and the deck stay hidden from players and spectators."""

from random import Random

import pytest

from rules.shipwrights.state import State
from tests.rules.shipwrights.states import GAME, board, table

READERS = (0, 1, 2, None)


def random_states(seats: int, count: int) -> list[State]:
    random = Random(seats)
    state = GAME.setup(seats, GAME.info.options(), random.randbytes(32))
    states = []
    while len(states) < count and (owing := GAME.to_act(state)):
        seat = random.choice(sorted(owing))
        state = GAME.apply(state, seat, random.choice(GAME.legal(state, seat))).state
        states.append(state)
    return states


def test_a39_no_view_holds_a_card_that_its_reader_may_not_know() -> None:
    """Cards that are nowhere but in the deck, another's hand and another's set do not occur in a view."""
    mine = board(hand="knarr")
    other = board(hand="sud raider queen")
    state = table(mine, other, deck="fortress church drakkar " * 5)
    for hidden in ("sud", "raider", "queen", "fortress", "church", "drakkar"):
        assert f'"{hidden}"' not in GAME.view(state, 0).model_dump_json()
    for hidden in ("knarr", "carpenter", "oarmaker"):
        assert f'"{hidden}"' not in GAME.view(state, None).model_dump_json()


def test_a39_what_lies_on_the_boards_and_the_top_back_are_open_to_all() -> None:
    owner = board(
        gold=7, mill=(1, 2, 3), craftsmen="sailmaker", workshops="sud -", tool="bow_saw", hand="king queen"
    )
    for reader in (0, 1, None):
        view = GAME.view(table(owner, board()), reader)
        seen = view.players[0]
        assert (seen.gold, seen.workers, seen.mill, seen.hand_size) == (7, 3, (1, 2, 3), 2)
        assert seen.craftsmen == ("sailmaker",)
        assert seen.workshops[0] is not None
        assert seen.workshops[0].ship.card == "sud"
        assert seen.tool is not None
        assert seen.tool.card == "bow_saw"
        assert view.price == (2, 3, 1)


def test_a40_out_of_turn_nothing_is_asked_but_picks_and_returns() -> None:
    """And, before the first day, the resources to begin with."""
    for state in random_states(4, 400):
        if state.stage not in ("stock", "morning", "night"):
            assert GAME.to_act(state) == {state.active}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_other_deals_look_the_same_to_every_reader_through_draft_and_afternoon(seats: int) -> None:
    for number, state in enumerate(random_states(seats, 300)[::3]):
        for reader in (*range(seats), None):
            other = GAME.reshuffle(state, reader, bytes([number % 256, 7]))
            assert GAME.view(other, reader) == GAME.view(state, reader)


def test_other_deals_do_differ_in_what_is_hidden() -> None:
    for state in random_states(3, 60)[3:]:
        for reader in READERS:
            assert GAME.reshuffle(state, reader, b"other").deck != state.deck


def test_the_backs_below_the_top_are_hidden_and_the_top_is_not() -> None:
    state = next(state for state in random_states(3, 200) if state.stage == "afternoon")
    others = [GAME.reshuffle(state, 0, bytes([trial])) for trial in range(10)]
    assert {other.backs[-1] for other in others} == {state.backs[-1]}
    assert any(other.backs[-2] != state.backs[-2] for other in others)
