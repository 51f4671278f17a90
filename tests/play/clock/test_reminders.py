"""Reminders of owed moves: schedule, snooze and stop, and unended turns."""

import db
from bot.play.account import preferences
from bot.play.clock import clocks
from bot.play.clock.reminders import next_reminder, snooze, stop_reminders
from bot.play.core import timers
from bot.play.core.authorization import Actor
from bot.play.core.availability import Availability
from bot.play.core.game_log import BY_PLAN, GameLog
from bot.play.turns.turns import play_moves
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, TableFixture

ACTORS_BY_ID = {ASTRID.id: ASTRID, BJORN.id: BJORN}


async def take_notifications(tables: TableFixture, reason: str) -> list[db.Post]:
    return [post for post in await tables.take_posts("call") if post.payload["why"] == reason]


async def take_reminders(tables: TableFixture) -> list[db.Post]:
    return await take_notifications(tables, "reminder")


async def actor_to_move(tables: TableFixture, code: str) -> Actor:
    return ACTORS_BY_ID[await tables.user_to_move(code)]


async def hours_of_reminders(tables: TableFixture, until: int) -> list[int]:
    """Hours after which reminders came."""
    start, hours = tables.clock.at, []
    while tables.clock.at < start + until:
        await tables.advance(HOUR)
        hours += [(tables.clock.at - start) // HOUR] * len(await take_reminders(tables))
    return hours


# Schedule


def test_nobody_is_reminded_in_their_sleep() -> None:
    sleeper = Availability.from_user(db.User(1, timezone="Europe/Paris"))
    since = moment("2026-07-14T02:00", "Europe/Paris")
    for sent in range(5):
        due = next_reminder(sleeper, owed_since=since, total_ms=HOUR, sent=sent, now=since)
        assert due is not None
        assert sleeper.is_reachable(due)


# At a table


async def test_reminders_at_half_and_four_fifths_then_daily_five_at_most(tables: TableFixture) -> None:
    # Without a clock, as if the move were due when the table is asked: after 120 hours.
    await tables.start_game(ASTRID, BJORN, pace="none")
    assert await hours_of_reminders(tables, 9 * DAY) == [60, 96, 120, 144, 168]


async def test_reminders_of_a_clock_go_by_the_time_it_has(tables: TableFixture) -> None:
    await tables.start_game(ASTRID, BJORN, pace="live")
    assert await hours_of_reminders(tables, 2 * DAY - HOUR) == [24, 39]  # 24 h and 38.4 h of 48 h


async def test_a_new_turn_begins_without_reminders(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(40 * HOUR)
    first = await tables.user_to_move(code)
    assert (await tables.player_of(code, first)).reminded == 2
    await tables.finish_turn(code)
    await tables.finish_turn(code)
    assert await tables.user_to_move(code) == first
    assert (await tables.player_of(code, first)).reminded == 0


async def test_reminders_due_at_night_come_in_the_morning(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    await tables.advance_to("2026-07-18T13:00")
    assert len(await take_reminders(tables)) == 2
    owner = await actor_to_move(tables, code)
    await preferences.update_preferences(tables.service, owner, zone="UTC")
    await preferences.update_preferences(tables.service, owner, sleep=(10 * 60, 19 * 60))
    await tables.advance_to("2026-07-19T18:59")
    assert await take_reminders(tables) == []
    await tables.advance(MINUTE)
    assert len(await take_reminders(tables)) == 1


async def test_who_sleeps_by_the_time_a_late_reminder_comes_gets_it_in_the_morning(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    await preferences.update_preferences(tables.service, await actor_to_move(tables, code), zone="UTC")
    (due,) = await db.timers.list_of_kind(tables.store, timers.REMIND, game=code)
    tables.clock.at = moment("2026-07-22T03:00")
    assert due.due < tables.clock.at  # nobody ran when it fell due
    await tables.advance(HOUR)
    assert await take_reminders(tables) == []
    await tables.advance_to("2026-07-22T08:00")
    assert len(await take_reminders(tables)) == 1


async def test_games_that_remind_in_the_same_minute_are_one_message(tables: TableFixture) -> None:
    for _ in range(3):
        await tables.start_game(ASTRID, BJORN, pace="none")
    waiting = {person: len(await db.players.list_owing(tables.store, person)) for person in ACTORS_BY_ID}
    await tables.advance(60 * HOUR)
    reminders = await take_reminders(tables)
    told = [person for person, _ in {(post.payload["person"], post.lane) for post in reminders}]
    assert sorted(told) == sorted(person for person, games in waiting.items() if games)


# Snooze and stop


async def test_stopping_reminders_lasts_until_the_next_turn(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    await tables.advance(60 * HOUR)
    await take_reminders(tables)
    assert await stop_reminders(tables.service, (await actor_to_move(tables, code)).id, code) == 1
    await tables.advance(10 * DAY)
    assert await take_reminders(tables) == []
    await tables.finish_turn(code)
    await tables.advance(60 * HOUR)
    assert len(await take_reminders(tables)) == 1


async def test_snoozing_after_stopping_brings_no_reminder(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="none")
    await tables.advance(60 * HOUR)
    await take_reminders(tables)
    owner = await actor_to_move(tables, code)
    await stop_reminders(tables.service, owner.id, code)
    await snooze(tables.service, owner.id, code)
    await tables.advance(5 * DAY)
    assert await take_reminders(tables) == []


async def test_snooze_waits_a_day(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(25 * HOUR)
    assert len(await take_reminders(tables)) == 1
    until = await snooze(tables.service, (await actor_to_move(tables, code)).id, code)
    assert until == tables.clock.at + DAY
    await tables.advance(DAY - MINUTE)
    assert await take_reminders(tables) == []


async def test_a_change_of_availability_does_not_end_a_snooze(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow")
    await tables.advance(50 * HOUR)
    assert len(await take_reminders(tables)) == 1
    owner = await actor_to_move(tables, code)
    await tables.advance(26 * HOUR)  # the second reminder is due within the hour
    until = await snooze(tables.service, owner.id, code)
    await preferences.update_preferences(tables.service, owner, zone="Pacific/Auckland")
    (timer,) = await db.timers.list_of_kind(tables.store, timers.REMIND, game=code)
    assert timer.due == until


async def test_reminders_go_by_the_whole_time_of_a_turn_also_when_it_is_counted_anew(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="slow")
    start, owner = tables.clock.at, await actor_to_move(tables, code)
    await tables.advance(40 * HOUR)

    async def nothing() -> None:
        """Changes nothing."""

    async with tables.store.write() as tx:
        await clocks.change_availability(tx, owner.id, nothing)
    (timer,) = await db.timers.list_of_kind(tables.store, timers.REMIND, game=code)
    assert timer.due == start + 48 * HOUR, "at half of 72 hours and the day before the first move"


async def test_who_owes_nothing_cannot_snooze(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    (idle,) = ACTORS_BY_ID.keys() - {await tables.user_to_move(code)}
    assert await snooze(tables.service, idle, code) is None
    assert await stop_reminders(tables.service, idle, code) == 0


# Unended turns


async def test_ten_minutes_after_the_last_step_a_turn_may_have_been_forgotten(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    person = await tables.user_to_move(code)
    await tables.advance(HOUR)
    await tables.play_last_move(code)
    assert await tables.user_to_move(code) == person
    await tables.advance(9 * MINUTE)
    assert await take_notifications(tables, "unended") == []
    await tables.advance(MINUTE)
    (post,) = await take_notifications(tables, "unended")
    assert post.payload["person"] == person
    await tables.play_last_move(code)
    if await tables.user_to_move(code) == person:
        await tables.advance(HOUR)
        assert await take_notifications(tables, "unended") == []


async def test_who_has_not_begun_or_has_ended_their_turn_has_forgotten_nothing(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await tables.advance(20 * MINUTE)
    await tables.finish_turn(code)
    await tables.advance(20 * MINUTE)
    assert await take_notifications(tables, "unended") == []


async def test_who_has_not_done_a_part_of_it_themselves_has_forgotten_nothing(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    seat = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        snapshot = await tables.service.load(tx, code)
        prepared = snapshot.game.parse("side left")
        user_id = snapshot.players[seat].person
        await play_moves(tx, GameLog(snapshot), seat, [prepared], by=BY_PLAN, user_id=user_id)
    assert (await tables.snapshot(code)).owing_seats() == {seat}
    await tables.advance(20 * MINUTE)
    assert await take_notifications(tables, "unended") == []


async def test_a_timer_of_a_turn_that_is_over_does_nothing(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(HOUR)
    player = await tables.player_of(code, await tables.user_to_move(code))
    assert player.owes_since is not None
    late = {"seat": player.seat, "since": player.owes_since - 1}
    async with tables.store.write() as tx:
        await db.timers.schedule(
            tx,
            *(
                db.NewTimer(kind, f"late {kind}", tables.clock.at, late, game=code)
                for kind in timers.SEAT_KINDS
            ),
        )
    await tables.advance(MINUTE)
    assert await db.votes.list_open(tables.store, code) == ()
    assert await tables.take_posts("call") == []
