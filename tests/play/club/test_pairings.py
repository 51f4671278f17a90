"""In a cup all entrants play equally often, and meet each other equally often."""

from collections import Counter
from itertools import combinations

import pytest

from bot.play.club.pairings import MAX_ENTRANTS, MIN_ENTRANTS, cup_tables, games_per_player
from bot.play.core.authorization import MAX_GAMES_PER_USER


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(MIN_ENTRANTS, MAX_ENTRANTS + 1))
def test_all_play_as_often_and_meet_as_often(number: int, seats: int) -> None:
    tables = cup_tables(number, seats)
    assert all(2 <= len(table) <= seats and len(set(table)) == len(table) for table in tables)
    games = Counter(one for table in tables for one in table)
    assert set(games) == set(range(number))
    assert set(games.values()) == {games_per_player(number, seats)}
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert len(met) == number * (number - 1) // 2
    assert len(set(met.values())) == 1
    assert games_per_player(number, seats) <= MAX_GAMES_PER_USER // 2


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("number", range(MIN_ENTRANTS, MAX_ENTRANTS + 1))
def test_nobody_sits_first_much_more_often_than_another(number: int, seats: int) -> None:
    first = Counter(table[0] for table in cup_tables(number, seats))
    often = [first[one] for one in range(number)]
    assert max(often) - min(often) <= 1
