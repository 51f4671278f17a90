"""What waits for a right: the host is told once, and it is tried again slowly for as long as it may help."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.core import outbox_messages
from bot.play.notify import deliveries
from bot.play.notify.deliveries import GIVE_UP_AFTER_MS, INITIAL_BACKOFF_MS, MAX_BACKOFF_MS, RECOVERY_LANE
from tests.db.game_fixtures import undelivered_posts
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, open_table_fixture

MISSING = ("send_messages", 70)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def said(tables: TableFixture) -> str:
    """Something is to be said at a table, and all else is delivered; the table's code."""
    code = await tables.open_lobby(ASTRID, BJORN)
    async with tables.store.write() as tx:
        await outbox_messages.post_notice(tx, code, outbox_messages.Notice(code="archived"), key="a word")
    while [post.kind for post in await undelivered_posts(tables.store, f"game {code}")] != ["notice"]:
        for post in await db.outbox.claim(tables.store, now=tables.clock.at, lease_ms=0):
            await deliveries.mark_delivered(tables.service, post)
    return code


async def claimed(tables: TableFixture) -> db.Post | None:
    claims = await db.outbox.claim(tables.store, now=tables.clock.at, lease_ms=0, limit=100)
    return next((post for post in claims if post.kind == "notice"), None)


async def test_it_is_tried_again_ever_more_slowly_and_given_up_after_a_month(tables: TableFixture) -> None:
    await said(tables)
    begun, pauses = tables.clock.at, []
    while (post := await claimed(tables)) is not None:
        again = await deliveries.park(tables.service, post, MISSING)
        pauses.append(again - tables.clock.at)
        tables.clock.at = again
    assert pauses[:3] == [INITIAL_BACKOFF_MS, 2 * INITIAL_BACKOFF_MS, 4 * INITIAL_BACKOFF_MS]
    assert max(pauses) == MAX_BACKOFF_MS
    assert GIVE_UP_AFTER_MS < tables.clock.at - begun < GIVE_UP_AFTER_MS + 3 * MAX_BACKOFF_MS


async def test_what_stands_behind_it_need_not_wait(tables: TableFixture) -> None:
    code = await said(tables)
    post = await claimed(tables)
    assert post is not None
    await deliveries.park(tables.service, post, MISSING)
    assert await undelivered_posts(tables.store, f"game {code}") == ()


async def test_the_host_is_told_once_for_each_right_and_place(tables: TableFixture) -> None:
    code = await said(tables)
    post = await claimed(tables)
    assert post is not None
    await deliveries.park(tables.service, post, MISSING)
    for right in ("send_messages", "attach_files", "attach_files"):
        await deliveries.schedule_recovery(tables.service, await tables.snapshot(code), right, 70)
    told = [
        outbox_messages.parse(each) for each in await undelivered_posts(tables.store, f"word {ASTRID.id}")
    ]
    assert told == [
        outbox_messages.PermissionMissing(person=ASTRID.id, right=right, place=70)
        for right in ("send_messages", "attach_files")
    ]


async def test_a_table_is_mended_once_however_much_fell_short(tables: TableFixture) -> None:
    code = await said(tables)
    for right in ("attach_files", "locked"):
        await deliveries.schedule_recovery(tables.service, await tables.snapshot(code), right, 70)
    (mend,) = await undelivered_posts(tables.store, f"{RECOVERY_LANE} {code}")
    assert mend.not_before == tables.clock.at + INITIAL_BACKOFF_MS
