"""Overdue moves: the table votes, a day away is spent, or the caretaker takes over."""

import pytest

import db
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.core.timers import TIME_OUT
from bot.play.turns import caretaker
from db.clock import DAY, HOUR, MINUTE
from tests.manual_clock import moment
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, TableFixture
from tests.play.vote_helpers import (
    ask_about_seat,
    cast_vote,
    open_overdue_vote,
    other_actors,
    posted_notice_codes,
)

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

ACTORS_BY_ID = {ASTRID.id: ASTRID, BJORN.id: BJORN}


async def actor_to_move(tables: TableFixture, code: str) -> Actor:
    return ACTORS_BY_ID[await tables.user_to_move(code)]


# What the table decides


async def test_a_single_other_decides_with_one_tap(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    vote, late = await open_overdue_vote(tables, code)
    assert await cast_vote(tables, vote, ACTORS[1 - late], "wait")
    assert await db.votes.list_open(tables.store, code) == ()
    (notice,) = await tables.take_posts("notice")
    assert (notice.payload["code"], notice.payload["values"]) == ("waits_a_day", {"seat": late})
    *_, last = await db.entries.read_log(tables.store, code)
    assert (last.kind, last.text, last.seat) == ("vote", "overdue wait", late)


async def test_a_vote_without_ballots_is_not_logged_as_a_decision_to_wait_a_day(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await open_overdue_vote(tables, code)
    await tables.advance(25 * HOUR)
    assert "waits_a_week" in await posted_notice_codes(tables)
    entries = await db.entries.read_log(tables.store, code)
    assert [entry.text for entry in entries if entry.kind == "vote"] == ["overdue unanswered"]


async def test_waiting_lasts_a_day_and_then_the_table_is_asked_again(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    first, second = other_actors(late)
    assert not await cast_vote(tables, vote, first, "wait")
    assert await cast_vote(tables, vote, second, "wait")
    await ask_about_seat(tables, code, late)  # nobody is asked twice at once
    assert await db.votes.list_open(tables.store, code) == ()
    await tables.advance(DAY)
    (again,) = await db.votes.list_open(tables.store, code, kind="overdue")
    assert again.seat == late


async def test_who_has_moved_since_is_waited_for_no_longer(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    vote, late = await open_overdue_vote(tables, code)
    await cast_vote(tables, vote, ACTORS[1 - late], "wait")
    await tables.advance(HOUR)
    await tables.finish_turn(code)
    await tables.finish_turn(code)
    assert late in (await tables.snapshot(code)).owing_seats()
    await tables.advance(DAY)
    assert await db.votes.list_open(tables.store, code) == ()


async def test_a_table_where_nobody_answers_is_left_in_peace_for_a_week(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    _, late = await open_overdue_vote(tables, code)
    await tables.advance(DAY)
    assert await db.votes.list_open(tables.store, code) == ()
    assert "waits_a_week" in await posted_notice_codes(tables)
    await tables.advance(6 * DAY)
    assert await db.votes.list_open(tables.store, code) == ()
    await tables.advance(DAY)
    (again,) = await db.votes.list_open(tables.store, code, kind="overdue")
    assert again.seat == late


async def test_the_caretaker_plays_where_most_want_it(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    first, second = other_actors(late)
    assert not await cast_vote(tables, vote, first, "caretaker")
    assert not (await tables.snapshot(code)).players[late].has_caretaker
    assert await cast_vote(tables, vote, second, "caretaker")
    assert (await tables.snapshot(code)).players[late].has_caretaker


async def test_whoever_moves_is_not_absent(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    vote, _ = await open_overdue_vote(tables, code)
    await tables.play_last_move(code)
    closed = await db.votes.find(tables.store, vote.id)
    assert closed is not None
    assert closed.result == "moved"


async def test_the_table_can_end_the_game_without_a_winner(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    for other in other_actors(late):
        await cast_vote(tables, vote, other, "end")
    outcome = await tables.final_outcome(code)
    assert (outcome.reason, outcome.ranking) == ("agreed", ())
    results = await db.results.list_for_game(tables.store, code)
    assert len(results) == 3
    assert not any(result.counted for result in results)


# Time-out


async def test_at_a_rated_table_a_day_away_is_spent_and_then_the_caretaker_plays(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = await actor_to_move(tables, code)
    await tables.advance(48 * HOUR)
    (notice,) = await tables.take_posts("notice")
    assert notice.payload["code"] == "day_spent"
    assert notice.payload["values"]["n"] == 13
    assert notice.payload["values"]["at"] == tables.clock.at + DAY
    assert owner.id in notice.payload["mentions"]
    snapshot = await tables.snapshot(code)
    assert not any(player.has_caretaker for player in snapshot.players)
    assert await tables.deadlines(code) == {min(snapshot.owing_seats()): tables.clock.at + DAY}
    await tables.advance(DAY - MINUTE)
    assert (await tables.player_of(code, owner.id)).caretaker_since is None
    await tables.advance(MINUTE)
    player = await tables.player_of(code, owner.id)
    assert player.caretaker_since == tables.clock.at
    assert player.charged_to is None
    assert await db.votes.list_open(tables.store, code) == ()


async def test_who_moves_on_their_day_away_plays_on_themselves(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = await actor_to_move(tables, code)
    await tables.advance(60 * HOUR)
    await tables.finish_turn(code)
    assert (await tables.player_of(code, owner.id)).bank == 4 * HOUR
    await tables.advance(30 * HOUR)
    assert (await tables.player_of(code, owner.id)).caretaker_since is None


async def test_changing_habits_on_the_day_that_was_spent_ends_nothing_early(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = await actor_to_move(tables, code)
    await tables.advance(50 * HOUR)
    await preferences.update_preferences(tables.service, owner, zone="Europe/Paris")
    await tables.advance(21 * HOUR)
    assert (await tables.player_of(code, owner.id)).caretaker_since is None
    await tables.advance(HOUR)
    assert (await tables.player_of(code, owner.id)).caretaker_since is not None


async def test_without_a_day_left_the_caretaker_plays_at_once(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = await actor_to_move(tables, code)
    async with tables.store.write() as tx:
        await db.absences.add(tx, owner.id, moment("2026-02-01"), moment("2026-02-15"), "declared")
    await tables.advance(48 * HOUR)
    assert (await tables.player_of(code, owner.id)).caretaker_since == tables.clock.at


async def test_among_friends_the_table_is_asked_and_nothing_is_spent(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    owner = await actor_to_move(tables, code)
    await tables.advance(48 * HOUR)
    (vote,) = await db.votes.list_open(tables.store, code)
    assert (vote.kind, vote.seat) == ("overdue", (await tables.player_of(code, owner.id)).seat)
    assert (await db.absences.list_by_user(tables.store, (owner.id,)))[owner.id] == ()
    await preferences.update_preferences(tables.service, owner, zone="Europe/Paris")
    await tables.advance(HOUR)
    assert len(await db.votes.list_open(tables.store, code)) == 1
    assert await tables.deadlines(code) == {}


async def test_who_comes_back_from_the_caretaker_has_the_time_of_a_turn(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = await actor_to_move(tables, code)
    await tables.advance(72 * HOUR)
    await caretaker.reclaim(tables.service, code, owner, interaction_id=500)
    (timer,) = await db.timers.list_of_kind(tables.store, TIME_OUT, game=code)
    assert (timer.person, timer.due) == (owner.id, tables.clock.at + 4 * HOUR)
