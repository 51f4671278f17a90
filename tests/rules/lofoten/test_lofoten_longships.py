"""Module 3, better longships: worked examples T21 to T24, rulings 24 to 28."""

from dataclasses import replace

import pytest

from rules.game import Refusal
from rules.lofoten.ending import POSITIONS
from rules.lofoten.state import Fleet, State
from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import ship, tiles
from tests.rules.lofoten.states import GAME, scores, table, with_fleet, with_hand, with_jarl, with_stored


def state_with_longships(**more: object) -> State:
    """A table where longships can be upgraded, the first player with three tiles in store."""
    state = table(better_longships="yes", **more)  # type: ignore[arg-type]
    state = with_stored(state, 1, 0, "mead 2", "mead 3", "mead 2")
    return with_stored(state, 2, 0, "fish 1")


def at_turn_end(state: State) -> State:
    """Play a side card for nothing, and nothing is left to fill."""
    return play_to_upkeep(state)


def test_one_upgrade_at_the_end_of_the_turn_for_a_flipped_tile() -> None:
    state = at_turn_end(state_with_longships())
    assert (state.phase, state.active) == ("turn_end", 0)
    state = play(state, "upgrade b 1 2")
    assert state.players[0].fleet.right == ship("b", better=True)
    assert state.warehouses[0].sides[0] == tiles("mead 2", "mead 3 flipped", "mead 2")


def test_not_before_the_end_of_the_turn() -> None:
    state = state_with_longships()
    assert not any(move.startswith("upgrade") for move in legal_notations(state))
    state = play(state, "side right", "stop")
    assert not any(move.startswith("upgrade") for move in legal_notations(state))
    with pytest.raises(Refusal):
        play(state, "upgrade b 1 2")


def test_without_the_module_nothing_is_upgraded() -> None:
    state = play_to_upkeep(with_stored(table(), 1, 0, "mead 2"))
    assert (state.phase, state.active) == ("action", 1)


def test_without_a_stored_tile_nothing_is_upgraded() -> None:
    state = play_to_upkeep(with_stored(table(better_longships="yes"), 1, 1, "mead 2"))
    assert (state.phase, state.active) == ("action", 1)


def test_tiles_alike_are_offered_once() -> None:
    upgrades = {
        move for move in legal_notations(at_turn_end(state_with_longships())) if move.startswith("upgrade a")
    }
    assert upgrades == {"upgrade a 1 1", "upgrade a 1 2", "upgrade a 2 1"}


def test_a_player_is_told_which_shields_an_upgrade_costs_where_shields_count() -> None:
    for options, shields in (({}, None), ({"new_warehouses": "one"}, "rb")):
        state = with_stored(table(better_longships="yes", **options), 1, 0, "mead 2 rb")
        facts = GAME.label_facts(at_turn_end(state), 0, GAME.parse("upgrade a 1 1"))
        assert (facts["good"], facts["amount"], facts.get("shields")) == ("mead", 2, shields)


def test_ruling_28_one_upgrade_a_turn() -> None:
    state = play(at_turn_end(state_with_longships()), "upgrade a 1 1")
    assert not any(move.startswith("upgrade") for move in legal_notations(state))
    if state.active == 0:
        state = play(state, "stop")
    state = play(state, "side right", "stop", "place left")
    state = play(state, "side right", "stop", "place left")
    assert "upgrade b 1 2" in legal_notations(state)


def test_ruling_28_upgrade_and_alliance_in_either_order() -> None:
    state = with_jarl(at_turn_end(state_with_longships()), "knut")
    for order in (("upgrade a 1 1", "claim knut"), ("claim knut", "upgrade a 1 1")):
        after = play(state, *order)
        assert after.ally(0, "knut")
        assert after.warehouses[0].sides[0][0].flipped


def test_ruling_27_a_flipped_tile_cannot_be_flipped_again() -> None:
    state = with_stored(table(better_longships="yes"), 1, 0, "mead 2 flipped")
    assert play_to_upkeep(state).active == 1
    beside = play_to_upkeep(with_stored(table(better_longships="yes"), 1, 0, "mead 2 flipped", "mead 3"))
    assert {move.split(" ", 2)[2] for move in legal_notations(beside) if move.startswith("upgrade")} == {
        "1 2"
    }


def test_ruling_27_a_flipped_tile_is_still_a_tile_of_its_good() -> None:
    state = with_stored(table(), 1, 0, "coffer 3 flipped", "coffer 2 flipped")
    state = play(with_hand(state, "mead 1", "coffer 1", "mead 1"), "centre")
    assert state.in_play is not None
    assert state.in_play.left == 2


def test_t24_a_flipped_tile_counts_one_and_has_no_shields() -> None:
    (tile,) = tiles("mead 3 rb flipped")
    assert (tile.goods, tile.shown) == (1, "")
    state = with_stored(with_stored(table(), 1, 0, "mead 3 rb flipped"), 1, 1, "mead 2")
    assert scores(state, 1) == (0, 7)


@pytest.mark.parametrize(
    ("better", "points"), [("b", 1), ("bc", 3), ("bcd", 6), ("abcd", 13), ("a", 4), ("ad", 6), ("", 0)]
)
def test_t21_upgrades_give_1_3_6_10_and_ship_a_3_more(better: str, points: int) -> None:
    state = table(better_longships="yes")
    fleet = Fleet(2, *(ship(key, better=key in better) for key in "abcd"))
    state = with_fleet(state, **fleet._asdict())
    assert GAME.view(state, None).points == (points, 0)


def test_t22_ship_b_takes_a_second_tile_of_two() -> None:
    state = with_fleet(table(), market=ship("b", "mead 1", "mead 2", better=True), zone=1)
    state = play(state, "side right", "slide")
    assert state.players[0].fleet.market.load == tiles("mead 2", "mead 2")


def test_t22_ship_b_takes_no_more_than_four_goods() -> None:
    state = table(market=("mead 1", "fish 1", "mead 3", "fish 2", "sheep 1"))
    state = with_fleet(state, market=ship("b", "mead 1", "mead 2", better=True), zone=1)
    state = play(state, "side right", "slide")
    assert state.players[0].fleet.market.load == tiles("mead 2")
    assert state.market[2] is not None


@pytest.mark.parametrize(("key", "better"), [("b", False), ("a", True)])
def test_other_ships_and_a_light_b_take_one_tile(key: str, better: bool) -> None:
    state = with_fleet(table(), market=ship(key, "mead 1", "mead 2", better=better), zone=1)
    state = play(state, "side right", "slide")
    assert state.players[0].fleet.market.load == tiles("mead 2")


def test_ruling_25_ship_b_unloads_all_its_tiles() -> None:
    state = with_fleet(table(), right=ship("b", "mead 1", "mead 2", "mead 1", better=True), market=ship("a"))
    state = play(state, "side right", "turn", "store 3")
    assert state.warehouses[2].sides[0] == tiles("mead 2", "mead 1")
    assert state.players[0].fleet.dock == ship("b", better=True)


def test_ruling_10_ship_b_unloads_all_its_tiles_after_the_last_turn_too() -> None:
    state = table(active=1, left=(), right=(), market=("mead 1", None, None, None, None))
    loaded = ship("b", "mead 1", "mead 2", "mead 1", better=True)
    state = with_fleet(state, 1, zone=4, left=loaded, right=ship("d"))
    state = play(state, "side left", "stop")
    assert legal_notations(state) == {"unload b", "unload none"}
    state = play(state, "unload b", "store 2")
    assert state.phase == "over"
    assert state.warehouses[1].sides[1] == tiles("mead 2", "mead 1")


def test_ruling_25_ship_b_takes_only_its_own_good() -> None:
    state = with_fleet(table(), market=ship("b", "fish 1", "fish 2", better=True), zone=1)
    state = play(state, "side right", "slide")
    assert state.players[0].fleet.market.load == tiles("fish 2")


def state_with_ship_c(**changes: object) -> State:
    """A better ship C with a fish order slides before two mead."""
    state = with_fleet(table(), market=ship("c", "fish 1", better=True), right=ship("a"), zone=3, **changes)
    return play(replace(state, market=tiles(None, None, "mead 2", None, None)), "side left", "slide")


def test_ruling_26_ship_c_may_take_any_good() -> None:
    state = state_with_ship_c()
    assert legal_notations(state) == {"load yes", "load no"}
    state, events = play_with_events(state, "load yes")
    assert state.players[0].fleet.market.load == tiles("mead 2")
    assert state.market[2] is None
    assert [event.kind for event in events] == ["tile_loaded"]


def test_ruling_26_ship_c_may_let_it_lie() -> None:
    state, events = play_with_events(state_with_ship_c(), "load no")
    assert state.players[0].fleet.market.load == ()
    assert state.market[2] is not None
    assert state.phase == "steps"
    assert [event.kind for event in events] == ["tile_left"]


def test_ruling_26_ship_c_must_take_its_own_good() -> None:
    state = with_fleet(table(), market=ship("c", "mead 1", better=True), right=ship("a"), zone=1)
    state = play(state, "side right", "slide")
    assert state.players[0].fleet.market.load == tiles("mead 2")


def test_ruling_26_ship_c_is_asked_at_the_start_of_its_turn_too() -> None:
    """As ruling 20 has it for all loading; the rival's turn asks nothing."""
    state = with_fleet(table(active=1), 0, market=ship("c", "coffer 1", better=True))
    state = play(state, "side right", "stop")
    assert (state.phase, state.active) == ("draw", 1)
    state = play(state, "place right")
    assert (state.phase, state.active) == ("load", 0)
    assert play(state, "load yes").players[0].fleet.market.load == tiles("mead 2")


def test_ship_c_needs_an_order_and_room() -> None:
    for loaded in (ship("c", better=True), ship("c", "fish 1", "fish 1", better=True)):
        state = with_fleet(table(), market=loaded, right=ship("a"), zone=1)
        assert play(state, "side right", "slide").phase == "steps"


def test_a_light_ship_c_is_not_asked() -> None:
    state = with_fleet(table(), market=ship("c", "fish 1"), right=ship("a"), zone=1)
    assert play(state, "side right", "slide").phase == "steps"


def test_after_the_answer_the_ship_at_the_dock_unloads() -> None:
    for answer in ("yes", "no"):
        state = with_fleet(
            table(),
            left=ship("c", "fish 1", better=True),
            right=ship("a", "sheep 1", "sheep 2"),
            market=ship("b"),
        )
        state = play(state, "side right", "turn", f"load {answer}")
        assert state.phase == "store"
        state = play(state, "store 1")
        assert state.warehouses[0].sides[0] == tiles("sheep 2")


def test_what_ship_c_carries_goes_to_the_warehouse_of_that_good() -> None:
    state = with_stored(table(), 3, 1, "mead 1")
    state = with_fleet(state, right=ship("c", "fish 1", "mead 2", better=True), market=ship("a"))
    state = play(state, "side right", "turn")
    assert state.warehouses[2].sides[0] == tiles("mead 2")


def test_t23_ship_d_allows_four_uses() -> None:
    state = with_hand(table(coins=(2, 2)), "mead 1", "coffer 1", "mead 1")
    state = with_fleet(state, dock=ship("d", better=True), left=ship("c"))
    assert GAME.label_facts(state, 0, GAME.parse("centre"))["uses"] == 4
    state = play(state, "centre", "steal", "steal", "steal", "steal")
    assert state.players[0].coins == 6
    assert "steal" not in legal_notations(state)


def test_a_light_ship_d_or_another_ship_allows_one() -> None:
    for docked in (ship("d"), ship("c", better=True)):
        state = with_fleet(with_hand(table(), "mead 1", "coffer 1", "mead 1"), dock=docked, left=ship("a"))
        assert GAME.label_facts(state, 0, GAME.parse("centre"))["uses"] == 1


def test_ruling_24_ship_d_never_hurts() -> None:
    state = with_stored(table(), 1, 0, *["coffer 1"] * 5)
    state = with_fleet(with_hand(state, "mead 1", "coffer 1", "mead 1"), dock=ship("d", better=True))
    assert GAME.label_facts(state, 0, GAME.parse("centre"))["uses"] == 5


def test_the_very_last_turn_has_an_end_too() -> None:
    state = state_with_longships(active=1, left=(), right=(), market=("mead 1", None, None, None, None))
    state = with_fleet(with_stored(state, 3, 1, "sheep 2"), 1, zone=4)
    state = play(state, "side right", "stop")
    assert (state.phase, state.active) == ("turn_end", 1)
    assert "extra_turn" not in legal_notations(state)
    ended = play(state, "upgrade a 3 1")
    assert ended.phase == "over"
    assert GAME.outcome(play(state, "stop")) is not None
    assert GAME.view(ended, None).points[1] == 9 + 1 + 3


def test_before_the_last_unloading_comes_the_end_of_the_turn() -> None:
    state = state_with_longships(active=1, left=(), right=(), market=("mead 1", None, None, None, None))
    state = with_fleet(with_stored(state, 3, 1, "sheep 2"), 1, zone=4, left=ship("d", "sheep 1", "sheep 1"))
    state = play(state, "side left", "stop", "upgrade a 3 1")
    assert (state.phase, state.active) == ("last_unload", 1)


def locked_state(**options: str) -> State:
    """Every ship of both fleets waits for coffers, and the market has none."""
    state = table(market=("mead 1", "fish 1", "mead 2", "fish 2", "sheep 1"), **options)
    waiting = {place: ship(key, "coffer 1") for place, key in zip(POSITIONS, "abcd", strict=True)}
    return with_fleet(with_fleet(state, 0, **waiting), 1, **waiting)


def test_a_locked_table_goes_on_while_a_longship_can_be_upgraded() -> None:
    assert play_to_upkeep(locked_state(better_longships="yes")).phase == "over"
    state = play_to_upkeep(with_stored(locked_state(better_longships="yes"), 1, 1, "mead 2"))
    assert (state.phase, state.active) == ("action", 1)


def test_a_better_ship_c_is_never_stuck() -> None:
    state = play_to_upkeep(
        with_fleet(locked_state(better_longships="yes"), 1, dock=ship("c", "coffer 1", better=True))
    )
    assert (state.phase, state.active) == ("action", 1)


def test_a_locked_table_goes_on_while_a_jarl_can_be_gained() -> None:
    assert play_to_upkeep(with_jarl(locked_state(), "knut", owner=1)).phase == "over"
    assert play_to_upkeep(with_jarl(locked_state(), "knut")).phase == "turn_end"
