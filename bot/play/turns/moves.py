"""The way of a move: one transaction that checks, applies, records, and leaves word of it."""

from bot.play.core.authorization import Actor, seat_of, see
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import Played, finish
from rules.game import Refusal

__all__ = ["Played", "play"]


async def play(
    service: GameService, code: str, actor: Actor, text: str, *, interaction: int, version: int | None = None
) -> Played:
    """Apply a move given in its notation. `version` is the one the player saw, where they saw one."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        await see(tx, actor, snapshot.users[seat])
        if version is not None and version != snapshot.row.version:
            raise Refusal("stale")
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        move = snapshot.game.parse(text)
        step = snapshot.game.apply(snapshot.state, seat, move)
        back = snapshot.players[seat].caretaker
        log = await caretaker.take_from(tx, snapshot, seat) if back else GameLog(snapshot)
        log.move(seat, move, step, person=actor.id, interaction=interaction)
        await hints.learn(tx, snapshot, seat, {move.kind})
        return await finish(tx, log, seat, step)
