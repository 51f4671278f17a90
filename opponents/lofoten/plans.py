"""Plans for a turn, up to the next reveal, ranked by the static evaluation or by playouts."""

from dataclasses import dataclass, replace
from random import Random

from opponents.lofoten.apply_move import apply_move
from opponents.lofoten.determinization import determinize
from opponents.lofoten.move_generation import action_lines, choices, coins_first, is_action_phase
from opponents.lofoten.policy import hand_value, hand_with_drawn, play_turn, table_value
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS, Weights
from opponents.search import successive_halving
from rules.game import Seat
from rules.lofoten.moves import BUY_HAND, BUY_TURN, STOP, LofotenMove, Place

EXTRA_TURN_PHASES = ("draw", "upkeep", "turn_end")
"""Phases in which an extra turn is bought: after the action phase more is known."""
TIE_NOISE = 0.01
"""Random noise on the value of a plan: breaks ties, so that players do not repeat themselves forever."""
UNKNOWN_HAND_VALUE = -2.0
"""Static value of three unknown cards, relative to the hand: only playouts can favour them."""


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """Search effort and weights of a level."""

    weights: Weights = WEIGHTS
    max_bought_steps: int = 2
    """Steps it may buy in a turn."""
    max_plans: int = 0
    determinizations: int = 0
    """Plans that are played out, and determinizations per round; 0: the static evaluation decides."""
    max_small_plans: int = 4
    """Plans that are played out if the card is already played."""
    playout_turns: int = 5
    """Turns of a playout before the static evaluation."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves up to the first whose result depends on hidden information, and the table before that one.

    `last_move` is the move not yet made on that table; None if only the action phase must be ended.
    """

    moves: tuple[LofotenMove, ...]
    table: Table
    value: float
    last_move: LofotenMove | None

    def complete(self, table: Table) -> None:
        """Make the last move on a copy of the plan's table."""
        if self.last_move is None:
            table.end_action()
        else:
            apply_move(table, self.last_move)


def plans(table: Table, seat: Seat, config: SearchConfig, rng: Random) -> list[Plan]:
    """Return all plans, sorted by static evaluation."""
    found = (
        _action_plans(table, seat, config) if is_action_phase(table) else _choice_plans(table, seat, config)
    )
    found.sort(key=lambda plan: -plan.value - TIE_NOISE * rng.random())
    return found


def _action_plans(table: Table, seat: Seat, config: SearchConfig) -> list[Plan]:
    w = config.weights
    found = [
        Plan(
            coins_first(moves) if after.is_action_over() else (*coins_first(moves), STOP), after, value, None
        )
        for moves, after in action_lines(table, max_bought_steps=config.max_bought_steps)
        for value in (table_value(after, seat, w),)
    ]
    if config.determinizations and table.phase == "action" and table.can_buy_hand():
        found.append(Plan((BUY_HAND,), table, table_value(table, seat, w) + UNKNOWN_HAND_VALUE, BUY_HAND))
    return found


def _choice_plans(table: Table, seat: Seat, config: SearchConfig) -> list[Plan]:
    w = config.weights
    now = table_value(table, seat, w)
    found: list[Plan] = []
    for move in choices(table):
        if isinstance(move, Place):
            value = now + hand_value(table, seat, hand_with_drawn(table, seat, move.end), w)
        else:
            after = table.copy()
            apply_move(after, move)
            value = table_value(after, seat, w)
        found.append(Plan((move,), table, value, move))
    if table.phase in EXTRA_TURN_PHASES and table.can_buy_turn():
        bought = table.copy()
        bought.buy_turn()
        gain = table_value(bought, seat, w) - now
        found.append(Plan((BUY_TURN,), table, gain + max(plan.value for plan in found), BUY_TURN))
    if config.determinizations and table.phase == "draw" and table.can_buy_hand():
        found.append(Plan((BUY_HAND,), table, now + UNKNOWN_HAND_VALUE, BUY_HAND))
    return found


def rank_by_playouts(
    found: list[Plan], seat: Seat, config: SearchConfig, rng: Random, *, begins: bool
) -> list[Plan]:
    """Return the best plans, ranked by playouts in determinizations of the seat.

    More plans are played out at the start of a turn (`begins`). Purchases are always included, because the
    static evaluation cannot see their effect.
    """
    count = config.max_plans if begins else config.max_small_plans
    best = found[:count]
    best += [plan for plan in found[count:] if plan.moves[0] in (BUY_HAND, BUY_TURN)]
    if all(plan.moves[0] == best[0].moves[0] for plan in best):
        return best
    seeds = [
        rng.random()
        for _ in range(config.determinizations * len(best).bit_length() + config.determinizations)
    ]

    def play_out(plan: Plan, number: int) -> float:
        table = plan.table.copy()
        determinize(table, seat, Random(seeds[number]))
        plan.complete(table)
        return _play_out(table, seat, config)

    return [
        replace(plan, value=value)
        for plan, value in successive_halving(best, play_out, determinizations=config.determinizations)
    ]


def _play_out(table: Table, seat: Seat, config: SearchConfig) -> float:
    """Play a few turns by the policy and return the static evaluation."""
    mover, turns = seat, config.playout_turns
    while table.stage != "over":
        if table.active != mover:
            mover = table.active
            turns -= 1
            if turns <= 0:
                break
        table = play_turn(table, config.weights)
    return table_value(table, seat, config.weights)
