"""The order of a ladder."""

from hypothesis import given
from hypothesis import strategies as st

from bot.standings.ladder import MAX_CLIMB, climb, drift, rivals_above

ORDERS = st.permutations(range(6))


def test_the_top_has_nobody_to_challenge() -> None:
    assert rivals_above([7, 8], 7) == ()
    assert rivals_above([7, 8], 8) == (7,)


@given(ORDERS, st.integers(0, 5), st.integers(0, 5))
def test_a_win_moves_the_winner_right_above_the_loser_and_nobody_else_passes(
    order: list[int], winner: int, loser: int
) -> None:
    if winner == loser:
        return
    after = climb(order, winner, loser)
    assert sorted(after) == sorted(order)
    assert after.index(winner) < after.index(loser)
    assert [one for one in after if one != winner] == [one for one in order if one != winner]


@given(ORDERS, st.sets(st.integers(0, 5)))
def test_nobody_drifts_more_than_one_rung_and_the_active_keep_their_order(
    order: list[int], idle: set[int]
) -> None:
    after = drift(order, idle)
    assert sorted(after) == sorted(order)
    for one in idle:
        assert after.index(one) - order.index(one) <= 1
    assert [one for one in after if one not in idle] == [one for one in order if one not in idle]


def test_an_idle_member_is_in_reach_of_one_more_each_week() -> None:
    order: tuple[int, ...] = tuple(range(6))
    for _ in range(MAX_CLIMB):
        order = drift(order, {0})
    assert order.index(0) == MAX_CLIMB
