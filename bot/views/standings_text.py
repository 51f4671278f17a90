"""Standings in words: periods, days, lines of boards, shares."""

from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date

from bot.i18n import Words
from bot.standings.leaderboards import Form, Period, Standing
from bot.standings.ratings import OVERALL
from bot.standings.seasons import Span, month_at, season_at
from bot.views.markup import ALT_LIMIT, clip
from rules.game import AnyGame

NAME_IN_ALT = 24
SIGNS: Mapping[Form, str] = {"won": "▲", "between": "–", "lost": "▼"}


def title_of(words: Words, games: Mapping[str, AnyGame], key: str) -> str:
    game = games.get(key)
    return words.say("All games") if key == OVERALL or game is None else words.teller(game, ()).game_name


def period_of(words: Words, period: Period, at: int) -> str:
    match period:
        case "ever":
            return words.say("All time")
        case "season":
            return season_name(words, season_at(at))
        case "month":
            return format_date(month_at(at).first_day, "LLLL y", locale=words.language)


def season_name(words: Words, span: Span) -> str:
    return words.say("Season {number} of {year}", number=span.number, year=span.first_day.year)


def day_of(words: Words, at: int) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "d MMM y", locale=words.language)


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def percent(share: float) -> int:
    return round(100 * share)


def line_in_words(words: Words, line: Standing) -> str:
    """A line of a board with all that its picture shows."""
    value = f"{line.value}{'?' if line.provisional else ''}"
    if line.margin is not None:
        value += f" ±{line.margin}"
    parts = [value, games_and_wins(words, line.games, line.wins)]
    if line.best is not None:
        parts.append(words.say("best {score}", score=line.best))
    if line.form:
        parts.append("".join(SIGNS[one] for one in line.form))
    if any(line.medals):
        parts.append(" ".join(f"{sign}{n}" for sign, n in zip("🥇🥈🥉", line.medals, strict=True) if n))
    return about(words, f"{line.place}. {clip(line.name, NAME_IN_ALT)}", ", ".join(parts))


def games_and_wins(words: Words, games: int, wins: int) -> str:
    return ", ".join(
        (
            words.say_many("{n} game", "{n} games", n=games),
            words.say_many("{n} victory", "{n} victories", n=wins),
        )
    )


def about(words: Words, what: str, values: str) -> str:
    """Something and what is to say of it, with the colon of the language."""
    return words.say("{what}: {values}", what=what, values=values)


def alt_of(*lines: str) -> str:
    return clip("\n".join(line for line in lines if line), ALT_LIMIT)
