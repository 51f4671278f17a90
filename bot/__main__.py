"""`skald`: runs the bot on Discord, or in a harbour of its own when it has no token."""

import argparse
import asyncio
import errno
import sys
from collections.abc import Mapping, Sequence
from functools import partial

import aiohttp
import discord

from bot import cli, logs, settings, wire
from bot.clock import SystemClock
from bot.running import Restartable, live, until_stopped
from bot.settings import Settings, SettingsError
from db import DatabaseTrouble
from harbour import Clock, Harbour
from rules.game import AnyGame

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; what goes wrong for a known reason is told in one line."""
    command = cli.parser().parse_args(arguments)
    try:
        return _carry_out(command, settings.load())
    except SettingsError as problem:
        return _end(str(problem), 2)
    except DatabaseTrouble as trouble:
        return _end(f"SKALD_DATABASE: {trouble.detail}", 2)
    except discord.LoginFailure:
        return _end("DISCORD_TOKEN: expected a token that Discord accepts", 2)
    except (aiohttp.ClientConnectionError, discord.DiscordServerError):
        return _end("Discord cannot be reached", 1)
    except cli.Failure as failure:
        return _end(str(failure), 1)
    except KeyboardInterrupt:
        return INTERRUPTED


def _end(line: str, code: int) -> int:
    print(f"skald: {line}", file=sys.stderr)
    return code


def _carry_out(command: argparse.Namespace, chosen: Settings) -> int:
    cli.make_folder(chosen)
    secrets = [chosen.token.get_secret_value()] if chosen.token else []
    logs.set_up(chosen.log_level, chosen.log_format, secrets=secrets)
    if command.command:
        return cli.carry_out(command, chosen)
    games = cli.deal_from_packs(chosen)
    if chosen.token is None:
        asyncio.run(_run_in_harbour(chosen, games, fresh=command.fresh))
    elif command.fresh:
        raise SettingsError("--fresh", "expected only without a DISCORD_TOKEN")
    else:
        asyncio.run(_run_on_discord(chosen, chosen.token.get_secret_value(), games))
    return 0


async def _run_on_discord(chosen: Settings, token: str, games: Mapping[str, AnyGame]) -> None:
    if chosen.api and chosen.gateway:
        wire.point_at(chosen.api, chosen.gateway)
    await until_stopped(Restartable(partial(live, chosen, token, SystemClock(), games)))


async def _run_in_harbour(chosen: Settings, games: Mapping[str, AnyGame], *, fresh: bool) -> None:
    if fresh and "database" in chosen.model_fields_set:
        raise SettingsError("--fresh", "expected without SKALD_DATABASE, which is not Skald's to remove")
    clock = Clock()
    harbour = Harbour(chosen.harbour, port=chosen.port, clock=clock, fresh=fresh)
    try:
        await harbour.start()
    except OSError as problem:
        raise _no_port(chosen.port, problem) from None
    try:
        if fresh:  # only now: the port says that no other Skald is using it
            _forget_games(chosen)
        wire.point_at(harbour.api, harbour.gateway, harbour.cdn)
        bot = Restartable(partial(live, chosen, harbour.token, clock, games))
        harbour.on_restart = bot.restart
        print(f"Skald is in its harbour: open {harbour.address}", flush=True)
        await until_stopped(bot)
    finally:
        await harbour.close()


def _forget_games(chosen: Settings) -> None:
    for file in chosen.harbour.glob("skald.db*"):
        file.unlink()


def _no_port(port: int, problem: OSError) -> SettingsError:
    if problem.errno == errno.EADDRINUSE:
        return SettingsError("SKALD_PORT", f"expected a free port, and {port} is in use")
    return SettingsError("SKALD_PORT", f"expected a port that can be opened, and {port} cannot")


if __name__ == "__main__":
    sys.exit(main())
