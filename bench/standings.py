"""`/leaderboard` of a server with 500 people and 10,000 games, from asking to the finished answer.

Run with `python -m bench.standings`. Measured is all that Skald does between Discord's question and its
answer: reading and ranking the board, drawing its picture in the painters' pool, building the message. Each
board is first drawn anew; asked for again, its picture is one of those that are kept.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import render
from bot.clock import SystemClock
from bot.house import House
from bot.pictures import Gallery
from bot.standings.leaderboard import Asked, show_leaderboard
from bot.standings.profile import show_profile
from bot.standings.recompute import remake_ratings
from bot.tables import Tables, Visitor
from bot.words import words_for
from db import Store
from rules import GAMES
from tests.bot.past import remember, some_games

SERVER, PEOPLE, PAST = 50, 500, 10_000
LIMIT_MS = 300


class Reader:
    """Somebody who asks, in the place of Discord: what he is shown is built and dropped."""

    def __init__(self, house: House, person: int) -> None:
        self.house = house
        self.words = words_for("en")
        self.visitor = Visitor(person, f"viking {person}", "en-GB")
        self.interaction = SimpleNamespace(guild_id=SERVER)

    async def show(self, draft: Any) -> None:
        draft.view()
        draft.files()


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    started = perf_counter()
    await work()
    return (perf_counter() - started) * 1000


async def measure(folder: Path) -> dict[str, list[float]]:
    clock = SystemClock()
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'skald.db'}") as store:
        now = int(clock.time() * 1000)
        people = list(range(1, PEOPLE + 1))
        await remember(store, SERVER, some_games(people, PAST, until=now, every=600_000))
        sprites = folder / "sprites"
        gallery = Gallery(sprites, workers=1)
        house = House(
            store=store,
            games=dict(GAMES),
            tables=Tables(store, dict(GAMES), clock),
            gallery=gallery,
            clock=clock,
            wake=lambda: None,
        )
        reader: Any = Reader(house, 250)
        times: dict[str, list[float]] = {}
        try:
            await show_leaderboard(reader, Asked())  # the painter wakes up
            for period in ("ever", "season", "month"):
                asked = [Asked(key, period, page) for key in ("*", *GAMES) for page in (0, 3)]  # type: ignore[arg-type]
                drawn = [await timed(lambda one=one: show_leaderboard(reader, one)) for one in asked]  # type: ignore[misc]
                kept = [await timed(lambda one=one: show_leaderboard(reader, one)) for one in asked]  # type: ignore[misc]
                times[f"leaderboard, {period}"] = drawn
                times[f"leaderboard, {period}, kept picture"] = kept
            times["profile"] = [
                await timed(lambda who=who: show_profile(reader, who))  # type: ignore[misc]
                for who in range(10, 20)
            ]
            times["all ratings of the server anew"] = [await timed(lambda: remake_ratings(store, SERVER))]
        finally:
            gallery.close()
        return times


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        render.use_sprites(folder / "sprites")
        times = asyncio.run(measure(folder))
    print(f"a server of {PEOPLE} people and {PAST} games; a board is to be answered under {LIMIT_MS} ms")
    for label, taken in times.items():
        print(f"{label:36} median {median(taken):7.1f} ms   slowest {max(taken):7.1f} ms")


if __name__ == "__main__":
    main()
