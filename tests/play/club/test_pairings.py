"""Everybody in a cup plays as often as the others, and meets each of them as often."""

from collections import Counter
from itertools import combinations

import pytest

from bot.play.club.pairings import LEAST, MOST, games_each, tables_for
from bot.play.core.authorization import GAMES_AT_ONCE


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(LEAST, MOST + 1))
def test_all_play_as_often_and_meet_as_often(number: int, seats: int) -> None:
    tables = tables_for(number, seats)
    assert all(2 <= len(table) <= seats and len(set(table)) == len(table) for table in tables)
    games = Counter(one for table in tables for one in table)
    assert set(games) == set(range(number))
    assert set(games.values()) == {games_each(number, seats)}
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert len(met) == number * (number - 1) // 2
    assert len(set(met.values())) == 1
    assert games_each(number, seats) <= GAMES_AT_ONCE // 2


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("number", range(LEAST, MOST + 1))
def test_nobody_sits_first_much_more_often_than_another(number: int, seats: int) -> None:
    first = Counter(table[0] for table in tables_for(number, seats))
    often = [first[one] for one in range(number)]
    assert max(often) - min(often) <= 1
