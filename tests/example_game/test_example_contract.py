"""The example game passes the contract suite of all games."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.contract.contract_checks import check_current_scores
from tests.contract.game_setups import parametrize_games
from tests.contract.perft import count_row, format_rows
from tests.contract.test_contract import *  # noqa: F403 - its tests, collected here for this game
from tests.example_game.example import GAME, KEY
from tests.games.recorded_file import check_file

HERE = Path(__file__).parent
ROWS = tomllib.loads((HERE / "perft.toml").read_text(encoding="utf-8"))[KEY]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parametrize_games(metafunc, {KEY: GAME})


@pytest.mark.parametrize("number", GAME.info.seat_counts())
def test_current_scores_end_as_the_totals(number: int) -> None:
    check_current_scores(GAME, number)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['seats']}-{row['seed']}")
def test_the_continuations_are_those_counted_the_slow_way(row: dict[str, Any]) -> None:
    assert count_row(GAME, row) == row["counts"]


def test_the_rows_are_those_that_are_printed() -> None:
    assert tomllib.loads("".join(format_rows(GAME))) == {KEY: ROWS}


@pytest.mark.parametrize("file", sorted(HERE.glob("games/*.txt")), ids=lambda file: file.stem)
def test_the_game_ends_as_it_did(file: Path) -> None:
    check_file(file, {KEY: GAME})
