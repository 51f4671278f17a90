"""Games: one row each with its latest state, found by code, channel or server."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import Any, Literal

import sqlalchemy as sa

from db import rows, servers, users
from db.errors import Conflict
from db.rows import Milliseconds, Snowflake, column, from_row
from db.transaction import Reads, Transaction, find_row, list_rows

Status = Literal["lobby", "running", "archived", "over", "closed"]
StartTrigger = Literal["host", "full"]
"""The trigger that starts a game: its host, or a full table."""
ONGOING: tuple[Status, ...] = ("lobby", "running")

# Without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and without vowels, which could form words.
CODE_ALPHABET = "34679CDFGHJKMNPQRTWXY"
CODE_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one version. `ply` is the number of its last log entry, or 0 if the log is empty.

    `create` assigns the code and the times of a new game.
    """

    key: str
    rules_version: int
    pack: str
    options: Mapping[str, Any]
    channel: Snowflake
    host: Snowflake | None = field(metadata=column(foreign_key="people.id"))
    code: str = field(default="", metadata=column(primary_key=True))
    seed: bytes | None = field(default=None, repr=False)
    commitment: str | None = None
    status: Status = "lobby"
    pace: str = field(default="none", metadata=column(server_default="none"))
    rated: bool = field(default=False, metadata=column(server_default=sa.false()))
    server: Snowflake | None = field(default=None, metadata=column(foreign_key="servers.id"))
    thread: Snowflake | None = None
    version: int = 1
    ply: int = 0
    state_hash: str | None = None
    outcome: Mapping[str, Any] | None = None
    created: Milliseconds = 0
    started: Milliseconds | None = None
    ended: Milliseconds | None = None
    last_activity: Milliseconds = 0
    starts: StartTrigger = field(default="host", metadata=column(server_default=sa.text("'host'")))
    home: Snowflake | None = None
    """The server where it started, if it has moved to another since."""
    rules_since: int | None = None
    """The first entry under the current rules version, if the game started under an older one."""
    sealed_until: Milliseconds | None = None
    """The seed stays secret until then, even after the end, because others play the same deal."""
    language: str | None = None
    """The table's language, if it differs from the server's."""
    begins: int = field(default=1, metadata=column(server_default=sa.text("1")))
    """The last entry before the players' own moves: the setup, or the end of a voyage's opening."""
    paused_until: Milliseconds | None = None
    """When a game that is archived by agreement resumes by itself."""
    ladder: bool = field(default=False, metadata=column(server_default=sa.false()))
    """True if the ladder of its title and server depends on it."""
    continues: str | None = None
    """The continuation from which it was dealt, if it starts from a position of another game."""

    @property
    def standings_server(self) -> int | None:
        """The server whose standings the game counts for."""
        return self.server if self.home is None else self.home


table = rows.table(
    "games",
    Game,
    sa.Column("state", sa.Text),
    sa.CheckConstraint("status IN ('lobby', 'running', 'archived', 'over', 'closed')", name="status"),
    sa.Index(None, "thread"),
    sa.Index(None, "channel"),
    sa.Index(None, "server", "status"),
    sa.Index(None, "status", "last_activity"),
    sa.Index(None, "continues"),
)

_EVERY = rows.query(table)
_ONE = rows.query(table, "code")
_THESE = _EVERY.where(table.c.code.in_(sa.bindparam("codes", expanding=True))).order_by(table.c.code)
_OUTCOMES = sa.select(table.c.code, table.c.outcome).where(
    table.c.code.in_(sa.bindparam("codes", expanding=True)), table.c.outcome.is_not(None)
)
_STATE = sa.select(table.c.state).where(table.c.code == sa.bindparam("code"))
_VERSION = sa.select(table.c.version).where(table.c.code == sa.bindparam("code"))
_IN_THREAD = (
    rows.query(table, "thread")
    .order_by(sa.case((table.c.status.in_(ONGOING), 0), else_=1), table.c.created.desc(), table.c.code)
    .limit(1)
)
_SOME = _EVERY.where(table.c.status.in_(sa.bindparam("statuses", expanding=True))).order_by(
    table.c.last_activity.desc(), table.c.code
)
_IN_CHANNEL = _SOME.where(table.c.channel == sa.bindparam("channel"), table.c.thread.is_(None))
_OPENED_IN = _SOME.where(table.c.channel == sa.bindparam("channel"))
_ON_SERVER = _SOME.where(table.c.server == sa.bindparam("server"))
_FINISHED = sa.select(table.c.code).where(table.c.status == "over").order_by(table.c.ended, table.c.code)
_FINISHED_AFTER = (
    sa.select(table.c.code)
    .where(table.c.status == "over", table.c.code > sa.bindparam("after"))
    .order_by(table.c.code)
    .limit(sa.bindparam("most"))
)
_UNFINISHED = table.c.status.in_(("lobby", "running", "archived"))
_ONE_OF_EACH = _EVERY.where(
    table.c.code.in_(
        sa.select(sa.func.min(table.c.code))
        .where(_UNFINISHED)
        .group_by(table.c.key, table.c.pack, table.c.rules_version)
    )
)
_COUNTS_BY_RULES = (
    sa.select(table.c.key, table.c.pack, table.c.rules_version, sa.func.count().label("games"))
    .where(_UNFINISHED)
    .group_by(table.c.key, table.c.pack, table.c.rules_version)
    .order_by(table.c.key, table.c.pack, table.c.rules_version)
)
_BY_RULES = (
    sa.select(table.c.code)
    .where(_UNFINISHED, *(table.c[name] == sa.bindparam(name) for name in ("key", "pack", "rules_version")))
    .order_by(table.c.code)
)
_LATEST_CHANNEL = (
    sa.select(table.c.channel)
    .where(table.c.server == sa.bindparam("server"), table.c.status == "over")
    .order_by(table.c.ended.desc())
    .limit(1)
)


def hash_text(state: str) -> str:
    """Return the hash that is stored with a state to detect corruption."""
    return sha256(state.encode()).hexdigest()


def new_code() -> str:
    """Return a random short code, easy to read aloud and to type."""
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
    return await find_row(reads, Game, reads.for_update(_ONE), code=normalize_code(code))


async def find_many(reads: Reads, codes: Iterable[str]) -> dict[str, Game]:
    """Return the games with these codes, by code. Unknown codes are left out."""
    found = await reads.rows(_THESE, {"codes": [*codes]})
    return {row["code"]: from_row(Game, row) for row in found}


async def outcomes(reads: Reads, codes: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Return the outcomes of these games by code."""
    every, found = [*codes], dict[str, Mapping[str, Any]]()
    for start in range(0, len(every), users.BATCH_SIZE):
        for row in await reads.rows(_OUTCOMES, {"codes": every[start : start + users.BATCH_SIZE]}):
            found[row["code"]] = row["outcome"]
    return found


async def find_state(reads: Reads, code: str) -> str | None:
    """Return a game's latest state. None before the setup."""
    state: str | None = await reads.scalar(_STATE, {"code": code})
    return state


async def find_in_thread(reads: Reads, thread: int) -> Game | None:
    """Find the game of a thread: the ongoing one, or else the latest."""
    return await find_row(reads, Game, reads.for_update(_IN_THREAD), thread=thread)


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


async def versions_by_code(reads: Reads, codes: Collection[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    every = tuple(codes)
    for start in range(0, len(every), users.BATCH_SIZE):
        batch = every[start : start + users.BATCH_SIZE]
        query = sa.select(table.c.code, table.c.version).where(table.c.code.in_(batch))
        found |= {row["code"]: row["version"] for row in await reads.rows(query)}
    return found


async def list_finished_codes(reads: Reads) -> tuple[str, ...]:
    """Return the codes of all finished games in the order they ended."""
    return tuple(row["code"] for row in await reads.rows(_FINISHED))


async def list_finished_after(reads: Reads, code: str, limit: int) -> tuple[str, ...]:
    """Return the codes of the next finished games after `code`, in the order of codes."""
    return tuple(row["code"] for row in await reads.rows(_FINISHED_AFTER, {"after": code, "most": limit}))


async def list_one_per_rules(reads: Reads) -> tuple[Game, ...]:
    """Return one unfinished game for each title, component pack and rules version in use."""
    return await list_rows(reads, Game, _ONE_OF_EACH)


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
    reads: Reads, query: sa.Select[Any], statuses: Iterable[Status], **values: int
) -> tuple[Game, ...]:
    return await list_rows(reads, Game, query, statuses=tuple(statuses), **values)


# Writes use optimistic locking: each takes the game as it was read and returns its next version, or raises
# Conflict if the game has changed since.


async def create(tx: Transaction, game: Game) -> Game:
    """Insert a new game without players. Returns it with its code and times."""
    if game.host is not None:
        await users.ensure_exists(tx, game.host)
    if game.server is not None:
        await servers.ensure_exists(tx, game.server)
    while True:
        game = replace(game, code=new_code(), created=tx.now, last_activity=tx.now)
        if await tx.insert_if_new(table, rows.to_row(game), "code"):
            return game


async def update(tx: Transaction, game: Game, changed: Game) -> Game:
    """Write the columns in which `changed` differs from the game as it was read. Returns its next version."""
    return await advance(tx, game, rows.changed_values(game, changed))


async def advance(
    tx: Transaction,
    game: Game,
    changes: Mapping[str, Any],
    condition: sa.ColumnElement[bool] | None = None,
    **values: Any,
) -> Game:
    """Write the next version of a game and return it.

    Raises Conflict if the game has changed since it was read, or if the condition, which has these `values`
    as bind parameters, is not met.
    """
    changed = {**changes, "version": game.version + 1}
    statement = _advance_statement(condition)
    if await tx.execute(statement, {**changed, **values, "of_code": game.code, "seen": game.version}) != 1:
        actual = await tx.scalar(_VERSION, {"code": game.code})
        raise Conflict(game.code, expected=game.version, actual=actual)
    changed.pop("state", None)
    return replace(game, **changed)


@cache
def _advance_statement(condition: sa.ColumnElement[bool] | None) -> sa.Update:
    # SQLAlchemy sets the columns named by the parameters.
    change = sa.update(table).where(
        table.c.code == sa.bindparam("of_code"), table.c.version == sa.bindparam("seen")
    )
    return change if condition is None else change.where(condition)
