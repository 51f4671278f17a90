"""What every computer player searches with: whole turns planned ahead, and plans tried out in many worlds.

Effort is counted in plans and worlds, never by a clock, so that the same question has the same answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.game import AnyGame, Move, Seat

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves of one turn in their order, up to where something hidden decides, and the table after them."""

    moves: tuple[Move, ...]
    state: Any
    worth: float
    goes_on: bool
    """Whether the turn is not over there: something hidden decides how it goes on, or the search ended."""


def turns(
    game: AnyGame,
    state: Any,
    seat: Seat,
    worth: Callable[[Any], float],
    *,
    width: int,
    depth: int,
    sensible: Callable[[Any, Sequence[Move]], Iterable[Move]] = lambda _state, moves: moves,
) -> list[Plan]:
    """Ways through a turn up to the first reveal, the best first; tables that are alike are met once.

    At each step the `width` best are looked at further. `worth` is the seat's, of a table at any moment.
    """
    found: list[Plan] = []
    open_plans = [Plan((), state, 0.0, goes_on=True)]
    seen: set[Any] = set()
    for _ in range(depth):
        reached: list[Plan] = []
        for plan in open_plans:
            for move in sensible(plan.state, game.legal(plan.state, seat)):
                step = game.apply(plan.state, seat, move)
                if step.state in seen:
                    continue
                seen.add(step.state)
                goes_on = seat in game.to_act(step.state)
                after = Plan((*plan.moves, move), step.state, worth(step.state), goes_on)
                (found if step.barrier or not goes_on else reached).append(after)
        reached.sort(key=lambda plan: -plan.worth)
        open_plans = reached[:width]
        if not open_plans:
            break
    found.extend(open_plans)
    found.sort(key=lambda plan: -plan.worth)
    return found


def halving(
    plans: Sequence[P], try_out: Callable[[P, int], float], *, worlds: int, prior: float = 0.0
) -> list[tuple[P, float]]:
    """Plans by what they come to, the best first: each round all that are left meet the same further worlds,
    and the better half goes on.

    `try_out(plan, world)` is the worth of a plan in the world of that number; about `worlds` trials
    are made for each plan and round. `prior` is how many worlds the order in which the plans come counts for.
    """
    sums = [0.0] * len(plans)
    played = [0] * len(plans)
    left = list(range(len(plans)))
    beaten: list[int] = []
    world = 0

    def mean(index: int) -> float:
        return sums[index] / played[index] - prior * index / (played[index] * len(plans))

    while len(left) > 1:
        for _ in range(worlds):
            for index in left:
                sums[index] += try_out(plans[index], world)
                played[index] += 1
            world += 1
        left.sort(key=lambda index: (-mean(index), index))
        keep = (len(left) + 1) // 2 if len(left) > 2 else 1
        beaten[:0] = left[keep:]
        left = left[:keep]
    order = [*left, *beaten]
    return [(plans[index], sums[index] / played[index] if played[index] else 0.0) for index in order]
