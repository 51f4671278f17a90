"""What those who manage a server choose, and what follows for everybody else."""

from typing import Any

import discord

import db
from db.servers import ServerSettings
from tests.chat.chat import Chat, taps, words_of


async def test_only_those_who_manage_the_server_may(chat: Chat) -> None:
    answer = await chat.person("astrid").slash(chat.channel, "server", pace="live")
    assert "Manage Server" in words_of(answer.response)
    assert (await db.servers.find(chat.store, chat.guild.id)).settings == ServerSettings()


async def test_tables_are_opened_where_the_server_wants_them(chat: Chat) -> None:
    games = chat.guild.create_text_channel("tables")
    owner = owner_of(chat)
    shown = await owner.slash(chat.channel, "server", lobbies=str(games.id))
    assert f"<#{games.id}>" in words_of(shown.response)
    refused = await chat.person("astrid").slash(chat.channel, "new lofoten")
    assert f"<#{games.id}>" in words_of(refused.response)
    await chat.person("astrid").slash(games, "new lofoten")
    assert len(await db.games.on_server(chat.store, chat.guild.id, ("lobby",))) == 1


async def test_only_the_chosen_open_tables(chat: Chat) -> None:
    owner = owner_of(chat)
    await owner.slash(chat.channel, "server", opening="managers")
    refused = await chat.person("astrid").slash(chat.channel, "new lofoten")
    assert "only those who manage it" in words_of(refused.response)
    await owner.slash(chat.channel, "new lofoten")
    assert len(await db.games.on_server(chat.store, chat.guild.id, ("lobby",))) == 1


async def test_the_server_chooses_language_and_pace(chat: Chat) -> None:
    await owner_of(chat).slash(chat.channel, "server", language="fr", pace="fast")
    await chat.person("astrid").slash(chat.channel, "new lofoten")
    card = chat.channel.last_message
    assert card is not None
    assert "Rejoindre" in taps(card).values()
    (game,) = await db.games.on_server(chat.store, chat.guild.id, ("lobby",))
    assert game.pace == "fast"


async def test_a_choice_that_is_none_changes_nothing(chat: Chat) -> None:
    answer = await owner_of(chat).slash(chat.channel, "server", lobbies="the moon")
    assert "not one of the choices" in words_of(answer.response)
    assert (await db.servers.find(chat.store, chat.guild.id)).settings == ServerSettings()


async def test_a_missing_permission_is_named(chat: Chat) -> None:
    me = chat.guild.me
    assert me is not None
    bare = chat.guild.create_text_channel("bare")
    await chat.skald.http.edit_channel_permissions(
        bare.id, str(me.id), "0", str(discord.Permissions(attach_files=True).value), 1
    )
    await chat.env.settle()
    answer = await chat.person("astrid").slash(bare, "new lofoten")
    assert "Attach Files" in words_of(answer.response)
    assert not await db.games.on_server(chat.store, chat.guild.id, ("lobby",))


def owner_of(chat: Chat) -> Any:
    owner = chat.guild.owner
    if "owner" not in chat.people:
        chat.people["owner"] = chat.guild.add_member(owner)
    return chat.people["owner"]
