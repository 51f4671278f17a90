"""Votes are open until closed once; a later ballot replaces an earlier one."""

import db
from db import Game, Store, Vote
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN


async def open_vote(store: Store, game: Game, kind: str = "overdue", *, seat: int | None = 0) -> Vote:
    set_clock(store, 20)
    async with store.write() as tx:
        return await db.votes.create(
            tx, game.code, kind, seat=seat, closes=90, opened_by=BJORN, payload={"ply": 3}
        )


async def close_vote(store: Store, vote: Vote, result: str, *, moment: int) -> bool:
    set_clock(store, moment)
    async with store.write() as tx:
        return await db.votes.close(tx, vote, result)


async def test_an_open_vote_is_found_until_it_is_closed(store: Store, game: Game) -> None:
    vote = await open_vote(store, game)
    assert (vote.opened, vote.closes, vote.opened_by) == (20, 90, BJORN)
    other = await open_vote(store, game, "end", seat=None)
    assert await db.votes.find(store, vote.id) == vote
    assert await db.votes.list_open(store, game.code) == (vote, other)
    assert await db.votes.list_open(store, game.code, kind="end") == (other,)
    assert await db.votes.list_open(store, game.code, seat=0) == (vote,)
    assert await close_vote(store, vote, "wait", moment=50)
    assert await db.votes.list_open(store, game.code) == (other,)
    over = await db.votes.find(store, vote.id)
    assert over is not None
    assert (over.closed, over.result, over.payload) == (50, "wait", {"ply": 3})
    assert await db.votes.find(store, 999) is None


async def test_a_vote_is_closed_once(store: Store, game: Game) -> None:
    vote = await open_vote(store, game)
    assert await close_vote(store, vote, "wait", moment=50)
    assert not await close_vote(store, vote, "end", moment=60)
    over = await db.votes.find(store, vote.id)
    assert over is not None
    assert (over.closed, over.result) == (50, "wait")


async def test_a_later_answer_takes_the_place_of_an_earlier_one(store: Store, game: Game) -> None:
    vote = await open_vote(store, game)
    other = await open_vote(store, game, "end", seat=None)
    for moment, person, choice in ((30, ASTRID, "wait"), (31, BJORN, "wait"), (32, ASTRID, "end")):
        set_clock(store, moment)
        async with store.write() as tx:
            await db.votes.cast_ballot(tx, vote, person, choice)
    ballots = await db.votes.ballots_by_user(store, vote.id)
    assert [*ballots.items()] == [(BJORN, "wait"), (ASTRID, "end")]
    assert await db.votes.ballots_by_user(store, other.id) == {}
