"""Copies of the database by themselves: one a day, the newest few kept, each good to play on from."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app.backups import back_up
from db import Store
from tests.db.set_table import current, played, start_game

DAY_ONE = datetime(2026, 3, 1, 4, tzinfo=UTC)


async def test_only_the_newest_copies_stay_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "my own.db").write_text("not Skald's to remove")
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}") as store:
        for day in range(5):
            await back_up(store, DAY_ONE + timedelta(days=day), folder, kept=2)
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["my own.db", "skald-20260304-040000.db", "skald-20260305-040000.db"]


async def test_a_copy_put_in_place_goes_on_where_it_was_made(tmp_path: Path) -> None:
    file = tmp_path / "skald.db"
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        game = await played(store, await start_game(store), "a")
        copy = await back_up(store, DAY_ONE, tmp_path, kept=1)
        await played(store, game, "lost with the disk")
    for left in await asyncio.to_thread(lambda: list(tmp_path.glob("skald.db*"))):
        left.unlink()
    copy.rename(file)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        assert await store.check() == ()
        assert await current(store, game.code) == game
        assert (await played(store, game, "b")).ply == game.ply + 1
