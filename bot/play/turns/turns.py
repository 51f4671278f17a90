"""How a turn passes on: what is forced after a move, and what follows from every entry of a log."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import db
from bot.play.clock import clocks
from bot.play.core import outbox_messages, timers
from bot.play.core.game_log import FORCED, Log
from bot.play.core.snapshot import Position
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

    position: Position
    events: tuple[Event, ...]


async def make(
    tx: db.Transaction,
    position: Position,
    seat: Seat,
    moves: Sequence[Move],
    *,
    by: str | None,
    person: int | None,
    interaction: int | None = None,
) -> Played:
    """Moves made in a row for a seat: by its owner, by what they decided in advance, or by the caretaker."""
    log, step = Log(position), Step(position.state, (), barrier=True)
    for place, move in enumerate(moves):
        step = position.game.apply(step.state, seat, move)
        log.move(seat, move, step, person=person, by=by, interaction=None if place else interaction)
    return await finish(tx, log, seat, step)


async def finish(tx: db.Transaction, log: Log, seat: Seat, step: Step[Any]) -> Played:
    """Play what is forced after a move, write all of it down, and let the turn pass on."""
    step = _play_forced(log, step)
    await log.save(tx)
    position = await follow(tx, log, seat, log.position.game.outcome(step.state))
    return Played(position, step.events)


def _play_forced(log: Log, step: Step[Any]) -> Step[Any]:
    """Play what leaves no choice after a move."""
    events = step.events
    for seat, move, following in forced_after(log.position.game, step, log.position.seats):
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
    tx: db.Transaction, log: Log, mover: Seat | None, outcome: Outcome | None = None
) -> Position:
    """Wind the clocks, wake orders and caretaker, and leave in the outbox what the chat must be told."""
    before, position = log.before, log.position
    if outcome is not None:
        return await ending.end(tx, log, outcome)
    if position.running and not position.present() and await db.cups.of_game(tx, position.code) is None:
        return await _deserted(tx, position)
    if position.voting:
        await votes.overtaken(tx, position, mover)
    owing = position.owing()
    due = [*caretaker_due(tx, position), *await looks_due(tx, position, owing)]
    # Whoever has moved, or taken back, has done something else than what was to be made for them.
    held = [] if mover is None or not position.game.info.plain else [timers.held_key(position.code, mover)]
    position = await clocks.wind(tx, log, due, without=held)
    called = owing - before.owing() - {mover}
    # What stands in the messages of whoever is done is not left as it was before.
    away = {player.seat for player in position.players if player.caretaker}
    done = {seat for seat in (mover,) if seat is not None and seat not in owing | away}
    if not called:
        refresh = outbox_messages.about(position.row, outbox_messages.Refresh(ply=position.row.ply))
        await db.outbox.add(tx, refresh, *outbox_messages.hands(position.row, done))
        return position
    present = called - away
    if log.in_advance and present:
        await _sail_on(tx, position, present)
        return position
    if not present and position.present():
        # Skald plays on for these: the card of whoever comes after them shows all of it.
        await db.outbox.add(
            tx, outbox_messages.about(position.row, outbox_messages.Refresh(ply=position.row.ply))
        )
        return position
    card = outbox_messages.about(position.row, outbox_messages.Card(ply=position.row.ply))
    await db.outbox.add(tx, card, *outbox_messages.hands(position.row, present | done))
    return position


async def _sail_on(tx: db.Transaction, position: Position, called: Collection[Seat]) -> None:
    """A prepared turn was played, and others may be prepared too: the table is told of the whole stretch once
    it is over, whether or not there is more of it, and whoever is then to move is called."""
    quietly = outbox_messages.Refresh(ply=position.row.ply, quietly=True)
    await db.outbox.add(
        tx, outbox_messages.about(position.row, quietly), *outbox_messages.hands(position.row, called)
    )
    over = timers.Sailed(ply=position.row.ply)
    key, due = f"{position.code} {timers.SAILED}", tx.now + timers.LOOKED
    await db.timers.set(tx, timers.timer(timers.SAILED, over, key, due, position.code))


async def put_away(tx: db.Transaction, position: Position, why: str) -> Position:
    """A game is archived: no clock runs, nothing comes of itself."""
    log = Log(position)
    log.note("archive", text=why)
    await log.save(tx, status="archived")
    position = await clocks.wind(tx, log)
    await db.timers.cancel(tx, game=position.code)
    return position


async def _deserted(tx: db.Transaction, position: Position) -> Position:
    """Skald does not play with itself: the game rests until somebody is back.

    Not so in a cup, where the others wait for the table: it comes to its end.
    """
    position = await put_away(tx, position, DESERTED)
    await db.outbox.add(tx, outbox_messages.about(position.row, outbox_messages.Lobby()))
    everybody = tuple(position.people_at([one.seat for one in position.players if not one.resigned]))
    notice = outbox_messages.Notice(code="deserted", mentions=everybody)
    await outbox_messages.say(tx, position.code, notice, key=f"archived {position.row.ply}")
    return position


def caretaker_due(tx: db.Transaction, position: Position) -> list[db.NewTimer]:
    """The timer at which a seat is played by Skald; one that is not needed any more finds nothing to do."""
    row = position.row
    kept = [seat for seat in position.owing() if position.players[seat].caretaker]
    if not kept:
        return []
    pause = thinking(row.code, row.ply)
    if position.opponents.issuperset(kept):
        pause //= HASTE
    key, due = f"{row.code} {timers.CARETAKER}", tx.now + pause
    return [timers.timer(timers.CARETAKER, timers.TimerPayload(), key, due, row.code)]


def thinking(code: str, ply: int) -> int:
    number = int.from_bytes(sha256(f"{code} {ply}".encode()).digest()[:4], "big")
    return SHORTEST_THOUGHT + number % (LONGEST_THOUGHT - SHORTEST_THOUGHT)


async def looks_due(reads: db.Reads, position: Position, owing: Collection[Seat]) -> list[db.NewTimer]:
    """The timers at which those who owe a move, and have decided in advance, look at that.

    The pause hangs on nothing, so that it tells nobody anything, unless whoever prepared wants none.
    """
    prepared = await conditional_moves.due(reads, position, frozenset(owing))
    ordered = (
        {each.seat for each in await db.orders.in_force(reads, position.code)} if position.ordered else set()
    )
    hasty = {seat for seat, (_, plan) in prepared.items() if plan.at_once}
    return [
        timers.timer(
            timers.ORDER,
            timers.OfOrders(seat=seat),
            f"{position.code} {timers.ORDER} {seat}",
            reads.now + (timers.AT_ONCE if seat in hasty else _pause()),
            position.code,
        )
        for seat in sorted((ordered & set(owing)) | prepared.keys())
    ]


def _pause() -> int:
    return timers.SOONEST_LOOK + secrets.randbelow(timers.LATEST_LOOK - timers.SOONEST_LOOK)
