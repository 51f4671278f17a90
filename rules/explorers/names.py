"""What things are called: the pieces of the box, and every place of the map by its coordinates."""

import re
from collections.abc import Iterator, Mapping

from rules.components import Name

_PLACE = re.compile(r"([a-z]+-?\d+)(n|ne|e|se|s|sw|w|nw)?")
_FRENCH_WEST = {"w": "o", "nw": "no", "sw": "so"}


class Names(Mapping[str, Name]):
    """The names of the pieces. Places of the map are not listed among them, but have names too."""

    def __init__(self, pieces: Mapping[str, Name]) -> None:
        self._pieces = pieces

    def __getitem__(self, key: str) -> Name:
        found = self._pieces.get(key)
        if found is None and (place := _PLACE.fullmatch(key)):
            return _place_name(place[1], place[2] or "")
        return self._pieces[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)


def _place_name(cell: str, side: str) -> Name:
    french = _FRENCH_WEST.get(side, side)
    return Name.model_validate(
        {"en": f"{cell} {side}".strip().upper(), "fr": f"{cell} {french}".strip().upper()}
    )
