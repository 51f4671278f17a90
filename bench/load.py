"""A thousand live games in a real mix, pictures drawn: how fast is a tap answered, and how many moves fit?

Run with `python -m bench.load`; `--games 100 --seconds 20` is a shorter one. Skald serves a harbour in this
process and draws in two others, with sprites baked before. People make legal moves in random games, by
command, as fast as they are answered. The first answer is what ends Discord's three seconds; the whole one is
the panel with its picture. The floor is an echo: a ready picture of the same size uploaded to the same place.
With `--opponents` computer players have a third of the seats, and think meanwhile.

Told beside it is what a move took of the processor: in this process, which is Skald and the harbour, and in
those that draw and think. On a machine with other work on it, that tells what two free cores could do.
"""

import asyncio
from argparse import ArgumentParser
from multiprocessing import active_children
from os import sysconf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import update

import db
import render
from bench.outbox_throughput import NAMES, running_bot, start_games
from bench.soak import slash_command_of
from harbour import Clock, Harbour
from harbour.seed import CHANNEL_IDS
from harbour.slash_commands import Refused
from harbour.user_client import Response, UserClient
from rules.game import Refusal

AT_ONCE = 8
"""So many people act at the same time."""
WARMING = 15
"""So many seconds they act before it counts: the processes that draw are started by the first picture."""
PICTURE = 160_000
"""About as many bytes as a board has."""
FIRST_MS, WHOLE_MS, A_SECOND = 1_000, 3_000, 8
"""What is wanted: the first and the whole answer, p99, and moves a second on two cores."""


async def act(
    skald: Any, harbour: Harbour, codes: list[str], rng: Random, until: float
) -> list[tuple[float, float]]:
    """Make one move after the other in random games; in how many milliseconds each was answered."""
    taken: list[tuple[float, float]] = []
    people = {int((person := harbour.user(name)).id): person for name in NAMES}
    while perf_counter() < until:
        position = await skald.context.tables.position(rng.choice(codes))
        seats = [seat for seat in sorted(position.owing()) if position.players[seat].person in people]
        if not position.running or not seats:
            await asyncio.sleep(0)  # it is over, or an opponent's turn
            continue
        person = people[position.players[seats[0]].person or 0]
        line, options = slash_command_of(position.row.key, rng.choice(position.legal(seats[0])))
        options["game"] = position.code
        try:
            taken.append(await _timed(person, line, options))
        except (Refused, Refusal, LookupError):
            continue
    return taken


async def everybody(
    skald: Any, harbour: Harbour, codes: list[str], rng: Random, seconds: float
) -> list[tuple[float, float]]:
    """All of them act for so long."""
    until = perf_counter() + seconds
    crew = [act(skald, harbour, codes, Random(rng.random()), until) for _ in range(AT_ONCE)]
    return [one for part in await asyncio.gather(*crew) for one in part]


def worked() -> dict[str, float]:
    """Seconds of the processor so far, by who worked; whoever thinks steps back, and is known by that."""
    spent = {"Skald and the harbour": process_time(), "drawing": 0.0, "thinking": 0.0}
    for child in active_children():
        words = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        ticks, modest = int(words[11]) + int(words[12]), int(words[16]) > 0
        spent["thinking" if modest else "drawing"] += ticks / sysconf("SC_CLK_TCK")
    return spent


async def _timed(person: UserClient, line: str, options: dict[str, str]) -> tuple[float, float]:
    code = options.pop("game")
    began = perf_counter()
    answer: Response = await person.slash(line, in_="games", wait=False, **options, game=code)
    await _while(answer, "sent")
    first = perf_counter()
    await _while(answer, "deferred")
    return 1000 * (first - began), 1000 * (perf_counter() - began)


async def _while(answer: Response, state: str) -> None:
    while answer.state == state:  # noqa: ASYNC110 - the harbour tells nobody
        await asyncio.sleep(0.001)


async def echo(harbour: Harbour, seconds: float) -> float:
    """How many ready pictures a second the harbour takes, one after the other."""
    done, until = 0, perf_counter() + seconds
    url = f"{harbour.api_url}/channels/{CHANNEL_IDS['general']}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {harbour.token}"}) as http:
        while perf_counter() < until:
            form = aiohttp.FormData()
            form.add_field("payload_json", '{"content": "echo"}', content_type="application/json")
            form.add_field("files[0]", bytes(PICTURE), filename="board.jpg", content_type="image/jpeg")
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
        Route.BASE, discord.Asset.BASE = harbour.api_url, harbour.cdn_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(harbour.gateway_url)
        try:
            async with await db.Store.open(
                f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock
            ) as store:
                codes = await start_games(store, harbour, games, opponents=opponents)
                async with store.write() as tx:
                    await tx.execute(update(db.outbox.table).values(done_at=tx.now))
                async with running_bot(harbour, store, clock, sprites) as skald:
                    await harbour.wait_until(lambda: bool(harbour.world.commands), 60)
                    skald.context.rate_limit.allow = lambda *_: True
                    rng = Random(seed)
                    await everybody(skald, harbour, codes, rng, WARMING)
                    began, before = perf_counter(), worked()
                    taken = await everybody(skald, harbour, codes, rng, seconds)
                    spent, after = perf_counter() - began, worked()
            floor = await echo(harbour, 5)
        finally:
            await harbour.close()
    first, whole = [one for one, _ in taken], [one for _, one in taken]
    print(f"games: {games}, moves: {len(taken)} in {spent:.0f} s")
    print(f"first answer, p99: {p99(first):.0f} ms (wanted: under {FIRST_MS})")
    print(f"whole answer, median: {sorted(whole)[len(whole) // 2]:.0f} ms")
    print(f"whole answer, p99: {p99(whole):.0f} ms (wanted: under {WHOLE_MS})")
    print(f"moves a second: {len(taken) / spent:.2f} (wanted: {A_SECOND})")
    each = {who: 1000 * (after[who] - before[who]) / max(1, len(taken)) for who in after}
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
