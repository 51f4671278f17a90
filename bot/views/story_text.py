"""Texts of a game's log, limited to what one reader may see: in full, and in one sentence per turn.

Undone moves are omitted: they may have revealed something, and they no longer count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby

import db
from bot.i18n import N_, GameText
from bot.play.core.game_log import BY_CARETAKER, BY_HOUSE, BY_VOTE
from bot.play.history.story import ReplayedEntry, SinceLastChoice, replay_range
from bot.play.turns.turns import PAUSED
from bot.views.reader_view import ReaderView
from rules.game import Event, PlayerEvent, Seat

MAX_NOTE_CHARS = 1200
MAX_LOSS_LINES = 8
ENTRY_TEXTS: Mapping[str, str] = {
    "undo": N_("{who} undoes a move."),
    "resign": N_("{who} resigns."),
    "caretaker": N_("The caretaker plays for {who} until {who} is back."),
    "reclaim": N_("{who} is back and plays on."),
    "substitute": N_("{who} takes the seat and plays on."),
    "archive": N_("The game is archived."),
    "adjudicated": N_("The month is over: time used decides, then the position."),
    "resume": N_("The game continues."),
    "rules": N_("From here on the game uses newer rules."),
}
"""Texts of log entries other than moves. Kinds without a text are omitted."""
PLAYED_BY_TEXTS: Mapping[str, str] = {
    BY_CARETAKER: N_("{line} (played by the caretaker)"),
    BY_HOUSE: N_("{line} (Skald's opening)"),
}
"""Notes on moves that were not made by the player, by the author in the log."""
VOTE_TEXTS: Mapping[str, str] = {
    "end no": N_("Not everyone agrees to end the game, so it continues."),
    "end late": N_("Not everyone agreed to end the game within a day, so it continues."),
    "end yes": N_("The table ends the game without a winner."),
    "undo yes": N_(
        "Everyone agrees: the game goes back to before {who}'s last move. New information stays known."
    ),
    "undo no": N_("Not everyone agrees to undo {who}'s move, so it stands."),
    "undo late": N_("Not everyone agreed within a day to undo {who}'s move, so it stands."),
    "move yes": N_("Everyone agrees: the game moves to another place."),
    "move no": N_("Not everyone agrees to move the game, so it stays here."),
    "move late": N_("Not everyone agreed within a day to move the game, so it stays here."),
    "pause yes": N_("Everyone agrees: the game is paused."),
    "pause no": N_("Not everyone agrees to a pause, so the game continues."),
    "pause late": N_("Not everyone agreed to a pause within a day, so the game continues."),
    "resume yes": N_("Everyone agrees: the pause is over."),
    "resume no": N_("Not everyone agrees to resume now, so the pause lasts as agreed."),
    "resume late": N_("Not everyone agreed within a day to resume, so the pause lasts as agreed."),
    "overdue wait": N_("The table waits another day for {who}."),
    "overdue unanswered": N_("Nobody voted, so the table waits for {who}. The next vote is in a week."),
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
    if entry.kind == "archive" and entry.text == PAUSED:
        return ""
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
class TurnSummary:
    """What happened in one turn, or one other entry of the log.

    `text` is in full, `short_text` mentions every kind of step once. `who` is the player of the turn.
    """

    text: str
    short_text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class MissedSummary:
    """What happened since a player's last move: a line per loss of theirs, then a summary per turn."""

    losses: tuple[str, ...]
    turns: tuple[TurnSummary, ...]


async def missed_text(reads: db.Reads, reader: ReaderView, since_last: SinceLastChoice) -> str:
    """Returns what happened since a player's last move, in a line per turn. Empty if nothing did."""
    if not since_last.missed:
        return ""
    snapshot = reader.snapshot
    missed = await replay_range(reads, snapshot, since_last.since, snapshot.row.ply, since_last.log)
    summary = missed_summary(reader, missed.entries)
    losses = fit_lines(reader, summary.losses)
    return "\n".join((*losses, *fit_turns(reader, summary.turns, MAX_NOTE_CHARS)))


def missed_summary(reader: ReaderView, entries: Iterable[ReplayedEntry]) -> MissedSummary:
    """Summarize these entries for a reader, with the reader's losses apart."""
    losses: list[str] = []
    others: list[ReplayedEntry] = []
    for replayed in entries:
        is_loss = [reader.seat is not None and event.is_loss_for(reader.seat) for event in replayed.events]
        losses += [
            reader.game_text.event_text(event)
            for event, lost in zip(replayed.events, is_loss, strict=True)
            if lost and event.visible_to(reader.seat)
        ]
        kept = tuple(event for event, lost in zip(replayed.events, is_loss, strict=True) if not lost)
        if kept or not replayed.events:
            others.append(replace(replayed, events=kept))
    return MissedSummary(tuple(losses), tuple(turn_summaries(reader, others)))


def fit_lines(reader: ReaderView, lines: Sequence[str]) -> list[str]:
    """Returns at most `MAX_LOSS_LINES` lines; equal ones are counted, the earliest ones summed up."""
    counted = [line if n == 1 else f"{line} ×{n}" for line, n in Counter(lines).items()]
    left_out = len(counted) - MAX_LOSS_LINES
    if left_out <= 0:
        return counted
    return [reader.locale.t("-# … and {n} more before that", n=left_out), *counted[left_out:]]


def fit_turns(reader: ReaderView, turns: Sequence[TurnSummary], max_chars: int) -> list[str]:
    """Returns a line per turn.

    If they are too long, shortens the earliest turns first, then tells how many turns each player had.
    """
    lines = [turn.text for turn in turns]
    for number, turn in enumerate(turns):
        if _char_count(lines) <= max_chars:
            return lines
        lines[number] = turn.short_text
    for folded in range(len(turns)):
        note = [_turn_counts(reader, turns[:folded])] if folded else []
        if _char_count((*note, *lines[folded:])) <= max_chars:
            return [*note, *lines[folded:]]
    return [_turn_counts(reader, turns)] if turns else []


def _turn_counts(reader: ReaderView, turns: Sequence[TurnSummary]) -> str:
    """Returns a line such as "Earlier: 3 turns of Astrid, 2 turns of Bjørn"."""
    t = reader.locale.t
    counts = Counter(turn.who for turn in turns if turn.who)
    counted = [t("{who} ({n} {n:turn|turns})", who=who, n=n) for who, n in counts.items()]
    return t("-# Earlier: {turns}", turns=reader.locale.join_list(counted))


def turn_summaries(reader: ReaderView, entries: Iterable[ReplayedEntry]) -> list[TurnSummary]:
    """Summarize these entries, a line for each turn and each other entry the reader may see."""
    visible = [each for each in entries if each.entry.kind != "move" or _is_visible_move(reader, each)]
    summaries: list[TurnSummary] = []
    passes: list[str] = []
    for (kind, seat), run in groupby(visible, key=lambda each: (each.entry.kind, each.entry.seat)):
        turn = list(run)
        who = reader.game_text.player_names[seat] if kind == "move" and seat is not None else ""
        if who and _is_pass(reader, turn):
            passes.append(who)
            summaries = summaries[:-1] if len(passes) > 1 else summaries
        else:
            passes = []
        if len(passes) > 1:
            names = reader.locale.join_list(dict.fromkeys(passes))
            text = reader.locale.t("{who} pass.", who=names)
            summaries.append(TurnSummary(text, text, who))
        elif kind == "move":
            summaries.append(_turn_summary(reader, turn, who))
        else:
            lines = [line for each in turn for line in entry_lines(reader, each)]
            summaries += [TurnSummary(line, line) for line in lines]
    return summaries


def _is_visible_move(reader: ReaderView, replayed: ReplayedEntry) -> bool:
    return replayed.is_unreadable or bool(visible_events(reader, replayed))


def _is_pass(reader: ReaderView, turn: Sequence[ReplayedEntry]) -> bool:
    events = [event for each in turn for event in visible_events(reader, each)]
    return bool(events) and all(event.is_pass for event in events)


def _turn_summary(reader: ReaderView, turn: Sequence[ReplayedEntry], who: str) -> TurnSummary:
    notation = [_notation_line(reader, each.entry) for each in turn if each.is_unreadable]
    events = [event for each in turn for event in visible_events(reader, each)]
    by = next((each.entry for each in turn if each.entry.by in PLAYED_BY_TEXTS), turn[0].entry)
    text, short_text = (
        with_played_by(reader, by, [" ".join(filter(None, (*notation, sentences)))])[0]
        for sentences in (events_text(reader, events), events_text(reader, events, is_short=True))
    )
    return TurnSummary(text, short_text, who)


def events_text(reader: ReaderView, events: Sequence[Event], *, is_short: bool = False) -> str:
    """Returns a sentence per player about these events, each followed by what is not the deed of a player.

    Similar steps in a row become one clause. `is_short` does so also if others are in between.
    """
    game_text = reader.game_text
    told = [event for event in events if event.visible_to(reader.seat)]
    told = [event for event in told if not event.is_routine] or told
    sentences: list[str] = []
    for seat, run in _by_player(told):
        clauses: list[str] = []
        others: list[str] = []
        for similar in _similar_runs(run, is_short=is_short):
            if seat is not None and _similarity(similar[-1])[1] == seat and game_text.deed_text(similar[-1]):
                clauses += _deeds(game_text, similar, is_short=is_short)
            elif len(similar) > 1 and (several := game_text.deed_text(similar[-1], len(similar))):
                others.append(several)
            else:
                others += _counted([text for event in similar if (text := game_text.event_text(event))])
        if seat is not None and clauses:
            sentences.append(_deed_sentence(reader, seat, clauses))
        sentences += others
    return " ".join(sentences)


def result_text(reader: ReaderView, events: Sequence[Event]) -> str:
    """Returns what a move led to, shortened if it would be too long for a note."""
    text = events_text(reader, events)
    return text if len(text) <= MAX_NOTE_CHARS else events_text(reader, events, is_short=True)


def _by_player(events: Sequence[Event]) -> list[tuple[Seat | None, list[Event]]]:
    """Split events where they go on to another player. Those that are about no player stay where they are."""
    parts: list[tuple[Seat | None, list[Event]]] = []
    for event in events:
        seat = event.seat if isinstance(event, PlayerEvent) else None
        if parts and (seat is None or parts[-1][0] in (None, seat)):
            parts[-1] = (parts[-1][0] if seat is None else seat, [*parts[-1][1], event])
        else:
            parts.append((seat, [event]))
    return parts


def _similar_runs(events: Sequence[Event], *, is_short: bool) -> list[list[Event]]:
    """Returns the events of one kind and player together: those in a row, or all of them."""
    if is_short:
        by_kind: dict[tuple[str, Seat | None], list[Event]] = {}
        for event in events:
            by_kind.setdefault(_similarity(event), []).append(event)
        return [*by_kind.values()]
    return [[*run] for _, run in groupby(events, key=_similarity)]


def _similarity(event: Event) -> tuple[str, Seat | None]:
    return event.kind, event.seat if isinstance(event, PlayerEvent) else None


def _deeds(game_text: GameText, run: Sequence[Event], *, is_short: bool) -> list[str]:
    """Returns the clauses of similar events: one for all if the game has words for it, or if it must be."""
    if several := game_text.deed_text(run[-1], len(run)):
        return [several]
    deeds = _counted([game_text.deed_text(event) for event in run])
    return deeds if len(deeds) == 1 or not is_short else [f"{game_text.deed_text(run[-1])} (×{len(run)})"]


def _counted(texts: Sequence[str]) -> list[str]:
    """Returns the texts, with equal ones in a row counted."""
    runs = [(text, len([*run])) for text, run in groupby(texts)]
    return [text if n == 1 else f"{text} ×{n}" for text, n in runs]


def _deed_sentence(reader: ReaderView, seat: Seat, clauses: Sequence[str]) -> str:
    """Join clauses after the player's name: by semicolons if one of them has a comma."""
    if any("," in clause for clause in clauses):
        joined = reduce(lambda one, other: reader.locale.t("{one}; {other}", one=one, other=other), clauses)
    else:
        joined = ", ".join(clauses)
    return f"{reader.game_text.player_names[seat]} {joined}."


def _char_count(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)
