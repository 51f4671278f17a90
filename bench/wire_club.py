"""Simulates weeks of a club over the wire: cups, a league and voyages by taps in a harbour.

Run with `python -m bench.wire_club`; `--people 20 --days 40` set the size. Skald serves a harbour in this
process, from the last days of a month over the end of the next. Users open cups and join them from their
cards, join a league, sail voyages and post the results. Games are ended directly, so that the run takes
minutes; Skald is restarted every few days. Then all channels are checked as users see them. Every cup and
division has one table and one closing post in either channel. Each voyage was posted once and not before
Sunday evening, no week was posted twice, and nothing in the results channel pinged anyone.
"""

import asyncio
import logging
from argparse import ArgumentParser, Namespace
from collections import Counter
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select

import db
from bench.problems import exit_with
from bench.soak import SoakRun, StandInPictures, create_users
from bot.chat.interactions.connection import redirect_discord
from bot.play.core.game_log import GameLog
from bot.play.turns import caretaker
from bot.play.turns.ending import end_game
from bot.standings.seasons import month_at
from bot.views import pictures
from db.clock import DAY
from harbour import Clock, Harbour
from harbour.seed import CHANNEL_IDS, GUILD_ID
from harbour.user_client import UserClient
from rules.game import Outcome
from tests.play.table_fixture import choose_random_move

GAMES_CHANNEL, RESULTS_CHANNEL = "games", "hall-of-fame"
LEAGUE = "lofoten"
LEAGUE_SIZE = 5
STEP_S = 12 * 3600
LEAD_MS = 4 * DAY
"""The run begins this long before the end of a month."""
TIMEOUT_S = 120
VOYAGE_OVER_TEXT = "The voyage of the week is over"


class WireClub:
    """The users' actions and the checks of the channels."""

    def __init__(self, soak: SoakRun, users: list[UserClient], rng: Random) -> None:
        self.soak, self.harbour, self.store = soak, soak.harbour, soak.store
        self.users, self.rng = users, rng
        self.problems = soak.result.problems
        self.restarts = 0

    @property
    def now(self) -> int:
        return self.store.now

    async def run_days(self, days: int) -> None:
        """Act every half day."""
        settings = db.ServerSettings(results=int(CHANNEL_IDS[RESULTS_CHANNEL]))
        async with self.store.write() as tx:
            await db.servers.update(tx, int(GUILD_ID), settings=settings)
        for one in self.users[:LEAGUE_SIZE]:
            shown = await one.slash("/club league", in_=GAMES_CHANNEL, game=LEAGUE)
            await one.press(shown, next(name for name in _button_ids(shown.message) if "league-on" in name))
        for step in range(days * 24 * 3600 // STEP_S):
            if step % 8 == 0:
                await self.open_cup()
            await self.join_cups()
            await self.sail_voyages()
            await self.end_some_games()
            if step % 9 == 5:
                await self.soak.stop_bot()
                await self.soak.start_bot()
                self.restarts += 1
            await self.pass_time(STEP_S)
            await self.check_voyage_secrecy()
            print(f"{self.harbour.clock.now():%d %b %H:%M}: {len(await self.list_cups())} cups", flush=True)

    async def pass_time(self, seconds: int) -> None:
        self.harbour.clock.advance(seconds)
        await self.harbour.wait_until_idle(quiet=0.4, timeout=TIMEOUT_S)

    async def open_cup(self) -> None:
        who, key = self.rng.choice(self.users), self.rng.choice(["borealis", "lofoten"])
        await who.slash("/club cup", in_=GAMES_CHANNEL, game=key, size="3", pace="live")
        await self.harbour.wait_until_idle(timeout=TIMEOUT_S)

    async def join_cups(self) -> None:
        """Let three users join all cups that are still open."""
        for one in self.rng.sample(self.users, 3):
            for message in one.messages(GAMES_CHANNEL):
                names = [name for name in _button_ids(message) if ":cup-join:" in name]
                if names:
                    await one.press(message, names[0])
        await self.harbour.wait_until_idle(timeout=TIMEOUT_S)

    async def sail_voyages(self) -> None:
        for one in self.rng.sample(self.users, 2):
            shown = await one.slash("/club voyage", in_=GAMES_CHANNEL)
            names = _button_ids(shown.message)
            post = next((name for name in names if ":voyage-post" in name), None)
            sail = next((name for name in names if ":voyage-sail" in name), None)
            if post or sail:
                await one.press(shown, post or sail or "")

    async def end_some_games(self) -> None:
        """End about a third of the running games with random scores."""
        of = db.games.table.c
        rows = await self.store.rows(select(of.code).where(of.status == "running").order_by(of.code))
        for code in [row["code"] for row in rows if self.rng.random() < 0.35]:
            snapshot = await self.soak.service.snapshot(code)
            totals = tuple(self.rng.randint(20, 40) for _ in snapshot.seats)
            ranking = tuple(
                tuple(seat for seat in snapshot.seats if totals[seat] == total)
                for total in sorted(set(totals), reverse=True)
            )
            async with self.soak.service.transaction() as tx:
                await end_game(
                    tx, GameLog(await self.soak.service.load(tx, code)), Outcome("finished", ranking, totals)
                )
        self.soak.wake()
        await self.harbour.wait_until_idle(quiet=0.4, timeout=TIMEOUT_S)

    # Checks of the channels

    async def check_voyage_secrecy(self) -> None:
        """Check that nothing about a voyage is posted before it closes."""
        told = str(self.messages_in(RESULTS_CHANNEL)) + str(self.messages_in(GAMES_CHANNEL))
        for voyage in await db.voyages.list_since(self.store, 0):
            if voyage.seed.hex() in told and self.now < voyage.closes:
                self.problems.append(f"the voyage of {voyage.week} was posted before it closed")

    async def check_channels(self) -> None:
        games, results = self.messages_in(GAMES_CHANNEL), self.messages_in(RESULTS_CHANNEL)
        for message in results:
            if message["mentions"] or message.get("mention_roles"):
                self.problems.append(f"a ping in the results channel: {str(message)[:200]}")
        channel = CHANNEL_IDS[RESULTS_CHANNEL]
        for one in self.users:
            if any(push.channel_id == channel for push in one.push_notifications()):
                self.problems.append(f"the phone of {one.name} got a push from the results channel")
        cups = await self.list_cups()
        for cup in cups:
            tables = [one for one in games if cup.message is not None and one["id"] == str(cup.message)]
            if len(tables) != 1:
                self.problems.append(f"cup {cup.code} has {len(tables)} tables")
        over = sum(cup.status == "over" for cup in cups)
        for name, messages in ((GAMES_CHANNEL, games), (RESULTS_CHANNEL, results)):
            closing = sum("wins it." in str(one) or "share it." in str(one) for one in messages)
            closing -= sum(VOYAGE_OVER_TEXT in str(one) or "Season" in str(one) for one in messages)
            if closing != over:
                self.problems.append(f"{over} cups are over, and {closing} closing posts are in {name}")
        await self.check_voyage_posts(results)
        weeks = Counter(
            datetime.fromisoformat(one["timestamp"]).isocalendar()[:2]
            for one in results
            if "The week here" in str(one)
        )
        if any(number > 1 for number in weeks.values()):
            self.problems.append(f"a week was posted twice: {dict(weeks)}")
        print(f"cups and divisions: {dict(Counter(cup.status for cup in cups))}; weeks posted: {len(weeks)}")

    async def check_voyage_posts(self, results: list[Any]) -> None:
        voyages = await db.voyages.list_since(self.store, 0)
        tries = await db.voyages.list_tries(self.store, [one.week for one in voyages])
        home = {one.week for one in tries if one.worth is not None}
        for voyage in voyages:
            told = sum(voyage.seed.hex() in str(message) for message in results)
            wanted = 1 if voyage.revealed is not None and voyage.week in home else 0
            if told != wanted:
                self.problems.append(f"the voyage of {voyage.week} was posted {told} times, not {wanted}")
        if len(voyages) > len(home) + 2:
            self.problems.append("hardly any voyage was finished")
        print(f"voyages: {len(voyages)}, tries {len(tries)}, weeks with a result: {len(home)}")

    async def list_cups(self) -> list[db.Cup]:
        found = await self.store.rows(select(db.cups.table.c.code))
        every = [await db.cups.find(self.store, row["code"]) for row in found]
        return [one for one in every if one is not None]

    def messages_in(self, channel: str) -> list[Any]:
        return self.users[0].messages(channel)


def _button_ids(message: Any) -> list[str]:
    """Custom ids of the enabled buttons on a message."""
    found, parts = [], list(message["components"])
    while parts:
        part = parts.pop(0)
        if part.get("custom_id") and part["type"] == 2 and not part.get("disabled"):
            found.append(part["custom_id"])
        parts[:0] = part.get("components", ())
    return found


async def run(given: Namespace) -> list[str]:
    stand_ins = StandInPictures()
    draw, pictures.draw = pictures.draw, stand_ins.draw
    choose, caretaker.choose = caretaker.choose, choose_random_move  # type: ignore[assignment]
    with TemporaryDirectory() as name:
        folder, clock = Path(name), Clock()
        soon = db.clock.now_ms(clock) + LEAD_MS
        clock.advance((month_at(soon).until - LEAD_MS) / 1000 - clock.time())
        harbour = Harbour(folder / "harbour", port=0, clock=clock)
        users = create_users(harbour, given.people)
        await harbour.start()
        redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
        try:
            url = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
            async with await db.Store.open(url, clock=clock) as store:
                soak = SoakRun(harbour, store, folder, Random(given.seed), stand_ins)
                await soak.start_bot()
                club = WireClub(soak, users, Random(given.seed))
                try:
                    await club.run_days(given.days)
                    await harbour.wait_until_idle(quiet=1, timeout=TIMEOUT_S)
                    await club.check_channels()
                finally:
                    await soak.stop_bot()
                print(f"{len(users)} people, {given.days} days, Skald restarted {club.restarts} times")
                return [*club.problems, *(f"the harbour objects: {one}" for one in harbour.api_violations)]
        finally:
            await harbour.close()
            pictures.draw, caretaker.choose = draw, choose


def main() -> None:
    parser = ArgumentParser(description="Weeks of a club over the wire.")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--days", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    logging.basicConfig(level=logging.ERROR)
    exit_with(asyncio.run(run(parser.parse_args())), "all is as it should be")


if __name__ == "__main__":
    main()
