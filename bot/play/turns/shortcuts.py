"""Shortcuts: several moves of one seat that people think of as one, played in one go."""

from collections.abc import Sequence
from typing import Any

from bot.play.core.authorization import Visitor, seat_of, see
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import Played, finish
from rules.game import Move, Refusal, Seat, Shortcut, Shortening, Step


def shortcuts_at(position: Position, seat: Seat) -> tuple[Shortcut, ...]:
    """What a seat is offered now, beside single moves."""
    game = position.game
    if not isinstance(game, Shortening) or seat not in position.owing():
        return ()
    return game.shortcuts(position.state, seat)


def shortcut_at(position: Position, seat: Seat, number: int, version: int | None) -> Shortcut:
    """The one of this number, at a table that has not changed since."""
    offered = shortcuts_at(position, seat)
    if version != position.row.version or not 0 <= number < len(offered):
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


def following(position: Position, seat: Seat, moves: Sequence[Move]) -> Step[Any]:
    """What moves in a row lead to."""
    step, barrier, reveals = Step(position.state, (), barrier=False), False, False
    for move in moves:
        after = position.game.apply(step.state, seat, move)
        barrier, reveals = barrier or after.barrier, reveals or after.reveals
        step = Step(after.state, step.events + after.events, barrier, reveals)
    return step


async def play(
    tables: Tables, code: str, visitor: Visitor, number: int, *, interaction: int, version: int | None
) -> Played:
    """Play the moves of a shortcut, all or none."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        await see(tx, visitor, position.people[seat])
        shortcut = shortcut_at(position, seat, number, version)
        if position.players[seat].resigned:
            raise Denied("resigned_seat")
        back = position.players[seat].caretaker
        log = await caretaker.take_from(tx, position, seat) if back else Log(position)
        step = Step(position.state, (), barrier=False)
        for place, move in enumerate(shortcut.moves):
            after = position.game.apply(step.state, seat, move)
            log.move(seat, move, after, person=visitor.id, interaction=None if place else interaction)
            step = Step(after.state, step.events + after.events, after.barrier, after.reveals)
        await hints.learn(tx, position, seat, {move.kind for move in shortcut.moves})
        return await finish(tx, log, seat, step)
