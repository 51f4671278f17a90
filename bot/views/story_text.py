"""The story of a game in words, as far as one reader may hear it.

What was taken back is not told again: it may have shown something, and it did not come to pass.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import db
from bot.i18n import N_
from bot.play.core.game_log import BY_CARETAKER, BY_HOUSE, BY_VOTE
from bot.play.history.story import Beat, Lately, passage
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from rules.game import Event, Seat

LINES_IN_NOTE = 6
LETTERS_IN_LINE = 250
LETTERS_IN_BRIEF = 2200
ALIKE = 3
"""From so many steps of one kind in a row on, only the last of them is told."""
ENTRIES: Mapping[str, str] = {
    "undo": N_("{who} takes a move back."),
    "resign": N_("{who} gives up."),
    "caretaker": N_("The caretaker plays for {who} until {who} is back."),
    "reclaim": N_("{who} is back and plays on."),
    "substitute": N_("{who} sits down as a substitute and plays on."),
    "archive": N_("The game is archived."),
    "adjudicated": N_("The month is over: time used decides, then how the game stands."),
    "resume": N_("The game goes on."),
    "rules": N_("From here on the game follows newer rules."),
}
"""What is said of an entry that is no move. One of a kind that is not here is passed over."""
BY_OTHERS: Mapping[str, str] = {
    BY_CARETAKER: N_("{line} (played by the caretaker)"),
    BY_HOUSE: N_("{line} (Skald's opening)"),
}
"""What is said of a move that its player did not make in person."""
VOTES: Mapping[str, str] = {
    "end no": N_("Not everybody agrees to end the game, so it goes on."),
    "end late": N_("Not everybody agreed to end the game within a day, so it goes on."),
    "end yes": N_("The table ends the game without a winner."),
    "undo yes": N_("All agree: the game goes back to before {who}'s last move. What was seen stays seen."),
    "undo no": N_("Not everybody lets {who} take that move back, so it stands."),
    "undo late": N_("Not everybody let {who} take that move back within a day, so it stands."),
    "move yes": N_("All agree: the game goes on elsewhere."),
    "move no": N_("Not everybody agrees to go on elsewhere, so the game stays here."),
    "move late": N_("Not everybody agreed within a day to go on elsewhere, so the game stays here."),
    "overdue wait": N_("The table waits another day for {who}."),
    "overdue substitute": N_("The table looks for a substitute for {who}."),
    "overdue end": N_("The table ends the game without a winner."),
}
"""The same of a vote, by what was asked and answered."""


def heard(reader: ReaderView, beat: Beat) -> tuple[Event, ...]:
    """What came of an entry, as far as this reader may hear it."""
    return tuple(event for event in beat.events if event.heard_by(reader.seat))


def entry_line(reader: ReaderView, entry: db.Entry) -> str:
    """An entry that is no move, in words; nothing for one of a kind unknown here."""
    if entry.kind == "undo" and entry.by == BY_VOTE:
        return ""  # the vote before it has said so
    text = VOTES.get(entry.text, "") if entry.kind == "vote" else ENTRIES.get(entry.kind, "")
    return reader.locale.t(text, who=_who(reader, entry)) if text else ""


def marked(reader: ReaderView, entry: db.Entry, lines: Sequence[str]) -> list[str]:
    """The lines of a move, the first with a word if its player did not make it in person."""
    text = BY_OTHERS.get(entry.by or "")
    if text is None or not lines:
        return list(lines)
    return [reader.locale.t(text, line=lines[0]), *lines[1:]]


def lines_of(reader: ReaderView, beat: Beat) -> list[str]:
    """All this reader is told of an entry."""
    if beat.entry.kind != "move":
        return [line for line in (entry_line(reader, beat.entry),) if line]
    if beat.untold:
        return marked(reader, beat.entry, [_by_notation(reader, beat.entry)])
    told = [line for event in heard(reader, beat) if (line := reader.game_text.event(event))]
    return marked(reader, beat.entry, told)


def _by_notation(reader: ReaderView, entry: db.Entry) -> str:
    """A move of earlier rules; its notation may name what only its player knows until the game is over."""
    if reader.snapshot.over or reader.seat == entry.seat:
        return reader.locale.t("{who}: `{move}`", who=_who(reader, entry), move=entry.text.replace("`", ""))
    return reader.locale.t("{who} makes a move.", who=_who(reader, entry))


def _who(reader: ReaderView, entry: db.Entry) -> str:
    people = reader.game_text.people
    return (
        people[entry.seat]
        if entry.seat is not None and entry.seat < len(people)
        else reader.locale.t("Skald")
    )


# What somebody missed, in brief


@dataclass(frozen=True, slots=True)
class Brief:
    """What somebody missed: what they lost, then everything else, in lines."""

    losses: tuple[str, ...]
    others: tuple[str, ...]


async def missed_note(reads: db.Reads, reader: ReaderView, lately: Lately) -> str:
    """What a player missed since their last move, in a few lines. Empty if nothing happened."""
    if not lately.missed:
        return ""
    snapshot = reader.snapshot
    missed = await passage(reads, snapshot, lately.since, snapshot.row.ply, lately.log)
    brief = brief_of(reader, missed.beats)
    return "\n".join(latest(reader, (*brief.losses, *brief.others), LINES_IN_NOTE, kept=len(brief.losses)))


def brief_of(reader: ReaderView, beats: Iterable[Beat]) -> Brief:
    """What this reader hears of these entries, losses apart and the rest folded."""
    losses: list[str] = []
    others: list[str] = []
    run: list[Event] = []
    for beat in beats:
        if beat.entry.kind != "move":
            others += folded(reader, run)
            run = []
            others += lines_of(reader, beat)
            continue
        for event in heard(reader, beat):
            if reader.seat is not None and event.is_loss_to(reader.seat):
                losses.append(reader.game_text.event(event))
            else:
                run.append(event)
    others += folded(reader, run)
    return Brief(tuple(losses), tuple(others))


def folded(reader: ReaderView, events: Sequence[Event]) -> list[str]:
    """Passes in a row as one line, and steps of one kind by one seat in a row as one line."""
    lines: list[str] = []
    for (is_pass, _, _), run in groupby(events, key=_alike):
        alike = list(run)
        lines += _passes(reader, alike) if is_pass else _steps(reader, alike)
    return lines


def _alike(event: Event) -> tuple[bool, str, Seat | None]:
    return (True, "", None) if event.is_pass else (False, event.kind, getattr(event, "seat", None))


def _passes(reader: ReaderView, passes: Sequence[Event]) -> list[str]:
    seats = list(
        dict.fromkeys(seat for event in passes if (seat := getattr(event, "seat", None)) is not None)
    )
    if len(seats) < 2:
        return _steps(reader, passes)
    names = reader.locale.listed(reader.game_text.people[seat] for seat in seats)
    return [reader.locale.t("{who} pass.", who=names)]


def _steps(reader: ReaderView, steps: Sequence[Event]) -> list[str]:
    told = [line for step in steps if (line := reader.game_text.event(step))]
    if len(told) > 1 and len(set(told)) == 1:
        return [f"{told[0]} ×{len(told)}"]
    if len(told) < ALIKE:
        return told
    return [reader.locale.t("{line} (the last of {n} such steps)", line=told[-1], n=len(told))]


def latest(reader: ReaderView, lines: Sequence[str], limit: int, *, kept: int = 0) -> list[str]:
    """The first `kept` lines and the latest of the others, with the number of those left out."""
    short = [clip(line, LETTERS_IN_LINE) for line in lines]
    if len(short) <= limit and _letters(short) <= LETTERS_IN_BRIEF:
        return short
    first = short[: min(kept, limit - 2)]
    latest = short[len(first) :][-(limit - 1 - len(first)) :]
    while len(latest) > 1 and _letters(first) + _letters(latest) > LETTERS_IN_BRIEF:
        del latest[0]
    left_out = len(short) - len(first) - len(latest)
    missing = reader.locale.tn(
        "-# {n} earlier step: /table log", "-# {n} earlier steps: /table log", n=left_out
    )
    return [*first, missing, *latest]


def _letters(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)
