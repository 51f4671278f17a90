"""Votes: who may vote, how ballots are counted, and when a vote is decided."""

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.lobby import archive
from bot.play.turns import caretaker, ending, votes
from bot.play.turns.votes import early_result, result_at_close
from db.clock import DAY, HOUR
from rules.game import Refusal
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, CARA, SERVER, TableFixture
from tests.play.vote_helpers import cast_vote, open_overdue_vote, other_actors

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

STRANGER = Actor(9, "Eira", "en-GB")


# Counting


@pytest.mark.parametrize(
    ("kind", "ballots", "result"),
    [
        ("overdue", {}, None),
        ("overdue", {1: "end"}, None),
        ("overdue", {1: "end", 2: "end"}, "end"),
        ("overdue", {1: "end", 2: "wait", 3: "caretaker"}, None),
        ("overdue", {9: "end", 8: "end", 7: "end"}, None),
        ("undo", {1: "yes", 2: "yes"}, None),
        ("undo", {1: "yes", 2: "yes", 3: "yes"}, "yes"),
        ("undo", {1: "yes", 2: "no"}, "no"),
        ("end", {1: "yes", 2: "yes", 9: "no"}, None),
    ],
)
def test_most_decide_about_absence_and_all_about_the_rest(
    kind: str, ballots: dict[int, str], result: str | None
) -> None:
    assert early_result(kind, (1, 2, 3), ballots) == result


def test_when_the_time_is_up_the_leading_answer_counts_and_the_milder_of_equals() -> None:
    assert result_at_close("overdue", (1, 2, 3), {}) == "wait"
    assert result_at_close("overdue", (1, 2, 3), {1: "end"}) == "end"
    assert result_at_close("overdue", (1, 2, 3), {1: "end", 2: "caretaker"}) == "caretaker"
    assert result_at_close("undo", (1, 2), {1: "yes"}) == "late"


# Answering


async def test_an_answer_can_be_changed_until_it_is_decided(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    first, second = other_actors(late)
    for _ in range(2):
        assert not await cast_vote(tables, vote, first, "end")
    assert not await cast_vote(tables, vote, first, "caretaker")
    assert await cast_vote(tables, vote, second, "caretaker")
    assert (await tables.snapshot(code)).players[late].has_caretaker
    with pytest.raises(Denied) as refused:
        await cast_vote(tables, vote, second, "wait")
    assert refused.value.code == "vote_over"


async def test_every_answer_is_shown_and_the_end(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    first, second = other_actors(late)
    assert [post.payload for post in await tables.take_posts("vote")] == [{"vote": vote.id}]
    await cast_vote(tables, vote, first, "end")
    assert [post.payload for post in await tables.take_posts("vote")] == [{"vote": vote.id}]
    await cast_vote(tables, vote, second, "end")
    assert {post.payload["vote"] for post in await tables.take_posts("vote")} == {vote.id}


async def test_the_vote_closes_by_itself_after_a_day_also_after_a_restart(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    await cast_vote(tables, vote, other_actors(late)[0], "caretaker")
    await tables.advance(DAY - HOUR)
    assert not (await tables.snapshot(code)).players[late].has_caretaker
    tables.use_store(tables.store)
    await tables.advance(HOUR)
    assert (await tables.snapshot(code)).players[late].has_caretaker


async def test_a_vote_that_lay_still_with_its_game_still_closes_by_itself(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    await ending.ask_to_end(tables.service, code, ASTRID)
    await archive.archive_server(tables.service, SERVER)
    await tables.advance(10 * DAY)
    assert len(await db.votes.list_open(tables.store, code, kind="end")) == 1
    await archive.resume_server(tables.service, SERVER)
    await tables.advance(HOUR)
    assert await db.votes.list_open(tables.store, code, kind="end") == ()


async def test_nobody_but_the_others_has_a_say(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    other = other_actors(late)[0]
    with pytest.raises(Refusal) as unseated:
        await cast_vote(tables, vote, STRANGER, "end")
    assert unseated.value.code == "not_seated"
    for who, number, choice, why in (
        (ACTORS[late], vote.id, "wait", "others_decide"),
        (other, vote.id, "cheese", "unknown_vote"),
        (other, vote.id + 1, "end", "unknown_vote"),
    ):
        with pytest.raises(Denied) as refused:
            await votes.cast_vote(tables.service, code, number, who, choice)
        assert refused.value.code == why
    assert await db.votes.ballots_by_user(tables.store, vote.id) == {}


async def test_nobody_answers_for_another_table(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    elsewhere = await tables.start_game(ASTRID, BJORN)
    vote, late = await open_overdue_vote(tables, code)
    with pytest.raises(Denied) as refused:
        await votes.cast_vote(tables.service, elsewhere, vote.id, ACTORS[1 - late], "end")
    assert refused.value.code == "unknown_vote"
    assert await db.votes.ballots_by_user(tables.store, vote.id) == {}


async def test_a_vote_whose_game_is_over_closes_without_a_result(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    vote, late = await open_overdue_vote(tables, code)
    await cast_vote(tables, vote, other_actors(late)[0], "caretaker")
    async with tables.store.write() as tx:
        await tx.execute(db.games.table.update().values(status="over"))
    await tables.advance(DAY)
    closed = await db.votes.find(tables.store, vote.id)
    assert closed is not None
    assert closed.result == "over"
    assert not (await tables.snapshot(code)).players[late].has_caretaker


async def test_whom_the_caretaker_plays_for_comes_back_before_having_a_say(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, CARA, game="borealis")
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), 2, reason="vote")
    await ending.ask_to_end(tables.service, code, ASTRID)
    (vote,) = await db.votes.list_open(tables.store, code, kind="end")
    with pytest.raises(Denied) as refused:
        await cast_vote(tables, vote, CARA, "no")
    assert refused.value.code == "come_back_first"
    assert await cast_vote(tables, vote, BJORN, "yes")
