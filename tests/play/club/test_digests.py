"""Digests: daily in the user's morning, weekly on servers with a results channel."""

import db
from bot.play.account import preferences
from bot.play.club import digests
from bot.play.turns import ending
from db.clock import DAY, HOUR
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, SERVER, TableFixture


async def digest_recipients(tables: TableFixture) -> list[int]:
    return [post.payload["person"] for post in await tables.take_posts("day")]


async def test_who_wants_it_is_told_every_morning_and_nobody_else(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, digest=True)
    await preferences.update_preferences(tables.service, BJORN, digest=False)
    await tables.advance(3 * DAY)
    assert await digest_recipients(tables) == [ASTRID.id] * 3


async def test_it_stops_when_it_is_not_wanted_any_more(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, digest=True)
    await preferences.update_preferences(tables.service, ASTRID, digest=False)
    await tables.advance(3 * DAY)
    assert await digest_recipients(tables) == []


async def test_choosing_it_twice_tells_the_day_once(tables: TableFixture) -> None:
    for _ in range(2):
        await preferences.update_preferences(tables.service, ASTRID, digest=True)
    await tables.advance(DAY)
    assert await digest_recipients(tables) == [ASTRID.id]


async def test_the_morning_is_that_of_where_somebody_lives(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, zone="America/New_York", digest=True)
    await tables.advance(moment("2026-07-14T08:59", "America/New_York") - tables.clock.at)
    assert await digest_recipients(tables) == []
    await tables.advance(2 * 60_000)
    assert await digest_recipients(tables) == [ASTRID.id]


async def test_nobody_is_woken_for_it(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, zone="Europe/Paris")
    await preferences.update_preferences(tables.service, ASTRID, sleep=(2 * 60, 11 * 60), digest=True)
    await tables.advance(moment("2026-07-15T10:59", "Europe/Paris") - tables.clock.at)
    assert await digest_recipients(tables) == []
    await tables.advance(2 * 60_000)
    assert await digest_recipients(tables) == [ASTRID.id]


async def test_a_vote_counts_until_it_is_answered(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await ending.ask_to_end(tables.service, code, ASTRID)
    assert await digests.games_awaiting_vote(tables.service, BJORN.id) == (code,)
    assert await digests.games_awaiting_vote(tables.service, ASTRID.id) == ()


async def test_a_week_is_told_on_monday_where_results_are_collected(tables: TableFixture) -> None:
    await digests.ensure_timer(tables.service)
    code = await tables.start_game(ASTRID, BJORN)
    await tables.resign(code, ASTRID)
    await tables.advance_to("2026-07-20T09:01")
    assert await tables.take_posts("week") == []
    async with tables.store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(results=9))
    await tables.advance_to("2026-07-27T08:59")
    assert await tables.take_posts("week") == []
    await tables.advance(HOUR)
    assert [post.payload["server"] for post in await tables.take_posts("week")] == [SERVER]


async def test_who_is_erased_is_told_no_more(tables: TableFixture) -> None:
    await preferences.update_preferences(tables.service, ASTRID, digest=True)
    async with tables.store.write() as tx:
        await db.privacy.erase_user(tx, ASTRID.id)
    await tables.advance(3 * DAY)
    assert await tables.take_posts("day") == []
