"""The contract between a game's rules and the rest of Skald: moves, events, views, outcomes, `Game`."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    runtime_checkable,
)

from pydantic import BaseModel, ConfigDict, ValidationError

from rules.components import Name
from rules.success_sheet import SuccessSheet

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


class Move(FrozenModel):
    """One choice of a player. `str(move)` is its notation: the kind, then each field, `-` for none.

    Players are asked for the fields in their order. The class variables tell the panel how to offer moves.
    """

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

    kind: str

    def __str__(self) -> str:
        return " ".join(self.tokens())

    def __eq__(self, other: object) -> bool:
        # Hot: every legal move is compared with the one made.
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def tokens(self) -> tuple[str, ...]:
        return tuple(_token(value) for _, value in self)

    @classmethod
    def build_many(cls, many: Sequence[dict[str, Any]]) -> tuple[Self, ...]:
        """Build many moves without validation. Each dict must have a valid value for every field."""
        moves = tuple(map(object.__new__, repeat(cls, len(many))))
        slots: tuple[Iterable[Any], ...] = many, repeat(set(cls.model_fields)), repeat(None), repeat(None)
        for set_slot, values in zip(_SLOT_SETTERS, slots, strict=True):
            deque(map(set_slot, moves, values), maxlen=0)
        return moves

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
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Event(FrozenModel):
    """A fact that a move led to. `audience` are the seats that may see it; None means all and spectators."""

    loser_field: ClassVar[str | None] = None
    """The field with the seat that lost something by the event."""
    is_pass: ClassVar[bool] = False
    """True if a player only declined to do something."""

    kind: str
    audience: frozenset[Seat] | None = None

    def visible_to(self, seat: Seat | None) -> bool:
        return self.audience is None or seat in self.audience

    def is_loss_for(self, seat: Seat) -> bool:
        """True if the seat lost something by the event. A returning player reads losses first."""
        return self.loser_field is not None and getattr(self, self.loser_field) == seat


class Phrase(FrozenModel):
    """A text to look up: a key of the game's catalogue and the values of its placeholders."""

    key: str
    values: dict[str, str | int] = {}


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
    player makes one."""

    key: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first game: seat 0 plays against computer players; the panel explains one step at a time."""

    seed: bytes
    seats: int
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """Static description of a game.

    `owed`: keys of what a seat can owe. `kind_first`: those where the panel always asks for the kind of move
    first, however few moves there are, so that its buttons keep their order. `delayed_kinds`: kinds of move
    whose button says everything; a final one is delayed instead of confirmed. `topics`: chapters of the help
    in reading order, each with the kinds of move it explains.
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
    topics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind_first: frozenset[str] = frozenset()
    delayed_kinds: frozenset[str] = frozenset()
    lesson: Lesson | None = None

    def seat_counts(self) -> range:
        return range(self.seats[0], self.seats[1] + 1)


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=FrozenModel)


class Step(NamedTuple, Generic[S_co]):
    """Result of a move. `barrier`: it cannot be undone. `reveals`: its result could not be predicted."""

    state: S_co
    events: tuple[Event, ...]
    barrier: bool
    reveals: bool = True


class Game(Protocol[S, M, V]):
    """A game as the rest of Skald sees it."""

    @property
    def info(self) -> Info: ...
    @property
    def names(self) -> Mapping[str, Name]:
        """Names of cards, goods and pieces by key."""

    @property
    def pack(self) -> str:
        """Fingerprint of the components."""

    def dump_components(self) -> str:
        """Return the components as JSON. `rules.with_stored_components` builds the same game from it."""

    def setup(self, seats: int, options: Options, seed: bytes) -> S: ...
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that owe a move; empty when the game is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move of the seat, in a stable order."""

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """Validate a move and return its result; never mutates the state. Raises Refusal."""

    def label_facts(self, state: S, seat: Seat, move: M) -> Mapping[str, Fact]:
        """Return facts about a legal move that this seat knows, for its label: which card, how many steps."""

    def view(self, state: S, seat: Seat | None) -> V:
        """Return the information set of a seat, or of a spectator (None)."""

    def owed(self, view: V, seat: Seat) -> str:
        """Return the key of what a seat owes, for public text: `view` is the spectator's."""

    def outcome(self, state: S) -> Outcome | None: ...
    def reshuffle(self, state: S, seat: Seat | None, seed: bytes) -> S:
        """Return a determinization: a random state that this seat cannot distinguish from `state`."""

    def census(self, state: S) -> Mapping[str, int]:
        """Return the number of components of each kind, wherever they are. Moves never change it."""

    def dump(self, state: S) -> str: ...
    def load(self, text: str) -> S: ...
    def parse(self, text: str) -> M:
        """Parse the notation of a move. Raises Refusal("unreadable")."""


@runtime_checkable
class SupportsSuccesses(Protocol):
    """A game with a success sheet that users fill over all their games."""

    success_sheet: SuccessSheet

    def successes(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """Return the successes of a seat in a finished game."""


@runtime_checkable
class SupportsFavourites(Protocol):
    """A game that counts which cards, ships, animals or goods a player chooses most."""

    def favourites(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """Return the keys of the pieces a seat chose in a finished game, with repetitions."""


@runtime_checkable
class SupportsScores(Protocol):
    """A game whose current scores are public."""

    def current_scores(self, state: Any) -> tuple[int, ...]:
        """Return each seat's points if the game ended now, from public information only."""


@runtime_checkable
class SupportsPrintedValues(Protocol):
    """A game whose texts about cards and pieces have placeholders for values of the components."""

    def printed_values(self, piece: str) -> Mapping[str, Fact]:
        """Return the values printed on a piece, for the placeholders of its text."""


@runtime_checkable
class SupportsKeyCards(Protocol):
    """A game with public cards that differ from table to table and decide the goals of all players."""

    def key_cards(self, state: Any) -> tuple[str, ...]:
        """Return the keys of this table's cards. The first card of a game explains them."""


@runtime_checkable
class SupportsStateMigration(Protocol):
    """A game whose stored states had another format under earlier rules."""

    def migrate_state(self, state: str, rules_version: int) -> str:
        """Convert a stored state of an earlier `rules_version` to the current format."""


@runtime_checkable
class SupportsIllegalReasons(Protocol):
    """A game that explains why a move is illegal, with keys `not.…` of its catalogue."""

    def illegal_reason(self, state: Any, seat: Seat, move: Any) -> Phrase | None:
        """Return why a well-formed move is illegal now, or None if there is no better explanation."""

    def blocked_kinds(self, state: Any, seat: Seat) -> Mapping[str, Phrase]:
        """Return kinds of move a player would expect now but cannot make, each with the reason."""


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


@runtime_checkable
class SupportsShortcuts(Protocol):
    """A game with shortcuts: moves that are usually made in a row."""

    def shortcuts(self, state: Any, seat: Seat) -> tuple[Shortcut, ...]:
        """Return the shortcuts of a seat. Only the last move of a shortcut may be a barrier."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A decision made once for many turns. Its text in the catalogue is `order.<key>`.

    `prefixes`: first tokens of the moves it makes, preferred ones first. `owed`: it applies where the seat
    owes one of these; empty means always.
    """

    key: str
    prefixes: tuple[tuple[str, ...], ...]
    owed: frozenset[str] = frozenset()


@runtime_checkable
class SupportsStandingOrders(Protocol):
    """A game that offers standing orders."""

    standing_orders: tuple[StandingOrder, ...]
    """Most important first."""


@runtime_checkable
class SupportsNextTurn(Protocol):
    """A game whose turns can be planned ahead."""

    def next_turn(self, state: Any, seat: Seat) -> Any | None:
        """Return the state as if this seat's turn began now.

        None if the seat owes a move, or if it has no further turn that can be predicted.
        """


@runtime_checkable
class SupportsVoyages(Protocol):
    """A game for two whose last rounds can be played on their own, as a voyage (catalogue key `voyage`)."""

    last_rounds: int
    """Number of rounds that take about ten minutes."""

    def begins_round(self, state: Any) -> bool:
        """True if a round, a day or a turn of the first player begins and no move was made in it."""


AnyGame = Game[Any, Any, Any]


def printed_values(game: AnyGame, piece: str) -> Mapping[str, Fact]:
    """Return the printed values of a piece; empty if the game's texts have no placeholders."""
    return game.printed_values(piece) if isinstance(game, SupportsPrintedValues) else {}


def kind_of(model: type[Move] | type[Event]) -> str:
    return str(model.model_fields["kind"].default)


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
