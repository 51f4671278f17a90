"""The contract between a game's rules and the rest of Skald: moves, events, views, outcomes, `Game`."""
# ruff: noqa: ARG002 - the defaults of `Game` ignore their arguments

import re
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import get_annotations
from itertools import repeat
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from rules.components import Name
from rules.success_sheet import NO_SUCCESSES, SuccessSheet

Seat = Annotated[int, "seat"]
"""Index of a player at the table, from 0. The annotation marks fields that texts replace by a name."""

Fact = str | int | tuple[str, ...]
"""A value for the label of a move: a key, a number, or the keys of several pieces."""

RefusalCode = Literal["not_seated", "not_your_turn", "over", "unreadable", "ambiguous", "illegal", "stale"]


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A move was not accepted: a code and parameters. The bot turns them into text."""

    def __init__(self, code: RefusalCode, **parameters: str | int) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters


class FrozenModel(BaseModel):
    """Immutable pydantic model; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class KindModel(FrozenModel):
    """Model whose first field tells its kind: `kind` of the class, or the name of the class in snake case.

    A class whose name begins with an underscore is a base of others and has no kind.
    """

    kind: str = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        # Before pydantic collects the fields, as if the class had declared this one itself.
        if cls.__module__ != __name__ and not cls.__name__.startswith("_"):
            kind = kind or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__ = {"kind": Literal[kind], **get_annotations(cls)}
            cls.kind = kind


class Move(KindModel):
    """One choice of a player. `str(move)` is its notation: the kind, then each field, `-` for none.

    Players are asked for the fields in their order. The class variables tell the panel how to offer moves.
    """

    # Games create moves in comprehensions at import, where Python 3.13.0 crashes on a deferred build.
    model_config = ConfigDict(defer_build=False)

    multi_select_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that name any number of pieces: a letter or digit for each, or `none`."""
    is_side_action: ClassVar[bool] = False
    """True if it is not the main purpose of a turn, for example a purchase. Its button is less prominent."""
    offered_singly: ClassVar[bool] = False
    """True if each move has its own button where other moves are grouped by kind: there are always few."""
    offered_whole: ClassVar[bool] = False
    """True if complete moves are listed once the kind is chosen, as long as they fit into one list."""
    shown_after: ClassVar[str] = ""
    """Notation of the move whose button it follows, even while it is blocked."""

    def __str__(self) -> str:
        return " ".join(self.tokens())

    def __eq__(self, other: object) -> bool:
        # Hot: every legal move is compared with the one made.
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def tokens(self) -> tuple[str, ...]:
        return tuple(map(_token, self.__dict__.values()))

    @classmethod
    def build_many(cls, many: Sequence[dict[str, Any]]) -> tuple[Self, ...]:
        """Build many moves without validation. Each dict must have a valid value for every field."""
        moves = tuple(map(object.__new__, repeat(cls, len(many))))
        slots: tuple[Iterable[Any], ...] = many, repeat(set(cls.model_fields)), repeat(None), repeat(None)
        for set_slot, values in zip(_SLOT_SETTERS, slots, strict=True):
            deque(map(set_slot, moves, values), maxlen=0)
        return moves

    @classmethod
    def memoized(cls, maxsize: int | None = None) -> Callable[..., Self]:
        """Return a function from the values of the fields, in order, that builds equal moves only once."""
        fields = cls.choice_fields()
        return lru_cache(maxsize)(lambda *values: cls(**dict(zip(fields, values, strict=False))))

    @classmethod
    def choice_fields(cls) -> tuple[str, ...]:
        """Return the names of the fields a player chooses, in the order of asking."""
        return tuple(name for name in cls.model_fields if name != "kind")


_SLOT_SETTERS = tuple(
    BaseModel.__dict__[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
"""Setters of the slots of a pydantic model: values, fields set, extra, private."""


def _token(value: str | int | bool | None) -> str:
    if type(value) is str:  # Hot, and most values are.
        return value
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Event(KindModel):
    """A fact that a move led to. `audience` are the seats that may see it; None means all and spectators."""

    loser_field: ClassVar[str | None] = None
    """The field with the seat that lost something by the event."""
    is_pass: ClassVar[bool] = False
    """True if a player only declined to do something."""
    is_routine: ClassVar[bool] = False
    """True if it belongs to nearly every turn. A summary of the turn leaves it out."""

    audience: frozenset[Seat] | None = None

    def visible_to(self, seat: Seat | None) -> bool:
        return self.audience is None or seat in self.audience

    def is_loss_for(self, seat: Seat) -> bool:
        """True if the seat lost something by the event. A returning player reads losses first."""
        return self.loser_field is not None and getattr(self, self.loser_field) == seat


class PlayerEvent(Event):
    """An event about one player."""

    seat: Seat


class Phrase(FrozenModel):
    """A text to look up: a key of the game's catalogue and the values of its placeholders.

    The texts of `parts` follow, separated by commas.
    """

    key: str
    values: dict[str, str | int] = {}
    parts: tuple["Phrase", ...] = ()


class Options(FrozenModel):
    """Options of a game, chosen in the lobby. Every field has a default and is a Literal or a bool."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the score sheet: a category, the piece it is about, and each seat's points."""

    category: str
    points: tuple[int, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the reason, the ranking (tied seats share a rank), and the score sheet."""

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...] = ()
    sheet: tuple[ScoreRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson. Its text (`lesson.<key>`) is shown while a move of `kinds` is legal, until the
    player makes one.

    Steps follow each other. An optional one is about a decision that need not come: it waits for that
    decision until the next step that is not optional is done.
    """

    key: str
    kinds: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first game: seat 0 plays against computer players; the panel explains one step at a time.

    After the last step the text `lesson.over` says what counts at the end of the game.
    """

    seed: bytes
    seats: int
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """Static description of a game.

    `owed`: keys of what a seat can owe. `kind_first`: those where the panel always asks for the kind of move
    first, however few moves there are, so that its buttons keep their order. `delayed_kinds`: kinds of move
    whose button says everything; a final one is delayed instead of confirmed. `reversible_kinds`: kinds of
    move that another move of the same turn may take back.
    """

    key: str
    seats: tuple[int, int]
    rules_version: int
    options: type[Options]
    moves: tuple[type[Move], ...]
    owed: tuple[str, ...]
    events: tuple[type[Event], ...]
    reasons: tuple[str, ...]
    categories: tuple[str, ...]
    kind_first: frozenset[str] = frozenset()
    delayed_kinds: frozenset[str] = frozenset()
    reversible_kinds: frozenset[str] = frozenset()
    lesson: Lesson | None = None

    def seat_counts(self) -> range:
        return range(self.seats[0], self.seats[1] + 1)


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=FrozenModel)
K = TypeVar("K", bound=KindModel)


class Step(NamedTuple, Generic[S_co]):
    """Result of a move. `barrier`: it cannot be undone. `reveals`: its result could not be predicted."""

    state: S_co
    events: tuple[Event, ...]
    barrier: bool
    reveals: bool = True


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Several moves of one seat offered as one, with a name (`shortcut.…`).

    A shortcut replaces its first move among the offers, unless `keeps_first_move`. With a `menu` it is listed
    among the moves of that kind, and at top level only if `promoted`. Shortcuts of equal name are one offer:
    the panel then asks for the first move in which they differ.
    """

    name: Phrase
    moves: tuple[Any, ...]
    keeps_first_move: bool = False
    menu: str = ""
    promoted: bool = True


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A decision made once for many turns. Its text in the catalogue is `order.<key>`.

    `prefixes`: first tokens of the moves it makes, preferred ones first. `owed`: it applies where the seat
    owes one of these; empty means always.
    """

    key: str
    prefixes: tuple[tuple[str, ...], ...]
    owed: frozenset[str] = frozenset()


class Game(Protocol[S, M, V]):
    """A game as the rest of Skald sees it. The second half has defaults: a game overrides what it offers."""

    info: Info
    names: Mapping[str, Name]
    """Names of cards, goods and pieces by key."""
    topics: Mapping[str, tuple[str, ...]]
    """Chapters of the help in reading order, each with the kinds of move it explains."""
    pack: str
    """Fingerprint of the components."""

    def dump_components(self) -> str:
        """Return the components as JSON. `rules.with_stored_components` builds the same game from it."""

    def setup(self, seats: int, options: Options, seed: bytes) -> S: ...
    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that owe a move; empty when the game is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move of the seat, in a stable order."""

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """Validate a move and return its result; never mutates the state. Raises Refusal."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return the information set of a seat, or of a spectator (None)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...
    @abstractmethod
    def reshuffle(self, state: S, seat: Seat | None, seed: bytes) -> S:
        """Return a determinization: a random state that this seat cannot distinguish from `state`."""

    @abstractmethod
    def census(self, state: S) -> Mapping[str, int]:
        """Return the number of components of each kind, wherever they are. Moves never change it."""

    def dump(self, state: S) -> str: ...
    def load(self, text: str) -> S: ...
    def parse(self, text: str) -> M:
        """Parse the notation of a move. Raises Refusal("unreadable")."""

    def owed(self, view: V, seat: Seat) -> str:
        """Return the key of what a seat owes, for public text: `view` is the spectator's."""
        return self.info.owed[0]

    success_sheet: SuccessSheet = NO_SUCCESSES
    """What users collect over all their games of this title."""
    standing_orders: tuple[StandingOrder, ...] = ()
    """Most important first."""
    last_rounds: int = 0
    """Voyages begin this many rounds, about ten minutes, before the end of a duel; 0: at the setup.

    With rounds the game has the catalogue key `voyage`.
    """

    def possible_kinds(self, options: Options) -> frozenset[str]:
        """Return the kinds of move that can occur with these options."""
        return frozenset(map(kind_of, self.info.moves))

    def begins_round(self, state: S) -> bool:
        """True if a round, a day or a turn of the first player begins and no move was made in it."""
        return False

    def turn_label(self, state: S) -> Phrase | None:
        """Return how the table counts the turn in progress (`turn.…`), from public facts: "turn 22 of 48".

        A second text, with `.on` after the key, fits into a sentence: "on turn 22 of 48". None if the table
        does not count: then turns are numbered in the order of play.
        """
        return None

    def label_facts(self, state: S, seat: Seat, move: M) -> Mapping[str, Fact]:
        """Return facts about a legal move that this seat knows, for its label: which card, how many steps."""
        return {}

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        """Return the values printed on a piece, for the placeholders of its text."""
        return {}

    def illegal_reason(self, state: S, seat: Seat, move: M) -> Phrase | None:
        """Return why a well-formed move is illegal now (`not.…`), or None if there is nothing to explain."""
        return None

    def others_progress(self, view: V) -> Mapping[str, Any]:
        """Return the fields of a seat's view that show how far others are with simultaneous choices.

        In the form of pydantic's `exclude`. No decision depends on them: they make no panel outdated.
        """
        return {"to_act": True}

    def blocked_kinds(self, state: S, seat: Seat) -> Mapping[str, Phrase]:
        """Return kinds of move a player would expect now but cannot make, each with the reason (`not.…`)."""
        return {}

    def shortcuts(self, state: S, seat: Seat) -> tuple[Shortcut, ...]:
        """Return the shortcuts of a seat. Only the last move of a shortcut may be a barrier."""
        return ()

    def ways_back(self, state: S, seat: Seat, made: Sequence[M]) -> frozenset[M]:
        """Return the legal moves that only take back some of the moves `made` since `state`.

        Undo does that for nothing, so panels do not offer them.
        """
        earlier = set[Hashable]()
        for move in made:
            earlier.add(self.reversible_position(state, seat))
            state = self.apply(state, seat, move).state
        return frozenset(
            move
            for move in self.legal(state, seat)
            if move.kind in self.info.reversible_kinds
            and self.reversible_position(self.apply(state, seat, move).state, seat) in earlier
        )

    def reversible_position(self, state: S, seat: Seat) -> Hashable:
        """Return all that moves of the reversible kinds can change for a seat."""
        return None

    def next_turn(self, state: S, seat: Seat) -> S | None:
        """Return the state as if this seat's turn began now, for planning ahead.

        None if the seat owes a move, or if it has no further turn that can be predicted.
        """
        return None

    def current_scores(self, state: S) -> tuple[int, ...]:
        """Return each seat's points if the game ended now, from public facts; empty if they are secret."""
        return ()

    def key_cards(self, state: S) -> tuple[str, ...]:
        """Return the public cards that decide this table's goals. The first card of a game explains them."""
        return ()

    def successes(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the successes of a seat in a finished game, in the order of the sheet."""
        return ()

    def favourites(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the keys of the pieces a seat chose in a finished game, with repetitions."""
        return ()


AnyGame = Game[Any, Any, Any]


def kind_of(model: type[KindModel]) -> str:
    return str(model.model_fields["kind"].default)


def defined_in(namespace: Mapping[str, Any], base: type[K]) -> tuple[type[K], ...]:
    """Return the kinds of `base` that a module defines, in their order; `namespace`: its globals."""
    models = (value for value in namespace.values() if isinstance(value, type) and issubclass(value, base))
    return tuple(model for model in models if model.__module__ == namespace["__name__"] and kind_of(model))


class Notation:
    """Parser for the notation of moves: inverse of `str(move)`."""

    NONE_TOKEN: ClassVar[str] = "-"

    def __init__(self, models: Iterable[type[Move]]) -> None:
        self._models = {kind_of(model): model for model in models}

    def parse(self, text: str) -> Move:
        kind, *tokens = text.lower().split() or [""]
        model = self._models.get(kind)
        if model is None:
            raise Refusal("unreadable", text=text)
        fields = model.choice_fields()
        if len(tokens) != len(fields):
            raise Refusal("unreadable", text=text)
        given = {
            name: None if token == self.NONE_TOKEN else token
            for name, token in zip(fields, tokens, strict=True)
        }
        try:
            return model.model_validate_strings(given)
        except ValidationError as problem:
            raise Refusal("unreadable", text=text) from problem
