"""The outbox worker: lanes, urgency, leases, retries and limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.outbox import outbox_worker
from bot.chat.outbox.outbox_worker import LEASE_MS, MAX_CONCURRENT, OutboxWorker
from bot.chat.outbox.permission_fallbacks import MissingPermission, Undeliverable
from bot.chat.outbox.throttle import RetryLater
from bot.metrics import Metrics
from bot.play.core import Denied, outbox_messages
from bot.play.notify.deliveries import INITIAL_BACKOFF_MS, PARKED_LANE
from bot.views.emoji import EmojiRegistry
from db.clock import MINUTE
from tests.chat.outbox.fake_discord import discord_error
from tests.empty_store import open_empty_store
from tests.manual_clock import HandClock

CARD, NOTIFICATION = (
    outbox_messages.TurnCard(ply=1),
    outbox_messages.TurnNotification(person=1, way="thread", why="turn"),
)


class FakeOutbox:
    """An outbox delivered by the test: posts of `blocked_lanes` wait for their event; `errors` are raised."""

    def __init__(self, store: db.Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.clock = store, clock
        self.delivered: list[str] = []
        self.blocked_lanes: dict[str, asyncio.Event] = {}
        self.errors: list[BaseException] = []
        for kind in outbox_messages.MESSAGES_BY_KIND:
            monkeypatch.setitem(outbox_worker.DELIVERIES, kind, self._deliver)
        self._delivered_event = asyncio.Event()
        self._workers: list[OutboxWorker] = []

    async def _deliver(self, _: Any, post: db.Post, __: outbox_messages.OutboxMessage) -> None:
        if self.errors:
            raise self.errors.pop()
        if post.lane in self.blocked_lanes:
            await self.blocked_lanes[post.lane].wait()
        self.delivered.append(post.key)
        self._delivered_event.set()

    def start_worker(self, *, shared: bool = False) -> OutboxWorker:
        """Start the worker of another process."""
        service = SimpleNamespace(store=self.store, now=lambda: self.store.now)
        views = SimpleNamespace(emoji=EmojiRegistry())
        context: Any = SimpleNamespace(store=self.store, service=service, views=views, metrics=Metrics())
        client: Any = None
        self._workers.append(OutboxWorker(client, context, shared=shared))
        self._workers[-1].wake()
        return self._workers[-1]

    async def enqueue(self, *posts: db.NewPost) -> None:
        async with self.store.write() as tx:
            await db.outbox.enqueue(tx, *posts)

    async def wait_until_delivered(self, *keys: str) -> None:
        async with asyncio.timeout(10):
            while not set(keys) <= set(self.delivered):
                self._delivered_event.clear()
                await self._delivered_event.wait()

    async def wait_until_idle(self) -> None:
        """Wait until no poll and no delivery is running."""
        while busy := [task for task in self._tasks() if not task.done()]:
            await asyncio.wait(busy, timeout=10)

    async def wait_for_polls(self) -> None:
        """Wait until no poll is running, even if deliveries are."""
        while polls := [
            worker._poll_task
            for worker in self._workers
            if worker._poll_task and not worker._poll_task.done()
        ]:
            await asyncio.wait(polls, timeout=10)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [
            task
            for worker in self._workers
            for task in (worker._poll_task, *worker._in_flight.values())
            if task
        ]

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()


@asynccontextmanager
async def open_outbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeOutbox]:
    async with open_empty_store(tmp_path, clock := HandClock(1000)) as store:
        outbox = FakeOutbox(store, clock, monkeypatch)
        yield outbox
        await outbox.close()


@pytest.fixture
async def outbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeOutbox]:
    async with open_outbox(tmp_path, monkeypatch) as opened:
        yield opened


def new_post(payload: outbox_messages.OutboxMessage, key: str, *, lane: str | None = None) -> db.NewPost:
    return outbox_messages.new_post(payload, key=key, lane=lane or key)


async def test_no_other_post_waits_for_a_saga(outbox: FakeOutbox) -> None:
    outbox.blocked_lanes["one game"] = asyncio.Event()
    await outbox.enqueue(
        new_post(outbox_messages.Saga(), "saga", lane="one game"),
        new_post(CARD, "its rematch", lane="one game"),
        new_post(CARD, "card", lane="another game"),
    )
    outbox.start_worker()
    await outbox.wait_until_delivered("card")
    assert outbox.delivered == ["card"], "another game's card comes at once"
    outbox.blocked_lanes["one game"].set()
    await outbox.wait_until_delivered("its rematch")
    assert outbox.delivered == ["card", "saga", "its rematch"], "and what stands behind the saga after it"


async def test_however_many_lanes_discord_makes_wait_the_others_go_on(
    outbox: FakeOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "SLOW_AFTER_S", 0.01)
    slow = [f"slow {number}" for number in range(2 * MAX_CONCURRENT)]
    outbox.blocked_lanes = {lane: asyncio.Event() for lane in slow}
    await outbox.enqueue(
        *(new_post(NOTIFICATION, lane) for lane in slow),
        new_post(outbox_messages.Hand(seat=0, ply=1), "a hand"),
    )
    outbox.start_worker()
    await outbox.wait_until_delivered("a hand")
    assert outbox.delivered == ["a hand"], "though it is the least urgent of all"
    for lane in outbox.blocked_lanes.values():
        lane.set()
    await outbox.wait_until_delivered(*slow)


async def test_few_are_under_way_at_a_time(outbox: FakeOutbox, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, most = 0, 0
    done = asyncio.Event()

    async def carry(_: Any, each: db.Post, __: outbox_messages.OutboxMessage) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        if each.key == "last":
            done.set()

    monkeypatch.setitem(outbox_worker.DELIVERIES, "call", carry)
    keys = [f"call {number}" for number in range(3 * MAX_CONCURRENT)]
    await outbox.enqueue(*(new_post(NOTIFICATION, key) for key in keys), new_post(NOTIFICATION, "last"))
    outbox.start_worker()
    await asyncio.wait_for(done.wait(), 10)
    await outbox.wait_until_idle()
    assert most <= MAX_CONCURRENT


async def test_the_most_urgent_comes_first(outbox: FakeOutbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_worker, "MAX_CONCURRENT", 1)
    await outbox.enqueue(
        new_post(outbox_messages.Saga(), "saga"),
        new_post(outbox_messages.Hand(seat=0, ply=1), "hand"),
        new_post(outbox_messages.RefreshCard(ply=1), "refresh"),
        new_post(outbox_messages.Notice(code="archived"), "notice"),
        new_post(outbox_messages.RefreshCard(ply=1), "before a call", lane="a game"),
        new_post(NOTIFICATION, "call", lane="a game"),
        new_post(CARD, "card"),
    )
    outbox.start_worker()
    await outbox.wait_until_delivered("saga")
    assert outbox.delivered == ["before a call", "call", "card", "notice", "refresh", "hand", "saga"]


async def test_what_takes_long_is_not_taken_up_by_others(
    outbox: FakeOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "SLOW_AFTER_S", 0)
    outbox.blocked_lanes["slow"] = asyncio.Event()
    await outbox.enqueue(new_post(CARD, "slow"))
    worker = outbox.start_worker()
    for number in range(3):
        await outbox.enqueue(new_post(CARD, f"round {number}"))
        worker.wake()
        await outbox.wait_until_delivered(f"round {number}")
        await outbox.wait_for_polls()
        outbox.clock.at += LEASE_MS // 2
    assert await db.outbox.claim(outbox.store, now=outbox.clock.at) == ()
    outbox.blocked_lanes["slow"].set()
    await outbox.wait_until_delivered("slow")
    assert outbox.delivered.count("slow") == 1


async def test_what_a_process_leaves_in_the_middle_the_next_one_takes_up(outbox: FakeOutbox) -> None:
    outbox.blocked_lanes["slow"] = asyncio.Event()
    await outbox.enqueue(new_post(CARD, "slow"), new_post(CARD, "quick"))
    worker = outbox.start_worker()
    await outbox.wait_until_delivered("quick")
    await worker.close()
    outbox.clock.at += LEASE_MS + 1
    outbox.blocked_lanes.clear()
    outbox.start_worker()
    await outbox.wait_until_delivered("slow")


async def test_whatever_has_to_wait_for_its_turn_waits_as_long_as_it_was_told(outbox: FakeOutbox) -> None:
    outbox.errors = [RetryLater(10 * MINUTE)]
    await outbox.enqueue(new_post(CARD, "a new door"))
    worker = outbox.start_worker()
    await outbox.wait_until_idle()
    assert await db.outbox.next_due(outbox.store) == outbox.clock.at + 10 * MINUTE
    outbox.clock.at += 10 * MINUTE
    worker.wake()
    await outbox.wait_until_delivered("a new door")


async def test_what_fails_on_our_side_is_given_up_so_that_others_come_through(outbox: FakeOutbox) -> None:
    outbox.errors = [ValueError("a slip")] * outbox_worker.MAX_ATTEMPTS
    await outbox.enqueue(new_post(CARD, "broken", lane="a game"), new_post(CARD, "behind it", lane="a game"))
    worker = outbox.start_worker()
    for _ in range(outbox_worker.MAX_ATTEMPTS):
        await outbox.wait_until_idle()
        outbox.clock.at += 5 * MINUTE
        worker.wake()
    await outbox.wait_until_delivered("behind it")
    assert outbox.delivered == ["behind it"]


async def test_a_database_that_fails_is_waited_out(
    outbox: FakeOutbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: db.Store) -> None:
        raise db.DatabaseError("full", "for this test")

    await outbox.enqueue(new_post(CARD, "card"))
    with monkeypatch.context() as patch:
        patch.setattr(db.Store, "write", refuse)
        worker = outbox.start_worker()
        await outbox.wait_until_idle()
    assert outbox.delivered == []
    worker.wake()
    await outbox.wait_until_delivered("card")


async def test_a_closed_worker_is_not_woken_again(outbox: FakeOutbox) -> None:
    worker = outbox.start_worker()
    await worker.close()
    await outbox.enqueue(new_post(CARD, "card"))
    worker.wake()
    await asyncio.sleep(0.1)
    assert outbox.delivered == []
    outbox.start_worker()
    await outbox.wait_until_delivered("card")


async def stored_post(outbox: FakeOutbox) -> Any:
    (row,) = await outbox.store.rows(db.outbox.table.select())
    return row


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (Denied("no_such_game"), "the game is gone"),
        (discord_error(403, 50007), "Forbidden 50007"),
        (discord_error(404, 10008), "NotFound 10008"),
        (discord_error(404, outbox_worker.UNKNOWN_CHANNEL), "NotFound 10003"),
    ],
)
async def test_what_can_never_be_delivered_is_given_up_at_once(
    outbox: FakeOutbox, problem: Exception, why: str
) -> None:
    outbox.errors = [problem]
    await outbox.enqueue(new_post(CARD, "card"))
    outbox.start_worker()
    await outbox.wait_until_idle()
    post = await stored_post(outbox)
    assert (post["problem"], post["attempts"]) == (why, 1)
    assert post["done_at"] is not None


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (discord_error(403, 50013), "a permission is missing"),
        (Undeliverable(MissingPermission("attach_files", 60)), "attach_files in 60"),
    ],
)
async def test_what_lacks_a_permission_waits_aside_so_that_others_come_through(
    outbox: FakeOutbox, problem: Exception, why: str
) -> None:
    outbox.errors = [problem]
    await outbox.enqueue(new_post(CARD, "refused", lane="a game"), new_post(CARD, "behind it", lane="a game"))
    outbox.start_worker()
    await outbox.wait_until_delivered("behind it")
    await outbox.wait_until_idle()
    (post,) = [row for row in await outbox.store.rows(db.outbox.table.select()) if row["key"] == "refused"]
    assert post["problem"] == why
    assert post["lane"].startswith(PARKED_LANE)
    assert post["not_before"] == outbox.clock.at + INITIAL_BACKOFF_MS
    assert post["done_at"] is None


@pytest.mark.parametrize(
    ("problem", "why", "is_given_up"),
    [
        (discord_error(500, 0), "HTTP 500 0", False),
        (discord_error(429, 0), "HTTP 429 0", False),
        (ConnectionResetError(), "ConnectionResetError", False),
        (discord_error(400, 50035), "HTTP 400 50035", True),
    ],
)
async def test_an_outage_is_waited_out_and_a_mistake_is_not_repeated_for_ever(
    outbox: FakeOutbox, problem: Exception, why: str, is_given_up: bool
) -> None:
    outbox.errors = [problem] * (outbox_worker.MAX_ATTEMPTS + 1)
    await outbox.enqueue(new_post(CARD, "card"))
    worker = outbox.start_worker()
    for _ in range(outbox_worker.MAX_ATTEMPTS):
        await outbox.wait_until_idle()
        outbox.clock.at += 5 * MINUTE
        worker.wake()
    await outbox.wait_until_idle()
    post = await stored_post(outbox)
    assert (post["problem"], post["done_at"] is not None) == (why, is_given_up)
    assert post["attempts"] == outbox_worker.MAX_ATTEMPTS + (not is_given_up)


async def test_an_outbox_that_is_shared_is_read_again_though_nothing_is_due(outbox: FakeOutbox) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.Event().wait()

    outbox.store.clock.sleep = sleep  # type: ignore[method-assign]
    for shared in (False, True):
        outbox.start_worker(shared=shared)
        await outbox.wait_until_idle()
        await asyncio.sleep(0)
    assert slept == [outbox_worker.SHARED_POLL_INTERVAL_MS / 1000]
