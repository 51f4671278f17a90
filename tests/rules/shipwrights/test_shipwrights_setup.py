"""Setting the table: N1, rulings A6 and A36."""

import pytest

from rules.shipwrights.pieces import Goods
from rules.shipwrights.state import State
from tests.rules.shipwrights.notation import play, play_with_events
from tests.rules.shipwrights.states import GAME


def setup_state(seats: int = 3, seed: int = 1) -> State:
    return GAME.setup(seats, GAME.info.options(), seed.to_bytes(32, "big"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n1_everybody_begins_with_five_gold_three_workers_and_two_resources(seats: int) -> None:
    state = setup_state(seats)
    assert len(state.deck) == 128
    assert GAME.turn_label(state).key == "turn.start"
    for seat in range(seats):
        state = play(state, f"{seat}: stock oak iron")
    for player in state.players:
        assert (player.gold, player.workers, player.mill) == (5, 3, Goods(1, 0, 1))
    assert GAME.turn_label(state).values["day"] == 1


def test_a36_resources_are_chosen_by_all_at_once_alike_or_different() -> None:
    state = setup_state()
    assert GAME.to_act(state) == {0, 1, 2}
    assert {str(move) for move in GAME.legal(state, 1)} == {
        "stock oak oak",
        "stock oak wool",
        "stock oak iron",
        "stock wool wool",
        "stock wool iron",
        "stock iron iron",
    }
    state = play(state, "2: stock wool wool")
    assert GAME.to_act(state) == {0, 1}


def test_a36_nobody_sees_what_others_chose_before_all_have() -> None:
    state, events = play_with_events(setup_state(), "0: stock oak oak", "1: stock iron iron")
    assert GAME.view(state, 0).stock == ("oak", "oak")
    for reader in (1, 2, None):
        assert GAME.view(state, reader).stock != ("oak", "oak")
        assert GAME.view(state, reader).players[0].mill == Goods()
    assert [event.kind for event in events] == ["stock_chosen"] * 2
    state, events = play_with_events(state, "2: stock oak wool")
    assert [event.kind for event in events].count("stock_shown") == 3
    assert [player.mill for player in state.players] == [Goods(2, 0, 0), Goods(0, 0, 2), Goods(1, 1, 0)]


def test_a_choice_of_resources_can_be_taken_back_until_all_have_chosen() -> None:
    state = setup_state()
    assert not GAME.apply(state, 0, GAME.parse("stock oak oak")).barrier
    state = play(state, "0: stock oak oak", "1: stock oak oak")
    assert GAME.apply(state, 2, GAME.parse("stock oak oak")).barrier


def test_the_first_player_is_drawn_by_lot() -> None:
    assert {setup_state(5, seed).first for seed in range(60)} == {0, 1, 2, 3, 4}
