"""What users of a server join once per title: ladders (`db.ladder`) and leagues (`db.leagues`)."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import sqlalchemy as sa

from db import rows, servers, users
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Club:
    """A ladder or a league. What belongs to it is posted, and its games are opened, in `channel`."""

    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    channel: Snowflake
    pace: str
    created: Milliseconds


@dataclass(frozen=True, slots=True)
class ClubMember:
    server: Snowflake = field(metadata=column(primary_key=True, foreign_key="servers.id"))
    key: str = field(metadata=column(primary_key=True))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))


C = TypeVar("C", bound=Club)
M = TypeVar("M", bound=ClubMember)


class Clubs(Generic[C, M]):
    """All clubs of one kind, and their members. These are listed in the order of two columns."""

    def __init__(self, kind: str, row_type: type[C], member_type: type[M], order: tuple[str, str]) -> None:
        self._row_type, self._member_type = row_type, member_type
        self.table = rows.table(f"{kind}s", row_type)
        self.members_table = rows.table(
            f"{kind}_members", member_type, sa.Index(None, "person"), on_erasure="delete"
        )
        members = self.members_table
        self._on_server = rows.query(self.table, "server").order_by(self.table.c.key)
        self._one = rows.query(self.table, "server", "key")
        self._members = rows.query(members, "server", "key").order_by(*(members.c[name] for name in order))

    async def find(self, reads: Reads, server: int, key: str) -> C | None:
        return await find_row(reads, self._row_type, reads.for_update(self._one), server=server, key=key)

    async def list_for_server(self, reads: Reads, server: int) -> tuple[C, ...]:
        return await list_rows(reads, self._row_type, self._on_server, server=server)

    async def list_members(self, reads: Reads, server: int, key: str) -> tuple[M, ...]:
        return await list_rows(reads, self._member_type, self._members, server=server, key=key)

    async def pace(self, reads: Reads, server: int, key: str, wanted: str | None) -> str:
        """Return the pace of a club. One to be founded has the `wanted` pace, or else that of its server."""
        club = await self.find(reads, server, key)
        return club.pace if club else wanted or (await servers.get(reads, server)).settings.pace

    async def find_or_create(self, tx: Transaction, club: C) -> C:
        existing = await self.find(tx, club.server, club.key)
        if existing is None:
            await self.create(tx, club)
        return existing or club

    async def create(self, tx: Transaction, club: C) -> None:
        await servers.ensure_exists(tx, club.server)
        await tx.insert(self.table, rows.to_row(club))

    async def insert_member(self, tx: Transaction, member: M) -> None:
        await users.ensure_exists(tx, member.person)
        await tx.insert(self.members_table, rows.to_row(member))

    async def remove_member(self, tx: Transaction, club: C, user_id: int) -> bool:
        """Remove a member. Returns False if they were none."""
        theirs = rows.matching(self.members_table, server=club.server, key=club.key, person=user_id)
        return await tx.execute(sa.delete(self.members_table).where(*theirs)) == 1
