"""What somebody decided in advance, looked at when their turn has come: the plan first, then the orders."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import BY_PLAN
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Misfit, Prepared, Track
from bot.play.planning.lookahead import mark_of, meaning, sight, try_move
from bot.play.turns import orders
from bot.play.turns.turns import looks_due, make
from rules.game import AnyGame, Move, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Fit:
    """The moves a plan makes now; where it would go further and does not, why, and which move is the first
    that is not made."""

    moves: tuple[Move, ...] = ()
    misfit: Misfit = ""
    at: int = 0


def fit(game: AnyGame, state: Any, seat: Seat, plan: Prepared, since: Sequence[db.Entry] = ()) -> Fit:
    """What of a plan is played at that table. `since` is the log since it was kept.

    Nothing is done by halves: up to the first thing that is revealed it is played whole or not at all, unless
    its owner wants it as far as it goes. Beyond that, what was chosen for whatever comes.
    """
    line = line_for(plan, since)
    forks = plan.conditions if line is plan.line else ()
    if plan.care == "table" and line.moves and line.saw != sight(game, state, seat):
        return Fit(misfit="table")
    made, place, revealed = list[Move](), 0, False
    while place < len(line.moves):
        text, meant = line.moves[place], line.meant[place]
        step = try_move(game, state, seat, text)
        misfit: Misfit = "impossible" if step is None else ""
        if step is None or (
            plan.care == "mine" and meant not in ("", meaning(game, state, seat, game.parse(text), step))
        ):
            other = _fork(forks, place)
            if other is None:
                made_of_it = made if plan.care == "legal" or revealed else []
                return Fit(tuple(made_of_it), misfit or "different", len(made) + 1)
            line, forks, place = other, (), 0
            continue
        made.append(game.parse(text))
        state, place = step.state, place + 1
        if seat not in game.to_act(state):
            break
        if step.reveals:
            revealed = True
            other = _fork(forks, place, {mark_of(each) for each in step.events if each.heard_by(seat)})
            if other is not None:
                line, forks, place = other, (), 0
    return Fit(tuple(made))


def line_for(plan: Prepared, since: Sequence[db.Entry]) -> Track:
    """The line of the move of somebody else that was made last, else the one for all other cases."""
    for entry in reversed(since):
        for condition in plan.conditions:
            if entry.kind == "move" and (entry.seat, entry.text) == (condition.seat, condition.move):
                return condition.line
    return plan.line


def _fork(forks: Sequence[Condition], after: int, seen: set[str] | None = None) -> Track | None:
    """The line for what has come to light after so many moves; or for when the next one does not fit."""
    for each in forks:
        is_it = not each.seen if seen is None else bool(seen.intersection(each.seen))
        if each.seat is None and each.after == after and is_it and each.line.moves:
            return each.line
    return None


async def play_now(
    service: GameService, code: str, actor: Actor, *, interaction: int, version: int | None
) -> GameSnapshot:
    """Play the line that was tried out, as far as it is possible now that it is one's turn."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        plan = await conditional_moves.find(tx, snapshot, actor.id)
        if plan is None or version != snapshot.row.version:
            raise Refusal("stale")
        if seat not in snapshot.owing():
            raise Refusal("not_your_turn")
        as_far_as_it_goes = plan.model_copy(update={"care": "legal"})
        moves = fit(snapshot.game, snapshot.state, seat, as_far_as_it_goes).moves
        if not moves:
            raise Refusal("stale")
        await db.conditional_moves.drop(tx, snapshot.code, actor.id)
        played = await make(tx, snapshot, seat, moves, by=None, person=actor.id, interaction=interaction)
        return played.snapshot


async def look(service: GameService, timer: db.Timer) -> None:
    """Play the plan, or carry out the first order that fits, unless the table changed meanwhile."""
    assert timer.game is not None
    seat = timers.OfOrders.model_validate(timer.payload).seat
    snapshot = await service.snapshot(timer.game)
    given = await db.orders.in_force(service.store, snapshot.code, seat=seat)
    stopped = await orders.over(service, snapshot, given)
    chosen = orders.choose(snapshot, seat, [order for order in given if order not in stopped])
    async with service.store.write() as tx:
        if not await db.timers.finish(tx, timer):
            return
        now = await service.load(tx, snapshot.code)
        if now.row.version != snapshot.row.version:
            await _look_again(tx, now, seat)
            return
        for order in stopped:
            await orders.stop(tx, order)
        played = await _play_plan(tx, now, seat)
        if played is None and chosen is not None:
            played = await orders.carry_out(tx, now, seat, *chosen)
        if played is not None:
            await _look_again(tx, played, seat)


async def sailed(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Tell a table what was played of prepared turns, if nothing has happened there since."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    ply = timers.Sailed.model_validate(timer.payload).ply
    if snapshot.running and snapshot.row.ply == ply:
        await db.outbox.add(tx, outbox_messages.about(snapshot.row, outbox_messages.Card(ply=ply)))


async def _play_plan(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> GameSnapshot | None:
    """The table after a kept plan was played; None where there is none, or it did not fit."""
    found = (await conditional_moves.due(tx, snapshot, snapshot.owing() & {seat})).get(seat)
    if found is None:
        return None
    row, plan = found
    log = await db.entries.in_force(tx, snapshot.code)
    fitting = fit(snapshot.game, snapshot.state, seat, plan, [entry for entry in log if entry.ply > row.ply])
    if not fitting.moves:
        noted = {"misfit": fitting.misfit, "misfit_at": fitting.at}
        await conditional_moves.not_played(tx, snapshot, row, plan.model_copy(update=noted))
        return None
    await db.conditional_moves.drop(tx, row.game, row.person)
    played = await make(tx, snapshot, seat, fitting.moves, by=BY_PLAN, person=row.person)
    return played.snapshot


async def _look_again(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    if due := await looks_due(tx, snapshot, snapshot.owing() & {seat}):
        await db.timers.set(tx, *due)
