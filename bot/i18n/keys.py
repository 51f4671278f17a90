"""Which entries a game's catalogue must have: all of them follow from its models.

    game.name, game.tagline             what it is
    option.F, option.F.V, parameter.F   an option of the table, its values, its name in the slash command
    move.K                              a kind of move, on a button
    command.K, command.K.about          its slash command
    field.K.F, field.K.F.about          an option of that command, and the question for it
    value.K.F, value.K.F.V              one choice for a field; with V, that one value only
    label.K, intent.K                   a whole move: for a button, and before it is confirmed
    hint.goal, hint.K                   what the game is about, and advice the first time
    lesson.S                            one idea of the first game
    voyage                              the last rounds of a duel, played by themselves
    order.S                             something that is decided once for many turns
    owes.O                              what a player owes ("play a card")
    event.K                             what came to pass
    outcome.R, score.C                  why the game ended, a line of the score sheet
    topic.T.title, topic.T.body         a chapter of the help
    piece.N                             what a card or piece does, for every name of the components

Labels, intents and values may use the fields of the move and the facts that `Game.about` gives; where a
fact may be missing, a second entry with `.bare` after its key does without. The text about a piece may use
what the rules say is printed on it. Some entries do not follow from the models: `word.F.V`, how the value V
of a field F is said inside a sentence; `alt.…`, the sentences that describe pictures, `part.…`, what the
parts of a picture are called, and `closeup.…`, what else can be looked at; `not.…`, why something cannot be
done; `shortcut.…`, several moves in one; `why.R`, what a computer player says for a move (R is a reason of
its mind under `opponents/`).
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from rules.game import Abridging, AnyGame, Event, Move, Ordering, kind_of, printed

NAME = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes as the name of a command or an option; it must be in lower case too."""
BUTTON, ABOUT, SENTENCE, PARAGRAPH, CHAPTER = 34, 100, 300, 1000, 1500


@dataclass(frozen=True, slots=True)
class Wanted:
    """An entry: its key, the longest it may be, and the values its sentence may use.

    `open` entries may also use the facts that the rules know of a move. Names that share a `rivals`
    group must differ from each other.
    """

    key: str
    longest: int = SENTENCE
    values: frozenset[str] = frozenset()
    open: bool = False
    rivals: str = ""


def wanted(game: AnyGame) -> Iterator[Wanted]:
    info = game.info
    yield Wanted("game.name", BUTTON)
    yield Wanted("game.tagline", ABOUT)
    for field, values in choices(info.options).items():
        yield Wanted(f"option.{field}", BUTTON)
        yield Wanted(f"parameter.{field}", 32, rivals="parameter")
        for value in values:
            yield Wanted(f"option.{field}.{value}", ABOUT)
    yield Wanted("hint.goal", PARAGRAPH)
    for step in info.lesson.steps if info.lesson else ():
        yield Wanted(f"lesson.{step.key}", PARAGRAPH)
    if isinstance(game, Abridging):
        yield Wanted("voyage", values=frozenset({"n"}))
    for order in game.standing_orders if isinstance(game, Ordering) else ():
        yield Wanted(f"order.{order.key}", ABOUT)
    for move in info.moves:
        yield from _of_move(move)
    for owed in info.owed:
        yield Wanted(f"owes.{owed}", ABOUT)
    for event in info.events:
        yield Wanted(f"event.{kind_of(event)}", values=fields(event))
    for reason in info.reasons:
        yield Wanted(f"outcome.{reason}", values=frozenset({"winners"}))
    for category in info.categories:
        yield Wanted(f"score.{category}", BUTTON, values=frozenset({"about"}))
    for topic in info.topics:
        yield Wanted(f"topic.{topic}.title", BUTTON)
        yield Wanted(f"topic.{topic}.body", CHAPTER)
    for name in game.names:
        yield Wanted(f"piece.{name}", PARAGRAPH, values=frozenset(printed(game, name)))


def _of_move(model: type[Move]) -> Iterator[Wanted]:
    kind, values = kind_of(model), fields(model)
    yield Wanted(f"move.{kind}", BUTTON)
    yield Wanted(f"command.{kind}", 32, rivals="command")
    yield Wanted(f"command.{kind}.about", ABOUT)
    yield Wanted(f"label.{kind}", ABOUT, values=values, open=True)
    yield Wanted(f"intent.{kind}", values=values, open=True)
    yield Wanted(f"hint.{kind}")
    for field in model.asked():
        yield Wanted(f"field.{kind}.{field}", 32, rivals=f"field.{kind}")
        yield Wanted(f"field.{kind}.{field}.about", ABOUT)
        yield Wanted(f"value.{kind}.{field}", ABOUT, values=values, open=True)


def spared(game: AnyGame, written: Container[str]) -> frozenset[str]:
    """The labels of fields that need none, since each of their values has one of its own."""
    labels = {
        f"value.{kind_of(move)}.{field}": values
        for move in game.info.moves
        for field, values in choices(move).items()
        if values
    }
    return frozenset(
        label for label, values in labels.items() if all(f"{label}.{value}" in written for value in values)
    )


def fields(model: type[Move] | type[Event]) -> frozenset[str]:
    return frozenset(model.model_fields) - {"kind", "audience"}


def choices(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """For each field, the values it can take, as far as its type lists them."""
    return {name: tuple(_listed(field.annotation)) for name, field in model.model_fields.items()}


def _listed(annotation: object) -> Iterable[str]:
    origin = get_origin(annotation)
    if annotation is bool:
        return ("yes", "no")
    if origin is Literal:
        return tuple(str(value) for value in get_args(annotation))
    if origin is Annotated:
        return _listed(get_args(annotation)[0])
    if origin in (Union, UnionType, tuple):
        return tuple(
            value for part in get_args(annotation) if part is not NoneType for value in _listed(part)
        )
    return ()
