"""Parses the command line and runs the bot on Discord, the bot in a harbour, or a command."""

import argparse
import asyncio
import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from bot.app import command_line, logging_setup
from bot.app.lifecycle import Restartable, run_bot, run_until_stopped
from bot.app.progress import ProgressLines, percentage
from bot.app.settings import Settings, SettingsError, load_settings, unknown_settings
from bot.app.web_site import harbour_site, public_site
from bot.chat.interactions.connection import TokenRefused, Unreachable, redirect_discord
from db import DatabaseError
from db.clock import Clock, SystemClock
from db.engine import parse_url
from rules.game import AnyGame

log = logging.getLogger(__name__)

INTERRUPTED_EXIT_CODE = 130
PRIVATE_UMASK = 0o077
PAINTING = "painting the parts of the pictures, once"


class Harbour(Protocol):
    """The local stand-in for Discord, as far as starting it is concerned."""

    on_restart: Callable[[], Awaitable[None]] | None

    @property
    def page_url(self) -> str: ...
    @property
    def api_url(self) -> str: ...
    @property
    def gateway_url(self) -> str: ...
    @property
    def cdn_url(self) -> str: ...
    @property
    def token(self) -> str: ...

    def report_preparation(self, percent: int) -> None: ...
    async def start(self) -> None: ...
    async def close(self) -> None: ...


class HarbourFactory(Protocol):
    """Creates a harbour with its data in a folder."""

    def __call__(self, folder: Path, *, port: int, fresh: bool) -> tuple[Harbour, Clock]: ...


def start(build_harbour: HarbourFactory, arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Prints expected errors as one line. Returns the exit code."""
    command = command_line.build_parser().parse_args(arguments)
    os.umask(PRIVATE_UMASK)
    try:
        return _run(command, load_settings(), build_harbour)
    except SettingsError as problem:
        return _fail(str(problem), 2)
    except DatabaseError as error:
        return _fail(f"SKALD_DATABASE: {error.detail}", 2)
    except TokenRefused:
        return _fail("DISCORD_TOKEN: expected a token that Discord accepts", 2)
    except Unreachable:
        return _fail("Discord cannot be reached", 1)
    except command_line.ArgumentRefused as refusal:
        return _fail(str(refusal), 2, f"skald {refusal.command}")
    except command_line.CommandFailed as failure:
        return _fail(str(failure), 1)
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE


def _fail(line: str, code: int, program: str = "skald") -> int:
    print(f"{program}: {line}", file=sys.stderr)
    return code


def _run(command: argparse.Namespace, settings: Settings, build_harbour: HarbourFactory) -> int:
    if command.command == "soak":  # It needs neither settings nor data.
        return command_line.run_soak(command.arguments)
    if command.fresh and command.command:
        raise SettingsError("--fresh", f"expected without a command, not with {command.command}")
    if command.command in command_line.NEEDS_DATA_FOLDER:
        command_line.make_data_folder(settings)
    secrets = [settings.token.get_secret_value()] if settings.token else []
    if password := parse_url(settings.database).password:
        secrets.append(str(password))
    logging_setup.configure_logging(settings.log_level, settings.log_format, secrets=secrets)
    if command.command != "check":  # It reports them itself.
        for line in unknown_settings():
            log.warning("%s", line)
    if command.command:
        return command_line.run_command(command, settings)
    command_line.check_painters()
    games = command_line.load_games(settings)
    if settings.token is None:
        _check_port(settings.port)
        if command.fresh:
            _delete_harbour_games(settings)
        try:
            harbour, clock = build_harbour(settings.harbour, port=settings.port, fresh=command.fresh)
        except OSError as problem:
            if problem.errno != errno.EBUSY:
                raise
            reason = f"expected a folder for one harbour, and another uses {settings.harbour}"
            raise SettingsError("SKALD_DATA", reason) from None
        asyncio.run(_run_in_harbour(settings, games, harbour, clock))
    elif command.fresh:
        raise SettingsError("--fresh", "expected only without a DISCORD_TOKEN")
    else:
        asyncio.run(_run_on_discord(settings, settings.token.get_secret_value(), games))
    gc.freeze()  # Saves a garbage collection of everything before the process exits.
    return 0


async def _run_on_discord(settings: Settings, token: str, games: Mapping[str, AnyGame]) -> None:
    if settings.api and settings.gateway:
        redirect_discord(settings.api, settings.gateway)
    progress = ProgressLines(PAINTING, log.info)
    await run_until_stopped(
        Restartable(
            partial(run_bot, settings, token, SystemClock(), games, progress.update, public_site(settings))
        )
    )


async def _run_in_harbour(
    settings: Settings, games: Mapping[str, AnyGame], harbour: Harbour, clock: Clock
) -> None:
    try:
        await harbour.start()
        redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
        on_sprites = _sprite_reporter(harbour, asyncio.get_running_loop())
        site = harbour_site(settings, harbour.page_url)
        bot = Restartable(partial(run_bot, settings, harbour.token, clock, games, on_sprites, site))
        harbour.on_restart = bot.restart
        print(f"Skald is in its harbour: open {harbour.page_url}", flush=True)
        await run_until_stopped(bot)
    finally:
        await harbour.close()


def _sprite_reporter(harbour: Harbour, loop: asyncio.AbstractEventLoop) -> Callable[[int, int], None]:
    """Returns a function for any thread that tells log and page how many sprites are painted."""
    progress = ProgressLines(PAINTING, log.info)

    def report(done: int, total: int) -> None:
        progress.update(done, total)
        loop.call_soon_threadsafe(harbour.report_preparation, percentage(done, total))

    return report


def _check_port(port: int) -> None:
    """Require a free port before anything is opened or deleted: its owner may be using the same folder.

    :raises SettingsError: If the port cannot be opened.
    """
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as problem:
        reason = "is in use" if problem.errno == errno.EADDRINUSE else "cannot be opened"
        raise SettingsError("SKALD_PORT", f"expected a free port, and {port} {reason}") from None


def _delete_harbour_games(settings: Settings) -> None:
    if "database" in settings.model_fields_set:
        raise SettingsError("--fresh", "expected without SKALD_DATABASE, which is not Skald's to remove")
    for file in settings.harbour.glob("skald.db*"):
        file.unlink()
