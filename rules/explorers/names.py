"""What things are called: the pieces of the box, and the places of the map by their coordinates."""

import re
from collections.abc import Iterator, Mapping

from rules.components import Name

_SPOT = re.compile(r"(?!$)([a-z]+-?\d+)?(ne|nw|se|sw|n|e|s|w)?( \(\d+\)| ×\d+)?")
"""A cell, a side of it, or both; perhaps with the strength or the number of what stands there."""
_FRENCH_WEST = {"w": "o", "nw": "no", "sw": "so"}


class Names(Mapping[str, Name]):
    """The names of the pieces. Places of the map, alone or in a row, are not listed but have names too."""

    def __init__(self, pieces: Mapping[str, Name]) -> None:
        self._pieces = pieces

    def __getitem__(self, key: str) -> Name:
        if key in self._pieces:
            return self._pieces[key]
        spots = [_SPOT.fullmatch(part) for part in key.split(", ")]
        if None in spots:
            raise KeyError(key)
        names = [_spot_names(*spot.groups(default="")) for spot in spots if spot]
        return Name.model_validate(
            {"en": ", ".join(english for english, _ in names), "fr": ", ".join(french for _, french in names)}
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)


def _spot_names(cell: str, side: str, note: str) -> tuple[str, str]:
    """In English and in French."""
    french = _FRENCH_WEST.get(side, side)
    return f"{cell} {side}".strip().upper() + note, f"{cell} {french}".strip().upper() + note
