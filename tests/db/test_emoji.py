"""Uploaded emoji: one per application and name."""

from dataclasses import replace

import db
from db import Store, UploadedEmoji

CIRCLE = UploadedEmoji(application=7, name="circle", id=1_400_000_000_000_000_000, version="47f36017")


async def test_each_application_has_its_own_and_the_next_replaces_the_one_before(store: Store) -> None:
    redrawn = replace(CIRCLE, id=2, version="00c0ffee")
    elsewhere = replace(CIRCLE, application=8)
    async with store.write() as tx:
        for each in (CIRCLE, elsewhere, redrawn):
            await db.emoji.upsert(tx, each)
    assert await db.emoji.by_name(store, 7) == {"circle": redrawn}
    async with store.write() as tx:
        await db.emoji.delete(tx, redrawn)
    assert await db.emoji.by_name(store, 7) == {}
    assert await db.emoji.by_name(store, 8) == {"circle": elsewhere}
