"""Absences are read by user and can be ended early."""

import db
from db import Store
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN, STRANGER


async def test_days_away_are_read_person_by_person_the_earliest_first(store: Store) -> None:
    async with store.write() as tx:
        await db.absences.add(tx, ASTRID, 50, 60, "declared")
        await db.absences.add(tx, ASTRID, 10, 20, "spent K7QXR")
        await db.absences.add(tx, STRANGER, 30, 40, "declared")
    found = await db.absences.list_by_user(store, (ASTRID, BJORN))
    assert [(each.start, each.until, each.cause) for each in found[ASTRID]] == [
        (10, 20, "spent K7QXR"),
        (50, 60, "declared"),
    ]
    assert found[BJORN] == ()
    assert STRANGER not in found
    assert await db.absences.list_by_user(store, ()) == {}


async def test_coming_back_shortens_what_goes_on_and_drops_what_was_to_come(store: Store) -> None:
    set_clock(store, 25)
    async with store.write() as tx:
        for start in (10, 50, 0):
            await db.absences.add(tx, ASTRID, start, start + 20, "declared")
        for absence in (await db.absences.list_by_user(tx, (ASTRID,)))[ASTRID]:
            await db.absences.end(tx, absence)
    left = (await db.absences.list_by_user(store, (ASTRID,)))[ASTRID]
    assert [(each.start, each.until) for each in left] == [(0, 20), (10, 25)]
