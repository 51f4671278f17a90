"""Resolving a prepared turn: which line autoplay plays, and how far."""

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from bot.play.core.refusals import Denied
from bot.play.planning.conditional_moves import MAX_LENGTH, Condition, Line, PreparedTurn, from_row
from bot.play.planning.lookahead import effect_digest, event_digest, try_move
from bot.play.turns.autoplay import line_for, resolve_plan
from db import Entry, Plan
from rules.chance import Chance
from rules.engine import StepRecorder
from rules.game import Event, FrozenModel, Info, Move, Options, Seat
from tests.minimal_game import BareGame

OWN, RIVAL = 0, 1
Thing = Literal["axe", "bow", "cup"]
THINGS: tuple[Thing, ...] = ("axe", "bow", "cup")


class Take(Move):
    thing: Thing


class Draw(Move): ...


class Pass(Move): ...


class Taken(Event):
    thing: Thing
    left: int


class Drawn(Event):
    card: str


class TableView(FrozenModel):
    things: tuple[Thing, ...]


@dataclass(frozen=True)
class Table:
    chance: Chance
    active: Seat = OWN
    things: tuple[Thing, ...] = THINGS
    pile: tuple[str, ...] = ("fish", "mead")


class TakingGame(BareGame[Table, Move, TableView]):
    """A game with things to take, and a pile of hidden cards to draw from."""

    info = Info("fair", (2, 2), 1, Options, (Take, Draw, Pass), (), (Taken, Drawn), (), ())
    state_type = Table

    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> Table:  # noqa: ARG002
        return Table(recorder.chance)

    def to_act(self, state: Table) -> frozenset[Seat]:
        return frozenset({state.active})

    def choices(self, state: Table, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002
        return (*(Take(thing=thing) for thing in state.things), *([Draw()] if state.pile else []), Pass())

    def perform(self, state: Table, seat: Seat, move: Move, recorder: StepRecorder) -> Table:
        if isinstance(move, Take):
            left = tuple(thing for thing in state.things if thing != move.thing)
            recorder.emit(Taken(thing=move.thing, left=len(left)))
            return replace(state, things=left)
        if isinstance(move, Draw):
            recorder.emit(Drawn(card=recorder.reveal(state.pile[-1])))
            return replace(state, pile=state.pile[:-1])
        return replace(state, active=1 - seat)

    def view(self, state: Table, seat: Seat | None) -> TableView:  # noqa: ARG002
        return TableView(things=state.things)


GAME = TakingGame()
TABLE = GAME.setup(2, Options(), bytes(32))


def line(*texts: str, at: Table = TABLE) -> Line:
    """A line with the effects its moves have in that state."""
    meant, state = [], at
    for text in texts:
        step = try_move(GAME, state, OWN, text)
        assert step is not None
        meant.append(effect_digest(GAME, state, OWN, GAME.parse(text), step))
        state = step.state
    return Line(moves=texts, meant=tuple(meant))


def resolved_moves(plan: PreparedTurn, at: Table = TABLE, since: tuple[Entry, ...] = ()) -> list[str]:
    return [str(move) for move in resolve_plan(GAME, at, OWN, plan, since).moves]


def without(*things: Thing) -> Table:
    return replace(TABLE, things=tuple(thing for thing in THINGS if thing not in things))


def log_entry(ply: int, seat: Seat, text: str, kind: str = "move") -> Entry:
    return Entry(
        game="", ply=ply, kind=kind, text=text, state_hash="", at=0, seat=seat, person=None, by=None,
        barrier=True, interaction_id=None, back_to=None,
    )  # fmt: skip


def test_what_still_means_the_same_is_played_whole() -> None:
    assert resolved_moves(PreparedTurn(line=line("take axe", "take bow"))) == ["take axe", "take bow"]


def test_what_means_something_else_is_played_only_by_who_minds_nothing_but_that_it_is_possible() -> None:
    plan = PreparedTurn(line=line("take axe", "take bow"))
    fewer = without("cup")
    assert resolved_moves(plan, fewer) == []
    assert resolve_plan(GAME, fewer, OWN, plan).misfit == "different"
    assert resolved_moves(plan.model_copy(update={"care": "legal"}), fewer) == ["take axe", "take bow"]


def test_what_is_impossible_stops_the_whole_and_is_told() -> None:
    plan = PreparedTurn(line=line("take axe", "take bow"), care="legal")
    assert resolved_moves(plan, without("bow")) == ["take axe"]
    resolved = resolve_plan(GAME, without("bow"), OWN, plan.model_copy(update={"care": "mine"}))
    assert (resolved.moves, resolved.misfit, resolved.failed_at) == ((), "different", 1)


def test_of_several_deeds_the_one_done_last_decides() -> None:
    axe = Condition(seat=RIVAL, move="take axe", line=line("take bow"))
    cup = Condition(seat=RIVAL, move="take cup", line=line("take axe"))
    plan = PreparedTurn(line=line("pass"), conditions=(axe, cup))
    first, then = log_entry(1, RIVAL, "take axe"), log_entry(2, RIVAL, "take cup")
    assert line_for(plan, (first, then)) is cup.line
    assert line_for(plan, (replace(then, ply=1), replace(first, ply=2))) is axe.line
    assert (
        line_for(plan, (log_entry(1, OWN, "take axe"), log_entry(2, RIVAL, "take axe", "undo"))) is plan.line
    )


def test_a_second_way_is_taken_where_the_move_fails_that_it_was_meant_for() -> None:
    """A fallback for the first move is not used when the second fails."""
    at_first = Condition(after=0, line=line("draw"))
    at_second = Condition(after=1, line=line("take cup", at=without("axe", "bow")))
    whole = PreparedTurn(line=line("take axe", "take bow"), conditions=(at_first, at_second), care="legal")
    assert resolved_moves(whole, without("axe")) == ["draw"]
    assert resolved_moves(whole, without("bow")) == ["take axe", "take cup"]
    only_first = whole.model_copy(update={"conditions": (at_first,)})
    assert resolved_moves(only_first, without("bow")) == ["take axe"]


def test_what_came_to_light_has_a_line_of_its_own_and_else_what_was_chosen_for_whatever_comes() -> None:
    mead, fish = (event_digest(Drawn(card=card)) for card in ("mead", "fish"))
    for seen, then in ((mead, ["draw", "take cup"]), (fish, ["draw", "take axe"])):
        answer = Condition(after=1, seen=(seen,), line=line("take cup"))
        plan = PreparedTurn(line=line("draw", "take axe"), conditions=(answer,))
        assert resolved_moves(plan) == then


def test_a_turn_that_is_over_is_not_played_on() -> None:
    assert resolved_moves(PreparedTurn(line=line("take axe", "pass"))) == ["take axe", "pass"]
    beyond = line("pass").model_copy(update={"moves": ("pass", "take axe"), "meant": ("", "")})
    assert resolved_moves(PreparedTurn(line=beyond, care="legal")) == ["pass"]


def test_a_bare_move_of_an_earlier_version_is_not_played_by_itself() -> None:
    plan = from_row(Plan("ABCDE", 1, OWN, "take axe", 1, 0))
    assert not plan.kept
    assert resolved_moves(plan.model_copy(update={"care": "legal"})) == ["take axe"]


# Editing


def test_what_hung_on_moves_that_are_gone_goes_with_them() -> None:
    conditions = (
        Condition(seat=RIVAL, move="take axe", line=line("take bow")),
        Condition(after=1, line=line("draw")),
        Condition(after=2, seen=("mead",), line=line("take cup")),
    )
    plan = PreparedTurn(line=line("take axe", "draw"), conditions=conditions, kept=True)
    assert plan.with_current_line(line("take axe")).conditions == conditions[:2]
    assert plan.with_current_line(line("take bow", "draw")).conditions == conditions[:1]
    assert plan.with_current_line(line("take axe", "draw", "take bow")).conditions == conditions
    assert not plan.with_current_line(line("take axe")).kept, "what is changed is kept anew or not played"


def test_a_condition_is_worked_at_again_and_there_is_an_end_to_them() -> None:
    plan = PreparedTurn(line=line("take axe", "draw"))
    for number in range(MAX_LENGTH):
        plan = plan.with_editing(Condition(after=1, seen=(str(number),)))
        assert plan.editing == number
    assert plan.with_editing(Condition(after=1, seen=("7",))).editing == 7
    with pytest.raises(Denied, match="plan_too_long"):
        plan.with_editing(Condition(after=1, seen=("one more",)))
