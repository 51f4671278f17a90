"""Turn changes: plays forced moves after a move, then updates clocks, timers and the outbox."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages, timers
from bot.play.core.game_log import FORCED, GameLog
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.turns import ending, votes
from rules.game import AnyGame, Event, Move, Outcome, Seat, Step

MAX_FORCED_MOVES = 200
DESERTED = "deserted"  # Archive reason: no seat has an active player any more.
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
    snapshot: GameSnapshot,
    seat: Seat,
    moves: Sequence[Move],
    *,
    by: str | None,
    user_id: int | None,
    interaction_id: int | None = None,
) -> MoveResult:
    """Apply and log several moves of one seat, then complete them.

    `by` says who decided: None for the player, else a plan, a standing order or the caretaker.
    """
    log, step = GameLog(snapshot), Step(snapshot.state, (), barrier=True)
    for index, move in enumerate(moves):
        step = snapshot.game.apply(step.state, seat, move)
        log.add_move(
            seat, move, step, user_id=user_id, by=by, interaction_id=None if index else interaction_id
        )
    return await complete_move(tx, log, seat, step)


async def complete_move(tx: db.Transaction, log: GameLog, seat: Seat, step: Step[Any]) -> MoveResult:
    """Play the forced moves after `step`, save the log, and run `after_move`."""
    step = _play_forced_moves(log, step)
    await log.save(tx)
    snapshot = await after_move(tx, log, seat, log.snapshot.game.outcome(step.state))
    return MoveResult(snapshot, step.events)


def _play_forced_moves(log: GameLog, step: Step[Any]) -> Step[Any]:
    """Log the forced moves after `step`. Returns a step with the events of all of them."""
    events = step.events
    for seat, move, following in forced_moves(log.snapshot.game, step, log.snapshot.seats):
        log.add_move(seat, move, following, by=FORCED)
        events += following.events
        step = Step(following.state, events, following.barrier)
    return step


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
    """Update clocks, set autoplay and caretaker timers, and enqueue the messages that follow from an entry.

    The first row that applies decides:

    | after the entry                             | effect                                            |
    |---------------------------------------------|---------------------------------------------------|
    | the game has an outcome                     | end the game                                      |
    | no active player is left, not a cup game    | archive the game                                  |
    | no other seat has come to owe a move        | refresh the card and the mover's hand             |
    | the move was prepared, a player is to move  | refresh quietly, schedule the autoplay summary    |
    | only the caretaker or opponents are to move | refresh the card; the next player's card shows it |
    | a player is to move                         | post a new card and the hands of those seats      |
    """
    before, snapshot = log.before, log.snapshot
    if outcome is not None:
        return await ending.end_game(tx, log, outcome)
    if (
        snapshot.is_running
        and not snapshot.active_players()
        and await db.cups.find_code_for_game(tx, snapshot.code) is None
    ):
        return await _archive_deserted(tx, snapshot)
    if snapshot.has_open_votes:
        await votes.cancel_outdated(tx, snapshot, mover)
    owing = snapshot.owing_seats()
    due = [*caretaker_timers(tx, snapshot), *await autoplay_timers(tx, snapshot, owing)]
    # A move or an undo replaces the delayed move of that seat.
    replaced = (
        []
        if mover is None or not snapshot.game.info.delayed_kinds
        else [timers.delayed_move_key(snapshot.code, mover)]
    )
    snapshot = await clocks.update_clocks(tx, log, due, cancel_keys=replaced)
    newly_owing = owing - before.owing_seats() - {mover}
    # The mover's hand message must not keep the state from before the move.
    caretaker_seats = {player.seat for player in snapshot.players if player.has_caretaker}
    finished = {seat for seat in (mover,) if seat is not None and seat not in owing | caretaker_seats}
    if not newly_owing:
        refresh = outbox_messages.game_post(snapshot.row, outbox_messages.RefreshCard(ply=snapshot.row.ply))
        await db.outbox.enqueue(tx, refresh, *outbox_messages.hand_posts(snapshot.row, finished))
        return snapshot
    players_to_move = newly_owing - caretaker_seats
    if log.has_prepared_moves and players_to_move:
        await _schedule_autoplay_summary(tx, snapshot, players_to_move)
        return snapshot
    if not players_to_move and snapshot.active_players():
        # Skald plays these seats; the card of the next player shows their moves as well.
        await db.outbox.enqueue(
            tx, outbox_messages.game_post(snapshot.row, outbox_messages.RefreshCard(ply=snapshot.row.ply))
        )
        return snapshot
    card = outbox_messages.game_post(snapshot.row, outbox_messages.TurnCard(ply=snapshot.row.ply))
    await db.outbox.enqueue(tx, card, *outbox_messages.hand_posts(snapshot.row, players_to_move | finished))
    return snapshot


async def _schedule_autoplay_summary(
    tx: db.Transaction, snapshot: GameSnapshot, seats: Collection[Seat]
) -> None:
    """Suppress the card after a prepared turn, and schedule one summary of the whole run of autoplay.

    Other prepared turns may follow. The timer restarts with each, and its card notifies the next player.
    """
    quietly = outbox_messages.RefreshCard(ply=snapshot.row.ply, quietly=True)
    await db.outbox.enqueue(
        tx,
        outbox_messages.game_post(snapshot.row, quietly),
        *outbox_messages.hand_posts(snapshot.row, seats),
    )
    payload = timers.AutoplaySummaryTimer(ply=snapshot.row.ply)
    key, due = f"{snapshot.code} {timers.AUTOPLAY_SUMMARY}", tx.now + timers.AUTOPLAY_SUMMARY_DELAY_MS
    await db.timers.schedule(tx, timers.new_timer(timers.AUTOPLAY_SUMMARY, payload, key, due, snapshot.code))


async def archive_game(tx: db.Transaction, snapshot: GameSnapshot, reason: str) -> GameSnapshot:
    """Set the game's status to archived, stop its clocks and cancel all its timers."""
    log = GameLog(snapshot)
    log.add_entry("archive", text=reason)
    await log.save(tx, status="archived")
    snapshot = await clocks.update_clocks(tx, log)
    await db.timers.cancel(tx, game=snapshot.code)
    return snapshot


async def _archive_deserted(tx: db.Transaction, snapshot: GameSnapshot) -> GameSnapshot:
    """Archive a game in which only Skald would play on, and tell the players.

    Cup games are exempt, because the other entrants wait for their result.
    """
    snapshot = await archive_game(tx, snapshot, DESERTED)
    await db.outbox.enqueue(tx, outbox_messages.game_post(snapshot.row, outbox_messages.LobbyCard()))
    user_ids = tuple(snapshot.user_ids_at([one.seat for one in snapshot.players if not one.resigned]))
    notice = outbox_messages.Notice(code="deserted", mentions=user_ids)
    await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"archived {snapshot.row.ply}")
    return snapshot


def caretaker_timers(tx: db.Transaction, snapshot: GameSnapshot) -> list[db.NewTimer]:
    """The timer at which Skald plays a seat, as a list of at most one. A stale timer does nothing."""
    row = snapshot.row
    seats = [seat for seat in snapshot.owing_seats() if snapshot.players[seat].has_caretaker]
    if not seats:
        return []
    pause = thinking_time_ms(row.code, row.ply)
    if snapshot.opponent_seats.issuperset(seats):
        pause //= OPPONENT_SPEEDUP
    key, due = f"{row.code} {timers.CARETAKER}", tx.now + pause
    return [timers.new_timer(timers.CARETAKER, timers.TimerPayload(), key, due, row.code)]


def thinking_time_ms(code: str, ply: int) -> int:
    number = int.from_bytes(sha256(f"{code} {ply}".encode()).digest()[:4], "big")
    return MIN_THINKING_MS + number % (MAX_THINKING_MS - MIN_THINKING_MS)


async def autoplay_timers(
    reads: db.Reads, snapshot: GameSnapshot, owing: Collection[Seat]
) -> list[db.NewTimer]:
    """Autoplay timers of the seats that owe a move and have a plan or a standing order.

    The pause is random, so that it reveals nothing, unless the plan asks to be played at once.
    """
    prepared = await conditional_moves.due_plans(reads, snapshot, frozenset(owing))
    ordered = (
        {each.seat for each in await db.standing_orders.list_in_force(reads, snapshot.code)}
        if snapshot.has_orders
        else set()
    )
    immediate = {seat for seat, (_, plan) in prepared.items() if plan.at_once}
    return [
        timers.new_timer(
            timers.AUTOPLAY,
            timers.AutoplayTimer(seat=seat),
            f"{snapshot.code} {timers.AUTOPLAY} {seat}",
            reads.now + (timers.AUTOPLAY_IMMEDIATE_DELAY_MS if seat in immediate else _random_pause_ms()),
            snapshot.code,
        )
        for seat in sorted((ordered & set(owing)) | prepared.keys())
    ]


def _random_pause_ms() -> int:
    return timers.AUTOPLAY_MIN_DELAY_MS + secrets.randbelow(
        timers.AUTOPLAY_MAX_DELAY_MS - timers.AUTOPLAY_MIN_DELAY_MS
    )
