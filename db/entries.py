"""The log of a game: it only grows, and what is in force follows from it alone. An undo is an entry too.

Some entries keep the state right after them, from which the rest is replayed. Those are caches with a hash.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Text,
    UniqueConstraint,
    bindparam,
    exists,
    func,
    select,
    update,
)

from db import games, players, rows
from db.games import Game, GameChanges
from db.rows import Moment, Snowflake, column, made
from db.transaction import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's log. An undo says with `back_to` after which entry the game goes on.

    `by` says what made a move that its player did not choose themselves just then.
    """

    game: str = field(metadata=column(primary_key=True, foreign_key="games.code"))
    ply: int = field(metadata=column(primary_key=True))
    seat: int | None
    person: Snowflake | None
    kind: str
    by: str | None
    text: str = field(repr=False)
    barrier: bool
    back_to: int | None
    interaction_id: Snowflake | None
    state_hash: str
    at: Moment


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry that is still to be accepted; `kept` is the state right after it where that shall be kept."""

    kind: str
    state_hash: str
    text: str = field(default="", repr=False)
    seat: int | None = None
    person: int | None = None
    by: str | None = None
    barrier: bool = False
    back_to: int | None = None
    interaction_id: int | None = None
    kept: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game's state right after an entry of its log."""

    game: str
    ply: int
    state: str = field(repr=False)
    state_hash: str


table = rows.table(
    "entries",
    Entry,
    Column("state", Text),
    UniqueConstraint("interaction_id"),
    CheckConstraint("back_to < ply", name="back_to"),
)


def _stands(entry: FromClause) -> ColumnElement[bool]:
    """Whether an entry is neither an undo nor taken back by a later one."""
    later = table.alias("later")
    undone = exists().where(
        later.c.game == entry.c.game, later.c.ply > entry.c.ply, later.c.back_to < entry.c.ply
    )
    return entry.c.back_to.is_(None) & ~undone.correlate(entry)


def _chosen(entry: FromClause) -> Select[Any]:
    """The latest move in force of a seat that somebody chose themselves."""
    own = (entry.c.game == bindparam("game"), entry.c.seat == bindparam("seat"))
    choice = (entry.c.kind == "move", entry.c.by.is_(None), _stands(entry))
    return select(entry.c.ply).where(*own, *choice).order_by(entry.c.ply.desc()).limit(1)


def _last_kept(upto: ColumnElement[int]) -> ColumnElement[int]:
    """The last entry up to that one whose state is kept; 0 where there is none."""
    entry = table.alias("keeping")
    last = (
        select(entry.c.ply)
        .where(entry.c.game == bindparam("game"), entry.c.ply <= upto, entry.c.state.is_not(None))
        .order_by(entry.c.ply.desc())
        .limit(1)
    )
    return func.coalesce(last.scalar_subquery(), 0)


_PLY: ColumnElement[int] = bindparam("ply", type_=Integer)
_EVERY = select(*rows.columns(table, Entry))
_OWN = table.c.game == bindparam("game")
_LOG = _EVERY.where(_OWN, table.c.ply > bindparam("since")).order_by(table.c.ply)
_KEPT = (
    select(*(table.c[name] for name in ("game", "ply", "state", "state_hash")))
    .where(_OWN, table.c.ply <= _PLY, table.c.state.is_not(None))
    .order_by(table.c.ply.desc())
    .limit(1)
)
_KEPT_BETWEEN = select(table.c.ply, table.c.state).where(
    _OWN, table.c.ply > bindparam("start"), table.c.ply <= bindparam("end"), table.c.state.is_not(None)
)
_MOVED_AT = (
    select(table.c.person, table.c.at)
    .select_from(
        players.table.join(
            table, (table.c.game == players.table.c.game) & (table.c.person == players.table.c.person)
        )
    )
    .where(players.table.c.person.in_(bindparam("people", expanding=True)))
    .where(table.c.kind == "move", table.c.by.is_(None), table.c.at > bindparam("since"))
)
_IN_FORCE = select(table.c.ply).where(_OWN, table.c.ply == _PLY, _stands(table))
_choice = _chosen(table.alias("choice")).scalar_subquery()
_LAST_CHOICE = _EVERY.where(_OWN, table.c.ply == _choice)
_SINCE_KEPT = _EVERY.where(_OWN, table.c.ply >= _last_kept(_PLY)).order_by(table.c.ply)
_SINCE_CHOICE = _EVERY.where(_OWN, table.c.ply >= _last_kept(func.coalesce(_choice, 0))).order_by(table.c.ply)
_FORGET = (
    update(table)
    .where(table.c.game == bindparam("of_game"), table.c.ply > bindparam("after"), table.c.state.is_not(None))
    .values(state=None)
)


def effective(log: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries in force, in order, without undos and what they took back."""
    kept: list[Entry] = []
    for entry in log:
        if entry.back_to is None:
            kept.append(entry)
            continue
        while kept and kept[-1].ply > entry.back_to:
            kept.pop()
    return tuple(kept)


async def log(reads: Reads, code: str, since: int = 0) -> tuple[Entry, ...]:
    """The log after that entry, with all that was taken back."""
    return tuple(made(Entry, row) for row in await reads.rows(_LOG, {"game": code, "since": since}))


async def moved_at(reads: Reads, people: Iterable[int], since: int) -> dict[int, tuple[int, ...]]:
    """When each of these people has made moves of their own since then."""
    found: dict[int, tuple[int, ...]] = dict.fromkeys(people, ())
    for row in await reads.rows(_MOVED_AT, {"people": [*found], "since": since}):
        found[row["person"]] += (row["at"],)
    return found


async def in_force(reads: Reads, code: str, since: int = 0) -> tuple[Entry, ...]:
    """The log after that entry without undos and what they took back.

    `since` is 0 or an entry whose state is kept: those were not taken back.
    """
    return effective(await log(reads, code, since))


async def since_kept(reads: Reads, code: str, ply: int) -> tuple[Entry, ...]:
    """The last entry up to `ply` whose state is kept, and all after it; the whole log where there is none."""
    return tuple(made(Entry, row) for row in await reads.rows(_SINCE_KEPT, {"game": code, "ply": ply}))


async def kept_before(reads: Reads, code: str, ply: int) -> Kept | None:
    """The last state that is kept of that entry or one before, from which to replay."""
    row = await reads.row(_KEPT, {"game": code, "ply": ply})
    return None if row is None else made(Kept, row)


async def kept_between(reads: Reads, code: str, start: int, end: int) -> dict[int, str]:
    """The states that are kept of the entries after `start` up to `end`."""
    found = await reads.rows(_KEPT_BETWEEN, {"game": code, "start": start, "end": end})
    return {row["ply"]: row["state"] for row in found}


async def last_choice(reads: Reads, code: str, seat: int) -> Entry | None:
    """The latest move in force that somebody on that seat chose themselves."""
    row = await reads.row(_LAST_CHOICE, {"game": code, "seat": seat})
    return None if row is None else made(Entry, row)


async def since_choice(reads: Reads, code: str, seat: int) -> tuple[Entry, ...]:
    """The log from where it can be replayed to the last choice of somebody on that seat, by one statement.

    It begins with the last entry up to that choice whose state is kept; it is whole where there is none.
    """
    return tuple(made(Entry, row) for row in await reads.rows(_SINCE_CHOICE, {"game": code, "seat": seat}))


async def extend(
    tx: Transaction,
    game: Game,
    new: Sequence[NewEntry],
    *,
    state: str | None = None,
    **changes: Unpack[GameChanges],
) -> Game:
    """Accept several entries at once, with what else changes about the game; the players are left alone.

    `state` is the one that the last of them leads to; without it the game keeps the one it has. An undo can
    only go back to what was in the log before. Raises Duplicate when an interaction was already accepted.
    """
    changed: dict[str, Any] = {"ply": game.ply + len(new), "last_activity": tx.now, **changes}
    if state is not None:
        changed |= {"state": state, "state_hash": new[-1].state_hash}
    elif any(entry.state_hash != game.state_hash for entry in new[-1:]):
        raise ValueError(f"the last new entry of game {game.code} leads to a state that is not given")
    written: list[dict[str, Any]] = []
    for ply, entry in enumerate(new, game.ply + 1):
        if entry.back_to is not None:
            await _forget_after(tx, game.code, entry.back_to)
            for taken_back in written:
                taken_back["state"] = None
        written.append(_row(game.code, ply, entry, tx.now))
    interaction = next((entry.interaction_id for entry in new if entry.interaction_id is not None), None)
    after = await games.advance(tx, game, changed, interaction=interaction)
    await tx.insert(table, *written, whose=game.code)
    return after


def _row(code: str, ply: int, entry: NewEntry, now: int) -> dict[str, Any]:
    return {
        "game": code,
        "ply": ply,
        "seat": entry.seat,
        "person": entry.person,
        "kind": entry.kind,
        "by": entry.by,
        "text": entry.text,
        "barrier": entry.barrier,
        "back_to": entry.back_to,
        "interaction_id": entry.interaction_id,
        "state_hash": entry.state_hash,
        "at": now,
        "state": entry.kept,
    }


async def _forget_after(tx: Transaction, code: str, back_to: int) -> None:
    """The states that are kept of what is taken back must not be replayed from."""
    if await tx.scalar(_IN_FORCE, {"game": code, "ply": back_to}) is None:
        raise ValueError(f"entry {back_to} of game {code} is not in force")
    await tx.run(_FORGET, {"of_game": code, "after": back_to})
