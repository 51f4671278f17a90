"""The final count: worked example T20, rulings 33 to 35."""

from dataclasses import replace

from rules.game import Outcome, ScoreRow
from rules.lofoten.state import State
from tests.rules.lofoten.states import GAME, table, with_stored


def result(state: State) -> Outcome:
    outcome = GAME.outcome(replace(state, stage="over"))
    assert outcome is not None
    return outcome


def test_the_larger_total_of_numbers_takes_the_points() -> None:
    """Warehouse 1 gives 7: one tile of three beats two of one; the number of tiles does not count."""
    state = with_stored(with_stored(table(), 1, 0, "mead 3"), 1, 1, "mead 1", "mead 1")
    outcome = result(state)
    assert outcome.totals == (7, 0)
    assert outcome.ranking == ((0,), (1,))
    assert outcome.sheet[0] == ScoreRow("warehouse", (7, 0), "warehouse_4")


def test_each_warehouse_is_counted_by_itself() -> None:
    state = with_stored(with_stored(table(), 1, 0, "mead 3"), 2, 1, "fish 1")
    state = with_stored(with_stored(state, 3, 1, "sheep 1"), 3, 0, "sheep 2")
    assert result(state).totals == (7 + 9, 8)


def test_t20_a_tie_in_a_warehouse_of_seven_gives_nothing() -> None:
    state = with_stored(with_stored(table(), 1, 0, "mead 2"), 1, 1, "mead 1", "mead 1")
    assert result(state).totals == (0, 0)


def test_t20_variant_a_tie_in_a_warehouse_of_seven_gives_both_seven() -> None:
    state = with_stored(with_stored(table(ties="both"), 1, 0, "mead 2"), 1, 1, "mead 1", "mead 1")
    assert result(state).totals == (7, 7)


def test_ruling_33_ties_are_the_tables_choice() -> None:
    """One board counted both ways: warehouse 2 decides the first way, and still leads in the second."""
    for ties, totals in (("nothing", (8, 0)), ("both", (15, 7))):
        state = with_stored(with_stored(table(ties=ties), 1, 0, "mead 2"), 1, 1, "mead 2")
        assert result(with_stored(state, 2, 0, "fish 1")).totals == totals


def test_ruling_35_an_empty_warehouse_gives_nobody_anything() -> None:
    for ties in ("nothing", "both"):
        assert result(table(ties=ties)).totals == (0, 0)


def test_ruling_34_equal_points_are_a_draw() -> None:
    state = with_stored(table(coins=(5, 0)), 1, 0, "mead 2")
    assert result(with_stored(with_stored(state, 1, 1, "mead 2"), 2, 0, "fish 1")).ranking == ((0,), (1,))
    level = with_stored(state, 1, 1, "mead 1", "mead 1")
    assert result(level).ranking == ((0, 1),)
    assert {row.category for row in result(level).sheet} == {"warehouse"}


def test_ruling_34_option_more_goods_break_a_tie() -> None:
    """Seven points each in two warehouses of seven; seat 1 stored more goods for them."""
    state = table(overall_tie="goods_then_coins", coins=(5, 0))
    first, second, *others = state.warehouses
    state = replace(state, warehouses=(first, second._replace(points=7), *others))
    state = with_stored(with_stored(state, 1, 0, "mead 1"), 2, 1, "fish 3")
    outcome = result(state)
    assert outcome.totals == (7, 7)
    assert outcome.ranking == ((1,), (0,))
    assert outcome.sheet[4:] == (ScoreRow("goods_stored", (1, 3)),)


def test_ruling_34_option_coins_break_what_goods_do_not() -> None:
    state = table(overall_tie="goods_then_coins", coins=(2, 3))
    assert result(state).ranking == ((1,), (0,))
    assert result(state).sheet[4:] == (ScoreRow("goods_stored", (0, 0)), ScoreRow("coins_left", (2, 3)))
    level = table(overall_tie="goods_then_coins", coins=(3, 3))
    assert result(level).ranking == ((0, 1),)


def test_the_view_counts_as_if_the_game_ended_now() -> None:
    state = with_stored(with_stored(table(), 1, 0, "mead 3"), 2, 1, "fish 1")
    view = GAME.view(state, None)
    assert view.points == (7, 8)
    assert [warehouse.scores for warehouse in view.warehouses] == [(7, 0), (0, 8), (0, 0), (0, 0)]
    assert view.warehouses[0].totals == (3, 0)
