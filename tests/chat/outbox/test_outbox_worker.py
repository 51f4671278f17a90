"""The rounds of deliveries: what goes ahead, and what waits for what."""

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
from bot.chat.outbox.throttle import RetryLater
from bot.play.core import outbox_messages
from db.clock import MINUTE
from tests.manual_clock import HandClock
from tests.play.table_fixture import open_empty_store

CARD, CALL = (
    outbox_messages.TurnCard(ply=1),
    outbox_messages.TurnNotification(person=1, way="thread", why="turn"),
)


class Rounds:
    """An outbox whose posts are carried by the test: `held` lanes are in trouble until they are let go."""

    def __init__(self, store: db.Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.clock = store, clock
        self.carried: list[str] = []
        self.held: dict[str, asyncio.Event] = {}
        self.refused: list[BaseException] = []
        for kind in outbox_messages.MESSAGES_BY_KIND:
            monkeypatch.setitem(outbox_worker.DELIVERIES, kind, self._carry)
        self._changed = asyncio.Event()
        self._lives: list[OutboxWorker] = []

    async def _carry(self, _: Any, post: db.Post, __: outbox_messages.OutboxMessage) -> None:
        if self.refused:
            raise self.refused.pop()
        if post.lane in self.held:
            await self.held[post.lane].wait()
        self.carried.append(post.key)
        self._changed.set()

    def begin(self) -> OutboxWorker:
        """Another process of Skald begins to deliver."""
        tables = SimpleNamespace(store=self.store, now=lambda: self.store.now)
        context: Any = SimpleNamespace(store=self.store, clock=self.clock, service=tables)
        nobody: Any = None
        self._lives.append(OutboxWorker(nobody, context))
        self._lives[-1].wake()
        return self._lives[-1]

    async def leave(self, *waiting: db.NewPost) -> None:
        async with self.store.write() as tx:
            await db.outbox.enqueue(tx, *waiting)

    async def until_carried(self, *keys: str) -> None:
        async with asyncio.timeout(10):
            while not set(keys) <= set(self.carried):
                self._changed.clear()
                await self._changed.wait()

    async def rest(self) -> None:
        """Wait until nobody is at work."""
        while busy := [task for task in self._tasks() if not task.done()]:
            await asyncio.wait(busy, timeout=10)

    async def until_handed_out(self) -> None:
        """Wait until nobody gives out posts, whoever still carries one."""
        while rounds := [
            life._poll_task for life in self._lives if life._poll_task and not life._poll_task.done()
        ]:
            await asyncio.wait(rounds, timeout=10)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [task for life in self._lives for task in (life._poll_task, *life._in_flight.values()) if task]

    async def close(self) -> None:
        for life in self._lives:
            await life.close()


@asynccontextmanager
async def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Rounds]:
    async with open_empty_store(tmp_path, clock := HandClock(1000)) as store:
        rounds = Rounds(store, clock, monkeypatch)
        yield rounds
        await rounds.close()


@pytest.fixture
async def rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Rounds]:
    async with opened(tmp_path, monkeypatch) as made:
        yield made


def post(payload: outbox_messages.OutboxMessage, key: str, *, lane: str | None = None) -> db.NewPost:
    return outbox_messages.new_post(payload, key=key, lane=lane or key)


async def test_no_other_post_waits_for_a_saga(rounds: Rounds) -> None:
    rounds.held["one game"] = asyncio.Event()
    await rounds.leave(
        post(outbox_messages.Saga(), "saga", lane="one game"),
        post(CARD, "its rematch", lane="one game"),
        post(CARD, "card", lane="another game"),
    )
    rounds.begin()
    await rounds.until_carried("card")
    assert rounds.carried == ["card"], "another game's card comes at once"
    rounds.held["one game"].set()
    await rounds.until_carried("its rematch")
    assert rounds.carried == ["card", "saga", "its rematch"], "and what stands behind the saga after it"


async def test_however_many_lanes_discord_makes_wait_the_others_go_on(
    rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "LONG", 0.01)
    slow = [f"slow {number}" for number in range(2 * MAX_CONCURRENT)]
    rounds.held = {lane: asyncio.Event() for lane in slow}
    await rounds.leave(
        *(post(CALL, lane) for lane in slow), post(outbox_messages.Hand(seat=0, ply=1), "a hand")
    )
    rounds.begin()
    await rounds.until_carried("a hand")
    assert rounds.carried == ["a hand"], "though it is the least urgent of all"
    for lane in rounds.held.values():
        lane.set()
    await rounds.until_carried(*slow)


async def test_few_are_under_way_at_a_time(rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
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
    await rounds.leave(*(post(CALL, key) for key in keys), post(CALL, "last"))
    rounds.begin()
    await asyncio.wait_for(done.wait(), 10)
    await rounds.rest()
    assert most <= MAX_CONCURRENT


async def test_the_most_urgent_comes_first(rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_worker, "AT_ONCE", 1)
    await rounds.leave(
        post(outbox_messages.Saga(), "saga"),
        post(outbox_messages.Hand(seat=0, ply=1), "hand"),
        post(outbox_messages.RefreshCard(ply=1), "refresh"),
        post(outbox_messages.Notice(code="archived"), "notice"),
        post(outbox_messages.RefreshCard(ply=1), "before a call", lane="a game"),
        post(CALL, "call", lane="a game"),
        post(CARD, "card"),
    )
    rounds.begin()
    await rounds.until_carried("saga")
    assert rounds.carried == ["before a call", "call", "card", "notice", "refresh", "hand", "saga"]


async def test_what_takes_long_is_not_taken_up_by_others(
    rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "LONG", 0.01)
    rounds.held["slow"] = asyncio.Event()
    await rounds.leave(post(CARD, "slow"))
    life = rounds.begin()
    for number in range(3):
        await rounds.leave(post(CARD, f"round {number}"))
        life.wake()
        await rounds.until_carried(f"round {number}")
        await rounds.until_handed_out()
        rounds.clock.at += LEASE_MS // 2
    assert await db.outbox.claim(rounds.store, now=rounds.clock.at) == ()
    rounds.held["slow"].set()
    await rounds.until_carried("slow")
    assert rounds.carried.count("slow") == 1


async def test_what_a_process_leaves_in_the_middle_the_next_one_takes_up(rounds: Rounds) -> None:
    rounds.held["slow"] = asyncio.Event()
    await rounds.leave(post(CARD, "slow"), post(CARD, "quick"))
    life = rounds.begin()
    await rounds.until_carried("quick")
    await life.close()
    rounds.clock.at += LEASE_MS + 1
    rounds.held.clear()
    rounds.begin()
    await rounds.until_carried("slow")


async def test_whatever_has_to_wait_for_its_turn_waits_as_long_as_it_was_told(rounds: Rounds) -> None:
    rounds.refused = [RetryLater(10 * MINUTE)]
    await rounds.leave(post(CARD, "a new door"))
    life = rounds.begin()
    await rounds.rest()
    assert await db.outbox.next_due(rounds.store) == rounds.clock.at + 10 * MINUTE
    rounds.clock.at += 10 * MINUTE
    life.wake()
    await rounds.until_carried("a new door")


async def test_what_fails_on_our_side_is_given_up_so_that_others_come_through(rounds: Rounds) -> None:
    rounds.refused = [ValueError("a slip")] * outbox_worker.MAX_ATTEMPTS
    await rounds.leave(post(CARD, "broken", lane="a game"), post(CARD, "behind it", lane="a game"))
    life = rounds.begin()
    for _ in range(outbox_worker.MAX_ATTEMPTS):
        await rounds.rest()
        rounds.clock.at += 5 * MINUTE
        life.wake()
    await rounds.until_carried("behind it")
    assert rounds.carried == ["behind it"]


async def test_a_database_that_fails_is_waited_out(rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: db.Store) -> None:
        raise db.DatabaseError("full", "for this test")

    await rounds.leave(post(CARD, "card"))
    with monkeypatch.context() as patch:
        patch.setattr(db.Store, "write", refuse)
        life = rounds.begin()
        await rounds.rest()
    assert rounds.carried == []
    life.wake()
    await rounds.until_carried("card")
