"""A quick player of Lofoten on the light table: plans the whole action phase and weighs what it leaves."""

from math import sqrt

from opponents.lofoten.apply_move import play
from opponents.lofoten.evaluation import appraise, rounds_left
from opponents.lofoten.move_generation import actions, choices, in_action
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS, Weights
from rules.lofoten.moves import BUY_TURN, PLACE, LofotenMove
from rules.lofoten.pieces import SIDES, Card, Side

STEPS_TO_BUY = 1
"""Steps that the quick player may pay for in a turn."""
VICTORY = 50.0
"""What winning is worth beyond the points."""
USUAL = 100.0
"""The variance one who is behind reckons with, whatever it is: they shall not stand still to keep it."""
UNIT = 12.0
"""Brings what is left after dividing by the uncertainty back to about points."""


def worth(table: Table, seat: int, w: Weights = WEIGHTS) -> float:
    """What a table is worth to a seat: the lead it may expect, and more of it the less can change."""
    if table.stage == "over":
        first, second = table.points()
        points = first - second if seat == 0 else second - first
        return points + (VICTORY if points > 0 else -VICTORY if points < 0 else 0.0)
    mean, var = appraise(table, w, seat)
    ahead = mean if seat == 0 else -mean
    return ahead * UNIT / sqrt((var if ahead > 0 else USUAL) + w.luck * w.luck)


def with_drawn(table: Table, seat: int, end: Side) -> tuple[Card, ...]:
    """The hand with the drawn card at that end."""
    hand, drawn = table.hands[seat], table.drawn[seat]
    assert drawn is not None
    return (drawn, *hand) if end == "left" else (*hand, drawn)


def hand_worth(table: Table, seat: int, hand: tuple[Card, ...], w: Weights) -> float:
    """What these three cards promise for the next turn: steps, and an order that the market can fill."""
    good = hand[1].good
    tiles = [tile.amount for tile in table.market if tile is not None and tile.good == good]
    orders = sum(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )
    wanted = w.centre * max(tiles) if len(tiles) > orders else 0.0
    return w.step * (hand[0].value + hand[2].value) + wanted


def best_action(table: Table, seat: int, w: Weights) -> Table:
    """The best end of the action phase."""
    best, most = None, 0.0
    for _, after in actions(table, steps_to_buy=STEPS_TO_BUY):
        value = worth(after, seat, w)
        if best is None or value > most:
            best, most = after, value
    assert best is not None
    return best


def small_choice(table: Table, seat: int, w: Weights) -> LofotenMove:
    """A choice outside of the action phase."""
    if table.stage in ("draw", "upkeep") and table.can_buy_turn() and rounds_left(table) > 0.5:
        return BUY_TURN
    if table.stage == "draw":
        left, right = (hand_worth(table, seat, with_drawn(table, seat, end), w) for end in SIDES)
        return PLACE[right > left]
    moves = choices(table)
    if len(moves) == 1:
        return moves[0]

    def value(move: LofotenMove) -> float:
        after = table.copy()
        play(after, move)
        return worth(after, seat, w)

    return max(moves, key=value)


def play_turn(table: Table, w: Weights) -> Table:
    """The turn of whoever is to move, or what is left of it: until somebody's next one, or the end."""
    seat = table.active
    if in_action(table):
        table = best_action(table, seat, w)
        table.end_action()
    while table.active == seat and not in_action(table) and table.stage != "over":
        play(table, small_choice(table, seat, w))
    return table
