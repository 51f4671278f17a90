"""Turn changes: plays forced moves after a move, then updates clocks, timers and the outbox."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import GameLog, GameService, GameSnapshot, outbox_messages, timers
from bot.play.core.game_log import FORCED
from bot.play.planning import conditional_moves
from bot.play.turns import ending, guesses, votes
from rules.game import AnyGame, Event, Move, Outcome, Seat, Step

MAX_FORCED_MOVES = 200
DESERTED = "deserted"  # Archive reason: no seat has an active player any more.
PAUSED = "paused"  # Archive reason: the players agreed on a pause.
DETERMINIZATIONS = 3  # Sampled per onlooker, to check that they know a move is forced.
MIN_THINKING_MS, MAX_THINKING_MS = 15_000, 45_000
OPPONENT_SPEEDUP = 8  # A player may be at the table, waiting for the computer opponent.


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The snapshot after a move, and the events of the move and of the forced moves after it."""

    snapshot: GameSnapshot
    events: tuple[Event, ...]


async def play_moves(
    tx: db.Transaction,
    log: GameLog,
    seat: Seat,
    moves: Sequence[Move],
    *,
    by: str | None = None,
    user_id: int | None,
    interaction_id: int | None = None,
) -> MoveResult:
    """Apply and log moves of one seat and the forced moves after them, save the log, and run `after_move`.

    `by` says who decided: None for the player, else a plan, a standing order or the caretaker.
    """
    game, step = log.snapshot.game, Step(log.snapshot.state, (), barrier=True)
    events: tuple[Event, ...] = ()
    for index, move in enumerate(moves):
        step = game.apply(step.state, seat, move)
        interaction = None if index else interaction_id
        log.add_move(seat, move, step, user_id=user_id, by=by, interaction_id=interaction)
        events += step.events
    for forced_seat, move, following in forced_moves(game, step, log.snapshot.seats):
        log.add_move(forced_seat, move, following, by=FORCED)
        events += following.events
    await log.save(tx)
    return MoveResult(await after_move(tx, log, seat, game.outcome(log.snapshot.state)), events)


def forced_moves(
    game: AnyGame, step: Step[Any], seats: Iterable[Seat]
) -> Iterator[tuple[Seat, Move, Step[Any]]]:
    """Yield the moves that leave no choice, each with its step.

    Stops before a move that would end the chance to undo, or would reveal that only one move was legal.
    """
    for _ in range(MAX_FORCED_MOVES):
        owing = game.to_act(step.state)
        if len(owing) != 1:
            return
        (seat,) = owing
        moves = game.legal(step.state, seat)
        if len(moves) != 1 or not is_openly_forced(game, step.state, seat, moves[0], seats):
            return
        following = game.apply(step.state, seat, moves[0])
        if following.barrier and not step.barrier:
            return
        yield seat, moves[0], following
        step = following
    raise RuntimeError(f"a game of {game.info.key} forces moves without end")


def is_openly_forced(game: AnyGame, state: Any, seat: Seat, move: Move, seats: Iterable[Seat]) -> bool:
    """True if the move is the only legal one in every sampled determinization of every onlooker."""
    onlookers = [None, *(other for other in seats if other != seat)]
    return all(
        game.legal(game.reshuffle(state, onlooker, bytes([trial])), seat) == (move,)
        for onlooker in onlookers
        for trial in range(DETERMINIZATIONS)
    )


async def after_move(
    tx: db.Transaction, log: GameLog, mover: Seat | None, outcome: Outcome | None = None
) -> GameSnapshot:
    """Update clocks, set timers of automatic moves, and enqueue the messages that follow from an entry.

    Ends the game if it has an outcome. Archives it if only Skald would play on.
    """
    if log.snapshot.has("guesses"):
        await guesses.resolve(tx, log.snapshot)
    if outcome is not None:
        return await ending.end_game(tx, log, outcome)
    snapshot = log.snapshot
    if await _is_deserted(tx, snapshot):
        return await _archive_deserted(tx, snapshot)
    if snapshot.has("votes"):
        await votes.cancel_outdated(tx, snapshot, mover)
    # A move or an undo replaces the delayed move of that seat.
    delayed = [] if mover is None else [timers.delayed_move_key(snapshot.code, mover)]
    snapshot = await clocks.update_clocks(
        tx,
        log,
        await automatic_timers(tx, snapshot),
        cancel_keys=delayed if snapshot.game.info.delayed_kinds else (),
    )
    await _post_turn_change(tx, log, snapshot, mover)
    return snapshot


async def _post_turn_change(
    tx: db.Transaction, log: GameLog, snapshot: GameSnapshot, mover: Seat | None
) -> None:
    row, owing = snapshot.row, snapshot.owing_seats()
    played_by_skald = {player.seat for player in snapshot.players if player.has_caretaker}
    newly_owing = owing - log.before.owing_seats() - {mover}
    to_move = newly_owing - played_by_skald
    # The mover's hand message must not keep the state from before the move.
    finished = frozenset[Seat]() if mover is None else {mover} - owing - played_by_skald
    refresh, hands = outbox_messages.RefreshCard(ply=row.ply), finished
    card: outbox_messages.OutboxMessage = refresh
    match bool(newly_owing), bool(to_move), log.has_prepared_moves:
        case False, _, _:
            pass  # The turn goes on, or its end changes nothing for others.
        case _, True, True:
            # Other prepared turns may follow. One summary shows them all and notifies the next player.
            card, hands = outbox_messages.RefreshCard(ply=row.ply, quietly=True), to_move
            await _schedule_autoplay_summary(tx, snapshot)
        case _, False, _ if snapshot.active_players():
            hands = frozenset()  # Skald moves next; the card of the next player shows that as well.
        case _:
            card, hands = outbox_messages.TurnCard(ply=row.ply), to_move | finished
    await db.outbox.enqueue(tx, outbox_messages.game_post(row, card), *outbox_messages.hand_posts(row, hands))


async def _schedule_autoplay_summary(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Set the timer of the card that sums up a run of prepared turns. It restarts with each of them."""
    payload = timers.AutoplaySummaryTimer(ply=snapshot.row.ply)
    key, due = f"{snapshot.code} {timers.AUTOPLAY_SUMMARY}", tx.now + timers.AUTOPLAY_SUMMARY_DELAY_MS
    await db.timers.schedule(tx, timers.new_timer(timers.AUTOPLAY_SUMMARY, payload, key, due, snapshot.code))


async def archive_game(tx: db.Transaction, snapshot: GameSnapshot, reason: str) -> GameSnapshot:
    """Set the game's status to archived, stop its clocks and cancel all its timers."""
    log = GameLog(snapshot)
    log.add_entry("archive", text=reason)
    await log.save(tx, replace(log.snapshot.row, status="archived", last_activity=tx.now))
    snapshot = await clocks.update_clocks(tx, log)
    await db.timers.cancel(tx, game=snapshot.code)
    return snapshot


async def _is_deserted(tx: db.Transaction, snapshot: GameSnapshot) -> bool:
    """True if only Skald would play on. Cup games are exempt: the other entrants wait for their result."""
    if not snapshot.is_running or snapshot.active_players():
        return False
    return await db.cups.find_code_for_game(tx, snapshot.code) is None


async def _archive_deserted(tx: db.Transaction, snapshot: GameSnapshot) -> GameSnapshot:
    snapshot = await archive_game(tx, snapshot, DESERTED)
    await db.outbox.enqueue(tx, outbox_messages.game_post(snapshot.row, outbox_messages.LobbyCard()))
    user_ids = tuple(snapshot.user_ids_at([one.seat for one in snapshot.players if not one.resigned]))
    notice = outbox_messages.Notice(code="deserted", mentions=user_ids)
    await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"archived {snapshot.row.ply}")
    return snapshot


# Automatic moves


async def automatic_timers(reads: db.Reads, snapshot: GameSnapshot) -> list[db.NewTimer]:
    """Timers at which Skald moves for seats: caretaker and opponents, plans and standing orders.

    They do nothing if the game has changed by then.
    """
    return [
        *caretaker_timers(reads, snapshot),
        *await autoplay_timers(reads, snapshot, snapshot.owing_seats()),
    ]


def caretaker_timers(reads: db.Reads, snapshot: GameSnapshot) -> list[db.NewTimer]:
    """The timer at which the caretaker or an opponent moves, as a list of at most one."""
    row = snapshot.row
    seats = [seat for seat in snapshot.owing_seats() if snapshot.players[seat].has_caretaker]
    if not seats:
        return []
    pause = thinking_time_ms(row.code, row.ply)
    if snapshot.opponent_seats.issuperset(seats):
        pause //= OPPONENT_SPEEDUP
    key, due = f"{row.code} {timers.CARETAKER}", reads.now + pause
    return [timers.new_timer(timers.CARETAKER, timers.TimerPayload(), key, due, row.code)]


def thinking_time_ms(code: str, ply: int) -> int:
    number = int.from_bytes(sha256(f"{code} {ply}".encode()).digest()[:4], "big")
    return MIN_THINKING_MS + number % (MAX_THINKING_MS - MIN_THINKING_MS)


async def autoplay_timers(
    reads: db.Reads, snapshot: GameSnapshot, seats: Collection[Seat]
) -> list[db.NewTimer]:
    """Timers of those seats that owe a move and have a plan or a standing order.

    The pause is random, so that it reveals nothing, unless the plan asks to be played at once.
    """
    plans = await conditional_moves.due_plans(reads, snapshot)
    orders = await db.standing_orders.list_in_force(reads, snapshot.code) if snapshot.has("orders") else ()
    due = []
    ready = (plans.keys() | {order.seat for order in orders}) & snapshot.owing_seats()
    for seat in sorted(ready.intersection(seats)):
        at_once = seat in plans and plans[seat][1].at_once
        at = reads.now + (timers.AUTOPLAY_IMMEDIATE_DELAY_MS if at_once else _random_pause_ms())
        payload, key = timers.AutoplayTimer(seat=seat), timers.seat_key(timers.AUTOPLAY, snapshot.code, seat)
        due.append(timers.new_timer(timers.AUTOPLAY, payload, key, at, snapshot.code))
    return due


def _random_pause_ms() -> int:
    return timers.AUTOPLAY_MIN_DELAY_MS + secrets.randbelow(
        timers.AUTOPLAY_MAX_DELAY_MS - timers.AUTOPLAY_MIN_DELAY_MS
    )


async def complete_unless_changed(
    service: GameService, tx: db.Transaction, timer: db.Timer, seen: GameSnapshot
) -> GameSnapshot | None:
    """Complete the timer of automatic moves that were chosen outside the transaction, from `seen`.

    Returns the game to play them in. If it has changed meanwhile, sets the timer anew and returns None.
    """
    if not await db.timers.complete(tx, timer):
        return None
    current = await service.load(tx, seen.code)
    if current.row.version == seen.row.version:
        return current
    again = [each for each in await automatic_timers(tx, current) if each.key == timer.key]
    await db.timers.schedule(tx, *again)
    return None
