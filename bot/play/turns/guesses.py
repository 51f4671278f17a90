"""Guess the move: onlookers guess which kind of move a player makes next.

Only what a spectator knows decides which kinds are offered. A guess counts when the player's turn is over, so
that nothing is known before the move. A right guess earns more the more others were wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

import db
from bot.play.core import Actor, Denied, GameService, GameSnapshot, update_user_profile
from bot.play.core.game_log import PREPARED
from bot.standings.seasons import month_at
from rules.game import AnyGame, Refusal, Seat, kind_of

DETERMINIZATIONS = 16
MIN_KINDS = 2
MAX_POINTS = 5
NOT_CHOSEN = 0  # The entry of a guess about a move that the player did not choose.


@dataclass(frozen=True, slots=True)
class GuessOffer:
    """The seat to move, and the kinds of move that a spectator can expect of it."""

    seat: Seat
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuessStanding:
    """A user in the table of the month. The name is None for a hidden user."""

    name: str | None
    tally: db.GuessTally


def seat_to_guess(snapshot: GameSnapshot) -> Seat | None:
    """Return the only seat that owes a move, if a person plays it at a table that others can watch."""
    owing = snapshot.owing_seats()
    if snapshot.is_private or len(owing) != 1:
        return None
    (seat,) = owing
    player = snapshot.players[seat]
    return None if player.person is None or player.has_caretaker else seat


async def offer(service: GameService, snapshot: GameSnapshot, user_id: int) -> GuessOffer:
    """Return what an onlooker can guess. Raises Denied for players, and if there is nothing to guess."""
    if snapshot.seat_of(user_id) is not None:
        raise Denied("guess_not_own_game")
    seat = seat_to_guess(snapshot)
    if seat is None:
        raise Denied("nothing_to_guess")
    kinds = await service.run_in_worker(partial(expected_kinds, snapshot.game, snapshot.state, seat))
    if len(kinds) < MIN_KINDS:
        raise Denied("nothing_to_guess")
    return GuessOffer(seat, kinds)


def expected_kinds(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    """Return the kinds of move that a spectator can expect of a seat, in the game's order.

    Neither the result nor the work depends on anything that a spectator does not know.
    """
    found = set[str]()
    for number in range(DETERMINIZATIONS):
        world = game.reshuffle(state, None, sha256(f"guess {number}".encode()).digest())
        if seat in game.to_act(world):
            found |= {move.kind for move in game.legal(world, seat)}
    return tuple(kind for kind in map(kind_of, game.info.moves) if kind in found)


async def save(service: GameService, code: str, actor: Actor, ply: int, kind: str) -> GuessOffer:
    """Store a guess, in place of an earlier one about the same move, and return what could be guessed.

    Raises Refusal if the game went on.
    """
    snapshot = await service.snapshot(code)
    if snapshot.row.ply != ply:
        raise Refusal("stale")
    offered = await offer(service, snapshot, actor.id)
    if kind not in offered.kinds:
        raise Denied("not_a_choice")
    async with service.transaction() as tx:
        current = await service.load(tx, code)
        if current.row.ply != ply or current.seat_of(actor.id) is not None:
            raise Refusal("stale")
        await update_user_profile(tx, actor)
        log = await db.entries.read_effective_log(tx, code)
        open_guesses = [one for one in await db.guesses.list_open(tx, code) if one.person == actor.id]
        replaced = [one for one in open_guesses if _next_move(log, one) is None]
        await db.guesses.replace(tx, db.Guess(code, actor.id, ply, offered.seat, kind, tx.now), replaced)
    return offered


async def resolve(tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Give points for open guesses about seats whose turn is over."""
    owing = snapshot.owing_seats()
    over = [guess for guess in await db.guesses.list_open(tx, snapshot.code) if guess.seat not in owing]
    if not over:
        return
    log = await db.entries.read_effective_log(tx, snapshot.code)
    by_entry: dict[db.Entry | None, list[db.Guess]] = {}
    for guess in sorted(over, key=lambda one: one.ply):
        entry = _chosen_move(_next_move(log, guess))
        if any(other.person == guess.person for other in by_entry.get(entry, ())):
            entry = None  # It was about a later move, which was undone with those before it.
        by_entry.setdefault(entry, []).append(guess)
    for entry, guesses in by_entry.items():
        if entry is None:
            await db.guesses.resolve(tx, guesses, 0, NOT_CHOSEN)
            continue
        kind = entry.text.split()[0]
        right = [guess for guess in guesses if guess.kind == kind]
        wrong = [guess for guess in guesses if guess.kind != kind]
        await db.guesses.resolve(tx, right, points_for(len(wrong)), entry.ply)
        await db.guesses.resolve(tx, wrong, 0, entry.ply)


def points_for(wrong: int) -> int:
    """Return the points of a right guess: one, and one more for each guess that was wrong, up to a limit.

    >>> points_for(0), points_for(2), points_for(9)
    (1, 3, 5)
    """
    return min(MAX_POINTS, 1 + wrong)


async def standings(reads: db.Reads, server: int) -> Sequence[GuessStanding]:
    """Return the users of a server by their points of this month, the most first."""
    tallies = await db.guesses.tallies(reads, server, month_at(reads.now).start)
    names = await db.users.display_names(reads, [one.person for one in tallies])
    return [
        GuessStanding(None if names[one.person].hidden else str(names[one.person]), one) for one in tallies
    ]


def _next_move(log: Sequence[db.Entry], guess: db.Guess) -> db.Entry | None:
    """Return the first move of the seat after a guess."""
    moves = (entry for entry in log if entry.kind == "move" and entry.seat == guess.seat)
    return next((entry for entry in moves if entry.ply > guess.ply), None)


def _chosen_move(entry: db.Entry | None) -> db.Entry | None:
    """Return the move, or None if it was not the player who chose it."""
    return entry if entry is not None and (entry.by is None or entry.by in PREPARED) else None
