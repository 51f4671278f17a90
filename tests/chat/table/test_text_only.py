"""Words first: one player gets texts in place of pictures, and can play by them alone."""

from itertools import count
from random import Random
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.i18n import LANGUAGES, locale_for
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from bot.play.turns.moves import play
from rules import GAMES
from tests.chat.discord_driver import Chat, alt_texts, send_component, text_of
from tests.chat.finished_games import play_until_last_move
from tests.chat.text_player import Screen, TextPlayer, tap

INTERACTION_IDS = count(1)
SIGNS = "◀▶⟲⟳→←🚩"
"""What a screen reader says nothing sensible for."""


async def want_words(chat: Chat, name: str) -> Any:
    actor = chat.user(name)
    async with chat.service.transaction() as tx:
        await db.users.update_preferences(tx, actor.id, text_only=True)
    return actor


async def random_moves(chat: Chat, code: str, reader: Any, random: Random, plies: int | None = None) -> None:
    """Make random moves for all others until the reader owes one, the game is over, or `plies` are made."""
    while not (snapshot := await chat.snapshot(code)).is_over:
        is_due = snapshot.seat_of(reader.id) in snapshot.owing_seats()
        if is_due or (plies is not None and snapshot.row.ply >= plies):
            return
        seat = min(snapshot.owing_seats())
        user_id = snapshot.players[seat].person
        assert user_id is not None
        move = random.choice(snapshot.legal(seat))
        actor = Actor(user_id, snapshot.names[seat], "en-US")
        await play(chat.service, code, actor, str(move), interaction_id=next(INTERACTION_IDS))


async def play_in_words(
    chat: Chat, code: str, reader: Any, player: TextPlayer, random: Random
) -> list[Screen]:
    """Play a game to its end, the reader by what it reads. Returns all that it read."""
    screens: list[Screen] = []
    while not (await chat.snapshot(code)).is_over:
        await random_moves(chat, code, reader, random)
        shown = (await reader.slash(chat.thread(), "play", table=code)).response
        screens.append(Screen.of(shown))
        while (label := player.choose(screens[-1])) is not None and not (await chat.snapshot(code)).is_over:
            shown = await tap(reader, shown, label)
            screens.append(Screen.of(shown))
    return screens


async def totals_in_words(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, key: str, language: str, seed: int
) -> tuple[int, int]:
    """Play one game. Returns the points of the reader and of random play."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([seed]) * 32)
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(language))
    reader, random = await want_words(chat, "astrid"), Random(f"{key} {seed}")
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for("en"))
    code = await chat.start_game("astrid", "bjorn", game=key)
    monkeypatch.setattr(requests, "locale_for", lambda _: locale_for(language))
    screens = await play_in_words(chat, code, reader, TextPlayer(key, language, random), random)
    for screen in screens:
        assert not screen.alt_texts
        assert len(screen.text) <= 4000
        lines = (*screen.text.split("\n"), *screen.buttons, *screen.options)
        assert not [line for line in lines if set(SIGNS) & set(line)]
    snapshot = await chat.snapshot(code)
    outcome, seat = snapshot.outcome(), snapshot.seat_of(reader.id)
    assert outcome is not None
    assert seat is not None
    assert str(outcome.totals[seat]) in screens[-1].text
    return outcome.totals[seat], outcome.totals[1 - seat]


async def test_a_player_who_only_reads_beats_random_play(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, theirs = await totals_in_words(chat, monkeypatch, "borealis", "en", 1)
    assert mine > 1.5 * theirs


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
async def test_a_player_who_only_reads_clearly_beats_random_play_in_every_language(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    results = [
        await totals_in_words(chat, monkeypatch, key, language, seed)
        for seed, language in enumerate(LANGUAGES, start=1)
    ]
    assert sum(mine > theirs for mine, theirs in results) > len(LANGUAGES) / 2
    assert sum(mine for mine, _ in results) > 1.5 * sum(theirs for _, theirs in results)


# Everywhere a panel appears


async def start_with_reader(chat: Chat, game: str = "lofoten") -> tuple[str, Any, Any]:
    """Start a game in which the player to move wants words. Returns its code, that player and their panel."""
    code = await chat.start_game("astrid", "bjorn", game=game)
    actor = await chat.player_to_move(code)
    await want_words(chat, actor.name)
    panel = (await actor.slash(chat.thread(), "play", table=code)).response
    return code, actor, panel


async def test_one_tap_in_the_settings_turns_it_on_and_off(chat: Chat) -> None:
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "settings")).response
    shown = (await astrid.click(shown.message, label="Words first")).response
    assert "text in place of pictures" in text_of(shown)
    assert (await db.users.get(chat.store, astrid.id)).preferences.text_only
    await astrid.click(shown.message, label="Show pictures")
    assert not (await db.users.get(chat.store, astrid.id)).preferences.text_only


@pytest.mark.quick
async def test_only_the_reader_loses_the_pictures(chat: Chat) -> None:
    code, actor, panel = await start_with_reader(chat)
    other = next(user for user in chat.users.values() if user.id != actor.id)
    assert not alt_texts(panel)
    assert "### Your hand" in text_of(panel)
    assert alt_texts((await other.slash(chat.thread(), "play", table=code)).response)
    assert chat.card().attachments  # The table's card is for all.


async def test_a_hand_by_direct_message_is_text(chat: Chat) -> None:
    bjorn = await want_words(chat, "bjorn")
    await chat.start_game("astrid", "bjorn")
    (hand,) = bjorn.user.dm_channel.history()
    assert not hand.attachments
    assert "### Your hand" in text_of(hand)
    assert text_of(hand).count("\n- ") == 3


TOOLS = (
    "See my hand",
    "What is this?",
    "Look closer",
    "Read the rules",
    "Get advice",
    "Try it out",
    "Give orders",
)


@pytest.mark.parametrize("tool", ["See the board", *TOOLS])
async def test_every_page_behind_the_panel_is_text_and_leads_back(chat: Chat, tool: str) -> None:
    _, actor, panel = await start_with_reader(chat)
    shown = panel if tool not in TOOLS else (await actor.click(panel.message, label="More…")).response
    shown = (await actor.click(shown.message, label=tool)).response
    assert not alt_texts(shown)
    assert len(text_of(shown)) > 40
    assert any(label.startswith("Back") for label in Screen.of(shown).buttons)


async def test_a_long_board_is_read_part_by_part(chat: Chat) -> None:
    code, actor, _ = await start_with_reader(chat, "explorers")
    await random_moves(chat, code, chat.user("nobody"), Random(1), plies=170)
    panel = (await actor.slash(chat.thread(), "play", table=code)).response
    board = (await actor.click(panel.message, label="See the board")).response
    assert "### Tiles of the map" not in text_of(board)
    part = next(label for label in Screen.of(board).options if "Tiles of the map" in label)
    board = await tap(actor, board, part)
    assert "### Tiles of the map" in text_of(board)
    assert "### " in text_of((await actor.click(board.message, label="Back")).response)


async def test_a_final_move_is_confirmed_by_a_button_that_names_it(chat: Chat) -> None:
    """Ten seconds are too short to hear what is about to be played."""
    _, actor, panel = await start_with_reader(chat, "shipwrights")
    answer = Screen.of(panel).buttons[0]
    shown = await tap(actor, panel, answer)
    confirm = [label for label in Screen.of(shown).buttons if label.startswith("Confirm: ")]
    assert confirm or answer not in Screen.of(shown).buttons
    assert "Play it now" not in "".join(Screen.of(shown).buttons)


async def test_a_typed_move_is_answered_in_a_sentence(chat: Chat) -> None:
    code, actor, _ = await start_with_reader(chat)
    answer = (await actor.slash(chat.thread(), "lofoten side", card="left")).response
    assert text_of(answer).count("\n") == 0
    assert text_of(answer).endswith(".")
    assert Screen.of(answer).buttons == ("Back to the table",)
    refusal = (await actor.slash(chat.thread(), "lofoten side", card="left")).response
    assert "\n" not in text_of(refusal)
    assert "### " in text_of((await actor.click(refusal.message, label="Back to the table")).response)
    assert (await chat.snapshot(code)).is_running


async def test_recap_and_replay_are_told(chat: Chat) -> None:
    code, actor, _ = await start_with_reader(chat)
    await random_moves(chat, code, chat.user("nobody"), Random(2), plies=30)
    recap = (await actor.slash(chat.thread(), "table recap", table=code)).response
    replay = (await actor.slash(chat.thread(), "table replay", table=code)).response
    for shown in (recap, replay):
        assert not alt_texts(shown)
        assert "### What changed" in text_of(shown)
        assert "Watch the film" not in Screen.of(shown).buttons
    replay = (await actor.click(replay.message, label="Earlier turn")).response
    assert "Later turn" in Screen.of(replay).buttons


async def test_a_spectator_who_wants_words_gets_words(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    watcher = await want_words(chat, "chloe")
    board = (await watcher.slash(chat.thread(), "board", table=code)).response
    assert not alt_texts(board)
    assert "### Market" in text_of(board)
    assert "Your hand" not in text_of(board)


async def test_standings_are_the_words_of_their_pictures(chat: Chat) -> None:
    reader = await want_words(chat, "astrid")
    profile = (await reader.slash(chat.channel, "club profile")).response
    assert not alt_texts(profile)
    assert text_of(profile)


async def test_a_finished_game_is_counted_in_words(chat: Chat) -> None:
    last = await play_until_last_move(chat, "astrid", "bjorn", game="borealis")
    reader = await want_words(chat, last.mover)
    shown = (await reader.slash(chat.thread(), "play", table=last.code)).response
    ended = (await send_component(reader, shown, last.custom_id)).response
    assert not alt_texts(ended)
    snapshot = await chat.snapshot(last.code)
    outcome = snapshot.outcome()
    assert outcome is not None
    for seat, total in enumerate(outcome.totals):
        assert f"### {snapshot.names[seat]}: {total} points" in text_of(ended)
    decided = (await reader.click(ended.message, label="What decided it?")).response
    assert not alt_texts(decided)
    ended = (await reader.click(decided.message, label="Back")).response
    saga = (await reader.click(ended.message, label="Read the saga")).response
    assert not alt_texts(saga)
