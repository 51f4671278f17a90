"""`skald verify`: the operator's check of a game."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.app.command_line import CommandFailed, build_parser, run_command
from bot.app.settings import Settings
from tests.empty_store import open_empty_store
from tests.play.recorded_games import SEED, record_game


def run_verify(folder: Path, code: str) -> int:
    database = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
    settings = Settings.model_validate({"database": database, "data": folder})
    return run_command(build_parser().parse_args(["verify", code]), settings)


def store_game(folder: Path) -> str:
    """Store a game of twelve moves. Returns its code."""

    async def play() -> str:
        async with open_empty_store(folder) as store:
            return (await record_game(store, (11, 12), 12)).row.code

    return asyncio.run(play())


def test_the_command_says_so_and_ends_with_1_where_something_does_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = store_game(tmp_path)
    assert run_verify(tmp_path, code.lower()) == 0
    assert "Verified." in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "skald.db") as database:
        database.execute("UPDATE entries SET state_hash = ? WHERE ply = 9", ("0" * 64,))
    database.close()
    assert run_verify(tmp_path, code) == 1
    out = capsys.readouterr().out
    assert "Entry 9" in out
    assert SEED.hex() not in out


def test_a_game_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    store_game(tmp_path)
    with pytest.raises(CommandFailed, match="NOGAM"):
        run_verify(tmp_path, "NOGAM")
