"""Names of pieces, and of places on the map by their coordinates."""

import re
from collections.abc import Callable, Iterator, Mapping

from rules.components import Name

_SPOT = re.compile(r"(?!$)([a-z]+-?\d+)?(ne|nw|se|sw|n|e|s|w)?( \(\d+\)| ×\d+)?")
"""A cell, a side of it, or both; optionally with the strength or number of what is there."""
_COUNTED = re.compile(r"(\d+) ([a-z_]+)")
"""A number of pieces: `2 viking`."""


class Names(Mapping[str, Name]):
    """Names of the pieces by key. Places and counted pieces, single or separated by commas, have names too,
    but are not listed."""

    def __init__(self, pieces: Mapping[str, Name], sides: Mapping[str, Name]) -> None:
        self._pieces = pieces
        self._sides = sides
        self._languages = tuple(
            dict.fromkeys(language for side in sides.values() for language in side.languages)
        )

    def __getitem__(self, key: str) -> Name:
        if key in self._pieces:
            return self._pieces[key]
        parts = [self._part(part) for part in key.split(", ")]
        return Name.compose(self._languages, lambda language: ", ".join(part(language) for part in parts))

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def _part(self, key: str) -> Callable[[str], str]:
        """Return a function of the language for one part of a key. Raises KeyError."""
        if (counted := _COUNTED.fullmatch(key)) and counted[2] in self._pieces:
            piece, number = self._pieces[counted[2]], counted[1]
            return lambda language: f"{number} {piece.text(language, one=number == '1')}"
        if spot := _SPOT.fullmatch(key):
            return lambda language: self._spot(language, *spot.groups(default=""))
        raise KeyError(key)

    def _spot(self, language: str, cell: str, side: str, note: str) -> str:
        lettered = self._sides[side].text(language) if side else ""
        return f"{cell.upper()} {lettered}".strip() + note
