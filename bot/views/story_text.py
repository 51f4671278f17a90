"""Texts of a game's log, limited to what one reader may see, and the summary of what a player missed.

Undone moves are omitted: they may have revealed something, and they no longer count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import db
from bot.i18n import N_
from bot.play.core.game_log import BY_CARETAKER, BY_HOUSE, BY_VOTE
from bot.play.history.story import ReplayedEntry, SinceLastChoice, replay_range
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from rules.game import Event, Seat

MAX_NOTE_LINES = 6
MAX_LINE_CHARS = 250
MAX_SUMMARY_CHARS = 2200
MIN_FOLDED_STEPS = 3
"""This many similar steps in a row, or more, become one line: the last of them."""
ENTRY_TEXTS: Mapping[str, str] = {
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
"""Texts of log entries other than moves. Kinds without a text are omitted."""
PLAYED_BY_TEXTS: Mapping[str, str] = {
    BY_CARETAKER: N_("{line} (played by the caretaker)"),
    BY_HOUSE: N_("{line} (Skald's opening)"),
}
"""Notes on moves that were not made by the player, by the author in the log."""
VOTE_TEXTS: Mapping[str, str] = {
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
    "overdue unanswered": N_("Nobody voted, so the table waits for {who}; there's another vote in a week."),
    "overdue substitute": N_("The table looks for a substitute for {who}."),
    "overdue end": N_("The table ends the game without a winner."),
}
"""Texts of votes, by question and result."""


def visible_events(reader: ReaderView, replayed: ReplayedEntry) -> tuple[Event, ...]:
    return tuple(event for event in replayed.events if event.visible_to(reader.seat))


def other_entry_line(reader: ReaderView, entry: db.Entry) -> str:
    """Returns the text of a log entry other than a move, or an empty string for unknown kinds."""
    if entry.kind == "undo" and entry.by == BY_VOTE:
        return ""  # The vote before it has reported this.
    text = VOTE_TEXTS.get(entry.text, "") if entry.kind == "vote" else ENTRY_TEXTS.get(entry.kind, "")
    return reader.locale.t(text, who=_player_name(reader, entry)) if text else ""


def with_played_by(reader: ReaderView, entry: db.Entry, lines: Sequence[str]) -> list[str]:
    """Returns the lines of a move, the first with a note if the player did not make the move."""
    text = PLAYED_BY_TEXTS.get(entry.by or "")
    if text is None or not lines:
        return list(lines)
    return [reader.locale.t(text, line=lines[0]), *lines[1:]]


def entry_lines(reader: ReaderView, replayed: ReplayedEntry) -> list[str]:
    """Returns everything this reader may see of an entry."""
    if replayed.entry.kind != "move":
        return [line for line in (other_entry_line(reader, replayed.entry),) if line]
    if replayed.is_unreadable:
        return with_played_by(reader, replayed.entry, [_notation_line(reader, replayed.entry)])
    lines = [
        line for event in visible_events(reader, replayed) if (line := reader.game_text.event_text(event))
    ]
    return with_played_by(reader, replayed.entry, lines)


def _notation_line(reader: ReaderView, entry: db.Entry) -> str:
    """Describe a move of an older rules version, whose events are unknown.

    Its notation may reveal hidden information, so others see it only after the game.
    """
    if reader.snapshot.is_over or reader.seat == entry.seat:
        return reader.locale.t(
            "{who}: `{move}`", who=_player_name(reader, entry), move=entry.text.replace("`", "")
        )
    return reader.locale.t("{who} makes a move.", who=_player_name(reader, entry))


def _player_name(reader: ReaderView, entry: db.Entry) -> str:
    people = reader.game_text.player_names
    return (
        people[entry.seat]
        if entry.seat is not None and entry.seat < len(people)
        else reader.locale.t("Skald")
    )


@dataclass(frozen=True, slots=True)
class MissedSummary:
    """Lines on what happened since a player's last move: their losses, then everything else."""

    losses: tuple[str, ...]
    others: tuple[str, ...]


async def missed_text(reads: db.Reads, reader: ReaderView, since_last: SinceLastChoice) -> str:
    """Returns what happened since a player's last move, in a few lines. Empty if nothing did."""
    if not since_last.missed:
        return ""
    snapshot = reader.snapshot
    missed = await replay_range(reads, snapshot, since_last.since, snapshot.row.ply, since_last.log)
    summary = missed_summary(reader, missed.entries)
    return "\n".join(
        latest_lines(
            reader, (*summary.losses, *summary.others), MAX_NOTE_LINES, keep_first=len(summary.losses)
        )
    )


def missed_summary(reader: ReaderView, entries: Iterable[ReplayedEntry]) -> MissedSummary:
    """Summarize these entries for a reader: losses separately, similar steps folded."""
    losses: list[str] = []
    others: list[str] = []
    pending: list[Event] = []
    for replayed in entries:
        if replayed.entry.kind != "move":
            others += folded_lines(reader, pending)
            pending = []
            others += entry_lines(reader, replayed)
            continue
        for event in visible_events(reader, replayed):
            if reader.seat is not None and event.is_loss_for(reader.seat):
                losses.append(reader.game_text.event_text(event))
            else:
                pending.append(event)
    others += folded_lines(reader, pending)
    return MissedSummary(tuple(losses), tuple(others))


def folded_lines(reader: ReaderView, events: Sequence[Event]) -> list[str]:
    """Returns lines in which consecutive passes, and consecutive steps of one kind and seat, become one."""
    lines: list[str] = []
    for (is_pass, _, _), run in groupby(events, key=_fold_key):
        similar = list(run)
        lines += _pass_lines(reader, similar) if is_pass else _step_lines(reader, similar)
    return lines


def _fold_key(event: Event) -> tuple[bool, str, Seat | None]:
    return (True, "", None) if event.is_pass else (False, event.kind, getattr(event, "seat", None))


def _pass_lines(reader: ReaderView, passes: Sequence[Event]) -> list[str]:
    seats = list(
        dict.fromkeys(seat for event in passes if (seat := getattr(event, "seat", None)) is not None)
    )
    if len(seats) < 2:
        return _step_lines(reader, passes)
    names = reader.locale.join_list(reader.game_text.player_names[seat] for seat in seats)
    return [reader.locale.t("{who} pass.", who=names)]


def _step_lines(reader: ReaderView, steps: Sequence[Event]) -> list[str]:
    lines = [line for step in steps if (line := reader.game_text.event_text(step))]
    if len(lines) > 1 and len(set(lines)) == 1:
        return [f"{lines[0]} ×{len(lines)}"]
    if len(lines) < MIN_FOLDED_STEPS:
        return lines
    return [reader.locale.t("{line} (the last of {n} such steps)", line=lines[-1], n=len(lines))]


def latest_lines(reader: ReaderView, lines: Sequence[str], limit: int, *, keep_first: int = 0) -> list[str]:
    """Returns the first `keep_first` lines and the latest others, with the number of omitted ones."""
    clipped = [clip(line, MAX_LINE_CHARS) for line in lines]
    if len(clipped) <= limit and _char_count(clipped) <= MAX_SUMMARY_CHARS:
        return clipped
    first = clipped[: min(keep_first, limit - 2)]
    shown = clipped[len(first) :][-(limit - 1 - len(first)) :]
    while len(shown) > 1 and _char_count(first) + _char_count(shown) > MAX_SUMMARY_CHARS:
        del shown[0]
    left_out = len(clipped) - len(first) - len(shown)
    omitted_note = reader.locale.tn(
        "-# {n} earlier step: /table log", "-# {n} earlier steps: /table log", n=left_out
    )
    return [*first, omitted_note, *shown]


def _char_count(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)
