"""Cups: round-robin tournaments of one title, their entrants and games. A league's division is a cup too."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack

from sqlalchemy import Index, bindparam, delete, false, select
from sqlalchemy import update as sql_update

from db import rows, servers, users
from db.errors import Conflict
from db.games import new_code
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction

Status = Literal["gathering", "running", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup. `message` shows its table in the channel, with `files` attached.

    A cup with a `division` is one division of a league, played in the month that starts at `month`.
    """

    code: str = field(metadata=column(primary_key=True))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    channel: Snowflake
    key: str
    pace: str
    size: int
    status: Status
    created: Milliseconds
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
    struck: bool = field(default=False, metadata=column(server_default=false()))


@dataclass(frozen=True, slots=True)
class CupSeat:
    """The user a cup assigned to a seat of a game, even if a substitute plays it later."""

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    seat: int = field(metadata=column(primary_key=True))
    cup: str = field(metadata=column(foreign_key="cups.code"))
    person: Snowflake = field(metadata=column(foreign_key="people.id"))


class CupChanges(TypedDict, total=False):
    status: Status
    started: int
    ended: int
    message: int | None
    channel: int
    files: Mapping[str, int]


table = rows.table("cups", Cup, Index(None, "server", "status"), Index(None, "server", "key", "month"))
entrants_table = rows.table("cup_entrants", CupEntrant, Index(None, "person"))
seats_table = rows.table("cup_seats", CupSeat, Index(None, "cup"), Index(None, "person"))

_EVERY = select(*rows.columns(table, Cup))
_ONE = _EVERY.where(table.c.code == bindparam("code"))
_SOME = _EVERY.where(
    table.c.server == bindparam("server"),
    table.c.status.in_(bindparam("statuses", expanding=True)),
    table.c.division.is_(None),
).order_by(table.c.created.desc(), table.c.code)
_DIVISIONS = _EVERY.where(
    table.c.server == bindparam("server"), table.c.key == bindparam("key"), table.c.division.is_not(None)
).order_by(table.c.month.desc(), table.c.division)
_OF_MONTH = _DIVISIONS.where(table.c.month == bindparam("month"))
_ENTRANTS = (
    select(*rows.columns(entrants_table, CupEntrant))
    .where(entrants_table.c.cup.in_(bindparam("cups", expanding=True)))
    .order_by(entrants_table.c.joined, entrants_table.c.person)
)
_SEATS = (
    select(*rows.columns(seats_table, CupSeat))
    .where(seats_table.c.cup.in_(bindparam("cups", expanding=True)))
    .order_by(seats_table.c.game, seats_table.c.seat)
)
_OF_GAME = select(seats_table.c.cup).where(seats_table.c.game == bindparam("game")).limit(1)
_LEAVE = delete(entrants_table).where(
    entrants_table.c.cup == bindparam("cup"), entrants_table.c.person == bindparam("person")
)


async def find(reads: Reads, code: str) -> Cup | None:
    row = await reads.row(reads.for_update(_ONE), {"code": code})
    return None if row is None else from_row(Cup, row)


async def list_for_server(reads: Reads, server: int, statuses: Collection[Status]) -> tuple[Cup, ...]:
    """Return the cups of a server without league divisions, newest first."""
    found = await reads.rows(_SOME, {"server": server, "statuses": [*statuses]})
    return tuple(from_row(Cup, row) for row in found)


async def list_divisions(reads: Reads, server: int, key: str, month: int | None = None) -> tuple[Cup, ...]:
    """Return the divisions of a league, top division first: of one month, or of all, newest first."""
    values = {"server": server, "key": key}
    if month is None:
        return tuple(from_row(Cup, row) for row in await reads.rows(_DIVISIONS, values))
    return tuple(from_row(Cup, row) for row in await reads.rows(_OF_MONTH, {**values, "month": month}))


async def list_entrants(reads: Reads, code: str) -> tuple[CupEntrant, ...]:
    """Return the entrants of a cup in the order they joined."""
    return await list_entrants_of_cups(reads, [code])


async def list_entrants_of_cups(reads: Reads, codes: Collection[str]) -> tuple[CupEntrant, ...]:
    """Return the entrants of several cups in the order they joined."""
    return tuple(from_row(CupEntrant, row) for row in await reads.rows(_ENTRANTS, {"cups": [*codes]}))


async def seats_by_game(reads: Reads, code: str) -> dict[str, tuple[CupSeat, ...]]:
    """Return the assigned seats of a cup's games, by game."""
    return await seats_by_game_of_cups(reads, [code])


async def seats_by_game_of_cups(reads: Reads, codes: Collection[str]) -> dict[str, tuple[CupSeat, ...]]:
    """Return the assigned seats of several cups' games, by game."""
    found: dict[str, tuple[CupSeat, ...]] = {}
    for row in await reads.rows(_SEATS, {"cups": [*codes]}):
        found[row["game"]] = (*found.get(row["game"], ()), from_row(CupSeat, row))
    return found


async def find_code_for_game(reads: Reads, game: str) -> str | None:
    """Return the code of the cup that a game belongs to, if any."""
    code: str | None = await reads.scalar(_OF_GAME, {"game": game})
    return code


async def create(
    tx: Transaction,
    *,
    server: int,
    channel: int,
    key: str,
    pace: str,
    size: int,
    month: int | None = None,
    division: int | None = None,
) -> Cup:
    await servers.ensure_exists(tx, server)
    cup = Cup(
        code=new_code(),
        server=server,
        channel=channel,
        key=key,
        pace=pace,
        size=size,
        status="gathering",
        created=tx.now,
        month=month,
        division=division,
    )
    await tx.insert(table, rows.to_row(cup), conflict_id=cup.code)
    return cup


async def update(tx: Transaction, cup: Cup, **changes: Unpack[CupChanges]) -> Cup:
    """Change the given columns of a cup. Raises Conflict if its status has changed since it was read."""
    written: dict[str, Any] = dict(changes)
    same = sql_update(table).where(table.c.code == cup.code, table.c.status == cup.status).values(written)
    if await tx.execute(same) != 1:
        raise Conflict(cup.code)
    found = await find(tx, cup.code)
    assert found is not None
    return found


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
    unstarted = select(table.c.code).where(table.c.status == "gathering")
    theirs = delete(entrants_table).where(entrants_table.c.person == user_id)
    await tx.execute(theirs.where(entrants_table.c.cup.in_(unstarted)))


async def mark_withdrawn(tx: Transaction, cup: Cup, user_id: int, *, struck: bool) -> None:
    theirs = sql_update(entrants_table).where(
        entrants_table.c.cup == cup.code, entrants_table.c.person == user_id
    )
    await tx.execute(theirs.values(withdrawn=tx.now, struck=struck))


async def insert_seats(tx: Transaction, cup: Cup, games: Iterable[tuple[str, Sequence[int]]]) -> None:
    """Add games to a cup. Each is given with its user ids by seat."""
    every = [
        {"game": game, "seat": seat, "cup": cup.code, "person": user_id}
        for game, user_ids in games
        for seat, user_id in enumerate(user_ids)
    ]
    await tx.insert(seats_table, *every, conflict_id=cup.code)
