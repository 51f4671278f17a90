"""Discord servers: language and settings."""

from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

import sqlalchemy as sa
from pydantic import BaseModel, ConfigDict

from db import rows
from db.rows import Snowflake, column
from db.transaction import Reads, Transaction, find_row


class ServerSettings(BaseModel):
    """Settings made by the managers of a server.

    `lobbies` is the only channel where tables may be opened. `opening` tells who may open them: "everyone",
    "managers", or a role id. `results` is the channel that gets the saga of each finished game. `called` is
    the role that is mentioned for new tables. `scheduled_events` adds cups, league months and voyages to the
    server's events, where Skald has the permission. `daily_position` posts a
    position of the day in `results`. `web_links` lets tables be opened in the browser.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    lobbies: int | None = None
    pace: str = "slow"
    opening: str = "everyone"
    quiet: bool = False
    results: int | None = None
    called: int | None = None
    scheduled_events: bool = True
    daily_position: bool = False
    web_links: bool = True


DEFAULT_SETTINGS = ServerSettings()


@dataclass(frozen=True, slots=True)
class Server:
    """A Discord server. One without a row has no language and default settings."""

    id: Snowflake = field(metadata=column(primary_key=True))
    language: str | None = None
    settings: ServerSettings = DEFAULT_SETTINGS


class ServerChanges(TypedDict, total=False):
    language: str | None
    settings: ServerSettings


table = rows.table("servers", Server)

_ONE = rows.query(table).where(table.c.id == sa.bindparam("server"))


async def get(reads: Reads, server: int) -> Server:
    """Return a server, with defaults if there is no row."""
    return await find_row(reads, Server, reads.for_update(_ONE), server=server) or Server(server)


async def update(tx: Transaction, server: int, **changes: Unpack[ServerChanges]) -> None:
    """Change the given columns of a server, inserting the row if it is missing."""
    if not changes:
        await ensure_exists(tx, server)
        return
    await tx.upsert(table, _default_row(server) | dict(changes), key="id", update=tuple(changes))


async def ensure_exists(tx: Transaction, server: int) -> None:
    """Insert a row with defaults for a server that has none."""
    await tx.insert(table, _default_row(server), skip_existing="id")


def _default_row(server: int) -> dict[str, Any]:
    return {"id": server, "settings": DEFAULT_SETTINGS}
