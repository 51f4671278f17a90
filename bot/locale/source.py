"""Skald's own sentences, found where the code says them."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir

KEYWORDS = {"say": None, "say_many": (1, 2), "mark": None, "locale_str": None}
CODE = Path(__file__).parents[1]

Sentence = str | tuple[str, str]
"""A sentence, or its forms for one and for many."""


def sentences(code: Path = CODE) -> frozenset[Sentence]:
    return frozenset(_found(code))


def _found(code: Path) -> Iterator[Sentence]:
    for _, _, message, _, _ in extract_from_dir(code, keywords=KEYWORDS):
        match message:
            case str() if message:
                yield message
            case (str() as one, str() as many):
                yield one, many
