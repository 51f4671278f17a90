"""Invitations of users to a table that is still a lobby."""

from dataclasses import dataclass, field

from sqlalchemy import Index, bindparam, delete, false, select, update

from db import rows
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class InvitedUser:
    """An invitation. It is deleted when the user joins the table."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    person: Snowflake = field(metadata=column(primary_key=True))
    at: Milliseconds
    declined: bool = field(default=False, metadata=column(server_default=false()))


table = rows.table("invitations", InvitedUser, Index(None, "person"))

_OF_GAME = (
    select(table.c.person, table.c.declined)
    .where(table.c.game == bindparam("game"))
    .order_by(table.c.at, table.c.person)
)
_DELETE_ALL = delete(table).where(table.c.game == bindparam("game"))
_DELETE = _DELETE_ALL.where(table.c.person == bindparam("person"))
_DECLINE = (
    update(table)
    .where(table.c.game == bindparam("of_game"), table.c.person == bindparam("of_person"), ~table.c.declined)
    .values(declined=True)
)


@dataclass(frozen=True, slots=True)
class Guests:
    """The invited users of a table who have not joined, split by whether they declined."""

    awaited: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()


async def list_guests(reads: Reads, code: str) -> Guests:
    found = await reads.rows(_OF_GAME, {"game": code})
    return Guests(
        tuple(row["person"] for row in found if not row["declined"]),
        tuple(row["person"] for row in found if row["declined"]),
    )


async def invite(tx: Transaction, code: str, *user_ids: int) -> None:
    """Invite users to a table. Earlier invitations stay as they are."""
    invited = ({"game": code, "person": user_id, "at": tx.now} for user_id in user_ids)
    await tx.insert(table, *invited, skip_existing=("game", "person"))


async def accept(tx: Transaction, code: str, user_id: int) -> bool:
    """Delete the invitation of a user who joins. Returns False if they had none."""
    return await tx.execute(_DELETE, {"game": code, "person": user_id}) == 1


async def mark_declined(tx: Transaction, code: str, user_id: int) -> bool:
    """Mark an invitation as declined. Returns False if there is none or it was declined already."""
    return await tx.execute(_DECLINE, {"of_game": code, "of_person": user_id}) == 1


async def delete_all(tx: Transaction, code: str) -> None:
    """Delete all invitations of a table that is no longer a lobby."""
    await tx.execute(_DELETE_ALL, {"game": code})
