"""Profiles: results, rivals, favourites."""

import pytest

import db
from bot.chat.interactions import requests
from bot.i18n import locale_for
from bot.play.account import preferences
from db.clock import DAY
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.finished_games import record_finished_games
from tests.standings.finished_games import FinishedGame, insert_finished_games


async def test_who_hides_is_on_no_board_and_nobody_reads_the_profile(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    hidden = (await astrid.click(profile.message, label="Hide me from leaderboards")).response
    assert "nobody else sees" in text_of(hidden)
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert [line.partition(":")[0] for line in alt_texts(board)[0].splitlines()[1:]] == ["1. bjorn"]
    other = await bjorn.slash(chat.channel, "club profile", person=astrid)
    assert "private" in text_of(other.response)
    mine = (await astrid.slash(chat.channel, "leaderboard")).response
    assert "You’re hidden" in text_of(mine)
    await astrid.click(hidden.message, label="Show me on leaderboards")
    board = (await bjorn.slash(chat.channel, "leaderboard")).response
    assert "1. astrid" in alt_texts(board)[0]


async def test_a_profile_tells_record_rivals_favourites_and_solo_scores(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    now = chat.service.now()
    games = [
        FinishedGame(
            now - 4 * DAY,
            [[a], [b]],
            key="explorers",
            scores=(40, 30),
            favourites=(("hero",), ("queen",)),
        ),
        FinishedGame(
            now - 3 * DAY,
            [[b], [a]],
            key="explorers",
            scores=(52, 41),
            favourites=(("queen",), ("hero",)),
        ),
        FinishedGame(now - 2 * DAY, [[a]], key="explorers", scores=(33,), favourites=(("scout", "hero"),)),
    ]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    other = (
        await chat.user("bjorn").slash(chat.channel, "club profile", person=chat.user("astrid"))
    ).response
    (alt,) = alt_texts(other)
    assert "Explorers of the North Sea: 1 of 2 won (" in alt
    assert "expected) · best 41, usually 40" in alt
    assert "Favourite (Explorers of the North Sea): Hero" in alt
    assert "Explorers of the North Sea, solo: 33" in alt
    assert "Against bjorn: 1 ahead, 1 behind, 0 level" in alt
    assert "Only you see this" not in text_of(other)
    assert not any(name.startswith("skald:hide") for name in enabled_components(other))
    own = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert "100% of your moves in time" in text_of(own)


async def test_a_profile_is_posted_with_one_tap_in_the_language_of_the_server(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    games = [FinishedGame(chat.service.now() - days * DAY, [[a], [b]], scores=(20, 10)) for days in (3, 2, 1)]
    await record_finished_games(chat, games, astrid="astrid", bjorn="bjorn")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    astrid = chat.user("astrid")
    profile = (await astrid.slash(chat.channel, "club profile")).response
    assert "3 wins in a row" in alt_texts(profile)[0]
    before = len(chat.channel.history())
    await astrid.click(profile, label="Post here")
    assert len(chat.channel.history()) == before + 1
    shown = chat.channel.last_message
    assert "3 victoires de suite" in alt_texts(shown)[0]
    assert "in time" not in text_of(shown), "what only its owner sees is not posted"
    assert enabled_components(shown) == {}


async def test_who_hides_cannot_be_posted_by_anybody(chat: Chat) -> None:
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    await record_finished_games(
        chat, [FinishedGame(chat.service.now() - DAY, [[a], [b]])], astrid="astrid", bjorn="bjorn"
    )
    bjorn = chat.user("bjorn")
    profile = (await bjorn.slash(chat.channel, "club profile", person=chat.user("astrid"))).response
    await preferences.save(chat.service, a, hidden=True)
    before = len(chat.channel.history())
    await bjorn.click(profile, label="Post here")
    assert len(chat.channel.history()) == before


@pytest.mark.parametrize(("language", "text"), [("en", "2 games elsewhere"), ("fr", "2 parties ailleurs")])
async def test_a_profile_on_a_server_tells_its_owner_what_it_leaves_out(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(language))
    a, b = chat.user("astrid").id, chat.user("bjorn").id
    ended = chat.service.now() - DAY
    await record_finished_games(chat, [FinishedGame(ended, [[a], [b]])], astrid="astrid", bjorn="bjorn")
    elsewhere = [FinishedGame(ended, [[a], [b]], code=code) for code in ("ELSE1", "ELSE2")]
    await insert_finished_games(chat.store, chat.guild.id + 1, elsewhere, {})
    mine = (await chat.user("astrid").slash(chat.channel, "club profile")).response
    assert text in text_of(mine)
    other = await chat.user("bjorn").slash(chat.channel, "club profile", person=chat.user("astrid"))
    assert text not in text_of(other.response), "what others play elsewhere is their own affair"
