"""Play on from here: from the replay to a private game, and a challenge with a table of who did better."""

from typing import Any

import pytest

import db
from bot.play.turns import caretaker
from tests.chat.discord_driver import (
    Chat,
    enabled_components,
    find_custom_id,
    has_component,
    send_component,
    text_of,
)
from tests.chat.story_fixtures import recorded_game_in
from tests.play.recorded_games import RecordedGame
from tests.play.table_fixture import choose_last_move

PLY = 30


@pytest.fixture(autouse=True)
def fast_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


async def choice_panel(chat: Chat, name: str, game: RecordedGame, seat: str = "1") -> Any:
    """Open the replay of a finished game at a turn, and choose to play on from there."""
    user = chat.user(name)
    replay = (await user.slash(chat.channel, "table replay", table=game.row.code)).response
    moment = await send_component(user, replay, f"skald:moment:{game.row.code}::{PLY} {seat}")
    shown = moment.response
    return (await user.click(shown.message, custom_id=find_custom_id(shown, "play-on"))).response


async def private_game(chat: Chat, name: str) -> db.Game:
    games = await db.players.list_games(chat.store, chat.user(name).id, ("running",))
    (own,) = [game for game in games if game.server is None]
    return own


async def test_a_turn_of_the_replay_leads_to_a_game_on_that_seat(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    panel = await choice_panel(chat, "eira", game)
    assert "Play on from here" in text_of(panel)
    assert "bjorn couldn’t know" in text_of(panel)
    eira = chat.user("eira")
    await eira.click(panel.message, custom_id=find_custom_id(panel, "play-on-start"))
    row = await private_game(chat, "eira")
    snapshot = await chat.snapshot(row.code)
    assert snapshot.seat_of(eira.id) == 1
    assert not row.rated
    assert row.pace == "none"


async def test_a_running_game_and_the_last_turn_offer_no_playing_on(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=PLY)
    astrid = chat.user("astrid")
    replay = (await astrid.slash(chat.channel, "table replay", table=game.row.code)).response
    assert not has_component(replay, "play-on")
    forged = await send_component(astrid, replay, f"skald:play-on:{game.row.code}::3 1")
    assert "isn’t over yet" in text_of(forged.response)
    finished = await recorded_game_in(chat, "astrid", "bjorn")
    replay = (await astrid.slash(chat.channel, "table replay", table=finished.row.code)).response
    assert not has_component(replay, "play-on")


async def test_a_challenge_is_taken_on_once_by_each_and_shows_who_did_better(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    panel = await choice_panel(chat, "astrid", game)
    astrid, eira = chat.user("astrid"), chat.user("eira")
    await astrid.click(panel.message, custom_id=find_custom_id(panel, "play-on-post"))
    card = next(
        message for message in chat.channel.history() if has_component(message, "skald:play-on-take:")
    )
    assert "Can you do better?" in text_of(card)
    assert "The original ended at" in text_of(card)
    assert "Nobody has finished yet." in text_of(card)
    take = find_custom_id(card, "play-on-take")
    await eira.click(card, custom_id=take)
    row = await private_game(chat, "eira")
    again = (await eira.click(card, custom_id=take)).response
    assert row.code in text_of(again)
    async with chat.store.write() as tx:
        outcome = {"reason": "finished", "ranking": [[1], [0]], "totals": [10, 210], "sheet": []}
        await tx.execute(
            db.games.table.update()
            .where(db.games.table.c.code == row.code)
            .values(status="over", outcome=outcome)
        )
    await astrid.click(card, custom_id=find_custom_id(card, "play-on-table"))
    card = next(
        message for message in chat.channel.history() if has_component(message, "skald:play-on-take:")
    )
    assert "1. eira: **+200** (210 points) · better" in text_of(card)
    assert set(enabled_components(card))


async def test_a_game_of_another_server_is_not_posted_here(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    async with chat.store.write() as tx:
        await db.servers.ensure_exists(tx, 77)
        await tx.execute(db.games.table.update().values(server=77))
    panel = await choice_panel(chat, "astrid", game)
    assert not has_component(panel, "play-on-post")
    forged = f"skald:play-on-post:{game.row.code}::{PLY} 1 sailor"
    refused = await send_component(chat.user("astrid"), panel, forged)
    assert "only on the server of its game" in text_of(refused.followups[0])


async def test_a_challenge_from_a_game_that_was_resigned_says_that_it_has_no_score(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    outcome = {"reason": "resigned", "ranking": [[1], [0]], "totals": [], "sheet": []}
    async with chat.store.write() as tx:
        await tx.execute(db.games.table.update().values(outcome=outcome))
    panel = await choice_panel(chat, "astrid", game)
    await chat.user("astrid").click(panel.message, custom_id=find_custom_id(panel, "play-on-post"))
    card = next(
        message for message in chat.channel.history() if has_component(message, "skald:play-on-take:")
    )
    assert "The original ended early, without a final score" in text_of(card)
