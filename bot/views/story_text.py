"""The story of a game in words, as far as one reader may hear it.

What was taken back is not told again: it may have shown something, and it did not come to pass.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import db
from bot.i18n import mark
from bot.play.core.game_log import BY_CARETAKER, BY_HOUSE, BY_VOTE
from bot.play.history.story import Beat, Lately, passage
from bot.views.markup import clip
from bot.views.reader_view import Scene
from rules.game import Event, Seat

LINES_IN_NOTE = 6
LETTERS_IN_LINE = 250
LETTERS_IN_BRIEF = 2200
ALIKE = 3
"""From so many steps of one kind in a row on, only the last of them is told."""
ENTRIES: Mapping[str, str] = {
    "undo": mark("{who} takes a move back."),
    "resign": mark("{who} gives up."),
    "caretaker": mark("The caretaker plays for {who} until {who} is back."),
    "reclaim": mark("{who} is back and plays on."),
    "substitute": mark("{who} sits down as a substitute and plays on."),
    "archive": mark("The game is archived."),
    "adjudicated": mark("The month is over: time used decides, then how the game stands."),
    "resume": mark("The game goes on."),
    "rules": mark("From here on the game follows newer rules."),
}
"""What is said of an entry that is no move. One of a kind that is not here is passed over."""
BY_OTHERS: Mapping[str, str] = {
    BY_CARETAKER: mark("{line} (played by the caretaker)"),
    BY_HOUSE: mark("{line} (Skald's opening)"),
}
"""What is said of a move that its player did not make in person."""
VOTES: Mapping[str, str] = {
    "end no": mark("Not everybody agrees to end the game, so it goes on."),
    "end late": mark("Not everybody agreed to end the game within a day, so it goes on."),
    "end yes": mark("The table ends the game without a winner."),
    "undo yes": mark("All agree: the game goes back to before {who}'s last move. What was seen stays seen."),
    "undo no": mark("Not everybody lets {who} take that move back, so it stands."),
    "undo late": mark("Not everybody let {who} take that move back within a day, so it stands."),
    "move yes": mark("All agree: the game goes on elsewhere."),
    "move no": mark("Not everybody agrees to go on elsewhere, so the game stays here."),
    "move late": mark("Not everybody agreed within a day to go on elsewhere, so the game stays here."),
    "overdue wait": mark("The table waits another day for {who}."),
    "overdue substitute": mark("The table looks for a substitute for {who}."),
    "overdue end": mark("The table ends the game without a winner."),
}
"""The same of a vote, by what was asked and answered."""


def heard(scene: Scene, beat: Beat) -> tuple[Event, ...]:
    """What came of an entry, as far as this reader may hear it."""
    return tuple(event for event in beat.events if event.heard_by(scene.seat))


def entry_line(scene: Scene, entry: db.Entry) -> str:
    """An entry that is no move, in words; nothing for one of a kind unknown here."""
    if entry.kind == "undo" and entry.by == BY_VOTE:
        return ""  # the vote before it has said so
    text = VOTES.get(entry.text, "") if entry.kind == "vote" else ENTRIES.get(entry.kind, "")
    return scene.words.say(text, who=_who(scene, entry)) if text else ""


def marked(scene: Scene, entry: db.Entry, lines: Sequence[str]) -> list[str]:
    """The lines of a move, the first with a word if its player did not make it in person."""
    text = BY_OTHERS.get(entry.by or "")
    if text is None or not lines:
        return list(lines)
    return [scene.words.say(text, line=lines[0]), *lines[1:]]


def lines_of(scene: Scene, beat: Beat) -> list[str]:
    """All this reader is told of an entry."""
    if beat.entry.kind != "move":
        return [line for line in (entry_line(scene, beat.entry),) if line]
    if beat.untold:
        return marked(scene, beat.entry, [_by_notation(scene, beat.entry)])
    told = [line for event in heard(scene, beat) if (line := scene.teller.event(event))]
    return marked(scene, beat.entry, told)


def _by_notation(scene: Scene, entry: db.Entry) -> str:
    """A move of earlier rules; its notation may name what only its player knows until the game is over."""
    if scene.position.over or scene.seat == entry.seat:
        return scene.words.say("{who}: `{move}`", who=_who(scene, entry), move=entry.text.replace("`", ""))
    return scene.words.say("{who} makes a move.", who=_who(scene, entry))


def _who(scene: Scene, entry: db.Entry) -> str:
    people = scene.teller.people
    return (
        people[entry.seat]
        if entry.seat is not None and entry.seat < len(people)
        else scene.words.say("Skald")
    )


# What somebody missed, in brief


@dataclass(frozen=True, slots=True)
class Brief:
    """What somebody missed: what they lost, then everything else, in lines."""

    losses: tuple[str, ...]
    others: tuple[str, ...]


async def missed_note(reads: db.Reads, scene: Scene, lately: Lately) -> str:
    """What a player missed since their last move, in a few lines. Empty if nothing happened."""
    if not lately.missed:
        return ""
    position = scene.position
    missed = await passage(reads, position, lately.since, position.row.ply, lately.log)
    brief = brief_of(scene, missed.beats)
    return "\n".join(latest(scene, (*brief.losses, *brief.others), LINES_IN_NOTE, kept=len(brief.losses)))


def brief_of(scene: Scene, beats: Iterable[Beat]) -> Brief:
    """What this reader hears of these entries, losses apart and the rest folded."""
    losses: list[str] = []
    others: list[str] = []
    run: list[Event] = []
    for beat in beats:
        if beat.entry.kind != "move":
            others += folded(scene, run)
            run = []
            others += lines_of(scene, beat)
            continue
        for event in heard(scene, beat):
            if scene.seat is not None and event.is_loss_to(scene.seat):
                losses.append(scene.teller.event(event))
            else:
                run.append(event)
    others += folded(scene, run)
    return Brief(tuple(losses), tuple(others))


def folded(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Passes in a row as one line, and steps of one kind by one seat in a row as one line."""
    lines: list[str] = []
    for (is_pass, _, _), run in groupby(events, key=_alike):
        alike = list(run)
        lines += _passes(scene, alike) if is_pass else _steps(scene, alike)
    return lines


def _alike(event: Event) -> tuple[bool, str, Seat | None]:
    return (True, "", None) if event.is_pass else (False, event.kind, getattr(event, "seat", None))


def _passes(scene: Scene, passes: Sequence[Event]) -> list[str]:
    seats = list(
        dict.fromkeys(seat for event in passes if (seat := getattr(event, "seat", None)) is not None)
    )
    if len(seats) < 2:
        return _steps(scene, passes)
    names = scene.words.listed(scene.teller.people[seat] for seat in seats)
    return [scene.words.say("{who} pass.", who=names)]


def _steps(scene: Scene, steps: Sequence[Event]) -> list[str]:
    told = [line for step in steps if (line := scene.teller.event(step))]
    if len(told) > 1 and len(set(told)) == 1:
        return [f"{told[0]} ×{len(told)}"]
    if len(told) < ALIKE:
        return told
    return [scene.words.say("{line} (the last of {n} such steps)", line=told[-1], n=len(told))]


def latest(scene: Scene, lines: Sequence[str], limit: int, *, kept: int = 0) -> list[str]:
    """The first `kept` lines and the latest of the others, with the number of those left out."""
    short = [clip(line, LETTERS_IN_LINE) for line in lines]
    if len(short) <= limit and _letters(short) <= LETTERS_IN_BRIEF:
        return short
    first = short[: min(kept, limit - 2)]
    latest = short[len(first) :][-(limit - 1 - len(first)) :]
    while len(latest) > 1 and _letters(first) + _letters(latest) > LETTERS_IN_BRIEF:
        del latest[0]
    left_out = len(short) - len(first) - len(latest)
    missing = scene.words.say_many(
        "-# {n} earlier step: /table log", "-# {n} earlier steps: /table log", n=left_out
    )
    return [*first, missing, *latest]


def _letters(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)
