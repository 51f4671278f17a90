"""Seats that Skald plays: a caretaker's, whose owner is away until they are back, and an opponent's."""

from dataclasses import replace
from functools import partial

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Visitor, seat_of, see
from bot.play.core.game_log import BY_CARETAKER, BY_OPPONENT, Log
from bot.play.core.game_service import Tables
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import opponents, votes
from bot.play.turns.turns import caretaker_due, follow, make
from opponents import choose, followed
from rules.game import Move, Seat

ERASED = "erased"
"""Why somebody plays no longer: they had themselves erased."""
SUB_STEPS = 60
"""So many moves of one turn are made in one go; what is left comes when the seat is looked at again."""


async def hand_over(tx: db.Transaction, position: Position, seat: Seat, *, why: str) -> Position:
    """Let the caretaker play a seat until its owner is back."""
    player = position.players[seat]
    if not position.running or player.caretaker:
        return position
    if position.voting:
        await votes.close_about(tx, position, seat, "caretaker")
    await db.players.update(tx, position.code, {seat: {"caretaker_since": tx.now}})
    position = _with(position, seat, caretaker_since=tx.now)
    log = Log(position)
    log.note("caretaker", seat, text=why)
    await log.save(tx)
    await outbox_messages.say(
        tx, position.code, _taken_over(player, why), key=f"caretaker {log.position.row.ply}"
    )
    return await follow(tx, log, None)


async def reclaim(tables: Tables, code: str, visitor: Visitor, *, interaction: int) -> Position:
    """Somebody is back and plays on themselves."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, visitor.id)
        if position.players[seat].resigned:
            raise Denied("resigned_seat")
        if not position.players[seat].caretaker:
            raise Denied("plays_already")
        await see(tx, visitor, position.people[seat])
        log = await take_from(tx, position, seat, interaction=interaction)
        position = await follow(tx, log, None)
        await db.outbox.add(tx, *outbox_messages.hands(position.row, (seat,)))
        return position


async def take_from(
    tx: db.Transaction, position: Position, seat: Seat, *, interaction: int | None = None
) -> Log:
    """Take a seat out of the caretaker's hands."""
    await db.players.update(tx, position.code, {seat: {"caretaker_since": None}})
    log = Log(_with(position, seat, caretaker_since=None))
    log.note("reclaim", seat, person=position.players[seat].person, interaction=interaction)
    await log.save(tx)
    notice = outbox_messages.Notice(code="back", values={"seat": seat})
    await outbox_messages.say(tx, position.code, notice, key=f"back {log.position.row.ply}")
    return log


async def move(tables: Tables, timer: db.Timer) -> None:
    """The moves of one turn of a seat that Skald plays, unless the table changes meanwhile."""
    assert timer.game is not None
    position = await tables.position(timer.game)
    seat = next((seat for seat in sorted(position.owing()) if position.players[seat].caretaker), None)
    moves = [] if seat is None else await _turn(tables, position, seat)
    async with tables.store.write() as tx:
        if not await db.timers.finish(tx, timer):
            return
        now = await tables.load(tx, position.code)
        if not now.running:
            return
        if now.row.version != position.row.version or seat is None:
            if again := caretaker_due(tx, now):
                await db.timers.set(tx, *again)
            return
        by = BY_OPPONENT if seat in now.opponents else BY_CARETAKER
        await make(tx, now, seat, moves, by=by, person=None)


async def _turn(tables: Tables, position: Position, seat: Seat) -> list[Move]:
    """A turn: what was thought out is carried out up to where something comes to light."""
    game, state, level = position.game, position.state, opponents.level_at(position, seat)
    moves: list[Move] = []
    while seat in game.to_act(state) and len(moves) < SUB_STEPS:
        # By the deal, not by the table: whoever plays the same deal meets the same opponent.
        salt = f"{position.row.commitment} {position.row.ply + len(moves)}"
        chosen = await tables.think(partial(choose, game, state, seat, level=level, salt=salt))
        line, state = followed(game, state, seat, chosen)
        moves += line
    return moves


def _with(position: Position, seat: Seat, *, caretaker_since: int | None) -> Position:
    players = list(position.players)
    players[seat] = replace(players[seat], caretaker_since=caretaker_since)
    return replace(position, players=tuple(players))


def _taken_over(player: db.Player, why: str) -> outbox_messages.Notice:
    """Somebody who had themselves erased is not named."""
    if why == ERASED:
        return outbox_messages.Notice(code="left_for_good")
    mentions = () if player.person is None else (player.person,)
    return outbox_messages.Notice(code="caretaker_plays", values={"seat": player.seat}, mentions=mentions)
