"""A move from reading the game to its commit, beside a bare insert and commit of sqlite3 in the same run.

Run with `python -m bench.store`. Both write a state of the same size with a sync to disk, turn about, so
that a busy machine or a slow disk burdens both alike. Without that sync (`synchronous = NORMAL`) a power cut
could take back moves that players were already told of; the last line says what it would save.
"""

import asyncio
import sqlite3
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from db import Game, Store

MOVES = 400
STATE = "x" * 6_000


async def begin(store: Store) -> Game:
    async with store.write() as w:
        game = await w.create_game(key="bench", rules_version=1, pack="", options={}, channel=1, host=1, at=0)
        game = await w.join(game, 1, at=0)
        game = await w.join(game, 2, at=0)
        game = await w.update_game(game, status="running", seed=b"bench", started=0)
        return await w.append(game, kind="setup", state=STATE, at=0, owed={0}, snapshot=True)


async def our_move(store: Store, code: str, number: int) -> None:
    async with store.write() as w:
        game = await w.game(code)
        assert game is not None
        game = await w.append(
            game,
            kind="move",
            text="side 1 2",
            state=STATE + str(number),
            seat=number % 2,
            person=1 + number % 2,
            interaction=number,
            owed={(number + 1) % 2},
            at=number,
            snapshot=number % 10 == 0,
        )
        await w.post("card", {"ply": game.ply}, key=f"card {game.ply}", game=code, at=number)


def bare(path: Path, synchronous: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("CREATE TABLE moves (ply INTEGER PRIMARY KEY, state TEXT)")
    return connection


def bare_move(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO moves (state) VALUES (?)", (STATE + str(number),))
    connection.execute("COMMIT")


async def measure(folder: Path) -> dict[str, list[float]]:
    """Milliseconds of each move, ours and the bare ones."""
    times: dict[str, list[float]] = {"ours": [], "bare": [], "unsynced": []}
    synced, unsynced = bare(folder / "bare.db", "FULL"), bare(folder / "unsynced.db", "NORMAL")
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'skald.db'}") as store:
        code = (await begin(store)).code
        for number in range(MOVES):
            started = perf_counter()
            await our_move(store, code, number)
            moved = perf_counter()
            bare_move(synced, number)
            inserted = perf_counter()
            bare_move(unsynced, number)
            times["ours"].append((moved - started) * 1000)
            times["bare"].append((inserted - moved) * 1000)
            times["unsynced"].append((perf_counter() - inserted) * 1000)
    synced.close()
    unsynced.close()
    return times


def main() -> None:
    with TemporaryDirectory() as folder:
        times = asyncio.run(measure(Path(folder)))
    for name, label in (("ours", "a move to its commit"), ("bare", "a bare insert and commit")):
        slow = quantiles(times[name], n=20)[-1]
        print(f"{label:28} median {median(times[name]):6.2f} ms   p95 {slow:6.2f} ms")
    ratio = median(times["ours"]) / median(times["bare"])
    growth = median(times["ours"][-MOVES // 4 :]) / median(times["ours"][: MOVES // 4])
    print(f"{'ratio of the medians':28} {ratio:6.1f}")
    print(f"{'last quarter to first':28} {growth:6.2f}")
    print(f"{'the sync to disk costs':28} {median(times['bare']) - median(times['unsynced']):6.2f} ms")


if __name__ == "__main__":
    main()
