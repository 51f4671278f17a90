"""The painter contract: a picture request, and the base class that draws and describes one game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any, ClassVar, Generic, Literal, TypeVar

from render.kit import Page, Picture
from render.kit.legend import encode_page
from rules.game import FrozenModel, Move, Outcome, Phrase, Seat

V = TypeVar("V", bound=FrozenModel)
Subject = Literal["board", "hand", "focus", "score_sheet", "closeup"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer to a prompt: its token, the moves it leads to, and its number in the picture if it has one.

    With `is_sequence` all moves are played one after the other; otherwise one of them remains to be chosen.
    """

    token: str
    moves: tuple[Move, ...]
    number: int | None = None
    is_sequence: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """The choice that a player has to make: the tokens of a move chosen so far, and the possible answers.

    With nothing chosen yet, an answer is a kind of move or a whole move.
    """

    chosen: tuple[str, ...]
    offers: tuple[Offer, ...]

    def tokens_by_number(self) -> dict[int, str]:
        return {offer.number: offer.token for offer in self.offers if offer.number is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest(Generic[V]):
    """A picture of a game: of a view, never of a state, so that it cannot show hidden information.

    It is passed whole from the panel through the picture cache and a worker process to the painter.
    """

    game: str
    subject: Subject
    view: V
    names: tuple[str, ...]
    language: str = ""
    """Of the names of cards and pieces; empty for the first language available."""
    since: V | None = None
    """An earlier view: changes since then are highlighted."""
    intention: Move | None = None
    """A move whose targets are highlighted."""
    prompt: Prompt | None = None
    """A question whose answers are numbered."""
    focus_moves: tuple[Move, ...] = ()
    """The moves that a focus picture is about where there is no prompt: those that led to the view, or that
    are intended."""
    captions: tuple[tuple[str, str], ...] = ()
    """Names of parts, by key. With captions the picture becomes a legend."""
    closeup: str = ""
    outcome: Outcome | None = None
    rows: tuple[str, ...] = ()
    """Names of the rows of a score sheet."""

    def cache_key(self) -> bytes:
        """Returns a digest that is equal for requests that show the same content."""
        return content_digest(*(getattr(self, field.name) for field in fields(self)))


@dataclass(frozen=True, slots=True)
class RequestReader(Generic[V]):
    """Base of the classes that draw from a request."""

    request: PictureRequest[V]

    @property
    def view(self) -> V:
        return self.request.view

    @property
    def names(self) -> tuple[str, ...]:
        return self.request.names

    @property
    def language(self) -> str:
        return self.request.language


def content_digest(*parts: object) -> bytes:
    digest = sha256()
    for part in parts:
        text = part.model_dump_json() if isinstance(part, FrozenModel) else repr(part)
        digest.update(f"{type(part).__name__} {text}\0".encode())
    return digest.digest()


Line = tuple[Phrase, ...]
"""Phrases that are read as one line."""


@dataclass(frozen=True, slots=True)
class TextSection:
    """A part of the table in words: its heading, and its lines. A panel leaves out a `detail`."""

    heading: Phrase
    lines: tuple[Line, ...]
    detail: bool = False


class Painter(ABC, Generic[V]):
    """Draws one game and describes its pictures in words.

    Subclasses lay out one page for each subject; `draw` chooses among them and encodes the page.
    """

    kinds_without_hand: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move that a player chooses without seeing the hand."""
    max_numbers: ClassVar[int] = 25
    """The most answers that a picture numbers. More are offered page by page, each with its picture."""
    legend_parts: ClassVar[tuple[str, ...]]
    """Keys of all parts that a legend can name."""

    def draw(self, request: PictureRequest[V]) -> Picture | None:
        """Returns None for a hand that the reader does not have."""
        page: Page | None = getattr(self, request.subject)(request)
        if page is None:
            return None
        picture = encode_page(page, dict(request.captions))
        if request.prompt is None or request.captions:  # A legend may be smaller than its page.
            return picture
        return replace(picture, regions=page.regions(request.prompt.tokens_by_number()))

    @abstractmethod
    def board(self, request: PictureRequest[V]) -> Page: ...

    @abstractmethod
    def hand(self, request: PictureRequest[V]) -> Page | None:
        """Draw the reader's own hand. Returns None if the reader has none."""

    def focus(self, request: PictureRequest[V]) -> Page:
        """Draw the part of the board, or of the hand, that the prompt or the `focus_moves` are about.

        In landscape, 4:3 to 3:2, because a panel shows it on one screen with its question and answers. The
        answers of a prompt that `points_at` names are numbered in it.
        """
        return self.board(request)

    @abstractmethod
    def score_sheet(self, request: PictureRequest[V]) -> Page: ...

    def closeup(self, request: PictureRequest[V]) -> Page:
        raise ValueError(f"no close-up {request.closeup}")

    def closeups(self, view: V) -> tuple[str, ...]:  # noqa: ARG002
        """Keys of the close-ups a reader can open: `seat.0` is that player's board, others are catalogue
        keys (`closeup.…`)."""
        return ()

    @abstractmethod
    def points_at(self, view: V, prompt: Prompt) -> frozenset[str]:
        """Returns the tokens of the answers that the pictures can point out. These are numbered."""

    @abstractmethod
    def visible_components(self, view: V) -> tuple[str, ...]:
        """Keys of the cards and pieces in a reader's pictures that have a text, the most useful first."""

    @abstractmethod
    def describe(self, view: V) -> tuple[Phrase, ...]:
        """Returns the alt text of the board."""

    @abstractmethod
    def describe_hand(self, view: V) -> tuple[Phrase, ...]: ...

    def describe_focus(self, request: PictureRequest[V]) -> tuple[Phrase, ...]:
        """Returns the alt text of the focus picture: only what it shows, without the numbered answers."""
        return self.describe(request.view)

    def describe_closeup(self, view: V, key: str) -> tuple[Phrase, ...]:  # noqa: ARG002
        return ()

    def text_only_board(self, view: V) -> tuple[TextSection, ...]:
        """Returns the whole table in words, for readers without pictures, the most important part first.

        Unlike an alt text it has no limit, and leaves out nothing that a decision may depend on.
        """
        return (TextSection(text_heading("board"), tuple((phrase,) for phrase in self.describe(view))),)

    def text_only_hand(self, view: V) -> Iterable[Line]:
        """Returns the reader's hand in words, a line per card."""
        return tuple((phrase,) for phrase in self.describe_hand(view))

    @abstractmethod
    def emoji(self) -> Mapping[str, str]:
        """Maps component keys, and kinds of move that have one, to the names of their icons."""


AnyPainter = Painter[Any]


def closeup_seat(key: str) -> Seat | None:
    """Returns the seat whose board a close-up shows; None for a close-up of something else."""
    what, _, seat = key.partition(".")
    return int(seat) if what == "seat" else None


def alt_phrase(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"alt.{key}", values=values)


def text_heading(key: str, **values: str | int) -> Phrase:
    """Returns the heading of a part of the table in words."""
    return Phrase(key=f"heading.{key}", values=values)
