"""Seasons of a server, and the podium of each closed one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import rows, servers
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. `podium` is None until it is closed."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    start: Milliseconds = field(metadata=column(primary_key=True))
    until: Milliseconds
    closed: Milliseconds | None
    podium: tuple[Mapping[str, Any], ...] | None


table = rows.table("seasons", Season)

_ONE = rows.query(table, "server", "start")
_CLOSED = rows.query(table).where(table.c.closed.is_not(None))
_CLOSED_ON = _CLOSED.where(*rows.equals(table, "server")).order_by(table.c.start)


async def find(reads: Reads, server: int, start: int) -> Season | None:
    return await find_row(reads, Season, _ONE, server=server, start=start)


async def list_closed(reads: Reads, server: int) -> tuple[Season, ...]:
    """Return the closed seasons of a server, oldest first."""
    return await list_rows(reads, Season, _CLOSED_ON, server=server)


async def create(tx: Transaction, server: int, start: int, until: int) -> bool:
    """Insert a season. Returns False if it exists already."""
    await servers.ensure_exists(tx, server)
    row = {"server": server, "start": start, "until": until, "closed": None, "podium": None}
    return await tx.insert_if_new(table, row, ("server", "start"))


async def close(tx: Transaction, season: Season, podium: Sequence[Mapping[str, Any]]) -> bool:
    """Close a season and store its podium. Returns False if it was closed already."""
    still_open = _update_season(season).where(table.c.closed.is_(None))
    return await tx.execute(still_open.values(closed=tx.now, podium=[*map(dict, podium)])) == 1


async def replace_on_podiums(tx: Transaction, user_id: int, other_id: int) -> None:
    """Replace a user with another on the podiums of all seasons."""
    for season in await list_rows(tx, Season, _CLOSED):
        was = [dict(one) for one in season.podium or ()]
        podium = [{**one, "person": other_id} if one["person"] == user_id else one for one in was]
        if podium != was:
            await tx.execute(_update_season(season).values(podium=podium))


def _update_season(season: Season) -> sa.Update:
    return sa.update(table).where(table.c.server == season.server, table.c.start == season.start)
