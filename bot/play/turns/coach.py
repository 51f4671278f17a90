"""The coach: advice for the decision at hand, and after a game what decided it.

Nobody is advised while a rated game goes on, or a voyage that others sail too. Looking back, everybody's
chances are those an onlooker could see, and each decision is judged by what its seat could know.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, pairwise
from typing import Any, TypeVar

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import seat_of
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.history.story import Beat, Passage
from opponents import Idea
from opponents.review import Verdict, advice, chances, judge
from rules.game import Move, Outcome, Refusal, Seat

MOMENTS = 3
LOOKED_AT, LOOKED_AT_AGAIN = 12, 5
"""Of so many turns that changed the chances most it is asked what else could be played; of the most telling
ones once more, in more worlds.
"""
WORLDS, MORE_WORLDS = 4, 12
SWINGS = 0.25
"""What a change of chances counts for beside a chance that was missed."""
AT_ONCE = 8
"""So many positions are looked at in one go; in between others may think."""
FEWEST_TURNS = 2
KEPT = 64

Chances = tuple[float, ...]
T = TypeVar("T")


class Advised:
    """What people were advised last: whoever follows it is not told another plan halfway."""

    def __init__(self) -> None:
        self._plans: OrderedDict[tuple[str, int], list[tuple[Any, Idea]]] = OrderedDict()

    async def advise(self, service: GameService, snapshot: GameSnapshot, person: int) -> tuple[Idea, ...]:
        """What the coach would do for somebody whose move it is, the best first."""
        seat = seat_of(snapshot, person)
        _check_may_be_advised(snapshot, seat)
        salt = f"advice {snapshot.code} {snapshot.row.ply}"
        found: tuple[Idea, ...] = await service.think(
            partial(advice, snapshot.game, snapshot.state, seat, salt=salt)
        )
        plan = self._plans.get((snapshot.code, person), ())
        begun = next((idea for state, idea in plan if state == snapshot.state), None)
        if begun is not None:
            others = (idea for idea in found if idea.move != begun.move)
            return (begun, *others)[: len(found)]
        self._keep((snapshot.code, person), [*_stages(snapshot, seat, found[0])])
        return found

    def _keep(self, key: tuple[str, int], plan: list[tuple[Any, Idea]]) -> None:
        self._plans[key] = plan
        self._plans.move_to_end(key)
        while len(self._plans) > KEPT:
            self._plans.popitem(last=False)


def _check_may_be_advised(snapshot: GameSnapshot, seat: Seat) -> None:
    if snapshot.row.status == "lobby":
        raise Denied("not_started")
    if not snapshot.running:
        raise Refusal("over")
    if snapshot.players[seat].resigned:
        raise Denied("resigned_seat")
    if snapshot.row.rated:
        raise Denied("no_advice_while_rated")
    if snapshot.row.sealed_until is not None:
        raise Denied("no_advice_on_voyage")
    if seat not in snapshot.owing():
        raise Refusal("not_your_turn")


def _stages(snapshot: GameSnapshot, seat: Seat, idea: Idea) -> Iterator[tuple[Any, Idea]]:
    """How the table stands after each move of an idea, with the rest of it; up to where something comes to
    light."""
    game, state = snapshot.game, snapshot.state
    moves = () if idea.sketched else (idea.move, *idea.then)
    for number, (move, following) in enumerate(pairwise(moves), start=2):
        step = game.apply(state, seat, move)
        state = step.state
        if step.barrier or following not in game.legal(state, seat):
            return
        yield state, replace(idea, move=following, then=moves[number:])


async def post_review(service: GameService, code: str, person: int) -> None:
    """What decided a game is said at its table, once; by one who sat there."""
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        seat_of(snapshot, person)
        if not snapshot.over:
            raise Denied("not_over")
        key = f"{code} review"
        if await db.outbox.is_known(tx, key):
            raise Denied("review_posted")
        await db.outbox.add(tx, outbox_messages.post(outbox_messages.LookBack(), key=key, game=code))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moves in a row up to the first behind which something was seen, and how it stood before them."""

    before: Any
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """Moves in a row of one seat, and how it stood after them."""

    number: int
    seat: Seat
    stretches: tuple[Stretch, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Course:
    """A finished game as its chances went: those after each turn, from the deal on."""

    turns: tuple[PlayedTurn, ...]
    chances: tuple[Chances, ...]

    def swing(self, turn: PlayedTurn) -> float:
        """By how much a turn changed the chances of whoever made it."""
        return self.chances[turn.number][turn.seat] - self.chances[turn.number - 1][turn.seat]

    def change(self, turn: PlayedTurn) -> float:
        """By how much it changed anybody's."""
        before, after = self.chances[turn.number - 1], self.chances[turn.number]
        return max(abs(now - then) for then, now in zip(before, after, strict=True))


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn that decided something, and what is to be said of the stretch of it that mattered most."""

    turn: PlayedTurn
    stretch: Stretch
    verdict: Verdict
    swing: float

    @property
    def weight(self) -> float:
        return max(0.0, self.verdict.loss) + SWINGS * abs(self.swing)


@dataclass(frozen=True, slots=True)
class Review:
    """What the coach says of a finished game; the moments in the order in which they came."""

    course: Course
    moments: tuple[Moment, ...]


class Reviews:
    """Games looked back at; each is thought through once, and remembered for a while."""

    def __init__(self) -> None:
        self._courses: OrderedDict[str, asyncio.Task[Course]] = OrderedDict()
        self._reviews: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()

    async def course(self, service: GameService, snapshot: GameSnapshot) -> Course:
        return await _once(self._courses, snapshot.code, partial(_course, service, snapshot))

    async def review(self, service: GameService, snapshot: GameSnapshot) -> Review:
        """What decided a game that is over."""
        if not snapshot.over:
            raise Denied("not_over")
        if len(snapshot.players) < 2:
            raise Denied("nobody_to_compare")

        async def look_back() -> Review:
            return await _review(service, snapshot, await self.course(service, snapshot))

        return await _once(self._reviews, snapshot.code, look_back)


async def _once(
    kept: "OrderedDict[str, asyncio.Task[T]]", code: str, work: Callable[[], Coroutine[Any, Any, T]]
) -> T:
    """What was thought of a game already, or is being thought; a failure is not remembered."""
    task = kept.get(code)
    if task is None:
        task = kept[code] = asyncio.create_task(work())
        while len(kept) > KEPT:
            kept.popitem(last=False)
    kept.move_to_end(code)
    try:
        return await asyncio.shield(task)
    except BaseException:
        if task.done() and (task.cancelled() or task.exception() is not None):
            kept.pop(code, None)
        raise


async def _course(service: GameService, snapshot: GameSnapshot) -> Course:
    passage = await story.passage(service.store, snapshot, snapshot.row.begins, snapshot.row.ply)
    turns = tuple(turns_in(snapshot, passage))
    states = [passage.before, *(turn.after for turn in turns)]
    seen: list[Chances] = []
    for start in range(0, len(states), AT_ONCE):
        salt = f"chances {snapshot.code} {start}"
        seen += await service.think(partial(_chances, snapshot.game, states[start : start + AT_ONCE], salt))
    outcome = snapshot.outcome()
    if turns and outcome is not None and outcome.ranking:
        seen[-1] = _at_the_end(outcome, len(snapshot.players))
    return Course(turns, tuple(seen))


def _chances(game: Any, states: Sequence[Any], salt: str) -> list[Chances]:
    return [chances(game, state, salt=f"{salt} {number}") for number, state in enumerate(states)]


def _at_the_end(outcome: Outcome, seats: int) -> Chances:
    first = outcome.ranking[0]
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(seats))


def turns_in(snapshot: GameSnapshot, passage: Passage) -> Iterator[PlayedTurn]:
    """The turns of a game, numbered as its saga does."""
    moves = [beat for beat in passage.beats if beat.entry.kind == "move"]
    state = passage.before
    for number, (seat, beats) in enumerate(groupby(moves, key=lambda beat: beat.entry.seat), start=1):
        made = list(beats)
        assert seat is not None
        yield PlayedTurn(number, seat, tuple(_stretches(snapshot, state, made)), made[-1].state)
        state = made[-1].state


def _stretches(snapshot: GameSnapshot, state: Any, beats: Sequence[Beat]) -> Iterator[Stretch]:
    before, moves = state, list[Move]()
    for beat in beats:
        moves.append(snapshot.game.parse(beat.entry.text))
        if beat.entry.barrier or beat is beats[-1]:
            yield Stretch(before, tuple(moves))
            before, moves = beat.state, []


async def _review(service: GameService, snapshot: GameSnapshot, course: Course) -> Review:
    if len(course.turns) < FEWEST_TURNS:
        raise Denied("too_short_to_review")
    telling = sorted(course.turns, key=lambda turn: (-course.change(turn), turn.number))
    moments: list[Moment] = []
    for turn in [turn for turn in telling if _choices(snapshot, turn)][:LOOKED_AT]:
        judged = [
            await _judged(service, snapshot, course, turn, stretch, WORLDS)
            for stretch in _choices(snapshot, turn)
        ]
        moments.append(max(judged, key=lambda moment: moment.weight))
    moments.sort(key=lambda moment: -moment.weight)
    again = [
        await _judged(service, snapshot, course, moment.turn, moment.stretch, MORE_WORLDS)
        for moment in moments[:LOOKED_AT_AGAIN]
    ]
    again.sort(key=lambda moment: -moment.weight)
    return Review(course, tuple(sorted(again[:MOMENTS], key=lambda moment: moment.turn.number)))


def _choices(snapshot: GameSnapshot, turn: PlayedTurn) -> list[Stretch]:
    """Where in a turn there was something to choose."""
    legal = snapshot.game.legal
    return [each for each in turn.stretches if len(legal(each.before, turn.seat)) > 1]


async def _judged(
    service: GameService,
    snapshot: GameSnapshot,
    course: Course,
    turn: PlayedTurn,
    stretch: Stretch,
    worlds: int,
) -> Moment:
    salt = f"judged {snapshot.code} {turn.number}"
    work = partial(judge, snapshot.game, stretch.before, turn.seat, stretch.moves, salt=salt, worlds=worlds)
    return Moment(turn, stretch, await service.think(work), course.swing(turn))
