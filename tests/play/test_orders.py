"""Standing orders: which move an order makes."""

from bot.play.orders import Instruction, move_for
from rules import GAMES

SEED = bytes(range(32))


def test_an_order_needs_exactly_one_fitting_move() -> None:
    game = GAMES["shipwrights"]
    state = game.setup(2, game.info.options(), SEED)
    seat = min(game.to_act(state))
    moves = game.legal(state, seat)
    assert move_for(game, state, seat, Instruction(words=moves[0].words())) == moves[0]
    assert move_for(game, state, seat, Instruction(words=moves[0].words()[:1])) is None
    assert move_for(game, state, seat, Instruction(words=moves[0].words(), when="alone")) is None
