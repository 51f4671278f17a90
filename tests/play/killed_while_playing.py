"""A process that plays a prepared turn and is killed before its transaction is committed."""

import asyncio
import os
import signal
import sys
from typing import Any

import db
from bot.play.core.game_service import GameService
from bot.play.scheduler import HANDLERS
from bot.play.turns import autoplay
from rules import GAMES
from tests.manual_clock import HandClock


async def main(url: str, at: int) -> None:
    play_moves = autoplay.play_moves

    async def play_and_die(*given: Any, **named: Any) -> Any:
        await play_moves(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    autoplay.play_moves = play_and_die
    async with await db.Store.open(url, clock=HandClock(at)) as store:
        service = GameService(store, GAMES)
        for timer in await db.timers.claim(store, now=at):
            await HANDLERS[timer.kind](service, timer)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
