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
from opponents.reasons import BY_TRIAL, play_line
from opponents.selection import ai_for, explain, rank_moves
from rules.game import AnyGame, Move, Phrase, Seat

ADVISER_LEVEL: Level = "captain"
COMPLETION_LEVEL: Level = "apprentice"
"""Completes a turn when a line of moves ends in the middle of it."""
MAX_IDEAS = 3
MAX_JUDGED = 5
"""The most moves that are compared in one position."""
MAX_COMPLETION_MOVES = 24
AS_GOOD_WITHIN_POINTS = 0.1
"""Two lines whose values differ by less are equally good. Then one is advised for which there is a reason."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves to play in a row, the most important claim about them, and their value in points.

    The moves end with the first whose result cannot be predicted, or after one if the rest is a guess.
    """

    moves: tuple[Move, ...]
    reason: Phrase
    value: float


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


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move with those that would follow in the turn, the win probability then, and a claim about them."""

    moves: tuple[Move, ...]
    chance: float
    reason: Phrase


def advice(
    game: AnyGame, state: Any, seat: Seat, *, salt: str, begun: tuple[Move, ...] = ()
) -> tuple[Advice, ...]:
    """Return the adviser's best ideas, at most `MAX_IDEAS`.

    `begun` are the moves left of advice that the player follows: they come first, as nothing new is known.
    """
    ideas = {idea.move: idea for idea in rank_moves(game, state, seat, level=ADVISER_LEVEL, salt=salt)}
    if len(ideas) < MAX_IDEAS:
        for idea in rank_moves(game, state, seat, level="sailor", salt=salt):
            ideas.setdefault(idea.move, idea)
    if begun:
        best = max(idea.value for idea in ideas.values())
        ideas = {begun[0]: Idea(begun[0], best, begun[1:]), **_without(ideas, begun[0])}
    found = [_advise(game, state, seat, idea, salt) for idea in [*ideas.values()][:MAX_IDEAS]]
    return tuple(found if begun else best_explained_first(found))


def best_explained_first(found: list[Advice]) -> list[Advice]:
    """Move up advice that is as good as the best and can be explained, if the best cannot."""
    if found[0].reason.key != BY_TRIAL:
        return found
    least = found[0].value - AS_GOOD_WITHIN_POINTS
    explained = (each for each in found if each.value > least and each.reason.key != BY_TRIAL)
    first = next(explained, found[0])
    return [first, *(each for each in found if each is not first)]


def _without(ideas: dict[Move, Idea], move: Move) -> dict[Move, Idea]:
    return {other: idea for other, idea in ideas.items() if other != move}


def _advise(game: AnyGame, state: Any, seat: Seat, idea: Idea, salt: str) -> Advice:
    moves = (idea.move,) if idea.is_tentative else (idea.move, *idea.continuation)
    known = game.reshuffle(state, seat, sha256(salt.encode()).digest())
    moves = play_line(game, known, seat, moves).moves
    return Advice(moves, explain(game, state, seat, moves, salt=salt), idea.value)


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
    reason = explain(game, state, seat, line, salt=salt)
    return Verdict(_mean(played_results)[seat], _mean(best_results)[seat], line, reason)


def judge_moves(
    game: AnyGame, state: Any, seat: Seat, played: Sequence[Move], *, salt: str, determinizations: int
) -> tuple[JudgedMove, ...]:
    """Compare the first of the moves played in a row with the ideas of all levels and with other moves.

    Returns the strongest first, at most `MAX_JUDGED`. Like advice, it depends only on what the seat knows.
    """
    lines = _candidate_lines(game, state, seat, played, salt)
    worlds = [(seed, game.reshuffle(state, seat, seed)) for seed in _seeds(salt, determinizations)]
    judged = []
    for line in lines:
        results = [
            _win_probabilities(game, _complete_turn(game, world, seat, line, seed), seed)
            for seed, world in worlds
        ]
        known = play_line(game, worlds[0][1], seat, line).moves
        judged.append(JudgedMove(known, _mean(results)[seat], explain(game, state, seat, known, salt=salt)))
    return tuple(sorted(judged, key=lambda each: -each.chance))


def _candidate_lines(
    game: AnyGame, state: Any, seat: Seat, played: Sequence[Move], salt: str
) -> list[tuple[Move, ...]]:
    """Return lines with different first moves: the best idea, the moves played, more ideas, other moves."""
    lines: dict[Move, tuple[Move, ...]] = {}
    for level in (ADVISER_LEVEL, "sailor", COMPLETION_LEVEL):
        for idea in rank_moves(game, state, seat, level=level, salt=salt):
            lines.setdefault(idea.move, (idea.move, *idea.continuation))
            if played:
                lines.setdefault(played[0], tuple(played))
    legal = list(game.legal(state, seat))
    for move in Random(salt).sample(legal, len(legal)):
        lines.setdefault(move, (move,))
    return [*lines.values()][:MAX_JUDGED]


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
