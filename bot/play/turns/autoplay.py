"""Autoplay: plays moves that a player chose in advance, if they still mean the same.

Delayed moves, prepared turns (conditional moves) and standing orders are all resolved as plans.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import db
from bot.play.core import Actor, GameLog, GameService, GameSnapshot, Seen, outbox_messages, timers
from bot.play.core.game_log import BY_ORDER, BY_PLAN
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, Line, PreparedTurn
from bot.play.planning.lookahead import Misfit, event_digest, recheck, view_digest
from bot.play.turns import standing_orders
from bot.play.turns.moves import play_in_person
from bot.play.turns.turns import complete_unless_changed, play_moves
from rules.game import AnyGame, Move, Refusal, Seat, Step


@dataclass(frozen=True, slots=True)
class ResolvedPlan:
    """The moves a plan plays now.

    If it stops early, `misfit` says why and `failed_at` is the number of the first move not played.
    """

    moves: tuple[Move, ...] = ()
    misfit: Misfit = ""
    failed_at: int = 0


def resolve(
    snapshot: GameSnapshot,
    seat: Seat,
    user_id: int | None,
    plan: PreparedTurn,
    since: Sequence[db.Entry] = (),
) -> ResolvedPlan:
    """Select the moves of a user's plan that are played now. None are, unless that user is to move."""
    if not snapshot.awaits(seat, user_id):
        return ResolvedPlan(misfit="impossible", failed_at=1)
    return resolve_plan(snapshot.game, snapshot.state, seat, plan, since)


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
        meant = line.meant[index] if plan.care == "mine" else ""
        step, misfit = recheck(game, state, seat, line.moves[index], meant)
        if step is not None:
            moves.append(game.parse(line.moves[index]))
            state, index, revealed = step.state, index + 1, revealed or step.reveals
            if seat not in game.to_act(state):
                break
        branch = _matching_branch(branches, index, seat, step)
        if branch is not None:
            line, branches, index = branch, (), 0
        elif step is None:
            playable = moves if plan.care == "legal" or revealed else ()
            return ResolvedPlan(tuple(playable), misfit, len(moves) + 1)
    return ResolvedPlan(tuple(moves))


def line_for(plan: PreparedTurn, since: Sequence[db.Entry]) -> Line:
    """The line of the condition matched by the latest opponent move in `since`, else the default line."""
    for entry in reversed(since):
        for condition in plan.conditions:
            if entry.kind == "move" and (entry.seat, entry.text) == (condition.seat, condition.move):
                return condition.line
    return plan.line


def _matching_branch(
    branches: Sequence[Condition], after: int, seat: Seat, step: Step[Any] | None
) -> Line | None:
    """The line that branches off after `after` moves: for a reveal of the last `step`.

    Without a step, the fallback line for a next move that does not fit.
    """
    seen: set[str] = set()
    if step is not None and step.reveals:
        seen = {event_digest(event) for event in step.events if event.visible_to(seat)}
    for each in branches:
        matches = not each.seen if step is None else not seen.isdisjoint(each.seen)
        if each.seat is None and each.after == after and matches and each.line.moves:
            return each.line
    return None


async def play_now(
    service: GameService, code: str, actor: Actor, *, interaction_id: int, seen: Seen | None
) -> GameSnapshot:
    """Play the previewed line, as far as it is legal, on the player's own turn."""
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        plan = await conditional_moves.find(tx, snapshot, actor.id)
        if plan is None or not snapshot.is_unchanged(seat, seen):
            raise Refusal("stale")
        if seat not in snapshot.owing_seats():
            raise Refusal("not_your_turn")
        as_far_as_it_goes = plan.model_copy(update={"care": "legal"})
        moves = resolve_plan(snapshot.game, snapshot.state, seat, as_far_as_it_goes).moves
        if not moves:
            raise Refusal("stale")
        await db.conditional_moves.delete(tx, snapshot.code, actor.id)
        return (await play_in_person(tx, snapshot, seat, actor, moves, interaction_id)).snapshot


async def run(service: GameService, timer: db.Timer) -> None:
    """Timer handler: play the seat's plan, else its first standing order that is triggered.

    Sets its timer again if the game changed while the order was chosen.
    """
    assert timer.game is not None
    seat = timers.AutoplayTimer.model_validate(timer.payload).seat
    snapshot = await service.snapshot(timer.game)
    in_force = await db.standing_orders.list_in_force(service.store, snapshot.code, seat=seat)
    expired = await standing_orders.expired_orders(service, snapshot, in_force)
    triggered = standing_orders.choose_order(snapshot, seat, [one for one in in_force if one not in expired])
    async with service.store.write() as tx:
        current = await complete_unless_changed(service, tx, timer, snapshot)
        if current is None:
            return
        for order in expired:
            await standing_orders.end(tx, order, "over")
        due_plan = (await conditional_moves.due_plans(tx, current)).get(seat)
        for stored in (due_plan, triggered):
            if stored is not None and await _play_stored(tx, current, *stored):
                return


async def _play_stored(
    tx: db.Transaction, snapshot: GameSnapshot, stored: db.Plan | db.Order, plan: PreparedTurn
) -> bool:
    """Play a plan or a triggered order, and settle its row. Returns False if it no longer means the same."""
    since: list[db.Entry] = []
    if isinstance(stored, db.Plan) and plan.conditions:
        log = await db.entries.read_effective_log(tx, snapshot.code)
        since = [entry for entry in log if entry.ply > stored.ply]
    resolved = resolve(snapshot, stored.seat, stored.person, plan, since)
    if isinstance(stored, db.Order):
        by = BY_ORDER
        if resolved.moves and standing_orders.instruction_of(stored).until == "once":
            await standing_orders.end(tx, stored, "done")
    else:
        by = BY_PLAN
        if resolved.moves:
            await db.conditional_moves.delete(tx, stored.game, stored.person)
        else:
            await conditional_moves.mark_not_played(
                tx, snapshot, stored, plan, resolved.misfit, resolved.failed_at
            )
    if not resolved.moves:
        return False
    await play_moves(tx, GameLog(snapshot), stored.seat, resolved.moves, by=by, user_id=stored.person)
    return True


async def post_summary(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: post the card that sums up the autoplayed turns, unless the game has moved on."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    ply = timers.AutoplaySummaryTimer.model_validate(timer.payload).ply
    if snapshot.is_running and snapshot.row.ply == ply:
        await db.outbox.enqueue(
            tx, outbox_messages.game_post(snapshot.row, outbox_messages.TurnCard(ply=ply))
        )
