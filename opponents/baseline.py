"""A player who knows nothing of a game but its rules: for games that have no mind of their own yet.

Each move is tried in deals that the seat cannot tell from the real one, and played on at random for a while.
What is chosen follows from those deals and from public words alone: never from the seed, never from a clock.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from rules.game import AnyGame, Move, Phrase, Scoring, Seat

PLIES = 1500
"""About so many moves are tried out before one is chosen, which takes well under a second."""
AHEAD = 30
TO_THE_END = 3000
"""How far a trial is played on where the score shows who is ahead, and where only the end does."""
MOST_MOVES = 24
"""Of more moves than these a sample is looked at."""
GAMES_TRIED = 8
VICTORY = 5
"""What winning is worth beyond the points."""


BY_TRIAL = "by_trial"
EFFORT: dict[Level, int] = {"apprentice": 60, "sailor": PLIES, "captain": 4 * PLIES}


class PlainMind:
    """Plays any game so."""

    reasons: Sequence[str] = (BY_TRIAL,)

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def weigh(self, world: Any, seat: Seat, level: Level, chance: Random) -> Sequence[Idea]:
        move = choose(self.game, world, seat, str(chance.random()), plies=EFFORT[level])
        return [Idea(move, 0, Phrase(key=BY_TRIAL))]

    def chances(self, world: Any, chance: Random) -> tuple[float, ...]:
        """How often each seat wins where everybody moves at random."""
        won: list[float] = []
        for number in range(GAMES_TRIED):
            state = self.game.reshuffle(world, None, sha256(f"{chance.random()} {number}".encode()).digest())
            while owing := self.game.to_act(state):
                state = self.game.apply(
                    state, min(owing), chance.choice(self.game.legal(state, min(owing)))
                ).state
            outcome = self.game.outcome(state)
            assert outcome is not None
            seats = sum(map(len, outcome.ranking))
            won = won or [0.0] * seats
            for seat in outcome.ranking[0]:
                won[seat] += 1 / len(outcome.ranking[0]) / GAMES_TRIED
        return tuple(won)


def create_ai(game: AnyGame) -> PlainMind:
    return PlainMind(game)


def choose(game: AnyGame, state: Any, seat: Seat, words: str, *, plies: int = PLIES) -> Move:
    """The move to make; `words` are what everybody knows of the moment: which game, how many moves."""
    moves: Sequence[Move] = game.legal(state, seat)
    if len(moves) > MOST_MOVES:
        moves = Random(words).sample(moves, MOST_MOVES)
    trials = [_Trial(move, order) for order, move in enumerate(moves)]
    ahead = AHEAD if isinstance(game, Scoring) else TO_THE_END
    rounds = max(1, (len(trials) - 1).bit_length())
    deal = 0
    while len(trials) > 1:
        for _ in range(max(1, plies // (ahead * rounds * len(trials)))):
            name = f"{words} {deal}"
            world = game.reshuffle(state, seat, sha256(name.encode()).digest())
            for trial in trials:
                trial.play(game, world, seat, ahead, Random(name))
            deal += 1
        trials.sort(key=_Trial.rank)
        trials = trials[: (len(trials) + 1) // 2] if len(trials) > 2 else trials[:1]
    return trials[0].move


class _Trial:
    """A move that is tried out, and what it has come to so far."""

    def __init__(self, move: Move, order: int) -> None:
        self.move = move
        self._order = order
        self._goes_on = False
        self._sum = 0.0
        self._played = 0

    def play(self, game: AnyGame, world: Any, seat: Seat, ahead: int, chance: Random) -> None:
        state = game.apply(world, seat, self.move).state
        self._goes_on = seat in game.to_act(state)
        for _ in range(ahead):
            owing = game.to_act(state)
            if not owing:
                break
            mover = min(owing)
            moves = game.legal(state, mover)
            state = game.apply(state, mover, moves[int(chance.random() * len(moves))]).state
        self._sum += _worth(game, state, seat)
        self._played += 1

    def rank(self) -> tuple[float, bool, int]:
        """The better first; of equals one that ends the turn."""
        return -self._sum / self._played, self._goes_on, self._order


def _worth(game: AnyGame, state: Any, seat: Seat) -> float:
    """How far a seat is ahead of the best of the others."""
    worth = 0.0
    if isinstance(game, Scoring):
        points = game.standing(state)
        worth += points[seat] - max((p for other, p in enumerate(points) if other != seat), default=0)
    outcome = game.outcome(state)
    if outcome is not None and len(outcome.ranking) > 1:
        worth += VICTORY if seat in outcome.ranking[0] else -VICTORY
    return worth
