"""A game's story in three lines: how the lead went, the biggest swing, how it ended.

Each can be said in several ways; the game's seed chooses, so that the same game is always told alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from bot.saga.turning import (
    BEHIND,
    Turn,
    biggest_swing,
    closest_call,
    final_gap,
    is_close,
    lead_changes,
    lead_for_good,
    leader,
    worst_gap,
)
from bot.words import Words, mark
from rules.game import Outcome, Seat

WAYS: Mapping[str, tuple[str, ...]] = {
    "lead_kept": (
        mark("{who} took the lead on turn {turn} and never looked back."),
        mark("From turn {turn} on, the others saw only the wake of {who}."),
        mark("{who} led from turn {turn} to the end; the rest is footnotes."),
    ),
    "lead_changed_once": (
        mark("The lead changed hands once: on turn {turn} of {turns} {who} took it for good."),
        mark("One horn of mead, two hands: from turn {turn} on {who} kept the lead."),
        mark("The wind turned once, and on turn {turn} of {turns} it filled the sail of {who}."),
    ),
    "lead_changed": (
        mark("The lead changed hands {n} times; on turn {turn} of {turns} {who} took it for good."),
        mark("{n} times the lead went round like a horn of mead; from turn {turn} on {who} kept it."),
        mark("The wind turned {n} times; on turn {turn} of {turns} it filled the sail of {who}."),
    ),
    "lead_open": (
        mark("Up to the last count nobody held the lead alone."),
        mark("All the way to the end the lead was nobody's own."),
        mark("The lead was still in the air when the last piece lay on the table."),
    ),
    "swing": (
        mark("On turn {turn} {who} gained {n} {n:point|points} at a stroke."),
        mark("They will still sing of turn {turn}: {n} {n:point|points} for {who}."),
        mark("The richest haul was that of {who}: {n} {n:point|points} on turn {turn}."),
    ),
    "close": (
        mark("{n} {n:point|points} between {who} and {other}: the thickness of a plank."),
        mark("{other} came within {n} {n:point|points}. {who} slept badly, but won."),
        mark("This saga nearly bore the name of {other}, who came {n} {n:point|points} short of {who}."),
    ),
    "clear": (
        mark("{who} came home {n} {n:point|points} ahead of {other}."),
        mark("At the end {n} {n:point|points} lay between {who} and {other}, who pays for the mead."),
        mark("{other} came in next, {n} {n:point|points} astern of {who}."),
    ),
    "comeback": (
        mark("On turn {turn} {who} lay {n} {n:point|points} behind. Nobody remembers it now."),
        mark("{who} was {n} {n:point|points} down on turn {turn}, and won all the same."),
        mark("Who would have bet on {who} on turn {turn}, {n} {n:point|points} behind?"),
    ),
    "chased": (
        mark("On turn {turn} {other} came within {n} {n:point|points} of {who}, and no nearer."),
        mark("The closest call was turn {turn}: {n} {n:point|points} between {who} and {other}."),
        mark("On turn {turn} {who} heard the oars of {other}, {n} {n:point|points} away."),
    ),
    "tie_broken": (
        mark("{who} and {other} counted the same; the tie-breaker chose {who}."),
        mark("Points could not part {who} and {other}; the small print of the rules did, for {who}."),
        mark("{who} and {other} were level to the last point, and yet only {who} won."),
    ),
    "shared": (
        mark("{who} share the last word of this saga."),
        mark("Nobody would yield, and so {who} share the victory."),
        mark("Two rhymes, one verse: {who} share the victory."),
    ),
    "alone": (
        mark("{who} sailed alone and came home with {n} {n:point|points}."),
        mark("With no rival but the sea, {who} came home with {n} {n:point|points}."),
        mark("One ship, one crew, {n} {n:point|points}: this was the voyage of {who}."),
    ),
    "broken_off": (
        mark("When the game broke off, {who} lay ahead with {n} {n:point|points}."),
        mark("The saga ends in the middle of a verse, with {who} ahead at {n} {n:point|points}."),
        mark("Nobody saw the end; {who} had come to {n} {n:point|points}, more than anybody else."),
    ),
    "broken_off_level": (
        mark("When the game broke off, nobody lay ahead."),
        mark("The saga ends in the middle of a verse, with nobody ahead."),
        mark("Nobody saw the end, and nobody lay ahead."),
    ),
}
SHARED_BY_MORE = mark("{who} share a victory that was too large for one.")
"""In place of the way that speaks of two."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line before it is put into words; `who` and `other` are seats."""

    kind: str
    who: tuple[Seat, ...] = ()
    other: Seat | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)


def lines_of(turns: Sequence[Turn], outcome: Outcome) -> tuple[Line, ...]:
    """At most three lines; none where nothing was ever counted."""
    if not turns:
        return ()
    told = (_of_the_lead(turns, outcome), _of_the_swing(turns), _of_the_end(turns, outcome))
    return tuple(line for line in told if line is not None)


def in_words(lines: Sequence[Line], words: Words, people: Sequence[str], seed: bytes) -> tuple[str, ...]:
    """The lines in a language, in the way that the seed chooses."""
    return tuple(_said(line, words, people, seed) for line in lines)


def _said(line: Line, words: Words, people: Sequence[str], seed: bytes) -> str:
    ways = WAYS[line.kind]
    text = ways[sha256(seed + line.kind.encode()).digest()[0] % len(ways)]
    if line.kind == "shared" and len(line.who) > 2:
        text = SHARED_BY_MORE
    values: dict[str, object] = dict(line.numbers)
    values["who"] = words.listed(people[seat] for seat in line.who)
    if line.other is not None:
        values["other"] = people[line.other]
    return words.say(text, **values)


def _of_the_lead(turns: Sequence[Turn], outcome: Outcome) -> Line | None:
    if len(turns[-1].standing) == 1:
        return None
    if not outcome.totals or not outcome.ranking:
        first = leader(turns[-1].standing)
        if first is None:
            return Line("broken_off_level")
        return Line("broken_off", (first,), numbers={"n": turns[-1].standing[first]})
    since, last = lead_for_good(turns), leader(turns[-1].standing)
    if since is None or last is None:
        return Line("lead_open")
    if last not in outcome.ranking[0]:
        return None  # who led has given up
    changes = lead_changes(turns)
    # Who leads from the deal leads from the first turn, as players count.
    numbers = {"turn": max(1, since.number), "turns": turns[-1].number, "n": changes}
    kind = ("lead_kept", "lead_changed_once", "lead_changed")[min(changes, 2)]
    return Line(kind, (last,), numbers=numbers)


def _of_the_swing(turns: Sequence[Turn]) -> Line | None:
    swing = biggest_swing(turns)
    if swing is None:
        return None
    return Line("swing", (swing.seat,), numbers={"turn": swing.turn, "n": swing.points})


def _of_the_end(turns: Sequence[Turn], outcome: Outcome) -> Line | None:
    winners = outcome.ranking[0] if outcome.ranking else ()
    if not outcome.totals or not winners:
        return None
    if len(winners) > 1:
        return Line("shared", winners)
    (winner,) = winners
    gap = final_gap(outcome)
    if gap is None:
        return Line("alone", winners, numbers={"n": outcome.totals[winner]})
    if gap.points < 0:
        return None  # whoever had more has given up
    if gap.points == 0:
        return Line("tie_broken", winners, gap.behind)
    if is_close(gap.points, outcome.totals[winner]):
        return Line("close", winners, gap.behind, {"n": gap.points})
    worst, call = worst_gap(turns, winner), closest_call(turns)
    if worst is not None and worst.points >= max(BEHIND, gap.points):
        return Line("comeback", winners, numbers={"n": worst.points, "turn": worst.turn})
    if call is not None and is_close(call.points, turns[call.turn].standing[winner]):
        return Line("chased", winners, call.behind, {"n": call.points, "turn": call.turn})
    return Line("clear", winners, gap.behind, {"n": gap.points})
