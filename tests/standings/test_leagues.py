"""Divisions of four to six, with promotion and relegation; new members join at the bottom."""

from random import Random

import pytest

from bot.standings.leagues import (
    MAX_DIVISION_SIZE,
    MIN_DIVISION_SIZE,
    divisions_of,
    remaining_sizes,
    strength_order,
)


@pytest.mark.parametrize("number", [*range(4, 7), *range(8, 100)])
def test_every_division_has_four_to_six_and_nobody_is_left_out(number: int) -> None:
    divisions = divisions_of(range(number))
    assert all(MIN_DIVISION_SIZE <= len(division) <= MAX_DIVISION_SIZE for division in divisions)
    assert [person for division in divisions for person in division] == [*range(number)]


def test_seven_play_in_one_and_three_do_not_play() -> None:
    assert divisions_of(range(7)) == (tuple(range(7)),)
    assert divisions_of(range(3)) == ()


def test_one_goes_up_and_one_goes_down_at_each_step() -> None:
    last = [(1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15)]
    order = strength_order(range(1, 16), last, {})
    assert divisions_of(order) == ((1, 2, 3, 4, 6), (5, 7, 8, 9, 11), (10, 12, 13, 14, 15))


def test_who_is_new_follows_by_rating_and_who_has_left_is_gone() -> None:
    order = strength_order([4, 7, 1, 2, 8], [(1, 2, 3, 4)], {7: 20.0, 8: 30.0})
    assert order == (1, 2, 4, 8, 7)


def test_the_first_month_goes_by_rating() -> None:
    assert strength_order([1, 2, 3], [], {2: 30.0, 3: 25.0, 1: 10.0}) == (2, 3, 1)


def sizes(divisions: tuple[tuple[int, ...], ...]) -> list[int]:
    return [len(division) for division in divisions]


@pytest.mark.parametrize(
    ("number", "last", "then"),
    [
        (11, (5, 5), [5, 6]),  # somebody is new, at the bottom
        (9, (4, 5), [4, 5]),  # somebody of the upper division has left
        (12, (6, 6), [6, 6]),
        (13, (6, 6), [5, 4, 4]),  # two divisions do not hold thirteen
        (8, (4, 4, 1), [4, 4]),
    ],
)
def test_divisions_keep_their_size_where_they_can(
    number: int, last: tuple[int, ...], then: list[int]
) -> None:
    assert sizes(divisions_of(range(number), last)) == then


def test_nobody_but_the_first_and_the_last_changes_division_while_others_come_and_go_below() -> None:
    last = [(1, 2, 3, 4, 5), (6, 7, 8, 9, 10)]
    members = [*range(1, 10), 11, 12]
    order = strength_order(members, last, {11: 99.0})
    assert divisions_of(order, remaining_sizes(members, last)) == ((1, 2, 3, 4, 6), (5, 7, 8, 9, 11, 12))


def test_whoever_comes_and_goes_every_division_keeps_to_its_bounds() -> None:
    chance = Random(5)
    for _ in range(200):
        number = chance.randint(8, 80)
        last = tuple(chance.randint(0, 6) for _ in range(chance.randint(1, 14)))
        parted = divisions_of(range(number), last)
        assert all(MIN_DIVISION_SIZE <= len(division) <= MAX_DIVISION_SIZE for division in parted)
        assert sum(map(len, parted)) == number
