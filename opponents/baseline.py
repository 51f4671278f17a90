"""The AI of games that have none of their own: random playouts in determinizations of the seat.

The choice depends on the view and a public salt only, never on the seed or a clock.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.reasons import Claim, Line
from rules.game import AnyGame, Move, Seat

DEFAULT_PLIES = 1500
"""Budget for one choice, in moves of playouts: well under a second."""
PLAYOUT_PLIES = 30
FULL_PLAYOUT_PLIES = 3000  # For games without current scores, where only the outcome shows who is ahead.
MAX_MOVES = 24  # Of more candidates, a random sample is evaluated.
RANDOM_GAMES = 8
VICTORY_POINTS = 5
"""Value of winning, in addition to the points."""
PLIES_BY_LEVEL: dict[Level, int] = {"apprentice": 60, "sailor": DEFAULT_PLIES, "captain": 4 * DEFAULT_PLIES}


class BaselineAI:
    """Plays any game by random playouts."""

    reasons: Sequence[str] = ()

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def rank_moves(self, state: Any, seat: Seat, level: Level, rng: Random) -> Sequence[Idea]:
        move = choose(self.game, state, seat, str(rng.random()), plies=PLIES_BY_LEVEL[level])
        return [Idea(move, 0)]

    def claims(self, line: Line) -> Sequence[Claim]:  # noqa: ARG002 - it only tries moves out
        return ()

    def win_probabilities(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Return each seat's share of wins in random games."""
        won: list[float] = []
        for number in range(RANDOM_GAMES):
            trial = self.game.reshuffle(state, None, sha256(f"{rng.random()} {number}".encode()).digest())
            while owing := self.game.to_act(trial):
                trial = self.game.apply(
                    trial, min(owing), rng.choice(self.game.legal(trial, min(owing)))
                ).state
            outcome = self.game.outcome(trial)
            assert outcome is not None
            seats = sum(map(len, outcome.ranking))
            won = won or [0.0] * seats
            for seat in outcome.ranking[0]:
                won[seat] += 1 / len(outcome.ranking[0]) / RANDOM_GAMES
        return tuple(won)


create_ai = BaselineAI


def choose(game: AnyGame, state: Any, seat: Seat, salt: str, *, plies: int = DEFAULT_PLIES) -> Move:
    """Choose a move by successive halving over random playouts.

    `salt` is public, for example the game's code and the number of moves so far.
    """
    moves: Sequence[Move] = game.legal(state, seat)
    if len(moves) > MAX_MOVES:
        moves = Random(salt).sample(moves, MAX_MOVES)
    candidates = [_Candidate(move, order) for order, move in enumerate(moves)]
    playout_plies = PLAYOUT_PLIES if game.current_scores(state) else FULL_PLAYOUT_PLIES
    rounds = max(1, (len(candidates) - 1).bit_length())
    deal = 0
    while len(candidates) > 1:
        for _ in range(max(1, plies // (playout_plies * rounds * len(candidates)))):
            name = f"{salt} {deal}"
            determinization = game.reshuffle(state, seat, sha256(name.encode()).digest())
            for candidate in candidates:
                candidate.play_out(game, determinization, seat, playout_plies, Random(name))
            deal += 1
        candidates.sort(key=_Candidate.sort_key)
        candidates = candidates[: (len(candidates) + 1) // 2] if len(candidates) > 2 else candidates[:1]
    return candidates[0].move


class _Candidate:
    """A move and the results of its playouts so far."""

    def __init__(self, move: Move, order: int) -> None:
        self.move = move
        self._order = order
        self._keeps_turn = False
        self._sum = 0.0
        self._playouts = 0

    def play_out(self, game: AnyGame, determinization: Any, seat: Seat, plies: int, rng: Random) -> None:
        state = game.apply(determinization, seat, self.move).state
        self._keeps_turn = seat in game.to_act(state)
        for _ in range(plies):
            owing = game.to_act(state)
            if not owing:
                break
            mover = min(owing)
            moves = game.legal(state, mover)
            state = game.apply(state, mover, moves[int(rng.random() * len(moves))]).state
        self._sum += evaluate(game, state, seat)
        self._playouts += 1

    def sort_key(self) -> tuple[float, bool, int]:
        """Sort better moves first; of equals, one that ends the turn."""
        return -self._sum / self._playouts, self._keeps_turn, self._order


def evaluate(game: AnyGame, state: Any, seat: Seat) -> float:
    """Return the seat's lead over the best of the others, in points."""
    value = 0.0
    if points := game.current_scores(state):
        value += points[seat] - max((p for other, p in enumerate(points) if other != seat), default=0)
    outcome = game.outcome(state)
    if outcome is not None and len(outcome.ranking) > 1:
        value += VICTORY_POINTS if seat in outcome.ranking[0] else -VICTORY_POINTS
    return value
