"""The end: worked examples T27 to T29, rulings 1 to 6 and 10, and the table where nothing can move."""

from rules.lofoten.state import State
from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import ship, tiles
from tests.rules.lofoten.states import GAME, table, with_fleet, with_hand, with_stored

THREE_EMPTY = (None, None, None, "fish 2", "sheep 1")


def nearly_empty_state(**changes: object) -> State:
    """Three spaces are empty and two tiles are left."""
    return table(market=THREE_EMPTY, left=("coffer 1",), right=("fish 3",), **changes)  # type: ignore[arg-type]


def test_t27_triggered_by_the_first_player_the_second_plays_one_more_action_phase() -> None:
    state, events = play_with_events(nearly_empty_state(), "side right", "stop")
    assert "end_triggered" in [event.kind for event in events]
    assert state.phase == "draw"
    state = play(state, "place left", "fill left a", "fill right c", "stop")
    assert state.market == tiles("coffer 1", None, "fish 3", "fish 2", "sheep 1")
    assert (state.active, state.phase) == (1, "action")
    assert GAME.view(state, 1).last_turn
    state = play(state, "side left", "stop")
    assert state.phase == "over"
    assert state.players[1].drawn is None


def test_t28_triggered_by_the_second_player_the_game_ends_at_once() -> None:
    state = play(nearly_empty_state(active=1), "side right", "stop")
    assert state.phase == "over"
    assert state.market == tiles(*THREE_EMPTY)
    assert len(state.players[1].hand) == 2


def test_ruling_1_the_end_is_judged_after_the_action_phase_only() -> None:
    """As many tiles as spaces; the tile loaded on the way makes the difference."""
    state = table(market=(None, None, "mead 2", "fish 2", "sheep 1"), left=("coffer 1",), right=("fish 3",))
    state = play(with_fleet(state, market=ship("a", "fish 1")), "side right", "slide")
    assert state.tiles_left() < state.empty_spaces()
    assert state.ending == "open"
    assert play(state, "stop").ending == "last_turn"


def test_ruling_3_option_one_more_round_after_the_second_players_trigger() -> None:
    state = nearly_empty_state(active=1, second_trigger="one_more_round")
    state = play(state, "side right", "stop", "place left", "fill left a", "fill right b", "stop")
    assert (state.active, state.phase) == (0, "action")
    assert not GAME.view(state, 0).last_turn
    state = play(state, "side left", "stop", "place left")
    assert (state.active, state.phase) == (1, "action")
    assert GAME.view(state, 1).last_turn
    assert play(state, "side left", "stop").phase == "over"


def test_ruling_5_a_bought_turn_does_not_count_for_equal_turns() -> None:
    """The first player triggers in their bought turn: the second has theirs all the same."""
    state = play(table(coins=(3, 3), left=(), right=()), "extra_turn", "side left", "stop", "place left")
    assert (state.active, state.phase) == (0, "action")
    state = with_hand(state, "mead 1", "mead 2", "sheep 3")
    state = play(state, "centre", "remove a", "place left")
    assert (state.active, state.phase) == (1, "action")
    assert play(state, "side left", "stop").phase == "over"


def test_ruling_5_the_second_player_ends_the_game_in_his_bought_turn() -> None:
    market = ("mead 1", "fish 1", "mead 2", None, "sheep 1")
    state = table(active=1, coins=(2, 3), market=market, left=(), right=("fish 3",))
    state = with_fleet(state, 1, zone=1, left=ship("d", "fish 1"))
    state = play(state, "extra_turn", "side left", "stop", "place left", "fill right d")
    assert (state.active, state.phase) == (1, "action")
    state = with_hand(state, "mead 1", "fish 2", "sheep 3", seat=1)
    state = play(state, "side right", "turn", "stop")
    assert state.phase == "last_unload"


def test_ruling_6_no_extra_turn_is_sold_in_the_last_action_phase() -> None:
    state = play(
        nearly_empty_state(coins=(0, 8)), "side right", "stop", "place left", "fill left a", "fill right b"
    )
    assert state.active == 1
    assert "extra_turn" not in legal_notations(state)
    assert "new_hand" in legal_notations(state)
    assert "extra_turn" not in legal_notations(play(state, "side left"))


def test_ruling_6_a_turn_bought_before_the_trigger_is_refunded() -> None:
    state, events = play_with_events(
        nearly_empty_state(active=1, coins=(2, 3)), "extra_turn", "side right", "stop"
    )
    assert state.phase == "over"
    assert (state.players[1].coins, state.reserve) == (3, 3)
    assert "coins_refunded" in [event.kind for event in events]


def test_ruling_6_a_refund_is_as_if_the_turn_had_never_been_bought() -> None:
    """The price was stolen back from the reserve in the meantime: the rival would have lost that coin."""
    state = nearly_empty_state(active=1, coins=(5, 3))
    state = with_hand(
        with_stored(state, 1, 1, "coffer 1", "coffer 1"), "mead 1", "coffer 2", "mead 1", seat=1
    )
    plain = play(state, "centre", "steal", "steal", "stop")
    bought = play(state, "extra_turn", "centre", "steal", "steal")
    assert (plain.players[1].coins, plain.players[0].coins, plain.reserve) == (5, 3, 0)
    assert (bought.players[1].coins, bought.players[0].coins, bought.reserve) == (5, 3, 0)


def test_ruling_6_the_first_player_who_triggered_takes_his_bought_turn_first() -> None:
    state = play(nearly_empty_state(coins=(3, 3)), "extra_turn", "side right", "stop", "place left")
    state = play(state, "fill left a", "fill right b")
    assert (state.active, state.phase) == (0, "action")
    state = play(state, "side left", "stop", "place left")
    assert (state.active, state.phase) == (1, "action")
    assert play(state, "side left", "stop").phase == "over"


def test_ruling_2_the_first_player_draws_and_fills_with_what_is_left() -> None:
    state = play(nearly_empty_state(), "side right", "stop", "place left", "fill left c")
    assert state.active == 0
    assert {"fill right a", "fill right b"} <= legal_notations(state)


def test_t29_each_player_may_unload_one_ship_from_anywhere() -> None:
    state = with_stored(nearly_empty_state(active=1), 1, 0, "mead 1")
    state = with_fleet(state, 0, market=ship("a", "mead 1", "mead 3"), left=ship("d", "mead 2", "mead 2"))
    state = with_fleet(state, 1, right=ship("b", "mead 1", "mead 1"))
    state = play(state, "side right", "stop")
    assert (state.active, state.phase) == (0, "last_unload")
    assert legal_notations(state) == {"unload a", "unload d", "unload none"}
    state = play(state, "unload a")
    assert state.warehouses[0].sides[0] == tiles("mead 1", "mead 3")
    assert (state.active, state.phase) == (1, "last_unload")
    state = play(state, "unload b")
    assert state.warehouses[0].sides[1] == tiles("mead 1")
    assert state.phase == "over"


def test_t29_the_last_unloading_may_be_left() -> None:
    state = with_fleet(nearly_empty_state(active=1), 0, left=ship("d", "mead 2", "mead 2"))
    state, events = play_with_events(state, "side right", "stop", "unload none")
    assert state.phase == "over"
    assert state.stored(0, "mead") == ()
    assert "nothing_unloaded" in [event.kind for event in events]


def test_ruling_10_the_player_who_begins_unloads_first() -> None:
    state = nearly_empty_state(active=0, first=1)
    for seat in (0, 1):
        state = with_fleet(state, seat, left=ship("d", "mead 2", "mead 2"))
    state = play(state, "side right", "stop")
    assert state.active == 1


def test_ruling_10_a_type_without_a_warehouse_chooses_an_empty_one() -> None:
    state = with_stored(
        with_fleet(nearly_empty_state(active=1), 0, left=ship("d", "mead 2", "mead 2")), 2, 0, "fish 1"
    )
    state = play(state, "side right", "stop", "unload d")
    assert legal_notations(state) == {"store 1", "store 3", "store 4"}
    state = play(state, "store 4")
    assert state.warehouses[3].sides[0] == tiles("mead 2")
    assert state.phase == "over"


def test_who_has_no_loaded_ship_is_not_asked() -> None:
    state = with_fleet(nearly_empty_state(active=1), 1, left=ship("d", "mead 2", "mead 2"))
    assert play(state, "side right", "stop").active == 1


def locked_fleets(state: State) -> State:
    for seat in (0, 1):
        ships = (ship("a", "coffer 1"), ship("b", "coffer 2"), ship("c", "coffer 3"), ship("d", "coffer 1"))
        market, right, dock, left = ships
        state = with_fleet(state, seat, market=market, right=right, dock=dock, left=left)
    return state


def test_a_table_where_no_ship_can_ever_load_or_take_an_order_ends() -> None:
    """All eight ships wait for coffers, which the full market lacks: no tile can leave it any more."""
    state, events = play_with_events(locked_fleets(table()), "side right", "turn", "stop", "place left")
    assert state.phase == "over"
    assert "locked" in [event.kind for event in events]
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.reason == "locked"


def test_a_last_turn_is_played_even_where_nothing_can_move() -> None:
    state = locked_fleets(nearly_empty_state())
    state = play(state, "side right", "stop", "place left", "fill left a", "fill right b", "stop")
    assert (state.active, state.phase) == (1, "action")
    outcome = GAME.outcome(play(state, "side left", "stop"))
    assert outcome
    assert outcome.reason == "goods_ran_out"


def test_a_turn_bought_at_a_locked_table_is_refunded() -> None:
    state = play(locked_fleets(table(coins=(3, 3))), "extra_turn", "side right", "stop", "place left")
    assert state.phase == "over"
    assert state.players[0].coins == 3


def test_a_table_with_one_ship_that_can_still_do_something_goes_on() -> None:
    state = locked_fleets(table())
    for changed in (ship("a"), ship("a", "fish 1"), ship("a", "coffer 1", "coffer 1")):
        free = with_fleet(state, 1, right=changed)
        assert play_to_upkeep(free).phase == "action"
