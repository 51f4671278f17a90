"""What things are called: the pieces of the box, and the places of the map by their coordinates."""

import re
from collections.abc import Iterator, Mapping

from rules.components import Name

_SPOT = re.compile(r"(?!$)([a-z]+-?\d+)?(ne|nw|se|sw|n|e|s|w)?( \(\d+\)| ×\d+)?")
"""A cell, a side of it, or both; perhaps with the strength or the number of what stands there."""


class Names(Mapping[str, Name]):
    """The names of the pieces. Places of the map, alone or in a row, are not listed but have names too."""

    def __init__(self, pieces: Mapping[str, Name], sides: Mapping[str, Name]) -> None:
        self._pieces = pieces
        self._sides = sides
        self._languages = tuple(
            dict.fromkeys(language for side in sides.values() for language in side.languages)
        )

    def __getitem__(self, key: str) -> Name:
        if key in self._pieces:
            return self._pieces[key]
        spots = [_SPOT.fullmatch(part) for part in key.split(", ")]
        if None in spots:
            raise KeyError(key)
        parts = [spot.groups(default="") for spot in spots if spot]
        return Name.made(
            self._languages, lambda language: ", ".join(self._spot(language, *part) for part in parts)
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def _spot(self, language: str, cell: str, side: str, note: str) -> str:
        lettered = self._sides[side].say(language) if side else ""
        return f"{cell.upper()} {lettered}".strip() + note
