"""A pause by consent: the whole table rests until a date, without using away days.

A paused game is archived with `Game.paused_until`: no clock, reminder, automatic move or cleanup runs. A
timer resumes it, or a vote before.
"""

from dataclasses import replace

import db
from bot.play.core import Actor, Denied, GameService, GameSnapshot, outbox_messages, timers
from bot.play.lobby.archive import resume_game
from bot.play.turns import votes
from bot.play.turns.turns import PAUSED, archive_game
from db.clock import DAY

MIN_PAUSE_DAYS, MAX_PAUSE_DAYS = 2, 30  # The vote itself may take a day.


async def ask_to_pause(service: GameService, code: str, actor: Actor, days: int) -> bool:
    """Open a vote on a pause of some days, with the actor's yes. Returns whether the game is paused now."""
    if not MIN_PAUSE_DAYS <= days <= MAX_PAUSE_DAYS:
        raise Denied("not_a_choice")
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        return await votes.open_with_consent(tx, snapshot, "pause", actor, {"until": tx.now + days * DAY})


async def ask_to_resume(service: GameService, code: str, actor: Actor) -> bool:
    """Open a vote on ending a pause early, with the actor's yes. Returns whether the game goes on now."""
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        if not snapshot.is_paused:
            raise Denied("not_paused")
        return await votes.open_with_consent(tx, snapshot, "resume", actor)


@votes.on_result("pause")
async def _apply_pause(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    if closed.result != votes.AGREES:
        return
    until = int(closed.vote.payload["until"])
    await votes.close_all(tx, snapshot, PAUSED)
    snapshot = await archive_game(tx, snapshot, PAUSED)
    row = await db.games.update(tx, snapshot.row, replace(snapshot.row, paused_until=until))
    key = f"{row.code} {timers.RESUME}"
    await timers.schedule(tx, timers.RESUME, timers.TimerPayload(), key, until, game=row.code)
    await db.outbox.enqueue(
        tx,
        outbox_messages.game_post(row, outbox_messages.LobbyCard()),
        outbox_messages.game_post(row, outbox_messages.RefreshCard(ply=row.ply, quietly=True)),
    )
    notice = outbox_messages.Notice(code="paused", values={"at": until})
    await outbox_messages.post_notice(tx, row.code, notice, key=f"paused {row.ply}")


@votes.on_result("resume")
async def _apply_resume(tx: db.Transaction, snapshot: GameSnapshot, closed: votes.ClosedVote) -> None:
    if closed.result == votes.AGREES and snapshot.is_paused and snapshot.state is not None:
        await db.timers.cancel(tx, game=snapshot.code, kind=timers.RESUME)
        await resume_game(tx, snapshot)


async def end_pause(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: resume a game when its pause is over."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    if snapshot.is_paused and snapshot.state is not None:
        await votes.close_all(tx, snapshot)
        await resume_game(tx, snapshot)
