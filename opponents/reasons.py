"""Why the coach advises a line of moves: claims about what the line brings, taken from how the rules play it.

A claim is made only if it holds in every determinization that is tried, so none depends on luck.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from rules.game import AnyGame, Event, Move, Phrase, PlayerEvent, Seat

DETERMINIZATIONS = 3
ONLY_MOVE = "only_move"
"""Reason for a forced move, in every game."""
BY_TRIAL = "by_trial"
"""Reason for a line of which nothing can be claimed: it did best when tried out."""

E = TypeVar("E", bound=PlayerEvent)


class Claim(NamedTuple):
    """A statement about a line (`why.…` in the catalogue) and its weight, in about points."""

    weight: float
    phrase: Phrase


def claim(weight: float, key: str, **values: str | int) -> Claim:
    return Claim(weight, Phrase(key=key, values=values))


@dataclass(frozen=True, slots=True)
class Line:
    """Moves of one seat in a row, the states around them, and their events.

    It ends with the first move whose result cannot be predicted: what comes after that is not known yet.
    """

    seat: Seat
    moves: tuple[Move, ...]
    before: Any
    after: Any
    events: tuple[Event, ...]

    def own_events(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind) and event.seat == self.seat]


def play_line(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move]) -> Line:
    """Play moves as far as they are legal, up to the first whose result cannot be predicted."""
    before, played, events = state, list[Move](), list[Event]()
    for move in moves:
        if move not in game.legal(state, seat):
            break
        step = game.apply(state, seat, move)
        state = step.state
        played.append(move)
        events += step.events
        if step.reveals:
            break
    return Line(seat, tuple(played), before, state, tuple(events))


def certain_reason(
    game: AnyGame,
    claims: Callable[[Line], Iterable[Claim]],
    state: Any,
    seat: Seat,
    moves: Sequence[Move],
    *,
    salt: str,
) -> Phrase:
    """Return the most important of the claims that are equal in all determinizations."""
    if len(game.legal(state, seat)) == 1:
        return Phrase(key=ONLY_MOVE)
    found = [
        list(claims(play_line(game, game.reshuffle(state, seat, seed), seat, moves)))
        for seed in (sha256(f"{salt} {number}".encode()).digest() for number in range(DETERMINIZATIONS))
    ]
    certain = [each for each in found[0] if all(each.phrase in [c.phrase for c in other] for other in found)]
    return max(certain, key=lambda each: each.weight).phrase if certain else Phrase(key=BY_TRIAL)
