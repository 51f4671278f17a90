"""Texts for the terms of a table: pace, clock, rating, start, and strength of computer players."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from babel.dates import format_date, get_day_names

import db
from bot.i18n import N_, Locale
from bot.play.core import Availability, GameSnapshot
from bot.play.core.pace import FIRST_MOVE_BONUS_MS, PACES
from bot.play.notify.turn_notifications import ClockEnd
from bot.views.markup import plain_name
from bot.views.reader_view import ReaderView
from bot.views.standings_text import date_text
from db.clock import HOUR, MINUTE
from rules.game import Seat

PACE_LABELS = {
    "live": N_("several moves a day"),
    "fast": N_("two moves a day"),
    "slow": N_("a move every day or two"),
    "none": N_("no clock"),
}
TIMED_PACE_CHOICES = [(label, pace) for pace, label in PACE_LABELS.items() if pace in PACES]
"""Labels and values of the paces with a clock, for the options of a command."""
LEVEL_LABELS: Mapping[str, str] = {
    "apprentice": N_("apprentice: knows the rules"),
    "sailor": N_("sailor: a good game"),
    "captain": N_("captain: hard to beat"),
}
AWAY_DAYS_RULE = N_(
    "-# Away days, rest days and sleep hours stop your clock here too. When your "
    "time runs out, Skald uses one away day, unless you've turned that off in "
    "/settings."
)
RATED_LABELS = {"yes": N_("rated"), "no": N_("for fun")}
DAY_PARTS: tuple[tuple[int, str], ...] = (
    (5, N_("{weekday} before dawn")),
    (12, N_("{weekday} morning")),
    (18, N_("{weekday} afternoon")),
    (24, N_("{weekday} evening")),
)
"""Parts of a day, each with the hour at which it ends."""
DAYS_BY_NAME = 6
"""A day farther away than this is not named by its weekday, which could mean the one before it."""
START_LABELS = {"host": N_("when the host taps Start"), "full": N_("when the table is full")}


def pace_line(pace: str, locale: Locale) -> str:
    """Returns the pace with its hours, as the lobby shows it."""
    name = locale.t(PACE_LABELS[pace])
    if pace not in PACES:
        return locale.t("Pace: {pace}", pace=name)
    return locale.t("Pace: {pace}. {about}", pace=name, about=pace_details(pace, locale))


def pace_details(key: str, locale: Locale) -> str:
    """Returns the hours that a pace gives each player: initial, per turn, and maximum."""
    pace = PACES.get(key)
    if pace is None:
        return locale.t("Take as long as you like; never rated.")
    return locale.t(
        "{bank} h of waking time at first, {first} h more for the first move, then "
        "{more} h each turn, at most {cap} h.",
        bank=pace.bank // HOUR,
        first=FIRST_MOVE_BONUS_MS // HOUR,
        more=pace.increment // HOUR,
        cap=pace.cap // HOUR,
    )


def rest_days_text(locale: Locale, days: Iterable[int]) -> str:
    """Returns weekdays (Monday is 0) as an enumeration."""
    names = get_day_names("wide", locale=locale.language)
    return locale.join_list(names[day] for day in sorted(days))


def rest_days_lines(snapshot: GameSnapshot, locale: Locale) -> list[str]:
    """Returns a line for each player whose clock rests on some weekdays, if the table has a clock."""
    if snapshot.row.pace not in PACES:
        return []
    return [
        locale.t("Rest days of {who}: {days}", who=plain_name(name), days=rest_days_text(locale, days))
        for name, user in zip(snapshot.names, snapshot.users, strict=True)
        if (days := Availability.from_user(user).rest_days)
    ]


def rated_line(row: db.Game, locale: Locale) -> str:
    if row.ladder:
        return locale.t("Counts for the ladder and the ratings")
    return locale.t("Counts for the ratings") if row.rated else locale.t("Played for fun, not rated")


def clock_text(locale: Locale, end: ClockEnd) -> str:
    """Returns how much time a player has: "24 h of waking time, until Thursday evening".

    The same words stand on cards and in notifications. Without a time zone there is no time of day.
    """
    hours, minutes = round(end.left_ms / HOUR), max(1, round(end.left_ms / MINUTE))
    time = locale.t("{n} h", n=hours) if minutes >= 60 else locale.t("{n} min", n=minutes)
    if end.zone is None:
        return locale.t("{time} left", time=time)
    text = N_("{time} of waking time, until {when}") if _is_paused(end) else N_("{time}, until {when}")
    return locale.t(text, time=time, when=_time_of_day(locale, end))


def _is_paused(end: ClockEnd) -> bool:
    """True if the clock stands still before its end."""
    return end.at - end.now - end.left_ms >= MINUTE


def _time_of_day(locale: Locale, end: ClockEnd) -> str:
    """Returns the weekday and part of the day of a clock's end, or the date if it is a week away."""
    at, now = (datetime.fromtimestamp(ms / 1000, end.zone) for ms in (end.at, end.now))
    if (at.date() - now.date()).days >= DAYS_BY_NAME:
        return locale.date(at, "d MMMM")
    text = next(text for until, text in DAY_PARTS if at.hour < until)
    return locale.t(text, weekday=format_date(at, "EEEE", locale=locale.language))


def clock_line(reader: ReaderView, ends: Mapping[Seat, ClockEnd]) -> str:
    """Returns the pace for a turn card, with the deadline of each running clock."""
    locale, row = reader.locale, reader.snapshot.row
    if pause := pause_text(reader.snapshot, locale):
        return f"-# {pause}"
    parts = [locale.t("Pace: {pace}", pace=locale.t(PACE_LABELS[row.pace]))]
    if row.rated:
        parts.append(locale.t("rated"))
    parts += [
        locale.t("{who}: {time}", who=reader.game_text.player_names[seat], time=clock_text(locale, end))
        for seat, end in sorted(ends.items())
    ]
    return "-# " + " · ".join(parts)


def pause_text(snapshot: GameSnapshot, locale: Locale) -> str:
    """Returns until when the game is paused, or an empty string if it is not."""
    until = snapshot.row.paused_until
    if until is None or not snapshot.is_paused:
        return ""
    return locale.t("The table is paused until {date}.", date=date_text(locale, until))


def table_terms(snapshot: GameSnapshot) -> dict[str, tuple[str, Mapping[str, str], str]]:
    """Returns the terms the host can change, by key: the question, the choices, and the current value."""
    row = snapshot.row
    return {
        "pace": (N_("Pace"), PACE_LABELS, row.pace),
        "rated": (N_("Ratings"), RATED_LABELS, "yes" if row.rated else "no"),
        "start": (N_("The game starts"), START_LABELS, row.starts),
    }
