"""Plays the seats of absent players (the caretaker) and of computer opponents."""

from dataclasses import replace
from functools import partial

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor, update_user_profile
from bot.play.core.game_log import BY_CARETAKER, BY_OPPONENT, GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import opponents, votes
from bot.play.turns.turns import after_move, complete_unless_changed, play_moves
from opponents import choose, play_idea
from rules.game import Move, Seat

ERASED = "erased"  # Reason to hand over: the player deleted their data.
MAX_MOVES_PER_RUN = 60  # A longer turn continues with the next timer.


async def hand_over(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, reason: str) -> GameSnapshot:
    """Let the caretaker play a seat until its player is back, and tell the table."""
    player = snapshot.players[seat]
    if not snapshot.is_running or player.has_caretaker:
        return snapshot
    if snapshot.has("votes"):
        await votes.close_about_seat(tx, snapshot, seat, "caretaker")
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": tx.now}})
    snapshot = _with_caretaker_since(snapshot, seat, caretaker_since=tx.now)
    log = GameLog(snapshot)
    log.add_entry("caretaker", seat, text=reason)
    await log.save(tx)
    await outbox_messages.post_notice(
        tx, snapshot.code, _takeover_notice(player, reason), key=f"caretaker {log.snapshot.row.ply}"
    )
    return await after_move(tx, log, None)


async def reclaim(service: GameService, code: str, actor: Actor, *, interaction_id: int) -> GameSnapshot:
    """Give the actor their seat back from the caretaker. Raises Denied if they play it themselves."""
    async with service.player_transaction(code, actor.id) as (tx, snapshot, seat):
        if snapshot.players[seat].resigned:
            raise Denied("resigned_seat")
        if not snapshot.players[seat].has_caretaker:
            raise Denied("plays_already")
        await update_user_profile(tx, actor, snapshot.users[seat])
        log = await end_caretaking(tx, snapshot, seat, interaction_id=interaction_id)
        snapshot = await after_move(tx, log, None)
        await db.outbox.enqueue(tx, *outbox_messages.hand_posts(snapshot.row, (seat,)))
        return snapshot


async def end_caretaking(
    tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, *, interaction_id: int | None = None
) -> GameLog:
    """Give a seat back to its player and tell the table. Returns the log with that entry."""
    await db.players.update(tx, snapshot.code, {seat: {"caretaker_since": None}})
    log = GameLog(_with_caretaker_since(snapshot, seat, caretaker_since=None))
    log.add_entry("reclaim", seat, user_id=snapshot.players[seat].person, interaction_id=interaction_id)
    await log.save(tx)
    notice = outbox_messages.Notice(code="back", values={"seat": seat})
    await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"back {log.snapshot.row.ply}")
    return log


async def play_turn(service: GameService, timer: db.Timer) -> None:
    """Timer handler: play one turn of a seat that Skald plays, unless the game changed meanwhile."""
    assert timer.game is not None
    snapshot = await service.snapshot(timer.game)
    seat = next(
        (seat for seat in sorted(snapshot.owing_seats()) if snapshot.players[seat].has_caretaker), None
    )
    moves = [] if seat is None else await _choose_turn(service, snapshot, seat)
    async with service.store.write() as tx:
        current = await complete_unless_changed(service, tx, timer, snapshot)
        if current is not None and seat is not None:
            by = BY_OPPONENT if seat in current.opponent_seats else BY_CARETAKER
            await play_moves(tx, GameLog(current), seat, moves, by=by, user_id=None)


async def _choose_turn(service: GameService, snapshot: GameSnapshot, seat: Seat) -> list[Move]:
    """Choose the moves of one turn, thinking again after each reveal."""
    game, state, level = snapshot.game, snapshot.state, opponents.level_at(snapshot, seat)
    moves: list[Move] = []
    while seat in game.to_act(state) and len(moves) < MAX_MOVES_PER_RUN:
        # Salted by the deal, not the game code: all players of one deal meet the same opponent.
        salt = f"{snapshot.row.commitment} {snapshot.row.ply + len(moves)}"
        chosen = await service.run_in_worker(partial(choose, game, state, seat, level=level, salt=salt))
        line, state = play_idea(game, state, seat, chosen)
        moves += line
    return moves


def _with_caretaker_since(snapshot: GameSnapshot, seat: Seat, *, caretaker_since: int | None) -> GameSnapshot:
    players = list(snapshot.players)
    players[seat] = replace(players[seat], caretaker_since=caretaker_since)
    return replace(snapshot, players=tuple(players))


def _takeover_notice(player: db.Player, reason: str) -> outbox_messages.Notice:
    """The takeover notice; it does not name a player who was erased."""
    if reason == ERASED:
        return outbox_messages.Notice(code="left_for_good")
    mentions = () if player.person is None else (player.person,)
    return outbox_messages.Notice(code="caretaker_plays", values={"seat": player.seat}, mentions=mentions)
