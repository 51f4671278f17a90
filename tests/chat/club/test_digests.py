"""Daily and weekly digests."""

from typing import Any

import db
from bot.chat.club.digests import _winners_text
from bot.i18n import locale_for
from db.clock import DAY
from db.users import DisplayName
from tests.chat.components import find_custom_id
from tests.chat.digest_driver import daily_digests, set_extras
from tests.chat.discord_driver import Chat, text_of
from tests.standings.finished_games import FinishedGame, game_results


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


def test_a_week_names_the_five_with_the_most_wins_and_no_one_who_hides() -> None:
    games = [[[person], [99]] for person in range(1, 7) for _ in range(person)]
    games += [[[7]], [[8], [99]], [[None], [99]]]  # alone, hidden, erased
    results = [
        result
        for number, game in enumerate(games)
        for result in game_results(FinishedGame(0, game), f"G{number}", 1)
    ]
    names: dict[int | None, DisplayName] = {
        person: DisplayName(f"viking {person}", hidden=person == 8) for person in (*range(1, 9), 99)
    }
    english = locale_for("en")
    assert _winners_text(english, results, names) == (
        "Ahead this week: viking 6 (6 wins), viking 5 (5 wins), viking 4 (4 wins), viking 3 (3 wins), "
        "and viking 2 (2 wins)"
    )
    assert _winners_text(english, game_results(FinishedGame(0, [[1], [2]]), "G1", 1), names) == (
        "Ahead this week: viking 1 (1 win)"
    )
    assert _winners_text(english, game_results(FinishedGame(0, [[8], [1]]), "G1", 1), names) == ""
