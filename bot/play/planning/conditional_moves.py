"""Plans: a turn prepared ahead, move by move, on the table as its owner sees it.

A plan is seen by nobody but whoever made it. While it is only tried out nothing comes of it; once it is kept,
it is played when the turn comes, if it still means the same then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ConfigDict, ValidationError

import db
from bot.play.core.authorization import seat_of
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import lookahead
from bot.play.planning.lookahead import Deed, Thought, mark_of, sight, think, turn_of
from rules.game import AnyGame, Event, Move, Record, Refusal, Seat

Care = Literal["mine", "table", "legal"]
"""When a plan is played: if each move leads to what it was meant for; if the whole table is as it was seen;
or as far as its moves are possible."""
Misfit = Literal["", "table", "impossible", "different"]
"""Why a plan was not played: the table changed; a move is not possible any more, or does something else."""
LONGEST = 40
"""So many moves a plan may hold, and so many conditions."""


class Track(Record):
    """Moves in a row. `meant` says what each was to lead to, nothing where that is not known beforehand;
    `saw` what its owner saw before the first."""

    moves: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    saw: str = ""


class Condition(Record):
    """When another line is played: if a seat makes that very move first (`path` is how it might come to it);
    or, `after` so many moves of the line for all other cases, if one of these things has come to light, or if
    its next move does not fit."""

    seat: Seat | None = None
    move: str = ""
    path: tuple[str, ...] = ()
    after: int = 0
    seen: tuple[str, ...] = ()
    line: Track = Track()

    @property
    def trigger(self) -> tuple[Seat | None, str, int, tuple[str, ...]]:
        return self.seat, self.move, self.after, self.seen


class Prepared(Record):
    """`line` is played unless a condition comes true. `editing` is the number of the one being worked at.

    `misfit` says that it was to be played, and did not fit any more: why, and from which move on.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    line: Track = Track()
    conditions: tuple[Condition, ...] = ()
    editing: int | None = None
    care: Care = "mine"
    at_once: bool = False
    kept: bool = False
    misfit: Misfit = ""
    misfit_at: int = 0

    @property
    def current(self) -> Track:
        return self.line if self.editing is None else self.conditions[self.editing].line

    @property
    def is_empty(self) -> bool:
        return not self.line.moves and not any(each.line.moves for each in self.conditions)

    def with_current(self, line: Track) -> "Prepared":
        """The same with another line where it is being worked at; what is changed must be kept anew.

        What hung on moves that are not there any more goes with them.
        """
        anew = {"kept": False, "misfit": ""}
        if self.editing is None:
            same = _alike(self.line.moves, line.moves)
            conditions = tuple(each for each in self.conditions if each.after <= same)
            return self.model_copy(update={"line": line, "conditions": conditions, **anew})
        changed = self.conditions[self.editing].model_copy(update={"line": line})
        conditions = (*self.conditions[: self.editing], changed, *self.conditions[self.editing + 1 :])
        return self.model_copy(update={"conditions": conditions, **anew})

    def turned_to(self, condition: Condition) -> "Prepared":
        """The same, at work at the line for that condition, which may be a new one."""
        for number, known in enumerate(self.conditions):
            if known.trigger == condition.trigger:
                return self.model_copy(update={"editing": number})
        if len(self.conditions) >= LONGEST:
            raise Denied("plan_too_long", n=LONGEST)
        conditions = (*self.conditions, condition)
        return self.model_copy(
            update={"conditions": conditions, "editing": len(self.conditions), "kept": False}
        )


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """With how many moves both begin."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(some), len(others)))


@dataclass(frozen=True, slots=True)
class Trial:
    """A table as a plan leaves it: `then` after those of its moves that are possible, None where the turn is
    over by then; `before` each of them."""

    then: Thought | None
    moves: tuple[Move, ...]
    before: tuple[Thought, ...]

    @property
    def ended(self) -> bool:
        return self.then is None

    @property
    def blind(self) -> bool:
        """Whether something has been revealed by then that nobody knows yet."""
        return self.then is not None and not self.then.sure

    @property
    def state(self) -> Any:
        """The table as far as it is known."""
        return self.then.state if self.then is not None else self.before[-1].state

    @property
    def last_sure(self) -> tuple[Any, Move] | None:
        """The last of its moves before which all was known, and the table then; None where none was."""
        pairs = zip(self.before, self.moves, strict=True)
        known = [(thought.state, move) for thought, move in pairs if thought.sure]
        return known[-1] if known else None


# Thinking ahead


def beginning(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Thought | None:
    """Where the line being worked at begins; None where there is no turn to come."""
    if not snapshot.running or snapshot.players[seat].resigned:
        return None
    game, state = snapshot.game, snapshot.state
    if plan.editing is None:
        turn = turn_of(game, state, seat)
        return None if turn is None else Thought(turn)
    condition = plan.conditions[plan.editing]
    if condition.seat is not None:
        path = [game.parse(text) for text in (*condition.path, condition.move)]
        return lookahead.turn_after(game, state, seat, condition.seat, path)
    turn = turn_of(game, state, seat)
    trial = None if turn is None else _walk(game, seat, Thought(turn), plan.line.moves[: condition.after])
    return trial.then if trial is not None and len(trial.moves) == condition.after else None


def tried(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Trial | None:
    """The table after the line being worked at, as far as it is possible now."""
    start = beginning(snapshot, seat, plan)
    return None if start is None else _walk(snapshot.game, seat, start, plan.current.moves)


def _walk(game: AnyGame, seat: Seat, start: Thought, texts: Sequence[str]) -> Trial:
    then: Thought | None = start
    made, before = list[Move](), list[Thought]()
    for text in texts:
        ahead = None if then is None else think(game, seat, then, text)
        if ahead is None or then is None:
            break
        made.append(ahead.move)
        before.append(then)
        then = ahead.then
    return Trial(then, tuple(made), tuple(before))


async def deeds_before(service: GameService, snapshot: GameSnapshot, seat: Seat) -> list[Deed]:
    """What those who are to move might do first."""
    others = sorted(snapshot.owing() - {seat})
    if not others:
        return []
    found: list[Deed] = await service.think(lookahead.deeds, snapshot.game, snapshot.state, seat, others)
    return found


def revelations(snapshot: GameSnapshot, seat: Seat, plan: Prepared, after: int) -> list[Event]:
    """What may come to light by the last of the first `after` moves of the line for all other cases."""
    line = plan.line.model_copy(update={"moves": plan.line.moves[:after]})
    trial = tried(snapshot, seat, Prepared(line=line))
    if trial is None or not trial.blind or len(trial.moves) != after or not after:
        return []
    return lookahead.revelations(snapshot.game, trial.before[-1], seat, str(trial.moves[-1]))


# Working at a plan


async def find(reads: db.Reads, snapshot: GameSnapshot, person: int) -> Prepared | None:
    row = await db.conditional_moves.find(reads, snapshot.code, person) if snapshot.planned else None
    return None if row is None else read(row)


def read(row: db.Plan) -> Prepared:
    """A plan as it is stored; a bare move was kept by an earlier Skald, and never plays itself."""
    try:
        return Prepared.model_validate_json(row.text)
    except ValidationError:
        return Prepared(line=Track(moves=(row.text,)))


async def add(
    service: GameService, code: str, person: int, moves: Sequence[str], *, version: int | None, after: int
) -> GameSnapshot:
    """Further moves at the end of the line being worked at, which has `after` moves so far."""

    def longer(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Prepared:
        trial = tried(snapshot, seat, plan)
        if (
            trial is None
            or trial.then is None
            or version != snapshot.row.version
            or len(trial.moves) != after
        ):
            raise Refusal("stale")
        line = extended(snapshot.game, seat, plan.current, after, trial.then, moves)
        if len(line.moves) > LONGEST:
            raise Denied("plan_too_long", n=LONGEST)
        return plan.with_current(line)

    return await _work(service, code, person, longer)


def extended(
    game: AnyGame, seat: Seat, line: Track, after: int, then: Thought | None, moves: Sequence[str]
) -> Track:
    """The first `after` moves of a line, and further ones from there on."""
    saw = line.saw if after or then is None else sight(game, then.state, seat)
    made, meant = [*line.moves[:after]], [*line.meant[:after]]
    for text in moves:
        ahead = None if then is None else think(game, seat, then, text)
        if ahead is None:
            raise Refusal("illegal", move=text)
        made.append(str(ahead.move))
        meant.append(ahead.meant)
        then = ahead.then
    return Track(moves=tuple(made), meant=tuple(meant), saw=saw)


async def shorten(service: GameService, code: str, person: int) -> GameSnapshot:
    """Take the last move off the line being worked at."""

    def shorter(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Prepared:
        trial = tried(snapshot, seat, plan)
        left = 0 if trial is None else max(0, len(trial.moves) - 1)
        old = plan.current
        return plan.with_current(Track(moves=old.moves[:left], meant=old.meant[:left], saw=old.saw))

    return await _work(service, code, person, shorter)


async def keep(service: GameService, code: str, person: int) -> GameSnapshot:
    """From now on it is played when the turn comes."""

    def kept(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Prepared:
        if plan.is_empty:
            raise Denied("plan_is_empty")
        if seat in snapshot.owing():
            raise Denied("plan_is_now")
        used = tuple(each for each in plan.conditions if each.line.moves)
        anew = {"kept": True, "misfit": "", "editing": None, "conditions": used}
        return plan.model_copy(update=anew)

    return await _work(service, code, person, kept)


async def set_care(service: GameService, code: str, person: int, care: str) -> GameSnapshot:
    """How strictly the table must be as it was."""

    def careful(_: GameSnapshot, __: Seat, plan: Prepared) -> Prepared:
        if care not in ("mine", "table", "legal"):
            raise Denied("not_a_choice")
        return plan.model_copy(update={"care": care})

    return await _work(service, code, person, careful)


async def set_haste(service: GameService, code: str, person: int, *, at_once: bool) -> GameSnapshot:
    return await _work(
        service, code, person, lambda _, __, plan: plan.model_copy(update={"at_once": at_once})
    )


async def answer_to(service: GameService, code: str, person: int, other: Seat, move: str) -> GameSnapshot:
    """Turn to the line for when somebody makes that move, a new one if need be."""
    seen = await service.snapshot(code)
    deeds = await deeds_before(service, seen, seat_of(seen, person))

    def turned(snapshot: GameSnapshot, _: Seat, plan: Prepared) -> Prepared:
        for known in plan.conditions:
            if (known.seat, known.move) == (other, move):
                return plan.turned_to(known)
        for deed in deeds if snapshot.row.version == seen.row.version else ():
            if (deed.seat, str(deed.move)) == (other, move):
                path = tuple(map(str, deed.path[:-1]))
                return plan.turned_to(Condition(seat=other, move=move, path=path))
        raise Refusal("stale")

    return await _work(service, code, person, turned)


async def if_it_shows(service: GameService, code: str, person: int, seen: Sequence[str]) -> GameSnapshot:
    """Turn to the line for when the last move brings one of these things to light."""

    def turned(snapshot: GameSnapshot, seat: Seat, plan: Prepared) -> Prepared:
        after = len(plan.line.moves)
        marks = {mark_of(event) for event in revelations(snapshot, seat, plan, after)}
        if not seen or not marks.issuperset(seen):
            raise Refusal("stale")
        return plan.turned_to(Condition(after=after, seen=tuple(sorted(seen))))

    return await _work(service, code, person, turned)


async def or_else(service: GameService, code: str, person: int) -> GameSnapshot:
    """Turn to the line for when the last move does not fit any more."""

    def turned(_: GameSnapshot, __: Seat, plan: Prepared) -> Prepared:
        if not plan.line.moves:
            raise Refusal("stale")
        return plan.turned_to(Condition(after=len(plan.line.moves) - 1))

    return await _work(service, code, person, turned)


async def turn_to(service: GameService, code: str, person: int, number: int | None) -> GameSnapshot:
    """Turn to the line of that condition, or to the one for all other cases."""

    def turned(_: GameSnapshot, __: Seat, plan: Prepared) -> Prepared:
        if number is not None and not 0 <= number < len(plan.conditions):
            raise Refusal("stale")
        return plan.model_copy(update={"editing": number})

    return await _work(service, code, person, turned)


async def drop(service: GameService, code: str, person: int) -> GameSnapshot:
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        seat_of(snapshot, person)
        await db.conditional_moves.drop(tx, snapshot.code, person)
    return await service.snapshot(code)


async def _work(
    service: GameService, code: str, person: int, change: Callable[[GameSnapshot, Seat, Prepared], Prepared]
) -> GameSnapshot:
    """Change a plan, and store it as it is then."""
    async with service.change() as tx:
        snapshot = await service.playing(tx, code)
        seat = seat_of(snapshot, person)
        plan = change(snapshot, seat, await find(tx, snapshot, person) or Prepared())
        await _store(tx, snapshot, person, seat, plan)
        return replace(snapshot, planned=True)


async def _store(tx: db.Transaction, snapshot: GameSnapshot, person: int, seat: Seat, plan: Prepared) -> None:
    text, ply = plan.model_dump_json(), snapshot.row.ply
    await db.conditional_moves.keep(tx, game=snapshot.code, person=person, seat=seat, text=text, ply=ply)


async def not_played(tx: db.Transaction, snapshot: GameSnapshot, row: db.Plan, plan: Prepared) -> None:
    """It did not fit; its owner can still look at it."""
    await _store(tx, snapshot, row.person, row.seat, plan.model_copy(update={"kept": False}))


async def due(
    reads: db.Reads, snapshot: GameSnapshot, seats: frozenset[Seat]
) -> dict[Seat, tuple[db.Plan, Prepared]]:
    """The kept plans of seats whose owners play them themselves."""
    if not snapshot.planned:
        return {}
    found = ((row, read(row)) for row in await db.conditional_moves.of_game(reads, snapshot.code))
    return {
        row.seat: (row, plan)
        for row, plan in found
        if plan.kept
        and row.seat in seats
        and row.person == snapshot.players[row.seat].person
        and not snapshot.players[row.seat].caretaker
    }
