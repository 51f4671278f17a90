"""Kills Skald at random instants and checks that accepted moves are stored once and deliveries happen.

Run with `python -m bench.crash --kills 1000`. A process opens the database, opens tables, plays and delivers
until it is killed (SIGKILL): at a random moment or during a given step, such as a migration, or between a
move's commit and its delivery. Everything it reported as done must be stored afterwards, once, also if the
next process receives the same interaction again. In some runs the disk is full, the database is read-only, or
it has an older schema and the kill comes during the migration. Problems are printed; with any the exit code
is 1.
"""

import asyncio
import os
import select as select_module
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

MAX_LIFETIME_S = 1.0
MAX_DELAY_S = 0.02
"""Longest delay from the start of a step to a kill during it."""
TIMEOUT_S = 30
LEASE_MS = 200
MAX_TABLES = 4
PROCESSES_PER_CREW = 20
"""After this many processes, another group of players takes over."""
FULL_CHECK_EVERY = 20
"""The whole database is checked after this many kills."""
STEPS = ("opening", "new", "move", "committed", "delivery")
"""Steps that a process announces when it begins them."""
KILL_WEIGHTS = {"any": 8, **dict.fromkeys(STEPS, 3), "full": 1, "readonly": 1, "migration": 3}
"""Relative frequency of each kind of kill."""


def players_of(number: int) -> tuple[Actor, ...]:
    """The players of a process, by its number."""
    first = number // PROCESSES_PER_CREW * 10
    return tuple(
        Actor(first + seat, name, "en-GB") for seat, name in enumerate(("Astrid", "Bjørn", "Dag"), 1)
    )


class Worker:
    """Plays and delivers until it is killed. Announces each step and writes a journal of what is certain."""

    def __init__(self, url: str, journal: Path, number: int, seed: int, pipe: int) -> None:
        self._url, self._journal, self._pipe = url, journal, pipe
        self._players, self._rng = players_of(number), Random(seed)
        self._numbers = iter(range(number << 20, number + 1 << 20))

    async def run(self, kind: str) -> None:
        fault = kind if kind in ("full", "readonly") else ""
        while True:
            try:
                self._announce("opening")
                async with await db.Store.open(self._url) as store:
                    if fault:
                        await _restrict_writes(store, fault)
                    service = GameService(store, GAMES)
                    await self._repeat_interactions(service)
                    if kind == "new":
                        await self._open_table(service)
                    await self._play(service)
            except db.DatabaseError as problem:
                write_note(self._journal, f"fault {problem.kind}")
                fault = ""

    def _announce(self, step: str) -> None:
        os.write(self._pipe, bytes([STEPS.index(step)]))

    async def _repeat_interactions(self, service: GameService) -> None:
        """Submit the last interactions of the previous process again."""
        for line in read_notes(self._journal, "heard")[-3:]:
            number, code, person, text = line.split(" ", 3)
            try:
                await moves.play(
                    service, code, Actor(int(person), "", "en-GB"), text, interaction_id=int(number)
                )
            except Refusal:
                write_note(self._journal, "refused")
            else:
                write_note(self._journal, f"move {number}")

    async def _play(self, service: GameService) -> None:
        while True:
            rows = await db.players.list_games(service.store, self._players[0].id, ("running",))
            if len(rows) < MAX_TABLES:
                await self._open_table(service)
                continue
            snapshot = await service.snapshot(self._rng.choice(rows).code)
            seat, number = min(snapshot.owing_seats()), next(self._numbers)
            actor = next(one for one in self._players if one.id == snapshot.players[seat].person)
            text = str(self._rng.choice(snapshot.legal(seat)))
            self._announce("move")
            write_note(self._journal, f"heard {number} {snapshot.code} {actor.id} {text}")
            await moves.play(service, snapshot.code, actor, text, interaction_id=number)
            self._announce("committed")
            write_note(self._journal, f"move {number}")
            for post in await deliveries.claim_posts(service, limit=2, lease_ms=LEASE_MS):
                self._announce("delivery")
                write_note(self._journal, f"delivered {post.key}")
                await deliveries.mark_delivered(service, post)

    async def _open_table(self, service: GameService) -> None:
        self._announce("new")
        host, *guests = self._players
        key = self._rng.choice(sorted(GAMES))
        opened = await lobby.open_table(service, host, lobby.TableTerms(key, 700, 70), server_language="en")
        write_note(self._journal, f"opened {opened.code}")
        for guest in guests[: self._rng.randint(1, 2)]:
            if len((await service.snapshot(opened.code)).players) < GAMES[key].info.seats[1]:
                await lobby.join(service, opened.code, guest)
        await lobby.start(service, opened.code, host.id, interaction_id=next(self._numbers))


async def _restrict_writes(store: db.Store, fault: str) -> None:
    """Make the disk appear full, or the database read-only."""
    async with store.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        setting = f"max_page_count = {pages + 2}" if fault == "full" else "query_only = ON"
        await connection.exec_driver_sql(f"PRAGMA {setting}")


def write_note(journal: Path, line: str) -> None:
    with journal.open("a") as file:
        file.write(f"{line}\n")


def read_notes(journal: Path, what: str) -> list[str]:
    lines = journal.read_text().splitlines() if journal.exists() else []
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{what} ")]


@dataclass
class CrashRun:
    """State of the run: the database, the journal, and the counts of kills and problems."""

    folder: Path
    rng: Random
    number: int = 0
    moves: int = 0
    kills_by_step: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    delivered: Counter[str] = field(default_factory=Counter)
    opened: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / "skald.db"

    @property
    def url(self) -> str:
        return f"sqlite+aiosqlite:///{self.file}"

    @property
    def journal(self) -> Path:
        """Journal of the last two processes; earlier notes have been checked."""
        return self.folder / "journal"

    def kill_once(self) -> None:
        kind = self.rng.choices([*KILL_WEIGHTS], [*KILL_WEIGHTS.values()])[0]
        if kind == "migration":
            return self._kill_while_migrating()
        self._kill(kind, self.url, self.journal)
        return self._check()

    def _kill_while_migrating(self) -> None:
        """Kill a process that migrates a database with an older schema and a game in it."""
        revision = f"{self.rng.randint(1, int(newest_revision()) - 1):04}"
        model, file = self.folder / f"{revision}.db", self.folder / "older.db"
        if not model.exists():
            with create_old_database(model, revision) as connection:
                insert_game(connection)
        for old in self.folder.glob(f"{file.name}*"):
            old.unlink()
        (self.folder / "other journal").unlink(missing_ok=True)
        shutil.copyfile(model, file)
        url = f"sqlite+aiosqlite:///{file}"
        self._kill("opening", url, self.folder / "other journal", within=0.3)
        self.problems += asyncio.run(_migrated_problems(url, revision))
        self.kills_by_step["with an older schema"] += 1

    def _kill(self, kind: str, url: str, journal: Path, within: float = MAX_DELAY_S) -> None:
        """Run one process and kill it. The last step it announced is the one it died in."""
        read_end, write_end = os.pipe()
        seed = self.rng.getrandbits(32)
        process = os.fork()
        if process == 0:
            os.close(read_end)
            self._run_worker(kind, Worker(url, journal, self.number, seed, write_end))
        os.close(write_end)
        steps = b""
        if kind in STEPS:
            while STEPS.index(kind) not in steps and select_module.select([read_end], [], [], TIMEOUT_S)[0]:
                steps += os.read(read_end, 64) or bytes([STEPS.index(kind)])
            sleep(self.rng.uniform(0, within))
        else:
            sleep(self.rng.uniform(0, MAX_LIFETIME_S))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if not os.WIFSIGNALED(status):
            self.problems.append("a process ended without a kill")
        while part := os.read(read_end, 4096):
            steps += part
        os.close(read_end)
        self.kills_by_step[STEPS[steps[-1]] if steps else "before anything"] += 1
        if kind in ("full", "readonly"):
            self.kills_by_step[kind] += 1
        self.number += 1

    def _run_worker(self, kind: str, worker: Worker) -> None:
        with (self.folder / "errors").open("a") as errors:
            try:
                asyncio.run(worker.run(kind))
            except BaseException:
                traceback.print_exc(file=errors)
        os._exit(1)

    def _check(self) -> None:
        """Check that everything in the journal is in the database, as the next start finds it."""
        answered = {int(number) for number in read_notes(self.journal, "move")}
        self.moves += len(answered)
        self.opened |= {*read_notes(self.journal, "opened")}
        self.delivered.update(read_notes(self.journal, "delivered"))
        self.notes.update(line.split()[1] for line in _lines(self.journal) if line.startswith("fault "))
        self.notes["heard again and refused"] += _lines(self.journal).count("refused")
        full = self.number % FULL_CHECK_EVERY == 0
        self.problems += asyncio.run(_problems(self.url, answered, self.opened, full=full))
        last = read_notes(self.journal, "heard")[-3:]
        self.journal.write_text("".join(f"heard {line}\n" for line in last))


def _lines(journal: Path) -> list[str]:
    return journal.read_text().splitlines() if journal.exists() else []


async def _migrated_problems(url: str, revision: str) -> list[str]:
    async with await db.Store.open(url) as store:
        problems = [f"from {revision}: {finding.detail}" for finding in await store.check()]
        if await db.games.find_state(store, CODE) != STATE:
            problems.append(f"from {revision}: the game was lost")
        return problems


async def _problems(url: str, answered: set[int], opened: set[str], *, full: bool) -> list[str]:
    entry, game, post = db.entries.table.c, db.games.table.c, db.outbox.table.c
    async with await db.Store.open(url) as store:
        stored = {
            row["interaction_id"]
            for row in await store.rows(
                select(entry.interaction_id).where(entry.interaction_id.in_(answered))
            )
        }
        problems = [f"move {number} was lost" for number in answered - stored]
        if not full:
            return problems
        problems += [finding.detail for finding in await store.check()]
        there = {row["code"] for row in await store.rows(select(game.code))}
        problems += [f"table {code} was lost" for code in opened - there]
        query = select(post.game).where(post.kind == LobbyCard.kind)
        shown = {row["game"] for row in await store.rows(query)}
        problems += [f"table {code} has no lobby card" for code in there - shown]
        query = select(entry.interaction_id).where(entry.interaction_id.is_not(None))
        twice = query.group_by(entry.interaction_id).having(func.count() > 1)
        return problems + [f"move {row['interaction_id']} was made twice" for row in await store.rows(twice)]


async def check_final_state(run: CrashRun) -> None:
    """Deliver all due posts; then check that each game replays and each post was delivered."""
    async with await db.Store.open(run.url) as store:
        service = GameService(store, GAMES)
        while claimed := await db.outbox.claim(store, now=store.now + 3_600_000):
            for post in claimed:
                run.delivered[post.key] += 1
                await deliveries.mark_delivered(service, post)
        posts, game = db.outbox.table.c, db.games.table.c
        settled = posts.done_at.is_not(None) & posts.problem.is_(None)
        keys = {row["key"] for row in await store.rows(select(posts.key).where(settled))}
        run.problems += [f"{key} was never delivered" for key in keys - run.delivered.keys()]
        begun = select(game.code).where(game.state_hash.is_not(None))
        codes = [row["code"] for row in await store.rows(begun)]
        for code in codes:
            verdict = await verify_game(store, GAMES, code)
            if verdict is None or not verdict.is_valid:
                run.problems.append(f"game {code} does not replay")
        entries = await store.scalar(select(func.count()).select_from(db.entries.table))
    again = sum(times - 1 for times in run.delivered.values())
    print(f"games: {len(codes)} of {len(run.opened)} tables opened, entries: {entries}")
    print(f"posts delivered: {len(run.delivered)}, delivered again after a kill: {again}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = perf_counter()
    with TemporaryDirectory() as folder:
        run = CrashRun(Path(folder), Random(given.seed))
        while run.number < given.kills:
            run.kill_once()
            if run.number % 100 == 0:
                print(f"{run.number} kills, {len(run.problems)} problems", file=sys.stderr, flush=True)
        run.problems += asyncio.run(_problems(run.url, set(), run.opened, full=True))
        asyncio.run(check_final_state(run))
        with sqlite3.connect(run.file) as raw:
            damage = [row[0] for row in raw.execute("PRAGMA integrity_check") if row[0] != "ok"]
        run.problems += [f"integrity: {line}" for line in damage]
        errors = run.folder / "errors"
        if errors.exists() and errors.read_text():
            run.problems.append(f"a process failed: {errors.read_text()[-1200:]}")
    print(f"kills: {run.number} in {perf_counter() - began:.0f} s, by step: {dict(run.kills_by_step)}")
    print(f"moves answered: {run.moves}, faults met: {dict(run.notes)}")
    for problem in run.problems[:30]:
        print(f"problem: {problem}")
    print(f"problems: {len(run.problems)}")
    return 1 if run.problems else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
