"""Load test: a thousand running games with real pictures; measures answer times and moves per second.

Run with `python -m bench.load`; `--games 100 --seconds 20` is shorter. Skald serves a harbour in this process
and draws in two worker processes, with sprites baked before. Users type legal moves in random games as fast
as they are answered. The first answer ends Discord's three seconds; the whole answer is the panel with its
picture. The baseline is an echo: a ready picture of the same size uploaded to the same place. With
`--opponents` computer players have a third of the seats.

CPU time per move is reported too: of this process (Skald and the harbour), and of the processes that draw and
think. On a busy machine it shows what two free cores could do.
"""

import asyncio
from argparse import ArgumentParser
from multiprocessing import active_children
from os import nice, sysconf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import aiohttp
from sqlalchemy import update

import db
import render
from bench.outbox_throughput import NAMES, running_bot, start_games
from bench.soak import slash_command_of
from bot.chat.interactions.connection import redirect_discord
from harbour import Clock, Harbour
from harbour.seed import CHANNEL_IDS
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient
from rules.game import Refusal

CONCURRENT_USERS = 8
WARM_UP_S = 15
"""Not measured: the first pictures start the worker processes."""
PICTURE_BYTES = 160_000
"""Typical size of a board."""
MAX_FIRST_MS, MAX_WHOLE_MS, MIN_MOVES_PER_S = 1_000, 3_000, 8
"""Targets on two cores: p99 of the first and the whole answer, and moves per second."""


async def play_moves(
    skald: Any, harbour: Harbour, codes: list[str], rng: Random, until: float
) -> list[tuple[float, float]]:
    """Play moves in random games until the deadline. Returns first and whole answer times in ms."""
    answer_ms: list[tuple[float, float]] = []
    people = {int((person := harbour.user(name)).id): person for name in NAMES}
    while perf_counter() < until:
        snapshot = await skald.context.service.snapshot(rng.choice(codes))
        seats = [seat for seat in sorted(snapshot.owing_seats()) if snapshot.players[seat].person in people]
        if not snapshot.is_running or not seats:
            await asyncio.sleep(0)  # The game is over, or it is an opponent's turn.
            continue
        person = people[snapshot.players[seats[0]].person or 0]
        line, options = slash_command_of(snapshot.row.key, rng.choice(snapshot.legal(seats[0])))
        options["game"] = snapshot.code
        try:
            answer_ms.append(await _timed_answer(person, line, options))
        except (Refused, Refusal, LookupError):
            continue
    return answer_ms


async def run_users(
    skald: Any, harbour: Harbour, codes: list[str], rng: Random, seconds: float
) -> list[tuple[float, float]]:
    """Let all users play at the same time for some seconds."""
    until = perf_counter() + seconds
    users = [play_moves(skald, harbour, codes, Random(rng.random()), until) for _ in range(CONCURRENT_USERS)]
    return [one for part in await asyncio.gather(*users) for one in part]


def cpu_seconds() -> dict[str, float]:
    """CPU seconds so far by kind of process; processes that think are nicer than this one."""
    spent = {"Skald and the harbour": process_time(), "drawing": 0.0, "thinking": 0.0}
    for child in active_children():
        words = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(words[11]) + int(words[12])
        spent["thinking" if is_thinking(int(words[16])) else "drawing"] += ticks / sysconf("SC_CLK_TCK")
    return spent


def is_thinking(niceness: int) -> bool:
    """True if a child with this niceness thinks: it has lowered its priority below that of this process."""
    return niceness > nice(0)


async def _timed_answer(person: UserClient, line: str, options: dict[str, str]) -> tuple[float, float]:
    code = options.pop("game")
    began = perf_counter()
    answer: Response = await person.slash(line, in_="games", wait=False, **options, game=code)
    await _wait_while(answer, "sent")
    first = perf_counter()
    await _wait_while(answer, "deferred")
    return 1000 * (first - began), 1000 * (perf_counter() - began)


async def _wait_while(answer: Response, state: str) -> None:
    while answer.state == state:  # noqa: ASYNC110 - the harbour has no event for this
        await asyncio.sleep(0.001)


async def echo(harbour: Harbour, seconds: float) -> float:
    """Ready pictures per second that the harbour accepts, one after the other."""
    done, until = 0, perf_counter() + seconds
    url = f"{harbour.api_url}/channels/{CHANNEL_IDS['general']}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {harbour.token}"}) as http:
        while perf_counter() < until:
            form = aiohttp.FormData()
            form.add_field("payload_json", '{"content": "echo"}', content_type="application/json")
            form.add_field("files[0]", bytes(PICTURE_BYTES), filename="board.jpg", content_type="image/jpeg")
            async with http.post(url, data=form) as reply:
                if reply.status == 429:
                    await asyncio.sleep(float((await reply.json())["retry_after"]))
                else:
                    done += 1
    return done / seconds


def p99(values: list[float]) -> float:
    return sorted(values)[int(0.99 * len(values))] if values else 0.0


async def load(games: int, seconds: float, seed: int, sprites: Path, opponents: bool) -> None:
    render.bake(sprites)
    with TemporaryDirectory() as kept:
        folder, clock = Path(kept), Clock()
        harbour = Harbour(folder / "harbour", port=0, clock=clock)
        await harbour.start()
        redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
        try:
            async with await db.Store.open(
                f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock
            ) as store:
                codes = await start_games(store, harbour, games, opponents=opponents)
                async with store.write() as tx:
                    await tx.execute(update(db.outbox.table).values(done_at=tx.now))
                async with running_bot(harbour, store, clock, sprites) as skald:
                    await harbour.wait_until(lambda: bool(harbour.world.commands), 60)
                    skald.context.interactions.rate_limit.allow = lambda *_: True
                    rng = Random(seed)
                    await run_users(skald, harbour, codes, rng, WARM_UP_S)
                    began, before = perf_counter(), cpu_seconds()
                    answer_ms = await run_users(skald, harbour, codes, rng, seconds)
                    spent, after = perf_counter() - began, cpu_seconds()
            floor = await echo(harbour, 5)
        finally:
            await harbour.close()
    first, whole = [one for one, _ in answer_ms], [one for _, one in answer_ms]
    print(f"games: {games}, moves: {len(answer_ms)} in {spent:.0f} s")
    print(f"first answer, p99: {p99(first):.0f} ms (wanted: under {MAX_FIRST_MS})")
    print(f"whole answer, median: {sorted(whole)[len(whole) // 2]:.0f} ms")
    print(f"whole answer, p99: {p99(whole):.0f} ms (wanted: under {MAX_WHOLE_MS})")
    print(f"moves a second: {len(answer_ms) / spent:.2f} (wanted: {MIN_MOVES_PER_S})")
    each = {who: 1000 * (after[who] - before[who]) / max(1, len(answer_ms)) for who in after}
    print("a move took of the processor: " + ", ".join(f"{who} {ms:.0f} ms" for who, ms in each.items()))
    needed = sum(ms for who, ms in each.items() if who != "thinking")
    print(f"so two free cores could do {2000 / max(1, needed):.1f} a second, thinking aside")
    print(f"echo of a ready picture, a second: {floor:.1f}")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprites", type=Path, default=Path("data/sprites"), help="where they are kept")
    parser.add_argument("--opponents", action="store_true", help="on a third of the seats")
    given = parser.parse_args()
    asyncio.run(load(given.games, given.seconds, given.seed, given.sprites, given.opponents))


if __name__ == "__main__":
    main()
