"""What was found on a map before: where pieces stand among others. It is kept on disk beside the map, so that
of a picture one move further only what has changed is looked for again."""

import json
from contextlib import suppress
from hashlib import blake2b
from struct import pack

from render.explorers import map_cache

Found = tuple[float, ...]


def question(what: str, *numbers: float) -> str:
    """A name for what is asked: the same numbers in any process have the same name."""
    return what + blake2b(pack(f"{len(numbers)}d", *numbers), digest_size=8).hexdigest()


class Recall:
    """Answers to questions about one map; those that a picture did not ask are forgotten after it."""

    def __init__(self, key: object = None) -> None:
        self._key = key
        self._known: dict[str, Found] = {}
        self._asked: dict[str, Found] = {}

    @classmethod
    def read(cls, key: object) -> "Recall":
        recall = cls(key)
        # What is damaged is found again.
        with suppress(ValueError):
            if found := map_cache.read(key):
                recall._known = {name: tuple(values) for name, values in json.loads(found[1][0]).items()}
        return recall

    @property
    def empty(self) -> bool:
        return not self._known

    def get(self, name: str) -> Found | None:
        if name in self._asked:
            return self._asked[name]
        known = self._known.get(name)
        if known is not None:
            self._asked[name] = known
        return known

    def put(self, name: str, *found: float) -> Found:
        self._asked[name] = found
        return found

    def keep(self) -> None:
        """A picture is finished."""
        if self._asked.keys() - self._known.keys():
            map_cache.write(self._key, (), (json.dumps(self._asked).encode(),))
        self._known, self._asked = self._asked, {}
