"""Players follow their game: in a channel they can see, or by direct message."""

from typing import Any

import discord

import db
from tests.chat.discord_driver import Chat, text_of
from tests.chat.story_fixtures import channel_text


def hidden_channel(chat: Chat, name: str, *unseeing: str) -> Any:
    hidden = discord.PermissionOverwrite(view_channel=False)
    return chat.guild.create_text_channel(name, overwrites={chat.user(one): hidden for one in unseeing})


async def test_a_rated_game_moves_only_where_all_players_see_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", rated="yes", pace="slow")
    hall = hidden_channel(chat, "hall", "bjorn")
    answer = await chat.user("astrid").slash(hall, "table move")
    assert "can’t see this channel" in text_of(answer.response)
    assert (await chat.snapshot(code)).row.channel == chat.channel.id
    lounge = hidden_channel(chat, "lounge", "cara")
    await chat.user("astrid").slash(lounge, "table move")
    assert (await chat.snapshot(code)).row.channel == lounge.id


async def test_an_unseen_call_comes_by_direct_message(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    owing = await chat.player_to_move(code)
    other = next(chat.user(name) for name in ("astrid", "bjorn") if chat.user(name) is not owing)
    hidden = discord.PermissionOverwrite(view_channel=False)
    await other.slash(chat.guild.create_text_channel("den", overwrites={owing: hidden}), "table move")
    await chat.env.advance_time(4 * 86_400)
    assert "because you can’t see" in channel_text(owing.user.dm_channel)


async def test_joining_a_table_one_cannot_see_is_refused_with_the_reason(chat: Chat) -> None:
    hall = hidden_channel(chat, "hall", "bjorn")
    await chat.user("astrid").slash(hall, "new lofoten", **{"with": chat.user("bjorn")})
    answer = await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Join")
    assert "You can’t see the channel of this table" in text_of(answer.response)


async def test_a_game_moves_only_to_the_channel_where_tables_are_opened(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(lobbies=chat.channel.id))
    den = chat.guild.create_text_channel("den")
    answer = await chat.user("astrid").slash(den, "table move")
    assert f"tables are opened in <#{chat.channel.id}>" in text_of(answer.response)
    assert (await chat.snapshot(code)).row.channel == chat.channel.id
