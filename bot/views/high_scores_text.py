"""Texts for high scores and milestones of a server: news after a game, and the list on demand."""

from collections.abc import Iterator, Mapping

import db
from bot.i18n import GameText, Locale
from bot.standings.high_scores import (
    TOTAL,
    GameNews,
    HighScore,
    HighScoreCache,
    game_news,
    server_high_scores,
)
from bot.views.markup import plain_name
from bot.views.reader_view import ReaderView
from rules.game import AnyGame, ScoreRow

MAX_LINES = 3


async def high_score_news(reader: ReaderView, reads: db.Reads, cache: HighScoreCache) -> tuple[str, ...]:
    """Returns up to MAX_LINES lines on the high scores and milestones of a finished game, without pings."""
    news = await game_news(reads, reader.snapshot.row, cache)
    user_ids = {best.user_id for pair in news.broken for best in pair}
    user_ids |= {one.user_id for one in news.milestones if one.user_id is not None}
    return tuple(_news_lines(reader.locale, reader.game_text, news, await _user_names(reads, user_ids)))[
        :MAX_LINES
    ]


def _news_lines(
    locale: Locale, game_text: GameText, news: GameNews, names: Mapping[int, str]
) -> Iterator[str]:
    for best, before in news.broken:
        yield locale.t(
            "A record here: **{what}, {points}** by {who}; before, {earlier} by {other}.",
            what=_category_name(locale, game_text, best),
            points=best.points,
            who=names[best.user_id],
            earlier=before.points,
            other=names[before.user_id],
        )
    for one in news.milestones:
        if one.user_id is None:
            yield locale.t(
                "{n} games of {game} have been played here.", n=one.number, game=game_text.game_name
            )
        else:
            yield locale.t(
                "{who} has won {n} games of {game} here.",
                who=names[one.user_id],
                n=one.number,
                game=game_text.game_name,
            )


async def high_scores_line(reads: db.Reads, locale: Locale, game: AnyGame, server: int) -> str:
    """Returns the high scores of a game on a server in one line, or an empty string."""
    found = await server_high_scores(reads, server, game.info.key)
    names = await _user_names(reads, {best.user_id for best in found.values()})
    game_text = locale.game_text(game, ())
    entries = [
        locale.t(
            "{what} {points} ({who})",
            what=_category_name(locale, game_text, best),
            points=best.points,
            who=names[best.user_id],
        )
        for best in found.values()
    ]
    return locale.t("Records here: {records}", records=" · ".join(entries)) if entries else ""


def _category_name(locale: Locale, game_text: GameText, best: HighScore) -> str:
    if best.category == TOTAL:
        return locale.t("most points")
    return game_text.score_category(ScoreRow(best.category, ()))


async def _user_names(reads: db.Reads, user_ids: set[int]) -> dict[int, str]:
    names = await db.users.display_names(reads, user_ids)
    return {user_id: plain_name(str(names[user_id])) for user_id in user_ids}
