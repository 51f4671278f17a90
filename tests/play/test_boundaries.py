"""Side effects that must not happen: votes, hands, plans, away days and returns affect only their subject."""

import pytest

import db
from bot.play.core.authorization import Actor
from bot.play.lobby import archive
from bot.play.turns import caretaker, overdue, substitutes, votes
from db.clock import DAY, HOUR, MINUTE
from tests.play.table_fixture import ACTORS, ASTRID, BJORN, SERVER, TableFixture

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

EIRA = Actor(9, "Eira", "en-GB")


async def test_the_move_of_one_closes_no_vote_about_another(tables: TableFixture) -> None:
    code = await tables.start_game(*ACTORS, game="borealis")
    late = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        await overdue.ask_about_seat(tx, await tables.service.load(tx, code), late)
        await votes.cancel_outdated(tx, await tables.service.load(tx, code), (late + 1) % 3)
    (vote,) = await db.votes.list_open(tables.store, code)
    assert vote.seat == late
    async with tables.store.write() as tx:
        await votes.cancel_outdated(tx, await tables.service.load(tx, code), late)
    assert await db.votes.list_open(tables.store, code) == ()


async def test_nobody_is_sent_the_hand_of_a_seat_that_the_caretaker_plays(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    away = min((await tables.snapshot(code)).owing_seats())
    async with tables.store.write() as tx:
        await caretaker.hand_over(tx, await tables.service.load(tx, code), away, reason="vote")
    await tables.take_posts("hand")
    for _ in range(4):
        await tables.advance(MINUTE)
        snapshot = await tables.snapshot(code)
        if snapshot.owing_seats() and min(snapshot.owing_seats()) != away:
            await tables.finish_turn(code)
    sent = {post.payload["seat"] for post in await tables.take_posts("hand")}
    assert sent == {1 - away}


async def test_a_game_that_fell_silent_does_not_go_on_because_skald_is_back(tables: TableFixture) -> None:
    silent = await tables.start_game(ASTRID, BJORN)
    await tables.advance(90 * DAY)
    assert (await tables.snapshot(silent)).row.status == "archived"
    running = await tables.start_game(ASTRID, BJORN)
    await archive.archive_server(tables.service, SERVER)
    await archive.resume_server(tables.service, SERVER)
    assert (await tables.snapshot(silent)).row.status == "archived"
    assert (await tables.snapshot(running)).is_running


async def test_a_substitute_finds_neither_the_plans_nor_the_orders_of_the_one_before(
    tables: TableFixture,
) -> None:
    code = await tables.start_game(ASTRID, BJORN)
    seat = min((await tables.snapshot(code)).owing_seats())
    owner = (ASTRID, BJORN)[seat]
    async with tables.store.write() as tx:
        await db.conditional_moves.upsert(tx, game=code, person=owner.id, seat=seat, text="stop", ply=1)
        await db.standing_orders.insert(
            tx, game=code, seat=seat, person=owner.id, payload={"words": ["stop"]}
        )
        await substitutes.ask_for_substitute(tx, await tables.service.load(tx, code), seat)
    (vote,) = await db.votes.list_open(tables.store, code)
    await substitutes.take_seat(tables.service, code, vote.id, EIRA, server=SERVER, interaction_id=77)
    assert (await tables.snapshot(code)).seat_of(EIRA.id) == seat
    assert await db.conditional_moves.list_for_game(tables.store, code) == ()
    assert await db.standing_orders.list_in_force(tables.store, code) == ()


async def test_a_day_away_that_an_earlier_turn_cost_does_not_serve_a_later_one(tables: TableFixture) -> None:
    code = await tables.start_game(ASTRID, BJORN, pace="live", rated=True)
    owner = {ASTRID.id: ASTRID, BJORN.id: BJORN}[await tables.user_to_move(code)]
    await tables.advance(50 * HOUR)
    await tables.finish_turn(code)
    await tables.finish_turn(code)
    assert await tables.user_to_move(code) == owner.id
    await tables.advance(30 * HOUR)  # the day that was spent holds to its end
    spent = [each.cause for each in (await db.absences.list_by_user(tables.store, (owner.id,)))[owner.id]]
    assert spent == [f"spent {code}"] * 2
    assert (await tables.player_of(code, owner.id)).caretaker_since is None
