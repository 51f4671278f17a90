"""Discord servers: language and settings."""

from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

from pydantic import BaseModel, ConfigDict
from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, from_row
from db.transaction import Reads, Transaction


class ServerSettings(BaseModel):
    """Settings made by the managers of a server.

    `lobbies` is the only channel where tables may be opened. `opening` tells who may open them: "everyone",
    "managers", or a role id. `results` is the channel that gets the saga of each finished game. `called` is
    the role that is mentioned for new tables.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    lobbies: int | None = None
    pace: str = "slow"
    opening: str = "everyone"
    quiet: bool = False
    results: int | None = None
    called: int | None = None


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

_ONE = select(*rows.columns(table, Server)).where(table.c.id == bindparam("server"))


async def get(reads: Reads, server: int) -> Server:
    """Return a server, with defaults if there is no row."""
    row = await reads.row(reads.for_update(_ONE), {"server": server})
    return Server(server) if row is None else from_row(Server, row)


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
