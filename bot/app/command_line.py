"""The `skald` command line: running the bot, and commands for its operator."""

import argparse
import asyncio
import json
import os
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import db
from bot.app.settings import Settings, SettingsError
from bot.chat.table.verify import report_lines
from bot.i18n import locale_for
from bot.play.history.export import export_game
from bot.play.history.verify import verify_game
from bot.standings.recompute import recompute_all
from db import DatabaseError, Store
from db.copy_database import copy_database
from db.restore import restore
from render import PAINTERS, bake
from rules import GAMES, load_pack
from rules.components import PackError
from rules.game import AnyGame

PRIVATE_FOLDER_MODE = 0o700
CHECKOUT = Path(__file__).parents[2]  # Has `bench/`, which an installed package lacks.
STRIP_MARKDOWN = str.maketrans("", "", "*`")
COMMANDS_ON_EXISTING_DATABASE = frozenset({"backup", "export", "verify", "recompute"})
"""Commands for which no data folder is created."""


class CommandFailed(Exception):  # noqa: N818 - not an error of Skald's
    """Ends a command with one line of explanation."""


def build_parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="skald",
        description="Board games by chat. Without a command, Skald runs: on Discord if DISCORD_TOKEN is set, "
        "else in a harbour of its own, to be played in a browser on this machine.",
    )
    top.add_argument("--version", action="version", version=f"skald {version('skald-bot')}")
    top.add_argument("--fresh", action="store_true", help="forget what was played in the harbour")
    commands = top.add_subparsers(dest="command", metavar="command")
    commands.add_parser("check", help="look at settings, database and packs")
    backup = commands.add_parser("backup", help="copy the database to a file, also while Skald runs")
    backup.add_argument("file", type=Path)
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", type=Path)
    export = commands.add_parser("export", help="print the log of one game as JSON")
    export.add_argument("game", help="the code of the game, as its card shows it")
    verify = commands.add_parser("verify", help="check a game against its seal by playing its log again")
    verify.add_argument("game", help="the code of the game, as its card shows it")
    commands.add_parser("recompute", help="make all results and ratings again from the logs")
    carry = commands.add_parser("migrate-database", help="carry everything over to another database")
    carry.add_argument("source", metavar="FROM", help="the address of the database with the games")
    carry.add_argument("target", metavar="TO", help="the address of an empty one, of either kind")
    commands.add_parser("bake", help="paint the pictures' parts ahead of time")
    soak = commands.add_parser(
        "soak",
        help="let hundreds of people play while things go wrong, from a checkout",
        add_help=False,
        prefix_chars="\0",  # Leave all further arguments, even --help, to the soak's own parser.
    )
    soak.add_argument("arguments", nargs="*")
    return top


def run_command(command: argparse.Namespace, settings: Settings) -> int:
    """Run a command of the operator. Returns the exit code.

    :raises CommandFailed: If it cannot be done.
    """
    match command.command:
        case "check":
            return asyncio.run(_check_installation(settings))
        case "backup" if command.file.exists():
            raise CommandFailed(f"{command.file} is there already; name a new file")
        case "backup":
            return asyncio.run(_backup(settings, command.file))
        case "restore":
            return asyncio.run(_restore(settings, command.file))
        case "export":
            return asyncio.run(_export(settings, command.game))
        case "verify":
            return asyncio.run(_verify(settings, command.game))
        case "migrate-database":
            return asyncio.run(_migrate_database(command.source, command.target))
        case "recompute":
            return asyncio.run(_recompute(settings))
        case _:
            return _bake(settings)


def make_data_folder(settings: Settings) -> None:
    try:
        folder = settings.data if settings.token else settings.harbour
        folder.mkdir(parents=True, exist_ok=True)
        for own in {settings.data, folder}:
            if stat.S_IMODE(own.stat().st_mode) != PRIVATE_FOLDER_MODE:
                own.chmod(PRIVATE_FOLDER_MODE)
        usable = os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        usable = False
    if not usable:
        raise SettingsError("SKALD_DATA", "expected a folder that can be written to")


def load_games(settings: Settings) -> Mapping[str, AnyGame]:
    """Returns the games, with the corrections of the owner's packs.

    :raises SettingsError: If a pack cannot be used.
    """
    try:
        return load_pack(settings.packs)
    except PackError as problem:
        raise SettingsError("SKALD_PACKS", str(problem)) from None


def check_painters() -> None:
    """Require a painter for every game.

    :raises CommandFailed: If one is missing.
    """
    if problem := _painter_mismatch():
        raise CommandFailed(problem)


def _painter_mismatch() -> str | None:
    """Returns a line about a game without painter, or a painter without game; None if all match."""
    if unpainted := sorted(GAMES.keys() - PAINTERS.keys()):
        return f"the game {unpainted[0]} has no painter in render/"
    if unplayed := sorted(PAINTERS.keys() - GAMES.keys()):
        return f"the painter {unplayed[0]} in render/ has no game in rules/"
    return None


class CheckResult(NamedTuple):
    ok: bool
    line: str


async def _check_installation(settings: Settings) -> int:
    results: list[CheckResult] = [
        CheckResult(
            True, f"settings: good, {'a token is set' if settings.token else 'no token, so the harbour'}"
        ),
        await _check_database(settings),
        _check_packs(settings),
        *await _check_games(settings),
    ]
    if problem := _painter_mismatch():
        results.append(CheckResult(False, f"pictures: {problem}"))
    for finding in results:
        print(finding.line)
    return 0 if all(finding.ok for finding in results) else 1


async def _check_database(settings: Settings) -> CheckResult:
    try:
        async with await Store.open(settings.database, migrate=False) as store:
            found = await store.check()
    except DatabaseError as error:
        if error.kind == "missing":
            return CheckResult(True, "database: none yet, made when Skald starts")
        return CheckResult(False, f"database: {error.detail}")
    if found:
        of_game = f"game {found[0].game}: " if found[0].game else ""
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        return CheckResult(False, f"database: {of_game}{found[0].detail}{more}")
    return CheckResult(True, "database: good")


def _check_packs(settings: Settings) -> CheckResult:
    if settings.packs is None:
        return CheckResult(True, "packs: none")
    try:
        corrected = load_pack(settings.packs)
    except PackError as problem:
        return CheckResult(False, f"packs: {problem}")
    plain = load_pack(None)
    names = [key for key, game in corrected.items() if game.pack != plain[key].pack]
    return CheckResult(True, f"packs: good, correcting {', '.join(names) or 'nothing'}")


async def _check_games(settings: Settings) -> list[CheckResult]:
    """Report which component values and rules the unfinished games use. Empty if they cannot be read."""
    try:
        corrected = load_pack(settings.packs)
        async with await Store.open(settings.database, migrate=False) as store:
            counts = await db.games.count_by_rules(store)
            stored = {
                (key, pack): await db.components.find_text(store, key, pack) for key, pack, *_ in counts
            }
    except (DatabaseError, PackError):
        return []
    results = []
    for key, pack, rules, games in counts:
        if key not in GAMES:
            results.append(
                CheckResult(False, f"games: {key} is not played here any more, and {games} wait for it")
            )
            continue
        if pack == GAMES[key].pack:
            values = "its own values"
        elif pack == corrected[key].pack:
            values = f"the values of your pack ({pack})"
        elif stored[key, pack] is not None:
            values = f"values of an earlier day ({pack}), which are kept with them"
        else:
            values = f"values that are not here any more ({pack}): they go on by today's"
        is_current = rules == GAMES[key].info.rules_version
        later = "" if is_current else f", by rules {rules} until the next start"
        results.append(CheckResult(True, f"games: {games} of {key} by {values}{later}"))
    return results


async def _open_existing(settings: Settings) -> Store:
    """Open the database without migrating it.

    :raises DatabaseError: If there is none, with the reason where it looked in the harbour for lack of a
        token.
    """
    try:
        return await Store.open(settings.database, migrate=False)
    except DatabaseError as error:
        in_harbour = settings.token is None and "database" not in settings.model_fields_set
        if not in_harbour or error.kind not in ("missing", "missing_folder"):
            raise
        raise DatabaseError(
            error.kind,
            f"{error.detail}. DISCORD_TOKEN is not set, so Skald looked for the harbour's database. "
            "Run the command in the bot's folder with the bot's settings, or set SKALD_DATABASE",
        ) from None


async def _backup(settings: Settings, file: Path) -> int:
    async with await _open_existing(settings) as store:
        await store.backup(file)
    print(f"backed up to {file}")
    return 0


async def _restore(settings: Settings, file: Path) -> int:
    replaced = await restore(settings.database, file)
    print(f"restored from {file}" + (f"; what was there is kept as {replaced}" if replaced else ""))
    return 0


async def _export(settings: Settings, code: str) -> int:
    games = load_games(settings)
    async with await _open_existing(settings) as store:
        log = await export_game(store, games, code)
    if log is None:
        raise CommandFailed(f"there is no game {code}")
    print(json.dumps(log, ensure_ascii=False, indent=2))
    return 0


async def _verify(settings: Settings, code: str) -> int:
    games = load_games(settings)
    async with await _open_existing(settings) as store:
        verdict, now = await verify_game(store, games, code), store.now
    if verdict is None:
        raise CommandFailed(f"there is no game {code} that has begun")
    print("\n".join(report_lines(verdict, locale_for(None), now)).translate(STRIP_MARKDOWN))
    return 0 if verdict.is_valid else 1


async def _recompute(settings: Settings) -> int:
    games = load_games(settings)
    async with await _open_existing(settings) as store:
        made = await recompute_all(store, games)
    print(
        f"games: {made.games}, results corrected: {made.results_changed}, "
        f"servers: {made.servers}, ratings corrected: {made.ratings_changed}"
    )
    return 0


async def _migrate_database(source: str, target: str) -> int:
    copied = await copy_database(source, target)
    async with await Store.open(target, migrate=False) as store:
        found = await store.check()
    if found:
        raise CommandFailed(f"the copy is not whole: {found[0].detail}")
    print(f"carried over: {copied['games']} games, {sum(copied.values())} rows in all")
    print("Set SKALD_DATABASE to the new address; the old database is as it was.")
    return 0


def _bake(settings: Settings) -> int:
    def progress(done: int, total: int) -> None:
        end = "\n" if done == total else ""
        print(f"\rbaking {done}/{total}", end=end, file=sys.stderr, flush=True)

    bake(settings.data / "sprites", progress)
    return 0


def run_soak(arguments: Sequence[str]) -> int:
    """Run the soak test as a separate program. Returns its exit code.

    :raises CommandFailed: If Skald does not run from a checkout.
    """
    if not (CHECKOUT / "bench" / "soak.py").exists():
        raise CommandFailed("the soak is not installed; in a checkout, pip install -e '.[dev]' and ask there")
    command = [sys.executable, "-m", "bench.soak", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, check=False).returncode
