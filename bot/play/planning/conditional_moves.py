"""Plans (conditional moves, premoves): a player prepares their next turn, with branches for what may happen.

Only its owner can see a plan. An active plan is played when the turn comes (`turns/autoplay.py`), if its
moves still have the same effect; until it is activated it is only a preview.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ConfigDict, ValidationError

import db
from bot.play.core.authorization import require_seat
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import lookahead
from bot.play.planning.lookahead import (
    BeliefState,
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
Misfit = Literal["", "table", "impossible", "different"]
"""Why a plan was not played: the table changed; a move is illegal now, or has a different effect."""
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
    if plan.editing is None:
        turn = turn_state(game, state, seat)
        return None if turn is None else BeliefState(turn)
    condition = plan.conditions[plan.editing]
    if condition.seat is not None:
        path = [game.parse(text) for text in (*condition.path, condition.move)]
        return lookahead.belief_after(game, state, seat, condition.seat, path)
    turn = turn_state(game, state, seat)
    preview = (
        None
        if turn is None
        else _preview_from(game, seat, BeliefState(turn), plan.line.moves[: condition.after])
    )
    return preview.after if preview is not None and len(preview.moves) == condition.after else None


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
    row = await db.conditional_moves.find(reads, snapshot.code, user_id) if snapshot.has_plans else None
    return None if row is None else from_row(row)


def from_row(row: db.Plan) -> PreparedTurn:
    """Parse a stored plan. A bare move was stored by an earlier version; it is never autoplayed."""
    try:
        return PreparedTurn.model_validate_json(row.text)
    except ValidationError:
        return PreparedTurn(line=Line(moves=(row.text,)))


async def add_moves(
    service: GameService, code: str, user_id: int, moves: Sequence[str], *, version: int | None, after: int
) -> GameSnapshot:
    """Append moves to the edited line, which the player saw with `after` moves at `version`.

    Raises Refusal("stale") if either has changed, and Denied if the line becomes too long.
    """

    def extend(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
        preview = preview_line(snapshot, seat, plan)
        if (
            preview is None
            or preview.after is None
            or version != snapshot.row.version
            or len(preview.moves) != after
        ):
            raise Refusal("stale")
        line = extended_line(snapshot.game, seat, plan.current_line, after, preview.after, moves)
        if len(line.moves) > MAX_LENGTH:
            raise Denied("plan_too_long", n=MAX_LENGTH)
        return plan.with_current_line(line)

    return await _update_plan(service, code, user_id, extend)


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


async def remove_last_move(service: GameService, code: str, user_id: int) -> GameSnapshot:
    """Remove the last legal move of the edited line."""

    def shorten(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
        preview = preview_line(snapshot, seat, plan)
        left = 0 if preview is None else max(0, len(preview.moves) - 1)
        old = plan.current_line
        return plan.with_current_line(Line(moves=old.moves[:left], meant=old.meant[:left], saw=old.saw))

    return await _update_plan(service, code, user_id, shorten)


async def activate(service: GameService, code: str, user_id: int) -> GameSnapshot:
    """Activate the plan: autoplay plays it when the turn comes. Drops conditions without moves."""

    def mark_active(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
        if plan.is_empty:
            raise Denied("plan_is_empty")
        if seat in snapshot.owing_seats():
            raise Denied("plan_is_now")
        used = tuple(each for each in plan.conditions if each.line.moves)
        update = {"kept": True, "misfit": "", "editing": None, "conditions": used}
        return plan.model_copy(update=update)

    return await _update_plan(service, code, user_id, mark_active)


async def set_strictness(service: GameService, code: str, user_id: int, strictness: str) -> GameSnapshot:
    """Set when the plan is played. Raises Denied for an unknown value."""

    def change(_: GameSnapshot, __: Seat, plan: PreparedTurn) -> PreparedTurn:
        if strictness not in ("mine", "table", "legal"):
            raise Denied("not_a_choice")
        return plan.model_copy(update={"care": strictness})

    return await _update_plan(service, code, user_id, change)


async def set_at_once(service: GameService, code: str, user_id: int, *, at_once: bool) -> GameSnapshot:
    return await _update_plan(
        service, code, user_id, lambda _, __, plan: plan.model_copy(update={"at_once": at_once})
    )


async def edit_reply_to(
    service: GameService, code: str, user_id: int, other: Seat, move: str
) -> GameSnapshot:
    """Edit the line for when another seat makes that move first, adding the condition if it is new."""
    seen = await service.snapshot(code)
    opponent_moves = await opponent_moves_before(service, seen, require_seat(seen, user_id))

    def edit(snapshot: GameSnapshot, _: Seat, plan: PreparedTurn) -> PreparedTurn:
        for known in plan.conditions:
            if (known.seat, known.move) == (other, move):
                return plan.with_editing(known)
        for opponent_move in opponent_moves if snapshot.row.version == seen.row.version else ():
            if (opponent_move.seat, str(opponent_move.move)) == (other, move):
                path = tuple(map(str, opponent_move.path[:-1]))
                return plan.with_editing(Condition(seat=other, move=move, path=path))
        raise Refusal("stale")

    return await _update_plan(service, code, user_id, edit)


async def edit_if_revealed(
    service: GameService, code: str, user_id: int, seen: Sequence[str]
) -> GameSnapshot:
    """Edit the line for when the last move of the default line reveals one of these events (digests)."""

    def edit(snapshot: GameSnapshot, seat: Seat, plan: PreparedTurn) -> PreparedTurn:
        after = len(plan.line.moves)
        digests = {event_digest(event) for event in possible_reveals(snapshot, seat, plan, after)}
        if not seen or not digests.issuperset(seen):
            raise Refusal("stale")
        return plan.with_editing(Condition(after=after, seen=tuple(sorted(seen))))

    return await _update_plan(service, code, user_id, edit)


async def edit_fallback(service: GameService, code: str, user_id: int) -> GameSnapshot:
    """Edit the fallback line for when the last move of the default line does not fit."""

    def edit(_: GameSnapshot, __: Seat, plan: PreparedTurn) -> PreparedTurn:
        if not plan.line.moves:
            raise Refusal("stale")
        return plan.with_editing(Condition(after=len(plan.line.moves) - 1))

    return await _update_plan(service, code, user_id, edit)


async def edit_line(service: GameService, code: str, user_id: int, number: int | None) -> GameSnapshot:
    """Edit the line of that condition, or the default line if `number` is None."""

    def edit(_: GameSnapshot, __: Seat, plan: PreparedTurn) -> PreparedTurn:
        if number is not None and not 0 <= number < len(plan.conditions):
            raise Refusal("stale")
        return plan.model_copy(update={"editing": number})

    return await _update_plan(service, code, user_id, edit)


async def drop(service: GameService, code: str, user_id: int) -> GameSnapshot:
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        require_seat(snapshot, user_id)
        await db.conditional_moves.delete(tx, snapshot.code, user_id)
    return await service.snapshot(code)


async def _update_plan(
    service: GameService,
    code: str,
    user_id: int,
    change: Callable[[GameSnapshot, Seat, PreparedTurn], PreparedTurn],
) -> GameSnapshot:
    """Load the user's plan, or an empty one, apply `change` and store the result."""
    async with service.transaction() as tx:
        snapshot = await service.load_running(tx, code)
        seat = require_seat(snapshot, user_id)
        plan = change(snapshot, seat, await find(tx, snapshot, user_id) or PreparedTurn())
        await _store(tx, snapshot, user_id, seat, plan)
        return replace(snapshot, has_plans=True)


async def _store(
    tx: db.Transaction, snapshot: GameSnapshot, user_id: int, seat: Seat, plan: PreparedTurn
) -> None:
    text, ply = plan.model_dump_json(), snapshot.row.ply
    await db.conditional_moves.upsert(tx, game=snapshot.code, person=user_id, seat=seat, text=text, ply=ply)


async def mark_not_played(
    tx: db.Transaction, snapshot: GameSnapshot, row: db.Plan, plan: PreparedTurn
) -> None:
    """Deactivate a plan that did not fit. Its owner can still see it."""
    await _store(tx, snapshot, row.person, row.seat, plan.model_copy(update={"kept": False}))


async def due_plans(
    reads: db.Reads, snapshot: GameSnapshot, seats: frozenset[Seat]
) -> dict[Seat, tuple[db.Plan, PreparedTurn]]:
    """Active plans of these seats, by seat, without seats played by the caretaker."""
    if not snapshot.has_plans:
        return {}
    found = ((row, from_row(row)) for row in await db.conditional_moves.list_for_game(reads, snapshot.code))
    return {
        row.seat: (row, plan)
        for row, plan in found
        if plan.kept
        and row.seat in seats
        and row.person == snapshot.players[row.seat].person
        and not snapshot.players[row.seat].has_caretaker
    }
