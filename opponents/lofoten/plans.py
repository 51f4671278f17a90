"""Plans for a turn of Lofoten: all that could be done up to the next reveal, looked at or tried out."""

from dataclasses import dataclass, replace
from random import Random

from opponents.lofoten.apply_move import play
from opponents.lofoten.determinization import deal_anew
from opponents.lofoten.move_generation import actions, choices, coins_first, in_action
from opponents.lofoten.policy import hand_worth, play_turn, with_drawn, worth
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS, Weights
from opponents.search import successive_halving
from rules.game import Seat
from rules.lofoten.moves import BUY_HAND, BUY_TURN, STOP, LofotenMove

BUYS_TURN_IN = ("draw", "upkeep", "turn_end")
"""The later a turn is bought the more is known; in the action phase nobody needs to have it yet."""
GRAIN = 0.01
"""What chance adds to a plan: enough to tell equals apart, so that nobody stands still for ever."""
UNKNOWN_HAND = -2.0
"""Three cards nobody knows, beside those in hand: only a trial can speak for them."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How a level thinks."""

    weights: Weights = WEIGHTS
    steps_to_buy: int = 2
    """So many steps it may pay for in a turn."""
    plans: int = 0
    worlds: int = 0
    """So many plans are tried out, each round of them in so many worlds; none, and a look decides."""
    smaller: int = 4
    """So many plans are tried out where the card is played already, or nothing but a tile is to be placed."""
    changes: int = 5
    """How often the turn passes on in a trial before the table is looked at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves up to where something hidden may decide, and the table before it does.

    `last` is the one of these moves that is not made on that table yet; None where the action phase is only
    to be ended.
    """

    moves: tuple[LofotenMove, ...]
    table: Table
    worth: float
    last: LofotenMove | None

    def play_out(self, table: Table) -> None:
        """Make the rest of it on a copy of its table."""
        if self.last is None:
            table.end_action()
        else:
            play(table, self.last)


def plans(table: Table, seat: Seat, habit: Habit, rng: Random) -> list[Plan]:
    """All that could be done, the best at a look first."""
    found = _actions(table, seat, habit) if in_action(table) else _choices(table, seat, habit)
    found.sort(key=lambda plan: -plan.worth - GRAIN * rng.random())
    return found


def _actions(table: Table, seat: Seat, habit: Habit) -> list[Plan]:
    w = habit.weights
    found = [
        Plan(coins_first(moves) if after.is_spent() else (*coins_first(moves), STOP), after, value, None)
        for moves, after in actions(table, steps_to_buy=habit.steps_to_buy)
        for value in (worth(after, seat, w),)
    ]
    if habit.worlds and table.phase == "action" and table.can_buy_hand():
        found.append(Plan((BUY_HAND,), table, worth(table, seat, w) + UNKNOWN_HAND, BUY_HAND))
    return found


def _choices(table: Table, seat: Seat, habit: Habit) -> list[Plan]:
    w = habit.weights
    now = worth(table, seat, w)
    found: list[Plan] = []
    for move in choices(table):
        if move.kind == "place":
            value = now + hand_worth(table, seat, with_drawn(table, seat, move.end), w)
        else:
            after = table.copy()
            play(after, move)
            value = worth(after, seat, w)
        found.append(Plan((move,), table, value, move))
    if table.phase in BUYS_TURN_IN and table.can_buy_turn():
        bought = table.copy()
        bought.buy_turn()
        gain = worth(bought, seat, w) - now
        found.append(Plan((BUY_TURN,), table, gain + max(plan.worth for plan in found), BUY_TURN))
    if habit.worlds and table.phase == "draw" and table.can_buy_hand():
        found.append(Plan((BUY_HAND,), table, now + UNKNOWN_HAND, BUY_HAND))
    return found


def tried(found: list[Plan], seat: Seat, habit: Habit, rng: Random, *, begins: bool) -> list[Plan]:
    """The best plans tried out in worlds that the seat cannot tell from this one, the best first.

    More of them where a turn `begins`: what follows is the smaller part of it.
    A purchase is tried even where it does not look well, because a look cannot see what it brings.
    """
    count = habit.plans if begins else habit.smaller
    best = found[:count]
    best += [plan for plan in found[count:] if plan.moves[0] in (BUY_HAND, BUY_TURN)]
    if all(plan.moves[0] == best[0].moves[0] for plan in best):
        return best
    deals = [rng.random() for _ in range(habit.worlds * len(best).bit_length() + habit.worlds)]

    def try_out(plan: Plan, world: int) -> float:
        table = plan.table.copy()
        deal_anew(table, seat, Random(deals[world]))
        plan.play_out(table)
        return _later(table, seat, habit)

    return [
        replace(plan, worth=value)
        for plan, value in successive_halving(best, try_out, determinizations=habit.worlds)
    ]


def _later(table: Table, seat: Seat, habit: Habit) -> float:
    """Let everybody play on quickly for a few turns, and look."""
    mover, changes = seat, habit.changes
    while table.stage != "over":
        if table.active != mover:
            mover = table.active
            changes -= 1
            if changes <= 0:
                break
        table = play_turn(table, habit.weights)
    return worth(table, seat, habit.weights)
