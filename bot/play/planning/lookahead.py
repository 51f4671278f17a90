"""Thinking ahead: what moves that have not been made yet would lead to, as far as their maker can know.

Up to a draw or a reveal all is known. Beyond it there are only worlds: tables that the thinker cannot tell
from the true one, of which no single one is ever shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.game import AnyGame, Event, Foreseeing, Move, Record, Refusal, Seat, Step

WORLDS = 8
"""So many deals are thought of at a time."""
MANY_WORLDS = 60
"""So many are looked at to list what may be revealed."""
ENOUGH = 24
"""Where so many look alike, all do."""
LOOKED_AT = 400
"""So many moves of others are tried to list what they may do in their turn."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A table in mind: `state` is the last one of which all is known that this seat can know. After something
    was revealed it is one of `worlds`, and nobody can say which."""

    state: Any
    worlds: tuple[Any, ...] = ()

    @property
    def sure(self) -> bool:
        return not self.worlds

    def legal(self, game: AnyGame, seat: Seat) -> Sequence[Move]:
        """What could be done there; behind a reveal, what is possible in most cases."""
        if self.sure:
            return game.legal(self.state, seat)
        counts: dict[Move, int] = {}
        found: dict[str, Move] = {}
        for world in self.worlds:
            for move in game.legal(world, seat):
                known = found.setdefault(str(move), move)
                counts[known] = counts.get(known, 0) + 1
        return tuple(move for move, count in counts.items() if 2 * count > len(self.worlds))


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a move leads to: `then` is None where the turn is over; `meant` is empty where what it does hangs
    on something nobody knows yet."""

    move: Move
    then: Thought | None
    meant: str


def turn_of(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    """The own turn, or the coming one as it stands now; None where there is none."""
    if seat in game.to_act(state):
        return state
    return game.ahead(state, seat) if isinstance(game, Foreseeing) else None


def think(game: AnyGame, seat: Seat, thought: Thought, text: str) -> Ahead | None:
    """What a move would lead to; None if it is not possible there."""
    if thought.sure:
        step = try_move(game, thought.state, seat, text)
        if step is None:
            return None
        move = game.parse(text)
        meant = meaning(game, thought.state, seat, move, step)
        if not step.reveals:
            goes_on = seat in game.to_act(step.state)
            return Ahead(move, Thought(step.state) if goes_on else None, meant)
        worlds = imagined(game, thought.state, seat, WORLDS)
        return Ahead(move, _beyond(game, seat, thought.state, worlds, text), meant)
    meanings = {
        meaning(game, world, seat, game.parse(text), step)
        for world in thought.worlds
        if (step := try_move(game, world, seat, text)) is not None
    }
    if not meanings:
        return None
    meant = meanings.pop() if len(meanings) == 1 else ""
    return Ahead(game.parse(text), _beyond(game, seat, thought.state, thought.worlds, text), meant)


def _beyond(game: AnyGame, seat: Seat, state: Any, worlds: Sequence[Any], text: str) -> Thought | None:
    steps = (try_move(game, world, seat, text) for world in worlds)
    after = tuple(step.state for step in steps if step is not None and seat in game.to_act(step.state))
    return Thought(state, after) if after else None


def imagined(game: AnyGame, state: Any, seat: Seat, count: int) -> tuple[Any, ...]:
    """Tables that this seat cannot tell from that one."""
    return tuple(game.reshuffle(state, seat, f"a plan {number}".encode()) for number in range(count))


def try_move(game: AnyGame, state: Any, seat: Seat, text: str) -> Step[Any] | None:
    try:
        return game.apply(state, seat, game.parse(text))
    except Refusal:
        return None


# What it means


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


def mark_of(event: Event) -> str:
    """By which something that came to light is known again."""
    return _digest(event.model_dump_json())


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# What may come to light, and what others may do


def revelations(game: AnyGame, thought: Thought, seat: Seat, text: str) -> list[Event]:
    """What that move may bring to light: all that this seat may hear in one deal and not in another."""
    worlds = imagined(game, thought.state, seat, MANY_WORLDS) if thought.sure else thought.worlds
    heard = [
        {mark_of(event): event for event in step.events if event.heard_by(seat)}
        for world in worlds
        if (step := try_move(game, world, seat, text)) is not None
    ]
    every = {mark: event for events in heard for mark, event in events.items()}
    return [event for mark, event in every.items() if not all(mark in events for events in heard)]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something another seat may do in its turn: a move, and those that lead to it."""

    seat: Seat
    path: tuple[Move, ...]
    hurts: bool = False
    """Whether the thinker loses something by it."""

    @property
    def move(self) -> Move:
        return self.path[-1]


def deeds(game: AnyGame, state: Any, seat: Seat, others: Sequence[Seat]) -> list[Deed]:
    """What others may do in their turn, as far as this seat can tell: first what takes something from it,
    then the nearest; no move twice."""
    (world,) = imagined(game, state, seat, 1)
    found = [deed for other in others for deed in _deeds(game, world, seat, other)]
    return sorted(found, key=lambda deed: not deed.hurts)


def _deeds(game: AnyGame, world: Any, seat: Seat, other: Seat) -> Iterator[Deed]:
    waiting: list[tuple[Any, tuple[Move, ...]]] = [(world, ())]
    seen, tries = set[str](), LOOKED_AT
    for here, path in waiting:
        for move in game.legal(here, other):
            tries -= 1
            if tries < 0:
                return
            if str(move) in seen:
                continue
            seen.add(str(move))
            step = game.apply(here, other, move)
            yield Deed(other, (*path, move), any(event.is_loss_to(seat) for event in step.events))
            if not step.reveals:
                waiting.append((step.state, (*path, move)))


def turn_after(game: AnyGame, state: Any, seat: Seat, other: Seat, path: Sequence[Move]) -> Thought | None:
    """The coming turn of a seat once another has done that, as far as it can know it.

    What the other alone learns by it makes no difference.
    """
    turns = list[Any]()
    for world in imagined(game, state, seat, MANY_WORLDS):
        after, reveals = _after(game, world, other, path)
        if after is not None and (turn := turn_of(game, after, seat)) is not None:
            turns.append(turn)
            if not reveals or len(turns) == ENOUGH:
                break
    if not turns:
        return None
    if len({sight(game, turn, seat) for turn in turns}) == 1:
        return Thought(turns[0])
    now = turn_of(game, state, seat)
    return Thought(turns[0] if now is None else now, tuple(turns[:WORLDS]))


def _after(game: AnyGame, world: Any, seat: Seat, path: Sequence[Move]) -> tuple[Any | None, bool]:
    """How a table stands after these moves, None where they cannot be made; whether they reveal anything."""
    reveals = False
    for move in path:
        step = try_move(game, world, seat, str(move))
        if step is None:
            return None, reveals
        world, reveals = step.state, reveals or step.reveals
    return world, reveals
