"""The story of a game, replayed from its log: what happened between two entries, and how it stood then.

What was taken back is not told again: it may have shown something, and it did not come to pass.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import db
from bot.play.position import Position
from rules.game import AnyGame, Event, Seat, Step


@dataclass(frozen=True, slots=True)
class Beat:
    """An entry of the log, what came of it, and how the game stood then."""

    entry: db.Entry
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class Passage:
    """Some entries in a row, and how the game stood before them."""

    before: Any
    beats: tuple[Beat, ...]

    @property
    def after(self) -> Any:
        return self.beats[-1].state if self.beats else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for beat in self.beats for event in beat.events)

    def standing(self, ply: int) -> Any:
        """How the game stood after that entry."""
        return next((beat.state for beat in reversed(self.beats) if beat.entry.ply <= ply), self.before)

    def until(self, ply: int) -> "Passage":
        """The same up to that entry."""
        return Passage(self.before, tuple(beat for beat in self.beats if beat.entry.ply <= ply))

    def since(self, ply: int) -> "Passage":
        """The same from after that entry on."""
        later = tuple(beat for beat in self.beats if beat.entry.ply > ply)
        return Passage(self.standing(ply), later)


@dataclass(frozen=True, slots=True)
class Lately:
    """What a player's panel needs to know of the log: how much can be taken back, and where they left off.

    `log` are the entries from the last state kept before that on.
    """

    undos: int
    missed: bool
    since: int
    log: tuple[db.Entry, ...] = ()


async def passage(
    reads: db.Reads, position: Position, start: int, end: int, log: tuple[db.Entry, ...] | None = None
) -> Passage:
    """The entries after `start` up to `end`, out of a log that was read already or is read now.

    Replaying many takes a moment, so the loop does not wait for it.
    """
    before, log = await stood(reads, position, start, log)
    if len(log) < 10:
        return _replayed(position, before, log, start, end)
    return await asyncio.to_thread(_replayed, position, before, log, start, end)


async def stood(
    reads: db.Reads, position: Position, ply: int, log: tuple[db.Entry, ...] | None = None
) -> tuple[Any, tuple[db.Entry, ...]]:
    """How a game stood after that entry, and the log from the last state kept before it on."""
    if log is None:
        log = await db.entries.since_kept(reads, position.code, ply)
    before = [entry for entry in db.entries.effective(log) if entry.ply <= ply]
    if not before:
        raise LookupError(f"game {position.code} keeps no state at or before entry {ply}")
    state = position.states.find(position.row.pack, before[-1].state_hash)
    if state is not None:
        return state, log
    if isinstance(reads, db.Store):
        async with reads.read() as moment:  # so that nothing is taken back meanwhile
            return await _read_back(moment, position, ply)
    return await _read_back(reads, position, ply)


async def _read_back(reads: db.Reads, position: Position, ply: int) -> tuple[Any, tuple[db.Entry, ...]]:
    """The same from the stored state, played on from there."""
    kept = await db.entries.kept_before(reads, position.code, ply)
    if kept is None:
        raise LookupError(f"game {position.code} keeps no state at or before entry {ply}")
    log = await db.entries.since_kept(reads, position.code, ply)
    state = position.game.load(kept.state)
    for entry in db.entries.effective(log):
        if kept.ply < entry.ply <= ply:
            state = step_of(position.game, state, entry).state
            position.states.keep(position.row.pack, entry.state_hash, state)
    return state, log


def _replayed(position: Position, before: Any, log: Sequence[db.Entry], start: int, end: int) -> Passage:
    in_force = {entry.ply for entry in db.entries.effective(log)}
    state, beats = before, []
    for entry in log:
        if not start < entry.ply <= end or (entry.kind == "move" and entry.ply not in in_force):
            continue
        step = step_of(position.game, state, entry)
        state = step.state
        beats.append(Beat(entry, step.events, state))
    return Passage(before, tuple(beats))


def step_of(game: AnyGame, state: Any, entry: db.Entry) -> Step[Any]:
    """What an entry led to; one that is no move leaves everything as it was."""
    if entry.kind != "move" or entry.seat is None:
        return Step(state, (), entry.barrier)
    return game.apply(state, entry.seat, game.parse(entry.text))


def moments(log: Sequence[db.Entry], *, seats: int) -> tuple[db.Entry, ...]:
    """Where a reader may stop: the deal, each move with which the turn passed on, and the latest move."""
    played = [entry for entry in db.entries.effective(log) if entry.kind in ("setup", "move")]
    return tuple(
        entry
        for entry, following in zip_longest(played, played[1:])
        if following is None
        or entry.kind == "setup"
        or (entry.barrier and (seats == 1 or following.seat != entry.seat))
    )


async def lately(reads: db.Reads, position: Position, seat: Seat) -> Lately:
    """What happened since a player's own last choice."""
    log = await db.entries.since_choice(reads, position.code, seat)
    in_force = db.entries.effective(log)
    since = max((entry.ply for entry in in_force if is_choice(entry, seat)), default=1)
    return Lately(
        undos=len(slips_of(in_force, seat)) if position.running else 0,
        missed=any(
            entry.kind == "move" and entry.ply > since and not is_choice(entry, seat) for entry in in_force
        ),
        since=since,
        log=log,
    )


def is_choice(entry: db.Entry, seat: Seat) -> bool:
    """Whether somebody on that seat chose this move just then."""
    return entry.kind == "move" and entry.seat == seat and entry.by is None


def slips_of(log: Sequence[db.Entry], seat: Seat) -> list[db.Entry]:
    """The seat's own latest moves that it can take back: none that a barrier stands behind.

    The log is in force, and begins at a kept state: one is kept at every barrier.
    """
    slips: list[db.Entry] = []
    for entry in log:
        if entry.barrier:
            slips = []
        elif entry.kind == "move" and entry.seat == seat and entry.person is not None:
            slips.append(entry)
    return slips
