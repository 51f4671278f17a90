"""A move from the handler to its commit: rules, log, snapshot and outbox, beside the rules alone.

Run with `python -m bench.moves`. Each title plays random legal moves at one table on a database with its
sync to disk; the ratio says what keeping a move safe costs beside thinking it.
"""

import asyncio
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.clock import SystemClock
from bot.tables import Tables, Visitor
from db import Store
from rules import GAMES

MOVES = 200


async def measure(key: str, folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds of each move through the tables, and of the same move by the rules alone."""
    chance = Random(7)
    kept: list[float] = []
    thought: list[float] = []
    async with await Store.open(f"sqlite+aiosqlite:///{folder / key}.db") as store:
        tables = Tables(store, dict(GAMES), SystemClock())
        seats = range(max(2, GAMES[key].info.seats[0]))
        people = [Visitor(100 + seat, f"player {seat}", "en-US") for seat in seats]
        position = await tables.open(key, {}, people[0], server=1, channel=2, language="en")
        for visitor in people[1:]:
            await tables.join(position.code, visitor)
        position = await tables.start(position.code, people[0].id, interaction=1)
        for number in range(2, MOVES + 2):
            if not position.running:
                break
            seat = min(position.owing())
            move = chance.choice(position.legal(seat))
            begun = perf_counter()
            position.game.apply(position.state, seat, move)
            applied = perf_counter()
            played = await tables.play(position.code, people[seat], str(move), interaction=number)
            kept.append((perf_counter() - applied) * 1000)
            thought.append((applied - begun) * 1000)
            position = played.position
    return kept, thought


def main() -> None:
    print("move         median ms   p95 ms   rules ms   ratio")
    for key in GAMES:
        with TemporaryDirectory() as folder:
            kept, thought = asyncio.run(measure(key, Path(folder)))
        p95 = quantiles(kept, n=20)[-1]
        ratio = median(kept) / median(thought)
        print(f"{key:12} {median(kept):9.1f} {p95:8.1f} {median(thought):10.2f} {ratio:7.0f}")


if __name__ == "__main__":
    main()
