"""CPU time of a move over the wire, in Skald's main process.

Run with `python -m bench.wire_move`. Skald is a separate process in front of a harbour. Pictures are drawn by
its worker processes and not counted. Counted is everything else from the interaction to panel, card and
hands: reading, rules, the transaction, texts, JSON, uploads. The baseline of the same run is a bare insert
and commit.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

import db
import render
from bench.sqlite_baseline import BareSqlite, Timings
from bot.i18n.catalogue import find_entry
from bot.i18n.languages import SOURCE_LANGUAGE
from bot.play.core.game_service import GameService
from harbour import Clock, Harbour
from rules import GAMES
from rules.game import Move

MOVES = 40
WARM_UP = 8
"""Moves played first, not measured."""
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def running_bot(folder: Path) -> AsyncIterator[tuple[Harbour, int]]:
    """Run a harbour and a Skald process. Yields the harbour and the process id."""
    harbour = Harbour(folder / "world", port=0, clock=Clock())
    await harbour.start()
    settings = {
        **os.environ,
        "SKALD_DATA": str(folder),
        "DISCORD_TOKEN": harbour.token,
        "SKALD_API": harbour.api_url,
        "SKALD_GATEWAY": harbour.gateway_url,
        "SKALD_LOG_LEVEL": "error",
    }
    skald = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=settings)
    try:
        await harbour.wait_for_bot(60)
        await harbour.wait_until(lambda: bool(harbour.world.commands), 60)
        yield harbour, skald.pid
    finally:
        skald.terminate()
        await skald.wait()
        await harbour.close()


def cpu_ms(process: int) -> float:
    """CPU time of a process in ms, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICKS_PER_S


async def measure(key: str, folder: Path, sprites: Path) -> tuple[float, Timings]:
    """Mean CPU time of a move in the main process, and the baseline of the same minutes."""
    (folder / "sprites").symlink_to(sprites, target_is_directory=True)
    rng, bare, yardstick = Random(5), BareSqlite(folder / "bare.db"), Timings()
    async with running_bot(folder) as (harbour, process):
        opener, joiner = harbour.user("Astrid"), harbour.user("Bjørn")
        await opener.slash(f"/new {key}", in_="games")
        await harbour.wait_until(lambda: bool(joiner.messages("games")), 30)
        (lobby,) = joiner.messages("games")
        await joiner.press(lobby, "Join")
        await harbour.wait_until_idle()
        await opener.press(lobby, "Start")
        await harbour.wait_until_idle(timeout=60)
        people = {int(person.id): person for person in (opener, joiner)}
        url = f"sqlite+aiosqlite:///{folder / 'skald.db'}"
        async with await db.Store.open(url, migrate=False) as store:
            service = GameService(store, GAMES)
            (row,) = await db.players.list_games(store, int(opener.id), ("running",))
            thread = next(each for each in opener.channels() if each["id"] == str(row.thread))
            costs: list[float] = []
            for number in range(WARM_UP + MOVES):
                snapshot = await service.snapshot(row.code)
                if not snapshot.is_running:
                    break
                seat = min(snapshot.owing_seats())
                move = rng.choice(snapshot.legal(seat))
                actor = people[snapshot.users[seat].id]
                before = cpu_ms(process)
                await actor.slash(f"/{key} {_name(key, move)}", in_=thread, **_options(key, move))
                await harbour.wait_until_idle(timeout=60)
                if number >= WARM_UP:
                    costs.append(cpu_ms(process) - before)
                    with yardstick:
                        bare.move(number)
    bare.close()
    return fmean(costs), yardstick


def _name(key: str, move: Move) -> str:
    return find_entry(SOURCE_LANGUAGE, key, f"command.{move.kind}") or move.kind


def _options(key: str, move: Move) -> dict[str, str]:
    return {
        find_entry(SOURCE_LANGUAGE, key, f"field.{move.kind}.{name}") or name: word
        for name, word in zip(move.choice_fields(), move.tokens()[1:], strict=True)
    }


def main() -> None:
    with TemporaryDirectory() as sprites:
        render.bake(Path(sprites))
        print("the way of a move   cpu ms   bare ms   cpu to bare")
        for key in GAMES:
            with TemporaryDirectory() as folder:
                cost, bare = asyncio.run(measure(key, Path(folder), Path(sprites)))
            print(f"{key:18} {cost:7.1f} {bare.median:9.2f} {cost / bare.median:13.1f}")


if __name__ == "__main__":
    main()
