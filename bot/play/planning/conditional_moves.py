"""Plans (conditional moves, premoves): a player prepares their next turn, with branches for what may happen.

Only its owner can see a plan. An active plan is played when the turn comes (`turns/autoplay.py`), if its
moves still have the same effect; until it is activated it is only a preview.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, get_args

from pydantic import ConfigDict, ValidationError

import db
from bot.play.core import Denied, GameService, GameSnapshot, Seen, require_seat
from bot.play.planning import lookahead
from bot.play.planning.lookahead import (
    BeliefState,
    Misfit,
    OpponentMove,
    event_digest,
    look_ahead,
    turn_state,
    view_digest,
)
from rules.game import AnyGame, Event, FrozenModel, Move, Refusal, Seat

Strictness = Literal["mine", "table", "legal"]
"""Condition for playing a plan. "mine": each move has the planned effect. "table": all that its owner sees
is unchanged. "legal": play as far as the moves are legal."""
MAX_LENGTH = 40  # Moves of a line, and conditions of a plan.


class Line(FrozenModel):
    """Moves in a row, in notation.

    `meant` has the effect digest of each move, empty if it cannot be known beforehand. `saw` is the digest
    of the owner's view before the first.
    """

    moves: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    saw: str = ""


class Condition(FrozenModel):
    """A branch of a plan: `line` is played if the condition comes true.

    Either `seat` makes `move` first (`path` are the moves that may lead to it). Or, after `after` moves of
    the default line, one of the `seen` events is revealed; without `seen`, the next move does not fit.
    """

    seat: Seat | None = None
    move: str = ""
    path: tuple[str, ...] = ()
    after: int = 0
    seen: tuple[str, ...] = ()
    line: Line = Line()

    @property
    def trigger(self) -> tuple[Seat | None, str, int, tuple[str, ...]]:
        return self.seat, self.move, self.after, self.seen


class PreparedTurn(FrozenModel):
    """A plan as stored: the default `line`, and conditions with other lines.

    `editing` is the number of the condition being edited, None for the default line. `kept` means active.
    `misfit` and `misfit_at` say why and at which move the plan did not fit when its turn came.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    line: Line = Line()
    conditions: tuple[Condition, ...] = ()
    editing: int | None = None
    care: Strictness = "mine"
    at_once: bool = False
    kept: bool = False
    misfit: Misfit = ""
    misfit_at: int = 0

    @property
    def current_line(self) -> Line:
        return self.line if self.editing is None else self.conditions[self.editing].line

    @property
    def is_empty(self) -> bool:
        return not self.line.moves and not any(each.line.moves for each in self.conditions)

    def with_current_line(self, line: Line) -> "PreparedTurn":
        """An inactive copy with the edited line replaced.

        Conditions that branch off removed moves of the default line are dropped.
        """
        reset = {"kept": False, "misfit": ""}
        if self.editing is None:
            unchanged = _common_prefix_length(self.line.moves, line.moves)
            conditions = tuple(each for each in self.conditions if each.after <= unchanged)
            return self.model_copy(update={"line": line, "conditions": conditions, **reset})
        changed = self.conditions[self.editing].model_copy(update={"line": line})
        conditions = (*self.conditions[: self.editing], changed, *self.conditions[self.editing + 1 :])
        return self.model_copy(update={"conditions": conditions, **reset})

    def with_editing(self, condition: Condition) -> "PreparedTurn":
        """A copy that edits the line of that condition, which is added if it is new."""
        for number, known in enumerate(self.conditions):
            if known.trigger == condition.trigger:
                return self.model_copy(update={"editing": number})
        if len(self.conditions) >= MAX_LENGTH:
            raise Denied("plan_too_long", n=MAX_LENGTH)
        conditions = (*self.conditions, condition)
        return self.model_copy(
            update={"conditions": conditions, "editing": len(self.conditions), "kept": False}
        )


def _common_prefix_length(first: Sequence[str], second: Sequence[str]) -> int:
    """The number of moves with which both begin.

    >>> _common_prefix_length(["a", "b", "c"], ["a", "b", "x"])
    2
    """
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(first), len(second)))


@dataclass(frozen=True, slots=True)
class Preview:
    """The legal `moves` of a line with the beliefs `before` each of them, and `after` the last.

    `after` is None if the turn is over by then.
    """

    after: BeliefState | None
    moves: tuple[Move, ...]
    before: tuple[BeliefState, ...]

    @property
    def is_uncertain(self) -> bool:
        """True if a move of the line reveals something, so that the state after it is not known."""
        return self.after is not None and not self.after.is_certain

    @property
    def state(self) -> Any:
        """The last known state."""
        return self.after.state if self.after is not None else self.before[-1].state

    def ways_back(self, game: AnyGame, seat: Seat) -> frozenset[Move]:
        """The next moves that only take back moves of the line."""
        if self.after is None or not self.after.is_certain or not self.moves:
            return frozenset()
        return game.ways_back(self.before[0].state, seat, self.moves)

    @property
    def last_certain(self) -> tuple[Any, Move] | None:
        """The last move made in a known state, with that state; None if there is none."""
        pairs = zip(self.before, self.moves, strict=True)
        known = [(belief.state, move) for belief, move in pairs if belief.is_certain]
        return known[-1] if known else None


# Previews


def line_start(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> BeliefState | None:
    """The belief at the start of the edited line, or None if the seat has no turn to come."""
    if not snapshot.is_running or snapshot.players[seat].resigned:
        return None
    game, state = snapshot.game, snapshot.state
    condition = None if plan.editing is None else plan.conditions[plan.editing]
    if condition is not None and condition.seat is not None:
        path = [game.parse(text) for text in (*condition.path, condition.move)]
        return lookahead.belief_after(game, state, seat, condition.seat, path)
    turn = turn_state(game, state, seat)
    if turn is None or condition is None:
        return None if turn is None else BeliefState(turn)
    preview = _preview_from(game, seat, BeliefState(turn), plan.line.moves[: condition.after])
    if len(preview.moves) != condition.after:
        return None
    if not condition.seen:
        return preview.after
    last = str(preview.moves[-1])
    return lookahead.belief_after_reveal(game, preview.before[-1], seat, last, condition.seen)


def preview_line(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> Preview | None:
    """Preview the edited line, as far as its moves are legal now."""
    start = line_start(snapshot, seat, plan)
    return None if start is None else _preview_from(snapshot.game, seat, start, plan.current_line.moves)


def _preview_from(game: AnyGame, seat: Seat, start: BeliefState, texts: Sequence[str]) -> Preview:
    belief: BeliefState | None = start
    moves, before = list[Move](), list[BeliefState]()
    for text in texts:
        ahead = None if belief is None else look_ahead(game, seat, belief, text)
        if ahead is None or belief is None:
            break
        moves.append(ahead.move)
        before.append(belief)
        belief = ahead.after
    return Preview(belief, tuple(moves), tuple(before))


def last_certain_move(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> tuple[Any, Move] | None:
    """The last move that leads up to the end of the edited line in a known state, with that state."""
    preview = preview_line(snapshot, seat, plan)
    found = None if preview is None else preview.last_certain
    condition = None if plan.editing is None else plan.conditions[plan.editing]
    if found is not None or condition is None or condition.seat is not None:
        return found
    shared = plan.line.model_copy(update={"moves": plan.line.moves[: condition.after]})
    return last_certain_move(snapshot, seat, PreparedTurn(line=shared))


def is_unchanged(snapshot: GameSnapshot, seat: Seat, preview: Preview, seen: Seen | None, after: int) -> bool:
    """True if a preview still has `after` moves and its last known state is still the one a player saw."""
    return len(preview.moves) == after and replace(snapshot, state=preview.state).is_unchanged(seat, seen)


async def opponent_moves_before(
    service: GameService, snapshot: GameSnapshot, seat: Seat
) -> list[OpponentMove]:
    """Possible moves of the other seats that are to move now."""
    others = sorted(snapshot.owing_seats() - {seat})
    if not others:
        return []
    found: list[OpponentMove] = await service.run_in_worker(
        lookahead.opponent_moves, snapshot.game, snapshot.state, seat, others
    )
    return found


def possible_reveals(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn, after: int) -> list[Event]:
    """Events that move number `after` of the default line may reveal."""
    line = plan.line.model_copy(update={"moves": plan.line.moves[:after]})
    preview = preview_line(snapshot, seat, PreparedTurn(line=line))
    if preview is None or not preview.is_uncertain or len(preview.moves) != after or not after:
        return []
    return lookahead.possible_reveals(snapshot.game, preview.before[-1], seat, str(preview.moves[-1]))


# Editing


async def find(reads: db.Reads, snapshot: GameSnapshot, user_id: int) -> PreparedTurn | None:
    row = await db.conditional_moves.find(reads, snapshot.code, user_id) if snapshot.has("plans") else None
    return None if row is None else from_row(row)


def from_row(row: db.Plan) -> PreparedTurn:
    """Parse a stored plan. A bare move was stored by an earlier version; it is never autoplayed."""
    try:
        return PreparedTurn.model_validate_json(row.text)
    except ValidationError:
        return PreparedTurn(line=Line(moves=(row.text,)))


P = ParamSpec("P")


def _edits_plan(
    change: Callable[Concatenate[GameSnapshot, Seat, PreparedTurn, P], PreparedTurn],
) -> Callable[Concatenate[GameService, str, int, P], Coroutine[Any, Any, GameSnapshot]]:
    """Decorator: load the user's plan, or an empty one, apply `change` and store the result.

    The use case takes service, game code and user id in place of snapshot, seat and plan.
    """

    @wraps(change)
    async def edit(
        service: GameService, code: str, user_id: int, /, *args: P.args, **kwargs: P.kwargs
    ) -> GameSnapshot:
        async with service.player_transaction(code, user_id) as (tx, snapshot, seat):
            plan = await find(tx, snapshot, user_id) or PreparedTurn()
            await _store(tx, snapshot, user_id, seat, change(snapshot, seat, plan, *args, **kwargs))
            return replace(snapshot, related=snapshot.related | {"plans"})

    return edit


@_edits_plan
def add_moves(
    snapshot: GameSnapshot,
    seat: Seat,
    plan: PreparedTurn,
    moves: Sequence[str],
    *,
    seen: Seen | None,
    after: int,
) -> PreparedTurn:
    """Append moves to the edited line, which the player saw with `after` moves and the state they lead to.

    Raises Refusal("stale") if either has changed, and Denied if the line becomes too long.
    """
    preview = preview_line(snapshot, seat, plan)
    if preview is None or preview.after is None or not is_unchanged(snapshot, seat, preview, seen, after):
        raise Refusal("stale")
    line = extended_line(snapshot.game, seat, plan.current_line, after, preview.after, moves)
    if len(line.moves) > MAX_LENGTH:
        raise Denied("plan_too_long", n=MAX_LENGTH)
    return plan.with_current_line(line)


def extended_line(
    game: AnyGame, seat: Seat, line: Line, after: int, belief: BeliefState | None, moves: Sequence[str]
) -> Line:
    """The first `after` moves of a line, then `moves`. Raises Refusal if one of them is illegal."""
    saw = line.saw if after or belief is None else view_digest(game, belief.state, seat)
    texts, meant = [*line.moves[:after]], [*line.meant[:after]]
    for text in moves:
        ahead = None if belief is None else look_ahead(game, seat, belief, text)
        if ahead is None:
            raise Refusal("illegal", move=text)
        texts.append(str(ahead.move))
        meant.append(ahead.effect)
        belief = ahead.after
    return Line(moves=tuple(texts), meant=tuple(meant), saw=saw)


@_edits_plan
def remove_last_move(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
    """Remove the last legal move of the edited line."""
    preview, old = preview_line(snapshot, seat, plan), plan.current_line
    left = 0 if preview is None else max(0, len(preview.moves) - 1)
    return plan.with_current_line(Line(moves=old.moves[:left], meant=old.meant[:left], saw=old.saw))


@_edits_plan
def activate(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
    """Activate the plan: autoplay plays it when the turn comes. Drops conditions without moves."""
    if plan.is_empty:
        raise Denied("plan_is_empty")
    if seat in snapshot.owing_seats():
        raise Denied("plan_is_now")
    used = tuple(each for each in plan.conditions if each.line.moves)
    return plan.model_copy(update={"kept": True, "misfit": "", "editing": None, "conditions": used})


@_edits_plan
def set_strictness(_: GameSnapshot, __: Seat, plan: PreparedTurn, strictness: str) -> PreparedTurn:
    """Set when the plan is played. Raises Denied for an unknown value."""
    if strictness not in get_args(Strictness):
        raise Denied("not_a_choice")
    return plan.model_copy(update={"care": strictness})


@_edits_plan
def set_at_once(_: GameSnapshot, __: Seat, plan: PreparedTurn, *, at_once: bool) -> PreparedTurn:
    return plan.model_copy(update={"at_once": at_once})


async def edit_reply_to(
    service: GameService, code: str, user_id: int, other: Seat, move: str
) -> GameSnapshot:
    """Edit the line for when another seat makes that move first, adding the condition if it is new."""
    seen = await service.snapshot(code)
    for each in await opponent_moves_before(service, seen, require_seat(seen, user_id)):
        if (each.seat, str(each.move)) == (other, move):
            condition = Condition(seat=other, move=move, path=tuple(map(str, each.path[:-1])))
            return await _edit_condition(service, code, user_id, condition, seen.row.version)
    return await _edit_condition(service, code, user_id, Condition(seat=other, move=move))


@_edits_plan
def _edit_condition(
    snapshot: GameSnapshot, _: Seat, plan: PreparedTurn, condition: Condition, version: int | None = None
) -> PreparedTurn:
    """Edit the line of a condition, which may be new only if it is possible at this `version`."""
    known = any(each.trigger == condition.trigger for each in plan.conditions)
    if not known and version != snapshot.row.version:
        raise Refusal("stale")
    return plan.with_editing(condition)


@_edits_plan
def edit_if_revealed(
    snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn, seen: Sequence[str]
) -> PreparedTurn:
    """Edit the line for when the last move of the default line reveals one of these events (digests)."""
    after = len(plan.line.moves)
    digests = {event_digest(event) for event in possible_reveals(snapshot, seat, plan, after)}
    if not seen or not digests.issuperset(seen):
        raise Refusal("stale")
    return plan.with_editing(Condition(after=after, seen=tuple(sorted(seen))))


@_edits_plan
def edit_fallback(_: GameSnapshot, __: Seat, plan: PreparedTurn) -> PreparedTurn:
    """Edit the fallback line for when the last move of the default line does not fit."""
    if not plan.line.moves:
        raise Refusal("stale")
    return plan.with_editing(Condition(after=len(plan.line.moves) - 1))


@_edits_plan
def edit_line(_: GameSnapshot, __: Seat, plan: PreparedTurn, number: int | None) -> PreparedTurn:
    """Edit the line of that condition, or the default line if `number` is None."""
    if number is not None and not 0 <= number < len(plan.conditions):
        raise Refusal("stale")
    return plan.model_copy(update={"editing": number})


async def drop(service: GameService, code: str, user_id: int) -> GameSnapshot:
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        require_seat(snapshot, user_id)
        await db.conditional_moves.delete(tx, snapshot.code, user_id)
    return await service.snapshot(code)


async def _store(
    tx: db.Transaction, snapshot: GameSnapshot, user_id: int, seat: Seat, plan: PreparedTurn
) -> None:
    text, ply = plan.model_dump_json(), snapshot.row.ply
    await db.conditional_moves.upsert(tx, game=snapshot.code, person=user_id, seat=seat, text=text, ply=ply)


# Autoplay


async def mark_not_played(
    tx: db.Transaction, snapshot: GameSnapshot, row: db.Plan, plan: PreparedTurn, misfit: Misfit, at: int
) -> None:
    """Deactivate a plan of which move number `at` did not fit. Its owner can still see it."""
    update = {"kept": False, "misfit": misfit, "misfit_at": at}
    await _store(tx, snapshot, row.person, row.seat, plan.model_copy(update=update))


async def due_plans(reads: db.Reads, snapshot: GameSnapshot) -> dict[Seat, tuple[db.Plan, PreparedTurn]]:
    """Active plans for a turn that has come, by seat."""
    if not snapshot.has("plans"):
        return {}
    found = ((row, from_row(row)) for row in await db.conditional_moves.list_for_game(reads, snapshot.code))
    return {
        row.seat: (row, plan) for row, plan in found if plan.kept and snapshot.awaits(row.seat, row.person)
    }
