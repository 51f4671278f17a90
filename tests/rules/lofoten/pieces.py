"""Pieces of Lofoten in words: tiles, cards, ships."""

from typing import Any

from rules.lofoten.pieces import Card, Tile
from rules.lofoten.state import Ship


def tiles(*goods: str | None) -> tuple[Any, ...]:
    """`"mead 2"` is a tile, `"mead 2 rb"` one with shields, `"mead 2 rb flipped"` that one flipped.

    None is an empty space.
    """
    return tuple(_tile(words) for words in goods)


def _tile(words: str | None) -> Tile | None:
    if words is None:
        return None
    good, amount, *more = words.split()
    flipped = "flipped" in more
    shields = next((word for word in more if word != "flipped"), "")
    return Tile(good, int(amount), shields, flipped)  # type: ignore[arg-type]


def cards(*words: str) -> tuple[Card, ...]:
    """`"mead 2"` is an order of value 2 for mead."""
    return tuple(Card(good, int(value)) for good, value in (each.split() for each in words))  # type: ignore[arg-type]


def ship(key: str, order: str | None = None, *load: str, better: bool = False) -> Ship:
    """Return a ship with `order="mead 2"` and optionally `load="mead 3"`; `better`: its dark side is up."""
    return Ship(key, cards(order)[0] if order else None, tiles(*load), better)  # type: ignore[arg-type]
