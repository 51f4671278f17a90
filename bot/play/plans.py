"""Plans: a move somebody has in mind, kept for them alone and looked at again whenever the board changes."""

import db
from bot.play import posts
from bot.play.people import seat_of
from bot.play.position import Position
from bot.play.tables import Tables
from rules.game import Move, Refusal, Seat


async def possible(reads: db.Reads, position: Position, person: int, seat: Seat) -> Move | None:
    """The move somebody keeps in mind, if it is possible now."""
    kept = await db.plans.find(reads, position.code, person) if position.planned else None
    if kept is None:
        return None
    return next((move for move in position.legal(seat) if str(move) == kept.text), None)


async def keep(tables: Tables, code: str, person: int, text: str, *, version: int | None) -> Position:
    """Keep a move in mind that is possible now."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, person)
        move = position.game.parse(text)
        if version != position.row.version or move not in position.legal(seat):
            raise Refusal("stale")
        await db.plans.keep(
            tx, game=position.code, person=person, seat=seat, text=str(move), ply=position.row.ply
        )
    return await tables.position(code)


async def drop(tables: Tables, code: str, person: int) -> Position:
    async with tables.change() as tx:
        position = await tables.load(tx, code)
        seat_of(position, person)
        await db.plans.drop(tx, position.code, person)
    return await tables.position(code)


async def review(tx: db.Transaction, position: Position, mover: Seat | None) -> None:
    """Drop the plans that came to nothing, and tell those who could not know."""
    game, owing = position.game, position.owing()
    for plan in await db.plans.of_game(tx, position.code):
        if plan.seat not in owing or game.parse(plan.text) in game.legal(position.state, plan.seat):
            continue
        await db.plans.drop(tx, position.code, plan.person)
        if plan.seat != mover:
            notice = posts.Notice(code="plan_dropped", values={"move": plan.text})
            await posts.tell(tx, plan.person, notice, key=f"plan {plan.at}", game=position.code)
