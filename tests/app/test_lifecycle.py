"""Opening the database at the start: retries, and damaged files."""

import sqlite3
from pathlib import Path

import pytest

from bot.app import lifecycle
from db import DatabaseError, Store
from db.errors import DatabaseErrorKind
from tests.manual_clock import HandClock


class SleeplessClock(HandClock):
    """Counts the seconds it was asked to sleep."""

    slept = 0.0

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds


def fail_to_open(monkeypatch: pytest.MonkeyPatch, kind: DatabaseErrorKind, times: int) -> None:
    """Let the first attempts to open a database fail."""
    failures, really_open = iter(range(times)), Store.open

    async def open_later(url: str, **options: object) -> Store:
        if next(failures, None) is not None:
            raise DatabaseError(kind, "connection refused")
        return await really_open(url, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "open", open_later)


async def test_a_start_waits_for_a_server_that_is_not_there_yet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fail_to_open(monkeypatch, "unreachable", 3)
    clock = SleeplessClock(0)
    store = await lifecycle.open_store(f"sqlite+aiosqlite:///{tmp_path}/skald.db", clock)
    await store.close()
    assert clock.slept == 1 + 2 + 4
    assert "next attempt in 4 s" in caplog.text


@pytest.mark.parametrize(
    ("fault", "times", "message", "slept"),
    [("unreachable", 100, "connection refused", 300), ("newer", 1, "newer", 0)],
)
async def test_a_start_gives_up_after_five_minutes_and_at_once_on_other_errors(
    fault: str, times: int, message: str, slept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_to_open(monkeypatch, fault, times)
    clock = SleeplessClock(0)
    with pytest.raises(DatabaseError, match=message):
        await lifecycle.open_store("", clock)
    assert clock.slept == slept


async def test_a_start_on_damaged_pages_is_refused_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "skald.db"
    url = f"sqlite+aiosqlite:///{file}"
    await (await lifecycle.open_store(url, SleeplessClock(0))).close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    connection.close()
    data = bytearray(file.read_bytes())
    data[(root - 1) * page_size : root * page_size] = b"\xff" * page_size
    file.write_bytes(data)
    with pytest.raises(DatabaseError, match=r"the file is damaged .* skald restore"):
        await lifecycle.open_store(url, SleeplessClock(0))
