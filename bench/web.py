"""The web board: how long a tap takes, and what a thousand spectators on a hundred tables cost the chat.

    python -m bench.web [--spectators 1000] [--tables 100] [--seconds 20]

Server, spectators and players share one event loop and one process, so the figures are an upper limit.
A move is played every hundred milliseconds, and a read of a game stands in for the chat's first answer.
"""

import argparse
import asyncio
import socket
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import ClientSession, ClientTimeout, CookieJar, TCPConnector

from bot.play.core.authorization import Actor
from bot.play.core.rate_limit import RateLimit
from bot.views.pictures import PictureCache
from bot.views.web_links import WebLinks
from bot.web.context import WebContext
from bot.web.live import LiveTables
from bot.web.server import serve_web
from tests.play.table_fixture import ACTORS, TableFixture, open_table_fixture
from tests.web.web_table import open_dm

TAPS = 12
GAME = "lofoten"


def quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def measure_taps(web: WebLinks, tables: TableFixture, base: str) -> list[float]:
    """Tap answers of one seat until its turn is over, and measure each answer with its pictures drawn."""
    from tests.web.page_reader import choose, forward_answers, open_page, tap

    times: list[float] = []
    while len(times) < TAPS:
        code = await tables.start_game(*ACTORS[:2], game=GAME)
        snapshot = await tables.snapshot(code)
        person = snapshot.players[min(snapshot.owing_seats())].person
        actor = next(each for each in ACTORS if each.id == person)
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
            page = await open_page(browser, await web.seat_url(await tables.snapshot(code), actor.id) or "")
            while forward_answers(page) and len(times) < TAPS:
                value, pieces = choose(page, Random(len(times)))
                started = time.perf_counter()
                page = await tap(browser, base, page, value, *pieces)
                times.append(time.perf_counter() - started)
    return times


async def watch(session: ClientSession, url: str, number: int, seen: list[int]) -> None:
    """Follow one table, and fetch its page at every change, as a browser does."""
    headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
    async with session.get(f"{url}/events?mark=first", headers=headers) as stream:
        async for line in stream.content:
            if line.startswith(b"data:"):
                async with session.get(url, headers=headers) as page:
                    seen.append(len(await page.read()))


async def first_answers(
    tables: TableFixture, codes: Sequence[str], seconds: float
) -> list[tuple[float, float]]:
    """Measure how long a read of a game takes in the same event loop, twenty times a second.

    Returns pairs: the time that passed, and the CPU time that this process used meanwhile.
    """
    times: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        started, used = time.perf_counter(), time.process_time()
        await asyncio.sleep(0)
        await tables.snapshot(codes[len(times) % len(codes)])
        times.append((time.perf_counter() - started, time.process_time() - used))
        await asyncio.sleep(0.05)
    return times


async def play_on(
    tables: TableFixture, codes: Sequence[str], players: Sequence[Actor], seconds: float
) -> int:
    """Play a move every hundred milliseconds, table after table."""
    end, played = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        await tables.play_last_move(codes[played % len(codes)], players)
        played += 1
        await asyncio.sleep(0.1)
    return played


async def main(arguments: argparse.Namespace) -> None:
    pictures = PictureCache(Path(arguments.sprites), workers=1)
    with tempfile.TemporaryDirectory() as folder:
        async with open_table_fixture(Path(folder), "2026-07-14T12:00") as tables:
            listener = socket.create_server(("127.0.0.1", 0))
            base = f"http://127.0.0.1:{listener.getsockname()[1]}"
            context = WebContext(
                tables.service,
                pictures,
                lambda: None,
                open_dm,
                base,
                LiveTables(tables.service),
                address_limit=RateLimit(1e9, 1),
            )
            links = WebLinks(tables.service, base)
            async with serve_web(context, listener):
                await measure_taps(links, tables, base)  # Warms up the painters.
                taps = await measure_taps(links, tables, base)
                print(
                    f"tap, with board and hand drawn: median {statistics.median(taps) * 1000:.0f} ms, "
                    f"worst of {len(taps)} {max(taps) * 1000:.0f} ms"
                )
                await spectate(arguments, tables, links)
    pictures.close()


async def spectate(arguments: argparse.Namespace, tables: TableFixture, links: WebLinks) -> None:
    players = [Actor(1000 + number, f"Player {number}", "en-GB") for number in range(2 * arguments.tables)]
    pairs = zip(players[::2], players[1::2], strict=True)
    codes = [await tables.start_game(*pair, game=GAME) for pair in pairs]
    urls = [await links.table_url(await tables.snapshot(code)) for code in codes]
    seen: list[int] = []
    connector = TCPConnector(limit=0)
    async with ClientSession(connector=connector, timeout=ClientTimeout(total=None)) as session:
        watching = [
            asyncio.create_task(watch(session, urls[number % len(urls)] or "", number, seen))
            for number in range(arguments.spectators)
        ]
        idle = await first_answers(tables, codes, 2)
        results: Any = await asyncio.gather(
            first_answers(tables, codes, arguments.seconds),
            play_on(tables, codes, players, arguments.seconds),
        )
        times, moves = results
        print(
            f"{arguments.spectators} spectators on {arguments.tables} tables, {moves} moves, "
            f"{len(seen)} pages"
        )
        for name, share in (("median", 0.5), ("p99", 0.99), ("worst", 1.0)):
            wall, cpu = (1000 * quantile(each, share) for each in zip(*times, strict=True))
            before = 1000 * quantile([passed for passed, _ in idle], share)
            print(f"a read beside them, {name}: {wall:.0f} ms, CPU {cpu:.0f} ms (before: {before:.0f} ms)")
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--sprites", default="data/sprites")
    asyncio.run(main(parser.parse_args()))
