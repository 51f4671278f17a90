"""The policy: a fast heuristic player on the simulator that takes the best action phase by evaluation."""

from math import sqrt

from opponents.lofoten.apply_move import apply_move
from opponents.lofoten.evaluation import evaluate, rounds_left
from opponents.lofoten.move_generation import action_lines, choices, is_action_phase
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS, Weights
from rules.lofoten.moves import BUY_TURN, PLACE, LofotenMove
from rules.lofoten.pieces import SIDES, Card, Side

MAX_BOUGHT_STEPS = 1
"""Steps that the policy may buy in a turn."""
VICTORY_POINTS = 50.0
"""Value of winning, in addition to the points."""
TRAILING_VARIANCE = 100.0
"""Fixed variance for a player who is behind, so that they do not stand still to preserve it."""
POINT_SCALE = 12.0
"""Scales the lead divided by its uncertainty back to about points."""


def table_value(table: Table, seat: int, w: Weights = WEIGHTS) -> float:
    """Return the value of a table for a seat: the expected lead, divided by its uncertainty."""
    if table.stage == "over":
        first, second = table.points()
        points = first - second if seat == 0 else second - first
        return points + (VICTORY_POINTS if points > 0 else -VICTORY_POINTS if points < 0 else 0.0)
    mean, var = evaluate(table, w, seat)
    ahead = mean if seat == 0 else -mean
    return (
        ahead
        * POINT_SCALE
        / sqrt((var if ahead > 0 else TRAILING_VARIANCE) + w.chance_points * w.chance_points)
    )


def hand_with_drawn(table: Table, seat: int, end: Side) -> tuple[Card, ...]:
    hand, drawn = table.hands[seat], table.drawn[seat]
    assert drawn is not None
    return (drawn, *hand) if end == "left" else (*hand, drawn)


def hand_value(table: Table, seat: int, hand: tuple[Card, ...], w: Weights) -> float:
    """Return the value of three cards for the next turn: steps, and an order that the market can fill."""
    good = hand[1].good
    tiles = [tile.amount for tile in table.market if tile is not None and tile.good == good]
    orders = sum(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )
    wanted = w.centre * max(tiles) if len(tiles) > orders else 0.0
    return w.step * (hand[0].value + hand[2].value) + wanted


def best_action(table: Table, seat: int, w: Weights) -> Table:
    """Return the table after the best action phase."""
    best, most = None, 0.0
    for _, after in action_lines(table, max_bought_steps=MAX_BOUGHT_STEPS):
        value = table_value(after, seat, w)
        if best is None or value > most:
            best, most = after, value
    assert best is not None
    return best


def choose_move(table: Table, seat: int, w: Weights) -> LofotenMove:
    """Return the policy's move outside of the action phase."""
    if table.stage in ("draw", "upkeep") and table.can_buy_turn() and rounds_left(table) > 0.5:
        return BUY_TURN
    if table.stage == "draw":
        left, right = (hand_value(table, seat, hand_with_drawn(table, seat, end), w) for end in SIDES)
        return PLACE[right > left]
    moves = choices(table)
    if len(moves) == 1:
        return moves[0]

    def value(move: LofotenMove) -> float:
        after = table.copy()
        apply_move(after, move)
        return table_value(after, seat, w)

    return max(moves, key=value)


def play_turn(table: Table, w: Weights) -> Table:
    """Play the rest of the active player's turn. Returns the table at the next turn or at the end."""
    seat = table.active
    if is_action_phase(table):
        table = best_action(table, seat, w)
        table.end_action()
    while table.active == seat and not is_action_phase(table) and table.stage != "over":
        apply_move(table, choose_move(table, seat, w))
    return table
