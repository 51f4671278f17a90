"""Finished games: head-to-head, and of a title."""

import db
from bot.play.account import preferences
from db.clock import DAY
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame


async def test_history_between_two_people_and_of_a_title(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        FinishedGame(chat.service.now() - n * DAY, [[a], [b]], scores=(20 + n, 10), code=f"AB{n}")
        for n in range(1, 10)
    ]
    games += [
        FinishedGame(
            chat.service.now() - 20 * DAY, [[b], [a], [c]], key="borealis", scores=(50, 40, 30), code="BAC"
        )
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    astrid = chat.user("astrid")
    both = (await astrid.slash(chat.channel, "club history", **{"with": chat.user("bjorn")})).response
    assert "You and bjorn: you finished ahead 9 times, bjorn 1 time, level 0 times." in text_of(both)
    assert "Page 1 of 2" in text_of(both)
    older = (await astrid.click(both.message, label="Older")).response
    assert "`BAC`" in text_of(older)
    assert "You and bjorn" in text_of(older)
    title = text_of((await astrid.slash(chat.channel, "club history", game="borealis")).response)
    assert "1 game here · usually takes 24 hours" in title
    assert "Scores from 30 to 50, median 40" in title
    assert "Records here: most points 50 (bjorn)" in title
    assert "First player wins 100% (33% expected)" in title


async def test_a_page_is_posted_with_one_tap_and_names_nobody_who_hides(chat: Chat) -> None:
    a, b, c = (chat.user(name).id for name in ("astrid", "bjorn", "cara"))
    games = [
        FinishedGame(
            chat.service.now() - DAY, [[a], [b], [c]], key="borealis", scores=(50, 40, 30), code="ABC"
        )
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn", cara="cara")
    await preferences.save(chat.service, c, hidden=True)
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "club history", **{"with": chat.user("bjorn")})).response
    before = len(chat.channel.history())
    await astrid.click(shown, label="Post here")
    assert len(chat.channel.history()) == before + 1
    posted = text_of(chat.channel.last_message)
    assert "Parties terminées d’astrid" in posted
    assert "astrid 1\N{NO-BREAK SPACE}: 0 bjorn, 0 fois à égalité" in posted
    assert "1. astrid 50 · 2. bjorn 40 · 3. " in posted
    assert "cara" not in posted
    assert enabled_components(chat.channel.last_message) == {}
