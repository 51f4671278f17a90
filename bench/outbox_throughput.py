"""Throughput of a full outbox while users press buttons, and the effect of one slow channel on others.

Run with `python -m bench.outbox_throughput`; `--posts 600` is shorter. Skald serves a harbour in this
process, with real pictures on the real wire. Two hundred games have just started; their cards, hands, threads
and many notices are due. Twenty users press Play and My hand once a second each. Then one thread is rate
limited for twenty seconds (429) or fails (500), while notices are posted in all others.
"""

import asyncio
import contextlib
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import func, select

import db
import render
from bot.chat.client import Skald
from bot.chat.interactions.connection import redirect_discord
from bot.play.core import authorization, outbox_messages
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from harbour import Clock, Harbour
from harbour.seed import CHANNEL_IDS, GUILD_ID
from opponents import LEVELS
from rules import GAMES

NAMES = ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
TABLES, USERS, POSTS = 200, 20, 6_000
WATCHED_THREADS = 30
"""Threads watched while one is slow."""
MIN_POSTS_PER_S, MAX_ANSWER_MS = 20, 1_000
"""Targets: posts per second, and the first answer to a button."""
TIMEOUT_S = 60

_DUE_POSTS = select(func.count()).where(
    db.outbox.table.c.done_at.is_(None), db.outbox.table.c.not_before == 0
)


async def start_games(store: db.Store, harbour: Harbour, count: int, *, opponents: bool = False) -> list[str]:
    """Start games for two players, with nothing delivered yet.

    With `opponents` a computer player sits at two tables of three, so on a third of all seats.
    """
    service, codes = GameService(store, GAMES), []
    authorization.MAX_GAMES_PER_USER = count  # Five users stand for hundreds.
    people = [Actor(int(harbour.user(name).id), name, "en-US") for name in NAMES]
    games = cycle(sorted(GAMES))
    for number in range(count):
        host, guest = people[number % 5], people[(number + 1 + number // 5 % 4) % 5]
        terms = lobby.TableTerms(next(games), int(CHANNEL_IDS["games"]), int(GUILD_ID))
        snapshot = await lobby.open_table(service, host, terms, server_language="en")
        if opponents and number % 3:
            await lobby.add_opponent(service, snapshot.code, host.id, LEVELS[number % len(LEVELS)])
        else:
            await lobby.join(service, snapshot.code, guest)
        if len((await service.snapshot(snapshot.code)).players) < snapshot.game.info.seats[0]:
            await lobby.join(service, snapshot.code, people[(number + 4) % 5])
        await lobby.start(service, snapshot.code, host.id, interaction_id=number)
        codes.append(snapshot.code)
    return codes


async def post_notices(store: db.Store, codes: list[str], key: str) -> None:
    """Post a notice at each of these tables."""
    async with store.write() as tx:
        for code in codes:
            await outbox_messages.post_notice(tx, code, outbox_messages.Notice(code="game_silent"), key=key)


@contextlib.asynccontextmanager
async def running_bot(harbour: Harbour, store: db.Store, clock: Clock, sprites: Path) -> AsyncIterator[Skald]:
    skald = Skald(store=store, clock=clock, games=GAMES, sprites=sprites, guild_ready_timeout=0.05)
    running = asyncio.create_task(skald.start(harbour.token))
    try:
        await harbour.wait_for_bot(TIMEOUT_S)
        yield skald
    finally:
        await skald.close()
        await asyncio.gather(running, return_exceptions=True)


async def press_buttons(harbour: Harbour, service: GameService, codes: list[str], rng: Random) -> list[float]:
    """Press buttons as one user, once a second until cancelled. Returns the answer times in ms."""
    answer_ms: list[float] = []
    people = {int((person := harbour.user(name)).id): person for name in NAMES}
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            code = rng.choice(codes)
            cards = await db.messages.list_for_game(service.store, code, kind="card")
            if not cards:
                continue
            snapshot = await service.snapshot(code)
            person = people[rng.choice(snapshot.user_ids_at(snapshot.seats))]
            card = harbour.world.message(str(cards[-1].channel), str(cards[-1].message))
            assert card is not None
            verb = rng.choice(("play", "hand"))
            started = perf_counter()
            answer = await person.press(card, f"skald:{verb}:{code}::", wait=False)
            while answer.state == "sent":
                await harbour.hub.changes.wait()
            answer_ms.append((perf_counter() - started) * 1000)
    return answer_ms


async def drain(harbour: Harbour, store: db.Store, skald: Skald, codes: list[str]) -> None:
    """Measure how fast the outbox drains while users press buttons."""
    waiting = await store.scalar(_DUE_POSTS)
    started, worked = perf_counter(), process_time()
    skald.wake()
    pressing = [
        asyncio.create_task(press_buttons(harbour, skald.context.service, codes, Random(number)))
        for number in range(USERS)
    ]
    while left := await store.scalar(_DUE_POSTS):
        harbour.api_calls.clear()
        await asyncio.sleep(0.5)
        if perf_counter() - started > waiting:
            raise TimeoutError(f"{left} of {waiting} posts still wait")
    seconds = perf_counter() - started
    for task in pressing:
        task.cancel()
    answers = sorted(ms for each in await asyncio.gather(*pressing) for ms in each)
    pace, p99, worst = waiting / seconds, quantiles(answers, n=100)[98], answers[-1]
    presses, cores = len(answers) / seconds, (process_time() - worked) / seconds
    print(f"{waiting} posts in {seconds:.0f} s while {USERS} people press {presses:.0f} times a second")
    print(f"  this process had {cores:.2f} of a core, the harbour's work included")
    print(
        f"  posts a second {pace:20.1f}   {_verdict(pace >= MIN_POSTS_PER_S, f'at least {MIN_POSTS_PER_S}')}"
    )
    print(
        f"  first answers, ms      median {median(answers):4.0f}   p99 {p99:4.0f}   worst {worst:4.0f}   "
        f"{_verdict(worst < MAX_ANSWER_MS, f'below {MAX_ANSWER_MS}')}",
        flush=True,
    )


async def measure_slow_thread(
    harbour: Harbour, store: db.Store, skald: Skald, codes: list[str], fault_name: str, fault: dict[str, Any]
) -> None:
    """Post notices at many tables while Discord delays one of them."""
    threads = {code: (await skald.context.service.snapshot(code)).row.thread for code in codes}
    slow = codes[0]
    harbour.faults.add(method="POST", path=f"^/channels/{threads[slow]}/messages$", **fault)
    before = {code: _count(harbour, thread) for code, thread in threads.items()}
    started = perf_counter()
    await post_notices(store, codes, fault_name)
    skald.wake()
    arrived: dict[str, float] = {}
    while len(arrived) < len(codes):
        await harbour.hub.changes.wait()
        for code in codes:
            if code not in arrived and _count(harbour, threads[code]) > before[code]:
                arrived[code] = perf_counter() - started
    others = sorted(seconds for code, seconds in arrived.items() if code != slow)
    print(
        f"one thread in {fault_name}: there after {arrived[slow]:.1f} s; in {len(others)} others after "
        f"{median(others) * 1000:.0f} ms, the last {others[-1] * 1000:.0f} ms",
        flush=True,
    )


def _count(harbour: Harbour, thread: int | None) -> int:
    return len(harbour.user(NAMES[0]).messages({"id": str(thread)}))


def _verdict(holds: bool, wanted: str) -> str:
    return f"as wanted, {wanted}" if holds else f"not {wanted}"


async def measure(folder: Path, sprites: Path, wanted: int) -> None:
    clock = Clock()
    harbour = Harbour(folder / "world", port=0, clock=clock)
    await harbour.start()
    redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
    url = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
    try:
        async with await db.Store.open(url, clock=clock) as store:
            codes = await start_games(store, harbour, min(TABLES, max(WATCHED_THREADS, wanted // 30)))
            number = 0
            while await store.scalar(_DUE_POSTS) < wanted:
                number += 1
                await post_notices(store, codes, f"word {number}")
            async with running_bot(harbour, store, clock, sprites) as skald:
                await drain(harbour, store, skald, codes)
                some = codes[:WATCHED_THREADS]
                await measure_slow_thread(
                    harbour, store, skald, some, "a 429", {"kind": "rate", "retry_after": 20.0}
                )
                await measure_slow_thread(
                    harbour, store, skald, some, "a run of 500s", {"kind": "error", "status": 500, "times": 4}
                )
    finally:
        await harbour.close()


def main() -> None:
    parser = ArgumentParser(description="A full outbox while people press.")
    parser.add_argument("--posts", type=int, default=POSTS)
    parser.add_argument("--sprites", type=Path, help="a folder of baked sprites; else they are baked first")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        sprites = given.sprites or Path(folder) / "sprites"
        render.bake(sprites)
        asyncio.run(measure(Path(folder), sprites, given.posts))


if __name__ == "__main__":
    main()
