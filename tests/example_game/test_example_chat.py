"""The example game played in a thread: from /new to the final card, by taps and by typing."""

import logging
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.i18n import LANGUAGES, locale_for
from bot.i18n.catalogue import warn_once
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from rules.game import Move
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.panel_driver import play_on_panel
from tests.example_game.example import GAME, KEY
from tests.example_game.rules.options import RunesOptions

SEED = bytes(range(32))
EXPECTED_TEXTS = {
    "en": (
        "After a tie: the stones are lost",
        "All stones are laid.",
        "lays a stone face down.",
        "In the bag",
    ),
    "fr": (
        "En cas d’égalité : les pierres sont perdues",
        "Toutes les pierres sont posées.",
        "pose une pierre face cachée.",
        "Dans le sac",
    ),
    "de": (
        "Nach einem Gleichstand: sind die Steine verloren",
        "Alle Steine sind gelegt.",
        "legt einen Stein verdeckt.",
        "Im Beutel",
    ),
}
"""Texts on the lobby card, on the final card, in the thread, and in the alt text of a board."""
NOT_POSSIBLE = {"en": "isn’t possible now", "fr": "pas possible maintenant", "de": "geht gerade nicht"}


@pytest.fixture(params=LANGUAGES)
async def language(
    chat: Chat,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[str]:
    """The language of server and players. The test fails if a text is missing in it."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(request.param))
    monkeypatch.setattr(requests, "Actor", lambda user_id, name, _: Actor(user_id, name, request.param))
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language=request.param)
    warn_once.cache_clear()
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        yield request.param
    assert [record.getMessage() for record in caplog.records if record.name.startswith("bot.i18n")] == []


async def start_game(chat: Chat, *names: str, **options: str) -> str:
    """Open a game by /new and start it by its card. Returns its code."""
    host, *others = map(chat.user, names)
    await host.slash(chat.channel, f"new {KEY}", **options)
    (game,) = await db.players.list_games(chat.store, host.id, ("lobby",))
    for other in others:
        card = chat.lobby_card(game.code)
        await other.click(card, custom_id=find_custom_id(card, "join"))
    card = chat.lobby_card(game.code)
    await host.click(card, custom_id=find_custom_id(card, "start"))
    return game.code


async def play_moves(chat: Chat, code: str) -> AsyncIterator[tuple[Any, Move]]:
    """Yield each player with a random move until the game is over. All players cast a stone first."""
    chance = Random(4)
    while not (snapshot := await chat.snapshot(code)).is_over:
        seat = min(snapshot.owing_seats())
        moves = snapshot.legal(seat)
        casts = [move for move in moves if move.kind == "cast"]
        yield await chat.player_to_move(code), chance.choice(casts or moves)


@pytest.mark.parametrize("language", ["en", "fr"], indirect=True)
async def test_it_is_played_by_taps(chat: Chat, language: str) -> None:
    on_lobby_card, *_ = EXPECTED_TEXTS[language]
    code = await start_game(chat, "astrid", "bjorn", "chloe", tie="no")
    assert on_lobby_card in plain(text_of(chat.channel.history()[0]))
    refused = await chat.user("astrid").slash(chat.thread(), f"{KEY} lay", stone="the moon")
    assert NOT_POSSIBLE[language] in text_of(refused.response)
    panel, holder = None, None
    async for actor, move in play_moves(chat, code):
        if actor is not holder:
            card = chat.card()
            panel, holder = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response, actor
        panel = await play_on_panel(actor, panel, move)
    await expect_a_proper_end(chat, code, language)


@pytest.mark.parametrize("language", ["de"], indirect=True)
async def test_it_is_played_by_typing_and_outlives_a_restart(chat: Chat, language: str) -> None:
    code = await start_game(chat, "astrid", "bjorn")
    async for actor, move in play_moves(chat, code):
        kind, stone = move.tokens()
        version = (await chat.snapshot(code)).row.version
        await actor.slash(chat.thread(), f"{KEY} {kind}", stone=stone)
        assert (await chat.snapshot(code)).row.version > version
        if kind == "cast":
            await chat.restart()
    await expect_a_proper_end(chat, code, language)


async def expect_a_proper_end(chat: Chat, code: str, language: str) -> None:
    _, ended, laid, in_the_bag = EXPECTED_TEXTS[language]
    snapshot = await chat.snapshot(code)
    assert snapshot.game is GAME
    outcome = GAME.outcome(snapshot.state)
    assert outcome is not None
    history = chat.thread().history()
    assert any(laid in text_of(message) for message in history)
    final = next(message for message in history if SEED.hex() in text_of(message))
    assert ended in text_of(final)
    assert all(snapshot.names[seat] in text_of(final) for seat in outcome.ranking[0])
    (sheet,) = map(plain, alt_texts(final))  # the last board is on the poster
    assert " – ".join(map(str, outcome.totals)) in sheet
    assert any(in_the_bag in plain(alt) for message in history for alt in alt_texts(message))
    assert not any(name.startswith(("skald:play:", "skald:pick:")) for name in enabled_components(final))


async def test_an_option_of_two_values_is_changed_on_the_card(chat: Chat) -> None:
    host = chat.user("astrid")
    await host.slash(chat.channel, f"new {KEY}")
    (game,) = await db.players.list_games(chat.store, host.id, ("lobby",))
    options = (await host.click(chat.lobby_card(game.code), label="Change options")).response
    select = find_custom_id(options, "option")
    await host.select(options.message, ["no"], custom_id=select)
    assert (await chat.snapshot(game.code)).options() == RunesOptions(stones_wait=False)
    assert "After a tie: the stones are lost" in text_of(chat.lobby_card(game.code))


async def test_discord_is_given_its_commands_in_every_language(chat: Chat) -> None:
    tree = chat.skald.tree
    group = tree.get_command(KEY)
    assert group is not None
    assert tree.translator is not None
    payload = await group.get_translated_payload(tree, tree.translator)
    french = {command["name"]: command["name_localizations"]["fr"] for command in payload["options"]}
    assert french == {"lay": "poser", "cast": "rejeter"}


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", ["fr"], indirect=True)
@pytest.mark.usefixtures("language", "quick_searches")
async def test_its_positions_can_be_practised(chat: Chat) -> None:
    eira = chat.user("eira")
    panel = (await eira.slash(chat.channel, "club practice", game=KEY)).response
    assert alt_texts(panel)
    answer = find_custom_id(panel, "practice-answer")
    result = (await eira.click(panel.message, custom_id=answer)).response
    assert "%" in text_of(result)
    assert GAME.info.key in {row.key for row in await stored_positions(chat)}


async def stored_positions(chat: Chat) -> tuple[db.Position, ...]:
    rules = [(KEY, GAME.info.rules_version, GAME.pack)]
    return await db.practice.list_unseen_house(chat.store, 1, rules)
