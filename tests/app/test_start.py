"""How a start ends: the line it prints and its exit code. `test_command_line.py` starts whole programs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.app import command_line, start
from bot.app.settings import Settings, SettingsError
from bot.chat.interactions.connection import TokenRefused, Unreachable
from db import DatabaseError


@pytest.mark.parametrize(
    ("problem", "line", "code"),
    [
        (SettingsError("SKALD_PORT", "expected a free port"), "skald: SKALD_PORT: expected a free port\n", 2),
        (DatabaseError("missing", "there is none"), "skald: SKALD_DATABASE: there is none\n", 2),
        (TokenRefused(), "skald: DISCORD_TOKEN: expected a token that Discord accepts\n", 2),
        (Unreachable(), "skald: Discord cannot be reached\n", 1),
        (command_line.ArgumentRefused("backup", "no folder"), "skald backup: no folder\n", 2),
        (command_line.CommandFailed("no game"), "skald: no game\n", 1),
        (KeyboardInterrupt(), "", 130),
    ],
)
def test_a_problem_is_one_line_with_a_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    problem: BaseException,
    line: str,
    code: int,
) -> None:
    def fail(*_: object) -> int:
        raise problem

    masks: list[int] = []
    monkeypatch.setattr(start.os, "umask", masks.append)
    monkeypatch.setattr(start, "_run", fail)
    monkeypatch.setattr(start, "load_settings", lambda: None)
    assert start.start(fail, []) == code
    assert capsys.readouterr() == ("", line)
    assert masks == [0o077]


def test_a_fresh_start_removes_only_the_games_of_the_harbour(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data": tmp_path})
    settings.harbour.mkdir()
    for name in ("skald.db", "skald.db-wal", "harbour.sqlite3"):
        (settings.harbour / name).touch()
    (tmp_path / "skald.db").touch()
    own = settings.model_copy(update={"database": "sqlite+aiosqlite:///own.db"})
    own.model_fields_set.add("database")
    with pytest.raises(SettingsError, match="--fresh: expected without SKALD_DATABASE"):
        start._delete_harbour_games(own)
    settings.model_fields_set.discard("database")
    start._delete_harbour_games(settings)
    assert sorted(file.name for file in tmp_path.rglob("*") if file.is_file()) == [
        "harbour.sqlite3",
        "skald.db",
    ]


async def test_page_and_log_are_told_how_far_the_painting_is_from_any_thread(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    told: list[int] = []

    class Page:
        report_preparation = staticmethod(told.append)

    harbour: Any = Page()
    report = start._sprite_reporter(harbour, asyncio.get_running_loop())
    await asyncio.to_thread(report, 1, 4)
    await asyncio.to_thread(report, 4, 4)
    await asyncio.sleep(0)
    assert told == [25, 100]
    assert [line.partition(": ")[2] for line in caplog.messages] == ["25% (1 of 4)", "100% (4 of 4)"]
