"""Seasons of a server, and the podium of each closed one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Update, bindparam, select, update

from db import rows, servers
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. `podium` is None until it is closed."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    start: Milliseconds = field(metadata=column(primary_key=True))
    until: Milliseconds
    closed: Milliseconds | None
    podium: tuple[Mapping[str, Any], ...] | None


table = rows.table("seasons", Season)

_EVERY = select(*rows.columns(table, Season))
_ONE = _EVERY.where(table.c.server == bindparam("server"), table.c.start == bindparam("start"))
_CLOSED = _EVERY.where(table.c.closed.is_not(None))
_CLOSED_ON = _CLOSED.where(table.c.server == bindparam("server")).order_by(table.c.start)


async def find(reads: Reads, server: int, start: int) -> Season | None:
    row = await reads.row(_ONE, {"server": server, "start": start})
    return None if row is None else from_row(Season, row)


async def list_closed(reads: Reads, server: int) -> tuple[Season, ...]:
    """Return the closed seasons of a server, oldest first."""
    return tuple(from_row(Season, row) for row in await reads.rows(_CLOSED_ON, {"server": server}))


async def create(tx: Transaction, server: int, start: int, until: int) -> bool:
    """Insert a season. Returns False if it exists already."""
    await servers.ensure_exists(tx, server)
    row = {"server": server, "start": start, "until": until, "closed": None, "podium": None}
    return await tx.insert_if_new(table, row, ("server", "start"))


async def close(tx: Transaction, season: Season, podium: Sequence[Mapping[str, Any]]) -> bool:
    """Close a season and store its podium. Returns False if it was closed already."""
    still_open = _update_season(season).where(table.c.closed.is_(None))
    change = still_open.values(closed=tx.now, podium=[dict(one) for one in podium])
    return await tx.execute(change) == 1


async def replace_on_podiums(tx: Transaction, user_id: int, other_id: int) -> None:
    """Replace a user with another on the podiums of all seasons."""
    for row in await tx.rows(_CLOSED):
        season = from_row(Season, row)
        was = [dict(one) for one in season.podium or ()]
        podium = [{**one, "person": other_id} if one["person"] == user_id else one for one in was]
        if podium != was:
            await tx.execute(_update_season(season).values(podium=podium))


def _update_season(season: Season) -> Update:
    return update(table).where(table.c.server == season.server, table.c.start == season.start)
