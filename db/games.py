"""Games: one row each with its latest state, found by code, channel or user."""

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
from sqlalchemy import update as sql_update

from db import rows, servers, users
from db.clock import DAY
from db.errors import Conflict, Duplicate
from db.rows import Milliseconds, Snowflake, column, from_row, metadata
from db.servers import Server
from db.transaction import Reads, Transaction
from db.users import User

if TYPE_CHECKING:
    from db.players import Player

Status = Literal["lobby", "running", "archived", "over", "closed"]
StartTrigger = Literal["host", "full"]
"""The trigger that starts a game: its host, or a full table."""
ONGOING: tuple[Status, ...] = ("lobby", "running")

# Without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and without vowels, which could form words.
CODE_ALPHABET = "34679CDFGHJKMNPQRTWXY"
CODE_LENGTH = 5

ABSENCE_WINDOW_MS = 366 * DAY  # Past absences count against the yearly allowance for this long.
TEMPORARY_PREFIX = "passing "  # Of the kinds of messages that apply only for a while, such as notifications.


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one version. `ply` is the number of its last log entry, or 0 if the log is empty."""

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
    created: Milliseconds
    started: Milliseconds | None
    ended: Milliseconds | None
    last_activity: Milliseconds
    starts: StartTrigger = field(default="host", metadata=column(server_default=text("'host'")))
    home: Snowflake | None = None
    """The server where it started, if it has moved to another since."""
    rules_since: int | None = None
    """The first entry under the current rules version, if the game started under an older one."""
    sealed_until: Milliseconds | None = None
    """The seed stays secret until then, even after the end, because others play the same deal."""
    language: str | None = None
    """The table's language, if it differs from the server's."""
    begins: int = field(default=1, metadata=column(server_default=text("1")))
    """The last entry before the players' own moves: the setup, or the end of a voyage's opening."""

    @property
    def standings_server(self) -> int | None:
        """The server whose standings the game counts for."""
        return self.server if self.home is None else self.home


class GameChanges(TypedDict, total=False):
    """The columns of a game that may change apart from its log."""

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
    starts: StartTrigger
    home: int | None
    rules_since: int
    sealed_until: int
    language: str | None
    begins: int


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with its players, users and server.

    `users` is ordered by seat; an erased user has no name. The flags tell whether a further query for
    votes, standing orders, plans, absences or temporary messages would find any.
    """

    game: Game
    players: tuple["Player", ...]
    users: tuple[User, ...]
    server: Server | None
    has_open_votes: bool
    has_orders: bool
    has_plans: bool
    has_absences: bool
    has_temporary_messages: bool


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

_FLAGS = ("has_open_votes", "has_orders", "has_plans", "has_absences", "has_temporary_messages")
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


def hash_text(state: str) -> str:
    """Return the hash that is stored with a state to detect corruption."""
    return sha256(state.encode()).hexdigest()


def new_code() -> str:
    """Return a random short code for a game that is easy to read aloud and to type."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def normalize_code(typed: str) -> str:
    """Return a typed code in its stored form.

    >>> normalize_code("#k7-qxr ")
    'K7QXR'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


# Reads


async def find(reads: Reads, code: str) -> Game | None:
    """Find a game by its code in any spelling."""
    row = await reads.row(reads.for_update(_ONE), {"code": normalize_code(code)})
    return None if row is None else from_row(Game, row)


async def find_many(reads: Reads, codes: Iterable[str]) -> dict[str, Game]:
    """Return the games with these codes, by code. Unknown codes are left out."""
    found = await reads.rows(_THESE, {"codes": [*codes]})
    return {row["code"]: from_row(Game, row) for row in found}


async def outcomes(reads: Reads, server: int, key: str) -> dict[str, Mapping[str, Any]]:
    """Return the outcomes of all finished games of a title on a server, by code."""
    found = await reads.rows(_OUTCOMES, {"server": server, "key": key})
    return {row["code"]: row["outcome"] for row in found}


async def find_state(reads: Reads, code: str) -> str | None:
    """Return a game's latest state. None before the setup."""
    state: str | None = await reads.scalar(_STATE, {"code": code})
    return state


async def load(reads: Reads, code: str) -> LoadedGame | None:
    """Load a game with its players, users and server by one statement, without the state."""
    query = reads.for_update(_load_statement(), of=table)
    values = {"code": normalize_code(code), "since": reads.now - ABSENCE_WINDOW_MS}
    found = await reads.rows(query, values)
    if found and found[0]["seen"] != found[0]["games_version"]:
        # PostgreSQL waited for another transaction that changed the game, then returned the new game row
        # with players from before the change. The game row is locked now, so a second read is consistent.
        found = await reads.rows(query, values)
    return _to_loaded_game(found) if found else None


async def find_in_thread(reads: Reads, thread: int) -> Game | None:
    """Find the game of a thread: the ongoing one, or else the latest."""
    row = await reads.row(reads.for_update(_IN_THREAD), {"thread": thread})
    return None if row is None else from_row(Game, row)


async def list_in_channel(
    reads: Reads, channel: int, statuses: Iterable[Status] = ONGOING
) -> tuple[Game, ...]:
    """Return the games played in a channel itself, without a thread."""
    return await _list(reads, _IN_CHANNEL, statuses, channel=channel)


async def list_opened_in(
    reads: Reads, channel: int, statuses: Iterable[Status] = ONGOING
) -> tuple[Game, ...]:
    """Return the games opened in a channel, with or without a thread."""
    return await _list(reads, _OPENED_IN, statuses, channel=channel)


async def list_for_server(
    reads: Reads, server: int, statuses: Iterable[Status] = ONGOING
) -> tuple[Game, ...]:
    """Return the games of a server, most recently active first."""
    return await _list(reads, _ON_SERVER, statuses, server=server)


async def list_for_user(reads: Reads, user_id: int, statuses: Iterable[Status] = ONGOING) -> tuple[Game, ...]:
    """Return the games in which a user has a seat, most recently active first."""
    return await _list(reads, _games_of_user(), statuses, person=user_id)


async def list_awaiting(reads: Reads, user_id: int) -> tuple[Game, ...]:
    """Return the running games in which a user owes a move, longest owed first."""
    return tuple(from_row(Game, row) for row in await reads.rows(_games_awaiting_user(), {"person": user_id}))


async def list_finished_codes(reads: Reads) -> tuple[str, ...]:
    """Return the codes of all finished games in the order they ended."""
    return tuple(row["code"] for row in await reads.rows(_FINISHED))


async def list_one_per_rules(reads: Reads) -> tuple[Game, ...]:
    """Return one unfinished game for each title, component pack and rules version in use."""
    return tuple(from_row(Game, row) for row in await reads.rows(_ONE_OF_EACH))


async def count_by_rules(reads: Reads) -> tuple[tuple[str, str, int, int], ...]:
    """Count the unfinished games. Returns (title, component pack, rules version, games) tuples."""
    found = await reads.rows(_COUNTS_BY_RULES)
    return tuple((row["key"], row["pack"], row["rules_version"], row["games"]) for row in found)


async def list_codes_by_rules(reads: Reads, like: Game) -> tuple[str, ...]:
    """Return the codes of unfinished games with the same title, component pack and rules version."""
    same = {"key": like.key, "pack": like.pack, "rules_version": like.rules_version}
    return tuple(row["code"] for row in await reads.rows(_BY_RULES, same))


async def find_latest_channel(reads: Reads, server: int) -> int | None:
    """Return the channel of the game that ended last on a server."""
    channel: int | None = await reads.scalar(_LATEST_CHANNEL, {"server": server})
    return channel


async def _list(
    reads: Reads, query: Select[Any], statuses: Iterable[Status], **values: int
) -> tuple[Game, ...]:
    found = await reads.rows(query, {"statuses": tuple(statuses), **values})
    return tuple(from_row(Game, row) for row in found)


# Writes use optimistic locking: each takes the game as it was read and returns its next version, or raises
# Conflict if the game has changed since.


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
    starts: StartTrigger = "host",
    language: str | None = None,
) -> Game:
    """Insert a game with status "lobby" and no players."""
    await users.ensure_exists(tx, host)
    if server is not None:
        await servers.ensure_exists(tx, server)
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
    await tx.insert(table, rows.to_row(game), conflict_id=code)
    return game


async def update(tx: Transaction, game: Game, **changes: Unpack[GameChanges]) -> Game:
    """Change columns of a game. Returns its next version."""
    return await advance(tx, game, changes)


async def advance(
    tx: Transaction, game: Game, changes: Mapping[str, Any], *, interaction: int | None = None
) -> Game:
    """Write the next version of a game and return it.

    Raises Conflict if the game has changed since it was read. Raises Duplicate if the interaction was
    already accepted, which makes redelivered interactions harmless.
    """
    changed = {name: rows.to_json(value) for name, value in changes.items()}
    changed["version"] = game.version + 1
    values = {**changed, "of_code": game.code, "seen": game.version}
    if interaction is not None:
        values["of_interaction"] = interaction
    if await tx.execute(_advance_statement(once=interaction is not None), values) == 1:
        changed.pop("state", None)
        return replace(game, **changed)
    if interaction is not None:
        known = await tx.row(_entry_of_interaction(), {"interaction": interaction})
        if known is not None:
            raise Duplicate(interaction, game=known["game"], ply=known["ply"])
    actual = await tx.scalar(_VERSION, {"code": game.code})
    raise Conflict(game.code, expected=game.version, actual=actual)


# Queries on tables of modules that import this one. To avoid an import cycle, they are built on first use.


@cache
def _games_of_user() -> Select[Any]:
    players = metadata.tables["players"].c
    seated = select(players.game).where(players.person == bindparam("person"))
    return _SOME.where(table.c.code.in_(seated))


@cache
def _games_awaiting_user() -> Select[Any]:
    players = metadata.tables["players"]
    own = (players.c.person == bindparam("person"), players.c.owes_since.is_not(None))
    return (
        _EVERY.join(players, players.c.game == table.c.code)
        .where(*own, table.c.status == "running")
        .order_by(players.c.owes_since, table.c.code)
    )


@cache
def _advance_statement(*, once: bool) -> Update:
    # SQLAlchemy sets the columns named by the parameters.
    change = sql_update(table).where(
        table.c.code == bindparam("of_code"), table.c.version == bindparam("seen")
    )
    if once:
        entries = metadata.tables["entries"].c
        change = change.where(~exists().where(entries.interaction_id == bindparam("of_interaction")))
    return change


@cache
def _entry_of_interaction() -> Select[Any]:
    entries = metadata.tables["entries"].c
    return select(entries.game, entries.ply).where(entries.interaction_id == bindparam("interaction"))


@cache
def _load_statement() -> Select[Any]:
    players, absences, votes, orders, plans, messages = (
        metadata.tables[name] for name in ("players", "absences", "votes", "orders", "plans", "messages")
    )
    away = players.alias("away")
    absences_of_players = absences.join(away, away.c.person == absences.c.person)
    flags = {
        "has_open_votes": exists().where(votes.c.game == table.c.code, votes.c.closed.is_(None)),
        "has_orders": exists().where(orders.c.game == table.c.code, orders.c.ended.is_(None)),
        "has_plans": exists().where(plans.c.game == table.c.code),
        "has_absences": exists()
        .select_from(absences_of_players)
        .where(away.c.game == table.c.code, absences.c.until > bindparam("since", type_=BigInteger)),
        "has_temporary_messages": exists().where(
            messages.c.game == table.c.code, messages.c.kind.startswith(TEMPORARY_PREFIX)
        ),
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


def _to_loaded_game(found: Iterable[RowMapping]) -> LoadedGame:
    from db.players import Player  # avoids an import cycle

    first, *_ = every = tuple(found)
    seated = tuple(row for row in every if row["players_seat"] is not None)
    game = from_row(Game, first, prefix="games_")
    return LoadedGame(
        game,
        tuple(from_row(Player, row, prefix="players_") for row in seated),
        tuple(_user_of_seat(row) for row in seated),
        None if game.server is None else from_row(Server, first, prefix="servers_"),
        *(bool(first[flag]) for flag in _FLAGS),
    )


def _user_of_seat(row: RowMapping) -> User:
    return User(0) if row["people_id"] is None else from_row(User, row, prefix="people_")
