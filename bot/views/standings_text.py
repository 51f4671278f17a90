"""Standings in words: periods, days, lines of boards, shares."""

from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date

from bot.i18n import Locale
from bot.standings.leaderboards import Form, Period, Standing
from bot.standings.ratings import OVERALL
from bot.standings.seasons import Span, month_at, season_at
from bot.views.markup import ALT_LIMIT, clip
from rules.game import AnyGame

NAME_IN_ALT = 24
SIGNS: Mapping[Form, str] = {"won": "▲", "between": "–", "lost": "▼"}


def title_of(locale: Locale, games: Mapping[str, AnyGame], key: str) -> str:
    game = games.get(key)
    return locale.t("All games") if key == OVERALL or game is None else locale.game_text(game, ()).game_name


def period_of(locale: Locale, period: Period, at: int) -> str:
    match period:
        case "ever":
            return locale.t("All time")
        case "season":
            return season_name(locale, season_at(at))
        case "month":
            return format_date(month_at(at).first_day, "LLLL y", locale=locale.language)


def season_name(locale: Locale, span: Span) -> str:
    return locale.t("Season {number} of {year}", number=span.number, year=span.first_day.year)


def day_of(locale: Locale, at: int) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "d MMM y", locale=locale.language)


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def percent(share: float) -> int:
    return round(100 * share)


def line_in_words(locale: Locale, line: Standing) -> str:
    """A line of a board with all that its picture shows."""
    value = f"{line.value}{'?' if line.provisional else ''}"
    if line.margin is not None:
        value += f" ±{line.margin}"
    parts = [value, games_and_wins(locale, line.games, line.wins)]
    if line.best is not None:
        parts.append(locale.t("best {score}", score=line.best))
    if line.form:
        parts.append("".join(SIGNS[one] for one in line.form))
    if any(line.medals):
        parts.append(" ".join(f"{sign}{n}" for sign, n in zip("🥇🥈🥉", line.medals, strict=True) if n))
    return about(locale, f"{line.place}. {clip(line.name, NAME_IN_ALT)}", ", ".join(parts))


def games_and_wins(locale: Locale, games: int, wins: int) -> str:
    return ", ".join(
        (
            locale.tn("{n} game", "{n} games", n=games),
            locale.tn("{n} victory", "{n} victories", n=wins),
        )
    )


def about(locale: Locale, what: str, values: str) -> str:
    """Something and what is to say of it, with the colon of the language."""
    return locale.t("{what}: {values}", what=what, values=values)


def alt_of(*lines: str) -> str:
    return clip("\n".join(line for line in lines if line), ALT_LIMIT)
