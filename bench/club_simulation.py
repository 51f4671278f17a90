"""Simulates months of a club with a manual clock, then audits everything.

Run with `python -m bench.club_simulation`; `--people 300 --servers 5 --months 3` set the size, `--seed`
another run. All actions go through the functions that the chat layer calls: cups that fill, monthly leagues,
weekly voyages, the waiting list. Games are played at random, decided, resigned, ended by vote, left to the
caretaker or to the end of the month. Skald is killed every few days, also in the middle of an action. At the
end results and logs are recounted (`tests/play/club_audit.py`). Problems are printed; with any the exit code
is 1.
"""

import asyncio
from argparse import ArgumentParser, Namespace
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import get_args

import db
from bench.problems import exit_with
from db.clock import DAY
from rules import GAMES
from tests.manual_clock import moment
from tests.play.club_audit import find_problems
from tests.play.club_simulation import Club, open_club

START = "2026-08-20T12:00"
"""A season and summer time end in the second month after this date."""
MONTH_MS = 31 * DAY
LARGEST_LEAGUE, LEAGUE_SIZE = 60, 13


async def run_club(given: Namespace, folder: Path) -> list[str]:
    sizes = {"user_count": given.people, "server_count": given.servers}
    async with open_club(folder, START, given.seed, **sizes) as club:
        for number, server in enumerate(club.servers):
            members = club.actors_by_server[server][: LEAGUE_SIZE if number else LARGEST_LEAGUE]
            await club.sign_on(server, [*GAMES][number % len(GAMES)], members)
        until = moment(START) + given.months * MONTH_MS + 11 * DAY
        while club.now < until:
            await club.run(min(until, club.now + 7 * DAY))
            print(
                f"{_day(club.now)}: {len(club.log.planned_endings)} games, {process_time():.0f} s of CPU",
                flush=True,
            )
        problems = await find_problems(club)
        await print_summary(club)
        return problems


async def print_summary(club: Club) -> None:
    """Print the counts of cups, divisions, voyages, games and kills."""
    store = club.tables.store
    cups = [
        one
        for server in club.servers
        for one in await db.cups.list_for_server(store, server, get_args(db.cups.Status))
    ]
    divisions = 0
    for server in club.servers:
        for league in await db.leagues.list_for_server(store, server):
            divisions += len(await db.cups.list_divisions(store, server, league.key))
    tries = await db.voyages.list_tries(store, [one.week for one in await db.voyages.list_since(store, 0)])
    print(f"{len(club.actors)} people on {len(club.servers)} servers, {_day(club.now)} at the end")
    print(f"cups: {dict(Counter(one.status for one in cups))}, {club.log.withdrawn} withdrew")
    print(
        f"divisions of leagues: {divisions}; games decided at the end of a month: {len(club.log.adjudicated)}"
    )
    print(f"voyages: {len(tries)} set out, {sum(one.worth is not None for one in tries)} came home")
    print(f"games: {dict(Counter(club.log.planned_endings.values()))}")
    print(f"Skald was killed {club.log.kills} times, {club.log.refused} refusals")


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def main() -> None:
    parser = ArgumentParser(description="Months in the life of a club.")
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--servers", type=int, default=5)
    parser.add_argument("--months", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        problems = asyncio.run(run_club(given, Path(folder)))
    exit_with(problems, "all adds up")


if __name__ == "__main__":
    main()
