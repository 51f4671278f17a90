"""Records and milestones of a server in words: beside the saga that brought them, and on demand."""

from collections.abc import Iterator, Mapping

import db
from bot.i18n import Words
from bot.i18n.game_text import Teller
from bot.standings.high_scores import TOTAL, Best, News, news_of, records_of
from bot.views.markup import plain_name
from bot.views.reader_view import Scene
from db.users import NOBODY
from rules.game import AnyGame, ScoreRow

MOST_TOLD = 3


async def told_of(scene: Scene, reads: db.Reads) -> tuple[str, ...]:
    """What a finished game changed about the records here; it pings nobody."""
    news = await news_of(reads, scene.position.row)
    people = {best.person for pair in news.broken for best in pair}
    people |= {one.person for one in news.milestones if one.person is not None}
    return tuple(_news(scene.words, scene.teller, news, await _names(reads, people)))[:MOST_TOLD]


def _news(words: Words, teller: Teller, news: News, names: Mapping[int, str]) -> Iterator[str]:
    for best, before in news.broken:
        yield words.say(
            "A record here: **{what}, {points}** by {who}; before, {earlier} by {other}.",
            what=_what(words, teller, best),
            points=best.points,
            who=names[best.person],
            earlier=before.points,
            other=names[before.person],
        )
    for one in news.milestones:
        if one.person is None:
            yield words.say("{n} games of {game} have been played here.", n=one.number, game=teller.game_name)
        else:
            yield words.say(
                "{who} has won {n} games of {game} here.",
                who=names[one.person],
                n=one.number,
                game=teller.game_name,
            )


async def listed(reads: db.Reads, words: Words, game: AnyGame, server: int) -> str:
    """The records of a title on a server in one line."""
    found = await records_of(reads, server, game.info.key)
    names = await _names(reads, {best.person for best in found.values()})
    teller = words.teller(game, ())
    told = [
        words.say(
            "{what} {points} ({who})",
            what=_what(words, teller, best),
            points=best.points,
            who=names[best.person],
        )
        for best in found.values()
    ]
    return words.say("Records here: {records}", records=" · ".join(told)) if told else ""


def _what(words: Words, teller: Teller, best: Best) -> str:
    if best.category == TOTAL:
        return words.say("most points")
    return teller.category(ScoreRow(best.category, ()))


async def _names(reads: db.Reads, people: set[int]) -> dict[int, str]:
    known = await db.users.names_and_hiding(reads, people)
    return {person: plain_name(known.get(person, (None, False))[0] or NOBODY) for person in people}
