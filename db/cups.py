"""Cups: round-robin tournaments of one title, their entrants and games. A league's division is a cup too."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import sqlalchemy as sa

from db import rows, servers, users
from db.errors import Conflict
from db.games import new_code
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows

Status = Literal["gathering", "running", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup. `message` shows its table in the channel, with `files` attached.

    A cup with a `division` is one division of a league, played in the month that starts at `month`. `create`
    assigns the code and time of a new cup.
    """

    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    channel: Snowflake
    key: str
    pace: str
    size: int
    code: str = field(default="", metadata=column(primary_key=True))
    status: Status = "gathering"
    created: Milliseconds = 0
    started: Milliseconds | None = None
    ended: Milliseconds | None = None
    message: Snowflake | None = None
    files: Mapping[str, int] = field(default_factory=dict, metadata=column(server_default="{}"))
    month: Milliseconds | None = None
    division: int | None = None


@dataclass(frozen=True, slots=True)
class CupEntrant:
    """A user in a cup. If they withdrew early they are `struck`: none of their games counts."""

    cup: str = field(metadata=column(primary_key=True, foreign_key="cups.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    joined: Milliseconds
    withdrawn: Milliseconds | None = None
    struck: bool = field(default=False, metadata=column(server_default=sa.false()))


@dataclass(frozen=True, slots=True)
class CupSeat:
    """The user a cup assigned to a seat of a game, even if a substitute plays it later."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    seat: int = field(metadata=column(primary_key=True))
    cup: str = field(metadata=column(foreign_key="cups.code"))
    person: Snowflake = field(metadata=column(foreign_key="people.id"))


table = rows.table("cups", Cup, sa.Index(None, "server", "status"), sa.Index(None, "server", "key", "month"))
entrants_table = rows.table("cup_entrants", CupEntrant, sa.Index(None, "person"), on_erasure="reassign")
seats_table = rows.table(
    "cup_seats", CupSeat, sa.Index(None, "cup"), sa.Index(None, "person"), on_erasure="reassign"
)

_ONE = rows.query(table, "code")
_SOME = (
    rows.query(table, "server")
    .where(table.c.status.in_(sa.bindparam("statuses", expanding=True)), table.c.division.is_(None))
    .order_by(table.c.created.desc(), table.c.code)
)
_DIVISIONS = (
    rows.query(table, "server", "key")
    .where(table.c.division.is_not(None))
    .order_by(table.c.month.desc(), table.c.division)
)
_OF_MONTH = _DIVISIONS.where(*rows.equals(table, "month"))
_in_cups: sa.BindParameter[str] = sa.bindparam("cups", expanding=True)
_ENTRANTS = (
    rows.query(entrants_table)
    .where(entrants_table.c.cup.in_(_in_cups))
    .order_by(entrants_table.c.joined, entrants_table.c.person)
)
_SEATS = (
    rows.query(seats_table)
    .where(seats_table.c.cup.in_(_in_cups))
    .order_by(seats_table.c.game, seats_table.c.seat)
)
_OF_GAME = sa.select(seats_table.c.cup).where(*rows.equals(seats_table, "game")).limit(1)
_LEAVE = sa.delete(entrants_table).where(*rows.equals(entrants_table, "cup", "person"))


async def find(reads: Reads, code: str) -> Cup | None:
    return await find_row(reads, Cup, reads.for_update(_ONE), code=code)


async def list_for_server(reads: Reads, server: int, statuses: Collection[Status]) -> tuple[Cup, ...]:
    """Return the cups of a server without league divisions, newest first."""
    return await list_rows(reads, Cup, _SOME, server=server, statuses=[*statuses])


async def list_divisions(reads: Reads, server: int, key: str, month: int | None = None) -> tuple[Cup, ...]:
    """Return the divisions of a league, top division first: of one month, or of all, newest first."""
    if month is None:
        return await list_rows(reads, Cup, _DIVISIONS, server=server, key=key)
    return await list_rows(reads, Cup, _OF_MONTH, server=server, key=key, month=month)


async def list_entrants(reads: Reads, *codes: str) -> tuple[CupEntrant, ...]:
    """Return the entrants of these cups in the order they joined."""
    return await list_rows(reads, CupEntrant, _ENTRANTS, cups=codes)


async def seats_by_game(reads: Reads, *codes: str) -> dict[str, tuple[CupSeat, ...]]:
    """Return the assigned seats of these cups' games, by game."""
    found: dict[str, tuple[CupSeat, ...]] = {}
    for seat in await list_rows(reads, CupSeat, _SEATS, cups=codes):
        found[seat.game] = (*found.get(seat.game, ()), seat)
    return found


async def find_code_for_game(reads: Reads, game: str) -> str | None:
    """Return the code of the cup that a game belongs to, if any."""
    code: str | None = await reads.scalar(_OF_GAME, {"game": game})
    return code


async def create(tx: Transaction, cup: Cup) -> Cup:
    """Insert a new cup without entrants. Returns it with its code and time."""
    await servers.ensure_exists(tx, cup.server)
    while True:
        cup = replace(cup, code=new_code(), created=tx.now)
        if await tx.insert_if_new(table, rows.to_row(cup), "code"):
            return cup


async def update(tx: Transaction, cup: Cup, changed: Cup) -> Cup:
    """Write the columns in which `changed` differs from the cup as it was read. Returns `changed`.

    Raises Conflict if the status of the cup has changed since it was read.
    """
    same = sa.update(table).where(table.c.code == cup.code, table.c.status == cup.status)
    changes = rows.changed_values(cup, changed)
    if changes and await tx.execute(same.values(changes)) != 1:
        raise Conflict(cup.code)
    return changed


async def add_entrants(tx: Transaction, cup: Cup, *user_ids: int) -> None:
    """Add users to a cup. Raises Conflict if one of them is in it already."""
    await users.ensure_exists(tx, *user_ids)
    new = ({"cup": cup.code, "person": user_id, "joined": tx.now} for user_id in user_ids)
    await tx.insert(entrants_table, *new, conflict_id=cup.code)


async def remove_entrant(tx: Transaction, cup: Cup, user_id: int) -> bool:
    """Remove a user from a cup. Returns False if they were not in it."""
    return await tx.execute(_LEAVE, {"cup": cup.code, "person": user_id}) == 1


async def remove_from_unstarted(tx: Transaction, user_id: int) -> None:
    """Remove a user from all cups that have not started."""
    unstarted = sa.select(table.c.code).where(table.c.status == "gathering")
    theirs = sa.delete(entrants_table).where(entrants_table.c.person == user_id)
    await tx.execute(theirs.where(entrants_table.c.cup.in_(unstarted)))


async def mark_withdrawn(tx: Transaction, cup: Cup, user_id: int, *, struck: bool) -> None:
    own = entrants_table.c
    theirs = sa.update(entrants_table).where(own.cup == cup.code, own.person == user_id)
    await tx.execute(theirs.values(withdrawn=tx.now, struck=struck))


async def insert_seats(tx: Transaction, cup: Cup, games: Iterable[tuple[str, Sequence[int]]]) -> None:
    """Add games to a cup. Each is given with its user ids by seat."""
    every = [
        {"game": game, "seat": seat, "cup": cup.code, "person": user_id}
        for game, user_ids in games
        for seat, user_id in enumerate(user_ids)
    ]
    await tx.insert(seats_table, *every, conflict_id=cup.code)
