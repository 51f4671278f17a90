"""Kills Skald at random instants, again and again: is every accepted move there, once, and everybody told?

Run with `python -m bench.crash --kills 100`. A process opens the database, plays and delivers; it is killed
(SIGKILL) after a random moment, also while it opens the database and brings its schema up to date. Each move
and each delivery is noted in a file before and after: what was told as done must be there, once. Every tenth
time the disk is full for a while or the database is read-only. Problems are printed; with any the exit code
is 1.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from alembic import command
from sqlalchemy import create_engine, func, select

import db
from bot.play import deliveries, lobby, moves
from bot.play.people import Visitor
from bot.play.tables import Tables
from bot.play.verify import verified
from db.migrate import scripts
from rules import GAMES
from rules.game import Refusal

PEOPLE = (Visitor(1, "Astrid", "en-GB"), Visitor(2, "Bjørn", "en-GB"), Visitor(3, "Chloé", "fr"))
LONGEST = 2.5
"""A process lives for so many seconds at most."""
LEASE = 200
TABLES = 6


async def play(url: str, diary: Path, seed: int, trouble: str) -> None:
    """Open tables, make moves, deliver; note what is certain, for as long as one lives."""
    chance = Random(seed)
    while True:
        try:
            async with await db.Store.open(url) as store:
                if trouble:
                    await _spoil(store, trouble)
                await _play(store, diary, chance)
        except db.DatabaseTrouble as problem:
            _note(diary, f"trouble {problem.kind}")
            trouble = ""


async def _spoil(store: db.Store, trouble: str) -> None:
    """From now on this process cannot write as it would."""
    async with store.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        setting = f"max_page_count = {pages + 2}" if trouble == "full" else "query_only = ON"
        await connection.exec_driver_sql(f"PRAGMA {setting}")


async def _play(store: db.Store, diary: Path, chance: Random) -> None:
    tables, number = Tables(store, GAMES), chance.getrandbits(40) << 10
    while True:
        number += 1
        rows = await db.games.of_person(store, PEOPLE[0].id, ("running",))
        if len(rows) < TABLES:
            await _begin(tables, chance, number)
            continue
        position = await tables.position(chance.choice(rows).code)
        seat = min(position.owing())
        visitor = next(one for one in PEOPLE if one.id == position.players[seat].person)
        try:
            text = str(chance.choice(position.legal(seat)))
            await moves.play(tables, position.code, visitor, text, interaction=number)
        except Refusal:
            continue
        _note(diary, f"move {number}")
        for post in await deliveries.claim(tables, limit=2, lease=LEASE):
            _note(diary, f"told {post.key}")
            await deliveries.delivered(tables, post)


async def _begin(tables: Tables, chance: Random, number: int) -> None:
    place = {"server": 70, "channel": 700, "language": "en"}
    key = chance.choice(sorted(GAMES))
    opened = await lobby.open_table(tables, key, {}, PEOPLE[0], **place)  # type: ignore[arg-type]
    for guest in PEOPLE[1:]:
        if len((await tables.position(opened.code)).players) < max(2, GAMES[key].info.seats[0]):
            await lobby.join(tables, opened.code, guest)
    await lobby.start(tables, opened.code, PEOPLE[0].id, interaction=number)


def _note(diary: Path, line: str) -> None:
    with diary.open("a") as file:
        file.write(f"{line}\n")


def _noted(diary: Path, what: str) -> list[str]:
    lines = diary.read_text().splitlines() if diary.exists() else []
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{what} ")]


def kill_once(url: str, diary: Path, chance: Random, number: int) -> int:
    """One life and its end; gives the exit code."""
    trouble = chance.choice(("full", "readonly")) if number % 10 == 9 else ""
    words = [
        sys.executable,
        "-m",
        "bench.crash",
        "--live",
        url,
        str(diary),
        str(chance.getrandbits(32)),
        trouble,
    ]
    with (diary.with_suffix(".errors")).open("a") as errors:
        process = subprocess.Popen(words, stderr=errors)
    sleep(chance.uniform(0.6, LONGEST))
    process.send_signal(signal.SIGKILL)
    return process.wait()


def older(file: Path, revision: str) -> None:
    """A database as an older Skald left it, so that the first lives die while they bring it up to date."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


async def problems_in(url: str, diary: Path) -> list[str]:
    """What is not as it should be, looked at as the next start finds it."""
    said = {int(number) for number in _noted(diary, "move")}
    async with await db.Store.open(url) as store:
        wrong = [finding.detail for finding in await store.check()]
        entries = db.entries.table.c
        kept = [
            row["interaction_id"]
            for row in await store.rows(
                select(entries.interaction_id).where(entries.interaction_id.is_not(None))
            )
        ]
        wrong += [f"move {number} was lost" for number in said - set(kept)]
        wrong += [
            f"interaction {number} is there {times} times"
            for number, times in Counter(kept).items()
            if times > 1
        ]
    return wrong


async def at_the_end(url: str, diary: Path) -> tuple[list[str], int, int]:
    """Deliver what is owed; then each game must replay, and each post have been told."""
    wrong: list[str] = []
    async with await db.Store.open(url) as store:
        tables = Tables(store, GAMES)
        far = store.now + 3_600_000
        while claimed := await db.posts.claim(store, now=far):
            for post in claimed:
                _note(diary, f"told {post.key}")
                await deliveries.delivered(tables, post)
        told = Counter(_noted(diary, "told"))
        keys = {row["key"] for row in await store.rows(select(db.posts.table.c.key))}
        wrong += [f"{key} was told to nobody" for key in keys - told.keys()]
        codes = [
            row["code"]
            for row in await store.rows(
                select(db.games.table.c.code).where(db.games.table.c.state_hash.is_not(None))
            )
        ]
        for code in codes:
            verdict = await verified(store, (GAMES,), code)
            if verdict is None or not verdict.good:
                wrong.append(f"game {code} does not replay")
        moves_made = await store.scalar(select(func.count()).select_from(db.entries.table))
    again = sum(times - 1 for times in told.values())
    print(f"games: {len(codes)}, entries: {moves_made}, told: {len(told)}, begun again after a kill: {again}")
    return wrong, len(codes), again


def main() -> int:
    if "--live" in sys.argv:
        url, diary, seed, *trouble = sys.argv[sys.argv.index("--live") + 1 :]
        asyncio.run(play(url, Path(diary), int(seed), "".join(trouble)))
        return 0
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, wrong, began = Random(given.seed), [], perf_counter()
    with TemporaryDirectory() as folder:
        file, diary = Path(folder) / "skald.db", Path(folder) / "diary"
        url = f"sqlite+aiosqlite:///{file}"
        older(file, "0001")
        for number in range(given.kills):
            kill_once(url, diary, chance, number)
            wrong += asyncio.run(problems_in(url, diary))
        wrong += asyncio.run(at_the_end(url, diary))[0]
        errors = diary.with_suffix(".errors").read_text()
        troubles = Counter(_noted(diary, "trouble"))
        with sqlite3.connect(file) as raw:
            wrong += [
                f"integrity: {row[0]}" for row in raw.execute("PRAGMA integrity_check") if row[0] != "ok"
            ]
    if "Traceback" in errors:
        wrong.append(f"a process failed by itself: {errors[-600:]}")
    print(f"kills: {given.kills} in {perf_counter() - began:.0f} s, {dict(troubles)}")
    for problem in wrong[:30]:
        print(f"problem: {problem}")
    print(f"problems: {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
