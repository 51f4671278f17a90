"""Cups: a small round robin of one title, who plays in it, and which games belong to it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack

from sqlalchemy import Index, bindparam, delete, false, select, update

from db import rows, servers, users
from db.errors import Conflict
from db.games import new_code
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction

Status = Literal["gathering", "running", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup. `message` is where its table stands in the channel, with those `files` on it.

    One with a number is a division of a league, and played in the month that begins then.
    """

    code: str = field(metadata=column(primary_key=True))
    server: Snowflake = field(metadata=column(foreign_key="servers.id"))
    channel: Snowflake
    key: str
    pace: str
    size: int
    status: Status
    created: Moment
    started: Moment | None = None
    ended: Moment | None = None
    message: Snowflake | None = None
    files: Mapping[str, int] = field(default_factory=dict, metadata=column(server_default="{}"))
    month: Moment | None = None
    division: int | None = None


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody in a cup. Whoever withdrew early is `struck`: nothing they played counts in it."""

    cup: str = field(metadata=column(primary_key=True, foreign_key="cups.code"))
    person: Snowflake = field(metadata=column(primary_key=True, foreign_key="people.id"))
    joined: Moment
    withdrawn: Moment | None = None
    struck: bool = field(default=False, metadata=column(server_default=false()))


@dataclass(frozen=True, slots=True)
class CupSeat:
    """Whom a cup put on which seat of which game, whoever sits there later."""

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
entrants_table = rows.table("cup_entrants", Contender, Index(None, "person"))
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
    select(*rows.columns(entrants_table, Contender))
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
    row = await reads.row(reads.mine(_ONE), {"code": code})
    return None if row is None else made(Cup, row)


async def on_server(reads: Reads, server: int, statuses: Collection[Status]) -> tuple[Cup, ...]:
    """The cups of a server, the latest first."""
    found = await reads.rows(_SOME, {"server": server, "statuses": [*statuses]})
    return tuple(made(Cup, row) for row in found)


async def divisions(reads: Reads, server: int, key: str, month: int | None = None) -> tuple[Cup, ...]:
    """The divisions of a league, the top one first: of a month, or of every month, the latest first."""
    values = {"server": server, "key": key}
    if month is None:
        return tuple(made(Cup, row) for row in await reads.rows(_DIVISIONS, values))
    return tuple(made(Cup, row) for row in await reads.rows(_OF_MONTH, {**values, "month": month}))


async def entrants(reads: Reads, code: str) -> tuple[Contender, ...]:
    """Who plays in a cup, in the order they came."""
    return await entrants_of(reads, [code])


async def entrants_of(reads: Reads, codes: Collection[str]) -> tuple[Contender, ...]:
    """Who plays in these cups, in the order they came."""
    return tuple(made(Contender, row) for row in await reads.rows(_ENTRANTS, {"cups": [*codes]}))


async def seats(reads: Reads, code: str) -> dict[str, tuple[CupSeat, ...]]:
    """The games of a cup, each with whom it put on which seat."""
    return await seats_of(reads, [code])


async def seats_of(reads: Reads, codes: Collection[str]) -> dict[str, tuple[CupSeat, ...]]:
    """The same of several cups."""
    found: dict[str, tuple[CupSeat, ...]] = {}
    for row in await reads.rows(_SEATS, {"cups": [*codes]}):
        found[row["game"]] = (*found.get(row["game"], ()), made(CupSeat, row))
    return found


async def of_game(reads: Reads, game: str) -> str | None:
    """The cup that a game belongs to."""
    code: str | None = await reads.scalar(_OF_GAME, {"game": game})
    return code


async def open(  # noqa: A001 - read as `cups.open`
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
    await servers.know(tx, server)
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
    await tx.insert(table, rows.values_of(cup), whose=cup.code)
    return cup


async def change(tx: Transaction, cup: Cup, **changes: Unpack[CupChanges]) -> Cup:
    """Change what is given of a cup; one that others have taken further meanwhile is a conflict."""
    written: dict[str, Any] = dict(changes)
    same = update(table).where(table.c.code == cup.code, table.c.status == cup.status).values(written)
    if await tx.run(same) != 1:
        raise Conflict(cup.code)
    found = await find(tx, cup.code)
    assert found is not None
    return found


async def enter(tx: Transaction, cup: Cup, *persons: int) -> None:
    await users.know(tx, *persons)
    new = ({"cup": cup.code, "person": person, "joined": tx.now} for person in persons)
    await tx.insert(entrants_table, *new, whose=cup.code)


async def leave(tx: Transaction, cup: Cup, person: int) -> bool:
    """Says whether they were in it."""
    return await tx.run(_LEAVE, {"cup": cup.code, "person": person}) == 1


async def step_back(tx: Transaction, person: int) -> None:
    """Somebody is in no cup any more that has not started."""
    unstarted = select(table.c.code).where(table.c.status == "gathering")
    theirs = delete(entrants_table).where(entrants_table.c.person == person)
    await tx.run(theirs.where(entrants_table.c.cup.in_(unstarted)))


async def withdraw(tx: Transaction, cup: Cup, person: int, *, struck: bool) -> None:
    theirs = update(entrants_table).where(entrants_table.c.cup == cup.code, entrants_table.c.person == person)
    await tx.run(theirs.values(withdrawn=tx.now, struck=struck))


async def seat(tx: Transaction, cup: Cup, games: Iterable[tuple[str, Sequence[int]]]) -> None:
    """These games belong to a cup, with these people by seat."""
    every = [
        {"game": game, "seat": number, "cup": cup.code, "person": person}
        for game, seated in games
        for number, person in enumerate(seated)
    ]
    await tx.insert(seats_table, *every, whose=cup.code)
