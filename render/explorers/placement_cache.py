"""What was found on a map before: where pieces stand among others. It is kept on disk beside the map, so that
of a picture one move further only what has changed is looked for again."""

import json
from contextlib import suppress
from hashlib import blake2b
from struct import pack

from render.explorers import map_cache

Values = tuple[float, ...]


def cache_key(what: str, *numbers: float) -> str:
    """A name for what is asked: the same numbers in any process have the same name."""
    return what + blake2b(pack(f"{len(numbers)}d", *numbers), digest_size=8).hexdigest()


class PlacementCache:
    """Answers to questions about one map; those that a picture did not ask are forgotten after it."""

    def __init__(self, key: object = None) -> None:
        self._key = key
        self._known: dict[str, Values] = {}
        self._used: dict[str, Values] = {}

    @classmethod
    def read(cls, key: object) -> "PlacementCache":
        cache = cls(key)
        # What is damaged is found again.
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
        """A picture is finished."""
        if self._used.keys() - self._known.keys():
            map_cache.write(self._key, (), (json.dumps(self._used).encode(),))
        self._known, self._used = self._used, {}
