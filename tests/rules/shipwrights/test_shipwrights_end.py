"""The end and the count: E4, E6, N12 to N16, N19, rulings A32 to A35."""

import pytest

from rules.game import Outcome, ScoreRow
from rules.shipwrights.pieces import Goods
from rules.shipwrights.scoring import building_points
from rules.shipwrights.state import Player
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import play, play_with_events
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, end_game, table

FOUR = "skute skute ferje ferje"


def result(*boards: Player) -> Outcome:
    outcome = GAME.outcome(end_game(table(*boards)))
    assert outcome is not None
    return outcome


def test_n19_a41_after_the_fourth_ship_all_others_still_play_and_the_evening_is_held() -> None:
    ready = board(mill=(1, 1, 1), workshops="skute -", craftsmen="blacksmith", fleet="skute ferje ferje")
    state = play(table(ready, board(), board()), "finish a no board none none", "end")
    assert GAME.to_act(state) == {1}
    state, events = play_with_events(state, "end", "end")
    assert state.stage == "over"
    assert event_kinds(events).count("rested") == 3
    assert GAME.to_act(state) == frozenset()


def test_a33_more_than_four_ships_may_be_built() -> None:
    ready = board(mill=(1, 1, 1), workshops="skute -", craftsmen="blacksmith", fleet=FOUR)
    assert len(play(table(ready, board()), "finish a no board none none").players[0].fleet) == 5


def test_a33_three_ships_do_not_end_the_game() -> None:
    assert play(table(board(fleet="ferje ferje ferje"), board(), active=1), "end").stage == "morning"


def test_a32_the_gold_of_the_last_evening_counts() -> None:
    treasurer = board(gold=6, workers=2, fleet=FOUR, buildings="treasury")
    state = play(table(treasurer, board(gold=0, workers=0), active=1), "end")
    assert state.players[0].gold == 8
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert ScoreRow("building", (2, 0), "treasury") in outcome.sheet


def test_on_the_last_evening_nobody_is_asked_what_to_give_back() -> None:
    state = play(table(board(fleet=FOUR), board(mill=(6, 2, 2)), active=1), "end")
    assert state.stage == "over"
    assert state.players[1].mill == Goods(4, 2, 2)


@pytest.mark.parametrize(("gold", "points"), [(3, 0), (4, 1), (10, 2), (12, 3)])
def test_e4_n14_a_treasury_gives_a_point_for_four_gold(gold: int, points: int) -> None:
    assert building_points(board(gold=gold), "treasury", COMPONENTS) == points


@pytest.mark.parametrize(("fleet", "points"), [("snekke", 0), ("", 0), ("byrding knarr", 2)])
def test_n12_a_market_hall_gives_what_the_mill_holds_above_eight(fleet: str, points: int) -> None:
    assert building_points(board(fleet=fleet), "market_hall", COMPONENTS) == points


def test_n13_a_boat_house_gives_two_for_each_ship_without_military_points() -> None:
    assert building_points(board(fleet="ferje byrding knarr skute"), "boat_house", COMPONENTS) == 6


def test_e6_the_final_score_of_the_rulebook() -> None:
    """A: ships 9, buildings 1, military 3. B: ships 8, buildings 6."""
    a = board(fleet="karve snekke skeid byrding", buildings="long_house")
    b = board(fleet="ferje byrding knarr busse", buildings="boat_house")
    outcome = result(a, b)
    assert outcome.totals == (13, 14)
    assert outcome.ranking == ((1,), (0,))
    assert outcome.reason == "fleet_complete"
    assert outcome.sheet == (
        ScoreRow("ships", (9, 8)),
        ScoreRow("building", (1, 0), "long_house"),
        ScoreRow("building", (0, 6), "boat_house"),
        ScoreRow("military", (3, 0)),
    )


def test_n15_a34_all_with_the_most_military_points_get_the_bonus() -> None:
    """5, 5 and 2."""
    outcome = result(board(fleet="drakkar busse"), board(fleet="sud snekke"), board(fleet="busse"))
    assert ScoreRow("military", (3, 3, 0)) in outcome.sheet


def test_a34_nobody_gets_the_bonus_without_military_points() -> None:
    assert ScoreRow("military", (0, 0)) in result(board(fleet="ferje"), board(fleet="knarr")).sheet


def test_n16_gold_decides_between_equal_points() -> None:
    outcome = result(board(fleet="skute", gold=4), board(fleet="skute", gold=7))
    assert outcome.totals == (4, 4)
    assert outcome.ranking == ((1,), (0,))
    assert outcome.sheet[-1] == ScoreRow("gold_left", (4, 7))


def test_a35_equal_points_and_gold_share_the_place() -> None:
    outcome = result(board(fleet="skute"), board(fleet="ferje"), board(fleet="skute"))
    assert outcome.ranking == ((0, 2), (1,))


def test_gold_does_not_matter_while_points_differ() -> None:
    outcome = result(board(fleet="ferje", gold=12), board(fleet="skute", gold=0))
    assert outcome.ranking == ((1,), (0,))
    assert "gold_left" not in {row.category for row in outcome.sheet}
