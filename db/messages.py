"""Messages of ours in Discord, and what each belongs to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, false, select, update

from db import rows
from db.games import PASSING
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
    picture: str | None = None
    """By what the picture on it is known again, and the words beside it."""
    lacking: str | None = None
    """The right for want of which it was sent in a lesser form (`bot/chat/outbox/permissions.py`)."""
    files: Mapping[str, int] = field(default_factory=dict, metadata=column(server_default="{}"))
    """The files on it: the id that Discord gave each, by its name."""


LEFT = "left"
"""The kind of messages at a place that their game has left."""
NOTHING: Mapping[str, int] = {}

table = rows.table("messages", Message, Index(None, "game", "kind"))

_OF_GAME = (
    select(*rows.columns(table, Message))
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.message)
)
_OF_KIND = _OF_GAME.where(table.c.kind == bindparam("kind"))
_PASSING = _OF_GAME.where(table.c.kind.startswith(PASSING))
_SOME = (
    select(*rows.columns(table, Message))
    .where(table.c.message.in_(bindparam("messages", expanding=True)))
    .order_by(table.c.at, table.c.message)
)
_REPAINTED = (
    update(table).where(table.c.message == bindparam("of_message")).values(picture=bindparam("shows"))
)
_CARRIES = update(table).where(table.c.message == bindparam("of_message")).values(files=bindparam("on_it"))
_PUT_OUT = update(table).where(table.c.message.in_(bindparam("messages", expanding=True))).values(live=False)
_FALL_SHORT = (
    update(table)
    .where(table.c.game == bindparam("of_game"), table.c.kind == bindparam("of_kind"))
    .values(lacking=bindparam("right"))
)
_LEAVE = (
    update(table)
    .where(table.c.message.in_(bindparam("messages", expanding=True)))
    .values(kind=LEFT, live=False)
)
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


async def passing(reads: Reads, code: str) -> tuple[Message, ...]:
    """Those of a game that hold only for a while: calls, and notices with something to tap."""
    return tuple(made(Message, row) for row in await reads.rows(_PASSING, {"game": code}))


async def find_all(reads: Reads, messages: Iterable[int]) -> tuple[Message, ...]:
    """Those of these messages that are known."""
    return tuple(made(Message, row) for row in await reads.rows(_SOME, {"messages": tuple(messages)}))


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
    lacking: str | None = None,
    files: Mapping[str, int] = NOTHING,
) -> None:
    """Remember what a message of ours belongs to; a second time replaces the first."""
    row = {"message": message, "channel": channel, "game": game, "kind": kind, "at": tx.now}
    row |= {"seat": seat, "person": person, "ply": ply, "classic": classic, "live": live}
    await tx.put(table, row | {"lacking": lacking, "files": dict(files)}, key="message")


async def repainted(tx: Transaction, message: int, picture: str) -> None:
    """A message shows this now."""
    await tx.run(_REPAINTED, {"of_message": message, "shows": picture})


async def carry(tx: Transaction, message: int, files: Mapping[str, int]) -> None:
    """A message has these files now."""
    await tx.run(_CARRIES, {"of_message": message, "on_it": dict(files)})


async def fall_short(tx: Transaction, code: str, kind: str, lacking: str | None) -> None:
    """The messages of that kind are not what they should be, for want of that right."""
    await tx.run(_FALL_SHORT, {"of_game": code, "of_kind": kind, "right": lacking})


async def put_out(tx: Transaction, *messages: int) -> None:
    """Their buttons are gone."""
    if messages:
        await tx.run(_PUT_OUT, {"messages": messages})


async def leave(tx: Transaction, *messages: int) -> None:
    """Their game has left the place where they stand."""
    if messages:
        await tx.run(_LEAVE, {"messages": messages})


async def forget(tx: Transaction, *messages: int) -> None:
    if messages:
        await tx.run(_FORGET, {"messages": messages})
