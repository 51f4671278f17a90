"""Turns what the author of a game writes into the whole contract: validation, barrier, storing, notation."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, cast

from pydantic import TypeAdapter

from rules.chance import Chance
from rules.components import Name
from rules.game import Event, Fact, Info, M, Notation, Options, Outcome, Refusal, Seat, Step, V
from rules.replace import replace

T = TypeVar("T")


class Dealt(Protocol):
    """What every state has: its chance. States are frozen dataclasses without slots, of plain values."""

    @property
    def chance(self) -> Chance: ...


S = TypeVar("S", bound=Dealt)


class Happening:
    """What comes to pass while one move is carried out.

    Everything random is drawn here, and everything the mover could not have known is revealed here, so
    that the engine, not the author of a rule, knows whether the move can be taken back.
    """

    __slots__ = ("chance", "events", "revealed", "shown")

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.revealed = False
        self.shown = False
        self.events: list[Event] = []

    def below(self, bound: int) -> int:
        number, self.chance = self.chance.below(bound)
        return number

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        deck, self.chance = self.chance.shuffled(items)
        return deck

    def reveal(self, hidden: T) -> T:
        """Something hidden that somebody now learns."""
        self.revealed = True
        return hidden

    def show(self, known: T) -> T:
        """Something the mover knew already that all now see: no surprise, but it cannot be unseen."""
        self.shown = True
        return known

    def tell(self, event: Event) -> None:
        self.events.append(event)


class Engine(ABC, Generic[S, M, V]):
    """Base of every game. The author writes the abstract methods; the rest is the same for all."""

    info: Info
    names: Mapping[str, Name]
    pack: str
    state_type: type[S]

    @abstractmethod
    def deal(self, seats: int, options: Options, happening: Happening) -> S:
        """The table as it stands before the first move."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]: ...

    @abstractmethod
    def choices(self, state: S, seat: Seat) -> Sequence[M]:
        """Every legal move of a seat that owes one."""

    @abstractmethod
    def perform(self, state: S, seat: Seat, move: M, happening: Happening) -> S:
        """Carry out a move already known to be legal."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V: ...

    @abstractmethod
    def owed(self, view: V, seat: Seat) -> str: ...

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def reshuffle(self, state: S, seat: Seat | None, seed: bytes) -> S: ...

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many sit at the table."""

    @abstractmethod
    def census(self, state: S) -> Mapping[str, int]: ...

    def about(self, state: S, seat: Seat, move: M) -> Mapping[str, Fact]:  # noqa: ARG002
        return {}

    def setup(self, seats: int, options: Options, seed: bytes) -> S:
        if seats not in self.info.seat_counts():
            raise ValueError(f"{self.info.key} is not played by {seats}")
        happening = Happening(Chance(seed))
        return _with_chance(self.deal(seats, options, happening), happening.chance)

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        # A move is nearly always chosen from the very state it is then applied to.
        last_state, last_seat, moves = self._last_legal
        if last_state is state and last_seat == seat:
            return moves
        moves = self.choices(state, seat) if seat in self.to_act(state) else ()
        self._last_legal = (state, seat, moves)
        return moves

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        if not 0 <= seat < self.seats(state):
            raise Refusal("not_seated")
        owing = self.to_act(state)
        if not owing:
            raise Refusal("over")
        if seat not in owing:
            raise Refusal("not_your_turn")
        if not _among(self.legal(state, seat), move):
            raise Refusal("illegal", move=str(move))
        happening = Happening(state.chance)
        after = _with_chance(self.perform(state, seat, move, happening), happening.chance)
        still_owing = self.to_act(after)
        reveals = happening.revealed or happening.chance.counter != state.chance.counter
        barrier = reveals or happening.shown or not still_owing or not still_owing <= owing | {seat}
        return Step(after, tuple(happening.events), barrier, reveals)

    def dump(self, state: S) -> str:
        return self._states.dump_json(state).decode()

    def load(self, text: str) -> S:
        return self._states.validate_json(text)

    def values(self) -> str:
        own: Any = self  # every game has components, each of a model of its own
        return str(own.components.model_dump_json())

    def parse(self, text: str) -> M:
        return cast(M, self._notation.read(text))

    _last_legal: tuple[Any, Seat, Sequence[Any]] = (None, -1, ())

    @cached_property
    def _states(self) -> TypeAdapter[S]:
        return TypeAdapter(self.state_type)

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.info.moves)


def _among(legal: Sequence[Any], move: Any) -> bool:
    """Nearly always a move is one of the very moves that were told: no need to compare it with the others."""
    return (isinstance(legal, tuple) and id(move) in map(id, legal)) or move in legal


def _with_chance(state: S, chance: Chance) -> S:
    if state.chance is chance:
        return state
    return replace(state, chance=chance)
