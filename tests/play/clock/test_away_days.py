"""Away days that are used automatically: the question before the first, and the answer."""

import pytest

import db
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")
ACTORS_BY_ID = {ASTRID.id: ASTRID, BJORN.id: BJORN}


async def start(tables: TableFixture, *, rated: bool = True) -> tuple[str, Actor]:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=rated)
    return code, ACTORS_BY_ID[await tables.user_to_move(code)]


async def questions(tables: TableFixture) -> list[int]:
    """The users who were asked about their away days since the last call."""
    return [
        post.payload["person"]
        for post in await tables.take_posts("private_notice")
        if post.payload["notice"]["code"] == "ask_away_days"
    ]


async def test_a_player_is_asked_once_before_the_first_day_is_used(tables: TableFixture) -> None:
    _, actor = await start(tables)
    await tables.advance(48 * HOUR * 80 // 100 - MINUTE)
    assert await questions(tables) == []
    await tables.advance(MINUTE)
    assert await questions(tables) == [actor.id]
    await tables.advance(48 * HOUR)
    assert await questions(tables) == []


async def test_without_an_answer_a_day_is_used(tables: TableFixture) -> None:
    code, actor = await start(tables)
    await tables.advance(48 * HOUR)
    assert (await tables.player_of(code, actor.id)).caretaker_since is None
    assert len((await db.absences.list_by_user(tables.store, (actor.id,)))[actor.id]) == 1


async def test_who_refuses_keeps_the_days_and_the_caretaker_plays_at_once(tables: TableFixture) -> None:
    code, actor = await start(tables)
    await tables.advance(40 * HOUR)
    await preferences.save(tables.service, actor.id, use_away_days=False, away_days_asked=True)
    await tables.advance(8 * HOUR)
    assert (await tables.player_of(code, actor.id)).caretaker_since == tables.clock.at
    assert (await db.absences.list_by_user(tables.store, (actor.id,)))[actor.id] == ()


async def test_the_answer_is_remembered_in_other_games(tables: TableFixture) -> None:
    code, actor = await start(tables)
    await tables.advance(40 * HOUR)
    await preferences.save(tables.service, actor.id, use_away_days=True, away_days_asked=True)
    await tables.finish_turn(code)
    await questions(tables)
    again = await tables.start_game(
        actor, *(one for one in ACTORS_BY_ID.values() if one != actor), pace="live", rated=True
    )
    while await tables.user_to_move(again) != actor.id:
        await tables.finish_turn(again)
    await tables.advance(40 * HOUR)
    assert actor.id not in await questions(tables)


async def test_a_table_that_is_not_rated_asks_nobody(tables: TableFixture) -> None:
    await start(tables, rated=False)
    await tables.advance(3 * DAY)
    assert await questions(tables) == []


async def test_the_day_that_is_used_does_not_end_on_a_rest_day(tables: TableFixture) -> None:
    await tables.advance_to("2026-07-15T18:00", "Europe/Paris")
    code, actor = await start(tables)
    await preferences.update_preferences(tables.service, actor, zone="Europe/Paris", sleep=None)
    await preferences.set_rest_days(tables.service, actor, [5, 6])
    await tables.advance_to("2026-07-20T17:59", "Europe/Paris")  # time was up on Friday at 18:00
    assert (await tables.player_of(code, actor.id)).caretaker_since is None
    await tables.advance(MINUTE)
    taken = (await tables.player_of(code, actor.id)).caretaker_since
    assert taken == moment("2026-07-20T18:00", "Europe/Paris")
