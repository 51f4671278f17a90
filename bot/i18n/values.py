"""Values of moves, events and facts: their form in catalogue keys, and the subjects they name."""

from collections.abc import Iterator
from functools import cache
from typing import get_args

from rules.game import AnyGame, FrozenModel

NO_VALUE = "-"
"""The notation token of a field without a value."""


class RenderedText(str):
    """A value that is already text and needs no rendering."""

    __slots__ = ()


def key_part(value: object) -> str:
    """Returns a value as the last part of a catalogue key."""
    if value is None or value == NO_VALUE:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def parse_value(token: str) -> str | int | None:
    """Parse one token of a move's notation.

    >>> [parse_value(token) for token in ("-", "-2", "knarr")]
    [None, -2, 'knarr']
    """
    if token == NO_VALUE:
        return None
    return int(token) if token.removeprefix("-").isdecimal() else token


def is_letter(text: str) -> bool:
    """True for a letter on the board, such as a zone. Letters are shown as capitals."""
    return len(text) == 1 and text.isalpha()


def subjects_in(value: object) -> Iterator[str | int]:
    """Yields the components (keys) and seats that a value names."""
    if isinstance(value, tuple | frozenset):
        for item in value:
            yield from subjects_in(item)
    elif isinstance(value, str | int) and not isinstance(value, RenderedText | bool):
        yield value


def seat_fields(game: AnyGame) -> frozenset[str]:
    """Returns the fields of this game's moves and events whose values are seats."""
    return _seat_fields((*game.info.moves, *game.info.events))


@cache
def _seat_fields(models: tuple[type[FrozenModel], ...]) -> frozenset[str]:
    marked = {
        name
        for model in models
        for name, field in model.model_fields.items()
        if name != "audience" and ("seat" in field.metadata or _marks_seat(field.annotation))
    }
    return frozenset({"seat"} | marked)


def _marks_seat(annotation: object) -> bool:
    return "seat" in getattr(annotation, "__metadata__", ()) or any(map(_marks_seat, get_args(annotation)))
