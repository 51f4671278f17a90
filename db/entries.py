"""The append-only log of a game. An undo is an entry too, so all states follow from the log.

Some entries store a checkpoint: a snapshot of the state after them, with its hash, from which a game is
replayed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from db import games, players, rows
from db.errors import Conflict, Duplicate
from db.games import Game
from db.rows import Milliseconds, Snowflake, column
from db.transaction import Reads, Transaction, find_row, list_rows


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's log. An undo has `back_to`: the last entry that stays in force.

    `by` names the mechanism that played a move for its player, such as "forced", "order" or "caretaker".
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
    at: Milliseconds


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to append. `checkpoint` is the state after it, if it is to be stored as a snapshot."""

    kind: str
    state_hash: str
    text: str = field(default="", repr=False)
    seat: int | None = None
    person: int | None = None
    by: str | None = None
    barrier: bool = False
    back_to: int | None = None
    interaction_id: int | None = None
    checkpoint: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A stored snapshot of a game's state after entry `ply`."""

    game: str
    ply: int
    state: str = field(repr=False)
    state_hash: str


table = rows.table(
    "entries",
    Entry,
    sa.Column("state", sa.Text),
    sa.UniqueConstraint("interaction_id"),
    sa.CheckConstraint("back_to < ply", name="back_to"),
    on_erasure="reassign",
)


def _is_effective(entry: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return the condition that an entry is neither an undo nor undone by a later one."""
    later = table.alias("later")
    undone = sa.exists().where(
        later.c.game == entry.c.game, later.c.ply > entry.c.ply, later.c.back_to < entry.c.ply
    )
    return entry.c.back_to.is_(None) & ~undone.correlate(entry)


def _last_chosen_ply(entry: sa.FromClause) -> sa.Select[Any]:
    """Return the query for a seat's latest effective move that was not played automatically."""
    own = (entry.c.game == sa.bindparam("game"), entry.c.seat == sa.bindparam("seat"))
    choice = (entry.c.kind == "move", entry.c.by.is_(None), _is_effective(entry))
    return sa.select(entry.c.ply).where(*own, *choice).order_by(entry.c.ply.desc()).limit(1)


def _last_checkpoint_ply(upto: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    """Return the expression for the last entry up to `upto` with a checkpoint, 0 if there is none."""
    entry = table.alias("checkpoint")
    last = (
        sa.select(entry.c.ply)
        .where(entry.c.game == sa.bindparam("game"), entry.c.ply <= upto, entry.c.state.is_not(None))
        .order_by(entry.c.ply.desc())
        .limit(1)
    )
    return sa.func.coalesce(last.scalar_subquery(), 0)


_PLY: sa.ColumnElement[int] = sa.bindparam("ply", type_=sa.Integer)
_EVERY = rows.query(table)
_OWN = table.c.game == sa.bindparam("game")
_LOG = _EVERY.where(_OWN, table.c.ply > sa.bindparam("since")).order_by(table.c.ply)
_CHECKPOINT = (
    sa.select(*(table.c[name] for name in ("game", "ply", "state", "state_hash")))
    .where(_OWN, table.c.ply <= _PLY, table.c.state.is_not(None))
    .order_by(table.c.ply.desc())
    .limit(1)
)
_CHECKPOINTS_BETWEEN = sa.select(table.c.ply, table.c.state).where(
    _OWN, table.c.ply > sa.bindparam("start"), table.c.ply <= sa.bindparam("end"), table.c.state.is_not(None)
)
_MOVE_TIMES = (
    sa.select(table.c.person, table.c.at)
    .select_from(
        players.table.join(
            table, (table.c.game == players.table.c.game) & (table.c.person == players.table.c.person)
        )
    )
    .where(players.table.c.person.in_(sa.bindparam("people", expanding=True)))
    .where(table.c.kind == "move", table.c.by.is_(None), table.c.at > sa.bindparam("since"))
)
_IN_FORCE = sa.select(table.c.ply).where(_OWN, table.c.ply == _PLY, _is_effective(table))
_choice = _last_chosen_ply(table.alias("choice")).scalar_subquery()
_LAST_CHOICE = _EVERY.where(_OWN, table.c.ply == _choice)
_SINCE_CHECKPOINT = _EVERY.where(_OWN, table.c.ply >= _last_checkpoint_ply(_PLY)).order_by(table.c.ply)
_SINCE_CHOICE = _EVERY.where(
    _OWN, table.c.ply >= _last_checkpoint_ply(sa.func.coalesce(_choice, 0))
).order_by(table.c.ply)
_ACCEPTED = sa.select(table.c.game, table.c.ply).where(*rows.equals(table, "interaction_id"))
_NOT_ACCEPTED = ~sa.exists().where(table.c.interaction_id == sa.bindparam("of_interaction"))
_CLEAR_CHECKPOINTS = (
    sa.update(table)
    .where(
        table.c.game == sa.bindparam("of_game"),
        table.c.ply > sa.bindparam("after"),
        table.c.state.is_not(None),
    )
    .values(state=None)
)


def effective_entries(log: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries in force: the log without undos and undone entries."""
    in_force: list[Entry] = []
    for entry in log:
        if entry.back_to is None:
            in_force.append(entry)
            continue
        while in_force and in_force[-1].ply > entry.back_to:
            in_force.pop()
    return tuple(in_force)


async def read_log(reads: Reads, code: str, since: int = 0) -> tuple[Entry, ...]:
    """Return the log after entry `since`, including undos and undone entries."""
    return await list_rows(reads, Entry, _LOG, game=code, since=since)


async def move_times_by_user(reads: Reads, user_ids: Iterable[int], since: int) -> dict[int, tuple[int, ...]]:
    """Return when each user has played moves since then, automatic moves excluded."""
    found: dict[int, tuple[int, ...]] = dict.fromkeys(user_ids, ())
    for row in await reads.rows(_MOVE_TIMES, {"people": [*found], "since": since}):
        found[row["person"]] += (row["at"],)
    return found


async def read_effective_log(reads: Reads, code: str) -> tuple[Entry, ...]:
    return effective_entries(await read_log(reads, code))


async def read_log_since_checkpoint(reads: Reads, code: str, ply: int) -> tuple[Entry, ...]:
    """Return the log from the last checkpoint up to `ply`, or the whole log if there is none."""
    return await list_rows(reads, Entry, _SINCE_CHECKPOINT, game=code, ply=ply)


async def find_checkpoint(reads: Reads, code: str, ply: int) -> Checkpoint | None:
    """Find the last checkpoint at or before entry `ply`, from which to replay."""
    return await find_row(reads, Checkpoint, _CHECKPOINT, game=code, ply=ply)


async def checkpoints_between(reads: Reads, code: str, start: int, end: int) -> dict[int, str]:
    """Return the checkpoint states after entry `start` up to `end`, by entry."""
    found = await reads.rows(_CHECKPOINTS_BETWEEN, {"game": code, "start": start, "end": end})
    return {row["ply"]: row["state"] for row in found}


async def find_last_choice(reads: Reads, code: str, seat: int) -> Entry | None:
    """Find the seat's latest effective move that was not played automatically."""
    return await find_row(reads, Entry, _LAST_CHOICE, game=code, seat=seat)


async def read_log_since_choice(reads: Reads, code: str, seat: int) -> tuple[Entry, ...]:
    """Return the log needed to replay the position of `find_last_choice`, by one statement.

    It starts at the last checkpoint up to that move, or is the whole log if there is none.
    """
    return await list_rows(reads, Entry, _SINCE_CHOICE, game=code, seat=seat)


async def append(
    tx: Transaction,
    game: Game,
    new: Sequence[NewEntry],
    *,
    state: str | None = None,
    changed: Game | None = None,
) -> Game:
    """Append entries and write the columns in which `changed` differs. Returns the game's next version.

    Without `changed` only the time of the last activity changes.
    `state` is the state after the last entry; without it the game's state stays. Raises Duplicate if an
    interaction was already accepted, and Conflict if the game has changed since it was read. Raises
    ValueError if a new state is missing, or for an undo to an entry that is not stored and in force.
    """
    values = {"last_activity": tx.now} if changed is None else rows.changed_values(game, changed)
    values["ply"] = game.ply + len(new)
    if state is not None:
        values |= {"state": state, "state_hash": new[-1].state_hash}
    elif any(entry.state_hash != game.state_hash for entry in new[-1:]):
        raise ValueError(f"the last new entry of game {game.code} leads to a state that is not given")
    written: list[dict[str, Any]] = []
    for ply, entry in enumerate(new, game.ply + 1):
        if entry.back_to is not None:
            await _clear_checkpoints_after(tx, game.code, entry.back_to)
            for undone in written:
                undone["state"] = None
        written.append(_row(game.code, ply, entry, tx.now))
    interaction = next((entry.interaction_id for entry in new if entry.interaction_id is not None), None)
    after = await _advance_once(tx, game, values, interaction)
    await tx.insert(table, *written, conflict_id=game.code)
    return after


async def _advance_once(tx: Transaction, game: Game, values: dict[str, Any], interaction: int | None) -> Game:
    """Write the next version of a game. Raises Duplicate if the interaction was already accepted."""
    if interaction is None:
        return await games.advance(tx, game, values)
    try:
        return await games.advance(tx, game, values, _NOT_ACCEPTED, of_interaction=interaction)
    except Conflict:
        known = await tx.rows(_ACCEPTED, {"interaction_id": interaction})
        if known:
            raise Duplicate(interaction, game=known[0]["game"], ply=known[0]["ply"]) from None
        raise


def _row(code: str, ply: int, entry: NewEntry, now: int) -> dict[str, Any]:
    row = rows.to_row(entry)
    return row | {"game": code, "ply": ply, "at": now, "state": row.pop("checkpoint")}


async def _clear_checkpoints_after(tx: Transaction, code: str, back_to: int) -> None:
    """Delete the checkpoints of undone entries, so that no replay starts from them."""
    if await tx.scalar(_IN_FORCE, {"game": code, "ply": back_to}) is None:
        raise ValueError(f"entry {back_to} of game {code} is not in force")
    await tx.execute(_CLEAR_CHECKPOINTS, {"of_game": code, "after": back_to})
