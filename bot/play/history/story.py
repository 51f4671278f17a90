"""Replays a range of a game's log: the events of each entry, and the state after it.

Undone moves are skipped, because they may have revealed something.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import Any

import db
from bot.play.core import GameSnapshot
from bot.play.core.game_log import PREPARED
from bot.play.core.rules_registry import UNREADABLE_STATE_ERRORS, rules_match
from rules.game import AnyGame, Event, Phrase, Refusal, Seat, Step


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """A log entry with its events and the state after it.

    `is_unreadable` marks a move of earlier rules that only its notation is left of.
    """

    entry: db.Entry
    events: tuple[Event, ...]
    state: Any
    is_unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """Consecutive replayed entries, and the state before them."""

    before: Any
    entries: tuple[ReplayedEntry, ...]

    @property
    def after(self) -> Any:
        return self.entries[-1].state if self.entries else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for replayed in self.entries for event in replayed.events)

    def state_at(self, ply: int) -> Any:
        """The state after that entry."""
        return next(
            (replayed.state for replayed in reversed(self.entries) if replayed.entry.ply <= ply), self.before
        )

    def autoplayed_turns(self) -> int:
        """The number of turns played by a plan or a standing order."""
        turns = groupby(
            (replayed.entry for replayed in self.entries if replayed.entry.kind == "move"),
            key=lambda entry: entry.seat if entry.by in PREPARED else None,
        )
        return sum(seat is not None for seat, _ in turns)

    def readable_part(self) -> "Replay":
        """The rest of the replay from where the current rules can read all states."""
        states = [self.before, *(replayed.state for replayed in self.entries)]
        start = max((number + 1 for number, state in enumerate(states) if state is None), default=0)
        if start == 0:
            return self
        return Replay(states[start] if start < len(states) else None, self.entries[start:])

    def until(self, ply: int) -> "Replay":
        """The part up to and including that entry."""
        return Replay(self.before, tuple(replayed for replayed in self.entries if replayed.entry.ply <= ply))

    def since(self, ply: int) -> "Replay":
        """The part after that entry."""
        later = tuple(replayed for replayed in self.entries if replayed.entry.ply > ply)
        return Replay(self.state_at(ply), later)


@dataclass(frozen=True, slots=True)
class SinceLastChoice:
    """The log since a player's last own choice, for their panel.

    `undos` is the number of moves they can take back, `missed` whether others moved since, `since` the ply
    of the choice. `log` starts at the last checkpoint before it.
    """

    undos: int
    missed: bool
    since: int
    log: tuple[db.Entry, ...] = ()


async def replay_range(
    reads: db.Reads, snapshot: GameSnapshot, start: int, end: int, log: tuple[db.Entry, ...] | None = None
) -> Replay:
    """Replay the entries after `start` up to `end`, from `log` if given, else read from the database.

    A long log is replayed in a thread. Where the current rules cannot read a state, it is None.
    """
    given = log
    try:
        before, log = await state_after(reads, snapshot, start, log)
    except UNREADABLE_STATE_ERRORS:
        before, log = None, given or await db.entries.read_log(reads, snapshot.code)
    checkpoints: dict[int, str] = {}
    if before is None or _spans_older_rules(snapshot, start):
        checkpoints = await db.entries.checkpoints_between(reads, snapshot.code, start, end)
    if len(log) < 10:
        return _replay_entries(snapshot, before, log, start, end, checkpoints)
    return await asyncio.to_thread(_replay_entries, snapshot, before, log, start, end, checkpoints)


def _spans_older_rules(snapshot: GameSnapshot, start: int) -> bool:
    """True if some entries after `start` were played under rules that have changed since."""
    row = snapshot.row
    return not rules_match(snapshot.game, row) or start < (row.rules_since or 0)


async def state_after(
    reads: db.Reads, snapshot: GameSnapshot, ply: int, log: tuple[db.Entry, ...] | None = None
) -> tuple[Any, tuple[db.Entry, ...]]:
    """Return the state after that entry, and the log from the last checkpoint before it.

    Raises LookupError if there is no checkpoint.
    """
    if log is None:
        log = await db.entries.read_log_since_checkpoint(reads, snapshot.code, ply)
    before = [entry for entry in db.entries.effective_entries(log) if entry.ply <= ply]
    if not before:
        raise LookupError(f"game {snapshot.code} keeps no state at or before entry {ply}")
    state = snapshot.state_cache.get((snapshot.row.pack, before[-1].state_hash))
    if state is not None:
        return state, log
    if isinstance(reads, db.Store):
        async with reads.read() as snapshot_reads:  # so that nothing is taken back meanwhile
            return await _state_from_checkpoint(snapshot_reads, snapshot, ply)
    return await _state_from_checkpoint(reads, snapshot, ply)


async def _state_from_checkpoint(
    reads: db.Reads, snapshot: GameSnapshot, ply: int
) -> tuple[Any, tuple[db.Entry, ...]]:
    """Load the last checkpoint before the entry and replay from there, filling the state cache."""
    checkpoint = await db.entries.find_checkpoint(reads, snapshot.code, ply)
    if checkpoint is None:
        raise LookupError(f"game {snapshot.code} keeps no state at or before entry {ply}")
    log = await db.entries.read_log_since_checkpoint(reads, snapshot.code, ply)
    state = snapshot.game.load(checkpoint.state)
    for entry in db.entries.effective_entries(log):
        if checkpoint.ply < entry.ply <= ply:
            state = apply_entry(snapshot.game, state, entry).state
            snapshot.state_cache[snapshot.row.pack, entry.state_hash] = state
    return state, log


async def continued_position(reads: db.Reads, game: AnyGame, continuation: db.Continuation) -> Any:
    """Return the state from which a continuation starts: hidden cards are dealt anew for its seat.

    It depends on what the seat could know and on the continuation's seed. Raises LookupError or another of
    `UNREADABLE_STATE_ERRORS` if the rules cannot read the position.
    """
    checkpoint = await db.entries.find_checkpoint(reads, continuation.game, continuation.ply)
    if checkpoint is None:
        raise LookupError(f"game {continuation.game} keeps no state at or before entry {continuation.ply}")
    log = await db.entries.read_log_since_checkpoint(reads, continuation.game, continuation.ply)
    state = game.load(checkpoint.state)
    for entry in db.entries.effective_entries(log):
        if checkpoint.ply < entry.ply <= continuation.ply:
            state = apply_entry(game, state, entry).state
    return game.reshuffle(state, continuation.seat, continuation.seed)


def _replay_entries(
    snapshot: GameSnapshot,
    before: Any,
    log: Sequence[db.Entry],
    start: int,
    end: int,
    checkpoints: Mapping[int, str],
) -> Replay:
    """Replay entries; `checkpoints` replace replayed states where the rules have changed since."""
    effective = {entry.ply for entry in db.entries.effective_entries(log)}
    state, entries = before, []
    for entry in log:
        if not start < entry.ply <= end or (entry.kind == "move" and entry.ply not in effective):
            continue
        try:
            step = apply_entry(snapshot.game, state, entry)
            replayed = ReplayedEntry(entry, step.events, step.state)
        except (Refusal, *UNREADABLE_STATE_ERRORS, AttributeError):
            if not checkpoints:
                raise
            replayed = ReplayedEntry(entry, (), state, is_unreadable=entry.kind == "move")
        if entry.ply in checkpoints:
            replayed = replace(replayed, state=_load_or_none(snapshot.game, checkpoints[entry.ply]))
        state = replayed.state
        entries.append(replayed)
    return Replay(before, tuple(entries))


def _load_or_none(game: AnyGame, text: str) -> Any | None:
    try:
        return game.load(text)
    except UNREADABLE_STATE_ERRORS:
        return None


def apply_entry(game: AnyGame, state: Any, entry: db.Entry) -> Step[Any]:
    """Apply an entry. One that is not a move leaves the state unchanged."""
    if entry.kind != "move" or entry.seat is None:
        return Step(state, (), entry.barrier)
    return game.apply(state, entry.seat, game.parse(entry.text))


def turn_ends(log: Sequence[db.Entry], *, seats: int, begins: int = 1) -> tuple[db.Entry, ...]:
    """Entries at which a reader may stop: the deal or the end of an opening, the last move of each turn,
    and the latest move."""
    effective = db.entries.effective_entries(log)
    played = [entry for entry in effective if entry.kind in ("setup", "move") and entry.ply >= begins]
    return tuple(
        entry
        for entry, following in zip_longest(played, played[1:])
        if following is None
        or entry.kind == "setup"
        or entry.ply == begins
        or (entry.barrier if seats == 1 else following.seat != entry.seat)
    )


def turn_labels(game: AnyGame, replay: Replay, ends: Sequence[db.Entry]) -> list[Phrase | None]:
    """How the table counts the turns that end with these entries. None if it does not, or for the deal."""
    begins = [replay.before, *(replay.state_at(entry.ply) for entry in ends)]
    return [None if state is None else game.turn_label(state) for state, _ in zip(begins, ends, strict=False)]


async def since_last_choice(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> SinceLastChoice:
    """Read the log since the seat's last own choice."""
    log = await db.entries.read_log_since_choice(reads, snapshot.code, seat)
    effective = db.entries.effective_entries(log)
    since = max((entry.ply for entry in effective if is_choice(entry, seat)), default=snapshot.row.begins)
    return SinceLastChoice(
        undos=len(undoable_moves(effective, seat)) if snapshot.is_running else 0,
        missed=any(
            entry.kind == "move" and entry.ply > since and not is_choice(entry, seat) for entry in effective
        ),
        since=since,
        log=log,
    )


def is_choice(entry: db.Entry, seat: Seat) -> bool:
    """True if the seat's player chose this move when it was made, not in advance."""
    return entry.kind == "move" and entry.seat == seat and entry.by is None


def undoable_moves(log: Sequence[db.Entry], seat: Seat) -> list[db.Entry]:
    """The seat's own moves since the last barrier, which it can take back.

    `log` holds effective entries from a checkpoint on; every barrier has a checkpoint.
    """
    moves: list[db.Entry] = []
    for entry in log:
        if entry.barrier:
            moves = []
        elif entry.kind == "move" and entry.seat == seat and entry.person is not None:
            moves.append(entry)
    return moves
