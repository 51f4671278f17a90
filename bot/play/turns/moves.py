"""The way of a move: one transaction that checks, applies, records, and leaves word of it."""

from bot.play.core.authorization import Visitor, seat_of, see
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import Played, finish
from rules.game import Refusal

__all__ = ["Played", "play"]


async def play(
    tables: Tables, code: str, visitor: Visitor, text: str, *, interaction: int, version: int | None = None
) -> Played:
    """Apply a move given in its notation. `version` is the one the player saw, where they saw one."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        await see(tx, visitor, position.people[seat])
        if version is not None and version != position.row.version:
            raise Refusal("stale")
        if position.players[seat].resigned:
            raise Denied("resigned_seat")
        move = position.game.parse(text)
        step = position.game.apply(position.state, seat, move)
        back = position.players[seat].caretaker
        log = await caretaker.take_from(tx, position, seat) if back else Log(position)
        log.move(seat, move, step, person=visitor.id, interaction=interaction)
        await hints.learn(tx, position, seat, {move.kind})
        return await finish(tx, log, seat, step)
