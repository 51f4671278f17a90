"""Daily and weekly digests."""

from typing import Any

import db
from db.clock import DAY
from tests.chat.components import find_custom_id
from tests.chat.digest_driver import daily_digests, set_extras
from tests.chat.discord_driver import Chat, text_of


async def resign(chat: Chat, loser: Any, code: str) -> None:
    asked = (await loser.slash(chat.channel, "table resign", table=code)).response
    await loser.click(asked, label="Resign")


async def test_a_day_names_what_waits_and_what_ended(chat: Chat) -> None:
    over = await chat.start_game("astrid", "bjorn")
    await resign(chat, chat.user("bjorn"), over)
    code = await chat.start_game("astrid", "bjorn")
    waits = await chat.player_to_move(code)
    chosen = await set_extras(chat, waits, "digest")
    assert "Digest every morning." in text_of(chosen)
    await chat.env.advance_time(DAY / 1000)
    (told,) = daily_digests(waits)
    said = text_of(told)
    assert said.startswith("Your day: one game waits for you.")
    assert f"`{code}`" in said
    assert f"`{over}`" in said
    assert "/settings turns it off" in said


async def test_a_day_names_the_games_in_which_a_vote_is_wanted(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = await chat.start_game("astrid", "bjorn")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    for actor in (astrid, bjorn):
        await set_extras(chat, actor, "digest")
    asked = (await astrid.slash(chat.channel, "table end", table=code)).response
    await astrid.click(asked.message, custom_id=find_custom_id(asked, "ask-end"))
    await chat.env.advance_time(DAY / 1000)
    (told,) = daily_digests(bjorn)
    (wanted,) = (line for line in text_of(told).splitlines() if "voted yet in" in line)
    assert code in wanted
    assert other not in wanted
    (told,) = daily_digests(astrid)
    assert "voted" not in text_of(told)


async def test_who_does_not_want_it_any_more_gets_nothing(chat: Chat) -> None:
    waits = await chat.player_to_move(await chat.start_game("astrid", "bjorn"))
    await set_extras(chat, waits, "digest")
    assert "No daily digest." in text_of(await set_extras(chat, waits))
    await chat.env.advance_time(2 * DAY / 1000)
    assert daily_digests(waits) == []


async def test_a_week_counts_games_and_wins_in_the_channel_for_results(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    for _ in range(2):
        await resign(chat, chat.user("bjorn"), await chat.start_game("astrid", "bjorn"))
    await chat.env.advance_time(15 * DAY / 1000)
    (said,) = [text_of(one) for one in results.history() if "The week here" in text_of(one)]
    assert "2 games ended: Lofoten (2)." in said
    assert "Ahead this week: astrid (2 wins)" in said


async def test_a_week_does_not_name_whoever_hides(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    await resign(chat, chat.user("bjorn"), await chat.start_game("astrid", "bjorn"))
    async with chat.store.write() as tx:
        await db.users.update_preferences(tx, chat.user("astrid").id, hidden=True)
    await chat.env.advance_time(15 * DAY / 1000)
    (said,) = [text_of(one) for one in results.history() if "The week here" in text_of(one)]
    assert "astrid" not in said
