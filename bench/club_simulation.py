"""Months in the life of a club, on a clock that is moved by hand: does everything add up at the end?

Run with `python -m bench.club_simulation`; `--people 300 --servers 5 --months 3` say how many, `--seed` another life.
All they do goes through what the chat calls: cups that fill, monthly leagues, the voyage of each week, the
waiting list; games are played at random, decided, given up, agreed upon, left to the caretaker or to the end
of the month, and Skald is killed every few days, in the midst of things too. Then everything is counted again
from the results and the logs (`tests/play/club_audit.py`). Problems are printed; with any the exit code is 1.
"""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import get_args

import db
from db.clock import DAY
from rules import GAMES
from tests.manual_clock import moment
from tests.play.club_audit import find_problems
from tests.play.club_simulation import Club, open_club

BEGIN = "2026-08-20T12:00"
"""From here on a season ends in the second month, and summer time too."""
MONTH = 31 * DAY
IN_THE_LARGEST, IN_A_LEAGUE = 60, 13


async def live(given: Namespace, folder: Path) -> list[str]:
    sizes = {"user_count": given.people, "server_count": given.servers}
    async with open_club(folder, BEGIN, given.seed, **sizes) as club:
        for number, server in enumerate(club.servers):
            members = club.actors_by_server[server][: IN_A_LEAGUE if number else IN_THE_LARGEST]
            await club.sign_on(server, [*GAMES][number % len(GAMES)], members)
        until = moment(BEGIN) + given.months * MONTH + 11 * DAY
        while club.now < until:
            await club.run(min(until, club.now + 7 * DAY))
            print(
                f"{_day(club.now)}: {len(club.log.planned_endings)} games, {process_time():.0f} s of CPU",
                flush=True,
            )
        problems = await find_problems(club)
        await tell(club)
        return problems


async def tell(club: Club) -> None:
    """What it came to."""
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
    print(f"Skald was killed {club.log.kills} times, {club.log.refused} times somebody was refused")


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
        problems = asyncio.run(live(given, Path(folder)))
    for problem in problems:
        print(problem)
    print("all adds up" if not problems else f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
