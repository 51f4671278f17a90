"""Worker processes that share one database: they fire timers, deliver posts, make moves and resign.

Each appends one line per action to its own journal file, so that tests can count them.
"""

import asyncio
import os
import signal
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import db
from bot.play import scheduler as scheduling
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.notify import deliveries
from bot.play.scheduler import HANDLERS, Scheduler
from bot.play.turns.resignation import resign
from rules import GAMES
from rules.game import Refusal
from tests.db.game_fixtures import find_game, play_move

LEASE_MS = 4_000
IDLE_POLLS = 25


async def run_until_idle(url: str, journal: str, dies_after: int | None = None) -> None:
    """Fire timers and deliver posts until nothing is due. May die while it has leased timers and posts."""
    scheduling.LEASE_MS = LEASE_MS  # So that the other processes need not wait long for its timers.
    async with await db.Store.open(url) as store:
        service = GameService(store, GAMES)
        scheduler = Scheduler(service, store.clock, shared=True)
        scheduler.start()
        delivered = idle_polls = 0
        while idle_polls < IDLE_POLLS:
            claimed = await deliveries.claim_posts(service, limit=3, lease_ms=LEASE_MS)
            if dies_after is not None and claimed and delivered >= dies_after:
                os.kill(os.getpid(), signal.SIGKILL)
            for post in claimed:
                _append_line(journal, post.key)
                await deliveries.mark_delivered(service, post)
                delivered += 1
            idle_polls = 0 if await _is_due(store) else idle_polls + 1
            if not claimed:
                await asyncio.sleep(0.02)
        await scheduler.close()


async def die_in_worker_pool(url: str, now: int) -> None:
    """Fire the timers due at `now`, and die in the first call of the worker pool."""

    async def die(*_: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)

    async with await db.Store.open(url) as store:
        service = GameService(store, GAMES, die)
        for timer in await db.timers.claim(store, now=now):
            await HANDLERS[timer.kind](service, timer)


async def race_for_moves(url: str, code: str, upto: int, journal: str, barrier: Barrier) -> None:
    """Compete with other processes to make each move of a game up to ply `upto`."""
    async with await db.Store.open(url) as store:
        await find_game(store, code)
        await asyncio.to_thread(barrier.wait)
        while (game := await find_game(store, code)).ply < upto:
            try:
                async with store.write() as tx:
                    await play_move(tx, game, "move")
            except db.Conflict:
                _append_line(journal, "lost")
            else:
                _append_line(journal, "won")


async def resign_all(url: str, games: list[str], user_id: int, journal: str, barrier: Barrier) -> None:
    """Resign rated games one after the other, while other processes do the same."""
    async with await db.Store.open(url) as store:
        service = GameService(store, GAMES)
        await service.snapshot(games[0])
        await asyncio.to_thread(barrier.wait)
        for number, code in enumerate(games):
            try:
                await resign(
                    service,
                    code,
                    Actor(user_id, "Somebody", "en"),
                    interaction_id=1_000_000 * user_id + number,
                )
            except Refusal:
                continue
            _append_line(journal, code)


def _append_line(journal: str, line: str) -> None:
    with Path(journal).open("a") as file:
        file.write(f"{line}\n")


async def _is_due(store: db.Store) -> bool:
    moments = (await db.outbox.next_due(store), await db.timers.next_due(store))
    return any(moment is not None and moment <= store.now + LEASE_MS for moment in moments)
