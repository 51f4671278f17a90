"""Games: one row each with its latest state, found by code, place and people."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    RowMapping,
    Select,
    Text,
    Update,
    bindparam,
    case,
    exists,
    false,
    func,
    select,
    text,
)
from sqlalchemy import update as updating

from db import rows, servers, users
from db.clock import DAY
from db.errors import Conflict, Duplicate
from db.rows import Moment, Snowflake, column, made, metadata
from db.servers import Server
from db.transaction import Reads, Transaction
from db.users import User

if TYPE_CHECKING:
    from db.players import Player

Status = Literal["lobby", "running", "archived", "over", "closed"]
Starts = Literal["host", "full"]
"""What starts a game: its host, or the last who joins."""
ONGOING: tuple[Status, ...] = ("lobby", "running")

# Without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, and without vowels.
ALPHABET = "34679CDFGHJKMNPQRTWXY"
LENGTH = 5

AWAY_COUNTS_FOR = 366 * DAY
"""For so long days away that are over still say how many are left of a year."""
PASSING = "passing "
"""How the kinds of messages begin that hold only for a while."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one version. `ply` is the number of its last log entry, 0 while the log is empty."""

    code: str = field(metadata=column(primary_key=True))
    key: str
    rules_version: int
    pack: str
    options: Mapping[str, Any]
    seed: bytes | None = field(repr=False)
    commitment: str | None
    status: Status
    pace: str = field(metadata=column(server_default="none"))
    rated: bool = field(metadata=column(server_default=false()))
    server: Snowflake | None = field(metadata=column(foreign_key="servers.id"))
    channel: Snowflake
    thread: Snowflake | None
    host: Snowflake | None = field(metadata=column(foreign_key="people.id"))
    version: int
    ply: int
    state_hash: str | None
    outcome: Mapping[str, Any] | None
    created: Moment
    started: Moment | None
    ended: Moment | None
    last_activity: Moment
    starts: Starts = field(default="host", metadata=column(server_default=text("'host'")))
    home: Snowflake | None = None
    """The server where it started, once it has gone on to another."""
    rules_since: int | None = None
    """The entry from which on it goes by its rules, where it began under others."""
    sealed_until: Moment | None = None
    """Before then nobody is told the seed, though the game may be over: others play the same deal."""
    language: str | None = None
    """The language spoken at the table, where it is not the server's."""
    begins: int = field(default=1, metadata=column(server_default=text("1")))
    """The entry after which its people play: the deal, or the last move of an opening."""

    @property
    def counts_on(self) -> int | None:
        """The server whose standings it counts for."""
        return self.server if self.home is None else self.home


class GameChanges(TypedDict, total=False):
    """What may change about a game beside its log."""

    options: Mapping[str, Any]
    pack: str
    rules_version: int
    seed: bytes
    commitment: str
    status: Status
    pace: str
    rated: bool
    server: int | None
    channel: int
    thread: int | None
    host: int | None
    outcome: Mapping[str, Any] | None
    started: int
    ended: int
    last_activity: int
    starts: Starts
    home: int | None
    rules_since: int
    sealed_until: int
    language: str | None
    begins: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with all that is needed to act in it.

    `people` are by seat; nobody, and whoever is not known, is a person without a name. `voting` says whether
    the table is being asked something, `ordered` and `planned` whether somebody has decided in advance,
    `away` whether anybody seated has days away that may still count, `cluttered` whether a message stands
    somewhere that holds only for a while.
    """

    game: Game
    players: tuple["Player", ...]
    people: tuple[User, ...]
    server: Server | None
    voting: bool
    ordered: bool
    planned: bool
    away: bool
    cluttered: bool


table = rows.table(
    "games",
    Game,
    Column("state", Text),
    CheckConstraint("status IN ('lobby', 'running', 'archived', 'over', 'closed')", name="status"),
    Index(None, "thread"),
    Index(None, "channel"),
    Index(None, "server", "status"),
    Index(None, "status", "last_activity"),
)

_EVERY = select(*rows.columns(table, Game))
_ONE = _EVERY.where(table.c.code == bindparam("code"))
_THESE = _EVERY.where(table.c.code.in_(bindparam("codes", expanding=True))).order_by(table.c.code)
_OUTCOMES = select(table.c.code, table.c.outcome).where(
    func.coalesce(table.c.home, table.c.server) == bindparam("server"),
    table.c.key == bindparam("key"),
    table.c.status == "over",
    table.c.outcome.is_not(None),
)
_STATE = select(table.c.state).where(table.c.code == bindparam("code"))
_VERSION = select(table.c.version).where(table.c.code == bindparam("code"))
_IN_THREAD = (
    _EVERY.where(table.c.thread == bindparam("thread"))
    .order_by(case((table.c.status.in_(ONGOING), 0), else_=1), table.c.created.desc(), table.c.code)
    .limit(1)
)
_SOME = _EVERY.where(table.c.status.in_(bindparam("statuses", expanding=True))).order_by(
    table.c.last_activity.desc(), table.c.code
)
_IN_CHANNEL = _SOME.where(table.c.channel == bindparam("channel"), table.c.thread.is_(None))
_OPENED_IN = _SOME.where(table.c.channel == bindparam("channel"))
_ON_SERVER = _SOME.where(table.c.server == bindparam("server"))
_FINISHED = select(table.c.code).where(table.c.status == "over").order_by(table.c.ended, table.c.code)
_UNFINISHED = table.c.status.in_(("lobby", "running", "archived"))
_ONE_OF_EACH = _EVERY.where(
    table.c.code.in_(
        select(func.min(table.c.code))
        .where(_UNFINISHED)
        .group_by(table.c.key, table.c.pack, table.c.rules_version)
    )
)
_COUNTS_BY_RULES = (
    select(table.c.key, table.c.pack, table.c.rules_version, func.count().label("games"))
    .where(_UNFINISHED)
    .group_by(table.c.key, table.c.pack, table.c.rules_version)
    .order_by(table.c.key, table.c.pack, table.c.rules_version)
)
_BY_RULES = (
    select(table.c.code)
    .where(_UNFINISHED, *(table.c[name] == bindparam(name) for name in ("key", "pack", "rules_version")))
    .order_by(table.c.code)
)
_LATEST_CHANNEL = (
    select(table.c.channel)
    .where(table.c.server == bindparam("server"), table.c.status == "over")
    .order_by(table.c.ended.desc())
    .limit(1)
)


def hash_of(state: str) -> str:
    """The fingerprint by which a stored state is recognised."""
    return sha256(state.encode()).hexdigest()


def new_code() -> str:
    """A short code by which people name a game: easy to read aloud and to type, and no word by accident."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def tidy_code(typed: str) -> str:
    """The code as stored, however a person typed it: `#k7-qxr ` is K7QXR."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())


# Reads


async def find(reads: Reads, code: str) -> Game | None:
    """The game of that code, however it was typed."""
    row = await reads.row(reads.mine(_ONE), {"code": tidy_code(code)})
    return None if row is None else made(Game, row)


async def find_all(reads: Reads, codes: Iterable[str]) -> dict[str, Game]:
    """Those of these games that there are, by code."""
    found = await reads.rows(_THESE, {"codes": [*codes]})
    return {row["code"]: made(Game, row) for row in found}


async def outcomes(reads: Reads, server: int, key: str) -> dict[str, Mapping[str, Any]]:
    """How each game of a title on a server ended, by code."""
    found = await reads.rows(_OUTCOMES, {"server": server, "key": key})
    return {row["code"]: row["outcome"] for row in found}


async def state_of(reads: Reads, code: str) -> str | None:
    """A game's latest state; None before it has begun."""
    state: str | None = await reads.scalar(_STATE, {"code": code})
    return state


async def load(reads: Reads, code: str) -> Loaded | None:
    """A game with its players, its people and its server, by one statement; the state is left out."""
    query = reads.mine(_loading(), of=table)
    values = {"code": tidy_code(code), "since": reads.now - AWAY_COUNTS_FOR}
    found = await reads.rows(query, values)
    if found and found[0]["seen"] != found[0]["games_version"]:
        # PostgreSQL waited for somebody else's change of the game, and gave that with the rest from before
        # it. Now that the game is ours, nobody changes it any more.
        found = await reads.rows(query, values)
    return _loaded(found) if found else None


async def in_thread(reads: Reads, thread: int) -> Game | None:
    """The game of a thread: the one still going on, else the latest."""
    row = await reads.row(reads.mine(_IN_THREAD), {"thread": thread})
    return None if row is None else made(Game, row)


async def in_channel(reads: Reads, channel: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """The games that live in a channel itself, having no thread."""
    return await _some(reads, _IN_CHANNEL, statuses, channel=channel)


async def opened_in(reads: Reads, channel: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """The games opened in a channel, with a thread or without."""
    return await _some(reads, _OPENED_IN, statuses, channel=channel)


async def on_server(reads: Reads, server: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """The games of a server, the latest touched first."""
    return await _some(reads, _ON_SERVER, statuses, server=server)


async def of_person(reads: Reads, person: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """The games somebody sits in, the latest touched first."""
    return await _some(reads, _of_person(), statuses, person=person)


async def waiting_for(reads: Reads, person: int) -> tuple[Game, ...]:
    """The running games in which somebody owes a move, the longest awaited first."""
    return tuple(made(Game, row) for row in await reads.rows(_waiting_for(), {"person": person}))


async def finished(reads: Reads) -> tuple[str, ...]:
    """The codes of all games that are over, in the order of their ending."""
    return tuple(row["code"] for row in await reads.rows(_FINISHED))


async def one_of_each_rules(reads: Reads) -> tuple[Game, ...]:
    """A game for each title, pack and version of the rules by which games are kept that are not over."""
    return tuple(made(Game, row) for row in await reads.rows(_ONE_OF_EACH))


async def counts_by_rules(reads: Reads) -> tuple[tuple[str, str, int, int], ...]:
    """How many games that are not over go by which title, pack and version of its rules."""
    found = await reads.rows(_COUNTS_BY_RULES)
    return tuple((row["key"], row["pack"], row["rules_version"], row["games"]) for row in found)


async def by_rules(reads: Reads, like: Game) -> tuple[str, ...]:
    """The codes of the games that are not over and go by the same rules and values."""
    same = {"key": like.key, "pack": like.pack, "rules_version": like.rules_version}
    return tuple(row["code"] for row in await reads.rows(_BY_RULES, same))


async def latest_channel(reads: Reads, server: int) -> int | None:
    """The channel of the game that ended last on a server."""
    channel: int | None = await reads.scalar(_LATEST_CHANNEL, {"server": server})
    return channel


async def _some(
    reads: Reads, query: Select[Any], statuses: Iterable[Status], **values: int
) -> tuple[Game, ...]:
    found = await reads.rows(query, {"statuses": tuple(statuses), **values})
    return tuple(made(Game, row) for row in found)


# Writes. Each takes the game as it was read and gives it back as it is now, and raises Conflict when the
# game has changed since it was read.


async def create(
    tx: Transaction,
    *,
    key: str,
    rules_version: int,
    pack: str,
    options: Mapping[str, Any],
    channel: int,
    host: int,
    server: int | None = None,
    thread: int | None = None,
    pace: str = "none",
    rated: bool = False,
    starts: Starts = "host",
    language: str | None = None,
) -> Game:
    """A new game in its lobby, with nobody seated yet."""
    await users.know(tx, host)
    if server is not None:
        await servers.know(tx, server)
    code = new_code()
    while await find(tx, code) is not None:
        code = new_code()
    game = Game(
        code=code,
        key=key,
        rules_version=rules_version,
        pack=pack,
        options=dict(options),
        seed=None,
        commitment=None,
        status="lobby",
        pace=pace,
        rated=rated,
        server=server,
        channel=channel,
        thread=thread,
        host=host,
        version=1,
        ply=0,
        state_hash=None,
        outcome=None,
        created=tx.now,
        started=None,
        ended=None,
        last_activity=tx.now,
        starts=starts,
        language=language,
    )
    await tx.insert(table, rows.values_of(game), whose=code)
    return game


async def update(tx: Transaction, game: Game, **changes: Unpack[GameChanges]) -> Game:
    """The game with some of its facts changed."""
    return await advance(tx, game, changes)


async def advance(
    tx: Transaction, game: Game, changes: Mapping[str, Any], *, interaction: int | None = None
) -> Game:
    """The next version of a game. Raises Duplicate when the interaction was already accepted."""
    changed = {name: rows.plain(value) for name, value in changes.items()}
    changed["version"] = game.version + 1
    values = {**changed, "of_code": game.code, "seen": game.version}
    if interaction is not None:
        values["of_interaction"] = interaction
    if await tx.run(_advancing(once=interaction is not None), values) == 1:
        changed.pop("state", None)
        return replace(game, **changed)
    if interaction is not None:
        known = await tx.row(_accepted(), {"interaction": interaction})
        if known is not None:
            raise Duplicate(interaction, game=known["game"], ply=known["ply"])
    actual = await tx.scalar(_VERSION, {"code": game.code})
    raise Conflict(game.code, expected=game.version, actual=actual)


# Queries that name the tables of other subjects. Those build upon this one, so they are not imported here,
# and what names them is made when it is first needed.


@cache
def _of_person() -> Select[Any]:
    players = metadata.tables["players"].c
    seated = select(players.game).where(players.person == bindparam("person"))
    return _SOME.where(table.c.code.in_(seated))


@cache
def _waiting_for() -> Select[Any]:
    players = metadata.tables["players"]
    own = (players.c.person == bindparam("person"), players.c.owes_since.is_not(None))
    return (
        _EVERY.join(players, players.c.game == table.c.code)
        .where(*own, table.c.status == "running")
        .order_by(players.c.owes_since, table.c.code)
    )


@cache
def _advancing(*, once: bool) -> Update:
    # The columns to set are those of the values it is run with.
    change = updating(table).where(table.c.code == bindparam("of_code"), table.c.version == bindparam("seen"))
    if once:
        entries = metadata.tables["entries"].c
        change = change.where(~exists().where(entries.interaction_id == bindparam("of_interaction")))
    return change


@cache
def _accepted() -> Select[Any]:
    entries = metadata.tables["entries"].c
    return select(entries.game, entries.ply).where(entries.interaction_id == bindparam("interaction"))


@cache
def _loading() -> Select[Any]:
    players, absences, votes, orders, plans, messages = (
        metadata.tables[name] for name in ("players", "absences", "votes", "orders", "plans", "messages")
    )
    away = players.alias("away")
    of_somebody_seated = absences.join(away, away.c.person == absences.c.person)
    flags = {
        "voting": exists().where(votes.c.game == table.c.code, votes.c.closed.is_(None)),
        "ordered": exists().where(orders.c.game == table.c.code, orders.c.ended.is_(None)),
        "planned": exists().where(plans.c.game == table.c.code),
        "away": exists()
        .select_from(of_somebody_seated)
        .where(away.c.game == table.c.code, absences.c.until > bindparam("since", type_=BigInteger)),
        "cluttered": exists().where(messages.c.game == table.c.code, messages.c.kind.startswith(PASSING)),
    }
    same = table.alias("same")
    seen = select(same.c.version).where(same.c.code == table.c.code).scalar_subquery()
    own = rows.columns(table, Game)
    others = (*players.columns, *users.table.columns, *servers.table.columns)
    return (
        select(
            *(each.label(f"{each.table.name}_{each.name}") for each in (*own, *others)),
            *(flag.correlate(table).label(name) for name, flag in flags.items()),
            seen.correlate(table).label("seen"),
        )
        .select_from(
            table.outerjoin(players, players.c.game == table.c.code)
            .outerjoin(users.table, users.table.c.id == players.c.person)
            .outerjoin(servers.table, servers.table.c.id == table.c.server)
        )
        .where(table.c.code == bindparam("code"))
        .order_by(players.c.seat)
    )


def _loaded(found: Iterable[RowMapping]) -> Loaded:
    from db.players import Player  # it builds upon this module

    first, *_ = every = tuple(found)
    seated = tuple(row for row in every if row["players_seat"] is not None)
    game = made(Game, first, prefix="games_")
    return Loaded(
        game,
        tuple(made(Player, row, prefix="players_") for row in seated),
        tuple(_person(row) for row in seated),
        None if game.server is None else made(Server, first, prefix="servers_"),
        *(bool(first[flag]) for flag in ("voting", "ordered", "planned", "away", "cluttered")),
    )


def _person(row: RowMapping) -> User:
    return User(0) if row["people_id"] is None else made(User, row, prefix="people_")
