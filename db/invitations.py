"""Invitations of users to a table that is still a lobby."""

from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.clock import DAY
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, list_rows


@dataclass(frozen=True, slots=True)
class InvitedUser:
    """An invitation. It is deleted when the user joins the table.

    Closed ones stay for a day, for the limits. `inviter` is a hash, since the inviter may be erased.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True))
    at: Milliseconds
    declined: bool = field(default=False, metadata=column(server_default=sa.false()))
    inviter: str = field(default="", metadata=column(server_default=sa.text("''")))
    closed: bool = field(default=False, metadata=column(server_default=sa.false()))


table = rows.table("invitations", InvitedUser, sa.Index(None, "person"), on_erasure="delete")

_OF_GAME = rows.query(table, "game").where(~table.c.closed).order_by(table.c.at, table.c.person)
_OF_INVITER = rows.query(table, "inviter").where(table.c.at > sa.bindparam("since"))
_OF_GUEST = rows.query(table, "game", "person")
_CLOSE_ALL = sa.update(table).values(closed=True)
_DELETE = sa.delete(table).where(*rows.equals(table, "game", "person"))
_DELETE_OLD = sa.delete(table).where(table.c.closed, table.c.at < sa.bindparam("until"))
_PENDING = sa.update(table).where(~table.c.declined, ~table.c.closed).values(declined=True)


@dataclass(frozen=True, slots=True)
class Guests:
    """The invited users of a table who have not joined, split by whether they declined."""

    awaited: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()


async def list_guests(reads: Reads, code: str) -> Guests:
    found = await list_rows(reads, InvitedUser, _OF_GAME, game=code)
    return Guests(
        tuple(one.person for one in found if not one.declined),
        tuple(one.person for one in found if one.declined),
    )


async def find(reads: Reads, code: str, user_id: int) -> InvitedUser | None:
    """Return an invitation that was not accepted, also a closed one of the last day."""
    return next(iter(await list_rows(reads, InvitedUser, _OF_GUEST, game=code, person=user_id)), None)


async def list_unaccepted(reads: Reads, inviter: str, since: int) -> tuple[InvitedUser, ...]:
    """Return an inviter's invitations after `since` that were not accepted."""
    return await list_rows(reads, InvitedUser, _OF_INVITER, inviter=inviter, since=since)


async def invite(tx: Transaction, code: str, *user_ids: int, inviter: str = "") -> None:
    """Invite users to a table. Earlier invitations stay as they are."""
    await tx.execute(_DELETE_OLD, {"until": tx.now - DAY})
    invited = ({"game": code, "person": one, "at": tx.now, "inviter": inviter} for one in user_ids)
    await tx.insert(table, *invited, skip_existing=("game", "person"))


async def accept(tx: Transaction, code: str, user_id: int) -> bool:
    """Delete the invitation of a user who joins. Returns False if they had none."""
    return await tx.execute(_DELETE, {"game": code, "person": user_id}) == 1


async def mark_declined(tx: Transaction, code: str, user_id: int) -> bool:
    """Mark an invitation as declined. Returns False if there is none or it was declined already."""
    own = (table.c.game == code, table.c.person == user_id)
    return await tx.execute(_PENDING.where(*own)) == 1


async def close_all(tx: Transaction, code: str) -> None:
    """Close all invitations of a table that is no longer a lobby."""
    await tx.execute(_CLOSE_ALL.where(table.c.game == code))
