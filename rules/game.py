"""The contract between a game's rules and everything that plays, stores, draws or tells it."""

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
"""A place at the table, counted from 0. The mark lets narration put a person's name there."""

Fact = str | int | tuple[str, ...]
"""Something known of a move, for its label: a key, a number, or the keys of several pieces."""

RefusalCode = Literal["not_seated", "not_your_turn", "over", "unreadable", "ambiguous", "illegal", "stale"]


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Why a move was not accepted: a code and parameters, put into words elsewhere."""

    def __init__(self, code: RefusalCode, **parameters: str | int) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters


class Record(BaseModel):
    """A small immutable value with named fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Move(Record):
    """One choice of a player. `str(move)` is its notation: the kind, then each field, `-` for none.

    The order of the fields is the order in which a person is asked for them.
    """

    several: ClassVar[frozenset[str]] = frozenset()
    """The fields that name any number of pieces at once: a letter or digit for each, `none` for none."""
    aside: ClassVar[bool] = False
    """Whether it is only beside what a turn is for, such as something to buy."""
    by_itself: ClassVar[bool] = False
    """Whether each is offered as it is where other moves are asked for by kind: there are never many."""
    whole: ClassVar[bool] = False
    """Whether such moves are offered whole once their kind is chosen, as long as one list holds them."""
    behind: ClassVar[str] = ""
    """The move behind which it lies on the table, and stands among buttons also where it cannot be made."""

    kind: str

    def __str__(self) -> str:
        return " ".join(self.words())

    def __eq__(self, other: object) -> bool:
        # Every legal move is compared with the one made: worth a short way.
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def words(self) -> tuple[str, ...]:
        return tuple(_word(value) for _, value in self)

    @classmethod
    def listed(cls, many: Sequence[dict[str, Any]]) -> tuple[Self, ...]:
        """Many moves of values that are known to fit, one for every field: they are not looked at again."""
        moves = tuple(map(object.__new__, repeat(cls, len(many))))
        kept: tuple[Iterable[Any], ...] = many, repeat(set(cls.model_fields)), repeat(None), repeat(None)
        for put, values in zip(_SLOTS, kept, strict=True):
            deque(map(put, moves, values), maxlen=0)
        return moves

    @classmethod
    def asked(cls) -> tuple[str, ...]:
        """The names of the fields a person chooses, in the order of asking."""
        return tuple(name for name in cls.model_fields if name != "kind")


_SLOTS = tuple(
    BaseModel.__dict__[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
"""How to set the values of a model, which of them were given, and what else pydantic keeps beside them."""


def _word(value: str | int | bool | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Event(Record):
    """A fact that came to pass. `audience` is who may hear of it; None is everybody."""

    loser: ClassVar[str | None] = None
    """The field that names who lost something by it."""
    is_pass: ClassVar[bool] = False
    """Whether it only says that somebody let something pass."""

    kind: str
    audience: frozenset[Seat] | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        return self.audience is None or seat in self.audience

    def is_loss_to(self, seat: Seat) -> bool:
        """Whether that seat lost something by it: told first to whoever comes back to a table."""
        return self.loser is not None and getattr(self, self.loser) == seat


class Phrase(Record):
    """Something to be said: a key of the game's catalogue and what goes into the sentence."""

    key: str
    values: dict[str, str | int] = {}


class Options(Record):
    """What a table may choose before the game; every field has a default and is a Literal or a bool."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the score sheet: a category, the piece it is about, and each seat's points."""

    category: str
    points: tuple[int, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, who came where (tied seats share a place), and the score sheet."""

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...] = ()
    sheet: tuple[ScoreRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One new idea of a first game: its text in the catalogue (`lesson.…`) is told when a move of these kinds
    is possible, and over once one was made."""

    key: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first game in which the panel tells one idea after another to seat 0, against the house."""

    seed: bytes
    seats: int
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """What a game is, before it is played.

    `owed` are the keys of what a seat can owe; where it owes one of `by_kind`, the kind of move is asked
    first, however few moves there are, so that the choices keep shape and order through a turn. A final move
    of a kind in `plain` is wholly told by its button: it is not asked about, only put off for a moment in
    which its player may think better of it. `topics` are the chapters of its help, in reading order, each
    with the kinds of move it explains.
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
    by_kind: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    lesson: Lesson | None = None

    def seat_counts(self) -> range:
        return range(self.seats[0], self.seats[1] + 1)


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=Record)


class Step(NamedTuple, Generic[S_co]):
    """What a move leads to. Behind a barrier it cannot be taken back; one that reveals cannot be foretold."""

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
        """Cards, goods and pieces by key, in every language."""

    @property
    def pack(self) -> str:
        """Fingerprint of the components the game is dealt from."""

    def values(self) -> str:
        """The components the game is dealt from, as text from which the same game can be made again."""

    def setup(self, seats: int, options: Options, seed: bytes) -> S: ...
    def to_act(self, state: S) -> frozenset[Seat]:
        """Who owes a move; nobody when the game is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Every legal move of that seat, in a stable order."""

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """Validate and carry out a move; the given state is never changed."""

    def about(self, state: S, seat: Seat, move: M) -> Mapping[str, Fact]:
        """Facts this seat knows of a legal move, for its label: which card, how many steps."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What that seat may know; None is a spectator."""

    def owed(self, view: V, seat: Seat) -> str:
        """What a seat that must act owes, as everybody is told: `view` is a spectator's."""

    def outcome(self, state: S) -> Outcome | None: ...
    def reshuffle(self, state: S, seat: Seat | None, seed: bytes) -> S:
        """Another state that this seat cannot tell apart."""

    def census(self, state: S) -> Mapping[str, int]:
        """Every kind of component and how many there are, wherever they lie; no move changes it."""

    def dump(self, state: S) -> str: ...
    def load(self, text: str) -> S: ...
    def parse(self, text: str) -> M:
        """Read the notation of a move; unreadable text is refused."""


@runtime_checkable
class Achieving(Protocol):
    """A game with a sheet of successes that a person fills over all their games."""

    success_sheet: SuccessSheet

    def successes(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """What that seat achieved in a finished game."""


@runtime_checkable
class Favouring(Protocol):
    """A game in which people come to favour some of its people, ships, animals or goods."""

    def favourites(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """What that seat chose in a finished game, by name, once for each time."""


@runtime_checkable
class Scoring(Protocol):
    """A game in which everybody can count at any time how the players stand."""

    def standing(self, state: Any) -> tuple[int, ...]:
        """Each seat's points if the game ended now, from what lies open alone."""


@runtime_checkable
class Printed(Protocol):
    """A game whose texts about cards and pieces take their numbers from its components."""

    def printed(self, piece: str) -> Mapping[str, Fact]:
        """What is printed on that piece, for its text."""


@runtime_checkable
class Deciding(Protocol):
    """A game with cards that differ from table to table and decide what everybody plays for."""

    def deciding(self, state: Any) -> tuple[str, ...]:
        """Those of a table, by name; they have texts of their own and lie open from the start."""


@runtime_checkable
class Revised(Protocol):
    """A game whose states were once written otherwise."""

    def revised(self, state: str, rules_version: int) -> str:
        """A stored state of that earlier version of the rules, as these rules read it."""


@runtime_checkable
class Explaining(Protocol):
    """A game that says why something cannot be done, in words of its catalogue (`not.…`)."""

    def why_not(self, state: Any, seat: Seat, move: Any) -> Phrase | None:
        """Why a move that can be written down is not legal now; None where nothing more can be said."""

    def blocked(self, state: Any, seat: Seat) -> Mapping[str, Phrase]:
        """The kinds of move that people look for now and cannot make, each with the reason."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Several moves of one seat that people think of as one, and what it is called (`shortcut.…`).

    One that is `beside` its first move does not replace it: that move is offered by itself too. One with a
    `menu` is offered among the moves of that kind once it is chosen, and at the beginning only if `telling`.
    Several of one name are one offer; the first move in which they differ is then asked for.
    """

    name: Phrase
    moves: tuple[Any, ...]
    beside: bool = False
    menu: str = ""
    telling: bool = True


@runtime_checkable
class Shortening(Protocol):
    """A game with moves that go together."""

    def shortcuts(self, state: Any, seat: Seat) -> tuple[Shortcut, ...]:
        """Offered instead of the first move of each, or beside it. Only the last of one may be a barrier."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """Something people decide once for many turns; its sentence in the catalogue is `order.…`.

    `words` begin the notation of the moves it makes, those it would rather make first. It holds where a seat
    owes one of `owed`, or wherever it is.
    """

    key: str
    words: tuple[tuple[str, ...], ...]
    owed: frozenset[str] = frozenset()


@runtime_checkable
class Ordering(Protocol):
    """A game with things that people decide once for many turns."""

    standing_orders: tuple[StandingOrder, ...]
    """Those that matter most first."""


@runtime_checkable
class Foreseeing(Protocol):
    """A game in which a coming turn can be thought through before it comes."""

    def ahead(self, state: Any, seat: Seat) -> Any | None:
        """The table as this seat would find it if its turn began now; None where it owes a move, or has no
        turn to come that anything can be said of."""


@runtime_checkable
class Abridging(Protocol):
    """A game for two whose last rounds can be played by themselves (`voyage` in its catalogue)."""

    last_rounds: int
    """How many of them take about ten minutes."""

    def begins_round(self, state: Any) -> bool:
        """Whether a round, a day or a turn of the first player begins, and nothing was done in it yet."""


AnyGame = Game[Any, Any, Any]


def printed(game: AnyGame, piece: str) -> Mapping[str, Fact]:
    """What the text about a piece may say; nothing, where a game keeps its texts whole."""
    return game.printed(piece) if isinstance(game, Printed) else {}


def kind_of(model: type[Move] | type[Event]) -> str:
    return str(model.model_fields["kind"].default)


class Notation:
    """Reads moves back from their notation."""

    missing: ClassVar[str] = "-"

    def __init__(self, models: Iterable[type[Move]]) -> None:
        self._models = {kind_of(model): model for model in models}

    def read(self, text: str) -> Move:
        kind, *words = text.lower().split() or [""]
        model = self._models.get(kind)
        if model is None:
            raise Refusal("unreadable", text=text)
        fields = model.asked()
        if len(words) != len(fields):
            raise Refusal("unreadable", text=text)
        given = {
            name: None if word == self.missing else word for name, word in zip(fields, words, strict=True)
        }
        try:
            return model.model_validate_strings(given)
        except ValidationError as problem:
            raise Refusal("unreadable", text=text) from problem
