"""Tables that fall silent: warned of, then put away. What is archived goes on again with one tap."""

from collections.abc import Mapping
from dataclasses import replace

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import invitations
from bot.play.notify import cleanup
from bot.play.turns.turns import follow, put_away
from db.clock import DAY
from rules.game import Refusal

WARNED: Mapping[str, int] = {"lobby": 5 * DAY, "running": 14 * DAY}
PUT_AWAY: Mapping[str, int] = {"lobby": 14 * DAY, "running": 60 * DAY}
REMOVED, SILENT = "removed", "silence"
"""Why a game was archived: Skald was sent away from its server, or nobody had moved for long."""


async def watch_silence(tx: db.Transaction, row: db.Game, *, warned: bool = False) -> None:
    """Look at this table again when it would have been silent for too long."""
    limits = PUT_AWAY if warned else WARNED
    if row.status not in limits:
        return
    # A warning holds only for the silence it spoke of.
    payload = timers.Silence(warned=row.last_activity if warned else None)
    due = row.last_activity + limits[row.status]
    key = f"{row.code} {timers.SILENCE}"
    await db.timers.set(tx, timers.timer(timers.SILENCE, payload, key, due, row.code))


async def fell_silent(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Warn, then put away: a lobby is closed, a game archived."""
    assert timer.game is not None
    snapshot = await service.load(tx, timer.game)
    row, warned = snapshot.row, timers.Silence.model_validate(timer.payload).warned
    if row.status not in WARNED:
        return
    everybody = tuple(snapshot.people_at(snapshot.seats))
    if tx.now - row.last_activity < WARNED[row.status]:
        await watch_silence(tx, row)
    elif warned != row.last_activity:
        code = "lobby_silent" if row.status == "lobby" else "game_silent"
        notice = outbox_messages.Notice(code=code, mentions=everybody)
        await outbox_messages.say(tx, row.code, notice, key=f"silence {row.last_activity}")
        await watch_silence(tx, row, warned=True)
    elif row.status == "lobby":
        row = await close(tx, row)
        await cleanup.sweep(tx, replace(snapshot, row=row))
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    else:
        row = (await put_away(tx, snapshot, SILENT)).row
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
        notice = outbox_messages.Notice(code="archived", mentions=everybody)
        await outbox_messages.say(tx, row.code, notice, key=f"archived {row.ply}")


async def close(tx: db.Transaction, row: db.Game) -> db.Game:
    """A table at which no game comes about."""
    row = await db.games.update(tx, row, status="closed")
    await invitations.lapse(tx, row)
    return row


async def archive_server(service: GameService, server: int) -> None:
    """Skald was sent away: its games there wait, and people are told that nothing is lost."""
    async with service.store.write() as tx:
        for row in await db.games.on_server(tx, server, ("running",)):
            snapshot = await service.load(tx, row.code)
            await put_away(tx, snapshot, REMOVED)
            notice = outbox_messages.Notice(code="removed", values={"code": row.code})
            await outbox_messages.tell_players(tx, snapshot, notice, key=f"removed {row.ply}")


async def resume_server(service: GameService, server: int) -> None:
    """Skald is back: what waited only for that goes on."""
    async with service.store.write() as tx:
        for row in await db.games.on_server(tx, server, ("archived",)):
            last = (await db.entries.log(tx, row.code, since=row.ply - 1))[-1:]
            if [(entry.kind, entry.text) for entry in last] == [("archive", REMOVED)]:
                await _resume(tx, await service.load(tx, row.code))


async def resume(service: GameService, code: str, actor: Actor) -> GameSnapshot:
    """Somebody of the table takes an archived game up again; who was away is back by that."""
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        seat = seat_of(snapshot, actor.id)
        if snapshot.over:
            raise Refusal("over")
        if snapshot.row.status != "archived":
            raise Denied("goes_on_already")
        if snapshot.state is None:
            raise Denied("rules_unfit")
        player = snapshot.players[seat]
        if player.caretaker and not player.resigned:
            await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": None}})
            snapshot = await service.load(tx, snapshot.code)
        if not snapshot.present():
            raise Denied("resigned_others_decide")
        return await _resume(tx, snapshot)


async def _resume(tx: db.Transaction, snapshot: GameSnapshot) -> GameSnapshot:
    log = GameLog(snapshot)
    log.note("resume")
    await log.save(tx, status="running")
    snapshot = await follow(tx, log, None)
    await db.outbox.add(tx, outbox_messages.about(snapshot.row, outbox_messages.Lobby()))
    await watch_silence(tx, snapshot.row)
    return snapshot
