"""Tools: E2, N6, rulings A17 to A19."""

import pytest

from rules.shipwrights.pieces import Goods
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_notations, legal_of_kind, play, play_with_events
from tests.rules.shipwrights.states import board, table


def test_e2_the_cart_adds_the_resource_of_the_kind_that_was_bought() -> None:
    state = table(board(tool="trade_cart", cart=(1, 1, 1)), board())
    state, events = play_with_events(state, "buy oak yes")
    player = state.players[0]
    assert player.mill == Goods(3, 0, 0)
    assert player.cart == Goods(0, 1, 1)
    assert player.tool == "trade_cart"
    assert "cart_unloaded" in event_kinds(events)


def test_e2_the_cart_may_keep_its_resource() -> None:
    state = play(table(board(tool="trade_cart", cart=(1, 1, 1)), board()), "buy oak no")
    assert state.players[0].mill == Goods(2, 0, 0)
    assert state.players[0].cart == Goods(1, 1, 1)


def test_the_cart_gives_only_what_it_has() -> None:
    state = table(board(tool="trade_cart", cart=(0, 1, 0), workers=4), board())
    assert legal_of_kind(state, "buy") == {"buy oak no", "buy wool yes", "buy wool no", "buy iron no"}


def test_e2_an_empty_cart_is_discarded() -> None:
    state, events = play_with_events(table(board(tool="trade_cart", cart=(0, 1, 0)), board()), "buy wool yes")
    assert state.players[0].mill == Goods(0, 4, 0)
    assert state.players[0].tool is None
    assert state.discards == ("trade_cart",)
    assert "cart_empty" in event_kinds(events)


def test_a18_a_cart_comes_with_one_of_each_which_are_not_in_the_mill() -> None:
    state = play(table(board(gold=5, hand="trade_cart"), board()), "tool trade_cart")
    player = state.players[0]
    assert (player.gold, player.cart, player.mill) == (2, Goods(1, 1, 1), Goods())


def test_a18_what_lies_on_a_cart_goes_with_it() -> None:
    state = play(
        table(board(gold=5, hand="bow_saw", tool="trade_cart", cart=(1, 1, 1)), board()), "tool bow_saw"
    )
    assert state.players[0].cart == Goods()
    assert state.players[0].mill == Goods()


def test_a_tool_that_cannot_be_paid_must_be_discarded() -> None:
    state = table(board(gold=3, hand="bow_saw", workers=0), board())
    assert legal_notations(state) == {"end"}
    assert play(state, "end").discards == ("bow_saw",)


def test_n6_there_is_room_for_one_tool_so_the_first_is_given_up() -> None:
    state, events = play_with_events(
        table(board(gold=9, hand="bow_saw spindle_whorl"), board()), "tool bow_saw"
    )
    state, events = play_with_events(state, "tool spindle_whorl")
    assert state.players[0].tool == "spindle_whorl"
    assert state.players[0].gold == 9 - 4 - 3
    assert state.discards == ("bow_saw",)
    assert event_kinds(events) == ["tool_given_up", "tool_bought"]


def test_a19_a_tool_may_be_given_up_for_nothing_in_ones_own_turn() -> None:
    state = table(board(tool="bow_saw"), board(tool="bow_saw"))
    assert legal_of_kind(state, "drop") == {"drop"}
    state = play(state, "drop")
    assert state.players[0].tool is None
    assert state.discards == ("bow_saw",)
    assert state.players[1].tool == "bow_saw"


@pytest.mark.parametrize(
    ("tool", "mill"),
    [("bow_saw", (0, 2, 1)), ("spindle_whorl", (2, 0, 1)), ("smelting_furnace", (2, 2, 0))],
)
def test_a17_a_tool_spares_the_whole_of_one_resource_and_is_discarded(
    tool: str, mill: tuple[int, int, int]
) -> None:
    """A Knarr needs two oak, two wool and one iron."""
    ready = board(mill=mill, tool=tool, craftsmen="carpenter sailmaker", workshops="knarr -")
    state = table(ready, board())
    assert legal_of_kind(state, "finish") == {"finish a yes board board none"}
    state = play(state, "finish a yes board board none")
    player = state.players[0]
    assert player.fleet == ("knarr",)
    assert player.mill == Goods()
    assert player.tool is None
    assert tool in state.discards


def test_a17_the_use_of_a_tool_is_optional() -> None:
    ready = board(mill=(2, 2, 1), tool="bow_saw", craftsmen="carpenter sailmaker", workshops="knarr -")
    state = table(ready, board())
    assert legal_of_kind(state, "finish") == {"finish a no board board none", "finish a yes board board none"}
    assert play(state, "finish a no board board none").players[0].tool == "bow_saw"
    kept = play(state, "finish a yes board board none").players[0]
    assert kept.mill == Goods(2, 0, 0)


def test_a_tool_that_spares_nothing_is_not_used() -> None:
    """A Ferje needs no iron."""
    ready = board(
        mill=(2, 1, 0), tool="smelting_furnace", craftsmen="carpenter oarmaker", workshops="ferje -"
    )
    assert legal_of_kind(table(ready, board()), "finish") == {"finish a no board none none"}


def test_a_cart_does_not_help_to_finish_a_ship() -> None:
    cart = board(tool="trade_cart", cart=(1, 1, 1), craftsmen="blacksmith", workshops="skute -")
    assert not legal_of_kind(table(cart, board()), "finish")
