"""Texts for standings: periods, dates, and lines of leaderboards."""

from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date

from bot.i18n import Locale
from bot.standings.leaderboards import Period
from bot.standings.ratings import OVERALL
from bot.standings.seasons import Span, month_at, season_at
from bot.standings.standing import Form, Standing
from bot.views.markup import MAX_ALT_CHARS, clip
from rules.game import AnyGame

MAX_ALT_NAME_CHARS = 24
FORM_SIGNS: Mapping[Form, str] = {"won": "▲", "between": "–", "lost": "▼"}


def title_name(locale: Locale, games: Mapping[str, AnyGame], key: str) -> str:
    """Returns the name of a title, or its key if it is not installed."""
    if key == OVERALL:
        return locale.t("All games")
    return locale.game_text(games[key], ()).game_name if key in games else key


def period_name(locale: Locale, period: Period, at: int) -> str:
    match period:
        case "ever":
            return locale.t("All time")
        case "season":
            return season_name(locale, season_at(at))
        case "month":
            return format_date(month_at(at).first_day, "LLLL y", locale=locale.language)


def season_name(locale: Locale, span: Span) -> str:
    return locale.t("Season {number} of {year}", number=span.number, year=span.first_day.year)


def date_text(locale: Locale, at: int) -> str:
    return locale.date(datetime.fromtimestamp(at / 1000, UTC), "d MMM y")


def signed_number(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def percent(share: float) -> int:
    return round(100 * share)


def standing_text(locale: Locale, line: Standing) -> str:
    """Returns a line of a leaderboard with everything its picture shows, for the alt text."""
    value = f"{line.value}{'?' if line.provisional else ''}"
    if line.margin is not None:
        value += f" ±{line.margin}"
    parts = [value, games_and_wins_text(locale, line.games, line.wins)]
    if line.best is not None:
        parts.append(locale.t("best {score}", score=line.best))
    if line.form:
        parts.append("".join(FORM_SIGNS[one] for one in line.form))
    if any(line.medals):
        parts.append(" ".join(f"{sign}{n}" for sign, n in zip("🥇🥈🥉", line.medals, strict=True) if n))
    return labelled(locale, f"{line.place}. {clip(line.name, MAX_ALT_NAME_CHARS)}", ", ".join(parts))


def games_and_wins_text(locale: Locale, games: int, wins: int) -> str:
    return ", ".join(
        (locale.tn("{n} game", "{n} games", n=games), locale.tn("{n} victory", "{n} victories", n=wins))
    )


def labelled(locale: Locale, label: str, values: str) -> str:
    """Returns "label: values" with the colon of the language."""
    return locale.t("{what}: {values}", what=label, values=values)


def alt_text(*lines: str) -> str:
    return clip("\n".join(line for line in lines if line), MAX_ALT_CHARS)
