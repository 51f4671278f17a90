"""Disk cache of piece placements on one map, so that a picture one move later only places what moved."""

import json
from contextlib import suppress
from hashlib import blake2b
from struct import pack

from render.explorers import map_cache

Values = tuple[float, ...]


def cache_key(what: str, *numbers: float) -> str:
    """Hash a query to a key that is the same in every process."""
    return what + blake2b(pack(f"{len(numbers)}d", *numbers), digest_size=8).hexdigest()


class PlacementCache:
    """Placement results of one map. Entries that a picture does not use are dropped when it is saved."""

    def __init__(self, key: object = None) -> None:
        self._key = key
        self._known: dict[str, Values] = {}
        self._used: dict[str, Values] = {}

    @classmethod
    def read(cls, key: object) -> "PlacementCache":
        cache = cls(key)
        # Damaged entries are computed again.
        with suppress(ValueError):
            if stored := map_cache.read(key):
                cache._known = {name: tuple(values) for name, values in json.loads(stored[1][0]).items()}
        return cache

    @property
    def is_empty(self) -> bool:
        return not self._known

    def get(self, name: str) -> Values | None:
        if name in self._used:
            return self._used[name]
        known = self._known.get(name)
        if known is not None:
            self._used[name] = known
        return known

    def put(self, name: str, *values: float) -> Values:
        self._used[name] = values
        return values

    def save(self) -> None:
        """Write the entries used since the last save, if there are new ones, and drop all others."""
        if self._used.keys() - self._known.keys():
            map_cache.write(self._key, (), (json.dumps(self._used).encode(),))
        self._known, self._used = self._used, {}
