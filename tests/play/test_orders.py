"""Standing orders: which move an order makes."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from bot.play.orders import Instruction, move_for
from rules import GAMES
from rules.game import Event, Move, Step

SEED = bytes(range(32))


def test_an_order_needs_exactly_one_fitting_move() -> None:
    game = GAMES["shipwrights"]
    state = game.setup(2, game.info.options(), SEED)
    seat = min(game.to_act(state))
    moves = game.legal(state, seat)
    assert move_for(game, state, seat, Instruction(words=moves[0].words())) == moves[0]
    assert move_for(game, state, seat, Instruction(words=moves[0].words()[:1])) is None
    assert move_for(game, state, seat, Instruction(words=moves[0].words(), when="alone")) is None


class Pass(Move):
    """The one move of a made-up game."""

    kind: Literal["pass"] = "pass"


class Robbed(Event):
    """Somebody lost something."""

    loser: ClassVar[str | None] = "seat"
    kind: Literal["robbed"] = "robbed"
    seat: int = 0


@dataclass(frozen=True)
class Thieves:
    """Seat 1 robs seat 0 after its pass: in the true deal, or only in those that seat 0 must reckon with."""

    robs_in: str

    def legal(self, state: str, seat: int) -> tuple[Pass, ...]:  # noqa: ARG002
        return (Pass(),)

    def to_act(self, state: str) -> frozenset[int]:
        return frozenset({1 if state.endswith("passed") else 0})

    def reshuffle(self, state: str, seat: int, seed: bytes) -> str:  # noqa: ARG002
        return "imagined"

    def apply(self, state: str, seat: int, move: Pass) -> Step[str]:  # noqa: ARG002
        lost = seat == 1 and state.startswith(self.robs_in)
        return Step(f"{state} passed", (Robbed(),) if lost else (), barrier=True)


@pytest.mark.parametrize(("robs_in", "safe"), [("true", True), ("imagined", False)])
def test_a_safe_order_goes_by_what_its_owner_can_know_and_not_by_the_true_deal(
    robs_in: str, safe: bool
) -> None:
    game: Any = Thieves(robs_in)
    order = Instruction(words=("pass",), when="safe", until="game")
    assert (move_for(game, "true", 0, order) is not None) == safe
    always = Instruction(words=("pass",), when="always", until="game")
    assert move_for(game, "true", 0, always) == Pass()
