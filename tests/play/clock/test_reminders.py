"""While a move is owed: reminders, what people answer to them, and a turn that was not ended."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.account import preferences
from bot.play.clock import clocks
from bot.play.clock.reminders import next_reminder, snooze, stop_reminders
from bot.play.core import timers
from bot.play.core.authorization import Actor
from bot.play.core.availability import Availability
from bot.play.core.game_log import BY_PLAN
from bot.play.turns.turns import play_moves
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, TableFixture, open_table_fixture

NOON = "2026-07-14T12:00"
VISITORS = {ASTRID.id: ASTRID, BJORN.id: BJORN}


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[TableFixture]:
    async with open_table_fixture(tmp_path, NOON) as opened:
        yield opened


async def calls(top: TableFixture, why: str) -> list[db.Post]:
    return [post for post in await top.posts("call") if post.payload["why"] == why]


async def reminders(top: TableFixture) -> list[db.Post]:
    return await calls(top, "reminder")


async def owner_of(top: TableFixture, code: str) -> Actor:
    return VISITORS[await top.owing(code)]


async def reminded_at(top: TableFixture, until: int) -> list[int]:
    """After how many hours reminders came."""
    start, hours = top.clock.at, []
    while top.clock.at < start + until:
        await top.go(HOUR)
        hours += [(top.clock.at - start) // HOUR] * len(await reminders(top))
    return hours


# When they come


def test_reminders_come_at_half_and_four_fifths_then_daily_and_five_at_most() -> None:
    since = moment(NOON)
    due = [
        next_reminder(Availability(), owed_since=since, total_ms=100 * HOUR, sent=sent, now=since + 80 * HOUR)
        for sent in range(1, 6)
    ]
    assert (
        next_reminder(Availability(), owed_since=since, total_ms=100 * HOUR, sent=0, now=since)
        == since + 50 * HOUR
    )
    assert due == [since + 80 * HOUR, *[since + 104 * HOUR] * 3, None]


def test_nobody_is_reminded_in_their_sleep() -> None:
    sleeper = Availability.from_user(db.User(1, timezone="Europe/Paris"))
    since = moment("2026-07-14T02:00", "Europe/Paris")
    for sent in range(5):
        due = next_reminder(sleeper, owed_since=since, total_ms=HOUR, sent=sent, now=since)
        assert due is not None
        assert sleeper.is_reachable(due)


# At a table


async def test_reminders_at_half_and_four_fifths_then_daily_five_at_most(top: TableFixture) -> None:
    await top.start(ASTRID, BJORN, pace="none")  # as if it were due when the table is asked, after 120 h
    assert await reminded_at(top, 9 * DAY) == [60, 96, 120, 144, 168]


async def test_reminders_of_a_clock_go_by_the_time_it_has(top: TableFixture) -> None:
    await top.start(ASTRID, BJORN, pace="live")
    assert await reminded_at(top, 2 * DAY - HOUR) == [24, 39]  # 24 h and 38.4 h of 48 h


async def test_a_new_turn_begins_without_reminders(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(40 * HOUR)
    first = await top.owing(code)
    assert (await top.clock_of(code, first)).reminded == 2
    await top.hand_over(code)
    await top.hand_over(code)
    assert await top.owing(code) == first
    assert (await top.clock_of(code, first)).reminded == 0


async def test_reminders_due_at_night_come_in_the_morning(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await top.go_to("2026-07-18T13:00")
    assert len(await reminders(top)) == 2
    owner = await owner_of(top, code)
    await preferences.set_time_zone(top.service, owner, "UTC")
    await preferences.update_preferences(top.service, owner, sleep=(10 * 60, 19 * 60))
    await top.go_to("2026-07-19T18:59")
    assert await reminders(top) == []
    await top.go(MINUTE)
    assert len(await reminders(top)) == 1


async def test_who_sleeps_by_the_time_a_late_reminder_comes_gets_it_in_the_morning(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await preferences.set_time_zone(top.service, await owner_of(top, code), "UTC")
    (due,) = await db.timers.list_by_kind(top.store, timers.REMIND, game=code)
    top.clock.at = moment("2026-07-22T03:00")
    assert due.due < top.clock.at  # nobody ran when it fell due
    await top.go(HOUR)
    assert await reminders(top) == []
    await top.go_to("2026-07-22T08:00")
    assert len(await reminders(top)) == 1


async def test_games_that_remind_in_the_same_minute_are_one_message(top: TableFixture) -> None:
    for _ in range(3):
        await top.start(ASTRID, BJORN, pace="none")
    waiting = {person: len(await db.players.list_owing(top.store, person)) for person in VISITORS}
    await top.go(60 * HOUR)
    told = [post.payload["person"] for post in await reminders(top)]
    assert sorted(told) == sorted(person for person, games in waiting.items() if games)


# What is answered to them


async def test_mute_lasts_until_the_next_turn(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await top.go(60 * HOUR)
    await reminders(top)
    assert await stop_reminders(top.service, (await owner_of(top, code)).id, code) == 1
    await top.go(10 * DAY)
    assert await reminders(top) == []
    await top.hand_over(code)
    await top.go(60 * HOUR)
    assert len(await reminders(top)) == 1


async def test_putting_off_brings_nothing_to_who_wanted_no_more_reminders(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await top.go(60 * HOUR)
    await reminders(top)
    owner = await owner_of(top, code)
    await stop_reminders(top.service, owner.id, code)
    await snooze(top.service, owner.id, code)
    await top.go(5 * DAY)
    assert await reminders(top) == []


async def test_snooze_waits_a_day(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(25 * HOUR)
    assert len(await reminders(top)) == 1
    until = await snooze(top.service, (await owner_of(top, code)).id, code)
    assert until == top.clock.at + DAY
    await top.go(DAY - MINUTE)
    assert await reminders(top) == []


async def test_who_lives_otherwise_meanwhile_is_not_reminded_before_their_snooze_is_over(
    top: TableFixture,
) -> None:
    code = await top.start(ASTRID, BJORN, pace="slow")
    await top.go(50 * HOUR)
    assert len(await reminders(top)) == 1
    owner = await owner_of(top, code)
    await top.go(26 * HOUR)  # the second reminder is due within the hour
    until = await snooze(top.service, owner.id, code)
    await preferences.set_time_zone(top.service, owner, "Pacific/Auckland")
    (timer,) = await db.timers.list_by_kind(top.store, timers.REMIND, game=code)
    assert timer.due == until


async def test_reminders_go_by_the_whole_time_of_a_turn_also_when_it_is_counted_anew(
    top: TableFixture,
) -> None:
    code = await top.start(ASTRID, BJORN, pace="slow")
    start, owner = top.clock.at, await owner_of(top, code)
    await top.go(40 * HOUR)

    async def nothing() -> None:
        """They live as before."""

    async with top.store.write() as tx:
        await clocks.change_availability(tx, owner.id, nothing)
    (timer,) = await db.timers.list_by_kind(top.store, timers.REMIND, game=code)
    assert timer.due == start + 48 * HOUR, "at half of 72 hours and the day before the first move"


async def test_who_owes_nothing_cannot_snooze(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    (idle,) = VISITORS.keys() - {await top.owing(code)}
    assert await snooze(top.service, idle, code) is None
    assert await stop_reminders(top.service, idle, code) == 0


# A turn that was not ended


async def test_ten_minutes_after_the_last_step_a_turn_may_have_been_forgotten(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    person = await top.owing(code)
    await top.go(HOUR)
    await top.act(code)
    assert await top.owing(code) == person
    await top.go(9 * MINUTE)
    assert await calls(top, "unended") == []
    await top.go(MINUTE)
    (post,) = await calls(top, "unended")
    assert post.payload["person"] == person
    await top.act(code)
    if await top.owing(code) == person:
        await top.go(HOUR)
        assert await calls(top, "unended") == []


async def test_who_has_not_begun_or_has_ended_their_turn_has_forgotten_nothing(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    await top.go(20 * MINUTE)
    await top.hand_over(code)
    await top.go(20 * MINUTE)
    assert await calls(top, "unended") == []


async def test_who_has_not_done_a_part_of_it_themselves_has_forgotten_nothing(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    seat = min((await top.snapshot(code)).owing_seats())
    async with top.store.write() as tx:
        snapshot = await top.service.load(tx, code)
        prepared = snapshot.game.parse("side left")
        await play_moves(tx, snapshot, seat, [prepared], by=BY_PLAN, user_id=snapshot.players[seat].person)
    assert (await top.snapshot(code)).owing_seats() == {seat}
    await top.go(20 * MINUTE)
    assert await calls(top, "unended") == []


async def test_a_timer_of_a_turn_that_is_over_does_nothing(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(HOUR)
    player = await top.clock_of(code, await top.owing(code))
    assert player.owes_since is not None
    late = {"seat": player.seat, "since": player.owes_since - 1}
    async with top.store.write() as tx:
        await db.timers.schedule(
            tx,
            *(db.NewTimer(kind, f"late {kind}", top.clock.at, late, game=code) for kind in timers.SEAT_KINDS),
        )
    await top.go(MINUTE)
    assert await db.votes.list_open(top.store, code) == ()
    assert await top.posts("call") == []
