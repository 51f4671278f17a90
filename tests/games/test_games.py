"""Recorded games are replayed: one for each way a game can end.

A file has a head, an empty line, and a line for each move: the seat and the notation. The head has `game`,
`seats`, `options` and `seed`, then the expected `reason`, `totals` and `ranking`. `told` lines are events
that must occur. Lines that begin with # say what the game shows.
"""

from pathlib import Path

import pytest

from rules import GAMES
from tests.games.recorded_file import FILES, check_file


def test_every_game_has_finished_games() -> None:
    assert {file.parent.name for file in FILES} == set(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_game_ends_as_it_did(file: Path) -> None:
    check_file(file, GAMES)
