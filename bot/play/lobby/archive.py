"""Inactive tables: warns the players, then closes the lobby or archives the game. Games can be resumed.

Lessons are archived sooner and without a word.
"""

from collections.abc import Mapping
from dataclasses import replace

import db
from bot.play.core import lessons, outbox_messages, timers
from bot.play.core.authorization import Actor, require_seat
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import invitations
from bot.play.notify import cleanup
from bot.play.turns.turns import after_move, archive_game
from db.clock import DAY
from rules.game import Refusal

WARN_AFTER_MS: Mapping[str, int] = {"lobby": 5 * DAY, "running": 14 * DAY}
ARCHIVE_AFTER_MS: Mapping[str, int] = {"lobby": 14 * DAY, "running": 60 * DAY}
ARCHIVE_LESSON_AFTER_MS = DAY
REMOVED, SILENT = "removed", "silence"  # Archive reasons: Skald left the server; no move for too long.
LEFT = "left"  # Archive reason: the learner left the lesson.


async def schedule_inactivity_check(tx: db.Transaction, row: db.Game, *, warned: bool = False) -> None:
    """Set the timer for the warning, or for the archiving after it."""
    limits = ARCHIVE_AFTER_MS if warned else WARN_AFTER_MS
    if row.status not in limits:
        return
    # Any activity after the warning makes the warning void.
    payload = timers.SilenceTimer(warned=row.last_activity if warned else None)
    await _schedule_check(tx, row, payload, row.last_activity + limits[row.status])


async def schedule_lesson_end(tx: db.Transaction, row: db.Game) -> None:
    """Set the timer that ends a lesson in which no move is made for a day."""
    await _schedule_check(tx, row, timers.SilenceTimer(), row.last_activity + ARCHIVE_LESSON_AFTER_MS)


async def _schedule_check(tx: db.Transaction, row: db.Game, payload: timers.SilenceTimer, due: int) -> None:
    key = f"{row.code} {timers.SILENCE}"
    await timers.schedule(tx, timers.SILENCE, payload, key, due, game=row.code)


async def check_inactivity(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: warn the players; after a warning, close the lobby or archive the game."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    row, warned = snapshot.row, timers.SilenceTimer.model_validate(timer.payload).warned
    if row.status not in WARN_AFTER_MS:
        return
    user_ids = tuple(snapshot.user_ids_at(snapshot.seats))
    if await lessons.find_progress(tx, snapshot) is not None:
        if tx.now - row.last_activity < ARCHIVE_LESSON_AFTER_MS:
            await schedule_lesson_end(tx, row)
        else:
            await archive_game(tx, snapshot, SILENT)
    elif tx.now - row.last_activity < WARN_AFTER_MS[row.status]:
        await schedule_inactivity_check(tx, row)
    elif warned != row.last_activity:
        code = "lobby_silent" if row.status == "lobby" else "game_silent"
        notice = outbox_messages.Notice(code=code, mentions=user_ids)
        await outbox_messages.post_notice(tx, row.code, notice, key=f"silence {row.last_activity}")
        await schedule_inactivity_check(tx, row, warned=True)
    elif row.status == "lobby":
        row = await close_lobby(tx, row)
        await cleanup.schedule_cleanup(tx, replace(snapshot, row=row))
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LobbyCard()))
    else:
        row = (await archive_game(tx, snapshot, SILENT)).row
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, outbox_messages.LobbyCard()))
        notice = outbox_messages.Notice(code="archived", mentions=user_ids)
        await outbox_messages.post_notice(tx, row.code, notice, key=f"archived {row.ply}")


async def close_lobby(tx: db.Transaction, row: db.Game) -> db.Game:
    """Close a lobby in which no game started, and cancel its invitations."""
    row = await db.games.update(tx, row, replace(row, status="closed"))
    await invitations.cancel_all(tx, row)
    return row


async def leave_lesson(service: GameService, code: str, actor: Actor) -> GameSnapshot:
    """Archive a lesson that its player leaves. Raises Denied if the game is none, or over."""
    async with service.player_transaction(code, actor.id) as (tx, snapshot, _):
        if not lessons.is_lesson(snapshot):
            raise Denied("no_lesson")
        return await archive_game(tx, snapshot, LEFT)


async def archive_server(service: GameService, server: int) -> None:
    """Archive a server's running games when Skald is removed from it, and notify the players."""
    async with service.store.write() as tx:
        for row in await db.games.list_for_server(tx, server, ("running",)):
            snapshot = await service.load(tx, row.code)
            await archive_game(tx, snapshot, REMOVED)
            notice = outbox_messages.Notice(code="removed", values={"code": row.code})
            await outbox_messages.post_notice_to_players(tx, snapshot, notice, key=f"removed {row.ply}")


async def resume_server(service: GameService, server: int) -> None:
    """Resume the games that were archived only because Skald had been removed."""
    async with service.store.write() as tx:
        for row in await db.games.list_for_server(tx, server, ("archived",)):
            last = (await db.entries.read_log(tx, row.code, since=row.ply - 1))[-1:]
            if [(entry.kind, entry.text) for entry in last] == [("archive", REMOVED)]:
                await resume_game(tx, await service.load(tx, row.code))


async def resume(service: GameService, code: str, actor: Actor) -> GameSnapshot:
    """Resume an archived game for one of its players, ending their caretaker. Raises Denied if it cannot."""
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        seat = require_seat(snapshot, actor.id)
        if snapshot.is_over:
            raise Refusal("over")
        if snapshot.row.status != "archived":
            raise Denied("goes_on_already")
        if snapshot.row.paused_until is not None:
            raise Denied("paused", at=snapshot.row.paused_until // 1000)
        if snapshot.state is None:
            raise Denied("rules_unfit")
        player = snapshot.players[seat]
        if player.has_caretaker and not player.resigned:
            await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": None}})
            snapshot = await service.load(tx, snapshot.code)
        if not snapshot.active_players():
            raise Denied("resigned_others_decide")
        return await resume_game(tx, snapshot)


async def resume_game(tx: db.Transaction, snapshot: GameSnapshot) -> GameSnapshot:
    """Set an archived game's status to running: clocks and timers start, and the turn card is posted."""
    log = GameLog(snapshot)
    log.add_entry("resume")
    await log.save(tx, replace(log.snapshot.row, status="running", last_activity=tx.now, paused_until=None))
    snapshot = await after_move(tx, log, None)
    await db.outbox.enqueue(tx, outbox_messages.game_post(snapshot.row, outbox_messages.LobbyCard()))
    await schedule_inactivity_check(tx, snapshot.row)
    return snapshot
