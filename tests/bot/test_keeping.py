"""Order in the house: silence, resuming, moving, places that are deleted, another round."""

from typing import Any

import discord

from bot.tables import Visitor
from tests.bot.chat import Chat, late_tap, taps, words_of

DAY = 86_400


def said(channel: Any) -> str:
    return "\n".join(words_of(message) for message in channel.history())


async def test_a_table_nobody_starts_is_warned_of_and_then_closed(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn")
    await chat.env.advance_time(5 * DAY - 60)
    assert "waited for five days" not in said(chat.channel)
    await chat.env.advance_time(120)
    assert "waited for five days" in said(chat.channel)
    await chat.env.advance_time(9 * DAY)
    assert (await chat.position(code)).row.status == "closed"


async def test_a_table_somebody_joins_is_not_stale(chat: Chat) -> None:
    code = await chat.gather("astrid")
    await chat.env.advance_time(4 * DAY)
    await chat.person("bjorn").click(chat.lobby_card(code), label="Join")
    await chat.env.advance_time(4 * DAY)
    assert "waited for five days" not in said(chat.channel)


async def test_a_silent_game_is_archived_and_goes_on_with_one_tap(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    before = (await chat.position(code)).state
    await chat.env.advance_time(14 * DAY + 60)
    assert "two weeks" in said(chat.thread())
    await chat.restart()
    await chat.env.advance_time(46 * DAY)
    assert (await chat.position(code)).row.status == "archived"
    notice = next(message for message in reversed(chat.thread().history()) if "archived" in words_of(message))
    stranger = await chat.person("cara").click(notice, label="Go on")
    assert "do not sit" in words_of(stranger.response)
    await chat.person("bjorn").click(notice, label="Go on")
    position = await chat.position(code)
    assert position.running
    assert position.state == before
    assert position.owing()
    again = await late_tap(chat.person("bjorn"), _Message(notice), f"skald:resume:{code}::")
    assert "going on already" in words_of(again.response)


async def test_a_game_moves_to_the_channel_where_that_is_asked_for(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    stranger = await chat.person("cara").slash(other, "move", game=code)
    assert "do not sit" in words_of(stranger.response)
    await chat.person("astrid").slash(other, "move", game=code)
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
    await chat.person("bjorn").slash(other, "move", game=code)
    assert (await chat.position(code)).row.channel == other.id
    assert (await chat.position(code)).running


async def test_games_wait_while_skald_is_away_from_the_server(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    tables = chat.skald.house.tables
    await tables.archive_server(chat.guild.id)
    await chat.restart()
    tables = chat.skald.house.tables
    assert (await chat.position(code)).row.status == "archived"
    assert "Skald was removed" in said(chat.person("astrid").user.dm_channel)
    await tables.resume_server(chat.guild.id)
    assert (await chat.position(code)).owing()


async def test_another_round_is_opened_once_and_joined_by_the_next_who_asks(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    resigning = (await chat.person("bjorn").slash(chat.thread(), "resign")).response
    await chat.person("bjorn").click(resigning.message, label="Give up")
    final = next(message for message in chat.thread().history() if f"skald:rematch:{code}::" in taps(message))
    assert "Only those who played" in words_of(
        (await chat.person("cara").click(final, custom_id=f"skald:rematch:{code}::")).response
    )
    for name in ("bjorn", "astrid", "astrid"):
        await chat.person(name).click(final, custom_id=f"skald:rematch:{code}::")
    (again,) = await chat.skald.house.store.games_on(chat.guild.id, ("lobby",))
    assert (await chat.position(again.code)).names == ("bjorn", "astrid")
    assert again.options == (await chat.position(code)).row.options
    assert "Another round?" in said(chat.channel)


async def delete(chat: Chat, channel: int) -> None:
    await chat.skald.http.delete_channel(channel)
    await chat.env.settle()


class _Message:
    def __init__(self, message: discord.Message) -> None:
        self.message = message


async def test_the_table_is_told_once_that_a_player_left_the_server(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    leaver = await chat.owing(code)
    chat.guild.remove_member(leaver)
    await chat.env.advance_time(5 * DAY)
    told = said(chat.thread())
    assert told.count(f"{leaver.name} is not on this server any more") == 1
    assert (await chat.position(code)).seat_of(leaver.id) is not None


async def test_an_archived_game_goes_on_without_somebody_who_was_erased(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    leaver = await chat.owing(code)
    (other,) = [one for one in chat.people.values() if one is not leaver]
    await chat.skald.house.tables.archive_server(chat.guild.id)
    await chat.skald.house.tables.erase(leaver.id)
    await chat.skald.house.tables.resume(code, Visitor(other.id, other.name, "en-GB"))
    await chat.restart()
    await chat.env.advance_time(600)
    position = await chat.position(code)
    assert position.running
    assert position.row.ply > 3  # the caretaker has moved
    assert chat.card()
