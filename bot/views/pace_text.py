"""What a table agrees on beside the rules: its pace, and whether it counts for the ratings."""

from collections.abc import Mapping

import db
from bot.i18n import Words, mark
from bot.play.core.pace import PACES
from bot.play.core.snapshot import Position
from bot.views.markup import relative_time
from bot.views.reader_view import Scene
from db.clock import HOUR
from rules.game import Seat

LABELS = {
    "live": mark("several moves a day"),
    "fast": mark("two moves a day"),
    "slow": mark("a move every day or two"),
    "none": mark("no clock"),
}
"""Paces by what they ask of people."""
LEVELS: Mapping[str, str] = {
    "apprentice": mark("apprentice: knows the rules"),
    "sailor": mark("sailor: a good game"),
    "captain": mark("captain: hard to beat"),
}
"""How strong computer players are."""
LEVEL_NAMES: Mapping[str, str] = {
    "apprentice": mark("Apprentice"),
    "sailor": mark("Sailor"),
    "captain": mark("Captain"),
}
"""The same in one word."""
RATED = {"yes": mark("rated"), "no": mark("for fun")}
STARTS = {"host": mark("when the host taps Start"), "full": mark("when the table is full")}


def pace_line(row: db.Game, words: Words) -> str:
    """The pace with its numbers, as the lobby shows it."""
    name = words.say(LABELS[row.pace])
    if row.pace not in PACES:
        return words.say("Pace: {pace}", pace=name)
    return words.say("Pace: {pace}. {about}", pace=name, about=about_pace(row.pace, words))


def about_pace(key: str, words: Words) -> str:
    """What a pace gives everybody."""
    pace = PACES.get(key)
    if pace is None:
        return words.say("Take as long as you like; never rated.")
    return words.say(
        "{bank} h to start with, {more} h more each turn, at most {cap} h.",
        bank=pace.bank // HOUR,
        more=pace.increment // HOUR,
        cap=pace.cap // HOUR,
    )


def rated_line(row: db.Game, words: Words) -> str:
    return words.say("Counts for the ratings") if row.rated else words.say("Played for fun, not rated")


def clock_line(scene: Scene, deadlines: Mapping[Seat, int]) -> str:
    """The pace on a turn card, and until when those have time whose clock runs."""
    words, row = scene.words, scene.position.row
    kept = [words.say("Pace: {pace}", pace=words.say(LABELS[row.pace]))]
    if row.rated:
        kept.append(words.say("rated"))
    kept += [
        words.say("{who}: out of time {when}", who=scene.teller.people[seat], when=relative_time(deadline))
        for seat, deadline in sorted(deadlines.items())
    ]
    return "-# " + " · ".join(kept)


def agreed_on(position: Position) -> dict[str, tuple[str, Mapping[str, str], str]]:
    """For each thing to agree on: the question, the choices, and what holds now."""
    row = position.row
    return {
        "pace": (mark("Pace"), LABELS, row.pace),
        "rated": (mark("Ratings"), RATED, "yes" if row.rated else "no"),
        "start": (mark("The game starts"), STARTS, row.starts),
    }
