"""A process that serves the web board and is killed in the tap that plays a move."""

import asyncio
import os
import signal
import socket
from typing import Any, Literal

import db
from tests.manual_clock import HandClock
from tests.play.table_fixture import TableFixture
from tests.web.web_table import serve_web_table

Moment = Literal["before the commit", "after the commit"]


async def serve_until_a_move(database: str, at: int, listener: socket.socket, moment: Moment) -> None:
    append, is_appended = db.entries.append, False

    async def append_and_die(*given: Any, **named: Any) -> Any:
        nonlocal is_appended
        row = await append(*given, **named)
        is_appended = True
        if moment == "before the commit":
            die()
        return row

    def die(_: float = 0) -> None:
        if is_appended:
            os.kill(os.getpid(), signal.SIGKILL)

    db.entries.append = append_and_die
    async with await db.Store.open(database, clock=HandClock(at)) as store:
        store.on_write = die
        async with serve_web_table(TableFixture(store, HandClock(at)), listener=listener):
            await asyncio.Event().wait()
