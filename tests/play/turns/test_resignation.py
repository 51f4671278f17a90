"""Resignation: the others play on and the resigned player comes last; with one left the game ends."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker, coach, ending, standing_orders, votes
from db.clock import MINUTE
from rules.game import Outcome
from tests.play.table_fixture import (
    ACTORS,
    ASTRID,
    BJORN,
    CARA,
    TableFixture,
    choose_last_move,
    open_table_fixture,
)


@pytest.fixture
async def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableFixture]:
    monkeypatch.setattr(caretaker, "choose", choose_last_move)
    async with open_table_fixture(tmp_path, "2026-07-14T12:00") as opened:
        yield opened


async def test_with_more_than_two_the_rest_play_on_and_who_gave_up_comes_last(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await tables.resign(code, CARA)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_running
    assert snapshot.players[2].resigned
    with pytest.raises(Denied) as refused:
        await tables.resign(code, CARA)
    assert refused.value.code == "resigned_already"
    with pytest.raises(Denied) as refused:
        await caretaker.reclaim(tables.service, code, CARA, interaction_id=tables.next_interaction_id())
    assert refused.value.code == "resigned_seat"
    await tables.advance(MINUTE)
    log = await db.entries.read_log(tables.store, code)
    assert [entry.seat for entry in log if entry.by == "caretaker"] == [2]
    scored = Outcome("last_card", ((2,), (0, 1)), totals=(4, 4, 9))
    monkeypatch.setattr(type(snapshot.game), "outcome", lambda *_: scored)
    await tables.play_last_move(code)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert (outcome.ranking, outcome.totals) == (((0, 1), (2,)), (4, 4, 9))
    assert [result.place for result in await db.results.list_for_game(tables.store, code)] == [1, 1, 3]


async def test_who_gave_up_gives_no_orders_and_gets_no_advice(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await tables.resign(code, CARA)
    snapshot = await tables.snapshot(code)
    assert 2 in snapshot.owing_seats()
    words = snapshot.legal(2)[0].tokens()
    with pytest.raises(Denied) as refused:
        await standing_orders.give(tables.service, code, CARA, standing_orders.Instruction(words=words))
    assert refused.value.code == "resigned_seat"
    with pytest.raises(Denied) as refused:
        await coach.AdviceCache().advise(tables.service, snapshot, CARA.id)
    assert refused.value.code == "resigned_seat"


async def test_when_one_is_left_the_game_ends(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    for who in (BJORN, CARA):
        await tables.resign(code, who)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert outcome.ranking == ((0,), (1, 2))
    assert await db.timers.list_of_kind(tables.store, "caretaker", game=code) == ()


async def test_who_gives_up_has_no_say_and_is_not_waited_for(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    await votes.cast_vote(tables.service, code, vote.id, BJORN, "yes")
    await tables.resign(code, CARA)
    snapshot = await tables.snapshot(code)
    assert snapshot.is_over
    outcome = snapshot.outcome()
    assert outcome is not None
    assert outcome.reason == "agreed"


async def test_who_gave_up_cannot_answer_or_move_any_more(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await tables.resign(code, CARA)
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    with pytest.raises(Denied) as refused:
        await votes.cast_vote(tables.service, code, vote.id, CARA, "no")
    assert refused.value.code == "resigned_others_decide"
    move = str((await tables.snapshot(code)).legal(2)[0])
    with pytest.raises(Denied) as refused:
        await tables.play(code, CARA, move)
    assert refused.value.code == "resigned_seat"
