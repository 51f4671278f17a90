"""The values of moves, events and facts: how keys write them, and what they speak of."""

from collections.abc import Iterator
from functools import cache
from typing import get_args

from rules.game import AnyGame, Record

NONE = "-"
"""How the notation of a move writes a field without a value."""


class Said(str):
    """A value that is already in words."""

    __slots__ = ()


def word_of(value: object) -> str:
    """A value as the last part of a key."""
    if value is None or value == NONE:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_value(word: str) -> str | int | None:
    """The value that the notation of a move writes so."""
    if word == NONE:
        return None
    return int(word) if word.removeprefix("-").isdecimal() else word


def is_letter(word: str) -> bool:
    """Whether a value is a letter on the board, such as a zone: those are shown as capitals."""
    return len(word) == 1 and word.isalpha()


def named_in(value: object) -> Iterator[str | int]:
    """The components and seats that a value names."""
    if isinstance(value, tuple | frozenset):
        for item in value:
            yield from named_in(item)
    elif isinstance(value, str | int) and not isinstance(value, Said | bool):
        yield value


def seat_fields(game: AnyGame) -> frozenset[str]:
    """The names under which this game's moves and events speak of a seat."""
    return _seat_fields((*game.info.moves, *game.info.events))


@cache
def _seat_fields(models: tuple[type[Record], ...]) -> frozenset[str]:
    marked = {
        name
        for model in models
        for name, field in model.model_fields.items()
        if name != "audience" and ("seat" in field.metadata or _marks_seat(field.annotation))
    }
    return frozenset({"seat"} | marked)


def _marks_seat(annotation: object) -> bool:
    return "seat" in getattr(annotation, "__metadata__", ()) or any(map(_marks_seat, get_args(annotation)))
