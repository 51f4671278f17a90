"""Continuations: positions of finished games from which users play on, and those posted as challenges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import games, players, rows, servers
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction, find_row


@dataclass(frozen=True, slots=True)
class Continuation:
    """The position after entry `ply` of a finished game, to be played on from one seat.

    Hidden cards are dealt anew from `seed`. The other seats are played by computer players of `level`. The
    code is random and long: buttons carry it, and the game may be a private one.
    """

    code: str = field(metadata=column(primary_key=True))
    game: str = field(metadata=column(foreign_key="games.code"))
    ply: int
    seat: int
    level: str
    seed: bytes = field(repr=False)
    created: Milliseconds


@dataclass(frozen=True, slots=True)
class Challenge:
    """A continuation posted in a channel of a server, open to all until `closes`."""

    code: str = field(metadata=column(primary_key=True, foreign_key="continuations.code"))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    channel: Snowflake
    closes: Milliseconds
    message: Snowflake | None = None


@dataclass(frozen=True, slots=True)
class ContinuationTry:
    """A user's game from a continuation. `outcome` and `ended` are None until it has ended."""

    game: str
    person: Snowflake
    outcome: Mapping[str, Any] | None
    ended: Milliseconds | None


table = rows.table("continuations", Continuation, sa.Index(None, "game"))
challenges_table = rows.table("challenges", Challenge)

_ONE = rows.query(table, "code")
_CHALLENGE = rows.query(challenges_table, "code")
_TRIES = (
    sa.select(
        games.table.c.code.label("game"), players.table.c.person, games.table.c.outcome, games.table.c.ended
    )
    .join(players.table, players.table.c.game == games.table.c.code)
    .where(games.table.c.continues == sa.bindparam("code"), players.table.c.person > 0)
    .order_by(games.table.c.created, games.table.c.code)
)


async def find(reads: Reads, code: str) -> Continuation | None:
    return await find_row(reads, Continuation, _ONE, code=code)


async def list_tries(reads: Reads, code: str) -> tuple[ContinuationTry, ...]:
    """Return the games from a continuation, oldest first, without those of erased users."""
    found = await reads.rows(_TRIES, {"code": code})
    return tuple(from_row(ContinuationTry, row) for row in found)


async def insert(tx: Transaction, continuation: Continuation) -> None:
    await tx.insert(table, rows.to_row(continuation), conflict_id=continuation.game)


async def find_challenge(reads: Reads, code: str) -> Challenge | None:
    return await find_row(reads, Challenge, reads.for_update(_CHALLENGE), code=code)


async def insert_challenge(tx: Transaction, challenge: Challenge) -> None:
    await servers.ensure_exists(tx, challenge.server)
    await tx.insert(challenges_table, rows.to_row(challenge), conflict_id=challenge.code)


async def set_message(tx: Transaction, challenge: Challenge, message: int) -> None:
    await tx.execute(
        sa.update(challenges_table).where(challenges_table.c.code == challenge.code).values(message=message)
    )
