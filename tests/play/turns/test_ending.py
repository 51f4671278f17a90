"""Ending by agreement: all players are asked, and one refusal continues the game."""

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.turns import ending
from db.clock import DAY, HOUR
from rules.game import Refusal
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture
from tests.play.vote_helpers import cast_vote


async def test_a_game_ends_when_everybody_agrees(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    assert not await ending.ask_to_end(tables.service, code, ASTRID)
    with pytest.raises(Denied) as refused:
        await ending.ask_to_end(tables.service, code, BJORN)
    assert refused.value.code == "asked_already"
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    assert not await cast_vote(tables, vote, BJORN, "yes")
    assert await cast_vote(tables, vote, CARA, "yes")
    outcome = await tables.final_outcome(code)
    assert (outcome.reason, outcome.ranking) == ("agreed", ())
    with pytest.raises(Refusal) as over:
        await ending.ask_to_end(tables.service, code, ASTRID)
    assert over.value.code == "over"


async def test_one_who_refuses_keeps_the_game_going(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    assert await cast_vote(tables, vote, CARA, "no")
    assert (await tables.snapshot(code)).is_running
    assert [post.payload["code"] for post in await tables.take_posts("notice")] == ["end_no"]


async def test_without_all_answers_the_game_goes_on_after_a_day(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await ending.ask_to_end(tables.service, code, ASTRID)
    await tables.advance(DAY)
    assert (await tables.snapshot(code)).is_running
    assert await db.votes.list_open(tables.store, code, kind="end") == ()
    *_, last = await db.entries.read_log(tables.store, code)
    assert (last.kind, last.text) == ("vote", "end late")
    assert "end_late" in [post.payload["code"] for post in await tables.take_posts("notice")]


async def test_who_does_not_play_cannot_ask_for_the_end(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    with pytest.raises(Refusal) as refused:
        await ending.ask_to_end(tables.service, code, CARA)
    assert refused.value.code == "not_seated"
    assert await db.votes.list_open(tables.store, code) == ()


async def test_nothing_is_asked_or_done_by_itself_once_a_game_is_over(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live")
    await tables.advance(48 * HOUR)
    (about,) = await db.votes.list_open(tables.store, code, kind="overdue")
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    assert await cast_vote(tables, vote, BJORN, "yes")
    closed = await db.votes.find(tables.store, about.id)
    assert closed is not None
    assert closed.result == "over"
    before = (await tables.snapshot(code)).row.version
    await tables.advance(30 * DAY)
    assert (await tables.snapshot(code)).row.version == before
    assert await db.votes.list_open(tables.store, code) == ()
