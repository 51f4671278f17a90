"""Tables in a forum: one post per game, from the lobby card to the result."""

from typing import Any

import discord
import pytest

import db
from db.servers import ServerSettings
from tests.chat.components import enabled_components, has_component
from tests.chat.discord_driver import Chat, text_of


async def open_forum_table(chat: Chat, *names: str) -> tuple[str, Any]:
    """Open a table on a server with a lobby forum. Returns its code and its post."""
    forum = chat.guild.create_forum_channel("tables")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=ServerSettings(lobbies=forum.id))
    answer = await chat.user(names[0]).slash(chat.channel, "new lofoten", pace="none")
    assert f"<#{forum.id}>" in text_of(answer.response)
    (row,) = await db.players.list_games(chat.store, chat.user(names[0]).id, ("lobby",))
    (post,) = forum.threads
    for name in names[1:]:
        await chat.user(name).click(lobby_card(post), label="Join")
    return row.code, post


def lobby_card(post: Any) -> Any:
    return post.history()[0]


async def test_a_table_is_a_post_and_the_game_is_played_in_it(chat: Chat) -> None:
    code, post = await open_forum_table(chat, "astrid", "bjorn")
    assert post.name == f"astrid · Lofoten · {code}"
    assert not chat.channel.history(), "nothing stands where it was typed"
    await chat.user("astrid").click(lobby_card(post), label="Start")
    assert (await chat.snapshot(code)).row.thread == post.id
    assert any(has_component(message, f":play:{code}:") for message in post.history())
    renamed = chat.env.backend.channels[post.id].name
    assert renamed == f"astrid & bjorn · Lofoten · {code}"
    assert "The game has begun" in text_of(lobby_card(post))


async def test_its_first_message_ends_as_the_result(chat: Chat) -> None:
    _, post = await open_forum_table(chat, "astrid", "bjorn")
    await chat.user("astrid").click(lobby_card(post), label="Start")
    resigning = (await chat.user("bjorn").slash(post, "table resign")).response
    await chat.user("bjorn").click(resigning.message, label="Resign")
    assert "bjorn resigns." in text_of(lobby_card(post))
    assert not enabled_components(lobby_card(post))


async def test_any_post_of_a_forum_stands_for_it(chat: Chat) -> None:
    code, post = await open_forum_table(chat, "astrid", "bjorn")
    await chat.user("cara").slash(post, "new lofoten")
    (row,) = await db.players.list_games(chat.store, chat.user("cara").id, ("lobby",))
    assert row.channel == (await chat.snapshot(code)).row.channel
    assert row.thread not in (None, post.id)


async def test_a_lost_reply_gives_no_second_post(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    forum = chat.guild.create_forum_channel("tables")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=ServerSettings(lobbies=forum.id))
    crashes = iter([OSError("the reply was lost")])
    unharmed = discord.ForumChannel.create_thread

    async def create_thread(self: discord.ForumChannel, **given: Any) -> Any:
        made = await unharmed(self, **given)
        for crash in crashes:
            raise crash
        return made

    monkeypatch.setattr(discord.ForumChannel, "create_thread", create_thread)
    await chat.user("astrid").slash(chat.channel, "new lofoten")
    await chat.env.advance_time(60)
    (post,) = forum.threads
    (row,) = await db.players.list_games(chat.store, chat.user("astrid").id)
    assert row.thread == post.id


async def test_a_deleted_post_is_opened_anew(chat: Chat) -> None:
    code, post = await open_forum_table(chat, "astrid", "bjorn")
    await chat.user("astrid").click(lobby_card(post), label="Start")
    await chat.skald.http.delete_channel(post.id)
    await chat.env.settle()
    thread = (await chat.snapshot(code)).row.thread
    assert thread not in (None, post.id)
    (again,) = chat.guild.channels["tables"].threads
    assert any(has_component(message, f":play:{code}:") for message in again.history())
