"""A pause by consent: the vote, what rests meanwhile, and how the game goes on."""

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.core.timers import RESUME
from bot.play.lobby import archive, pause
from bot.play.turns import caretaker, ending, votes
from db.clock import DAY, HOUR
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")
ACTORS_BY_ID = {ASTRID.id: ASTRID, BJORN.id: BJORN}


async def vote_on(tables: TableFixture, code: str, actor: Actor, kind: str, choice: str) -> bool:
    (vote,) = await db.votes.list_open(tables.store, code, kind=kind)
    return await votes.cast_vote(tables.service, code, vote.id, actor, choice)


async def pause_game(tables: TableFixture, code: str, days: int = 10) -> None:
    assert not await pause.ask_to_pause(tables.service, code, ASTRID, days)
    assert await vote_on(tables, code, BJORN, "pause", "yes")


async def notice_codes(tables: TableFixture) -> list[str]:
    return [post.payload["code"] for post in await tables.take_posts("notice")]


@pytest.mark.parametrize("rated", [False, True])
async def test_a_table_that_agrees_rests_and_no_away_day_is_used(tables: TableFixture, rated: bool) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=rated)
    mover = ACTORS_BY_ID[await tables.user_to_move(code)]
    await tables.advance(40 * HOUR)
    await pause_game(tables, code, days=20)
    assert "paused" in await notice_codes(tables)
    until = tables.clock.at + 20 * DAY
    await tables.advance(20 * DAY - HOUR)
    assert (await tables.snapshot(code)).is_paused
    for kind in ("notice", "private_notice", "call"):
        assert await tables.take_posts(kind) == []
    assert (await db.absences.list_by_user(tables.store, (mover.id,)))[mover.id] == ()
    await tables.advance(HOUR)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_running
    assert snapshot.row.paused_until is None
    seat = min(snapshot.owing_seats())
    assert snapshot.players[seat].person == mover.id
    assert await tables.deadlines(code) == {seat: until + 8 * HOUR}
    assert await tables.take_posts("card")


async def test_one_no_keeps_the_game_going(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await pause.ask_to_pause(tables.service, code, ASTRID, 7)
    await vote_on(tables, code, BJORN, "pause", "no")
    assert (await tables.snapshot(code)).is_running
    assert "pause_no" in await notice_codes(tables)


async def test_no_answer_is_a_no(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await pause.ask_to_pause(tables.service, code, ASTRID, 7)
    await tables.advance(DAY)
    assert (await tables.snapshot(code)).is_running
    assert "pause_late" in await notice_codes(tables)


async def test_at_a_rated_table_nobody_pauses_without_an_absent_owner(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis", pace="slow", rated=True)
    async with tables.store.write() as tx:
        snapshot = await tables.service.load(tx, code)
        await caretaker.hand_over(tx, snapshot, 2, reason="vote")
    await pause.ask_to_pause(tables.service, code, ASTRID, 7)
    assert not await vote_on(tables, code, BJORN, "pause", "yes")
    await tables.advance(DAY)
    assert (await tables.snapshot(code)).is_running


async def test_moves_are_refused_while_the_game_is_paused(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    snapshot = await tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    mover, move = ACTORS_BY_ID[snapshot.players[seat].person or 0], str(snapshot.legal(seat)[-1])
    await pause_game(tables, code)
    with pytest.raises(Denied, match="paused"):
        await tables.play(code, mover, move)
    with pytest.raises(Denied, match="paused"):
        await archive.resume(tables.service, code, ASTRID)


async def test_a_pause_ends_early_only_if_all_agree(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await pause_game(tables, code)
    assert not await pause.ask_to_resume(tables.service, code, BJORN)
    await vote_on(tables, code, ASTRID, "resume", "no")
    assert (await tables.snapshot(code)).is_paused
    await pause.ask_to_resume(tables.service, code, ASTRID)
    assert await vote_on(tables, code, BJORN, "resume", "yes")
    assert (await tables.snapshot(code)).is_running
    assert await db.timers.list_of_kind(tables.store, RESUME, game=code) == ()
    with pytest.raises(Denied, match="not_paused"):
        await pause.ask_to_resume(tables.service, code, ASTRID)


async def test_a_vote_to_go_on_is_over_when_the_pause_ends_by_itself(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await pause_game(tables, code, days=2)
    await tables.advance(2 * DAY - HOUR)
    await pause.ask_to_resume(tables.service, code, ASTRID)
    await tables.advance(HOUR)
    assert (await tables.snapshot(code)).is_running
    assert await db.votes.list_open(tables.store, code) == ()


async def test_other_votes_end_with_the_pause_and_can_be_opened_again(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await ending.ask_to_end(tables.service, code, ASTRID)
    await pause_game(tables, code, days=2)
    assert await db.votes.list_open(tables.store, code) == ()
    await tables.advance(2 * DAY)
    assert not await ending.ask_to_end(tables.service, code, ASTRID)


@pytest.mark.parametrize("days", [0, 1, 31])
async def test_a_pause_lasts_two_to_thirty_days(tables: TableFixture, days: int) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    with pytest.raises(Denied, match="not_a_choice"):
        await pause.ask_to_pause(tables.service, code, ASTRID, days)
