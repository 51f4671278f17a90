"""Shortcuts: several moves of one seat that players think of as one, played together."""

from collections.abc import Sequence
from typing import Any

from bot.play.core import Actor, GameService, GameSnapshot, Seen
from bot.play.turns.moves import MoveResult, play_in_person
from rules.game import Move, Refusal, Seat, Shortcut, Step


def shortcuts_at(snapshot: GameSnapshot, seat: Seat) -> tuple[Shortcut, ...]:
    """The shortcuts a seat is offered now, beside single moves."""
    if seat not in snapshot.owing_seats():
        return ()
    return snapshot.game.shortcuts(snapshot.state, seat)


def find_shortcut(snapshot: GameSnapshot, seat: Seat, number: int, seen: Seen | None) -> Shortcut:
    """The offered shortcut of this number. Raises Refusal("stale") if the decision has changed."""
    offered = shortcuts_at(snapshot, seat)
    if not snapshot.is_unchanged(seat, seen) or not 0 <= number < len(offered):
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
    service: GameService, code: str, actor: Actor, number: int, *, interaction_id: int, seen: Seen | None
) -> MoveResult:
    """Play all moves of a shortcut, or none. Raises Refusal("stale") if the decision has changed."""
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        shortcut = find_shortcut(snapshot, seat, number, seen)
        return await play_in_person(tx, snapshot, seat, actor, shortcut.moves, interaction_id)
