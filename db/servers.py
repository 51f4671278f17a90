"""Discord servers: their language, and what those who manage them have chosen."""

from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

from pydantic import BaseModel, ConfigDict
from sqlalchemy import bindparam, select

from db import rows
from db.rows import Snowflake, column, made
from db.transaction import Reads, Transaction


class ServerSettings(BaseModel):
    """Where and by whom tables are opened, at which pace, in which quiet; the defaults ask for nothing.

    `opening` is "everyone", "managers", or the id of a role. To the channel `results` goes the saga of each
    game that ends. The role `called` is called for new tables.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    lobbies: int | None = None
    pace: str = "slow"
    opening: str = "everyone"
    quiet: bool = False
    results: int | None = None
    called: int | None = None


NOTHING_CHOSEN = ServerSettings()


@dataclass(frozen=True, slots=True)
class Server:
    """A Discord server; one that was never stored has no language and has chosen nothing."""

    id: Snowflake = field(metadata=column(primary_key=True))
    language: str | None = None
    settings: ServerSettings = NOTHING_CHOSEN


class ServerChanges(TypedDict, total=False):
    language: str | None
    settings: ServerSettings


table = rows.table("servers", Server)

_ONE = select(*rows.columns(table, Server)).where(table.c.id == bindparam("server"))


async def find(reads: Reads, server: int) -> Server:
    """A server, known or not."""
    row = await reads.row(reads.mine(_ONE), {"server": server})
    return Server(server) if row is None else made(Server, row)


async def update(tx: Transaction, server: int, **changes: Unpack[ServerChanges]) -> None:
    """Change what is given of a server, and leave the rest; one that is not known yet becomes known."""
    if not changes:
        await know(tx, server)
        return
    await tx.put(table, _stranger(server) | dict(changes), key="id", changed=tuple(changes))


async def know(tx: Transaction, server: int) -> None:
    """A server that is not known yet becomes known."""
    await tx.insert(table, _stranger(server), unless_known="id")


def _stranger(server: int) -> dict[str, Any]:
    return {"id": server, "settings": NOTHING_CHOSEN}
