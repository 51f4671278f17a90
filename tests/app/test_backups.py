"""Daily backups and the documented PostgreSQL dump: rotation, and restoring from them."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.backups import run_backups, write_backup
from db import Store
from tests.db.game_fixtures import find_game, play_moves, start_game
from tests.manual_clock import HandClock
from tests.postgres import OWNER, Cluster

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
Shell = Callable[[str], Awaitable[subprocess.CompletedProcess[str]]]

DAY_ONE = datetime(2026, 3, 1, 4, tzinfo=UTC)


async def test_only_the_newest_copies_stay_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "my own.db").write_text("not Skald's to remove")
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}") as store:
        for day in range(5):
            await write_backup(store, DAY_ONE + timedelta(days=day), folder, max_backups=2)
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["my own.db", "skald-20260304-040000.db", "skald-20260305-040000.db"]


async def test_a_copy_put_in_place_goes_on_where_it_was_made(tmp_path: Path) -> None:
    file = tmp_path / "skald.db"
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        game = await play_moves(store, await start_game(store), "a")
        copy = await write_backup(store, DAY_ONE, tmp_path, max_backups=1)
        await play_moves(store, game, "lost with the disk")
    for left in await asyncio.to_thread(lambda: list(tmp_path.glob("skald.db*"))):
        left.unlink()
    copy.rename(file)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        assert await store.check() == ()
        assert await find_game(store, game.code) == game
        assert (await play_moves(store, game, "b")).ply == game.ply + 1


class SleepingClock(HandClock):
    """Sleeps at once. A list of how long it was asked to; ends the test after so many times."""

    def __init__(self, at: int, times: int) -> None:
        super().__init__(at)
        self.slept: list[float] = []
        self._times = times

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += round(seconds * 1000)
        if len(self.slept) == self._times:
            raise asyncio.CancelledError


async def test_a_backup_is_made_when_the_newest_is_a_day_old(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "all" / "backups"
    clock = SleepingClock(round(DAY_ONE.timestamp() * 1000), times=1)
    with pytest.raises(asyncio.CancelledError):
        await run_backups(store, clock, folder, max_backups=7)
    assert clock.slept == [24 * 3600]
    assert folder.stat().st_mode & 0o077 == 0
    (first,) = folder.glob("skald-20260301-040000.db")
    six_hours_before = DAY_ONE.timestamp() - 6 * 3600
    os.utime(first, (six_hours_before, six_hours_before))
    clock = SleepingClock(round(DAY_ONE.timestamp() * 1000), times=2)
    with pytest.raises(asyncio.CancelledError):
        await run_backups(store, clock, folder, max_backups=7)
    assert clock.slept == [18 * 3600, 24 * 3600]
    assert [file.name for file in sorted(folder.iterdir())] == [first.name, "skald-20260301-220000.db"]


async def test_a_backup_that_fails_is_tried_again_in_an_hour(
    tmp_path: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "backups"
    folder.write_text("in the way")
    clock = SleepingClock(0, times=2)
    with pytest.raises(asyncio.CancelledError):
        await run_backups(store, clock, folder, max_backups=7)
    assert clock.slept == [3600, 3600]
    assert "no backup could be made: FileExistsError" in caplog.text


def documented_blocks(program: str) -> list[str]:
    """Returns the shell blocks of docs/hosting.md with this program: on this machine, and with compose."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", HOSTING, re.MULTILINE | re.DOTALL)
    return [block for block in blocks if program in block]


@pytest.fixture
async def address(cluster: Cluster) -> AsyncIterator[str]:
    """The address of an empty database with the name that the documented commands use."""
    await cluster.do("CREATE DATABASE skald")
    yield cluster.url("skald")
    await cluster.do("DROP DATABASE IF EXISTS skald WITH (FORCE)")


@pytest.fixture
def shell(tmp_path: Path, cluster: Cluster) -> Shell:
    """Runs a block up to the first error, as this user and in this folder, without systemd or containers."""
    if shutil.which("pg_dump") is None:
        pytest.skip("there is no pg_dump here (Debian: apt-get install postgresql-client)")
    programs = tmp_path / "bin"
    programs.mkdir()
    scripts = {
        "runuser": 'shift 3; exec "$@"',
        "systemctl": "",
        "docker": 'case "$2" in exec) shift 4; exec "$@";; esac',
    }
    for name, script in scripts.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "PGHOST": "127.0.0.1", "PGPORT": str(cluster.port), "PGUSER": OWNER}

    async def run(block: str) -> subprocess.CompletedProcess[str]:
        return await asyncio.to_thread(
            lambda: subprocess.run(
                ["sh", "-ec", block.replace("/var/lib/skald", str(tmp_path))],
                cwd=tmp_path,
                env=settings,
                capture_output=True,
                text=True,
                check=False,
            )
        )

    return run


@pytest.mark.parametrize("way", [0, 1], ids=["server", "compose"])
async def test_the_documented_dump_of_postgresql_restores_the_database(
    way: int, tmp_path: Path, cluster: Cluster, address: str, shell: Shell
) -> None:
    async with await Store.open(address) as store:
        game = await play_moves(store, await start_game(store), "a")
        dumped = await shell(documented_blocks("pg_dump -")[way])
        assert dumped.returncode == 0, dumped.stderr
        await play_moves(store, game, "after the dump")
    assert (tmp_path / "before.dump").stat().st_mode & 0o077 == 0
    # A newer version may have added tables: they go too, or the next update could not add them again.
    await cluster.do("CREATE TABLE newer (game text REFERENCES games (code))", "skald")
    restored = await shell(documented_blocks("pg_restore -")[way])
    assert restored.returncode == 0, restored.stderr
    await cluster.do("CREATE TABLE newer (game text)", "skald")
    async with await Store.open(address) as store:
        assert await store.check() == ()
        assert await find_game(store, game.code) == game
        assert (await play_moves(store, game, "b")).ply == game.ply + 1


async def test_the_documented_restore_of_postgresql_refuses_while_skald_runs(
    address: str, shell: Shell
) -> None:
    async with await Store.open(address) as store:
        game = await play_moves(store, await start_game(store), "a")
        await shell(documented_blocks("pg_dump -")[0])
        later = await play_moves(store, game, "after the dump")
        refused = await shell(documented_blocks("pg_restore -")[0])
        assert refused.returncode != 0
        assert "is being accessed by other users" in refused.stderr
        assert await find_game(store, game.code) == later
