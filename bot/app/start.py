"""Starts what the command line asks for: the bot on Discord, the bot in a harbour, or a smaller errand."""

import argparse
import asyncio
import errno
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from bot.app import command_line, logging_setup, settings
from bot.app.lifecycle import Restartable, live, until_stopped
from bot.app.settings import Settings, SettingsError
from bot.chat.interactions.connection import TokenRefused, Unreachable, redirect_discord
from db import DatabaseError
from db.clock import Clock, SystemClock
from db.engine import parse_url
from rules.game import AnyGame

INTERRUPTED = 130
OWN_FILES = 0o077
"""What Skald writes is for nobody else on the machine to read."""


class Harbour(Protocol):
    """A stand-in for Discord, as far as the one who starts it needs to know."""

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

    async def start(self) -> None: ...
    async def close(self) -> None: ...


class Build(Protocol):
    """Makes a harbour that keeps its world in a folder."""

    def __call__(self, folder: Path, *, port: int, fresh: bool) -> tuple[Harbour, Clock]: ...


def start(build_harbour: Build, arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; what goes wrong for a known reason is told in one line."""
    command = command_line.parser().parse_args(arguments)
    os.umask(OWN_FILES)
    try:
        return _carry_out(command, settings.load(), build_harbour)
    except SettingsError as problem:
        return _end(str(problem), 2)
    except DatabaseError as trouble:
        return _end(f"SKALD_DATABASE: {trouble.detail}", 2)
    except TokenRefused:
        return _end("DISCORD_TOKEN: expected a token that Discord accepts", 2)
    except Unreachable:
        return _end("Discord cannot be reached", 1)
    except command_line.Failure as failure:
        return _end(str(failure), 1)
    except KeyboardInterrupt:
        return INTERRUPTED


def _end(line: str, code: int) -> int:
    print(f"skald: {line}", file=sys.stderr)
    return code


def _carry_out(command: argparse.Namespace, chosen: Settings, build_harbour: Build) -> int:
    if command.command == "soak":  # it needs nothing of what is kept here
        return command_line.soak(command.arguments)
    if command.command not in command_line.NEED_DATABASE:
        command_line.make_folder(chosen)
    secrets = [chosen.token.get_secret_value()] if chosen.token else []
    if password := parse_url(chosen.database).password:
        secrets.append(str(password))
    logging_setup.set_up(chosen.log_level, chosen.log_format, secrets=secrets)
    if command.command:
        return command_line.carry_out(command, chosen)
    command_line.check_painters()
    games = command_line.deal_from_packs(chosen)
    if chosen.token is None:
        _check_port(chosen.port)
        if command.fresh:
            _forget_games(chosen)
        harbour, clock = build_harbour(chosen.harbour, port=chosen.port, fresh=command.fresh)
        asyncio.run(_run_in_harbour(chosen, games, harbour, clock))
    elif command.fresh:
        raise SettingsError("--fresh", "expected only without a DISCORD_TOKEN")
    else:
        asyncio.run(_run_on_discord(chosen, chosen.token.get_secret_value(), games))
    gc.freeze()  # or all that a long life has left is looked through once more before the process ends
    return 0


async def _run_on_discord(chosen: Settings, token: str, games: Mapping[str, AnyGame]) -> None:
    if chosen.api and chosen.gateway:
        redirect_discord(chosen.api, chosen.gateway)
    await until_stopped(Restartable(partial(live, chosen, token, SystemClock(), games)))


async def _run_in_harbour(
    chosen: Settings, games: Mapping[str, AnyGame], harbour: Harbour, clock: Clock
) -> None:
    try:
        await harbour.start()
        redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)
        bot = Restartable(partial(live, chosen, harbour.token, clock, games))
        harbour.on_restart = bot.restart
        print(f"Skald is in its harbour: open {harbour.page_url}", flush=True)
        await until_stopped(bot)
    finally:
        await harbour.close()


def _check_port(port: int) -> None:
    """Before anything is opened or forgotten: whoever holds the port may be using this very folder."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as problem:
        reason = "is in use" if problem.errno == errno.EADDRINUSE else "cannot be opened"
        raise SettingsError("SKALD_PORT", f"expected a free port, and {port} {reason}") from None


def _forget_games(chosen: Settings) -> None:
    if "database" in chosen.model_fields_set:
        raise SettingsError("--fresh", "expected without SKALD_DATABASE, which is not Skald's to remove")
    for file in chosen.harbour.glob("skald.db*"):
        file.unlink()
