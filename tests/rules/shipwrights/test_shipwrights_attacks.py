"""Villagers called against others, each with and without a Watchman: E3, N4, N7 to N9, N20, A8 to A16."""

import pytest

from rules.shipwrights.pieces import Goods
from rules.shipwrights.state import State
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_of_kind, play, play_with_events
from tests.rules.shipwrights.states import GAME, board, table


def state_with_attacker(card: str, *, watchmen: int = 0, gold: int = 5, mine: str = "") -> State:
    """A player with this card, against one who has something of everything."""
    target = board(
        gold=9,
        mill=(2, 3, 0),
        craftsmen="carpenter oarmaker",
        workshops="- knarr",
        fleet="ferje",
        tool="trade_cart",
        cart=(1, 1, 1),
        watchmen=watchmen,
    )
    return table(board(gold=gold, hand=card, craftsmen=mine), target)


def test_a8_an_assassin_discards_a_placed_craftsman() -> None:
    state = state_with_attacker("assassin", mine="sailmaker")
    assert legal_of_kind(state, "assassin") == {
        "assassin 0 sailmaker",
        "assassin 1 carpenter",
        "assassin 1 oarmaker",
    }
    other = play(state, "assassin 1 carpenter")
    assert other.players[1].craftsmen == ("oarmaker",)
    assert other.discards == ("assassin", "carpenter")
    own = play(state, "assassin 0 sailmaker")
    assert own.players[0].craftsmen == ()


def test_n20_an_assassin_does_not_reach_who_has_a_watchman() -> None:
    state = state_with_attacker("assassin", mine="sailmaker", watchmen=1)
    assert legal_of_kind(state, "assassin") == {"assassin 0 sailmaker"}


def test_a11_craftsmen_in_a_hand_are_safe() -> None:
    state = table(board(hand="assassin"), board(hand="carpenter"))
    assert not legal_of_kind(state, "assassin")


def test_a8_a9_a_barbarian_discards_a_ship_under_construction_and_none_that_is_built() -> None:
    state = state_with_attacker("barbarian")
    assert legal_of_kind(state, "barbarian") == {"barbarian 1 b"}
    state = play(state, "barbarian 1 b")
    assert state.players[1].workshops == (None, None)
    assert state.players[1].fleet == ("ferje",)
    assert state.discards == ("barbarian", "knarr")


def test_a10_a_barbarian_may_be_called_against_ones_own_ship() -> None:
    state = table(board(hand="barbarian", workshops="sud -"), board())
    assert play(state, "barbarian 0 a").players[0].workshops == (None, None)


def test_n20_a_barbarian_does_not_reach_who_has_a_watchman() -> None:
    assert not legal_of_kind(state_with_attacker("barbarian", watchmen=1), "barbarian")


def test_a_conspirator_moves_a_craftsman_of_another_player_to_ones_own_board() -> None:
    state = state_with_attacker("conspirator", mine="sailmaker")
    assert legal_of_kind(state, "conspirator") == {"conspirator 1 carpenter", "conspirator 1 oarmaker"}
    state = play(state, "conspirator 1 oarmaker")
    assert state.players[0].craftsmen == ("sailmaker", "oarmaker")
    assert state.players[1].craftsmen == ("carpenter",)
    assert state.discards == ("conspirator",)


def test_n4_a_conspirator_needs_a_free_place() -> None:
    full = state_with_attacker("conspirator", mine="sailmaker sailmaker sailmaker sailmaker")
    assert not legal_of_kind(full, "conspirator")


def test_n20_a_conspirator_does_not_reach_who_has_a_watchman() -> None:
    assert not legal_of_kind(state_with_attacker("conspirator", watchmen=1), "conspirator")


def test_e3_a_mercenary_brings_two_gold_and_costs_every_opponent_two() -> None:
    state = table(board(gold=5, hand="mercenary"), board(gold=6), board(gold=1))
    state = play(state, "call mercenary")
    assert [player.gold for player in state.players] == [7, 4, 0]


def test_e3_who_has_twelve_gold_receives_none_and_who_has_one_loses_one() -> None:
    state = play(table(board(gold=12, hand="mercenary"), board(gold=1)), "call mercenary")
    assert [player.gold for player in state.players] == [12, 0]


def test_a15_a_mercenary_spares_only_those_with_a_watchman() -> None:
    state = table(board(gold=5, hand="mercenary"), board(gold=6, watchmen=1), board(gold=6))
    state, events = play_with_events(state, "call mercenary")
    assert [player.gold for player in state.players] == [7, 6, 4]
    assert event_kinds(events) == ["gold_gained", "protected", "gold_lost"]


@pytest.mark.parametrize(("gold", "left"), [(9, 4), (3, 0)])
def test_n7_a16_a_raider_costs_a_gold_for_each_resource_and_brings_nothing(gold: int, left: int) -> None:
    state = table(board(hand="raider"), board(gold=gold, mill=(2, 2, 1)))
    state = play(state, "raider 1")
    assert state.players[1].gold == left
    assert state.players[1].mill == Goods(2, 2, 1)
    assert state.players[0].gold == 5


def test_n20_a_raider_does_not_reach_who_has_a_watchman() -> None:
    assert legal_of_kind(state_with_attacker("raider"), "raider") == {"raider 1"}
    assert not legal_of_kind(state_with_attacker("raider", watchmen=1), "raider")


def test_a18_what_lies_on_a_cart_is_safe_from_raider_and_thief() -> None:
    carter = board(tool="trade_cart", cart=(1, 1, 1))
    assert not legal_of_kind(table(board(hand="raider"), carter), "raider")
    assert not legal_of_kind(table(board(hand="thief"), carter), "thief")


def test_n9_a_berserker_costs_five_gold_and_destroys_a_tool() -> None:
    assert not legal_of_kind(state_with_attacker("berserker", gold=4), "berserker")
    state = play(state_with_attacker("berserker", gold=5), "berserker 1")
    assert state.players[0].gold == 0
    assert state.players[1].tool is None
    assert state.players[1].cart == Goods()
    assert state.discards == ("berserker", "trade_cart")


def test_a14_n20_a_berserker_does_not_heed_a_watchman() -> None:
    assert legal_of_kind(state_with_attacker("berserker", watchmen=1), "berserker") == {"berserker 1"}


def test_a12_a_berserker_without_a_tool_to_destroy_may_only_be_discarded() -> None:
    assert not legal_of_kind(table(board(gold=9, hand="berserker", tool="bow_saw"), board()), "berserker")


def test_n8_a_thief_takes_all_of_one_resource() -> None:
    state = state_with_attacker("thief")
    assert legal_of_kind(state, "thief") == {"thief 1 oak", "thief 1 wool"}
    state = play(state, "thief 1 wool")
    assert state.players[1].mill == Goods(2, 0, 0)
    assert state.players[0].mill == Goods(0, 3, 0)


def test_n20_a_thief_does_not_reach_who_has_a_watchman() -> None:
    assert not legal_of_kind(state_with_attacker("thief", watchmen=1), "thief")


def test_n20_a_watchman_stops_ones_own_assassin_and_barbarian_too() -> None:
    mine = board(hand="assassin barbarian", craftsmen="sailmaker", workshops="sud -", watchmen=1)
    state = table(mine, board())
    assert not legal_of_kind(state, "assassin") | legal_of_kind(state, "barbarian")


def test_a38_nobody_can_give_anything_to_another() -> None:
    """No move of the active player gives another player anything."""
    cards = "assassin barbarian conspirator mercenary raider berserker thief beggar merchant king knarr"
    busy = board(gold=9, workers=5, mill=(3, 3, 3), hand=cards, craftsmen="carpenter", workshops="- -")
    state = table(busy, state_with_attacker("king").players[1])
    for move in GAME.legal(state, 0):
        before, now = (each.players[1] for each in (state, GAME.apply(state, 0, move).state))
        if move.kind != "end":
            assert now.gold <= before.gold
            assert now.workers <= before.workers
            assert before.mill.covers(now.mill)
            assert len(now.craftsmen) <= len(before.craftsmen)
            assert now.hand == before.hand


def test_an_attack_can_be_taken_back_until_the_turn_ends() -> None:
    for card, move in (("thief", "thief 1 oak"), ("raider", "raider 1"), ("assassin", "assassin 1 oarmaker")):
        assert not GAME.apply(state_with_attacker(card), 0, GAME.parse(move)).barrier
