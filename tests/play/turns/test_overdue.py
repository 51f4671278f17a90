"""A move that does not come: the table is asked, a day away is spent, the caretaker takes over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.core.timers import TIME_OUT
from bot.play.notify import turn_notifications
from bot.play.turns import caretaker, overdue, votes
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, CARA, PEOPLE, TableFixture, last_move, open_table_fixture

NOON = "2026-07-14T12:00"
VISITORS = {ASTRID.id: ASTRID, BJORN.id: BJORN}


@pytest.fixture
async def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableFixture]:
    monkeypatch.setattr(caretaker, "choose", last_move)
    async with open_table_fixture(tmp_path, NOON) as opened:
        yield opened


async def owner_of(top: TableFixture, code: str) -> Actor:
    return VISITORS[await top.owing(code)]


async def ask(top: TableFixture, code: str, seat: int) -> None:
    async with top.store.write() as tx:
        await overdue.ask_about_seat(tx, await top.service.load(tx, code), seat)


async def asked_about(top: TableFixture, code: str) -> tuple[db.Vote, int]:
    """The vote about somebody who does not move, and their seat."""
    late = min((await top.snapshot(code)).owing_seats())
    await ask(top, code, late)
    (vote,) = await db.votes.list_open(top.store, code, kind="overdue")
    assert vote.seat == late
    return vote, late


def others(late: int) -> list[Actor]:
    return [person for seat, person in enumerate(PEOPLE) if seat != late]


async def answer(top: TableFixture, vote: db.Vote, who: Actor, choice: str) -> bool:
    return await votes.cast_vote(top.service, vote.game, vote.id, who, choice)


async def said(top: TableFixture) -> list[str]:
    """The codes of what was said at the table."""
    return [post.payload["code"] for post in await top.posts("notice")]


# What the table decides


async def test_a_single_other_decides_with_one_tap(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    vote, late = await asked_about(top, code)
    assert await answer(top, vote, PEOPLE[1 - late], "wait")
    assert await db.votes.list_open(top.store, code) == ()
    (notice,) = await top.posts("notice")
    assert (notice.payload["code"], notice.payload["values"]) == ("waits_a_day", {"seat": late})
    *_, last = await db.entries.read_log(top.store, code)
    assert (last.kind, last.text, last.seat) == ("vote", "overdue wait", late)


async def test_waiting_lasts_a_day_and_then_the_table_is_asked_again(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await asked_about(top, code)
    first, second = others(late)
    assert not await answer(top, vote, first, "wait")
    assert await answer(top, vote, second, "wait")
    await ask(top, code, late)  # nobody is asked twice at once
    assert await db.votes.list_open(top.store, code) == ()
    await top.go(DAY)
    (again,) = await db.votes.list_open(top.store, code, kind="overdue")
    assert again.seat == late


async def test_who_has_moved_since_is_waited_for_no_longer(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    vote, late = await asked_about(top, code)
    await answer(top, vote, PEOPLE[1 - late], "wait")
    await top.go(HOUR)
    await top.hand_over(code)
    await top.hand_over(code)
    assert late in (await top.snapshot(code)).owing_seats()
    await top.go(DAY)
    assert await db.votes.list_open(top.store, code) == ()


async def test_a_table_where_nobody_answers_is_left_in_peace_for_a_week(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    _, late = await asked_about(top, code)
    await top.go(DAY)
    assert await db.votes.list_open(top.store, code) == ()
    assert "waits_a_week" in await said(top)
    await top.go(6 * DAY)
    assert await db.votes.list_open(top.store, code) == ()
    await top.go(DAY)
    (again,) = await db.votes.list_open(top.store, code, kind="overdue")
    assert again.seat == late


async def test_the_caretaker_plays_where_most_want_it(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await asked_about(top, code)
    first, second = others(late)
    assert not await answer(top, vote, first, "caretaker")
    assert not (await top.snapshot(code)).players[late].has_caretaker
    assert await answer(top, vote, second, "caretaker")
    assert (await top.snapshot(code)).players[late].has_caretaker


async def test_whoever_moves_is_not_absent(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN)
    vote, _ = await asked_about(top, code)
    await top.act(code)
    closed = await db.votes.find(top.store, vote.id)
    assert closed is not None
    assert closed.result == "moved"


async def test_the_table_can_end_the_game_without_a_winner(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await asked_about(top, code)
    for other in others(late):
        await answer(top, vote, other, "end")
    snapshot = await top.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("agreed", ())
    results = await db.results.list_for_game(top.store, code)
    assert len(results) == 3
    assert not any(result.counted for result in results)


# Time-out


async def test_at_a_rated_table_a_day_away_is_spent_and_then_the_caretaker_plays(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(48 * HOUR)
    (notice,) = await top.posts("notice")
    assert notice.payload["code"] == "day_spent"
    assert notice.payload["values"]["n"] == 13
    assert notice.payload["values"]["at"] == top.clock.at + DAY
    assert owner.id in notice.payload["mentions"]
    snapshot = await top.snapshot(code)
    assert not any(player.has_caretaker for player in snapshot.players)
    assert await turn_notifications.deadlines(top.store, snapshot) == {
        min(snapshot.owing_seats()): top.clock.at + DAY
    }
    await top.go(DAY - MINUTE)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None
    await top.go(MINUTE)
    player = await top.clock_of(code, owner.id)
    assert player.caretaker_since == top.clock.at
    assert player.charged_to is None
    assert await db.votes.list_open(top.store, code) == ()


async def test_who_moves_on_their_day_away_plays_on_themselves(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(60 * HOUR)
    await top.hand_over(code)
    assert (await top.clock_of(code, owner.id)).bank == 4 * HOUR
    await top.go(30 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None


async def test_changing_habits_on_the_day_that_was_spent_ends_nothing_early(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(50 * HOUR)
    await preferences.set_time_zone(top.service, owner, "Europe/Paris")
    await top.go(21 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is None
    await top.go(HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since is not None


async def test_without_a_day_left_the_caretaker_plays_at_once(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    async with top.store.write() as tx:
        await db.absences.add(tx, owner.id, moment("2026-02-01"), moment("2026-02-15"), "declared")
    await top.go(48 * HOUR)
    assert (await top.clock_of(code, owner.id)).caretaker_since == top.clock.at


async def test_among_friends_the_table_is_asked_and_nothing_is_spent(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live")
    owner = await owner_of(top, code)
    await top.go(48 * HOUR)
    (vote,) = await db.votes.list_open(top.store, code)
    assert (vote.kind, vote.seat) == ("overdue", (await top.clock_of(code, owner.id)).seat)
    assert (await db.absences.list_by_user(top.store, (owner.id,)))[owner.id] == ()
    await preferences.set_time_zone(top.service, owner, "Europe/Paris")
    await top.go(HOUR)
    assert len(await db.votes.list_open(top.store, code)) == 1
    assert await turn_notifications.deadlines(top.store, await top.snapshot(code)) == {}


async def test_who_comes_back_from_the_caretaker_has_the_time_of_a_turn(top: TableFixture) -> None:
    code = await top.start(ASTRID, BJORN, pace="live", rated=True)
    owner = await owner_of(top, code)
    await top.go(72 * HOUR)
    await caretaker.reclaim(top.service, code, owner, interaction_id=500)
    (timer,) = await db.timers.list_by_kind(top.store, TIME_OUT, game=code)
    assert (timer.person, timer.due) == (owner.id, top.clock.at + 4 * HOUR)
