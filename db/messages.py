"""Messages that the bot has sent to Discord, so that it can edit or delete them later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the bot and what it belongs to."""

    message: Snowflake = field(metadata=column(primary_key=True))
    channel: Snowflake
    game: str = field(metadata=column(foreign_key="games.code"))
    kind: str
    seat: int | None = None
    person: Snowflake | None = None
    ply: int | None = None
    since: int | None = None
    """The entry after which a card begins that was edited at a handover. None: after the card before it."""
    at: Milliseconds = 0
    classic: bool = field(default=False, metadata=column(server_default=sa.false()))
    """True if its text is plain content instead of components. Discord does not allow changing that."""
    live: bool = field(default=False, metadata=column(server_default=sa.false()))
    """True if it still has the buttons of a turn."""
    picture: str | None = None
    """Identifies the picture on it and the text next to the picture."""
    lacking: str | None = None
    """The missing permission that caused a fallback (see `bot.chat.outbox.permission_fallbacks`)."""
    files: Mapping[str, int] = field(default_factory=dict, metadata=column(server_default="{}"))
    """Discord's attachment ids by file name."""


LEFT_KIND = "left"  # Messages in a channel from which their game has moved.
TEMPORARY_PREFIX = "passing "  # Of the kinds of messages that apply only for a while, such as notifications.

table = rows.table("messages", Message, sa.Index(None, "game", "kind"), on_erasure="delete")

_OF_GAME = rows.query(table, "game").order_by(table.c.at, table.c.message)
_OF_KIND = _OF_GAME.where(*rows.equals(table, "kind"))
_TEMPORARY = _OF_GAME.where(table.c.kind.startswith(TEMPORARY_PREFIX))
_these = table.c.message.in_(sa.bindparam("messages", expanding=True))
_SOME = rows.query(table).where(_these).order_by(table.c.at, table.c.message)
# SQLAlchemy sets the columns named by the parameters.
_CHANGE = sa.update(table).where(table.c.message == sa.bindparam("of_message"))
_CHANGE_KIND = sa.update(table).where(
    table.c.game == sa.bindparam("of_game"), table.c.kind == sa.bindparam("of_kind")
)
_DELETE = sa.delete(table).where(_these)
_REPLACED = tuple(each.name for each in table.columns if each.name not in ("message", "picture"))


async def list_for_game(
    reads: Reads, code: str, kind: str | None = None, person: int | None = None
) -> tuple[Message, ...]:
    """Return the messages of a game, optionally of one kind or user, newest last."""
    query, values = (_OF_GAME, {}) if kind is None else (_OF_KIND, {"kind": kind})
    if person is not None:
        query = query.where(table.c.person == person)
    return await list_rows(reads, Message, query, game=code, **values)


async def list_temporary(reads: Reads, code: str) -> tuple[Message, ...]:
    """Return a game's messages that apply only for a while: notifications, and notices with buttons."""
    return await list_rows(reads, Message, _TEMPORARY, game=code)


async def find_many(reads: Reads, messages: Iterable[int]) -> tuple[Message, ...]:
    """Return the rows of these messages, oldest first. Unknown messages are left out."""
    return await list_rows(reads, Message, _SOME, messages=tuple(messages))


async def upsert(tx: Transaction, message: Message) -> None:
    """Save a message that was sent now, or replace its row. An earlier row keeps its picture."""
    row = rows.to_row(replace(message, at=tx.now))
    await tx.upsert(table, row, key="message", update=_REPLACED)


async def set_picture(tx: Transaction, message: int, picture: str) -> None:
    """Store the identity of the picture that a message shows now."""
    await tx.execute(_CHANGE, {"of_message": message, "picture": picture})


async def set_files(tx: Transaction, message: int, files: Mapping[str, int]) -> None:
    """Store the attachments that a message has now."""
    await tx.execute(_CHANGE, {"of_message": message, "files": dict(files)})


async def set_shown(tx: Transaction, message: int, *, since: int, ply: int) -> None:
    """Store which entries a card shows now: those after `since`, up to `ply`."""
    await tx.execute(_CHANGE, {"of_message": message, "since": since, "ply": ply})


async def set_lacking(tx: Transaction, code: str, kind: str, lacking: str | None) -> None:
    """Store the permission that a game's messages of a kind lack, or None once it has been granted."""
    await tx.execute(_CHANGE_KIND, {"of_game": code, "of_kind": kind, "lacking": lacking})


async def clear_live(tx: Transaction, *messages: int) -> None:
    """Store that the turn buttons of these messages were removed."""
    if messages:
        await tx.execute(_CHANGE, [{"of_message": each, "live": False} for each in messages])


async def mark_left(tx: Transaction, *messages: int) -> None:
    """Store that the game has moved away from the channel of these messages."""
    if messages:
        left = [{"of_message": each, "kind": LEFT_KIND, "live": False} for each in messages]
        await tx.execute(_CHANGE, left)


async def delete(tx: Transaction, *messages: int) -> None:
    if messages:
        await tx.execute(_DELETE, {"messages": messages})
