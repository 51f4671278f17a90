"""Plays a move: one transaction that checks, applies and logs it, and enqueues the messages."""

from bot.play.core.authorization import Actor, require_seat, update_user_profile
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.turns import caretaker, hints
from bot.play.turns.turns import MoveResult, complete_move
from rules.game import Refusal

__all__ = ["MoveResult", "play"]


async def play(
    service: GameService,
    code: str,
    actor: Actor,
    text: str,
    *,
    interaction_id: int,
    version: int | None = None,
) -> MoveResult:
    """Apply a move given in notation, for the actor's seat.

    Raises Refusal("stale") if the player saw another `version` of the game, and Denied after resigning.
    """
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        seat = require_seat(snapshot, actor.id)
        await update_user_profile(tx, actor, snapshot.users[seat])
        if version is not None and version != snapshot.row.version:
            raise Refusal("stale")
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        move = snapshot.game.parse(text)
        step = snapshot.game.apply(snapshot.state, seat, move)
        back = snapshot.players[seat].has_caretaker
        log = await caretaker.end_caretaking(tx, snapshot, seat) if back else GameLog(snapshot)
        log.add_move(seat, move, step, user_id=actor.id, interaction_id=interaction_id)
        await hints.mark_learned(tx, snapshot, seat, {move.kind})
        return await complete_move(tx, log, seat, step)
