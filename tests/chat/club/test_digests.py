"""Digests in the chat: what a day and a week say."""

from typing import Any

import discord

import db
from db.clock import DAY
from tests.chat.discord_driver import Chat, words_of
from tests.chat.form_driver import fill_in


async def lose(chat: Chat, loser: Any, code: str) -> None:
    asked = (await loser.slash(chat.channel, "table resign", game=code)).response
    await loser.click(asked, label="Give up")


async def choose(chat: Chat, actor: Any, *extras: str) -> Any:
    """What somebody ticks in the form of their settings."""
    panel = (await actor.slash(chat.channel, "settings")).response
    opened = await actor.click(panel, label="Change")
    return (await fill_in(actor, opened, extras=[*extras])).response


def days(actor: Any) -> list[discord.Message]:
    return [one for one in actor.user.dm_channel.history() if "Your day" in words_of(one)]


async def test_a_day_names_what_waits_and_what_ended(chat: Chat) -> None:
    over = await chat.start("astrid", "bjorn")
    await lose(chat, chat.person("bjorn"), over)
    code = await chat.start("astrid", "bjorn")
    waits = await chat.owing(code)
    chosen = await choose(chat, waits, "digest")
    assert "**Digest**: one message a day" in words_of(chosen)
    await chat.env.advance_time(DAY / 1000)
    (told,) = days(waits)
    said = words_of(told)
    assert said.startswith("Your day: one game waits for you.")
    assert f"`{code}`" in said
    assert f"`{over}`" in said
    assert "/settings turns it off" in said


async def test_who_does_not_want_it_any_more_gets_nothing(chat: Chat) -> None:
    waits = await chat.owing(await chat.start("astrid", "bjorn"))
    await choose(chat, waits, "digest")
    assert "**Digest**: none." in words_of(await choose(chat, waits))
    await chat.env.advance_time(2 * DAY / 1000)
    assert days(waits) == []


async def test_a_week_counts_games_and_wins_in_the_channel_for_results(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    for _ in range(2):
        await lose(chat, chat.person("bjorn"), await chat.start("astrid", "bjorn"))
    await chat.env.advance_time(15 * DAY / 1000)
    (said,) = [words_of(one) for one in results.history() if "The week here" in words_of(one)]
    assert "2 games ended: Lofoten (2)." in said
    assert "Ahead this week: astrid (2 wins)" in said


async def test_a_week_does_not_name_whoever_hides(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    await lose(chat, chat.person("bjorn"), await chat.start("astrid", "bjorn"))
    async with chat.store.write() as tx:
        await db.users.update_preferences(tx, chat.person("astrid").id, hidden=True)
    await chat.env.advance_time(15 * DAY / 1000)
    (said,) = [words_of(one) for one in results.history() if "The week here" in words_of(one)]
    assert "astrid" not in said
