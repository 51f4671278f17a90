"""Phase 3, upkeep: worked example T19, rulings 4, 15, 31, 32 and 36."""

from tests.rules.lofoten.notation import legal_notations, play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import tiles
from tests.rules.lofoten.states import GAME, table

GAP = ("mead 1", None, "mead 2", "fish 2", "sheep 1")


def test_the_player_chooses_the_stack_and_the_space() -> None:
    state = play_to_upkeep(table(market=(None, "fish 1", None, "fish 2", "sheep 1"), coins=(0, 0)))
    assert legal_notations(state) == {"fill left a", "fill left c", "fill right a", "fill right c"}
    state = play(state, "fill right c")
    assert state.market == tiles(None, "fish 1", "mead 3", "fish 2", "sheep 1")
    assert legal_notations(state) == {"fill left a", "fill right a"}
    state = play(state, "fill left a")
    assert state.market == tiles("coffer 3", "fish 1", "mead 3", "fish 2", "sheep 1")
    assert state.active == 1


def test_a_full_market_needs_no_upkeep() -> None:
    state = play_to_upkeep(table())
    assert (state.active, state.phase) == (1, "action")


def test_ruling_31_both_amounts_are_public_from_the_drawing_of_the_card_until_taken() -> None:
    state = play(table(market=GAP), "side right")
    assert [stack.amount for stack in GAME.view(state, 1).stacks] == [None, None]
    state = play(state, "stop")
    for reader in (0, 1, None):
        assert [stack.amount for stack in GAME.view(state, reader).stacks] == [3, 3]
    state = play(state, "place right", "fill left b")
    for reader in (0, 1, None):
        left, right = GAME.view(state, reader).stacks
        assert (left.top, left.amount) == ("coffer", None)
        assert (right.top, right.amount) == ("mead", 3)


def test_the_type_of_the_next_tile_shows_as_soon_as_a_tile_is_taken() -> None:
    state = play_to_upkeep(table(market=GAP, left=("coffer 1", "fish 2", "coffer 3")))
    step = GAME.apply(state, 0, GAME.parse("fill left b"))
    assert GAME.view(step.state, 1).stacks[0].top == "fish"
    assert step.barrier


def test_the_type_of_the_next_tile_cannot_be_untold_before_a_bought_turn() -> None:
    """The turn stays with the player, and no amount was looked at: only the type was revealed."""
    state = play_to_upkeep(play(table(market=GAP, coins=(3, 3)), "extra_turn"))
    step = GAME.apply(state, 0, GAME.parse("fill left b"))
    assert GAME.to_act(step.state) == {0}
    assert step.barrier


def test_looking_at_the_amounts_cannot_be_taken_back() -> None:
    state = play(table(market=GAP), "side right")
    assert GAME.apply(state, 0, GAME.parse("stop")).barrier


def test_nothing_is_looked_at_where_nothing_is_to_be_filled() -> None:
    state = play(table(), "side right", "stop")
    assert [stack.amount for stack in GAME.view(state, 0).stacks] == [None, None]


def test_card_and_tile_are_placed_in_one_go() -> None:
    """Nothing comes to light between the two, so both can still be taken back together."""
    state = play(table(market=GAP), "side right", "stop")
    step = GAME.apply(state, 0, GAME.parse("place left"))
    assert step.state.phase == "upkeep"
    assert not step.barrier


def test_after_the_last_tile_the_turn_stays_open_while_something_can_be_bought() -> None:
    state = play(play_to_upkeep(table(market=GAP, coins=(3, 3))), "fill left b")
    assert (state.active, state.phase) == (0, "turn_end")
    assert legal_notations(state) == {"new_hand", "extra_turn", "stop"}
    again = play(state, "extra_turn")
    assert (again.active, again.phase, again.players[0].coins) == (0, "action", 0)
    assert play(state, "stop").active == 1


def test_after_the_last_tile_a_turn_without_coins_ends_by_itself() -> None:
    assert play(play_to_upkeep(table(market=GAP, coins=(1, 3))), "fill left b").active == 1


def test_whoever_buys_nothing_more_ends_the_turn_with_the_last_tile() -> None:
    state = play(table(market=GAP, coins=(3, 3)), "side right", "stop", "nothing_more")
    assert legal_notations(state) == {"place left", "place right"}
    state = play(state, "place left", "fill left b")
    assert (state.active, state.phase) == (1, "action")
    assert "extra_turn" in legal_notations(state), "it was said for one turn only"


def test_ruling_32_with_one_stack_empty_the_other_gives() -> None:
    state = play_to_upkeep(table(market=GAP, left=(), coins=(0, 0)))
    assert legal_notations(state) == {"fill right b"}


def test_ruling_4_exactly_enough_tiles_fill_the_market_and_do_not_trigger_the_end() -> None:
    state = table(market=(None, None, "mead 2", "fish 2", "sheep 1"), left=("coffer 1",), right=("fish 3",))
    state, events = play_with_events(play_to_upkeep(state), "fill left a", "fill right b", "stop")
    assert state.tiles_left() == 0
    assert state.ending == "open"
    assert (state.active, state.phase) == (1, "action")
    assert "end_triggered" not in [event.kind for event in events]


def test_t19_of_four_alike_the_two_inner_ones_are_replaced() -> None:
    market = ("mead 1", "mead 2", "fish 1", "mead 3", None)
    state = play_to_upkeep(table(market=market, right=("sheep 2", "sheep 3", "mead 3")))
    state, events = play_with_events(state, "fill right e")
    assert state.market == tiles("mead 1", None, "fish 1", None, "mead 3")
    assert state.box == tiles("mead 2", "mead 3")
    assert [event.kind for event in events] == ["market_filled", "four_alike", "tile_removed", "tile_removed"]
    assert state.active == 0
    state = play(state, "fill right d", "fill left b", "stop")
    assert state.market == tiles("mead 1", "coffer 3", "fish 1", "sheep 3", "mead 3")
    assert state.active == 1


def test_ruling_15_four_alike_are_parted_again_if_they_come_again() -> None:
    market = ("mead 1", "mead 2", "fish 1", "mead 3", None)
    state = play_to_upkeep(table(market=market, left=("fish 3", "mead 1", "mead 2", "mead 2")))
    state = play(state, "fill left e", "fill left b", "fill left d")
    assert state.market == tiles("mead 1", None, "fish 1", None, "mead 2")
    assert state.box == tiles("mead 2", "mead 3", "mead 2", "mead 1")


def test_ruling_15_of_five_alike_the_second_and_third_from_the_players_left_go() -> None:
    market = ("mead 1", "mead 2", None, "mead 3", "mead 2")
    state = play(play_to_upkeep(table(market=market)), "fill right c")
    assert [zone for zone, tile in enumerate(state.market) if tile is None] == [1, 2]
    state = play(play_to_upkeep(table(market=market, active=1)), "fill right c")
    assert [zone for zone, tile in enumerate(state.market) if tile is None] == [2, 3]


def test_ruling_15_four_alike_stay_when_the_stacks_cannot_replace_two() -> None:
    market = ("mead 1", "mead 2", "fish 1", "mead 3", None)
    state = play(
        play_to_upkeep(table(market=market, left=("coffer 1",), right=("mead 3",))), "fill right e", "stop"
    )
    assert state.market == tiles("mead 1", "mead 2", "fish 1", "mead 3", "mead 3")
    assert (state.active, state.ending) == (1, "open")


def test_three_alike_stay() -> None:
    market = ("mead 1", "fish 2", "fish 1", "mead 3", None)
    state = play(play_to_upkeep(table(market=market)), "fill right e")
    assert state.box == ()
