"""What happens when a timer about an owed move is due: each in one transaction that takes the timer off."""

from collections.abc import Awaitable, Callable, Mapping

import db
from bot.house import House
from bot.tables import Tables
from bot.tables.clocks import OVERDUE_ASKED, REMIND, TIME_OUT, UNENDED
from bot.watch import Fire

Act = Callable[[Tables, db.Write, db.Timer], Awaitable[None]]


def _fire(act: Act) -> Fire:
    async def fire(house: House, timer: db.Timer) -> None:
        async with house.store.write() as w:
            if await w.finish_timer(timer):
                await act(house.tables, w, timer)

    return fire


REMINDERS: Mapping[str, Fire] = {
    REMIND: _fire(Tables.remind),
    UNENDED: _fire(Tables.ask_whether_ended),
    OVERDUE_ASKED: _fire(Tables.ask_table),
    TIME_OUT: _fire(Tables.run_out),
}
