"""The podium at the end of a season, and the nightly recomputation of ratings.

Covers `bot/play/club/maintenance.py`.
"""

from dataclasses import replace

import pytest

import db
from bot.play.club import maintenance
from bot.play.core import timers
from bot.play.turns.ending import season_timer
from bot.standings import seasons
from bot.standings.seasons import season_at
from db.clock import DAY
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame


async def test_a_season_closes_with_a_podium_and_the_next_begins(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    span = season_at(chat.service.now())
    games = [
        FinishedGame(span.until - 1, [[a], [b, c]], code="LAST"),
        FinishedGame(span.until, [[c], [a], [b]], code="NEXT"),
        FinishedGame(span.start - 1, [[c], [a]], code="PAST"),
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    async with chat.store.write() as tx:
        settings = db.ServerSettings(lobbies=chat.channel.id)
        await db.servers.update(tx, chat.guild.id, language="fr", settings=settings)
        begun = await seasons.begin_season(tx, chat.guild.id, tx.now)
        assert begun is not None
        await db.timers.schedule(tx, season_timer(chat.guild.id, begun))
        await db.timers.cancel(tx, keys=[timers.MAINTENANCE])  # ninety nights would take long
    await chat.env.advance_time((span.until - chat.service.now()) / 1000 - 60)
    assert await db.seasons.list_closed(chat.store, chat.guild.id) == ()
    await chat.env.advance_time(120)
    (closed,) = await db.seasons.list_closed(chat.store, chat.guild.id)
    assert [(one["place"], one["person"], one["points"]) for one in closed.podium or ()] == [
        (1, a, 10),
        (2, b, 6),
        (2, c, 6),
    ]
    posts = [message for message in chat.channel.history() if "Saison" in text_of(message)]
    assert len(posts) == 1
    assert "**astrid** la remporte." in text_of(posts[0])
    assert "2. bjorn\N{NO-BREAK SPACE}: 6 points" in alt_texts(posts[0])[0]
    following = await db.seasons.find(chat.store, chat.guild.id, span.until)
    assert following is not None
    assert following.closed is None
    board = (await chat.user("cara").slash(chat.channel, "leaderboard", period="season")).response
    assert alt_texts(board)[0].splitlines()[1].startswith("1. cara: 10")
    assert "🥈1" in alt_texts(board)[0]
    await chat.restart()
    await chat.env.advance_time(120)
    assert len([message for message in chat.channel.history() if "Saison" in text_of(message)]) == 1


async def test_at_night_ratings_are_made_again_part_by_part(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "GAMES_PER_BATCH", 2)
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    games = [
        FinishedGame(chat.service.now() - number, [[a], [b]], code=f"N{number}") for number in range(1, 4)
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    written = set(await db.ratings.list_for_server(chat.store, chat.guild.id))
    async with chat.store.write() as tx:
        await db.ratings.upsert(tx, [replace(one, mu=99.0) for one in written])
    for _ in range(2):
        await chat.env.advance_time(DAY / 1000)
    assert set(await db.ratings.list_for_server(chat.store, chat.guild.id)) == written
    assert await db.timers.find(chat.store, timers.MAINTENANCE)
