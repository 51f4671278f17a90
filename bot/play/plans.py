"""Plans: a turn prepared ahead, move by move, on the table as its owner sees it.

A plan is seen by nobody but whoever made it. While it is only tried out nothing comes of it; once it is kept,
it is played when the turn comes, if it still means the same then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

from pydantic import ValidationError

import db
from bot.play.people import seat_of
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.play.tables import Tables
from rules.game import AnyGame, Foreseeing, Move, Record, Refusal, Seat, Step

Care = Literal["mine", "table", "legal"]
"""When a plan is played: if each move leads to what it was meant for; if the whole table is as it was seen;
or as far as its moves are possible."""
LONGEST = 40
"""So many moves a plan may hold."""


class Course(Record):
    """Moves in a row. `meant` says what each was to lead to, `saw` what its owner saw before the first."""

    moves: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    saw: str = ""


class Condition(Record):
    """A line for when somebody makes that very move first."""

    seat: Seat
    move: str
    line: Course = Course()


class Prepared(Record):
    """`line` is played unless a condition comes true. `editing` is the number of the one being worked at.

    `failed` says that it was to be played, and did not fit any more.
    """

    line: Course = Course()
    conditions: tuple[Condition, ...] = ()
    editing: int | None = None
    care: Care = "mine"
    at_once: bool = False
    kept: bool = False
    failed: bool = False

    @property
    def current(self) -> Course:
        return self.line if self.editing is None else self.conditions[self.editing].line

    def with_current(self, line: Course) -> "Prepared":
        """The same with another line where it is being worked at; what is changed must be kept anew."""
        if self.editing is None:
            return self.model_copy(update={"line": line, "kept": False, "failed": False})
        changed = self.conditions[self.editing].model_copy(update={"line": line})
        conditions = (*self.conditions[: self.editing], changed, *self.conditions[self.editing + 1 :])
        return self.model_copy(update={"conditions": conditions, "kept": False, "failed": False})


@dataclass(frozen=True, slots=True)
class Trial:
    """A table as a plan leaves it: `state` after those of its moves that are possible, `before` each of them;
    `ended` if the next thing would be revealed, or somebody else would be to move."""

    state: Any
    moves: tuple[Move, ...]
    before: tuple[Any, ...]
    ended: bool


# Thinking ahead


def beginning(position: Position, seat: Seat, plan: Prepared) -> Any | None:
    """Where a line begins: the own turn, or the coming one as it stands now; None where there is none."""
    state = position.state
    if not position.running or position.players[seat].resigned:
        return None
    if plan.editing is not None:
        condition = plan.conditions[plan.editing]
        state = _after(position, seat, condition)
        if state is None:
            return None
    return turn_of(position.game, state, seat)


def turn_of(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    if seat in game.to_act(state):
        return state
    return game.ahead(state, seat) if isinstance(game, Foreseeing) else None


def tried(position: Position, seat: Seat, plan: Prepared) -> Trial | None:
    """The table after the line being worked at, as far as it is possible now."""
    state = beginning(position, seat, plan)
    if state is None:
        return None
    game, made, before = position.game, list[Move](), list[Any]()
    for text in plan.current.moves:
        step = _step(game, state, seat, text)
        if step is None:
            break
        made.append(game.parse(text))
        before.append(state)
        if step.reveals or seat not in game.to_act(step.state):
            return Trial(state, tuple(made), tuple(before), ended=True)
        state = step.state
    return Trial(state, tuple(made), tuple(before), ended=False)


def conditions_of(position: Position, seat: Seat) -> list[tuple[Seat, Move]]:
    """What those who are to move might do first, as far as this seat can tell and nothing is revealed."""
    if position.row.status == "lobby":
        raise Denied("not_started")
    game = position.game
    world = game.reshuffle(position.state, seat, b"a plan")
    return [
        (other, move)
        for other in sorted(position.owing() - {seat})
        for move in game.legal(world, other)
        if not game.apply(world, other, move).reveals
    ]


def _after(position: Position, seat: Seat, condition: Condition) -> Any | None:
    """The table after somebody made that move, in a deal that this seat cannot tell from the true one."""
    world = position.game.reshuffle(position.state, seat, b"a plan")
    step = _step(position.game, world, condition.seat, condition.move)
    return None if step is None or step.reveals else step.state


def _step(game: AnyGame, state: Any, seat: Seat, text: str) -> Step[Any] | None:
    try:
        return game.apply(state, seat, game.parse(text))
    except Refusal:
        return None


def meaning(game: AnyGame, state: Any, seat: Seat, move: Move, step: Step[Any]) -> str:
    """What a move leads to, as far as its maker can know beforehand."""
    told: Sequence[object] = sorted(game.about(state, seat, move).items())
    if not step.reveals:
        told = [event.model_dump_json() for event in step.events if event.heard_by(seat)]
    return _digest(repr(told))


def sight(game: AnyGame, state: Any, seat: Seat) -> str:
    """All that a seat sees."""
    view: Record = game.view(state, seat)
    return _digest(view.model_dump_json())


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# Working at a plan


async def find(reads: db.Reads, position: Position, person: int) -> Prepared | None:
    row = await db.plans.find(reads, position.code, person) if position.planned else None
    return None if row is None else read(row)


def read(row: db.Plan) -> Prepared:
    """A plan as it is stored; a bare move was kept by an earlier Skald, and never plays itself."""
    try:
        return Prepared.model_validate_json(row.text)
    except ValidationError:
        return Prepared(line=Course(moves=(row.text,)))


async def add(
    tables: Tables, code: str, person: int, moves: Sequence[str], *, version: int | None, after: int
) -> Position:
    """Further moves at the end of the line being worked at, which has `after` moves so far."""

    def longer(position: Position, seat: Seat, plan: Prepared) -> Prepared:
        trial = tried(position, seat, plan)
        if trial is None or trial.ended or version != position.row.version or len(trial.moves) != after:
            raise Refusal("stale")
        game, state = position.game, trial.state
        old = plan.current
        line = Course(
            moves=old.moves[:after],
            meant=old.meant[:after],
            saw=old.saw if after else sight(game, state, seat),
        )
        for text in moves:
            move = game.parse(text)
            step = game.apply(state, seat, move)
            line = line.model_copy(
                update={
                    "moves": (*line.moves, str(move)),
                    "meant": (*line.meant, meaning(game, state, seat, move, step)),
                }
            )
            state = step.state
        if len(line.moves) > LONGEST:
            raise Denied("plan_too_long", n=LONGEST)
        return plan.with_current(line)

    return await _work(tables, code, person, longer)


async def shorten(tables: Tables, code: str, person: int) -> Position:
    """Take the last move off the line being worked at."""

    def shorter(position: Position, seat: Seat, plan: Prepared) -> Prepared:
        trial = tried(position, seat, plan)
        left = 0 if trial is None else max(0, len(trial.moves) - 1)
        old = plan.current
        return plan.with_current(Course(moves=old.moves[:left], meant=old.meant[:left], saw=old.saw))

    return await _work(tables, code, person, shorter)


async def keep(tables: Tables, code: str, person: int) -> Position:
    """From now on it is played when the turn comes."""

    def kept(position: Position, seat: Seat, plan: Prepared) -> Prepared:
        if not plan.line.moves and not any(each.line.moves for each in plan.conditions):
            raise Denied("plan_is_empty")
        if seat in position.owing():
            raise Denied("plan_is_now")
        return plan.model_copy(update={"kept": True, "failed": False, "editing": None})

    return await _work(tables, code, person, kept)


async def set_care(tables: Tables, code: str, person: int, care: str) -> Position:
    """How strictly the table must be as it was."""

    def careful(_: Position, __: Seat, plan: Prepared) -> Prepared:
        if care not in ("mine", "table", "legal"):
            raise Denied("not_a_choice")
        return plan.model_copy(update={"care": care})

    return await _work(tables, code, person, careful)


async def set_haste(tables: Tables, code: str, person: int, *, at_once: bool) -> Position:
    return await _work(tables, code, person, lambda _, __, plan: plan.model_copy(update={"at_once": at_once}))


async def work_at(tables: Tables, code: str, person: int, condition: tuple[Seat, str] | None) -> Position:
    """Turn to the line for when somebody makes that move, a new one if need be; or to that for all else."""

    def turned(position: Position, seat: Seat, plan: Prepared) -> Prepared:
        if condition is None:
            return plan.model_copy(update={"editing": None})
        known = [(each.seat, each.move) for each in plan.conditions]
        if condition in known:
            return plan.model_copy(update={"editing": known.index(condition)})
        if condition not in [(other, str(move)) for other, move in conditions_of(position, seat)]:
            raise Refusal("stale")
        if len(known) >= LONGEST:
            raise Denied("plan_too_long", n=LONGEST)
        conditions = (*plan.conditions, Condition(seat=condition[0], move=condition[1]))
        return plan.model_copy(update={"conditions": conditions, "editing": len(known), "kept": False})

    return await _work(tables, code, person, turned)


async def drop(tables: Tables, code: str, person: int) -> Position:
    async with tables.change() as tx:
        position = await tables.load(tx, code)
        seat_of(position, person)
        await db.plans.drop(tx, position.code, person)
    return await tables.position(code)


async def _work(
    tables: Tables, code: str, person: int, change: Callable[[Position, Seat, Prepared], Prepared]
) -> Position:
    """Change a plan, and store it as it is then."""
    async with tables.change() as tx:
        position = await tables.playing(tx, code)
        seat = seat_of(position, person)
        plan = change(position, seat, await find(tx, position, person) or Prepared())
        await _store(tx, position, person, seat, plan)
        return replace(position, planned=True)


async def _store(tx: db.Transaction, position: Position, person: int, seat: Seat, plan: Prepared) -> None:
    text, ply = plan.model_dump_json(), position.row.ply
    await db.plans.keep(tx, game=position.code, person=person, seat=seat, text=text, ply=ply)


# Playing it


def moves_now(position: Position, seat: Seat, plan: Prepared, since: Sequence[db.Entry]) -> tuple[Move, ...]:
    """The moves a kept plan makes now, none if it does not fit. `since` is the log since it was kept.

    Nothing is done by halves: unless its owner wants it as far as it goes, it is played whole or not at all.
    """
    if not plan.kept or seat not in position.owing():
        return ()
    game, state, line, made = position.game, position.state, line_for(plan, since), list[Move]()
    if plan.care == "table" and line.saw != sight(game, state, seat):
        return ()
    for text, meant in zip(line.moves, line.meant, strict=True):
        step = _step(game, state, seat, text)
        if step is None or (
            plan.care == "mine" and meaning(game, state, seat, game.parse(text), step) != meant
        ):
            return tuple(made) if plan.care == "legal" else ()
        made.append(game.parse(text))
        state = step.state
        if step.reveals or seat not in game.to_act(state):
            break
    return tuple(made)


def line_for(plan: Prepared, since: Sequence[db.Entry]) -> Course:
    """The line of the condition that came true last, else the one for all else."""
    for entry in reversed(since):
        for condition in plan.conditions:
            if entry.kind == "move" and (entry.seat, entry.text) == (condition.seat, condition.move):
                return condition.line
    return plan.line


async def take(tx: db.Transaction, position: Position, row: db.Plan, plan: Prepared) -> tuple[Move, ...]:
    """The moves of a plan whose turn has come, which uses it up; or it is noted that it did not fit."""
    since = await db.entries.in_force(tx, position.code)
    moves = moves_now(position, row.seat, plan, [entry for entry in since if entry.ply > row.ply])
    if moves:
        await db.plans.drop(tx, row.game, row.person)
    else:
        failed = plan.model_copy(update={"kept": False, "failed": True})
        await _store(tx, position, row.person, row.seat, failed)
    return moves


async def due(
    reads: db.Reads, position: Position, seats: frozenset[Seat]
) -> dict[Seat, tuple[db.Plan, Prepared]]:
    """The kept plans of seats whose owners play them themselves."""
    if not position.planned:
        return {}
    found = ((row, read(row)) for row in await db.plans.of_game(reads, position.code))
    return {
        row.seat: (row, plan)
        for row, plan in found
        if plan.kept
        and row.seat in seats
        and row.person == position.players[row.seat].person
        and not position.players[row.seat].caretaker
    }
