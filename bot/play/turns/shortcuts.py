"""Shortcuts: several moves of one seat that people think of as one, played in one go."""

from collections.abc import Sequence
from typing import Any

from bot.play.core.authorization import Actor, seat_of, see
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import Played, finish
from rules.game import Move, Refusal, Seat, Shortcut, Shortening, Step


def shortcuts_at(snapshot: GameSnapshot, seat: Seat) -> tuple[Shortcut, ...]:
    """What a seat is offered now, beside single moves."""
    game = snapshot.game
    if not isinstance(game, Shortening) or seat not in snapshot.owing():
        return ()
    return game.shortcuts(snapshot.state, seat)


def shortcut_at(snapshot: GameSnapshot, seat: Seat, number: int, version: int | None) -> Shortcut:
    """The one of this number, at a table that has not changed since."""
    offered = shortcuts_at(snapshot, seat)
    if version != snapshot.row.version or not 0 <= number < len(offered):
        raise Refusal("stale")
    return offered[number]


def alike(offered: Sequence[Shortcut], number: int, depth: int = 0) -> list[int]:
    """The numbers of those that are called as this one is and agree with it in their first moves."""
    one = offered[number]
    return [
        place
        for place, other in enumerate(offered)
        if other.name == one.name and other.moves[:depth] == one.moves[:depth]
    ]


def differing(offered: Sequence[Shortcut], numbers: Sequence[int]) -> int:
    """Where those of one name first differ."""
    moves = [offered[number].moves for number in numbers]
    return next(
        place for place in range(max(map(len, moves))) if len({one[place : place + 1] for one in moves}) > 1
    )


def following(snapshot: GameSnapshot, seat: Seat, moves: Sequence[Move]) -> Step[Any]:
    """What moves in a row lead to."""
    step, barrier, reveals = Step(snapshot.state, (), barrier=False), False, False
    for move in moves:
        after = snapshot.game.apply(step.state, seat, move)
        barrier, reveals = barrier or after.barrier, reveals or after.reveals
        step = Step(after.state, step.events + after.events, barrier, reveals)
    return step


async def play(
    service: GameService, code: str, actor: Actor, number: int, *, interaction: int, version: int | None
) -> Played:
    """Play the moves of a shortcut, all or none."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        await see(tx, actor, snapshot.users[seat])
        shortcut = shortcut_at(snapshot, seat, number, version)
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        back = snapshot.players[seat].caretaker
        log = await caretaker.take_from(tx, snapshot, seat) if back else GameLog(snapshot)
        step = Step(snapshot.state, (), barrier=False)
        for place, move in enumerate(shortcut.moves):
            after = snapshot.game.apply(step.state, seat, move)
            log.move(seat, move, after, person=actor.id, interaction=None if place else interaction)
            step = Step(after.state, step.events + after.events, after.barrier, after.reveals)
        await hints.learn(tx, snapshot, seat, {move.kind for move in shortcut.moves})
        return await finish(tx, log, seat, step)
