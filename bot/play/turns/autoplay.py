"""Autoplay: plays a seat's prepared turn (conditional moves) or standing order when its turn has come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, require_seat
from bot.play.core.game_log import BY_PLAN
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Line, Misfit, PreparedTurn
from bot.play.planning.lookahead import effect_digest, event_digest, try_move, view_digest
from bot.play.turns import standing_orders
from bot.play.turns.turns import autoplay_timers, play_moves
from rules.game import AnyGame, Move, Refusal, Seat


@dataclass(frozen=True, slots=True)
class ResolvedPlan:
    """The moves a plan plays now.

    If it stops early, `misfit` says why and `failed_at` is the number of the first move not played.
    """

    moves: tuple[Move, ...] = ()
    misfit: Misfit = ""
    failed_at: int = 0


def resolve_plan(
    game: AnyGame, state: Any, seat: Seat, plan: PreparedTurn, since: Sequence[db.Entry] = ()
) -> ResolvedPlan:
    """Select the moves of a plan that fit the current state. `since` is the log since the plan was stored.

    Up to the first reveal a plan is played whole or not at all, unless its strictness is "legal". After a
    reveal it follows the matching condition, as far as that goes.
    """
    line = line_for(plan, since)
    branches = plan.conditions if line is plan.line else ()
    if plan.care == "table" and line.moves and line.saw != view_digest(game, state, seat):
        return ResolvedPlan(misfit="table")
    moves, index, revealed = list[Move](), 0, False
    while index < len(line.moves):
        text, expected = line.moves[index], line.meant[index]
        step = try_move(game, state, seat, text)
        misfit: Misfit = "impossible" if step is None else ""
        if step is None or (
            plan.care == "mine"
            and expected not in ("", effect_digest(game, state, seat, game.parse(text), step))
        ):
            branch = _matching_branch(branches, index)
            if branch is None:
                playable = moves if plan.care == "legal" or revealed else []
                return ResolvedPlan(tuple(playable), misfit or "different", len(moves) + 1)
            line, branches, index = branch, (), 0
            continue
        moves.append(game.parse(text))
        state, index = step.state, index + 1
        if seat not in game.to_act(state):
            break
        if step.reveals:
            revealed = True
            branch = _matching_branch(
                branches, index, {event_digest(each) for each in step.events if each.visible_to(seat)}
            )
            if branch is not None:
                line, branches, index = branch, (), 0
    return ResolvedPlan(tuple(moves))


def line_for(plan: PreparedTurn, since: Sequence[db.Entry]) -> Line:
    """The line of the condition matched by the latest opponent move in `since`, else the default line."""
    for entry in reversed(since):
        for condition in plan.conditions:
            if entry.kind == "move" and (entry.seat, entry.text) == (condition.seat, condition.move):
                return condition.line
    return plan.line


def _matching_branch(branches: Sequence[Condition], after: int, seen: set[str] | None = None) -> Line | None:
    """The line that branches off after `after` moves for one of the `seen` reveals.

    Without `seen`, the fallback line for a next move that does not fit.
    """
    for each in branches:
        is_it = not each.seen if seen is None else bool(seen.intersection(each.seen))
        if each.seat is None and each.after == after and is_it and each.line.moves:
            return each.line
    return None


async def play_now(
    service: GameService, code: str, actor: Actor, *, interaction_id: int, version: int | None
) -> GameSnapshot:
    """Play the previewed line, as far as it is legal, on the player's own turn."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        seat = require_seat(snapshot, actor.id)
        plan = await conditional_moves.find(tx, snapshot, actor.id)
        if plan is None or version != snapshot.row.version:
            raise Refusal("stale")
        if seat not in snapshot.owing_seats():
            raise Refusal("not_your_turn")
        as_far_as_it_goes = plan.model_copy(update={"care": "legal"})
        moves = resolve_plan(snapshot.game, snapshot.state, seat, as_far_as_it_goes).moves
        if not moves:
            raise Refusal("stale")
        await db.conditional_moves.delete(tx, snapshot.code, actor.id)
        played = await play_moves(
            tx, snapshot, seat, moves, by=None, user_id=actor.id, interaction_id=interaction_id
        )
        return played.snapshot


async def run(service: GameService, timer: db.Timer) -> None:
    """Timer handler: play the seat's plan, else execute its first standing order that fits.

    Reschedules itself if the game changed while the order was chosen.
    """
    assert timer.game is not None
    seat = timers.AutoplayTimer.model_validate(timer.payload).seat
    snapshot = await service.snapshot(timer.game)
    active = await db.standing_orders.list_in_force(service.store, snapshot.code, seat=seat)
    expired = await standing_orders.expired_orders(service, snapshot, active)
    chosen = standing_orders.choose_order(snapshot, seat, [order for order in active if order not in expired])
    async with service.store.write() as tx:
        if not await db.timers.complete(tx, timer):
            return
        current = await service.load(tx, snapshot.code)
        if current.row.version != snapshot.row.version:
            await _reschedule(tx, current, seat)
            return
        for order in expired:
            await standing_orders.expire(tx, order)
        played = await _play_plan(tx, current, seat)
        if played is None and chosen is not None:
            played = await standing_orders.execute(tx, current, seat, *chosen)
        if played is not None:
            await _reschedule(tx, played, seat)


async def post_summary(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: post the card that sums up the autoplayed turns, unless the game has moved on."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    ply = timers.AutoplaySummaryTimer.model_validate(timer.payload).ply
    if snapshot.is_running and snapshot.row.ply == ply:
        await db.outbox.enqueue(
            tx, outbox_messages.game_post(snapshot.row, outbox_messages.TurnCard(ply=ply))
        )


async def _play_plan(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> GameSnapshot | None:
    """Play the seat's active plan. Returns None if there is none or it does not fit."""
    found = (await conditional_moves.due_plans(tx, snapshot, snapshot.owing_seats() & {seat})).get(seat)
    if found is None:
        return None
    row, plan = found
    log = await db.entries.read_effective_log(tx, snapshot.code)
    resolved = resolve_plan(
        snapshot.game, snapshot.state, seat, plan, [entry for entry in log if entry.ply > row.ply]
    )
    if not resolved.moves:
        reason = {"misfit": resolved.misfit, "misfit_at": resolved.failed_at}
        await conditional_moves.mark_not_played(tx, snapshot, row, plan.model_copy(update=reason))
        return None
    await db.conditional_moves.delete(tx, row.game, row.person)
    played = await play_moves(tx, snapshot, seat, resolved.moves, by=BY_PLAN, user_id=row.person)
    return played.snapshot


async def _reschedule(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat) -> None:
    if due := await autoplay_timers(tx, snapshot, snapshot.owing_seats() & {seat}):
        await db.timers.schedule(tx, *due)
