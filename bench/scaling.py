"""Cost of late moves beside early ones, and startup time with many stored games.

Run with `python -m bench.scaling`. Plays a game of Lofoten at random to its end and compares the CPU time of
the last moves, from the handler to the commit, with that of early ones. Then starts Skald as a process on a
database of 100,000 games (`--games`), a hundredth of them running, and on an empty one. Measured is the time
from the command until users can tap.
"""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import aiohttp

import db
from bench.sqlite_baseline import Timings
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import moves
from rules import GAMES

FIRST_MEASURED, SAMPLE = 50, 200
"""The first measured move, and the number of moves measured from there and at the end."""
MIN_GAME_LENGTH = 800
STORED_GAMES = 100_000
ONE_RUNNING_IN = 100
"""One of this many stored games is running."""
MOVES_PER_GAME = 6
COPIED_TABLES = ("games", "players", "entries")
PEOPLE = (Actor(101, "Astrid", "en-GB"), Actor(102, "Bjørn", "en-GB"))


async def start_game(service: GameService, key: str, interaction: int = 1) -> GameSnapshot:
    host, guest = PEOPLE
    opened = await lobby.open_table(service, host, lobby.TableTerms(key, 2, 1), server_language="en")
    await lobby.join(service, opened.code, guest)
    return await lobby.start(service, opened.code, host.id, interaction_id=interaction)


async def play(
    service: GameService, snapshot: GameSnapshot, rng: Random, number: int, timings: Timings
) -> GameSnapshot:
    seat = min(snapshot.owing_seats())
    move = str(rng.choice(snapshot.legal(seat)))
    with timings:
        played = await moves.play(service, snapshot.code, PEOPLE[seat], move, interaction_id=number)
    return played.snapshot


async def long_game_cpu(folder: Path) -> list[float]:
    """CPU time of each move of a long game."""
    for seed in range(100):
        timings, rng = Timings(), Random(seed)
        async with await db.Store.open(f"sqlite+aiosqlite:///{folder / f'{seed}.db'}") as store:
            service = GameService(store, GAMES)
            snapshot = await start_game(service, "lofoten")
            while snapshot.is_running:
                snapshot = await play(service, snapshot, rng, len(timings.cpu) + 2, timings)
        if len(timings.cpu) >= MIN_GAME_LENGTH:
            return timings.cpu
    raise LookupError("no game lasts long enough")


async def store_games(file: Path, count: int) -> None:
    """Play a few games, then copy them until there are enough."""
    async with await db.Store.open(f"sqlite+aiosqlite:///{file}") as store:
        service, codes = GameService(store, GAMES), list[str]()
        for key in GAMES:
            numbers = iter(range(1000 * len(codes), 1000 * (len(codes) + 1)))
            snapshot = await start_game(service, key, next(numbers))
            for _ in range(MOVES_PER_GAME):
                snapshot = await play(service, snapshot, Random(key), next(numbers), Timings())
            codes.append(snapshot.code)
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE entries SET interaction_id = NULL")
        raw.execute("DELETE FROM posts")
        for table in COPIED_TABLES:
            _copy(raw, table, codes, count)
        raw.execute(
            f"UPDATE games SET status = 'over', ended = last_activity WHERE rowid % {ONE_RUNNING_IN} != 0"
        )
        raw.execute("ANALYZE")


def _copy(raw: sqlite3.Connection, table: str, codes: list[str], count: int) -> None:
    columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
    name = "code" if table == "games" else "game"
    copied = [column for column in columns if column not in (name, "id")]
    given = ", ".join(f'"{column}"' for column in copied)
    for number, code in enumerate(codes):
        raw.execute(
            f'INSERT INTO {table} ("{name}", {given}) '
            "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?) "
            f"SELECT '{number}' || n, {given} FROM numbers, {table} WHERE {table}.{name} = ?",
            (count // len(codes), code),
        )


def measure_startup(folder: Path) -> tuple[float, float]:
    """Measure seconds from the command until users can tap, and their CPU seconds."""
    settings = {**os.environ, "SKALD_DATA": str(folder), "SKALD_PORT": "0", "DISCORD_TOKEN": ""}
    began = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"], env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    address = re.search(r"http://\S+", process.stdout.readline().decode())
    assert address
    asyncio.run(_wait_until_online(address[0]))
    seconds = perf_counter() - began
    ticks = [
        int(word) for word in Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    ]
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    return seconds, sum(ticks) / os.sysconf("SC_CLK_TCK")


async def _wait_until_online(address: str) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        await http.get(address)
        while True:
            async with http.get(f"{address.partition('/?')[0]}/page/world") as reply:
                world = await reply.json()
            if world.get("bot", {}).get("online") and world["commands"]:
                return
            await asyncio.sleep(0.02)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=STORED_GAMES)
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        cpu = asyncio.run(long_game_cpu(Path(name)))
    early, late = median(cpu[FIRST_MEASURED : FIRST_MEASURED + SAMPLE]), median(cpu[-SAMPLE:])
    print(f"moves of one game: {len(cpu)}")
    print(f"cpu of a move: early {early:.2f} ms, at the end {late:.2f} ms, {late / early:.2f} times")
    for count in (0, given.games):
        with TemporaryDirectory() as name:
            folder = Path(name)
            measure_startup(folder)  # Creates the data folder.
            if count:
                asyncio.run(store_games(folder / "harbour" / "skald.db", count))
            seconds, cpu_s = min(measure_startup(folder) for _ in range(3))
        print(f"start with {count:,} stored games: {seconds:.1f} s, {cpu_s:.1f} s of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main())
