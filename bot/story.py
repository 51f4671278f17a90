"""The story of a game as one reader may hear it, replayed from the nearest snapshot.

What was taken back is not told again: it may have shown something, and it did not come to pass.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import db
from bot.position import Position
from bot.scene import Scene
from bot.tables import Denied
from bot.tables.consent import RESULTS
from bot.tables.votes import CARETAKER, VOTE
from bot.words import mark
from rules.game import AnyGame, Event

ENTRIES: Mapping[str, str] = {
    "undo": mark("{who} takes a move back."),
    "resign": mark("{who} gives up."),
    "caretaker": mark("The caretaker plays for {who} until {who} is back."),
    "reclaim": mark("{who} is back and plays on."),
    "substitute": mark("{who} sits down as a substitute and plays on."),
    "archive": mark("The game is archived."),
    "resume": mark("The game goes on."),
}
"""What is said of an entry that is no move. One of a kind that is not here is passed over."""
VOTES: Mapping[str, str] = {
    **RESULTS,
    "absence wait": mark("The table waits another day for {who}."),
    "absence substitute": mark("The table looks for a substitute for {who}."),
    "absence end": mark("The table ends the game without a winner."),
    "end yes": mark("The table ends the game without a winner."),
}
"""The same of a vote, by what was asked and answered."""


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

    def standing(self, ply: int) -> Any:
        """How the game stood after that entry."""
        return next((beat.state for beat in reversed(self.beats) if beat.entry.ply <= ply), self.before)


async def passage(reads: db.Store, position: Position, start: int, end: int) -> Passage:
    """The entries after `start` up to `end`. Replaying many takes a moment, so the loop does not wait."""
    async with reads.read() as moment:
        snapshot = await moment.snapshot_before(position.code, start)
        if snapshot is None:
            raise LookupError(f"game {position.code} has no snapshot at or before entry {start}")
        log = await moment.moves(position.code, since=snapshot.ply)
    state = position.game.load(snapshot.state)
    return await asyncio.to_thread(_replayed, position.game, state, log, start, end)


def _replayed(game: AnyGame, state: Any, log: Sequence[db.Entry], start: int, end: int) -> Passage:
    in_force = {entry.ply for entry in db.effective(log)}
    before, beats = state, []
    for entry in log:
        events: tuple[Event, ...] = ()
        if entry.ply > end:
            break
        if entry.kind == "move" and entry.seat is not None:
            if entry.ply not in in_force:
                continue
            step = game.apply(state, entry.seat, game.parse(entry.text))
            state, events = step.state, step.events
        if entry.ply <= start:
            before = state
        else:
            beats.append(Beat(entry, events, state))
    return Passage(before, tuple(beats))


def moments(log: Sequence[db.Entry], *, seats: int) -> tuple[db.Entry, ...]:
    """Where a reader may stop: the deal, each move with which the turn passed on, and the latest move."""
    played = [entry for entry in db.effective(log) if entry.kind in ("setup", "move")]
    return tuple(
        entry
        for entry, following in zip_longest(played, played[1:])
        if following is None
        or entry.kind == "setup"
        or (entry.barrier and (seats == 1 or following.seat != entry.seat))
    )


def heard(scene: Scene, beat: Beat) -> tuple[Event, ...]:
    """What came of an entry, as far as this reader may hear it."""
    return tuple(event for event in beat.events if event.heard_by(scene.seat))


def entry_line(scene: Scene, entry: db.Entry) -> str:
    """An entry that is no move, in words; nothing for one of a kind unknown here."""
    if entry.kind == "undo" and entry.by == VOTE:
        return ""  # the vote before it has said so
    text = VOTES.get(entry.text, "") if entry.kind == VOTE else ENTRIES.get(entry.kind, "")
    return scene.words.say(text, who=_who(scene, entry)) if text else ""


def marked(scene: Scene, entry: db.Entry, lines: Sequence[str]) -> list[str]:
    """The lines of a move, the first with a word if its player did not make it himself."""
    if entry.by != CARETAKER or not lines:
        return list(lines)
    return [scene.words.say("{line} (played by the caretaker)", line=lines[0]), *lines[1:]]


def lines_of(scene: Scene, beat: Beat) -> list[str]:
    """All this reader is told of an entry."""
    if beat.entry.kind != "move":
        return [line for line in (entry_line(scene, beat.entry),) if line]
    told = [line for event in heard(scene, beat) if (line := scene.teller.event(event))]
    return marked(scene, beat.entry, told)


def begun(position: Position) -> None:
    if position.state is None:
        raise Denied(mark("This game has not started yet."))


def _who(scene: Scene, entry: db.Entry) -> str:
    people = scene.teller.people
    return (
        people[entry.seat]
        if entry.seat is not None and entry.seat < len(people)
        else scene.words.say("Skald")
    )
