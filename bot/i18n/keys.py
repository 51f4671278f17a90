"""Catalogue keys that every game must have, derived from its models.

    game.name, game.tagline             title and one-line description
    option.F, option.F.V, parameter.F   an option of the table, its values, its name in the slash command
    move.K                              a kind of move, on a button
    command.K, command.K.about          its slash command
    field.K.F, field.K.F.about          an option of that command, and the question for it
    value.K.F, value.K.F.V              one choice for a field; with V, that one value only
    label.K, intent.K                   a whole move: for a button, and before it is confirmed
    hint.goal, hint.K                   the goal of the game, and advice for the first move of a kind
    lesson.S, lesson.over               one idea of the first game, and what counts at the end
    voyage                              the last rounds of a duel, played alone
    order.S                             a standing order
    owes.O                              what a player owes ("play a card")
    event.K                             an event
    deed.K, deed.K.many                 an event after its player's name ("sails to D8"); {n} in a row
    outcome.R, score.C                  why the game ended, a line of the score sheet
    topic.T.title, topic.T.body         a chapter of the help
    piece.N                             what a card or piece does, for every name of the components

Labels, intents and values may use the fields of the move and the facts of `label_facts`. Where a fact may
be missing, a second entry, with `.bare` after its key, does without it. One with `.short` after the key of a
label is for buttons where the label is too long. One with `.spoken` after any key has words in place of
signs, for readers without pictures. `piece.N` may use the values printed on the piece. `deed.K` is needed
only where the sentence of the event does not begin with its player, or has a colon or a semicolon.

Some entries do not follow from the models:

    word.F.V                            the value V of a field F inside a sentence
    alt.…, part.…, closeup.…            descriptions of pictures, names of their parts, names of close-ups
    heading.…                           headings of the table in words
    not.…                               why a move is illegal
    shortcut.…                          several moves in one
    ends.E                              after the label of a move that ends E, as its fact `ends` says
    turn.…, turn.….on                   how the table counts turns ("turn 22 of 48"), and that in a sentence
    why.R                               why a computer player made a move; R is one of its reasons
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from bot.i18n.game_text import MAX_BUTTON_CHARS
from rules.game import AnyGame, Event, Move, kind_of

COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
"""Names that Discord accepts for commands and options. They must be in lower case too."""
MAX_DESCRIPTION_CHARS = 100
MAX_SENTENCE_CHARS = 300
MAX_PARAGRAPH_CHARS = 1000
MAX_CHAPTER_CHARS = 1500


@dataclass(frozen=True, slots=True)
class RequiredEntry:
    """A key that a game's catalogue must have, with the placeholders its text may use.

    `allows_facts`: the text may also use the facts that the rules know about a move.
    `unique_within`: texts with the same value here must differ from each other.
    """

    key: str
    max_chars: int = MAX_SENTENCE_CHARS
    placeholders: frozenset[str] = frozenset()
    allows_facts: bool = False
    unique_within: str = ""


def required_entries(game: AnyGame) -> Iterator[RequiredEntry]:
    info = game.info
    yield RequiredEntry("game.name", MAX_BUTTON_CHARS)
    yield RequiredEntry("game.tagline", MAX_DESCRIPTION_CHARS)
    for field, values in listed_values(info.options).items():
        yield RequiredEntry(f"option.{field}", MAX_BUTTON_CHARS)
        yield RequiredEntry(f"parameter.{field}", 32, unique_within="parameter")
        for value in values:
            yield RequiredEntry(f"option.{field}.{value}", MAX_DESCRIPTION_CHARS)
    yield RequiredEntry("hint.goal", MAX_PARAGRAPH_CHARS)
    for step in info.lesson.steps if info.lesson else ():
        yield RequiredEntry(f"lesson.{step.key}", MAX_PARAGRAPH_CHARS)
    if info.lesson:
        yield RequiredEntry("lesson.over", MAX_PARAGRAPH_CHARS)
    if game.last_rounds:
        yield RequiredEntry("voyage", placeholders=frozenset({"n"}))
    for order in game.standing_orders:
        yield RequiredEntry(f"order.{order.key}", MAX_DESCRIPTION_CHARS)
    for move in info.moves:
        yield from _move_entries(move)
    for owed in info.owed:
        yield RequiredEntry(f"owes.{owed}", MAX_DESCRIPTION_CHARS)
    for event in info.events:
        yield RequiredEntry(f"event.{kind_of(event)}", placeholders=content_fields(event))
    for reason in info.reasons:
        yield RequiredEntry(f"outcome.{reason}", placeholders=frozenset({"winners"}))
    for category in info.categories:
        yield RequiredEntry(f"score.{category}", MAX_BUTTON_CHARS, placeholders=frozenset({"about"}))
    for topic in game.topics:
        yield RequiredEntry(f"topic.{topic}.title", MAX_BUTTON_CHARS)
        yield RequiredEntry(f"topic.{topic}.body", MAX_CHAPTER_CHARS)
    for name in game.names:
        yield RequiredEntry(
            f"piece.{name}", MAX_PARAGRAPH_CHARS, placeholders=frozenset(game.printed_values(name))
        )


def _move_entries(model: type[Move]) -> Iterator[RequiredEntry]:
    kind, values = kind_of(model), content_fields(model)
    yield RequiredEntry(f"move.{kind}", MAX_BUTTON_CHARS)
    yield RequiredEntry(f"command.{kind}", 32, unique_within="command")
    yield RequiredEntry(f"command.{kind}.about", MAX_DESCRIPTION_CHARS)
    yield RequiredEntry(f"label.{kind}", MAX_DESCRIPTION_CHARS, placeholders=values, allows_facts=True)
    yield RequiredEntry(f"intent.{kind}", placeholders=values, allows_facts=True)
    yield RequiredEntry(f"hint.{kind}")
    for field in model.choice_fields():
        yield RequiredEntry(f"field.{kind}.{field}", 32, unique_within=f"field.{kind}")
        yield RequiredEntry(f"field.{kind}.{field}.about", MAX_DESCRIPTION_CHARS)
        yield RequiredEntry(
            f"value.{kind}.{field}", MAX_DESCRIPTION_CHARS, placeholders=values, allows_facts=True
        )


def keys_covered_by_values(game: AnyGame, written: Container[str]) -> frozenset[str]:
    """Returns the `value.K.F` keys that are not needed, because `written` has a key for each value."""
    values_by_key = {
        f"value.{kind_of(move)}.{field}": values
        for move in game.info.moves
        for field, values in listed_values(move).items()
        if values
    }
    return frozenset(
        label
        for label, values in values_by_key.items()
        if all(f"{label}.{value}" in written for value in values)
    )


def content_fields(model: type[Move] | type[Event]) -> frozenset[str]:
    return frozenset(model.model_fields) - {"kind", "audience"}


def listed_values(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Returns the values of each field whose type lists them (booleans and literals)."""
    return {name: tuple(_listed_in_type(field.annotation)) for name, field in model.model_fields.items()}


def _listed_in_type(annotation: object) -> Iterable[str]:
    origin = get_origin(annotation)
    if annotation is bool:
        return ("yes", "no")
    if origin is Literal:
        return tuple(str(value) for value in get_args(annotation))
    if origin is Annotated:
        return _listed_in_type(get_args(annotation)[0])
    if origin in (Union, UnionType, tuple):
        return tuple(
            value for part in get_args(annotation) if part is not NoneType for value in _listed_in_type(part)
        )
    return ()
