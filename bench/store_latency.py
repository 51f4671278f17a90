"""Latency of storing a move, beside a bare insert and commit of sqlite3 in the same run.

Run with `python -m bench.store_latency`. Both write a state of the same size with a sync to disk,
alternately, so that a busy machine or a slow disk affects both alike. CPU is that of this process. Without
the sync (`synchronous = NORMAL`) a power cut could undo moves that players already saw; the last line shows
what it would save.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import db
from bench.sqlite_baseline import STATE, BareSqlite, Timings

MOVES = 400


async def start_game(store: db.Store) -> str:
    async with store.write() as tx:
        game = await db.games.create(
            tx, db.Game(key="bench", rules_version=1, pack="", options={}, channel=1, host=1)
        )
        game = await db.players.join(tx, game, 1)
        game = await db.players.join(tx, game, 2)
        game = await db.games.update(tx, game, replace(game, status="running", seed=b"bench", started=tx.now))
        await _append_entry(tx, game, STATE, kind="setup", is_checkpoint=True)
        return game.code


async def write_move(store: db.Store, code: str, number: int) -> None:
    seat, other = number % 2, (number + 1) % 2
    async with store.write() as tx:
        loaded = await db.loaded_games.load(tx, code)
        assert loaded is not None
        move = {"text": "side 1 2", "seat": seat, "person": 1 + seat, "interaction_id": number}
        is_checkpoint = number % 10 == 0
        game = await _append_entry(
            tx, loaded.game, STATE + str(number), kind="move", is_checkpoint=is_checkpoint, **move
        )
        await db.players.update(tx, code, {seat: {"owes_since": None}, other: {"owes_since": tx.now}})
        card = db.NewPost(kind="card", payload={"ply": game.ply}, key=f"card {game.ply}", game=code)
        await db.outbox.enqueue(tx, card)


async def _append_entry(
    tx: db.Transaction, game: db.Game, state: str, *, is_checkpoint: bool, **entry: Any
) -> db.Game:
    new = db.NewEntry(state_hash=db.hash_text(state), checkpoint=state if is_checkpoint else None, **entry)
    return await db.entries.append(tx, game, [new], state=state)


async def measure(folder: Path) -> tuple[Timings, Timings, Timings]:
    """Time each move: ours, the bare one, and the bare one without a sync to disk."""
    ours, synced, unsynced = Timings(), Timings(), Timings()
    bare, unsynced_bare = BareSqlite(folder / "bare.db"), BareSqlite(folder / "unsynced.db", "NORMAL")
    async with await db.Store.open(f"sqlite+aiosqlite:///{folder / 'skald.db'}") as store:
        code = await start_game(store)
        for number in range(MOVES):
            with ours:
                await write_move(store, code, number)
            with synced:
                bare.move(number)
            with unsynced:
                unsynced_bare.move(number)
    bare.close()
    unsynced_bare.close()
    return ours, synced, unsynced


def main() -> None:
    with TemporaryDirectory() as folder:
        ours, synced, unsynced = asyncio.run(measure(Path(folder)))
    for label, one in (("a move to its commit", ours), ("a bare insert and commit", synced)):
        print(f"{label:28} median {one.median:6.2f} ms   p95 {one.p95:6.2f} ms   cpu {one.mean_cpu:6.2f} ms")
    growth = median(ours.wall[-MOVES // 4 :]) / median(ours.wall[: MOVES // 4])
    print(f"{'ratio of the medians':28} {ours.median / synced.median:6.1f}")
    print(f"{'ratio of the cpu':28} {ours.mean_cpu / synced.mean_cpu:6.1f}")
    print(f"{'last quarter to first':28} {growth:6.2f}")
    print(f"{'the sync to disk costs':28} {synced.median - unsynced.median:6.2f} ms")


if __name__ == "__main__":
    main()
