"""Divisions: of four to six, one up and one down, who is new below."""

import pytest

from bot.standings.leagues import LEAST, MOST, divided, order_of


@pytest.mark.parametrize("number", [*range(4, 7), *range(8, 100)])
def test_every_division_has_four_to_six_and_nobody_is_left_out(number: int) -> None:
    divisions = divided(range(number))
    assert all(LEAST <= len(division) <= MOST for division in divisions)
    assert [person for division in divisions for person in division] == [*range(number)]


def test_seven_play_in_one_and_three_do_not_play() -> None:
    assert divided(range(7)) == (tuple(range(7)),)
    assert divided(range(3)) == ()


def test_one_goes_up_and_one_goes_down_at_each_step() -> None:
    last = [(1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15)]
    order = order_of(range(1, 16), last, {})
    assert divided(order) == ((1, 2, 3, 4, 6), (5, 7, 8, 9, 11), (10, 12, 13, 14, 15))


def test_who_is_new_follows_by_rating_and_who_has_left_is_gone() -> None:
    order = order_of([4, 7, 1, 2, 8], [(1, 2, 3, 4)], {7: 20.0, 8: 30.0})
    assert order == (1, 2, 4, 8, 7)


def test_the_first_month_goes_by_rating() -> None:
    assert order_of([1, 2, 3], [], {2: 30.0, 3: 25.0, 1: 10.0}) == (2, 3, 1)
