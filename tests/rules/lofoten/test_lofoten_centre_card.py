"""Phase 1, playing the centre card: worked examples T13 to T17, rulings 11, 18, 23 and 39."""

import pytest

from rules.game import Refusal
from rules.lofoten.state import State
from tests.rules.lofoten.notation import legal_notations, play, play_with_events
from tests.rules.lofoten.pieces import cards, ship, tiles
from tests.rules.lofoten.states import ship_keys, table, with_fleet, with_hand, with_stored


def with_middle_card(middle: str, state: State | None = None) -> State:
    return with_hand(state or table(), "mead 1", middle, "sheep 3")


def test_the_centre_card_becomes_the_order_of_the_ship_at_the_dock() -> None:
    state = play(with_middle_card("fish 2"), "centre")
    assert state.players[0].fleet.dock == ship("c", "fish 2")
    assert state.players[0].hand == cards("mead 1", "sheep 3")
    assert state.discards == ()


def test_t13_three_coffer_tiles_allow_to_steal_none_to_three_coins() -> None:
    state = with_middle_card("coffer 1", with_stored(table(), 1, 0, "coffer 1", "coffer 2", "coffer 3"))
    state = play(state, "centre")
    for stolen in range(3):
        assert state.players[0].coins == 2 + stolen
        assert {"steal", "stop"} <= legal_notations(state)
        state = play(state, "steal")
    assert state.players[0].coins == 5
    assert "steal" not in legal_notations(state)


def test_t14_without_a_coffer_tile_one_coin_is_stolen_at_most() -> None:
    state = play(with_middle_card("coffer 1"), "centre", "steal")
    assert state.players[0].coins == 3
    assert state.reserve == 2
    assert "steal" not in legal_notations(state)


def test_t15_the_reserve_is_emptied_first_then_the_rival_pays() -> None:
    state = table(coins=(2, 5))
    state = with_middle_card("coffer 1", with_stored(state, 1, 0, "coffer 1", "coffer 2", "coffer 3"))
    state, events = play_with_events(state, "centre", "steal", "steal", "steal")
    assert (state.players[0].coins, state.players[1].coins, state.reserve) == (5, 3, 0)
    sources = [event.source for event in events if event.kind == "coin_stolen"]  # type: ignore[attr-defined]
    assert sources == ["reserve", "rival", "rival"]


def test_ruling_11_who_holds_all_coins_steals_nothing() -> None:
    state = play(with_middle_card("coffer 1", table(coins=(8, 0))), "centre")
    assert "steal" not in legal_notations(state)


def test_t16_the_centre_card_is_not_played_onto_an_occupied_dock() -> None:
    state = with_fleet(table(), dock=ship("c", "mead 1"))
    assert "centre" not in legal_notations(state)
    with pytest.raises(Refusal) as refused:
        play(state, "centre")
    assert refused.value.code == "illegal"


def test_ruling_18_a_side_card_is_always_playable() -> None:
    state = with_fleet(table(), dock=ship("c", "mead 1"))
    assert {"side left", "side right"} <= legal_notations(state)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_t17_the_value_of_the_centre_card_does_not_matter(value: int) -> None:
    state = play(with_middle_card(f"coffer {value}"), "centre", "steal")
    assert legal_notations(state) == {"stop", "extra_turn"}


def test_mead_puts_a_market_tile_of_choice_into_the_box() -> None:
    state = play(with_middle_card("mead 2"), "centre")
    assert legal_notations(state) == {"remove a", "remove b", "remove c", "remove d", "remove e", "stop"}
    state = play(state, "remove d")
    assert state.box == tiles("fish 2")
    assert state.market == tiles("mead 1", "fish 1", "mead 2", None, "sheep 1")


def test_ruling_39_the_space_of_a_removed_tile_stays_empty_until_the_upkeep() -> None:
    state = play(with_middle_card("mead 2"), "centre", "remove c")
    assert (state.market[2], state.phase) == (None, "draw")
    state = play(state, "place left")
    assert legal_notations(state) == {"fill left c", "fill right c", "new_hand", "nothing_more"}


def test_an_empty_space_cannot_be_removed() -> None:
    state = with_stored(table(), 1, 0, "mead 1", "mead 1")
    state = play(with_middle_card("mead 2", state), "centre", "remove b")
    assert "remove b" not in legal_notations(state)
    assert "remove a" in legal_notations(state)


def test_sheep_turn_the_fleet_either_way() -> None:
    state = play(with_middle_card("sheep 1"), "centre")
    assert legal_notations(state) == {"wheel left", "wheel right", "stop"}
    assert ship_keys(play(state, "wheel left").players[0].fleet) == "bcda"
    assert ship_keys(play(state, "wheel right").players[0].fleet) == "dabc"


def test_fish_slide_the_fleet_either_way() -> None:
    state = play(with_middle_card("fish 3"), "centre")
    assert legal_notations(state) == {"row left", "row right", "stop"}
    assert play(state, "row left").players[0].fleet.zone == 1
    assert play(state, "row right").players[0].fleet.zone == 3


def test_fish_do_not_slide_the_fleet_beyond_the_market() -> None:
    state = play(with_fleet(with_middle_card("fish 3"), zone=0), "centre")
    assert legal_notations(state) == {"row right", "stop"}


def test_ruling_23_uses_are_counted_by_own_tiles_and_may_be_left() -> None:
    """Two small tiles of the player's own count; the rival's three do not, nor do amounts."""
    state = with_stored(table(), 1, 0, "sheep 3", "sheep 3")
    state = with_stored(state, 1, 1, "sheep 1", "sheep 1", "sheep 2")
    state = play(with_middle_card("sheep 1", state), "centre", "wheel left")
    assert "stop" in legal_notations(state)
    assert play(state, "wheel right").phase == "draw", "both uses are taken"


def test_an_effect_may_be_left_unused() -> None:
    state = play(with_middle_card("mead 1"), "centre", "stop")
    assert state.box == ()
    assert state.phase == "draw"


def test_a_tile_stored_by_the_effect_itself_does_not_add_a_use() -> None:
    """The number of uses is counted when the card is played."""
    state = with_fleet(table(), left=ship("d", "sheep 1", "sheep 2"))
    state = with_stored(state, 1, 0, "sheep 1")
    state = play(with_middle_card("sheep 1", state), "centre", "wheel left")
    assert state.stored(0, "sheep") == tiles("sheep 1", "sheep 2")
    assert state.phase == "draw"
