"""Where a game is played: another channel, a thread that is gone, a server that somebody left."""

from tests.chat.chat import Chat, taps, words_of
from tests.chat.reading import said

DAY = 86_400


async def test_a_game_moves_to_the_channel_where_that_is_asked_for(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    stranger = await chat.person("cara").slash(other, "table move", game=code)
    assert "do not sit" in words_of(stranger.response)
    await chat.person("astrid").slash(other, "table move", game=code)
    position = await chat.position(code)
    assert position.row.channel == other.id
    (thread,) = other.threads
    assert position.row.thread == thread.id
    assert any(f"skald:play:{code}::" in taps(message) for message in thread.history())


async def test_a_deleted_thread_is_opened_anew_in_its_channel(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    lost = chat.thread().id
    await delete(chat, lost)
    position = await chat.position(code)
    assert position.row.thread not in (None, lost)
    assert any(f"skald:play:{code}::" in taps(message) for message in chat.thread().history())


async def test_players_of_a_deleted_channel_are_told_that_nothing_is_lost(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    await delete(chat, chat.channel.id)
    for name in ("astrid", "bjorn"):
        assert "was deleted. The game is kept" in said(chat.person(name).user.dm_channel)
    await chat.person("bjorn").slash(other, "table move", game=code)
    assert (await chat.position(code)).row.channel == other.id
    assert (await chat.position(code)).running


async def test_the_table_is_told_once_that_a_player_left_the_server(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    leaver = await chat.owing(code)
    chat.guild.remove_member(leaver)
    await chat.env.advance_time(5 * DAY)
    told = said(chat.thread())
    assert told.count(f"{leaver.name} is not on this server any more") == 1
    assert (await chat.position(code)).seat_of(leaver.id) is not None


async def delete(chat: Chat, channel: int) -> None:
    await chat.skald.http.delete_channel(channel)
    await chat.env.settle()
