"""What a table agrees on beside the rules: its pace, and whether it counts for the ratings."""

from collections.abc import Mapping

import db
from bot.i18n import N_, Locale
from bot.play.core.pace import PACES
from bot.play.core.snapshot import GameSnapshot
from bot.views.markup import relative_time
from bot.views.reader_view import ReaderView
from db.clock import HOUR
from rules.game import Seat

LABELS = {
    "live": N_("several moves a day"),
    "fast": N_("two moves a day"),
    "slow": N_("a move every day or two"),
    "none": N_("no clock"),
}
"""Paces by what they ask of people."""
LEVELS: Mapping[str, str] = {
    "apprentice": N_("apprentice: knows the rules"),
    "sailor": N_("sailor: a good game"),
    "captain": N_("captain: hard to beat"),
}
"""How strong computer players are."""
LEVEL_NAMES: Mapping[str, str] = {
    "apprentice": N_("Apprentice"),
    "sailor": N_("Sailor"),
    "captain": N_("Captain"),
}
"""The same in one word."""
RATED = {"yes": N_("rated"), "no": N_("for fun")}
STARTS = {"host": N_("when the host taps Start"), "full": N_("when the table is full")}


def pace_line(row: db.Game, locale: Locale) -> str:
    """The pace with its numbers, as the lobby shows it."""
    name = locale.t(LABELS[row.pace])
    if row.pace not in PACES:
        return locale.t("Pace: {pace}", pace=name)
    return locale.t("Pace: {pace}. {about}", pace=name, about=about_pace(row.pace, locale))


def about_pace(key: str, locale: Locale) -> str:
    """What a pace gives everybody."""
    pace = PACES.get(key)
    if pace is None:
        return locale.t("Take as long as you like; never rated.")
    return locale.t(
        "{bank} h to start with, {more} h more each turn, at most {cap} h.",
        bank=pace.bank // HOUR,
        more=pace.increment // HOUR,
        cap=pace.cap // HOUR,
    )


def rated_line(row: db.Game, locale: Locale) -> str:
    return locale.t("Counts for the ratings") if row.rated else locale.t("Played for fun, not rated")


def clock_line(reader: ReaderView, deadlines: Mapping[Seat, int]) -> str:
    """The pace on a turn card, and until when those have time whose clock runs."""
    locale, row = reader.locale, reader.snapshot.row
    kept = [locale.t("Pace: {pace}", pace=locale.t(LABELS[row.pace]))]
    if row.rated:
        kept.append(locale.t("rated"))
    kept += [
        locale.t("{who}: out of time {when}", who=reader.game_text.people[seat], when=relative_time(deadline))
        for seat, deadline in sorted(deadlines.items())
    ]
    return "-# " + " · ".join(kept)


def agreed_on(snapshot: GameSnapshot) -> dict[str, tuple[str, Mapping[str, str], str]]:
    """For each thing to agree on: the question, the choices, and what holds now."""
    row = snapshot.row
    return {
        "pace": (N_("Pace"), LABELS, row.pace),
        "rated": (N_("Ratings"), RATED, "yes" if row.rated else "no"),
        "start": (N_("The game starts"), STARTS, row.starts),
    }
