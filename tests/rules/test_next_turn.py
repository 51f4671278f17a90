"""The next turn of a seat, for planning ahead: as it will begin, and none where there is none."""

from dataclasses import replace

import pytest

from rules.shipwrights.state import Held
from tests.rules.borealis import states as borealis
from tests.rules.explorers import states as explorers
from tests.rules.lofoten import states as lofoten
from tests.rules.lofoten.notation import play as play_lofoten
from tests.rules.shipwrights import states as shipwrights


def test_in_the_last_round_of_borealis_only_those_after_the_active_player_have_a_turn() -> None:
    state = replace(borealis.table(*[borealis.player()] * 4), first=2, active=3, phase="draw", refreshed=True)
    for seat in (0, 1, 2):
        turn = borealis.GAME.next_turn(state, seat)
        assert turn is not None
        assert (turn.active, turn.phase, turn.refreshed) == (seat, "action", False)
    last = replace(state, last_round=True)
    assert [borealis.GAME.next_turn(last, seat) is not None for seat in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    for phase in ("exchange", "over"):
        assert borealis.GAME.next_turn(replace(state, phase=phase), 0) is None  # type: ignore[arg-type]


def test_the_rival_s_turn_of_lofoten_is_cut_short() -> None:
    game = lofoten.GAME
    state = play_lofoten(lofoten.table(), "side right", "slide")
    assert game.next_turn(state, 0) is None
    turn = game.next_turn(state, 1)
    assert (turn.active, turn.stage, turn.in_play) == (1, "action", None)
    assert {str(move) for move in game.legal(turn, 1)} >= {"side left", "side right"}
    assert game.next_turn(lofoten.with_hand(state, "mead 1", "mead 2", seat=1), 1) is None
    for stage in ("over", "last_unload"):
        assert game.next_turn(replace(state, stage=stage), 1) is None
    ending = replace(state, ending="last_turn")
    assert game.next_turn(ending, 1) is not None
    assert game.next_turn(replace(ending, first=1), 1) is None, "the second player's turn is the last"


@pytest.mark.parametrize(("picks", "has_turn"), [(2, False), (3, True)])
def test_the_afternoon_of_shipwrights_follows_the_last_pick(picks: int, has_turn: bool) -> None:
    hand = tuple(Held(card, number) for number, card in enumerate(("king", "skute", "queen")[:picks]))
    state = shipwrights.table(shipwrights.board()._replace(hand=hand), shipwrights.board(), stage="morning")
    turn = shipwrights.GAME.next_turn(state, 0)
    assert (turn is not None) is has_turn
    assert turn is None or (turn.active, turn.stage) == (0, "afternoon")


def test_those_who_come_later_in_an_afternoon_of_shipwrights_have_a_turn() -> None:
    poor = shipwrights.board(gold=0, workers=0)
    boards = [shipwrights.board(), shipwrights.board(watchmen=1), poor, shipwrights.board()]
    for stage in ("afternoon", "chieftain", "trader"):
        state = replace(shipwrights.table(*boards, first=3, active=0), stage=stage, swaps=2, drawn=("king",))
        turns = [shipwrights.GAME.next_turn(state, seat) for seat in range(4)]
        assert [turn is not None for turn in turns] == [False, True, False, False], "one could only pass"
        assert turns[1] is not None
        assert (turns[1].active, turns[1].stage, turns[1].swaps, turns[1].drawn) == (1, "afternoon", 0, ())
        assert turns[1].players[1].watchmen == 0
    assert shipwrights.GAME.next_turn(replace(state, stage="dusk"), 1) is None


def test_a_turn_of_explorers_begins_with_a_tile() -> None:
    state = explorers.table()
    turn = explorers.GAME.next_turn(state, 1)
    assert turn is not None
    assert (turn.active, turn.stage, turn.actions, turn.redraws) == (1, "place", 0, 0)
    assert explorers.GAME.next_turn(state, 0) is None
    assert explorers.GAME.next_turn(explorers.with_player(state, 1, hand=()), 1) is None
    for stage in ("captains", "over"):
        assert explorers.GAME.next_turn(replace(state, stage=stage), 1) is None  # type: ignore[arg-type]
