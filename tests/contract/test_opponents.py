"""AIs of every level know no more than their seat, in every game."""

import pytest

from opponents import LEVELS, Level
from rules import GAMES
from tests.contract.opponent_checks import check_ideas

POSITIONS: dict[Level, int] = {"apprentice": 16, "sailor": 10, "captain": 3}
"""Few enough for every run; `python -m tests.contract.opponent_checks --positions 1000` checks more."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", GAMES)
def test_nothing_hidden_changes_what_they_think(key: str, level: Level) -> None:
    check_ideas(GAMES[key], level, POSITIONS[level])
