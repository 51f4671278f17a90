"""Latency of `/leaderboard` on a server with 500 users and 10,000 games.

Run with `python -m bench.standings`. Measured is everything between Discord's request and the answer: reading
and ranking, drawing the picture in the worker pool, building the message. Each board is drawn once, then
requested again with the picture cached.
"""

import asyncio
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import db
import render
from bot.chat.club import cups, leaderboard, leagues
from bot.chat.club.profile import USER_OPTION, profile
from bot.chat.interactions.context import Context, Views
from bot.chat.messages.custom_id import CustomId
from bot.i18n import locale_for
from bot.play.club.pairings import cup_tables
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.standings.leaderboards import PERIODS, Period
from bot.standings.ratings import OVERALL
from bot.standings.recompute import recompute_ratings
from bot.standings.seasons import month_at
from bot.views.pictures import PictureCache
from db import Store
from db.clock import MINUTE, SystemClock
from rules import GAMES
from tests.standings.finished_games import FinishedGame, insert_finished_games, random_games

SERVER, USERS, PAST_GAMES = 50, 500, 10_000
LIMIT_MS = 300


class FakeRequest:
    """Stands in for a Discord request; messages are built and dropped."""

    def __init__(self, context: Context, user_id: int) -> None:
        self.context = context
        self.service, self.store, self.games = context.service, context.store, context.games
        self.locale = locale_for("en")
        self.actor = Actor(user_id, f"viking {user_id}", "en-GB")
        self.interaction = SimpleNamespace(guild_id=SERVER)
        self.server, self.selected_value = SERVER, ""

    async def respond(self, builder: Any) -> None:
        builder.view()
        builder.files()


async def create_played_cup(
    store: Store, people: range, pairs: Sequence[Sequence[int]], prefix: str, **terms: Any
) -> str:
    """Create a cup in which each pair has finished a game. Returns its code."""
    played = [
        FinishedGame(store.now, [[one] for one in pair], code=f"{prefix}X{game}")
        for game, pair in enumerate(pairs)
    ]
    codes = await insert_finished_games(store, SERVER, played)
    async with store.write() as tx:
        place = {"server": SERVER, "channel": 60, "key": "lofoten", "pace": "slow"}
        cup = await db.cups.create(tx, db.Cup(**place, size=len(people), **terms))
        await db.cups.add_entrants(tx, cup, *people)
        await db.cups.insert_seats(tx, cup, zip(codes, pairs, strict=True))
        await db.cups.update(tx, cup, replace(cup, status="running", started=tx.now))
    return cup.code


async def create_cup_of_eight(store: Store, number: int) -> str:
    """Create a cup of eight with all games played. Returns its code."""
    people, rng = range(1 + number, 9 + number), Random(number)
    pairs = [[people[seat] for seat in rng.sample(table, len(table))] for table in cup_tables(len(people), 2)]
    return await create_played_cup(store, people, pairs, f"C{number}")


async def create_league_of_sixty(store: Store) -> None:
    """Create ten divisions of six in the current month with all games played."""
    month = month_at(store.now).start
    for number in range(10):
        people = range(1 + 6 * number, 7 + 6 * number)
        pairs = [[people[seat] for seat in table] for table in cup_tables(len(people), 2)]
        await create_played_cup(store, people, pairs, f"L{number}", month=month, division=number + 1)
    async with store.write() as tx:
        league = db.League(SERVER, "lofoten", 60, "slow", tx.now)
        await db.leagues.create(tx, league)
        for user_id in range(1, 61):
            await db.leagues.add_member(tx, league, user_id)


async def measure_ms(work: Callable[[], Awaitable[Any]]) -> float:
    started = perf_counter()
    await work()
    return (perf_counter() - started) * 1000


async def measure(folder: Path) -> dict[str, list[float]]:
    clock = SystemClock()
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock) as store:
        people = list(range(1, USERS + 1))
        await insert_finished_games(
            store, SERVER, random_games(people, PAST_GAMES, until=store.now, every=10 * MINUTE)
        )
        pictures = PictureCache(folder / "sprites", workers=1)
        service = GameService(store, GAMES, pictures.run_in_worker)
        reader: Any = FakeRequest(Context(service, Views(pictures), open_dm=AsyncMock()), 250)
        times: dict[str, list[float]] = {}

        async def board(key: str, period: Period, page: int) -> float:
            custom_id = CustomId("leaders", args=(key, period, str(page)))
            return await measure_ms(lambda: leaderboard.turn_page(reader, custom_id))

        try:
            await board(OVERALL, "ever", 0)  # Starts the worker process.
            for period in PERIODS:
                asked = [(key, period, page) for key in (OVERALL, *GAMES) for page in (0, 3)]
                times[f"leaderboard, {period}"] = [await board(*one) for one in asked]
                times[f"leaderboard, {period}, kept picture"] = [await board(*one) for one in asked]
            times["profile"] = [
                await measure_ms(lambda who=who: profile(reader, {USER_OPTION: str(who)}))  # type: ignore[misc]
                for who in range(10, 20)
            ]
            times["the table of a cup of eight"] = []
            for number in range(5):
                reader.selected_value = await create_cup_of_eight(store, number)
                taken = await measure_ms(lambda: cups.choose_cup(reader, CustomId("cup-choose")))
                times["the table of a cup of eight"].append(taken)
            await create_league_of_sixty(store)
            await leagues.turn_page(
                reader, CustomId("league-page", args=("lofoten", "0"))
            )  # Bakes the sprites.
            times["a league of sixty"] = []
            for user_id in range(1, 6):
                async with store.write() as tx:
                    await db.users.update(tx, user_id, name=f"Ragnar {user_id}")
                taken = await measure_ms(
                    lambda: leagues.turn_page(reader, CustomId("league-page", args=("lofoten", "0")))
                )
                times["a league of sixty"].append(taken)
            times["a league of sixty, kept picture"] = [
                await measure_ms(
                    lambda page=page: leagues.turn_page(
                        reader, CustomId("league-page", args=("lofoten", page))
                    )
                )
                for page in ("0", "1", "0", "1")
            ]
            times["all ratings of the server anew"] = [
                await measure_ms(lambda: recompute_ratings(store, SERVER))
            ]
        finally:
            pictures.close()
        return times


async def measure_club_cpu(folder: Path) -> dict[str, list[float]]:
    """Measure the CPU time of new pictures of a cup and a league, drawn in this process."""
    clock = SystemClock()
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'skald.db'}", clock=clock) as store:
        await insert_finished_games(
            store, SERVER, random_games(range(1, 101), 600, until=store.now, every=10 * MINUTE)
        )
        pictures = PictureCache(folder / "sprites", workers=0)
        service = GameService(store, GAMES, pictures.run_in_worker)
        reader: Any = FakeRequest(Context(service, Views(pictures), open_dm=AsyncMock()), 25)
        costs: dict[str, list[float]] = {"the table of a cup of eight": [], "a league of sixty": []}

        async def measure_cpu_ms(work: Callable[[], Awaitable[Any]]) -> float:
            started = process_time()
            await work()
            return (process_time() - started) * 1000

        try:
            await create_league_of_sixty(store)
            for number in range(6):
                async with store.write() as tx:
                    await db.users.update(tx, number + 1, name=f"Ragnar {number}")
                page = CustomId("league-page", args=("lofoten", "0"))
                taken = await measure_cpu_ms(lambda page=page: leagues.turn_page(reader, page))  # type: ignore[misc]
                costs["a league of sixty"].append(taken)
                reader.selected_value = await create_cup_of_eight(store, number)
                taken = await measure_cpu_ms(lambda: cups.choose_cup(reader, CustomId("cup-choose")))
                costs["the table of a cup of eight"].append(taken)
        finally:
            pictures.close()
    # The first of each also bakes its sprites.
    return {label: taken[1:] for label, taken in costs.items()}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cpu", action="store_true", help="only a cup and a league, by the processor")
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        render.use_sprite_folder(folder / "sprites")
        if given.cpu:
            for label, taken in asyncio.run(measure_club_cpu(folder)).items():
                print(f"{label:36} median {median(taken):7.1f} ms of CPU   most {max(taken):7.1f} ms")
            return
        times = asyncio.run(measure(folder))
    print(f"a server of {USERS} people and {PAST_GAMES} games; a board is to be answered under {LIMIT_MS} ms")
    for label, taken in times.items():
        print(f"{label:36} median {median(taken):7.1f} ms   slowest {max(taken):7.1f} ms")


if __name__ == "__main__":
    main()
