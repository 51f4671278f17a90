"""Matchmaking: the waiting list, leaving it, and the game that starts."""

import db
from tests.chat.discord_driver import Chat, text_of


async def test_who_waits_sees_for_what_and_stops_with_one_tap(chat: Chat) -> None:
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, "club wait", game="lofoten", pace="slow")).response
    assert shown.ephemeral
    assert "Lofoten, 2 players, a move every day or two: 1 of 2 are waiting" in text_of(shown)
    await astrid.click(shown, label="Stop waiting")
    again = (await astrid.slash(chat.channel, "club wait")).response
    assert "You aren’t on a waiting list" in text_of(again)


async def test_the_last_who_comes_begins_the_game_in_a_thread(chat: Chat) -> None:
    await chat.user("astrid").slash(chat.channel, "club wait", game="lofoten", pace="slow")
    told = (await chat.user("bjorn").slash(chat.channel, "club wait", game="lofoten", pace="slow")).response
    (game,) = await db.players.list_games(chat.store, chat.user("astrid").id)
    assert f"the same game: `{game.code}` starts" in text_of(told)
    assert game.status == "running"
    assert chat.card().channel.id == game.thread
