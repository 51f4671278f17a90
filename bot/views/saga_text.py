"""The lines of a saga in words.

Each can be said in several ways; the game's seed chooses, so that the same game is always told alike.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from bot.i18n import Words, mark
from bot.play.history.saga import Line

WAYS: Mapping[str, tuple[str, ...]] = {
    "lead_kept": (
        mark("{who} took the lead on turn {turn} and never looked back."),
        mark("From turn {turn} on, nobody caught {who}."),
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
        mark("Before the last count, nobody was ahead."),
        mark("In the end nobody was ahead: the count had to decide."),
        mark("The last piece was down, and still nobody led."),
    ),
    "decided": (
        mark("Turn {turn} decided it: the chances of {who} rose from {before} to {after} %."),
        mark("On turn {turn} the wind turned: {who} went from {before} to {after} %."),
        mark("Sing of turn {turn}: before it {who} stood at {before} %, after it at {after} %."),
    ),
    "swing": (
        mark("On turn {turn} {who} gained {n} {n:point|points} at a stroke."),
        mark("They'll still sing of turn {turn}: {n} {n:point|points} for {who}."),
        mark("The richest haul was that of {who}: {n} {n:point|points} on turn {turn}."),
    ),
    "close": (
        mark("{n} {n:point|points} between {who} and {other}: the thickness of a plank."),
        mark("{other} came within {n} {n:point|points}. {who} slept badly, but won."),
        mark("This saga nearly bore the name of {other}, who came {n} {n:point|points} short of {who}."),
    ),
    "clear": (
        mark("{who} came home {n} {n:point|points} ahead of {other}."),
        mark("It came down to {n} {n:point|points}: {who} wins, and {other} pays for the mead."),
        mark("{other} came in next, {n} {n:point|points} astern of {who}."),
    ),
    "comeback": (
        mark("On turn {turn} {who} lay {n} {n:point|points} behind. Nobody remembers it now."),
        mark("{who} was {n} {n:point|points} down on turn {turn}, and still won."),
        mark("Who would have bet on {who} on turn {turn}, {n} {n:point|points} behind?"),
    ),
    "chased": (
        mark("On turn {turn} {other} came within {n} {n:point|points} of {who}, and no nearer."),
        mark("The closest call was turn {turn}: {n} {n:point|points} between {who} and {other}."),
        mark("On turn {turn} {who} heard the oars of {other}, {n} {n:point|points} away."),
    ),
    "tie_broken": (
        mark("{who} and {other} tied; the tie-breaker chose {who}."),
        mark("Level on points: {who} beat {other} on the tie-breaker."),
        mark("{who} and {other} were level to the last point, and yet only {who} won."),
    ),
    "shared": (
        mark("{who} share the last word of this saga."),
        mark("Nobody gave way, so {who} share the victory."),
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
        mark("Nobody saw the end, and nobody was ahead."),
    ),
}
SHARED_BY_MORE = mark("{who} share a victory that was too large for one.")
"""In place of the way that speaks of two."""


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
