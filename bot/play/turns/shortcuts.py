"""Shortcuts: several moves of one seat that players think of as one, played together."""

from collections.abc import Sequence
from typing import Any

from bot.play.core.authorization import Actor, require_seat, update_user_profile
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import MoveResult, complete_move
from rules.game import Move, Refusal, Seat, Shortcut, Step, SupportsShortcuts


def shortcuts_at(snapshot: GameSnapshot, seat: Seat) -> tuple[Shortcut, ...]:
    """The shortcuts a seat is offered now, beside single moves."""
    game = snapshot.game
    if not isinstance(game, SupportsShortcuts) or seat not in snapshot.owing_seats():
        return ()
    return game.shortcuts(snapshot.state, seat)


def find_shortcut(snapshot: GameSnapshot, seat: Seat, number: int, version: int | None) -> Shortcut:
    """The offered shortcut of this number. Raises Refusal("stale") if the game has changed."""
    offered = shortcuts_at(snapshot, seat)
    if version != snapshot.row.version or not 0 <= number < len(offered):
        raise Refusal("stale")
    return offered[number]


def similar_shortcuts(offered: Sequence[Shortcut], number: int, depth: int = 0) -> list[int]:
    """Numbers of the shortcuts with the same name and the same first `depth` moves as this one."""
    chosen = offered[number]
    return [
        index
        for index, other in enumerate(offered)
        if other.name == chosen.name and other.moves[:depth] == chosen.moves[:depth]
    ]


def first_difference(offered: Sequence[Shortcut], numbers: Sequence[int]) -> int:
    """The index of the first move in which these shortcuts differ."""
    moves = [offered[number].moves for number in numbers]
    return next(
        index for index in range(max(map(len, moves))) if len({one[index : index + 1] for one in moves}) > 1
    )


def apply_moves(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Step[Any]:
    """Apply moves in a row. Returns one step with all their events, and their barrier and reveal flags."""
    step, barrier, reveals = Step(snapshot.state, (), barrier=False), False, False
    for move in moves:
        after = snapshot.game.apply(step.state, seat, move)
        barrier, reveals = barrier or after.barrier, reveals or after.reveals
        step = Step(after.state, step.events + after.events, barrier, reveals)
    return step


async def play(
    service: GameService, code: str, actor: Actor, number: int, *, interaction_id: int, version: int | None
) -> MoveResult:
    """Play all moves of a shortcut, or none. Raises Refusal("stale") if the game has changed."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        seat = require_seat(snapshot, actor.id)
        await update_user_profile(tx, actor, snapshot.users[seat])
        shortcut = find_shortcut(snapshot, seat, number, version)
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        back = snapshot.players[seat].has_caretaker
        log = await caretaker.end_caretaking(tx, snapshot, seat) if back else GameLog(snapshot)
        step = Step(snapshot.state, (), barrier=False)
        for index, move in enumerate(shortcut.moves):
            after = snapshot.game.apply(step.state, seat, move)
            log.add_move(
                seat, move, after, user_id=actor.id, interaction_id=None if index else interaction_id
            )
            step = Step(after.state, step.events + after.events, after.barrier, after.reveals)
        await hints.mark_learned(tx, snapshot, seat, {move.kind for move in shortcut.moves})
        return await complete_move(tx, log, seat, step)
