"""Digests: a day is told in the morning where somebody lives, a week where results are collected."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.account import preferences
from bot.play.club import digests
from bot.play.turns import ending
from db.clock import DAY, HOUR
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, SERVER, TableFixture, open_table_fixture


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def told(top: TableFixture) -> list[int]:
    return [post.payload["person"] for post in await top.posts("day")]


async def test_who_wants_it_is_told_every_morning_and_nobody_else(top: TableFixture) -> None:
    await preferences.update_preferences(top.service, ASTRID, digest=True)
    await preferences.update_preferences(top.service, BJORN, digest=False)
    await top.go(3 * DAY)
    assert await told(top) == [ASTRID.id] * 3


async def test_it_stops_when_it_is_not_wanted_any_more(top: TableFixture) -> None:
    await preferences.update_preferences(top.service, ASTRID, digest=True)
    await preferences.update_preferences(top.service, ASTRID, digest=False)
    await top.go(3 * DAY)
    assert await told(top) == []


async def test_choosing_it_twice_tells_the_day_once(top: TableFixture) -> None:
    for _ in range(2):
        await preferences.update_preferences(top.service, ASTRID, digest=True)
    await top.go(DAY)
    assert await told(top) == [ASTRID.id]


async def test_the_morning_is_that_of_where_somebody_lives(top: TableFixture) -> None:
    await preferences.update_preferences(top.service, ASTRID, zone="America/New_York", digest=True)
    await top.go(moment("2026-07-14T08:59", "America/New_York") - top.clock.at)
    assert await told(top) == []
    await top.go(2 * 60_000)
    assert await told(top) == [ASTRID.id]


async def test_nobody_is_woken_for_it(top: TableFixture) -> None:
    await preferences.update_preferences(top.service, ASTRID, zone="Europe/Paris")
    await preferences.update_preferences(top.service, ASTRID, sleep=(2 * 60, 11 * 60), digest=True)
    await top.go(moment("2026-07-15T10:59", "Europe/Paris") - top.clock.at)
    assert await told(top) == []
    await top.go(2 * 60_000)
    assert await told(top) == [ASTRID.id]


async def test_a_vote_counts_until_it_is_answered(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    await ending.ask_to_end(top.service, code, ASTRID)
    assert await digests.games_awaiting_vote(top.service, BJORN.id) == (code,)
    assert await digests.games_awaiting_vote(top.service, ASTRID.id) == ()


async def test_a_week_is_told_on_monday_where_results_are_collected(top: TableFixture) -> None:
    await digests.ensure_timer(top.service)
    code = await top.start(ASTRID, BJORN)
    await top.resign(code, ASTRID)
    await top.go_to("2026-07-20T09:01")
    assert await top.posts("week") == []
    async with top.store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(results=9))
    await top.go_to("2026-07-27T08:59")
    assert await top.posts("week") == []
    await top.go(HOUR)
    assert [post.payload["server"] for post in await top.posts("week")] == [SERVER]


async def test_who_is_erased_is_told_no_more(top: TableFixture) -> None:
    await preferences.update_preferences(top.service, ASTRID, digest=True)
    async with top.store.write() as tx:
        await db.privacy.erase_user(tx, ASTRID.id)
    await top.go(3 * DAY)
    assert await top.posts("day") == []
