"""Archiving inactive games, resuming them, and rematches."""

import discord

import db
from bot.play.account import privacy
from bot.play.core.authorization import Actor
from bot.play.lobby import archive
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.story_fixtures import channel_text

DAY_S = 86_400


async def test_a_table_nobody_starts_is_warned_of_and_then_closed(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    await chat.env.advance_time(5 * DAY_S - 60)
    assert "waiting for five days" not in channel_text(chat.channel)
    await chat.env.advance_time(120)
    assert "waiting for five days" in channel_text(chat.channel)
    await chat.env.advance_time(9 * DAY_S)
    assert (await chat.snapshot(code)).row.status == "closed"


async def test_a_table_somebody_joins_is_not_stale(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    await chat.env.advance_time(4 * DAY_S)
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    await chat.env.advance_time(4 * DAY_S)
    assert "waiting for five days" not in channel_text(chat.channel)


async def test_a_silent_game_is_archived_and_goes_on_with_one_tap(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    before = (await chat.snapshot(code)).state
    await chat.env.advance_time(14 * DAY_S + 60)
    assert "two weeks" in channel_text(chat.thread())
    await chat.restart()
    await chat.env.advance_time(46 * DAY_S)
    assert (await chat.snapshot(code)).row.status == "archived"
    notice = next(message for message in reversed(chat.thread().history()) if "archived" in text_of(message))
    stranger = await chat.user("cara").click(notice, label="Resume the game")
    assert "aren’t playing" in text_of(stranger.response)
    await chat.user("bjorn").click(notice, label="Resume the game")
    snapshot = await chat.snapshot(code)
    assert snapshot.is_running
    assert snapshot.state == before
    assert snapshot.owing_seats()
    again = await send_component(chat.user("bjorn"), MessageHolder(notice), f"skald:resume:{code}::")
    assert "already running" in text_of(again.response)


async def test_games_wait_while_skald_is_away_from_the_server(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await archive.archive_server(chat.service, chat.guild.id)
    await chat.restart()
    assert (await chat.snapshot(code)).row.status == "archived"
    assert "Skald was removed" in channel_text(chat.user("astrid").user.dm_channel)
    await archive.resume_server(chat.service, chat.guild.id)
    assert (await chat.snapshot(code)).owing_seats()


async def test_another_round_is_opened_once_and_joined_by_the_next_who_asks(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    resigning = (await chat.user("bjorn").slash(chat.thread(), "table resign")).response
    await chat.user("bjorn").click(resigning.message, label="Resign")
    final = next(
        message
        for message in chat.thread().history()
        if f"skald:rematch:{code}::" in enabled_components(message)
    )
    assert "Only players of this game" in text_of(
        (await chat.user("cara").click(final, custom_id=f"skald:rematch:{code}::")).response
    )
    for name in ("bjorn", "astrid", "astrid"):
        await chat.user(name).click(final, custom_id=f"skald:rematch:{code}::")
    (again,) = await db.games.list_for_server(chat.store, chat.guild.id, ("lobby",))
    assert (await chat.snapshot(again.code)).names == ("bjorn", "astrid")
    assert again.options == (await chat.snapshot(code)).row.options
    assert "bjorn asks for another round of Lofoten." in channel_text(chat.channel)


class MessageHolder:
    def __init__(self, message: discord.Message) -> None:
        self.message = message


async def test_an_archived_game_goes_on_without_somebody_who_was_erased(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    leaver = await chat.player_to_move(code)
    (other,) = [one for one in chat.users.values() if one is not leaver]
    await archive.archive_server(chat.service, chat.guild.id)
    await privacy.erase_user(chat.service, leaver.id)
    await archive.resume(chat.service, code, Actor(other.id, other.name, "en-GB"))
    await chat.restart()
    await chat.env.advance_time(600)
    snapshot = await chat.snapshot(code)
    assert snapshot.is_running
    assert snapshot.row.ply > 3  # the caretaker has moved
    assert chat.card()
