"""Records and milestones of a server in words: beside the saga that brought them, and on demand."""

from collections.abc import Iterator, Mapping

import db
from bot.i18n import Locale
from bot.i18n.game_text import GameText
from bot.standings.high_scores import TOTAL, Best, News, news_of, records_of
from bot.views.markup import plain_name
from bot.views.reader_view import ReaderView
from db.users import NOBODY
from rules.game import AnyGame, ScoreRow

MOST_TOLD = 3


async def told_of(reader: ReaderView, reads: db.Reads) -> tuple[str, ...]:
    """What a finished game changed about the records here; it pings nobody."""
    news = await news_of(reads, reader.snapshot.row)
    people = {best.person for pair in news.broken for best in pair}
    people |= {one.person for one in news.milestones if one.person is not None}
    return tuple(_news(reader.locale, reader.game_text, news, await _names(reads, people)))[:MOST_TOLD]


def _news(locale: Locale, game_text: GameText, news: News, names: Mapping[int, str]) -> Iterator[str]:
    for best, before in news.broken:
        yield locale.t(
            "A record here: **{what}, {points}** by {who}; before, {earlier} by {other}.",
            what=_what(locale, game_text, best),
            points=best.points,
            who=names[best.person],
            earlier=before.points,
            other=names[before.person],
        )
    for one in news.milestones:
        if one.person is None:
            yield locale.t(
                "{n} games of {game} have been played here.", n=one.number, game=game_text.game_name
            )
        else:
            yield locale.t(
                "{who} has won {n} games of {game} here.",
                who=names[one.person],
                n=one.number,
                game=game_text.game_name,
            )


async def listed(reads: db.Reads, locale: Locale, game: AnyGame, server: int) -> str:
    """The records of a title on a server in one line."""
    found = await records_of(reads, server, game.info.key)
    names = await _names(reads, {best.person for best in found.values()})
    game_text = locale.game_text(game, ())
    told = [
        locale.t(
            "{what} {points} ({who})",
            what=_what(locale, game_text, best),
            points=best.points,
            who=names[best.person],
        )
        for best in found.values()
    ]
    return locale.t("Records here: {records}", records=" · ".join(told)) if told else ""


def _what(locale: Locale, game_text: GameText, best: Best) -> str:
    if best.category == TOTAL:
        return locale.t("most points")
    return game_text.category(ScoreRow(best.category, ()))


async def _names(reads: db.Reads, people: set[int]) -> dict[int, str]:
    known = await db.users.names_and_hiding(reads, people)
    return {person: plain_name(known.get(person, (None, False))[0] or NOBODY) for person in people}
