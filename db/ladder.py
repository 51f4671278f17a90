"""Ladders of duels, one per title and server: their members by rung, and challenges between them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from db import rows
from db.clubs import Club, ClubMember, Clubs
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Ladder(Club):
    """A ladder. Challenges are posted and games are opened in its channel."""


@dataclass(frozen=True, slots=True)
class LadderMember(ClubMember):
    """A user on a ladder. `rung` 1 is the top; rungs may have gaps. `active` is when they last played."""

    rung: int
    joined: Milliseconds
    active: Milliseconds


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge of `person` to `rival`. `result` is set when it is answered, withdrawn or expired."""

    id: int = field(metadata=column(primary_key=True, serial=True))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    key: str
    person: Snowflake = field(metadata=column(foreign_key="people.id"))
    rival: Snowflake = field(metadata=column(foreign_key="people.id"))
    created: Milliseconds
    closes: Milliseconds
    result: str | None = None
    game: str | None = field(default=None, metadata=column(foreign_key="games.code"))
    message: Snowflake | None = None


clubs = Clubs("ladder", Ladder, LadderMember, order=("rung", "joined"))
find, list_for_server, list_members = clubs.find, clubs.list_for_server, clubs.list_members
create, remove_member = clubs.create, clubs.remove_member
members_table = clubs.members_table
challenges_table = rows.table(
    "ladder_challenges",
    LadderChallenge,
    sa.Index(None, "person"),
    sa.Index(None, "rival"),
    sa.Index(None, "server", "key"),
    on_erasure="delete",
)

_CHALLENGE = rows.query(challenges_table, "id")
_CHALLENGES = rows.query(challenges_table, "server", "key").order_by(challenges_table.c.id)
_OPEN = _CHALLENGES.where(challenges_table.c.result.is_(None))
_SET_RUNG = sa.update(members_table).where(
    *(members_table.c[name] == sa.bindparam(f"of_{name}") for name in ("server", "key", "person"))
)


async def find_challenge(reads: Reads, challenge_id: int) -> LadderChallenge | None:
    return await find_row(reads, LadderChallenge, reads.for_update(_CHALLENGE), id=challenge_id)


async def list_challenges(
    reads: Reads, server: int, key: str, *, still_open: bool = True
) -> tuple[LadderChallenge, ...]:
    """Return the open challenges of a ladder, or all, oldest first."""
    return await list_rows(
        reads, LadderChallenge, _OPEN if still_open else _CHALLENGES, server=server, key=key
    )


async def add_member(tx: Transaction, ladder: Ladder, user_id: int) -> None:
    """Add a user below all others."""
    members = await list_members(tx, ladder.server, ladder.key)
    rung = max((one.rung for one in members), default=0) + 1
    member = LadderMember(ladder.server, ladder.key, user_id, rung, joined=tx.now, active=tx.now)
    await clubs.insert_member(tx, member)


async def set_order(tx: Transaction, ladder: Ladder, user_ids: Sequence[int]) -> None:
    """Number the rungs in this order, the top first."""
    changes = [
        {"of_server": ladder.server, "of_key": ladder.key, "of_person": user_id, "rung": rung}
        for rung, user_id in enumerate(user_ids, start=1)
    ]
    if changes:
        await tx.execute(_SET_RUNG, changes)


async def mark_active(tx: Transaction, ladder: Ladder, user_ids: Sequence[int]) -> None:
    own = members_table.c
    theirs = (own.server == ladder.server, own.key == ladder.key, own.person.in_(user_ids))
    await tx.execute(sa.update(members_table).where(*theirs).values(active=tx.now))


async def create_challenge(
    tx: Transaction, ladder: Ladder, user_id: int, rival_id: int, *, closes: int
) -> LadderChallenge:
    row = {"server": ladder.server, "key": ladder.key, "person": user_id, "rival": rival_id}
    row |= {"created": tx.now, "closes": closes}
    (added,) = await tx.fetch(sa.insert(challenges_table).returning(challenges_table.c.id), row)
    return LadderChallenge(added["id"], ladder.server, ladder.key, user_id, rival_id, tx.now, closes)


async def close_challenge(
    tx: Transaction, challenge: LadderChallenge, result: str, game: str | None = None
) -> None:
    own = challenges_table.c.id == challenge.id
    await tx.execute(sa.update(challenges_table).where(own).values(result=result, game=game))


async def set_challenge_message(tx: Transaction, challenge: LadderChallenge, message: int) -> None:
    own = challenges_table.c.id == challenge.id
    await tx.execute(sa.update(challenges_table).where(own).values(message=message))


async def delete_closed_challenges(tx: Transaction, ladder: Ladder, *, before: int) -> None:
    """Delete the closed challenges that were created before a time."""
    own = challenges_table.c
    old = (own.server == ladder.server, own.key == ladder.key, own.created < before)
    await tx.execute(sa.delete(challenges_table).where(*old, own.result.is_not(None)))


async def delete_challenges_to(tx: Transaction, user_id: int) -> None:
    """Delete the challenges to a user who is erased."""
    await tx.execute(sa.delete(challenges_table).where(challenges_table.c.rival == user_id))
