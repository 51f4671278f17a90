"""Latency of a move from the handler to its commit, beside the rules alone and a bare SQLite commit.

Run with `python -m bench.move_latency`. For each title random legal moves are played at one table, with the
database synced to disk. The ratios show what a stored move costs beside computing it, and beside a bare
insert and commit of sqlite3, measured alternately. CPU is that of this process per move.
"""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.sqlite_baseline import BareSqlite, Timings
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from bot.play.turns import moves
from db import Store
from rules import GAMES

MOVES = 200


async def measure(key: str, folder: Path) -> tuple[Timings, Timings, Timings]:
    """Time each move through the service, by the rules alone, and as a bare insert and commit."""
    rng = Random(7)
    committed, rules_only, baseline = Timings(), Timings(), Timings()
    bare = BareSqlite(folder / "bare.db")
    async with await Store.open(f"sqlite+aiosqlite:///{folder / key}.db") as store:
        service = GameService(store, GAMES)
        seats = range(max(2, GAMES[key].info.seats[0]))
        users = [Actor(100 + seat, f"player {seat}", "en-US") for seat in seats]
        snapshot = await lobby.open_table(
            service, users[0], lobby.TableTerms(key, 2, 1), server_language="en"
        )
        for actor in users[1:]:
            await lobby.join(service, snapshot.code, actor)
        snapshot = await lobby.start(service, snapshot.code, users[0].id, interaction_id=1)
        for number in range(2, MOVES + 2):
            if not snapshot.is_running:
                break
            seat = min(snapshot.owing_seats())
            move = rng.choice(snapshot.legal(seat))
            with rules_only:
                snapshot.game.apply(snapshot.state, seat, move)
            with committed:
                played = await moves.play(
                    service, snapshot.code, users[seat], str(move), interaction_id=number
                )
            with baseline:
                bare.move(number)
            snapshot = played.snapshot
    bare.close()
    return committed, rules_only, baseline


def main() -> None:
    print("move         median ms   p95 ms   cpu ms   rules ms   to rules   bare ms   to bare   cpu to bare")
    for key in GAMES:
        with TemporaryDirectory() as folder:
            committed, rules_only, bare = asyncio.run(measure(key, Path(folder)))
        print(
            f"{key:12} {committed.median:9.1f} {committed.p95:8.1f} {committed.mean_cpu:8.1f} "
            f"{rules_only.median:10.2f} {committed.median / rules_only.median:10.0f} "
            f"{bare.median:9.2f} {committed.median / bare.median:9.1f} "
            f"{committed.mean_cpu / bare.mean_cpu:13.1f}"
        )


if __name__ == "__main__":
    main()
