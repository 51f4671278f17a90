"""The `skald` command line: running the bot, and commands for its operator."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from bot.app.installation_check import check_installation, painter_mismatch
from bot.app.progress import ProgressBar
from bot.app.settings import Settings, SettingsError
from bot.chat.table.verify import report_lines
from bot.i18n import LANGUAGES, locale_for
from bot.play.history.export import export_game
from bot.play.history.verify import verify_game
from bot.standings.recompute import recompute_all
from db import DatabaseError, Store
from db.copy_database import copy_database
from db.restore import restore
from render import bake
from rules import GAMES, load_pack
from rules.components import PackError
from rules.game import AnyGame

PRIVATE_FOLDER_MODE = 0o700
CHECKOUT = Path(__file__).parents[2]  # Has `bench/`, which an installed package lacks.
STRIP_MARKDOWN = str.maketrans("", "", "*`")
DOCUMENTATION = "https://github.com/skald-bot/skald/tree/main/docs"
SOAK_NOTE = "From a checkout, skald soak lets hundreds of people play while things go wrong."
NEEDS_DATA_FOLDER = frozenset({None, "bake", "gallery"})
"""Commands for which the data folder is created first; None is running the bot."""


class CommandFailed(Exception):  # noqa: N818 - not an error of Skald's
    """Ends a command with one line of explanation."""


class ArgumentRefused(CommandFailed):
    """An argument of a command cannot be used. The line begins with the command."""

    def __init__(self, command: str, problem: str) -> None:
        super().__init__(problem)
        self.command = command


def build_parser() -> ArgumentParser:
    top = ArgumentParser(
        prog="skald",
        formatter_class=RawDescriptionHelpFormatter,
        description="Board games by chat. Without a command, Skald runs: on Discord if DISCORD_TOKEN\n"
        "is set, else in a harbour of its own, to be played in a browser on this machine.",
        epilog="Settings come from the environment, or from a file .env in the folder where skald is started."
        f"{chr(10) + SOAK_NOTE if _is_checkout() else ''}\nDocumentation: {DOCUMENTATION}",
    )
    top.add_argument("--version", action="version", version=f"skald {version('skald-bot')}")
    top.add_argument("--fresh", action="store_true", help="run the harbour and forget the games played there")
    commands = top.add_subparsers(dest="command", metavar="command")
    commands.add_parser(
        "check",
        help="check settings, token, database and packs, and list which values running games use; "
        "exit code 1 if something is wrong",
    )
    backup = commands.add_parser(
        "backup", help="copy the SQLite database to a new file, also while Skald runs"
    )
    restore = commands.add_parser(
        "restore", help="replace the SQLite database by a backup, after checking it; stop Skald first"
    )
    for command in (backup, restore):
        command.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--harbour", action="store_true", help="replace the games of the harbour")
    export = commands.add_parser(
        "export", help="print the log of a game as JSON; of a running game only what everyone saw"
    )
    verify = commands.add_parser(
        "verify",
        help="check a game against the hash of its seed by replaying its log; "
        "exit code 1 if something differs",
    )
    for command in (export, verify):
        command.add_argument("game", metavar="GAME", help="the code of the game, as its card shows it")
    commands.add_parser(
        "recompute", help="recompute all results and ratings from the logs; Skald also does so every night"
    )
    migrate = commands.add_parser(
        "migrate-database",
        help="copy everything to an empty database, SQLite or PostgreSQL; stop Skald first",
    )
    migrate.add_argument("source", metavar="FROM", help="the address of the database with the games")
    migrate.add_argument("target", metavar="TO", help="the address of an empty one, of either kind")
    commands.add_parser("bake", help="paint the parts of all pictures ahead of time")
    gallery = commands.add_parser("gallery", help="draw the pictures of the documents into a folder")
    gallery.add_argument("folder", type=Path, metavar="FOLDER")
    gallery.add_argument("--language", choices=LANGUAGES, metavar="LANGUAGE", help="only in this language")
    soak = commands.add_parser(
        "soak",
        add_help=False,
        prefix_chars="\0",  # Leave all further arguments, even --help, to the soak's own parser.
    )
    soak.add_argument("arguments", nargs="*", metavar="ARGUMENT")
    return top


def _is_checkout() -> bool:
    return (CHECKOUT / "bench" / "soak.py").exists()


def run_command(command: Namespace, settings: Settings) -> int:
    """Run a command of the operator. Returns the exit code.

    :raises CommandFailed: If it cannot be done.
    """
    return asyncio.run(_RUNNERS[command.command](settings, command))


def make_data_folder(settings: Settings) -> None:
    """Create the data folder, accessible only by its owner.

    :raises SettingsError: If it cannot be written to.
    """
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
    if problem := painter_mismatch():
        raise CommandFailed(problem)


async def _check(settings: Settings, _: Namespace) -> int:
    results = await check_installation(settings)
    for result in results:
        print(result.line)
    return 0 if all(result.ok for result in results) else 1


async def _open_existing(settings: Settings) -> Store:
    """Open the database without migrating it.

    :raises DatabaseError: If there is none, with the reason where it looked in the harbour for lack of a
        token.
    """
    try:
        return await Store.open(settings.database, migrate=False)
    except DatabaseError as error:
        if not _is_in_harbour(settings) or error.kind not in ("missing", "missing_folder"):
            raise
        raise DatabaseError(
            error.kind,
            f"{error.detail}. DISCORD_TOKEN is not set, so Skald looked for the harbour's database. "
            "Run the command in the bot's folder with the bot's settings, or set SKALD_DATABASE",
        ) from None


def _is_in_harbour(settings: Settings) -> bool:
    """True if the database is the harbour's only because neither a token nor an address is set."""
    return settings.token is None and "database" not in settings.model_fields_set


async def _backup(settings: Settings, given: Namespace) -> int:
    if given.file.exists():
        raise CommandFailed(f"{given.file} is there already; name a new file")
    async with await _open_existing(settings) as store:
        try:
            await store.backup(given.file)
        except DatabaseError as error:
            raise ArgumentRefused("backup", error.detail) from None
    print(f"backed up to {given.file}")
    return 0


async def _restore(settings: Settings, given: Namespace) -> int:
    if not given.file.is_file():
        raise ArgumentRefused("restore", f"there is no file {given.file}")
    if _is_in_harbour(settings) and not given.harbour:
        raise CommandFailed(
            "DISCORD_TOKEN is not set, so this would replace the games of the harbour. Run the command with "
            "the bot's settings, set SKALD_DATABASE, or add --harbour"
        )
    make_data_folder(settings)
    with ProgressBar("copying", "B") as copying, ProgressBar("checking", " rows") as checking:
        bars = {"copying": copying, "checking": checking}
        try:
            replaced = await restore(
                settings.database, given.file, lambda phase, done, total: bars[phase].update(done, total)
            )
        except DatabaseError as error:
            raise ArgumentRefused("restore", error.detail) from None
    print(f"restored from {given.file}" + (f"; what was there is kept as {replaced}" if replaced else ""))
    return 0


async def _export(settings: Settings, given: Namespace) -> int:
    games = load_games(settings)
    async with await _open_existing(settings) as store:
        log = await export_game(store, games, given.game)
    if log is None:
        raise CommandFailed(f"there is no game {given.game}")
    print(json.dumps(log, ensure_ascii=False, indent=2))
    return 0


async def _verify(settings: Settings, given: Namespace) -> int:
    games = load_games(settings)
    async with await _open_existing(settings) as store:
        verdict, now = await verify_game(store, games, given.game), store.now
    if verdict is None:
        raise CommandFailed(f"there is no game {given.game} that has begun")
    print("\n".join(report_lines(verdict, locale_for(None), now)).translate(STRIP_MARKDOWN))
    return 0 if verdict.is_valid else 1


async def _recompute(settings: Settings, _: Namespace) -> int:
    games = load_games(settings)
    with ProgressBar("recomputing", " games") as progress:
        async with await _open_existing(settings) as store:
            made = await recompute_all(store, games, progress.update)
    print(
        f"games: {made.games}, results corrected: {made.results_changed}, "
        f"servers: {made.servers}, ratings corrected: {made.ratings_changed}"
    )
    return 0


async def _migrate_database(_: Settings, given: Namespace) -> int:
    with ProgressBar("copying", " rows") as progress:
        try:
            copied = await copy_database(given.source, given.target, progress.update)
        except DatabaseError as error:
            raise ArgumentRefused("migrate-database", error.detail) from None
    async with await Store.open(given.target, migrate=False) as store:
        found = await store.check()
    if found:
        raise CommandFailed(f"the copy is not whole: {found[0].detail}")
    print(f"copied: {sum(copied.values())} rows, games: {copied['games']}")
    print("Set SKALD_DATABASE to the new address. The old database is unchanged.")
    return 0


async def _bake(settings: Settings, _: Namespace) -> int:
    with ProgressBar("painting", " sprites") as progress:
        bake(settings.sprite_folder, progress.update)
    return 0


async def _gallery(settings: Settings, given: Namespace) -> int:
    from bot.app import gallery  # It loads the computer players.

    given.folder.mkdir(parents=True, exist_ok=True)
    played = [gallery.play(game) for game in GAMES.values()]
    languages = [given.language] if given.language else LANGUAGES
    with ProgressBar("drawing", " pictures") as progress:
        files = await gallery.draw_gallery(
            given.folder, settings.sprite_folder, played, languages, progress.update
        )
    print(f"drew {len(files)} pictures in {given.folder}")
    return 0


_RUNNERS: Mapping[str, Callable[[Settings, Namespace], Coroutine[None, None, int]]] = {
    "check": _check,
    "backup": _backup,
    "restore": _restore,
    "export": _export,
    "verify": _verify,
    "recompute": _recompute,
    "migrate-database": _migrate_database,
    "bake": _bake,
    "gallery": _gallery,
}


def run_soak(arguments: Sequence[str]) -> int:
    """Run the soak test as a separate program. Returns its exit code.

    :raises CommandFailed: If Skald does not run from a checkout.
    """
    if not _is_checkout():
        raise CommandFailed("the soak is not installed; in a checkout, pip install -e '.[dev]' and ask there")
    command = [sys.executable, "-m", "bench.soak", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, check=False).returncode
