"""Kills Skald at random instants, again and again: is every accepted move there, once, and everybody told?

Run with `python -m bench.crash --kills 1000`. A process opens the database, opens tables, plays and delivers
until it is killed (SIGKILL): at any moment, or while it does one thing or another, such as opening the
database or a table, or between a move's commit and its delivery. What it was told as done must be there
afterwards, once, also where the next process hears it again. Now and then the disk is full for a while, the
database cannot be written, or it is that of an older Skald and the kill comes while it is brought up to date.
Problems are printed; with any the exit code is 1.
"""

import asyncio
import os
import select as waiting
import shutil
import signal
import sqlite3
import sys
import traceback
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from sqlalchemy import func, select

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_service import GameService
from bot.play.core.outbox_messages import LobbyCard
from bot.play.history.verify import verify_game
from bot.play.lobby import lobby
from bot.play.notify import deliveries
from bot.play.turns import moves
from db.migrate import newest_revision
from rules import GAMES
from rules.game import Refusal
from tests.db.old_database import CODE, STATE, create_old_database, insert_game

LONGEST = 1.0
"""A process that is killed at any moment lives for so many seconds at most."""
SOON = 0.02
"""One that is killed while it does something is killed so many seconds after it began that, at most."""
PATIENCE = 30
LEASE = 200
TABLES = 4
CREW = 20
"""So many processes, one after the other, play the same tables; then others gather."""
LOOK_OVER = 20
"""After so many kills the whole database is looked over."""
STEPS = ("opening", "new", "move", "committed", "delivery")
"""What a process does, one thing after another: it says so as it begins it."""
KINDS = {"any": 8, **dict.fromkeys(STEPS, 3), "full": 1, "readonly": 1, "migration": 3}
"""How often each kind of kill comes."""


def crew(number: int) -> tuple[Actor, ...]:
    """Who plays in a process."""
    first = number // CREW * 10
    return tuple(
        Actor(first + seat, name, "en-GB") for seat, name in enumerate(("Astrid", "Bjørn", "Dag"), 1)
    )


class Life:
    """What a process does until it is killed, told step by step, and noted once it is certain."""

    def __init__(self, url: str, diary: Path, number: int, seed: int, tells: int) -> None:
        self._url, self._diary, self._tells = url, diary, tells
        self._crew, self._chance = crew(number), Random(seed)
        self._numbers = iter(range(number << 20, number + 1 << 20))

    async def live(self, kind: str) -> None:
        trouble = kind if kind in ("full", "readonly") else ""
        while True:
            try:
                self._begins("opening")
                async with await db.Store.open(self._url) as store:
                    if trouble:
                        await _spoil(store, trouble)
                    service = GameService(store, GAMES)
                    await self._hear_again(service)
                    if kind == "new":
                        await self._open_table(service)
                    await self._play(service)
            except db.DatabaseError as problem:
                note(self._diary, f"trouble {problem.kind}")
                trouble = ""

    def _begins(self, step: str) -> None:
        os.write(self._tells, bytes([STEPS.index(step)]))

    async def _hear_again(self, service: GameService) -> None:
        """What the process before heard last comes once more."""
        for line in noted(self._diary, "heard")[-3:]:
            number, code, person, text = line.split(" ", 3)
            try:
                await moves.play(
                    service, code, Actor(int(person), "", "en-GB"), text, interaction_id=int(number)
                )
            except Refusal:
                note(self._diary, "refused")
            else:
                note(self._diary, f"move {number}")

    async def _play(self, service: GameService) -> None:
        while True:
            rows = await db.games.list_for_user(service.store, self._crew[0].id, ("running",))
            if len(rows) < TABLES:
                await self._open_table(service)
                continue
            snapshot = await service.snapshot(self._chance.choice(rows).code)
            seat, number = min(snapshot.owing_seats()), next(self._numbers)
            actor = next(one for one in self._crew if one.id == snapshot.players[seat].person)
            text = str(self._chance.choice(snapshot.legal(seat)))
            self._begins("move")
            note(self._diary, f"heard {number} {snapshot.code} {actor.id} {text}")
            await moves.play(service, snapshot.code, actor, text, interaction_id=number)
            self._begins("committed")
            note(self._diary, f"move {number}")
            for post in await deliveries.claim_posts(service, limit=2, lease_ms=LEASE):
                self._begins("delivery")
                note(self._diary, f"told {post.key}")
                await deliveries.mark_delivered(service, post)

    async def _open_table(self, service: GameService) -> None:
        self._begins("new")
        host, *guests = self._crew
        key = self._chance.choice(sorted(GAMES))
        opened = await lobby.open_table(service, key, {}, host, server=70, channel=700, language="en")
        note(self._diary, f"opened {opened.code}")
        for guest in guests[: self._chance.randint(1, 2)]:
            if len((await service.snapshot(opened.code)).players) < GAMES[key].info.seats[1]:
                await lobby.join(service, opened.code, guest)
        await lobby.start(service, opened.code, host.id, interaction_id=next(self._numbers))


async def _spoil(store: db.Store, trouble: str) -> None:
    """From now on this process cannot write as it would."""
    async with store.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        setting = f"max_page_count = {pages + 2}" if trouble == "full" else "query_only = ON"
        await connection.exec_driver_sql(f"PRAGMA {setting}")


def note(diary: Path, line: str) -> None:
    with diary.open("a") as file:
        file.write(f"{line}\n")


def noted(diary: Path, what: str) -> list[str]:
    lines = diary.read_text().splitlines() if diary.exists() else []
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{what} ")]


@dataclass
class Run:
    """A database, and all that is noted about what was done with it."""

    folder: Path
    rng: Random
    number: int = 0
    moves: int = 0
    died: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    opened: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / "skald.db"

    @property
    def url(self) -> str:
        return f"sqlite+aiosqlite:///{self.file}"

    @property
    def diary(self) -> Path:
        """Of the last two processes: what is older has been looked at."""
        return self.folder / "diary"

    def kill_once(self) -> None:
        kind = self.rng.choices([*KINDS], [*KINDS.values()])[0]
        if kind == "migration":
            return self._kill_while_migrating()
        self._kill(kind, self.url, self.diary)
        return self._look()

    def _kill_while_migrating(self) -> None:
        """The database of an older Skald, with a game in it."""
        revision = f"{self.rng.randint(1, int(newest_revision()) - 1):04}"
        model, file = self.folder / f"{revision}.db", self.folder / "older.db"
        if not model.exists():
            with create_old_database(model, revision) as connection:
                insert_game(connection)
        for old in self.folder.glob(f"{file.name}*"):
            old.unlink()
        (self.folder / "other diary").unlink(missing_ok=True)
        shutil.copyfile(model, file)
        url = f"sqlite+aiosqlite:///{file}"
        self._kill("opening", url, self.folder / "other diary", within=0.3)
        self.wrong += asyncio.run(_older_problems(url, revision))
        self.died["with an older schema"] += 1

    def _kill(self, kind: str, url: str, diary: Path, within: float = SOON) -> None:
        """One process and its end; the last step it began is the one it died in."""
        tells, ours = os.pipe()
        seed = self.rng.getrandbits(32)
        process = os.fork()
        if process == 0:
            os.close(tells)
            self._be(kind, Life(url, diary, self.number, seed, ours))
        os.close(ours)
        steps = b""
        if kind in STEPS:
            while STEPS.index(kind) not in steps and waiting.select([tells], [], [], PATIENCE)[0]:
                steps += os.read(tells, 64) or bytes([STEPS.index(kind)])
            sleep(self.rng.uniform(0, within))
        else:
            sleep(self.rng.uniform(0, LONGEST))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if not os.WIFSIGNALED(status):
            self.wrong.append("a process ended by itself")
        while part := os.read(tells, 4096):
            steps += part
        os.close(tells)
        self.died[STEPS[steps[-1]] if steps else "before anything"] += 1
        if kind in ("full", "readonly"):
            self.died[kind] += 1
        self.number += 1

    def _be(self, kind: str, life: Life) -> None:
        with (self.folder / "errors").open("a") as errors:
            try:
                asyncio.run(life.live(kind))
            except BaseException:
                traceback.print_exc(file=errors)
        os._exit(1)

    def _look(self) -> None:
        """What was noted must be in the database, as the next start finds it."""
        said = {int(number) for number in noted(self.diary, "move")}
        self.moves += len(said)
        self.opened |= {*noted(self.diary, "opened")}
        self.told.update(noted(self.diary, "told"))
        self.notes.update(line.split()[1] for line in _lines(self.diary) if line.startswith("trouble "))
        self.notes["heard again and refused"] += _lines(self.diary).count("refused")
        whole = self.number % LOOK_OVER == 0
        self.wrong += asyncio.run(_problems(self.url, said, self.opened, whole=whole))
        last = noted(self.diary, "heard")[-3:]
        self.diary.write_text("".join(f"heard {line}\n" for line in last))


def _lines(diary: Path) -> list[str]:
    return diary.read_text().splitlines() if diary.exists() else []


async def _older_problems(url: str, revision: str) -> list[str]:
    async with await db.Store.open(url) as store:
        wrong = [f"from {revision}: {finding.detail}" for finding in await store.check()]
        if await db.games.find_state(store, CODE) != STATE:
            wrong.append(f"from {revision}: the game was lost")
        return wrong


async def _problems(url: str, said: set[int], opened: set[str], *, whole: bool) -> list[str]:
    entry, game, post = db.entries.table.c, db.games.table.c, db.outbox.table.c
    async with await db.Store.open(url) as store:
        kept = {
            row["interaction_id"]
            for row in await store.rows(select(entry.interaction_id).where(entry.interaction_id.in_(said)))
        }
        wrong = [f"move {number} was lost" for number in said - kept]
        if not whole:
            return wrong
        wrong += [finding.detail for finding in await store.check()]
        there = {row["code"] for row in await store.rows(select(game.code))}
        wrong += [f"table {code} was lost" for code in opened - there]
        query = select(post.game).where(post.kind == LobbyCard.kind)
        shown = {row["game"] for row in await store.rows(query)}
        wrong += [f"table {code} is shown to nobody" for code in there - shown]
        query = select(entry.interaction_id).where(entry.interaction_id.is_not(None))
        twice = query.group_by(entry.interaction_id).having(func.count() > 1)
        return wrong + [f"move {row['interaction_id']} was made twice" for row in await store.rows(twice)]


async def at_the_end(run: Run) -> None:
    """Deliver what is owed; then each game must replay, and each post have been told."""
    async with await db.Store.open(run.url) as store:
        service = GameService(store, GAMES)
        while claimed := await db.outbox.claim(store, now=store.now + 3_600_000):
            for post in claimed:
                run.told[post.key] += 1
                await deliveries.mark_delivered(service, post)
        posts, game = db.outbox.table.c, db.games.table.c
        settled = posts.done_at.is_not(None) & posts.problem.is_(None)
        keys = {row["key"] for row in await store.rows(select(posts.key).where(settled))}
        run.wrong += [f"{key} was told to nobody" for key in keys - run.told.keys()]
        begun = select(game.code).where(game.state_hash.is_not(None))
        codes = [row["code"] for row in await store.rows(begun)]
        for code in codes:
            verdict = await verify_game(store, (GAMES,), code)
            if verdict is None or not verdict.is_valid:
                run.wrong.append(f"game {code} does not replay")
        entries = await store.scalar(select(func.count()).select_from(db.entries.table))
    again = sum(times - 1 for times in run.told.values())
    print(f"games: {len(codes)} of {len(run.opened)} tables opened, entries: {entries}")
    print(f"posts told: {len(run.told)}, begun again after a kill: {again}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = perf_counter()
    with TemporaryDirectory() as folder:
        run = Run(Path(folder), Random(given.seed))
        while run.number < given.kills:
            run.kill_once()
            if run.number % 100 == 0:
                print(f"{run.number} kills, {len(run.wrong)} problems", file=sys.stderr, flush=True)
        run.wrong += asyncio.run(_problems(run.url, set(), run.opened, whole=True))
        asyncio.run(at_the_end(run))
        with sqlite3.connect(run.file) as raw:
            damage = [row[0] for row in raw.execute("PRAGMA integrity_check") if row[0] != "ok"]
        run.wrong += [f"integrity: {line}" for line in damage]
        errors = run.folder / "errors"
        if errors.exists() and errors.read_text():
            run.wrong.append(f"a process failed by itself: {errors.read_text()[-1200:]}")
    print(f"kills: {run.number} in {perf_counter() - began:.0f} s, by what they cut off: {dict(run.died)}")
    print(f"moves answered: {run.moves}, trouble met: {dict(run.notes)}")
    for problem in run.wrong[:30]:
        print(f"problem: {problem}")
    print(f"problems: {len(run.wrong)}")
    return 1 if run.wrong else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
