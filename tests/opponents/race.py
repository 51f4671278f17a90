"""A game so simple that the best move is known: two players add numbers to their points, in turns."""

from collections import Counter
from types import SimpleNamespace
from typing import Any, NamedTuple

from rules.game import Outcome, Step


class Track(NamedTuple):
    """Points of each player, plies made, and who is to move."""

    points: tuple[int, int] = (0, 0)
    plies: int = 0
    active: int = 0


class Race:
    """Each move adds its number, `length` times in all. A move of `again` leaves the turn to the player."""

    def __init__(
        self, length: int = 6, *, most: int = 3, scores: bool = True, again: tuple[int, ...] = ()
    ) -> None:
        self.info = SimpleNamespace(key="race", seats=(2, 2), rules_version=1)
        self.pack, self.last_rounds, self.first = "", 0, Track()
        self.length, self.most, self.scores, self.again = length, most, scores, again
        self.calls: Counter[str] = Counter()
        self.tried: set[int] = set()

    def setup(self, *_: Any) -> Track:
        return self.first

    def to_act(self, state: Track) -> frozenset[int]:
        return frozenset({state.active}) if state.plies < self.length else frozenset()

    def legal(self, state: Track, seat: int) -> tuple[int, ...]:
        return tuple(range(1, self.most + 1)) if seat in self.to_act(state) else ()

    def apply(self, state: Track, seat: int, move: int) -> Step[Track]:
        self.calls["apply"] += 1
        if state.plies == 0:
            self.tried.add(move)
        points = list(state.points)
        points[seat] += move
        after = Track((points[0], points[1]), state.plies + 1, seat if move in self.again else 1 - seat)
        return Step(after, (), barrier=False, reveals=False)

    def reshuffle(self, state: Track, seat: Any, seed: bytes) -> Track:  # noqa: ARG002 - nothing is hidden
        self.calls["reshuffle"] += 1
        return state

    def current_scores(self, state: Track) -> tuple[int, ...]:
        return state.points if self.scores else ()

    def outcome(self, state: Track) -> Outcome | None:
        if self.to_act(state):
            return None
        first, second = state.points
        ranking = ((0, 1),) if first == second else ((0,), (1,)) if first > second else ((1,), (0,))
        return Outcome("over", ranking, state.points)

    def begins_round(self, state: Track) -> bool:
        return state.plies % 2 == 0 and state.plies < self.length

    def parse(self, text: str) -> int:
        return int(text)
