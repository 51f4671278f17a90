"""What somebody decided in advance, looked at when their turn has come: the plan first, then the orders."""

import db
from bot.play import orders, plans, timers
from bot.play.log import BY_PLAN
from bot.play.people import Visitor, seat_of
from bot.play.position import Position
from bot.play.tables import Tables
from bot.play.turns import looks_due, make
from rules.game import Refusal, Seat


async def play_now(
    tables: Tables, code: str, visitor: Visitor, *, interaction: int, version: int | None
) -> Position:
    """Play the line that was tried out, as far as it is possible now that it is one's turn."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        plan = await plans.find(tx, position, visitor.id)
        trial = None if plan is None else plans.tried(position, seat, plan)
        if trial is None or not trial.moves or version != position.row.version:
            raise Refusal("stale")
        if seat not in position.owing():
            raise Refusal("not_your_turn")
        await db.plans.drop(tx, position.code, visitor.id)
        played = await make(
            tx, position, seat, trial.moves, by=None, person=visitor.id, interaction=interaction
        )
        return played.position


async def look(tables: Tables, timer: db.Timer) -> None:
    """Play the plan, or carry out the first order that fits, unless the table changed meanwhile."""
    assert timer.game is not None
    seat = timers.OfOrders.model_validate(timer.payload).seat
    position = await tables.position(timer.game)
    given = await db.orders.in_force(tables.store, position.code, seat=seat)
    stopped = await orders.over(tables, position, given)
    chosen = orders.choose(position, seat, [order for order in given if order not in stopped])
    async with tables.store.write() as tx:
        if not await db.timers.finish(tx, timer):
            return
        now = await tables.load(tx, position.code)
        if now.row.version != position.row.version:
            await _look_again(tx, now, seat)
            return
        for order in stopped:
            await orders.stop(tx, order)
        played = await _play_plan(tx, now, seat)
        if played is None and chosen is not None:
            played = await orders.carry_out(tx, now, seat, *chosen)
        if played is not None:
            await _look_again(tx, played, seat)


async def _play_plan(tx: db.Transaction, position: Position, seat: Seat) -> Position | None:
    """The table after a kept plan was played; None where there is none, or it did not fit."""
    found = (await plans.due(tx, position, position.owing() & {seat})).get(seat)
    if found is None:
        return None
    moves = await plans.take(tx, position, *found)
    if not moves:
        return None
    played = await make(tx, position, seat, moves, by=BY_PLAN, person=found[0].person)
    return played.position


async def _look_again(tx: db.Transaction, position: Position, seat: Seat) -> None:
    if due := await looks_due(tx, position, position.owing() & {seat}):
        await db.timers.set(tx, *due)
