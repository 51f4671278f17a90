"""Turns of Explorers up to the move that ends them."""

from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import delayed_moves
from rules.game import Move


def next_actions(snapshot: GameSnapshot) -> list[Move]:
    """Returns the moves of the seat to act that do not give its turn up."""
    return [move for move in snapshot.legal(min(snapshot.owing_seats())) if move.kind != "end"]


def find_last_action(snapshot: GameSnapshot) -> Move | None:
    """Returns an action that ends the turn and can be delayed."""
    game, seat = snapshot.game, min(snapshot.owing_seats())
    for move in next_actions(snapshot):
        after = game.apply(snapshot.state, seat, move).state
        if delayed_moves.can_be_delayed(game, (move,)) and seat not in game.to_act(after):
            return move
    return None
