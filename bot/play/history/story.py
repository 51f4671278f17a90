"""The story of a game, replayed from its log: what happened between two entries, and how it stood then.

What was taken back is not told again: it may have shown something, and it did not come to pass.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import Any

import db
from bot.play.core.game_log import IN_ADVANCE, RULES
from bot.play.core.rules_registry import UNREADABLE, goes_by, read_state
from bot.play.core.snapshot import GameSnapshot
from rules.game import AnyGame, Event, Refusal, Revised, Seat, Step


@dataclass(frozen=True, slots=True)
class Beat:
    """An entry of the log, what came of it, and how the game stood then."""

    entry: db.Entry
    events: tuple[Event, ...]
    state: Any
    untold: bool = False
    """Whether it is a move of earlier rules, of which nothing but its notation is known any more."""


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

    def turns_in_advance(self) -> int:
        """How many turns in it were played as somebody had decided before they came."""
        runs = groupby(
            (beat.entry for beat in self.beats if beat.entry.kind == "move"),
            key=lambda entry: entry.seat if entry.by in IN_ADVANCE else None,
        )
        return sum(seat is not None for seat, _ in runs)

    def readable(self) -> "Passage":
        """The same from where on today's rules can read all of it."""
        states = [self.before, *(beat.state for beat in self.beats)]
        start = max((number + 1 for number, state in enumerate(states) if state is None), default=0)
        if start == 0:
            return self
        return Passage(states[start] if start < len(states) else None, self.beats[start:])

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
    reads: db.Reads, snapshot: GameSnapshot, start: int, end: int, log: tuple[db.Entry, ...] | None = None
) -> Passage:
    """The entries after `start` up to `end`, out of a log that was read already or is read now.

    Replaying many takes a moment, so the loop does not wait for it. Of a time before today's rules only that
    is told which they can still read; None stands for a state that they cannot.
    """
    given = log
    try:
        before, log = await stood(reads, snapshot, start, log)
    except UNREADABLE:
        before, log = None, given or await db.entries.log(reads, snapshot.code)
    kept: dict[int, str] = {}
    if before is None or _is_of_other_rules(snapshot, start):
        kept = await db.entries.kept_between(reads, snapshot.code, start, end)
    if len(log) < 10:
        return _replayed(snapshot, before, log, start, end, kept)
    return await asyncio.to_thread(_replayed, snapshot, before, log, start, end, kept)


def _is_of_other_rules(snapshot: GameSnapshot, start: int) -> bool:
    """Whether some of what came after that entry was played by rules that do not hold any more."""
    row = snapshot.row
    return not goes_by(snapshot.game, row) or start < (row.rules_since or 0)


async def stood(
    reads: db.Reads, snapshot: GameSnapshot, ply: int, log: tuple[db.Entry, ...] | None = None
) -> tuple[Any, tuple[db.Entry, ...]]:
    """How a game stood after that entry, and the log from the last state kept before it on."""
    if log is None:
        log = await db.entries.since_kept(reads, snapshot.code, ply)
    before = [entry for entry in db.entries.effective(log) if entry.ply <= ply]
    if not before:
        raise LookupError(f"game {snapshot.code} keeps no state at or before entry {ply}")
    state = snapshot.states.find(snapshot.row.pack, before[-1].state_hash)
    if state is not None:
        return state, log
    if isinstance(reads, db.Store):
        async with reads.read() as moment:  # so that nothing is taken back meanwhile
            return await _read_back(moment, snapshot, ply)
    return await _read_back(reads, snapshot, ply)


async def _read_back(reads: db.Reads, snapshot: GameSnapshot, ply: int) -> tuple[Any, tuple[db.Entry, ...]]:
    """The same from the stored state, played on from there."""
    kept = await db.entries.kept_before(reads, snapshot.code, ply)
    if kept is None:
        raise LookupError(f"game {snapshot.code} keeps no state at or before entry {ply}")
    log = await db.entries.since_kept(reads, snapshot.code, ply)
    version = await _version_at(reads, snapshot, kept.ply)
    state = read_state(snapshot.game, kept.state, version)
    for entry in db.entries.effective(log):
        if kept.ply < entry.ply <= ply:
            state = step_of(snapshot.game, state, entry).state
            snapshot.states.keep(snapshot.row.pack, entry.state_hash, state)
    return state, log


async def _version_at(reads: db.Reads, snapshot: GameSnapshot, ply: int) -> int:
    """The version of the rules under which an entry was written."""
    if isinstance(snapshot.game, Revised):
        for entry in await db.entries.log(reads, snapshot.code, since=ply):
            if entry.kind == RULES:
                return int(entry.text.split()[0])
    return snapshot.row.rules_version


def _replayed(
    snapshot: GameSnapshot,
    before: Any,
    log: Sequence[db.Entry],
    start: int,
    end: int,
    kept: Mapping[int, str],
) -> Passage:
    """`kept` are stored states to go by where the rules have changed since."""
    in_force = {entry.ply for entry in db.entries.effective(log)}
    versions = _versions(snapshot, log) if kept else {}
    state, beats = before, []
    for entry in log:
        if not start < entry.ply <= end or (entry.kind == "move" and entry.ply not in in_force):
            continue
        try:
            step = step_of(snapshot.game, state, entry)
            beat = Beat(entry, step.events, step.state)
        except (Refusal, *UNREADABLE, AttributeError):
            if not kept:
                raise
            beat = Beat(entry, (), state, untold=entry.kind == "move")
        if entry.ply in kept:
            beat = replace(beat, state=_stored(snapshot.game, kept[entry.ply], versions[entry.ply]))
        state = beat.state
        beats.append(beat)
    return Passage(before, tuple(beats))


def _versions(snapshot: GameSnapshot, log: Sequence[db.Entry]) -> dict[int, int]:
    """The version of the rules by which each entry was written."""
    version, found = snapshot.row.rules_version, {}
    for entry in reversed(log):
        found[entry.ply] = version
        if entry.kind == RULES:
            version = int(entry.text.split()[0])
    return found


def _stored(game: AnyGame, text: str, version: int) -> Any | None:
    try:
        return read_state(game, text, version)
    except UNREADABLE:
        return None


def step_of(game: AnyGame, state: Any, entry: db.Entry) -> Step[Any]:
    """What an entry led to; one that is no move leaves everything as it was."""
    if entry.kind != "move" or entry.seat is None:
        return Step(state, (), entry.barrier)
    return game.apply(state, entry.seat, game.parse(entry.text))


def moments(log: Sequence[db.Entry], *, seats: int, begins: int = 1) -> tuple[db.Entry, ...]:
    """Where a reader may stop: the deal or the end of an opening, each move with which the turn passed on,
    and the latest move."""
    in_force = db.entries.effective(log)
    played = [entry for entry in in_force if entry.kind in ("setup", "move") and entry.ply >= begins]
    return tuple(
        entry
        for entry, following in zip_longest(played, played[1:])
        if following is None
        or entry.kind == "setup"
        or entry.ply == begins
        or (entry.barrier if seats == 1 else following.seat != entry.seat)
    )


async def lately(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> Lately:
    """What happened since a player's own last choice."""
    log = await db.entries.since_choice(reads, snapshot.code, seat)
    in_force = db.entries.effective(log)
    since = max((entry.ply for entry in in_force if is_choice(entry, seat)), default=snapshot.row.begins)
    return Lately(
        undos=len(slips_of(in_force, seat)) if snapshot.running else 0,
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
