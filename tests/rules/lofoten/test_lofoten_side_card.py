"""Phase 1, playing a side card: worked examples T3 to T6, rulings 13, 17 and 19."""

import pytest

from rules.game import Refusal
from tests.rules.lofoten.notation import legal_notations, play, play_with_events
from tests.rules.lofoten.pieces import cards
from tests.rules.lofoten.states import GAME, ship_keys, table, with_fleet, with_hand


def test_t3_madeline_slides_and_turns_twice_to_the_right() -> None:
    state = play(table(), "side right", "slide", "turn", "turn")
    fleet = state.players[0].fleet
    assert fleet.zone == 3
    assert ship_keys(fleet) == "cdab"  # before: a at the market, b right, c at the dock, d left


def test_t3_a_clockwise_quarter_turn_brings_the_left_ship_to_the_market() -> None:
    assert ship_keys(play(table(), "side right", "turn").players[0].fleet) == "dabc"


def test_a_left_card_slides_left_and_turns_anticlockwise() -> None:
    state = with_hand(table(), "mead 2", "fish 2", "sheep 3")
    fleet = play(state, "side left", "slide", "turn").players[0].fleet
    assert fleet.zone == 1
    assert ship_keys(fleet) == "bcda"


def test_the_right_of_one_player_is_the_left_of_the_other() -> None:
    state = with_hand(table(active=1), "mead 1", "fish 2", "sheep 1", seat=1)
    assert play(state, "side right", "slide").players[1].fleet.zone == 1
    assert play(state, "side left", "slide").players[1].fleet.zone == 3
    assert ship_keys(play(state, "side right", "turn").players[1].fleet) == "dabc"


def test_t4_madeline_may_stop_after_two_moves() -> None:
    state = play(table(), "side right", "slide", "turn")
    assert "stop" in legal_notations(state)
    assert play(state, "stop").phase == "draw"


def test_t5_a_right_card_neither_slides_left_nor_turns_anticlockwise() -> None:
    state = play(table(), "side right")
    assert legal_notations(state) == {"slide", "turn", "coin", "stop"}
    for against in ("row left", "wheel left"):
        with pytest.raises(Refusal) as refused:
            play(state, against)
        assert refused.value.code == "illegal"


def test_t6_a_coin_buys_a_fourth_move() -> None:
    state = play(table(), "side right", "turn", "turn", "turn")
    assert not {"slide", "turn"} & legal_notations(state)
    state = play(state, "coin", "turn")
    assert ship_keys(state.players[0].fleet) == "abcd"
    assert state.players[0].coins == 1
    assert state.reserve == 4


def test_the_value_of_the_card_is_the_number_of_moves() -> None:
    state = with_hand(table(coins=(0, 3)), "mead 1", "fish 2", "sheep 2")
    assert play(state, "side right", "turn").phase == "steps"
    assert play(state, "side left", "turn").phase == "draw"
    assert play(state, "side right", "turn", "turn").phase == "draw"


def test_with_a_coin_left_another_move_can_be_bought_before_the_card_is_drawn() -> None:
    state = with_hand(table(coins=(1, 3)), "mead 1", "fish 2", "sheep 2")
    assert legal_notations(play(state, "side left", "turn")) == {"coin", "stop"}


def test_ruling_13_coins_may_be_spent_between_the_moves_as_long_as_they_last() -> None:
    state = with_hand(table(coins=(2, 3)), "mead 1", "fish 2", "sheep 1")
    state = play(state, "side right", "coin", "turn", "coin", "turn", "turn")
    assert state.players[0].coins == 0
    assert state.phase == "draw"


def test_ruling_13_no_coin_buys_a_move_after_a_centre_card() -> None:
    assert "coin" not in legal_notations(play(table(), "centre"))


def test_ruling_17_a_side_card_may_be_played_for_no_move() -> None:
    state = play(table(), "side right", "stop")
    assert ship_keys(state.players[0].fleet) == "abcd"
    assert state.players[0].fleet.zone == 2
    assert state.discards == cards("sheep 3")


@pytest.mark.parametrize(
    ("seat", "zone", "side"), [(0, 4, "right"), (0, 0, "left"), (1, 0, "right"), (1, 4, "left")]
)
def test_ruling_19_no_fleet_slides_beyond_the_market(seat: int, zone: int, side: str) -> None:
    state = with_fleet(table(active=seat), seat, zone=zone)
    assert "slide" not in legal_notations(play(state, f"side {side}"))


def test_the_card_played_is_discarded_and_the_others_keep_their_order() -> None:
    state = play(table(), "side left")
    assert state.players[0].hand == cards("fish 2", "sheep 3")
    assert state.discards == cards("mead 1")
    assert play(table(), "side right").players[0].hand == cards("mead 1", "fish 2")


def test_only_the_outer_cards_are_side_cards() -> None:
    with pytest.raises(Refusal) as refused:
        GAME.parse("side centre")
    assert refused.value.code == "unreadable"


def test_the_moves_are_told_with_the_zone_they_lead_to() -> None:
    _, events = play_with_events(table(), "side right", "slide", "turn")
    assert [event.model_dump(exclude={"audience"}) for event in events] == [
        {
            "kind": "side_card_played",
            "seat": 0,
            "card": "right",
            "good": "sheep",
            "value": 3,
            "steps": 3,
        },
        {"kind": "fleet_slid", "seat": 0, "origin": "c", "zone": "d"},
        {"kind": "fleet_turned", "seat": 0, "turning": "right"},
    ]
