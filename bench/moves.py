"""A move from the handler to its commit: rules, log, kept states and posts, beside the rules alone.

Run with `python -m bench.moves`. Each title plays random legal moves at one table on a database with its
sync to disk. The ratios say what keeping a move safe costs beside thinking it, and beside a bare insert and
commit of sqlite3, made turn about; CPU is what this process worked for each move.
"""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.yardstick import Bare, Measure
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.lobby import lobby
from bot.play.turns import moves
from db import Store
from rules import GAMES

MOVES = 200


async def measure(key: str, folder: Path) -> tuple[Measure, Measure, Measure]:
    """Each move through the tables, the same by the rules alone, and a bare insert and commit."""
    rng = Random(7)
    kept, thought, inserted = Measure(), Measure(), Measure()
    bare = Bare(folder / "bare.db")
    async with await Store.open(f"sqlite+aiosqlite:///{folder / key}.db") as store:
        service = GameService(store, GAMES)
        seats = range(max(2, GAMES[key].info.seats[0]))
        people = [Actor(100 + seat, f"player {seat}", "en-US") for seat in seats]
        snapshot = await lobby.open_table(service, key, {}, people[0], server=1, channel=2, language="en")
        for actor in people[1:]:
            await lobby.join(service, snapshot.code, actor)
        snapshot = await lobby.start(service, snapshot.code, people[0].id, interaction_id=1)
        for number in range(2, MOVES + 2):
            if not snapshot.is_running:
                break
            seat = min(snapshot.owing_seats())
            move = rng.choice(snapshot.legal(seat))
            with thought:
                snapshot.game.apply(snapshot.state, seat, move)
            with kept:
                played = await moves.play(
                    service, snapshot.code, people[seat], str(move), interaction_id=number
                )
            with inserted:
                bare.move(number)
            snapshot = played.snapshot
    bare.close()
    return kept, thought, inserted


def main() -> None:
    print("move         median ms   p95 ms   cpu ms   rules ms   to rules   bare ms   to bare   cpu to bare")
    for key in GAMES:
        with TemporaryDirectory() as folder:
            kept, thought, bare = asyncio.run(measure(key, Path(folder)))
        print(
            f"{key:12} {kept.median:9.1f} {kept.p95:8.1f} {kept.cpu_each:8.1f} "
            f"{thought.median:10.2f} {kept.median / thought.median:10.0f} "
            f"{bare.median:9.2f} {kept.median / bare.median:9.1f} {kept.cpu_each / bare.cpu_each:13.1f}"
        )


if __name__ == "__main__":
    main()
