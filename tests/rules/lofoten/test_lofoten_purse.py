"""Coins: rulings 5 to 7, 12 and 14, and the three purchases of the rulebook."""

from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import cards, tiles
from tests.rules.lofoten.states import table, with_hand

FULL = ("mead 1", "fish 1", "mead 2", "fish 2", "sheep 1")


def test_two_coins_buy_a_new_hand_in_the_order_of_drawing() -> None:
    state, events = play_with_events(table(), "new_hand")
    assert state.players[0].hand == cards("mead 2", "mead 3", "sheep 1")
    assert state.discards == cards("mead 1", "fish 2", "sheep 3")
    assert state.players[0].coins == 0
    assert state.phase == "action"
    assert [event.audience for event in events if event.kind == "card_seen"] == [frozenset({0})] * 3
    assert [event.kind for event in events][:2] == ["coins_spent", "new_hand"]


def test_ruling_12_spent_coins_go_to_the_reserve() -> None:
    state = play(table(coins=(6, 2)), "new_hand", "extra_turn", "side left", "coin")
    assert (state.players[0].coins, state.players[1].coins, state.reserve) == (0, 2, 6)


def test_ruling_14_a_hand_is_not_changed_while_a_card_is_in_play() -> None:
    state = table(coins=(4, 3))
    assert "new_hand" in legal_notations(state)
    assert "new_hand" not in legal_notations(play(state, "side left"))
    assert "new_hand" not in legal_notations(play(state, "centre"))


def test_ruling_14_a_hand_may_be_changed_after_drawing() -> None:
    """The card just drawn goes with the other two; three new ones keep the order of drawing."""
    state = play(table(coins=(2, 3)), "side right", "stop")
    assert "new_hand" in legal_notations(state)
    state = play(state, "new_hand")
    assert state.players[0].hand == cards("mead 3", "sheep 1", "fish 3")
    assert state.discards == cards("sheep 3", "mead 1", "fish 2", "mead 2")
    assert state.active == 1


def test_a_hand_changed_after_drawing_may_be_changed_again_before_the_turn_ends() -> None:
    state = play(table(coins=(4, 3)), "side right", "stop", "new_hand")
    assert (state.active, state.phase) == (0, "turn_end")
    assert legal_notations(state) == {"new_hand", "stop"}
    assert play(state, "stop").active == 1
    assert play(state, "new_hand").active == 1


def test_a_hand_may_be_changed_during_the_upkeep() -> None:
    state = play_to_upkeep(table(market=(None, *FULL[1:])))
    assert "new_hand" in legal_notations(state)
    state = play(state, "new_hand")
    assert (state.active, state.phase) == (0, "upkeep")
    assert legal_notations(state) == {"fill left a", "fill right a"}


def test_no_purchase_without_the_coins() -> None:
    assert not {"new_hand", "extra_turn"} & legal_notations(table(coins=(1, 3)))
    assert "extra_turn" not in legal_notations(table(coins=(2, 3)))
    assert "coin" not in legal_notations(play(table(coins=(0, 3)), "side left"))


def test_three_coins_buy_a_turn_that_follows_the_upkeep() -> None:
    state = table(coins=(3, 3), market=(None, *FULL[1:]))
    state, events = play_with_events(play_to_upkeep(play(state, "extra_turn")), "fill left a")
    assert (state.active, state.phase) == (0, "action")
    assert [event.kind for event in events] == ["market_filled", "extra_turn"]
    assert play_to_upkeep(state).active == 1


def test_an_extra_turn_may_be_bought_at_any_moment_of_the_turn() -> None:
    state = with_hand(table(coins=(3, 3), market=(None, *FULL[1:])), "mead 1", "fish 2", "sheep 1")
    for moves in (
        (),
        ("side left",),
        ("centre",),
        ("side left", "stop"),
        ("side left", "stop", "place left"),
    ):
        bought = play(state, *moves, "extra_turn")
        assert bought.extra_turn
        assert bought.players[0].coins == 0
        assert bought.players[0].hand == play(state, *moves).players[0].hand


def test_ruling_7_one_extra_turn_a_turn_but_again_in_the_extra_turn() -> None:
    state = play(table(coins=(6, 2)), "extra_turn")
    assert "extra_turn" not in legal_notations(state)
    state = play_to_upkeep(state)
    assert (state.active, state.extra_turn) == (0, False)
    assert "extra_turn" in legal_notations(state)
    assert play_to_upkeep(play(state, "extra_turn")).active == 0


def test_the_rival_plays_after_the_extra_turn_with_his_own_coins() -> None:
    state = play_to_upkeep(play_to_upkeep(play(table(coins=(3, 3)), "extra_turn")))
    assert state.active == 1
    assert "extra_turn" in legal_notations(state)
    assert state.market == tiles(*FULL)
