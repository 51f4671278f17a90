"""Keys of web links, by their hash: the address of a table, links to a seat, and browser sessions."""

from dataclasses import dataclass, field
from typing import Literal

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row

LinkKind = Literal["table", "seat", "session"]


@dataclass(frozen=True, slots=True)
class WebLink:
    """A key that opens a page of a game, stored as its hash.

    `person` is None for the address of a table. Only that one is stored readable (`key`), since every card
    of the table shows it.
    """

    key_hash: str = field(metadata=column(primary_key=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: LinkKind
    person: Snowflake | None
    created: Milliseconds
    expires: Milliseconds | None
    key: str | None = field(default=None, repr=False)


table = rows.table(
    "web_links", WebLink, sa.Index(None, "game", "kind"), sa.Index(None, "person"), on_erasure="delete"
)

_ONE = rows.query(table, "key_hash")
_OF_TABLE = rows.query(table, "game").where(table.c.kind == "table").order_by(table.c.created).limit(1)
_OWN = sa.select(table.c.key_hash).where(*rows.equals(table, "game", "person", "kind"))
_EXPIRED = sa.delete(table).where(table.c.expires < sa.bindparam("now"))


async def find(reads: Reads, key_hash: str) -> WebLink | None:
    return await find_row(reads, WebLink, _ONE, key_hash=key_hash)


async def find_address(reads: Reads, game: str) -> WebLink | None:
    """Return the address of a table."""
    return await find_row(reads, WebLink, _OF_TABLE, game=game)


async def insert(tx: Transaction, link: WebLink) -> None:
    await tx.insert(table, rows.to_row(link), conflict_id=link.game)


async def delete(tx: Transaction, *, person: int, game: str | None = None) -> int:
    """Delete a user's links and sessions, of one game or of all. Returns how many there were."""
    return await tx.execute(sa.delete(table).where(*rows.matching(table, person=person, game=game)))


async def keep_newest(tx: Transaction, game: str, person: int, kind: LinkKind, count: int) -> None:
    """Delete all but the newest links of a kind that a user has in a game."""
    newest = _OWN.order_by(table.c.created.desc()).limit(count)
    parameters = {"game": game, "person": person, "kind": kind}
    kept = [row["key_hash"] for row in await tx.rows(newest, parameters)]
    others = sa.delete(table).where(*rows.equals(table, "game", "person", "kind"))
    await tx.execute(others.where(table.c.key_hash.not_in(kept)), parameters)


async def delete_expired(tx: Transaction) -> None:
    await tx.execute(_EXPIRED, {"now": tx.now})
