"""Base class of all games: adds validation, barrier, serialisation and notation to a game's own rules."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, cast

from pydantic import TypeAdapter

from rules.chance import Chance
from rules.components import ComponentSource, GameComponents, Name, load_components
from rules.game import Event, Game, M, Notation, Options, Refusal, Seat, Shortcut, Step, V
from rules.replace import replace

T = TypeVar("T")
NO_SEATS: frozenset[Seat] = frozenset()
ONLY_SEAT: tuple[frozenset[Seat], ...] = tuple(frozenset((seat,)) for seat in range(5))
"""Results of `to_act`, built once: no seat, or only this one."""


class AnyState(Protocol):
    """States are frozen dataclasses without slots, of plain values, with at least these fields."""

    @property
    def chance(self) -> Chance: ...
    @property
    def players(self) -> Sequence[Any]: ...


S = TypeVar("S", bound=AnyState)
P = TypeVar("P")


class TurnState(Generic[P]):
    """Base of states in which one player is active."""

    active: Seat
    players: tuple[P, ...]

    @property
    def player(self) -> P:
        return self.players[self.active]

    def players_with(self, seat: Seat, player: P) -> tuple[P, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])


class StepRecorder:
    """Collects the events and reveals of one move, and draws its random numbers.

    All randomness and all hidden information pass through it. So the engine decides whether the move can be
    undone (the barrier), not the author of a rule.
    """

    __slots__ = ("chance", "events", "revealed", "shown")

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.revealed = False
        self.shown = False
        self.events: list[Event] = []

    def random_below(self, bound: int) -> int:
        number, self.chance = self.chance.below(bound)
        return number

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        deck, self.chance = self.chance.shuffled(items)
        return deck

    def reveal(self, hidden: T) -> T:
        """Return `hidden`, and note that a player learns something they could not know."""
        self.revealed = True
        return hidden

    def show(self, known: T) -> T:
        """Return `known`, and note that others now see something only the mover knew."""
        self.shown = True
        return known

    def emit(self, event: Event) -> None:
        self.events.append(event)


class Engine(Game[S, M, V]):
    """Base class of all games: implements `Game` on top of what each game provides."""

    components: GameComponents
    components_type: type[GameComponents]
    state_type: type[S]

    def __init__(self, pack: ComponentSource = None) -> None:
        self.components, self.pack = load_components(self.info.key, self.components_type, pack)
        self.names: Mapping[str, Name] = self.components.all_names
        self.topics = self.components.topics

    @abstractmethod
    def deal(self, seats: int, options: Options, recorder: StepRecorder) -> S:
        """Return the state before the first move."""

    @abstractmethod
    def choices(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move of a seat that owes one."""

    @abstractmethod
    def perform(self, state: S, seat: Seat, move: M, recorder: StepRecorder) -> S:
        """Return the state after a legal move. Events and reveals go to the recorder."""

    def seats(self, state: S) -> int:
        return len(state.players)

    def setup(self, seats: int, options: Options, seed: bytes) -> S:
        if seats not in self.info.seat_counts():
            raise ValueError(f"{self.info.key} is not played by {seats}")
        recorder = StepRecorder(Chance(seed))
        return _with_chance(self.deal(seats, options, recorder), recorder.chance)

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        # Cache of one entry: a move is nearly always chosen from the state it is then applied to.
        last_state, last_seat, moves = self._last_legal
        if last_state is state and last_seat == seat:
            return moves
        moves = self.choices(state, seat) if seat in self.to_act(state) else ()
        self._last_legal = (state, seat, moves)
        return moves

    def find_shortcuts(self, state: S, seat: Seat) -> tuple[Shortcut, ...]:  # noqa: ARG002
        """Return the shortcuts of a seat that owes a move."""
        return ()

    def shortcuts(self, state: S, seat: Seat) -> tuple[Shortcut, ...]:
        # Cache of one entry: a panel asks for them several times.
        last_state, last_seat, found = self._last_shortcuts
        if last_state is state and last_seat == seat:
            return found
        found = self.find_shortcuts(state, seat) if seat in self.to_act(state) else ()
        self._last_shortcuts = (state, seat, found)
        return found

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        if not 0 <= seat < self.seats(state):
            raise Refusal("not_seated")
        owing = self.to_act(state)
        if not owing:
            raise Refusal("over")
        if seat not in owing:
            raise Refusal("not_your_turn")
        if not _contains(self.legal(state, seat), move):
            raise Refusal("illegal", move=str(move))
        recorder = StepRecorder(state.chance)
        after = _with_chance(self.perform(state, seat, move, recorder), recorder.chance)
        still_owing = self.to_act(after)
        reveals = recorder.revealed or recorder.chance.counter != state.chance.counter
        barrier = reveals or recorder.shown or not still_owing or not still_owing <= owing | {seat}
        return Step(after, tuple(recorder.events), barrier, reveals)

    def dump(self, state: S) -> str:
        return self._state_adapter.dump_json(state).decode()

    def load(self, text: str) -> S:
        return self._state_adapter.validate_json(text)

    def dump_components(self) -> str:
        return self.components.model_dump_json()

    def parse(self, text: str) -> M:
        return cast(M, self._notation.parse(text))

    _last_legal: tuple[Any, Seat, Sequence[Any]] = (None, -1, ())
    _last_shortcuts: tuple[Any, Seat, tuple[Shortcut, ...]] = (None, -1, ())

    @cached_property
    def _state_adapter(self) -> TypeAdapter[S]:
        return TypeAdapter(self.state_type)

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.info.moves)


def _contains(legal: Sequence[Any], move: Any) -> bool:
    """True if the move is legal. Compares identities first: nearly always it is one of these very objects."""
    return (isinstance(legal, tuple) and id(move) in map(id, legal)) or move in legal


def _with_chance(state: S, chance: Chance) -> S:
    if state.chance is chance:
        return state
    return replace(state, chance=chance)
