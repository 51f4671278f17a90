"""The number of taps per turn over a whole game, as `python -m bench.taps` counts them."""

from statistics import median

import pytest

from bench.taps import SEATS, TARGETS, count_taps, tap_counts


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("lofoten", {}),
        ("lofoten", {"new_warehouses": "four", "alliances": "yes", "better_longships": "yes"}),
        ("borealis", {}),
    ],
)
def test_a_turn_takes_as_few_taps_as_wanted(key: str, options: dict[str, str]) -> None:
    game = count_taps(key, SEATS[key], options, "sailor", 0)
    assert median(tap_counts([game], "by default", per_day=False)) <= TARGETS[key]
    assert sum(turn.is_unreachable for turn in game) <= len(game) / 50
