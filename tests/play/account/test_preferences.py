"""Preferences: hints that are wanted again begin anew."""

import db
from bot.play.account import preferences
from tests.play.table_fixture import ASTRID, TableFixture


async def test_hints_that_are_switched_on_again_begin_anew(tables: TableFixture) -> None:
    async def seen_after(*, hints: bool) -> frozenset[str]:
        await preferences.update_preferences(tables.service, ASTRID, hints=hints)
        return (await db.users.get(tables.store, ASTRID.id)).hints_seen

    async with tables.store.write() as tx:
        await db.users.update(tx, ASTRID.id, hints_seen=frozenset({"lofoten goal"}))
    assert await seen_after(hints=True) == {"lofoten goal"}, "they were on already"
    assert await seen_after(hints=False) == {"lofoten goal"}
    assert await seen_after(hints=True) == frozenset()
