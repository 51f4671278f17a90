"""Phase 2, drawing: worked example T18, rulings 22 and 38."""

from dataclasses import replace

import pytest

from rules.game import Refusal
from tests.rules.lofoten.notation import legal_notations, play, play_with_events
from tests.rules.lofoten.pieces import cards
from tests.rules.lofoten.states import GAME, table


def test_t18_the_drawn_card_goes_to_either_end() -> None:
    state = play(table(coins=(0, 0)), "side right", "stop")
    assert legal_notations(state) == {"place left", "place right"}
    assert play(state, "place left").players[0].hand == cards("mead 2", "mead 1", "fish 2")
    assert play(state, "place right").players[0].hand == cards("mead 1", "fish 2", "mead 2")


def test_t18_the_drawn_card_does_not_go_to_the_middle() -> None:
    with pytest.raises(Refusal) as refused:
        play(table(), "side right", "stop", "place centre")
    assert refused.value.code == "unreadable"


def test_t18_after_the_centre_card_the_outer_two_keep_their_order() -> None:
    state = play(table(), "centre", "stop")
    assert play(state, "place left").players[0].hand == cards("mead 2", "mead 1", "sheep 3")


def test_ruling_38_the_hand_is_never_sorted() -> None:
    state = play(table(), "side left", "stop", "place left")
    assert state.players[0].hand == cards("mead 2", "fish 2", "sheep 3")


def test_ruling_22_an_empty_pile_is_made_anew_from_the_discards() -> None:
    state = replace(table(), pile=(), discards=cards("coffer 1", "coffer 2", "coffer 3"))
    state, events = play_with_events(state, "side right", "stop")
    everything = [*state.pile, state.players[0].drawn]
    assert sorted(everything) == sorted(cards("coffer 1", "coffer 2", "coffer 3", "sheep 3"))
    assert state.discards == ()
    assert "pile_shuffled" in [event.kind for event in events]


def test_only_the_drawer_sees_the_card() -> None:
    state, events = play_with_events(table(), "side right", "stop")
    heard = [event.kind for event in events if event.visible_to(1)]
    assert "card_drawn" in heard
    assert "card_seen" not in heard
    assert GAME.view(state, 0).drawn == cards("mead 2")[0]
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, 1).hand_sizes == (3, 3)


def test_drawing_cannot_be_taken_back() -> None:
    state = play(table(), "side right", "turn")
    assert GAME.apply(state, 0, GAME.parse("stop")).barrier
    assert not GAME.apply(play(table(), "side right"), 0, GAME.parse("turn")).barrier
