"""Giving up: the others play on and whoever gave up comes last; where one is left the game ends."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker, coach, ending, orders, votes
from db.clock import MINUTE
from rules.game import Outcome
from tests.play.table_fixture import ASTRID, BJORN, CARA, PEOPLE, TableFixture, last_move, open_table_fixture


@pytest.fixture
async def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableFixture]:
    monkeypatch.setattr(caretaker, "choose", last_move)
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def test_with_more_than_two_the_rest_play_on_and_who_gave_up_comes_last(
    top: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await top.resign(code, CARA)
    snapshot = await top.snapshot(code)
    assert snapshot.is_running
    assert snapshot.players[2].resigned
    with pytest.raises(Denied) as refused:
        await top.resign(code, CARA)
    assert refused.value.code == "resigned_already"
    with pytest.raises(Denied) as refused:
        await caretaker.reclaim(top.service, code, CARA, interaction_id=top.interaction())
    assert refused.value.code == "resigned_seat"
    await top.go(MINUTE)
    log = await db.entries.read_log(top.store, code)
    assert [entry.seat for entry in log if entry.by == "caretaker"] == [2]
    scored = Outcome("last_card", ((2,), (0, 1)), totals=(4, 4, 9))
    monkeypatch.setattr(type(snapshot.game), "outcome", lambda *_: scored)
    await top.act(code)
    snapshot = await top.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert (outcome.ranking, outcome.totals) == (((0, 1), (2,)), (4, 4, 9))
    assert [result.place for result in await db.results.list_for_game(top.store, code)] == [1, 1, 3]


async def test_who_gave_up_gives_no_orders_and_gets_no_advice(top: TableFixture) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await top.resign(code, CARA)
    snapshot = await top.snapshot(code)
    assert 2 in snapshot.owing_seats()
    words = snapshot.legal(2)[0].tokens()
    with pytest.raises(Denied) as refused:
        await orders.give(top.service, code, CARA, orders.Instruction(words=words))
    assert refused.value.code == "resigned_seat"
    with pytest.raises(Denied) as refused:
        await coach.AdviceCache().advise(top.service, snapshot, CARA.id)
    assert refused.value.code == "resigned_seat"


async def test_when_one_is_left_the_game_ends(top: TableFixture) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    for who in (BJORN, CARA):
        await top.resign(code, who)
    snapshot = await top.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert outcome.ranking == ((0,), (1, 2))
    assert await db.timers.list_by_kind(top.store, "caretaker", game=code) == ()


async def test_who_gives_up_has_no_say_and_is_not_waited_for(top: TableFixture) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await ending.ask_to_end(top.service, code, ASTRID)
    (vote,) = await db.votes.list_open(top.store, code, kind="end")
    await votes.cast_vote(top.service, code, vote.id, BJORN, "yes")
    await top.resign(code, CARA)
    snapshot = await top.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert outcome.reason == "agreed"


async def test_who_gave_up_cannot_answer_or_move_any_more(top: TableFixture) -> None:
    code = await top.start(*PEOPLE, game="borealis")
    await top.resign(code, CARA)
    await ending.ask_to_end(top.service, code, ASTRID)
    (vote,) = await db.votes.list_open(top.store, code, kind="end")
    with pytest.raises(Denied) as refused:
        await votes.cast_vote(top.service, code, vote.id, CARA, "no")
    assert refused.value.code == "resigned_others_decide"
    move = str((await top.snapshot(code)).legal(2)[0])
    with pytest.raises(Denied) as refused:
        await top.play(code, CARA, move)
    assert refused.value.code == "resigned_seat"
