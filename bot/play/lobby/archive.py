"""Tables that fall silent: warned of, then put away. What is archived goes on again with one tap."""

from collections.abc import Mapping
from dataclasses import replace

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Visitor, seat_of
from bot.play.core.game_log import Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
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


async def fell_silent(tables: Tables, tx: db.Transaction, timer: db.Timer) -> None:
    """Warn, then put away: a lobby is closed, a game archived."""
    assert timer.game is not None
    position = await tables.load(tx, timer.game)
    row, warned = position.row, timers.Silence.model_validate(timer.payload).warned
    if row.status not in WARNED:
        return
    everybody = tuple(position.people_at(position.seats))
    if tx.now - row.last_activity < WARNED[row.status]:
        await watch_silence(tx, row)
    elif warned != row.last_activity:
        code = "lobby_silent" if row.status == "lobby" else "game_silent"
        notice = outbox_messages.Notice(code=code, mentions=everybody)
        await outbox_messages.say(tx, row.code, notice, key=f"silence {row.last_activity}")
        await watch_silence(tx, row, warned=True)
    elif row.status == "lobby":
        row = await close(tx, row)
        await cleanup.sweep(tx, replace(position, row=row))
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
    else:
        row = (await put_away(tx, position, SILENT)).row
        await db.outbox.add(tx, outbox_messages.about(row, outbox_messages.Lobby()))
        notice = outbox_messages.Notice(code="archived", mentions=everybody)
        await outbox_messages.say(tx, row.code, notice, key=f"archived {row.ply}")


async def close(tx: db.Transaction, row: db.Game) -> db.Game:
    """A table at which no game comes about."""
    row = await db.games.update(tx, row, status="closed")
    await invitations.lapse(tx, row)
    return row


async def archive_server(tables: Tables, server: int) -> None:
    """Skald was sent away: its games there wait, and people are told that nothing is lost."""
    async with tables.store.write() as tx:
        for row in await db.games.on_server(tx, server, ("running",)):
            position = await tables.load(tx, row.code)
            await put_away(tx, position, REMOVED)
            notice = outbox_messages.Notice(code="removed", values={"code": row.code})
            await outbox_messages.tell_players(tx, position, notice, key=f"removed {row.ply}")


async def resume_server(tables: Tables, server: int) -> None:
    """Skald is back: what waited only for that goes on."""
    async with tables.store.write() as tx:
        for row in await db.games.on_server(tx, server, ("archived",)):
            last = (await db.entries.log(tx, row.code, since=row.ply - 1))[-1:]
            if [(entry.kind, entry.text) for entry in last] == [("archive", REMOVED)]:
                await _resume(tx, await tables.load(tx, row.code))


async def resume(tables: Tables, code: str, visitor: Visitor) -> Position:
    """Somebody of the table takes an archived game up again; who was away is back by that."""
    async with tables.change() as tx:
        position = await tables.load(tx, code)
        seat = seat_of(position, visitor.id)
        if position.over:
            raise Refusal("over")
        if position.row.status != "archived":
            raise Denied("goes_on_already")
        if position.state is None:
            raise Denied("rules_unfit")
        player = position.players[seat]
        if player.caretaker and not player.resigned:
            await db.players.update(tx, position.code, {seat: {"caretaker_since": None}})
            position = await tables.load(tx, position.code)
        if not position.present():
            raise Denied("resigned_others_decide")
        return await _resume(tx, position)


async def _resume(tx: db.Transaction, position: Position) -> Position:
    log = Log(position)
    log.note("resume")
    await log.save(tx, status="running")
    position = await follow(tx, log, None)
    await db.outbox.add(tx, outbox_messages.about(position.row, outbox_messages.Lobby()))
    await watch_silence(tx, position.row)
    return position
