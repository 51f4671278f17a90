"""Seats that Skald plays: a caretaker's, whose owner is away until they are back, and an opponent's."""

from dataclasses import replace
from functools import partial

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, seat_of, see
from bot.play.core.game_log import BY_CARETAKER, BY_OPPONENT, GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import opponents, votes
from bot.play.turns.turns import caretaker_due, follow, make
from opponents import choose, followed
from rules.game import Move, Seat

ERASED = "erased"
"""Why somebody plays no longer: they had themselves erased."""
SUB_STEPS = 60
"""So many moves of one turn are made in one go; what is left comes when the seat is looked at again."""


async def hand_over(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, why: str) -> GameSnapshot:
    """Let the caretaker play a seat until its owner is back."""
    player = snapshot.players[seat]
    if not snapshot.running or player.caretaker:
        return snapshot
    if snapshot.voting:
        await votes.close_about(tx, snapshot, seat, "caretaker")
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": tx.now}})
    snapshot = _with(snapshot, seat, caretaker_since=tx.now)
    log = GameLog(snapshot)
    log.note("caretaker", seat, text=why)
    await log.save(tx)
    await outbox_messages.say(
        tx, snapshot.code, _taken_over(player, why), key=f"caretaker {log.snapshot.row.ply}"
    )
    return await follow(tx, log, None)


async def reclaim(service: GameService, code: str, actor: Actor, *, interaction: int) -> GameSnapshot:
    """Somebody is back and plays on themselves."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, actor.id)
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        if not snapshot.players[seat].caretaker:
            raise Denied("plays_already")
        await see(tx, actor, snapshot.users[seat])
        log = await take_from(tx, snapshot, seat, interaction=interaction)
        snapshot = await follow(tx, log, None)
        await db.outbox.add(tx, *outbox_messages.hands(snapshot.row, (seat,)))
        return snapshot


async def take_from(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, interaction: int | None = None
) -> GameLog:
    """Take a seat out of the caretaker's hands."""
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": None}})
    log = GameLog(_with(snapshot, seat, caretaker_since=None))
    log.note("reclaim", seat, person=snapshot.players[seat].person, interaction=interaction)
    await log.save(tx)
    notice = outbox_messages.Notice(code="back", values={"seat": seat})
    await outbox_messages.say(tx, snapshot.code, notice, key=f"back {log.snapshot.row.ply}")
    return log


async def move(service: GameService, timer: db.Timer) -> None:
    """The moves of one turn of a seat that Skald plays, unless the table changes meanwhile."""
    assert timer.game is not None
    snapshot = await service.snapshot(timer.game)
    seat = next((seat for seat in sorted(snapshot.owing()) if snapshot.players[seat].caretaker), None)
    moves = [] if seat is None else await _turn(service, snapshot, seat)
    async with service.store.write() as tx:
        if not await db.timers.finish(tx, timer):
            return
        now = await service.load(tx, snapshot.code)
        if not now.running:
            return
        if now.row.version != snapshot.row.version or seat is None:
            if again := caretaker_due(tx, now):
                await db.timers.set(tx, *again)
            return
        by = BY_OPPONENT if seat in now.opponents else BY_CARETAKER
        await make(tx, now, seat, moves, by=by, person=None)


async def _turn(service: GameService, snapshot: GameSnapshot, seat: Seat) -> list[Move]:
    """A turn: what was thought out is carried out up to where something comes to light."""
    game, state, level = snapshot.game, snapshot.state, opponents.level_at(snapshot, seat)
    moves: list[Move] = []
    while seat in game.to_act(state) and len(moves) < SUB_STEPS:
        # By the deal, not by the table: whoever plays the same deal meets the same opponent.
        salt = f"{snapshot.row.commitment} {snapshot.row.ply + len(moves)}"
        chosen = await service.think(partial(choose, game, state, seat, level=level, salt=salt))
        line, state = followed(game, state, seat, chosen)
        moves += line
    return moves


def _with(snapshot: GameSnapshot, seat: Seat, *, caretaker_since: int | None) -> GameSnapshot:
    players = list(snapshot.players)
    players[seat] = replace(players[seat], caretaker_since=caretaker_since)
    return replace(snapshot, players=tuple(players))


def _taken_over(player: db.Player, why: str) -> outbox_messages.Notice:
    """Somebody who had themselves erased is not named."""
    if why == ERASED:
        return outbox_messages.Notice(code="left_for_good")
    mentions = () if player.person is None else (player.person,)
    return outbox_messages.Notice(code="caretaker_plays", values={"seat": player.seat}, mentions=mentions)
