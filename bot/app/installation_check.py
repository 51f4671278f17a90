"""`skald check`: settings, token, database, packs, unfinished games and painters."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import db
from bot.app.settings import Settings, unknown_settings
from bot.chat.interactions.connection import TokenRefused, Unreachable, redirect_discord
from bot.chat.interactions.registration import fetch_entry_points
from db import DatabaseError, Store
from render import PAINTERS
from rules import GAMES, load_pack
from rules.components import PackError
from rules.game import AnyGame


class CheckResult(NamedTuple):
    ok: bool
    line: str


async def check_installation(settings: Settings) -> list[CheckResult]:
    """Check everything that Skald needs to start. Returns a line for the operator per finding."""
    results = [
        *_check_settings(settings),
        await _check_database(settings),
        _check_packs(settings),
        *await _check_games(settings),
    ]
    if settings.token:
        if settings.api and settings.gateway:
            redirect_discord(settings.api, settings.gateway)
        results.append(await _check_commands(settings.token.get_secret_value()))
    if problem := painter_mismatch():
        results.append(CheckResult(False, f"pictures: {problem}"))
    return results


def _check_settings(settings: Settings) -> list[CheckResult]:
    if not is_usable_folder(settings.data):
        return [CheckResult(False, "settings: SKALD_DATA: expected a folder that can be written to")]
    if unknown := unknown_settings():
        return [CheckResult(False, f"settings: {line}") for line in unknown]
    mode = "DISCORD_TOKEN is set" if settings.token else "no DISCORD_TOKEN: local demo in the harbour"
    return [CheckResult(True, f"settings: OK ({mode})")]


def is_usable_folder(folder: Path) -> bool:
    """True if the folder can be written to, or can be created. Creates nothing."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def painter_mismatch() -> str | None:
    """Returns a line about a game without painter, or a painter without game; None if all match."""
    if unpainted := sorted(GAMES.keys() - PAINTERS.keys()):
        return f"the game {unpainted[0]} has no painter in render/"
    if unplayed := sorted(PAINTERS.keys() - GAMES.keys()):
        return f"the painter {unplayed[0]} in render/ has no game in rules/"
    return None


async def _check_commands(token: str) -> CheckResult:
    """Log in to Discord, and report an entry-point command: a bulk update of commands must repeat it."""
    try:
        entry_points = await fetch_entry_points(token)
    except TokenRefused:
        return CheckResult(False, "commands: Discord refuses the token; copy it again from the portal")
    except Unreachable:
        return CheckResult(True, "commands: not looked at, because Discord did not answer")
    if entry_points:
        names = ", ".join(entry_points)
        return CheckResult(True, f"commands: good; {names} (made by Discord for Activities) is kept")
    return CheckResult(True, "commands: good")


async def _check_database(settings: Settings) -> CheckResult:
    try:
        async with await Store.open(settings.database, migrate=False) as store:
            found = await store.check()
    except DatabaseError as error:
        if error.kind in ("missing", "missing_folder"):
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
    names = [key for key, game in corrected.items() if game.pack != GAMES[key].pack]
    return CheckResult(True, f"packs: good, correcting {', '.join(names) or 'nothing'}")


async def _check_games(settings: Settings) -> list[CheckResult]:
    """Report which component values and rules the unfinished games use. Empty if they cannot be read."""
    try:
        corrected = load_pack(settings.packs)
        async with await Store.open(settings.database, migrate=False) as store:
            return [
                await _check_games_of_pack(store, corrected, *counted)
                for counted in await db.games.count_by_rules(store)
            ]
    except (DatabaseError, PackError):
        return []


async def _check_games_of_pack(
    store: Store, corrected: Mapping[str, AnyGame], key: str, pack: str, rules: int, games: int
) -> CheckResult:
    if key not in GAMES:
        return CheckResult(False, f"games: {games} of {key}, which this Skald does not have; they wait")
    if pack == GAMES[key].pack:
        values = "the built-in values"
    elif pack == corrected[key].pack:
        values = f"the values of your pack ({pack})"
    elif await db.components.find_text(store, key, pack) is not None:
        values = f"the values they were dealt from ({pack})"
    else:
        values = f"today's values, as theirs are missing ({pack})"
    is_current = rules == GAMES[key].info.rules_version
    later = "" if is_current else f", by rules {rules} until the next start"
    return CheckResult(True, f"games: {games} of {key} with {values}{later}")
