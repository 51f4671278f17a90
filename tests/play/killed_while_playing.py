"""A process that plays what was prepared, and is killed before the transaction of it is committed."""

import asyncio
import os
import signal
import sys
from typing import Any

import db
from bot.play import advance
from bot.play.due import FIRES
from bot.play.tables import Tables
from rules import GAMES
from tests.hand_clock import HandClock


async def main(url: str, at: int) -> None:
    make = advance.make

    async def make_and_die(*given: Any, **named: Any) -> Any:
        await make(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    advance.make = make_and_die
    async with await db.Store.open(url, clock=HandClock(at)) as store:
        tables = Tables(store, GAMES)
        for timer in await db.timers.claim(store, now=at):
            await FIRES[timer.kind](tables, timer)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
