"""While a move is owed: reminders and their answers, a forgotten end of turn, and what comes at time-out."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.pace import DAY, HOUR, MINUTE
from bot.tables import Visitor
from bot.tables.clocks import REMIND, TIME_OUT
from tests.bot.tabletop import ASTRID, BJORN, Tabletop, moment, opened_tabletop

NOON = "2026-07-14T12:00"
VISITORS = {ASTRID.id: ASTRID, BJORN.id: BJORN}


@pytest.fixture
async def top(tmp_path: Path) -> AsyncIterator[Tabletop]:
    async with opened_tabletop(tmp_path, NOON) as opened:
        yield opened


async def reminders(top: Tabletop) -> list[db.Post]:
    return [post for post in await top.posts("call") if post.payload["why"] == "reminder"]


async def owner_of(top: Tabletop, code: str) -> Visitor:
    return VISITORS[await top.owing(code)]


async def reminded_at(top: Tabletop, until: int) -> list[int]:
    """After how many hours reminders came."""
    start, hours = top.clock.at, []
    while top.clock.at < start + until:
        await top.go(HOUR)
        hours += [(top.clock.at - start) // HOUR] * len(await reminders(top))
    return hours


async def test_reminders_at_half_and_four_fifths_then_daily_five_at_most(top: Tabletop) -> None:
    await top.start(ASTRID, BJORN, pace="none")  # as if it were due when the table is asked, after 120 h
    assert await reminded_at(top, 9 * DAY) == [60, 96, 120, 144, 168]


async def test_reminders_of_a_clock_go_by_the_time_it_has(top: Tabletop) -> None:
    await top.start(ASTRID, BJORN, pace="live")
    assert await reminded_at(top, 2 * DAY - HOUR) == [24, 39]  # 24 h and 38.4 h of 48 h


async def test_a_new_turn_begins_without_reminders(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(40 * HOUR)
    first = await top.owing(code)
    assert (await top.clock_of(code, first)).reminded == 2
    await top.hand_over(code)
    await top.hand_over(code)
    assert await top.owing(code) == first
    assert (await top.clock_of(code, first)).reminded == 0


async def test_reminders_due_at_night_come_in_the_morning(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await top.go_to("2026-07-18T13:00")
    assert len(await reminders(top)) == 2
    owner = await owner_of(top, code)
    await top.tables.set_zone(owner, "UTC")
    await top.tables.set_sleep(owner, (10 * 60, 19 * 60))
    await top.go_to("2026-07-19T18:59")
    assert await reminders(top) == []
    await top.go(MINUTE)
    assert len(await reminders(top)) == 1


async def test_games_that_remind_in_the_same_minute_are_one_message(top: Tabletop) -> None:
    for _ in range(3):
        await top.start(ASTRID, BJORN, pace="none")
    waiting = {person: len(await top.store.owing_of(person)) for person in VISITORS}
    await top.go(60 * HOUR)
    told = [post.payload["person"] for post in await reminders(top)]
    assert sorted(told) == sorted(person for person, games in waiting.items() if games)


async def test_mute_lasts_until_the_next_turn(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="none")
    await top.go(60 * HOUR)
    await reminders(top)
    assert await top.tables.quieten((await owner_of(top, code)).id, code) == 1
    await top.go(10 * DAY)
    assert await reminders(top) == []
    await top.hand_over(code)
    await top.go(60 * HOUR)
    assert len(await reminders(top)) == 1


async def test_snooze_waits_a_day(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(25 * HOUR)
    assert len(await reminders(top)) == 1
    until = await top.tables.snooze((await owner_of(top, code)).id, code)
    assert until == top.clock.at + DAY
    await top.go(DAY - MINUTE)
    assert await reminders(top) == []


async def test_who_owes_nothing_cannot_snooze(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    (idle,) = VISITORS.keys() - {await top.owing(code)}
    assert await top.tables.snooze(idle, code) is None
    assert await top.tables.quieten(idle, code) == 0


async def test_ten_minutes_after_the_last_step_a_turn_may_have_been_forgotten(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    person = await top.owing(code)
    await top.go(HOUR)
    await top.act(code)
    assert await top.owing(code) == person
    await top.go(9 * MINUTE)
    assert [post for post in await top.posts("call") if post.payload["why"] == "unended"] == []
    await top.go(MINUTE)
    (post,) = [post for post in await top.posts("call") if post.payload["why"] == "unended"]
    assert post.payload["person"] == person
    await top.act(code)
    if await top.owing(code) == person:
        await top.go(HOUR)
        assert [post for post in await top.posts("call") if post.payload["why"] == "unended"] == []


async def test_who_has_not_begun_or_has_ended_his_turn_has_forgotten_nothing(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN)
    await top.go(20 * MINUTE)
    await top.hand_over(code)
    await top.go(20 * MINUTE)
    assert [post for post in await top.posts("call") if post.payload["why"] == "unended"] == []


# Time-out


async def test_at_a_rated_table_a_day_away_is_spent_and_then_the_caretaker_plays(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(48 * HOUR)
    (notice,) = await top.posts("notice")
    assert notice.payload["values"]["n"] == 13
    assert owner.id in notice.payload["mentions"]
    assert (await top.tables.position(code)).players[0].caretaker is False
    await top.go(DAY - MINUTE)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None
    await top.go(MINUTE)
    seat = await top.clock_of(code, owner.id)
    assert seat.caretaker_since == top.clock.at
    assert seat.charged_to is None
    assert await top.store.open_votes(code) == ()


async def test_who_moves_on_his_day_away_plays_on_himself(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(60 * HOUR)
    await top.hand_over(code)
    assert (await top.clock_of(code, owner.id)).bank == 4 * HOUR
    await top.go(30 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None


async def test_changing_habits_on_the_day_that_was_spent_ends_nothing_early(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(50 * HOUR)
    await top.tables.set_zone(owner, "Europe/Paris")
    await top.go(21 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None
    await top.go(HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is not None


async def test_without_a_day_left_the_caretaker_plays_at_once(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    async with top.store.write() as w:
        await w.add_absence(owner.id, moment("2026-02-01"), moment("2026-02-15"), "declared")
    await top.go(48 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since == top.clock.at


async def test_among_friends_the_table_is_asked_and_nothing_is_spent(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    owner = await owner_of(top, code)
    await top.go(48 * HOUR)
    (vote,) = await top.store.open_votes(code)
    assert (vote.kind, vote.seat) == ("absence", (await top.clock_of(code, owner.id)).seat)
    assert (await top.store.absences((owner.id,)))[owner.id] == ()
    await top.tables.set_zone(owner, "Europe/Paris")
    await top.go(HOUR)
    assert len(await top.store.open_votes(code)) == 1
    assert await top.tables.deadlines(top.store, code) == {}


async def test_who_comes_back_from_the_caretaker_has_the_time_of_a_turn(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(72 * HOUR)
    await top.tables.reclaim(code, owner, interaction=500)
    (timer,) = await top.store.timers(TIME_OUT, game=code)
    assert (timer.person, timer.due) == (owner.id, top.clock.at + 4 * HOUR)


async def test_a_timer_of_a_turn_that_is_over_does_nothing(top: Tabletop) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    await top.go(HOUR)
    seat = await top.clock_of(code, await top.owing(code))
    async with top.store.write() as w:
        late = {"seat": seat.seat, "since": (seat.owes_since or 0) - 1}
        for kind in (TIME_OUT, REMIND, "overdue", "unended"):
            await w.set_timer(kind, key=f"late {kind}", due=top.clock.at, payload=late, game=code)
    await top.go(MINUTE)
    assert await top.store.open_votes(code) == ()
    assert await top.posts("call") == []
