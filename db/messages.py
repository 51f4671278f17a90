"""Messages of ours in Discord, and what each belongs to."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, false, select, update

from db import rows
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Message:
    """A message of ours in Discord and what it belongs to."""

    message: Snowflake = field(metadata=column(primary_key=True))
    channel: Snowflake
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: str
    seat: int | None
    person: Snowflake | None
    ply: int | None
    at: Moment
    classic: bool = field(default=False, metadata=column(server_default=false()))
    """Whether its words are plain content: a message keeps the form it was sent in."""
    live: bool = field(default=False, metadata=column(server_default=false()))
    """Whether it still has the buttons of a turn."""


table = rows.table("messages", Message, Index(None, "game", "kind"))

_OF_GAME = (
    select(*rows.columns(table, Message))
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.message)
)
_OF_KIND = _OF_GAME.where(table.c.kind == bindparam("kind"))
_PUT_OUT = update(table).where(table.c.message.in_(bindparam("messages", expanding=True))).values(live=False)
_FORGET = delete(table).where(table.c.message.in_(bindparam("messages", expanding=True)))


async def of_game(
    reads: Reads, code: str, kind: str | None = None, person: int | None = None
) -> tuple[Message, ...]:
    """The messages of a game, the latest last."""
    query = _OF_GAME if kind is None else _OF_KIND
    values = {"game": code} if kind is None else {"game": code, "kind": kind}
    if person is not None:
        query = query.where(table.c.person == person)
    return tuple(made(Message, row) for row in await reads.rows(query, values))


async def keep(
    tx: Transaction,
    *,
    message: int,
    channel: int,
    game: str,
    kind: str,
    seat: int | None = None,
    person: int | None = None,
    ply: int | None = None,
    classic: bool = False,
    live: bool = False,
) -> None:
    """Remember what a message of ours belongs to; a second time replaces the first."""
    row = {"message": message, "channel": channel, "game": game, "kind": kind, "at": tx.now}
    await tx.put(
        table,
        row | {"seat": seat, "person": person, "ply": ply, "classic": classic, "live": live},
        key="message",
    )


async def put_out(tx: Transaction, *messages: int) -> None:
    """Their buttons are gone."""
    if messages:
        await tx.run(_PUT_OUT, {"messages": messages})


async def forget(tx: Transaction, *messages: int) -> None:
    if messages:
        await tx.run(_FORGET, {"messages": messages})
