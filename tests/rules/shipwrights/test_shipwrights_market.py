"""Buying resources and buildings: E1, N3, N21, N22, rulings A5, A6 and A37."""

import pytest

from rules.shipwrights.pieces import Goods
from tests.rules.shipwrights.notation import legal_of_kind, play, play_with_events
from tests.rules.shipwrights.states import GAME, board, table, with_changes


@pytest.mark.parametrize(("good", "mill"), [("oak", (2, 0, 0)), ("wool", (0, 3, 0)), ("iron", (0, 0, 1))])
def test_e1_two_gold_and_two_workers_buy_what_the_top_back_shows(
    good: str, mill: tuple[int, int, int]
) -> None:
    state = play(table(board(gold=5, workers=3), board()), f"buy {good} no")
    player = state.players[0]
    assert (player.gold, player.workers, player.mill) == (3, 1, Goods(*mill))


@pytest.mark.parametrize(("gold", "workers"), [(1, 2), (2, 1), (0, 0)])
def test_n3_without_two_gold_and_two_workers_nothing_is_bought(gold: int, workers: int) -> None:
    assert not legal_of_kind(table(board(gold=gold, workers=workers, hand="king"), board()), "buy")


def test_purchases_are_not_limited() -> None:
    state = play(
        table(board(gold=12, workers=6, hand="king"), board()), "buy oak no", "buy oak no", "buy wool no"
    )
    assert state.players[0].mill == Goods(4, 3, 0)
    assert not legal_of_kind(state, "buy")


def test_n22_more_than_the_mill_holds_may_be_bought_by_day() -> None:
    state = play(table(board(mill=(3, 3, 1), hand="king"), board()), "buy wool no")
    assert state.players[0].mill.total == 10
    assert GAME.to_act(state) == {0}


def test_a5_the_price_stays_for_all_until_another_card_is_on_top() -> None:
    state = play(table(board(), board()), "buy oak no")
    assert state.active == 1
    assert GAME.view(state, 1).price == Goods(2, 3, 1)
    state = with_changes(
        table(board(hand="chieftain king"), board(), deck="king queen king queen"), backs=(0, 2, 0, 1)
    )
    assert GAME.view(state, None).price == Goods(3, 2, 1)
    state, events = play_with_events(state, "call chieftain")
    assert GAME.view(state, None).price == Goods(2, 2, 2)
    assert "price_changed" in [event.kind for event in events]


def test_a6_the_supply_does_not_run_out() -> None:
    """Twenty-five pieces of wood are in the box; the rules know of no shortage."""
    rich = board(gold=12, workers=12, mill=(24, 0, 0))
    state = play(table(rich, board()), "buy oak no", "buy oak no")
    assert state.players[0].mill.oak == 28


def test_a_building_costs_gold_and_workers() -> None:
    state = play(table(board(gold=6, workers=4, hand="mining_camp"), board()), "build mining_camp")
    player = state.players[0]
    assert (player.gold, player.workers, player.buildings, player.hand) == (2, 1, ("mining_camp",), ())


@pytest.mark.parametrize(("gold", "workers"), [(3, 3), (4, 2)])
def test_a_building_that_cannot_be_paid_must_be_discarded(gold: int, workers: int) -> None:
    state = table(board(gold=gold, workers=workers, hand="mining_camp"), board())
    assert not legal_of_kind(state, "build")
    assert play(state, "end").discards[-1] == "mining_camp"


def test_n21_a37_nobody_builds_the_same_building_twice() -> None:
    state = table(board(gold=12, workers=8, hand="church church"), board())
    state = play(state, "build church")
    assert not legal_of_kind(state, "build")
    assert "church" in play(state, "end").discards


def test_a_purchase_can_be_taken_back() -> None:
    state = table(board(hand="long_house"), board())
    for move in ("buy oak no", "build long_house"):
        assert not GAME.apply(state, 0, GAME.parse(move)).barrier
