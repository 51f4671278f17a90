"""Posts that lack a permission: the host is notified once, and they are retried with backoff.

Covers `bot/play/core/outbox_messages.py`.
"""

from typing import Any

import pytest

import db
from bot.play.account import preferences
from bot.play.core import outbox_messages
from bot.play.core.outbox_messages import TurnNotification
from bot.play.notify import deliveries
from bot.play.notify.deliveries import GIVE_UP_AFTER_MS, INITIAL_BACKOFF_MS, MAX_BACKOFF_MS, RECOVERY_LANE
from db.clock import HOUR
from tests.db.game_fixtures import undelivered_posts
from tests.play.table_fixture import ASTRID, BJORN, SERVER, TableFixture

MISSING = ("send_messages", 70)


async def post_only_a_notice(tables: TableFixture) -> str:
    """Open a lobby whose only undelivered post is a notice. Returns its code."""
    code = await tables.open_lobby(ASTRID, BJORN)
    async with tables.store.write() as tx:
        await outbox_messages.post_notice(tx, code, outbox_messages.Notice(code="archived"), key="a word")
    while [post.kind for post in await undelivered_posts(tables.store, f"game {code}")] != ["notice"]:
        for post in await db.outbox.claim(tables.store, now=tables.clock.at, lease_ms=0):
            await deliveries.mark_delivered(tables.service, post)
    return code


async def claim_notice(tables: TableFixture) -> db.Post | None:
    claims = await db.outbox.claim(tables.store, now=tables.clock.at, lease_ms=0, limit=100)
    return next((post for post in claims if post.kind == "notice"), None)


async def test_a_parked_post_backs_off_exponentially_and_is_abandoned_after_a_month(
    tables: TableFixture,
) -> None:
    await post_only_a_notice(tables)
    begun, pauses = tables.clock.at, []
    while (post := await claim_notice(tables)) is not None:
        again = await deliveries.park(tables.service, post, MISSING)
        if again is None:
            break
        pauses.append(again - tables.clock.at)
        tables.clock.at = again
    assert pauses[:3] == [INITIAL_BACKOFF_MS, 2 * INITIAL_BACKOFF_MS, 4 * INITIAL_BACKOFF_MS]
    assert max(pauses) == MAX_BACKOFF_MS
    assert GIVE_UP_AFTER_MS < tables.clock.at - begun < GIVE_UP_AFTER_MS + 3 * MAX_BACKOFF_MS


async def test_a_parked_post_does_not_block_its_lane(tables: TableFixture) -> None:
    code = await post_only_a_notice(tables)
    post = await claim_notice(tables)
    assert post is not None
    await deliveries.park(tables.service, post, MISSING)
    assert await undelivered_posts(tables.store, f"game {code}") == ()


async def test_the_host_is_notified_once_per_permission_and_channel(tables: TableFixture) -> None:
    code = await post_only_a_notice(tables)
    post = await claim_notice(tables)
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


# Notifications that cannot be delivered now


async def posted_calls(tables: TableFixture) -> list[tuple[dict[str, Any], int]]:
    """The notifications of the outbox, each with the time before which it is not delivered."""
    return [(dict(post.payload), post.not_before) for post in await tables.take_posts("call")]


async def claim_call(tables: TableFixture, **fields: Any) -> tuple[db.Post, TurnNotification]:
    """Post a notification of Astrid by direct message, and claim it."""
    notification = TurnNotification(person=ASTRID.id, way="dm", why="turn", **fields)
    async with tables.store.write() as tx:
        await outbox_messages.post(tx, notification, key="a call", lane="a call")
    claims = await db.outbox.claim(tables.store, now=tables.clock.at, limit=100)
    return next(post for post in claims if post.kind == "call"), notification


@pytest.mark.parametrize("field", ["cause", "game"])
async def test_a_notification_of_somebody_asleep_waits_for_the_morning(
    tables: TableFixture, field: str
) -> None:
    code = await tables.open_lobby(ASTRID, BJORN)
    _, notification = await claim_call(tables, **{field: code})
    await tables.take_posts("call")
    morning = tables.clock.at + 8 * HOUR
    await deliveries.defer_notification(tables.service, notification, morning)
    ((call, not_before),) = await posted_calls(tables)
    assert (call["person"], call["way"], call["why"], call["cause"]) == (ASTRID.id, "dm", "turn", code)
    assert not_before == morning


@pytest.mark.parametrize("field", ["cause", "game"])
async def test_whoever_refuses_direct_messages_is_notified_in_the_thread(
    tables: TableFixture, field: str
) -> None:
    code = await tables.open_lobby(ASTRID, BJORN)
    post, notification = await claim_call(tables, **{field: code})
    await deliveries.fall_back_to_thread(tables.service, post, notification)
    ((call, _),) = await posted_calls(tables)
    assert (call["person"], call["way"], call["why"], call[field]) == (ASTRID.id, "thread", "turn", code)
    assert (await db.users.get(tables.store, ASTRID.id)).preferences.dms_closed


async def test_on_a_quiet_server_a_notice_reaches_its_users_by_direct_message_when_they_are_awake(
    tables: TableFixture,
) -> None:
    await preferences.update_preferences(tables.service, BJORN, zone="UTC", sleep=(11 * 60, 19 * 60))
    code = await tables.open_lobby(ASTRID, BJORN)
    async with tables.store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(quiet=True))
    notice = outbox_messages.Notice(code="archived", mentions=(ASTRID.id, BJORN.id))
    await post_only_a_notice(tables)
    post = await claim_notice(tables)
    assert post is not None
    snapshot = await tables.snapshot(code)
    assert await deliveries.defer_mentions(tables.service, post, snapshot, notice) == []
    told = {each.payload["person"]: each for each in await tables.take_posts("private_notice")}
    assert {person: each.payload["notice"]["mentions"] for person, each in told.items()} == {
        ASTRID.id: [],
        BJORN.id: [],
    }
    assert told[ASTRID.id].not_before <= tables.clock.at
    assert told[BJORN.id].not_before == tables.clock.at + 7 * HOUR


async def test_one_recovery_is_scheduled_however_many_permissions_are_missing(tables: TableFixture) -> None:
    code = await post_only_a_notice(tables)
    for right in ("attach_files", "locked"):
        await deliveries.schedule_recovery(tables.service, await tables.snapshot(code), right, 70)
    (mend,) = await undelivered_posts(tables.store, f"{RECOVERY_LANE} {code}")
    assert mend.not_before == tables.clock.at + INITIAL_BACKOFF_MS
