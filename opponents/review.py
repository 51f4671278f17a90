"""Advice and reviews: win probabilities at a moment, and whether a stronger move was available.

A decision is evaluated by what its seat could know: in determinizations of that seat, the same ones for the
played moves and for the alternative.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.selection import ai_for, rank_moves
from rules.game import AnyGame, Move, Phrase, Seat

ADVISER_LEVEL: Level = "captain"
COMPLETION_LEVEL: Level = "apprentice"
"""Completes a turn when a line of moves ends in the middle of it."""
MAX_IDEAS = 3
MAX_COMPLETION_MOVES = 24


@dataclass(frozen=True, slots=True)
class Verdict:
    """Win probabilities of a seat after the played moves and after the adviser's line."""

    played: float
    best: float
    line: tuple[Move, ...]
    reason: Phrase

    @property
    def loss(self) -> float:
        return self.best - self.played


def advice(game: AnyGame, state: Any, seat: Seat, *, salt: str) -> tuple[Idea, ...]:
    """Return the adviser's best ideas, at most `MAX_IDEAS`."""
    ideas = {idea.move: idea for idea in rank_moves(game, state, seat, level=ADVISER_LEVEL, salt=salt)}
    if len(ideas) < MAX_IDEAS:
        for idea in rank_moves(game, state, seat, level="sailor", salt=salt):
            ideas.setdefault(idea.move, idea)
    return tuple(ideas.values())[:MAX_IDEAS]


def win_probabilities(game: AnyGame, state: Any, *, salt: str) -> tuple[float, ...]:
    """Return each seat's win probability from a spectator's information."""
    (seed,) = _seeds(salt, 1)
    return _win_probabilities(game, game.reshuffle(state, None, seed), seed)


def review_decision(
    game: AnyGame, state: Any, seat: Seat, played: Sequence[Move], *, salt: str, determinizations: int
) -> Verdict:
    """Compare moves played in a row with the adviser's line.

    `played` ends at the first move whose result depended on hidden information.
    """
    idea = rank_moves(game, state, seat, level=ADVISER_LEVEL, salt=salt)[0]
    line = (idea.move, *idea.continuation)
    played_results: list[tuple[float, ...]] = []
    best_results: list[tuple[float, ...]] = []
    for seed in _seeds(salt, determinizations):
        determinization = game.reshuffle(state, seat, seed)
        for moves, results in ((played, played_results), (line, best_results)):
            results.append(
                _win_probabilities(game, _complete_turn(game, determinization, seat, moves, seed), seed)
            )
    return Verdict(_mean(played_results)[seat], _mean(best_results)[seat], line, idea.reason)


def _complete_turn(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move], seed: bytes) -> Any:
    """Return the determinization after these moves and after those that complete the turn."""
    for move in moves:
        if move not in game.legal(state, seat):
            break
        state = game.apply(state, seat, move).state
    for number in range(MAX_COMPLETION_MOVES):
        if seat not in game.to_act(state) or len(game.to_act(state)) > 1:
            break
        move = rank_moves(game, state, seat, level=COMPLETION_LEVEL, salt=f"{seed.hex()} {number}")[0].move
        state = game.apply(state, seat, move).state
    return state


def _win_probabilities(game: AnyGame, state: Any, seed: bytes) -> tuple[float, ...]:
    return ai_for(game).win_probabilities(state, Random(seed))


def _seeds(salt: str, number: int) -> list[bytes]:
    return [sha256(f"{salt} {each}".encode()).digest() for each in range(number)]


def _mean(results: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(seat) / len(results) for seat in zip(*results, strict=True))
