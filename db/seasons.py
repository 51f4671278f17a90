"""Seasons of a server, and who stood on the podium at the end of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Update, bindparam, select, update

from db import rows, servers
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. `podium` is None until it is closed."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    start: Moment = field(metadata=column(primary_key=True))
    until: Moment
    closed: Moment | None
    podium: tuple[Mapping[str, Any], ...] | None


table = rows.table("seasons", Season)

_EVERY = select(*rows.columns(table, Season))
_ONE = _EVERY.where(table.c.server == bindparam("server"), table.c.start == bindparam("start"))
_CLOSED = _EVERY.where(table.c.closed.is_not(None))
_CLOSED_ON = _CLOSED.where(table.c.server == bindparam("server")).order_by(table.c.start)


async def find(reads: Reads, server: int, start: int) -> Season | None:
    row = await reads.row(_ONE, {"server": server, "start": start})
    return None if row is None else made(Season, row)


async def closed(reads: Reads, server: int) -> tuple[Season, ...]:
    """The seasons of a server that are over, in order."""
    return tuple(made(Season, row) for row in await reads.rows(_CLOSED_ON, {"server": server}))


async def open(tx: Transaction, server: int, start: int, until: int) -> bool:  # noqa: A001
    """Begin a season; False where it had begun already."""
    await servers.know(tx, server)
    row = {"server": server, "start": start, "until": until, "closed": None, "podium": None}
    return await tx.insert_new(table, row, ("server", "start"))


async def close(tx: Transaction, season: Season, podium: Sequence[Mapping[str, Any]]) -> bool:
    """End a season with those who stand on its podium; False where somebody else did."""
    still_open = _changing(season).where(table.c.closed.is_(None))
    change = still_open.values(closed=tx.now, podium=[dict(one) for one in podium])
    return await tx.run(change) == 1


async def rename_on_podiums(tx: Transaction, person: int, other: int) -> None:
    """Put somebody else where a person stood on the podium of a season."""
    for row in await tx.rows(_CLOSED):
        season = made(Season, row)
        was = [dict(one) for one in season.podium or ()]
        podium = [{**one, "person": other} if one["person"] == person else one for one in was]
        if podium != was:
            await tx.run(_changing(season).values(podium=podium))


def _changing(season: Season) -> Update:
    return update(table).where(table.c.server == season.server, table.c.start == season.start)
