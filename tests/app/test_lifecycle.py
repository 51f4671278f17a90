"""Opening the database: retries, and damaged files. Running the bot: its end, restarts, signs of life."""

import asyncio
import os
import signal
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.app import lifecycle
from bot.app.lifecycle import Restartable, run_until_stopped
from bot.app.settings import Settings
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


class Runs:
    """A bot whose runs are counted; each ends when it is told to."""

    def __init__(self) -> None:
        self.begun = 0
        self.stopped = 0
        self.is_running = asyncio.Event()
        self.ends: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        self.begun += 1
        self.is_running.set()
        try:
            await asyncio.shield(self.ends)
        except asyncio.CancelledError:
            self.stopped += 1
            raise


async def test_who_waits_for_the_bot_goes_on_waiting_while_it_restarts() -> None:
    runs = Runs()
    bot = Restartable(runs.run)
    waiting = asyncio.create_task(bot.wait())
    await asyncio.sleep(0)
    await bot.restart()
    await asyncio.sleep(0)
    assert (runs.begun, runs.stopped, waiting.done()) == (2, 1, False)
    runs.ends.set_result(None)
    await asyncio.wait_for(waiting, 5)
    await bot.restart()
    await asyncio.sleep(0)
    assert runs.begun == 2, "what has ended is not begun again"


async def test_a_run_that_fails_ends_all_and_a_signal_stops_it() -> None:
    runs = Runs()
    runs.ends.set_exception(RuntimeError("no luck"))
    with pytest.raises(RuntimeError, match="no luck"):
        await asyncio.wait_for(run_until_stopped(Restartable(runs.run)), 5)
    runs = Runs()
    running = asyncio.create_task(run_until_stopped(Restartable(runs.run)))
    await asyncio.wait_for(runs.is_running.wait(), 5)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, 5)
    assert (runs.begun, runs.stopped) == (1, 1)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


async def test_a_file_shows_that_the_bot_is_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shard = SimpleNamespace(is_closed=lambda: True)
    skald = SimpleNamespace(is_ready=lambda: True, shards={0: shard})
    file = tmp_path / "heartbeat"
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        assert file.exists() is (len(pauses) > 1)
        shard.is_closed = lambda: False
        if len(pauses) > 1:
            raise asyncio.CancelledError

    monkeypatch.setattr(lifecycle, "asyncio", SimpleNamespace(sleep=pause, to_thread=asyncio.to_thread))
    with pytest.raises(asyncio.CancelledError):
        await lifecycle._heartbeat(skald, file)  # type: ignore[arg-type]
    assert pauses == [lifecycle.HEARTBEAT_INTERVAL_S] * 2


async def test_only_a_file_is_backed_up_and_only_where_a_folder_is_set(tmp_path: Path, store: Store) -> None:
    here, there = f"sqlite+aiosqlite:///{tmp_path}/skald.db", "postgresql+asyncpg://owner@elsewhere/games"
    for values, is_backed_up in (
        ({"database": here, "backups": tmp_path}, True),
        ({"database": here}, False),
        ({"database": there, "backups": tmp_path}, False),
    ):
        work = lifecycle._backups(store, Settings.model_validate({"data": tmp_path, **values}))
        assert (work is not None) is is_backed_up
        if work is not None:
            work.close()
