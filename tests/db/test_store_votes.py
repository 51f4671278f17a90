"""Votes: what a table is asked, what people answer, and who plays a seat."""

from set_table import ASTRID, BJORN, STRANGER, play

from db import Game, Store, Vote


async def opened(store: Store, game: Game, kind: str = "absence", *, seat: int | None = 0) -> Vote:
    async with store.write() as w:
        return await w.open_vote(game.code, kind, seat=seat, at=20, closes=90, payload={"ply": 3})


async def test_an_open_vote_is_found_until_it_is_closed(store: Store, game: Game) -> None:
    vote = await opened(store, game)
    other = await opened(store, game, "end", seat=None)
    assert await store.open_votes(game.code) == (vote, other)
    assert await store.open_votes(game.code, kind="end") == (other,)
    assert await store.open_votes(game.code, seat=0) == (vote,)
    async with store.write() as w:
        assert await w.close_vote(vote, "wait", at=50)
    assert await store.open_votes(game.code) == (other,)
    closed = await store.vote(vote.id)
    assert closed is not None
    assert (closed.closed, closed.result, closed.payload) == (50, "wait", {"ply": 3})


async def test_a_vote_is_closed_once(store: Store, game: Game) -> None:
    vote = await opened(store, game)
    async with store.write() as w:
        assert await w.close_vote(vote, "wait", at=50)
        assert not await w.close_vote(vote, "end", at=60)
    closed = await store.vote(vote.id)
    assert closed is not None
    assert closed.result == "wait"


async def test_a_later_answer_takes_the_place_of_an_earlier_one(store: Store, game: Game) -> None:
    vote = await opened(store, game)
    async with store.write() as w:
        await w.cast(vote, ASTRID, "wait", at=30)
        await w.cast(vote, BJORN, "wait", at=31)
        await w.cast(vote, ASTRID, "end", at=32)
    assert await store.ballots(vote.id) == {ASTRID: "end", BJORN: "wait"}


async def test_a_seat_is_handed_over_and_given_back(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.hand_over(game.code, 1, since=40)
    assert [seat.caretaker_since for seat in await store.seats(game.code)] == [None, 40]
    async with store.write() as w:
        await w.hand_over(game.code, 1, since=None)
        await w.mark_resigned(game.code, 0, at=60)
    resigned, other = await store.seats(game.code)
    assert (resigned.resigned_at, resigned.caretaker_since) == (60, 60)
    assert (other.resigned_at, other.caretaker_since) == (None, None)


async def test_a_substitute_owes_from_the_moment_he_sits_down(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.hand_over(game.code, 0, since=30)
        await w.reseat(game.code, 0, STRANGER, at=70)
    first, second = await store.seats(game.code)
    assert (first.person, first.joined, first.owes_since, first.caretaker_since) == (STRANGER, 70, 70, None)
    assert (second.person, second.owes_since) == (BJORN, None)
    assert [one.code for one in await store.waiting_for(STRANGER)] == [game.code]
    assert await store.waiting_for(ASTRID) == ()
    async with store.write() as w:
        await play(w, game, "a", owed={1})
    assert (await store.seats(game.code))[0].owes_since is None
