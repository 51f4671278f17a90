"""The engine, not the author of a rule, says what can be taken back and what can be foretold."""

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from rules.chance import Chance
from rules.engine import StepRecorder
from rules.game import FrozenModel, Info, Move, Options, Refusal, Seat
from tests.minimal_game import BareGame


class Do(Move):
    what: Literal["walk", "draw", "shuffle", "look", "show", "pass", "share", "end"]


class Seen(FrozenModel):
    pass


@dataclass(frozen=True)
class Table:
    chance: Chance
    owing: frozenset[Seat] = frozenset({0})
    steps: int = 0


class Errands(BareGame[Table, Do, Seen]):
    """One errand of each sort that a rule can have."""

    info = Info("errands", (2, 2), 1, Options, (Do,), (), (), (), ())
    state_type = Table

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> Table:  # noqa: ARG002
        return Table(recorder.chance)

    def to_act(self, state: Table) -> frozenset[Seat]:
        return state.owing

    def choices(self, state: Table, seat: Seat) -> tuple[Do, ...]:  # noqa: ARG002
        every = ("walk", "draw", "shuffle", "look", "show", "pass", "share", "end")
        return tuple(Do.model_validate({"what": what}) for what in every)

    def perform(self, state: Table, seat: Seat, move: Do, recorder: StepRecorder) -> Table:  # noqa: ARG002
        match move.what:
            case "draw":
                recorder.random_below(6)
            case "shuffle":
                recorder.shuffle("abc")
            case "look":
                recorder.reveal("a card")
            case "show":
                recorder.show("a card")
            case "pass":
                return replace(state, owing=frozenset({1}))
            case "share":
                return replace(state, owing=frozenset({0, 1}))
            case "end":
                return replace(state, owing=frozenset())
        return replace(state, steps=state.steps + 1)

    def view(self, state: Table, seat: Seat | None) -> Seen:  # noqa: ARG002
        return Seen()


GAME = Errands()


@pytest.fixture
def table() -> Table:
    return GAME.setup(2, Options(), bytes(32))


def barrier_and_reveals(table: Table, what: str) -> tuple[bool, bool]:
    """Whether that cannot be taken back, and whether it cannot be foretold."""
    step = GAME.apply(table, 0, Do.model_validate({"what": what}))
    return step.barrier, step.reveals


def test_what_everybody_knew_is_taken_back_and_foretold(table: Table) -> None:
    assert barrier_and_reveals(table, "walk") == (False, False)


@pytest.mark.parametrize("what", ["draw", "shuffle", "look"])
def test_nothing_drawn_or_revealed_is_taken_back_or_foretold(table: Table, what: str) -> None:
    assert barrier_and_reveals(table, what) == (True, True)


@pytest.mark.parametrize("what", ["show", "pass", "share", "end"])
def test_what_others_have_seen_or_must_answer_is_foretold_but_not_taken_back(table: Table, what: str) -> None:
    assert barrier_and_reveals(table, what) == (True, False)


def test_who_is_done_before_the_others_may_think_again(table: Table) -> None:
    """As in a draft, where all choose at once: no other seat is to move."""
    both = replace(table, owing=frozenset({0, 1}))
    step = GAME.apply(both, 0, Do(what="pass"))
    assert GAME.to_act(step.state) == {1}
    assert not step.barrier


def test_what_was_drawn_is_not_drawn_again(table: Table) -> None:
    once = GAME.apply(table, 0, Do(what="draw")).state
    twice = GAME.apply(once, 0, Do(what="draw")).state
    assert [each.chance.counter for each in (table, once, twice)] == [0, 1, 2]


def test_the_moves_of_another_table_or_seat_are_not_taken_for_these(table: Table) -> None:
    assert GAME.legal(table, 0)
    assert GAME.legal(table, 1) == ()
    over = replace(table, owing=frozenset())
    assert GAME.legal(over, 0) == ()
    with pytest.raises(Refusal) as refused:
        GAME.apply(over, 0, Do(what="walk"))
    assert refused.value.code == "over"
