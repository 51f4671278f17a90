"""The rounds of deliveries: what goes ahead, and what waits for what."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat import deliveries
from bot.chat.deliveries import Deliveries
from bot.play import posts
from tests.hand_clock import HandClock
from tests.play.tabletop import opened_store


async def test_no_other_post_waits_for_a_saga(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, told, carried = asyncio.Event(), asyncio.Event(), []

    async def slowly(_: Any, post: db.Post, __: posts.Saga) -> None:
        await drawn.wait()
        carried.append(post.kind)

    async def quickly(_: Any, post: db.Post, __: posts.Card) -> None:
        carried.append(post.kind)
        told.set()

    monkeypatch.setitem(deliveries.DELIVERIES, "saga", slowly)
    monkeypatch.setitem(deliveries.DELIVERIES, "card", quickly)
    async with opened_store(tmp_path, clock := HandClock(1000)) as store:
        tables = SimpleNamespace(store=store, now=lambda: store.now)
        context: Any = SimpleNamespace(store=store, clock=clock, tables=tables)
        nobody: Any = None
        rounds = Deliveries(nobody, context)
        card = posts.Card(ply=1)
        async with store.write() as tx:
            await db.posts.add(
                tx,
                posts.post(posts.Saga(), key="saga", lane="one game"),
                posts.post(card, key="its rematch", lane="one game"),
                posts.post(card, key="card", lane="another game"),
            )
        rounds.wake()
        await asyncio.wait_for(told.wait(), 10)
        assert carried == ["card"], "another game's card comes at once"
        told.clear()
        drawn.set()
        await asyncio.wait_for(told.wait(), 10)
        assert carried == ["card", "saga", "card"], "and what stands behind the saga after it"
        await rounds.close()
