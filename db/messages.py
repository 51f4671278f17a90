"""Messages that the bot has sent to Discord, so that it can edit or delete them later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, false, select, update
from sqlalchemy import delete as sql_delete

from db import rows
from db.games import TEMPORARY_PREFIX
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the bot and what it belongs to."""

    message: Snowflake = field(metadata=column(primary_key=True))
    channel: Snowflake
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: str
    seat: int | None
    person: Snowflake | None
    ply: int | None
    at: Milliseconds
    classic: bool = field(default=False, metadata=column(server_default=false()))
    """True if its text is plain content instead of components. Discord does not allow changing that."""
    live: bool = field(default=False, metadata=column(server_default=false()))
    """True if it still has the buttons of a turn."""
    picture: str | None = None
    """Identifies the picture on it and the text next to the picture."""
    lacking: str | None = None
    """The missing permission that caused a fallback (see `bot.chat.outbox.permission_fallbacks`)."""
    files: Mapping[str, int] = field(default_factory=dict, metadata=column(server_default="{}"))
    """Discord's attachment ids by file name."""


LEFT_KIND = "left"  # Messages in a channel from which their game has moved.
NO_FILES: Mapping[str, int] = {}

table = rows.table("messages", Message, Index(None, "game", "kind"))

_OF_GAME = (
    select(*rows.columns(table, Message))
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.message)
)
_OF_KIND = _OF_GAME.where(table.c.kind == bindparam("kind"))
_TEMPORARY = _OF_GAME.where(table.c.kind.startswith(TEMPORARY_PREFIX))
_SOME = (
    select(*rows.columns(table, Message))
    .where(table.c.message.in_(bindparam("messages", expanding=True)))
    .order_by(table.c.at, table.c.message)
)
_SET_PICTURE = (
    update(table).where(table.c.message == bindparam("of_message")).values(picture=bindparam("shows"))
)
_SET_FILES = update(table).where(table.c.message == bindparam("of_message")).values(files=bindparam("on_it"))
_CLEAR_LIVE = (
    update(table).where(table.c.message.in_(bindparam("messages", expanding=True))).values(live=False)
)
_SET_LACKING = (
    update(table)
    .where(table.c.game == bindparam("of_game"), table.c.kind == bindparam("of_kind"))
    .values(lacking=bindparam("right"))
)
_MARK_LEFT = (
    update(table)
    .where(table.c.message.in_(bindparam("messages", expanding=True)))
    .values(kind=LEFT_KIND, live=False)
)
_DELETE = sql_delete(table).where(table.c.message.in_(bindparam("messages", expanding=True)))


async def list_for_game(
    reads: Reads, code: str, kind: str | None = None, person: int | None = None
) -> tuple[Message, ...]:
    """Return the messages of a game, optionally of one kind or user, newest last."""
    query = _OF_GAME if kind is None else _OF_KIND
    values = {"game": code} if kind is None else {"game": code, "kind": kind}
    if person is not None:
        query = query.where(table.c.person == person)
    return tuple(from_row(Message, row) for row in await reads.rows(query, values))


async def list_temporary(reads: Reads, code: str) -> tuple[Message, ...]:
    """Return a game's messages that apply only for a while: notifications, and notices with buttons."""
    return tuple(from_row(Message, row) for row in await reads.rows(_TEMPORARY, {"game": code}))


async def find_many(reads: Reads, messages: Iterable[int]) -> tuple[Message, ...]:
    """Return the rows of these messages, oldest first. Unknown messages are left out."""
    return tuple(from_row(Message, row) for row in await reads.rows(_SOME, {"messages": tuple(messages)}))


async def upsert(
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
    files: Mapping[str, int] = NO_FILES,
) -> None:
    """Save a message that was sent, or replace its row."""
    row = {"message": message, "channel": channel, "game": game, "kind": kind, "at": tx.now}
    row |= {"seat": seat, "person": person, "ply": ply, "classic": classic, "live": live}
    await tx.upsert(table, row | {"lacking": lacking, "files": dict(files)}, key="message")


async def set_picture(tx: Transaction, message: int, picture: str) -> None:
    """Store the identity of the picture that a message shows now."""
    await tx.execute(_SET_PICTURE, {"of_message": message, "shows": picture})


async def set_files(tx: Transaction, message: int, files: Mapping[str, int]) -> None:
    """Store the attachments that a message has now."""
    await tx.execute(_SET_FILES, {"of_message": message, "on_it": dict(files)})


async def set_lacking(tx: Transaction, code: str, kind: str, lacking: str | None) -> None:
    """Store the permission that a game's messages of a kind lack, or None once it has been granted."""
    await tx.execute(_SET_LACKING, {"of_game": code, "of_kind": kind, "right": lacking})


async def clear_live(tx: Transaction, *messages: int) -> None:
    """Store that the turn buttons of these messages were removed."""
    if messages:
        await tx.execute(_CLEAR_LIVE, {"messages": messages})


async def mark_left(tx: Transaction, *messages: int) -> None:
    """Store that the game has moved away from the channel of these messages."""
    if messages:
        await tx.execute(_MARK_LEFT, {"messages": messages})


async def delete(tx: Transaction, *messages: int) -> None:
    if messages:
        await tx.execute(_DELETE, {"messages": messages})
