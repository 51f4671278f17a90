"""The number of legal continuations from fixed starts has not drifted."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from tests.contract.perft import count_row

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text(encoding="utf-8"))
ROWS = [
    pytest.param(key, row, id=f"{key}-{row['seats']}-{row['seed']}{'-modules' * ('options' in row)}")
    for key, rows in TABLE.items()
    for row in rows
]


def test_every_game_has_its_counts() -> None:
    assert TABLE.keys() == GAMES.keys()


@pytest.mark.parametrize(("key", "row"), ROWS)
def test_the_continuations_are_those_counted_the_slow_way(key: str, row: dict[str, Any]) -> None:
    assert count_row(GAMES[key], row) == row["counts"]
