"""How a turn passes on: what is forced after a move, and what follows from every entry of a log."""

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

FORCED_LIMIT = 200
DESERTED = "deserted"
"""Why a game was archived: nobody is left who plays themselves."""
TRIALS = 3
"""How many other deals are looked at to tell whether onlookers know that a move is forced."""
SHORTEST_THOUGHT, LONGEST_THOUGHT = 15_000, 45_000
"""How long the caretaker seems to think; told by nothing but the game's code and the number of moves."""
HASTE = 8
"""So many times shorter an opponent's pause is: somebody may be waiting for them at the table."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a move: the table afterwards, and what happened."""

    snapshot: GameSnapshot
    events: tuple[Event, ...]


async def make(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    seat: Seat,
    moves: Sequence[Move],
    *,
    by: str | None,
    person: int | None,
    interaction: int | None = None,
) -> Played:
    """Moves made in a row for a seat: by its owner, by what they decided in advance, or by the caretaker."""
    log, step = GameLog(snapshot), Step(snapshot.state, (), barrier=True)
    for place, move in enumerate(moves):
        step = snapshot.game.apply(step.state, seat, move)
        log.move(seat, move, step, person=person, by=by, interaction=None if place else interaction)
    return await finish(tx, log, seat, step)


async def finish(tx: db.Transaction, log: GameLog, seat: Seat, step: Step[Any]) -> Played:
    """Play what is forced after a move, write all of it down, and let the turn pass on."""
    step = _play_forced(log, step)
    await log.save(tx)
    snapshot = await follow(tx, log, seat, log.snapshot.game.outcome(step.state))
    return Played(snapshot, step.events)


def _play_forced(log: GameLog, step: Step[Any]) -> Step[Any]:
    """Play what leaves no choice after a move."""
    events = step.events
    for seat, move, following in forced_after(log.snapshot.game, step, log.snapshot.seats):
        log.move(seat, move, following, by=FORCED)
        events += following.events
        step = Step(following.state, events, following.barrier)
    return step


def forced_after(
    game: AnyGame, step: Step[Any], seats: Iterable[Seat]
) -> Iterator[tuple[Seat, Move, Step[Any]]]:
    """What leaves no choice, unless that would take away an undo or show what others do not know."""
    for _ in range(FORCED_LIMIT):
        owing = game.to_act(step.state)
        if len(owing) != 1:
            return
        (seat,) = owing
        moves = game.legal(step.state, seat)
        if len(moves) != 1 or not openly_forced(game, step.state, seat, moves[0], seats):
            return
        following = game.apply(step.state, seat, moves[0])
        if following.barrier and not step.barrier:
            return
        yield seat, moves[0], following
        step = following
    raise RuntimeError(f"a game of {game.info.key} forces moves without end")


def openly_forced(game: AnyGame, state: Any, seat: Seat, move: Move, seats: Iterable[Seat]) -> bool:
    """Whether everybody at the table could tell that this move is the only one."""
    onlookers = [None, *(other for other in seats if other != seat)]
    return all(
        game.legal(game.reshuffle(state, onlooker, bytes([trial])), seat) == (move,)
        for onlooker in onlookers
        for trial in range(TRIALS)
    )


async def follow(
    tx: db.Transaction, log: GameLog, mover: Seat | None, outcome: Outcome | None = None
) -> GameSnapshot:
    """Wind the clocks, wake orders and caretaker, and leave in the outbox what the chat must be told."""
    before, snapshot = log.before, log.snapshot
    if outcome is not None:
        return await ending.end(tx, log, outcome)
    if snapshot.running and not snapshot.present() and await db.cups.of_game(tx, snapshot.code) is None:
        return await _deserted(tx, snapshot)
    if snapshot.voting:
        await votes.overtaken(tx, snapshot, mover)
    owing = snapshot.owing()
    due = [*caretaker_due(tx, snapshot), *await looks_due(tx, snapshot, owing)]
    # Whoever has moved, or taken back, has done something else than what was to be made for them.
    held = [] if mover is None or not snapshot.game.info.plain else [timers.held_key(snapshot.code, mover)]
    snapshot = await clocks.wind(tx, log, due, without=held)
    called = owing - before.owing() - {mover}
    # What stands in the messages of whoever is done is not left as it was before.
    away = {player.seat for player in snapshot.players if player.caretaker}
    done = {seat for seat in (mover,) if seat is not None and seat not in owing | away}
    if not called:
        refresh = outbox_messages.about(snapshot.row, outbox_messages.Refresh(ply=snapshot.row.ply))
        await db.outbox.add(tx, refresh, *outbox_messages.hands(snapshot.row, done))
        return snapshot
    present = called - away
    if log.in_advance and present:
        await _sail_on(tx, snapshot, present)
        return snapshot
    if not present and snapshot.present():
        # Skald plays on for these: the card of whoever comes after them shows all of it.
        await db.outbox.add(
            tx, outbox_messages.about(snapshot.row, outbox_messages.Refresh(ply=snapshot.row.ply))
        )
        return snapshot
    card = outbox_messages.about(snapshot.row, outbox_messages.Card(ply=snapshot.row.ply))
    await db.outbox.add(tx, card, *outbox_messages.hands(snapshot.row, present | done))
    return snapshot


async def _sail_on(tx: db.Transaction, snapshot: GameSnapshot, called: Collection[Seat]) -> None:
    """A prepared turn was played, and others may be prepared too: the table is told of the whole stretch once
    it is over, whether or not there is more of it, and whoever is then to move is called."""
    quietly = outbox_messages.Refresh(ply=snapshot.row.ply, quietly=True)
    await db.outbox.add(
        tx, outbox_messages.about(snapshot.row, quietly), *outbox_messages.hands(snapshot.row, called)
    )
    over = timers.Sailed(ply=snapshot.row.ply)
    key, due = f"{snapshot.code} {timers.SAILED}", tx.now + timers.LOOKED
    await db.timers.set(tx, timers.timer(timers.SAILED, over, key, due, snapshot.code))


async def put_away(tx: db.Transaction, snapshot: GameSnapshot, why: str) -> GameSnapshot:
    """A game is archived: no clock runs, nothing comes of itself."""
    log = GameLog(snapshot)
    log.note("archive", text=why)
    await log.save(tx, status="archived")
    snapshot = await clocks.wind(tx, log)
    await db.timers.cancel(tx, game=snapshot.code)
    return snapshot


async def _deserted(tx: db.Transaction, snapshot: GameSnapshot) -> GameSnapshot:
    """Skald does not play with itself: the game rests until somebody is back.

    Not so in a cup, where the others wait for the table: it comes to its end.
    """
    snapshot = await put_away(tx, snapshot, DESERTED)
    await db.outbox.add(tx, outbox_messages.about(snapshot.row, outbox_messages.Lobby()))
    everybody = tuple(snapshot.people_at([one.seat for one in snapshot.players if not one.resigned]))
    notice = outbox_messages.Notice(code="deserted", mentions=everybody)
    await outbox_messages.say(tx, snapshot.code, notice, key=f"archived {snapshot.row.ply}")
    return snapshot


def caretaker_due(tx: db.Transaction, snapshot: GameSnapshot) -> list[db.NewTimer]:
    """The timer at which a seat is played by Skald; one that is not needed any more finds nothing to do."""
    row = snapshot.row
    kept = [seat for seat in snapshot.owing() if snapshot.players[seat].caretaker]
    if not kept:
        return []
    pause = thinking(row.code, row.ply)
    if snapshot.opponents.issuperset(kept):
        pause //= HASTE
    key, due = f"{row.code} {timers.CARETAKER}", tx.now + pause
    return [timers.timer(timers.CARETAKER, timers.TimerPayload(), key, due, row.code)]


def thinking(code: str, ply: int) -> int:
    number = int.from_bytes(sha256(f"{code} {ply}".encode()).digest()[:4], "big")
    return SHORTEST_THOUGHT + number % (LONGEST_THOUGHT - SHORTEST_THOUGHT)


async def looks_due(reads: db.Reads, snapshot: GameSnapshot, owing: Collection[Seat]) -> list[db.NewTimer]:
    """The timers at which those who owe a move, and have decided in advance, look at that.

    The pause hangs on nothing, so that it tells nobody anything, unless whoever prepared wants none.
    """
    prepared = await conditional_moves.due(reads, snapshot, frozenset(owing))
    ordered = (
        {each.seat for each in await db.orders.in_force(reads, snapshot.code)} if snapshot.ordered else set()
    )
    hasty = {seat for seat, (_, plan) in prepared.items() if plan.at_once}
    return [
        timers.timer(
            timers.ORDER,
            timers.OfOrders(seat=seat),
            f"{snapshot.code} {timers.ORDER} {seat}",
            reads.now + (timers.AT_ONCE if seat in hasty else _pause()),
            snapshot.code,
        )
        for seat in sorted((ordered & set(owing)) | prepared.keys())
    ]


def _pause() -> int:
    return timers.SOONEST_LOOK + secrets.randbelow(timers.LATEST_LOOK - timers.SOONEST_LOOK)
