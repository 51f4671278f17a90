"""Moving a game to another channel or server; deleted threads and channels; players who leave.

Covers `bot/chat/lobby/thread_setup.py`.
"""

import db
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.chat.story_fixtures import channel_text

DAY_S = 86_400


async def test_a_game_moves_to_the_channel_where_that_is_asked_for(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    stranger = await chat.user("cara").slash(other, "table move", table=code)
    assert "aren’t playing" in text_of(stranger.response)
    await chat.user("astrid").slash(other, "table move", table=code)
    snapshot = await chat.snapshot(code)
    assert snapshot.row.channel == other.id
    (thread,) = other.threads
    assert snapshot.row.thread == thread.id
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in thread.history())


async def test_what_a_game_leaves_behind_has_no_buttons_and_says_where_it_went(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    old, before = chat.thread(), chat.channel
    other = chat.guild.create_text_channel("elsewhere")
    await chat.user("astrid").slash(other, "table move", table=code)
    (thread,) = other.threads
    way = f"https://discord.com/channels/{chat.guild.id}/{thread.id}"
    for message in (*old.history(), *before.history()):
        assert not [name for name in enabled_components(message) if f":{code}:" in name]
    assert way in channel_text(old)
    assert way in channel_text(before)
    assert f"skald:play:{code}::" in enabled_components(
        next(m for m in reversed(thread.history()) if enabled_components(m))
    )


async def test_a_vote_goes_along_with_its_game(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    asked = (await chat.user("astrid").slash(chat.thread(), "table end")).response
    await chat.user("astrid").click(asked.message, custom_id=find_custom_id(asked, "ask-end"))
    other = chat.guild.create_text_channel("elsewhere")
    await chat.user("astrid").slash(other, "table move", table=code)
    (thread,) = other.threads
    ballot = next(
        message
        for message in thread.history()
        if any(":vote:" in name for name in enabled_components(message))
    )
    await chat.user("bjorn").click(ballot, label="Agree")
    assert (await chat.snapshot(code)).is_over


async def test_another_server_takes_a_game_by_its_own_rules_and_by_the_tables_vote(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    abroad = chat.env.create_guild()
    channel = abroad.create_text_channel("games")
    astrid = abroad.add_member(chat.user("astrid").user)
    async with chat.store.write() as tx:
        await db.servers.update(tx, abroad.id, settings=db.ServerSettings(opening="managers"))
    refused = await astrid.slash(channel, "table move", table=code)
    assert "only its managers can open tables" in text_of(refused.response)
    async with chat.store.write() as tx:
        await db.servers.update(tx, abroad.id, settings=db.ServerSettings())
    asked = await astrid.slash(channel, "table move", table=code)
    assert "if everyone agrees" in text_of(asked.response)
    assert (await chat.snapshot(code)).row.server == chat.guild.id
    old = chat.thread()
    ballot = next(
        message for message in old.history() if any(":vote:" in name for name in enabled_components(message))
    )
    assert f"https://discord.com/channels/{abroad.id}/{channel.id}" in text_of(ballot)
    await chat.user("bjorn").click(ballot, label="Agree")
    assert (await chat.snapshot(code)).row.server == abroad.id
    (thread,) = channel.threads
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in thread.history())
    assert f"https://discord.com/channels/{abroad.id}/{thread.id}" in channel_text(old)
    assert not any(enabled_components(message) for message in old.history())


async def test_a_deleted_thread_is_opened_anew_in_its_channel(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    lost = chat.thread().id
    await delete_channel(chat, lost)
    snapshot = await chat.snapshot(code)
    assert snapshot.row.thread not in (None, lost)
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in chat.thread().history())


async def test_players_of_a_deleted_channel_are_told_that_nothing_is_lost(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    await delete_channel(chat, chat.channel.id)
    for name in ("astrid", "bjorn"):
        assert "was deleted. The game isn’t lost" in channel_text(chat.user(name).user.dm_channel)
    await chat.user("bjorn").slash(other, "table move", table=code)
    assert (await chat.snapshot(code)).row.channel == other.id
    assert (await chat.snapshot(code)).is_running


async def test_the_table_is_told_once_that_a_player_left_the_server(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    leaver = await chat.player_to_move(code)
    chat.guild.remove_member(leaver)
    await chat.env.advance_time(5 * DAY_S)
    told = channel_text(chat.thread())
    assert told.count(f"{leaver.name} has left this server") == 1
    assert (await chat.snapshot(code)).seat_of(leaver.id) is not None


async def delete_channel(chat: Chat, channel: int) -> None:
    await chat.skald.http.delete_channel(channel)
    await chat.env.settle()
