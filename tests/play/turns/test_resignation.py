"""Resignation: the others play on and the resigned player comes last; with one left the game ends."""

import pytest

import db
from bot.play.core.refusals import Denied
from bot.play.history.verify import verify_game
from bot.play.turns import caretaker, coach, ending, standing_orders, votes
from db.clock import MINUTE
from rules import GAMES
from rules.game import Outcome
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")


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
    outcome = await tables.final_outcome(code)
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
    outcome = await tables.final_outcome(code)
    assert outcome.ranking == ((0,), (1, 2))
    assert await db.timers.list_of_kind(tables.store, "caretaker", game=code) == ()


async def test_who_gives_up_has_no_say_and_is_not_waited_for(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    await votes.cast_vote(tables.service, code, vote.id, BJORN, "yes")
    await tables.resign(code, CARA)
    outcome = await tables.final_outcome(code)
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


@pytest.mark.parametrize("returns", [False, True])
async def test_who_does_not_come_back_to_a_rated_game_is_rated_as_resigned(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch, *, returns: bool
) -> None:
    code = await tables.start_game(*ACTORS, game="borealis", pace="slow", rated=True)
    await tables.play_random_turns(code, ACTORS, 12)
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), 2, reason="time_out")
    await tables.advance(MINUTE)
    if returns:
        await caretaker.reclaim(tables.service, code, CARA, interaction_id=tables.next_interaction_id())
    scored = Outcome("last_card", ((2,), (0,), (1,)), totals=(5, 4, 9))
    monkeypatch.setattr(type((await tables.snapshot(code)).game), "outcome", lambda *_: scored)
    await tables.play_last_move(code)
    results = await db.results.list_for_game(tables.store, code)
    assert [result.place for result in results] == ([2, 3, 1] if returns else [1, 2, 3])
    assert returns or results[2].share == 1
    steps = {
        step.person: step.mu - step.mu_before for step in await db.ratings.list_steps(tables.store, code)
    }
    assert (steps[CARA.id] < 0) != returns
    assert (await verify_game(tables.store, GAMES, code)).is_valid
