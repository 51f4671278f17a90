"""An LRU cache whose values are made once: callers that come meanwhile wait for the same task."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class SharedCache(Generic[T]):
    """Limited by the number of values, or by the sum of their sizes if `size_of` is given."""

    def __init__(self, limit: int, size_of: Callable[[T], int] | None = None) -> None:
        self._values: LRUCache[Hashable, T] = LRUCache(limit, getsizeof=size_of)
        self._in_flight: dict[Hashable, asyncio.Task[T]] = {}
        self.clear = self._values.clear

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return a cached value, or make it. Failures and values larger than the cache are not kept."""
        if key in self._values:
            return self._values[key]
        task = self._in_flight.get(key)
        if task is None:
            task = self._in_flight[key] = asyncio.create_task(self._make(key, make))
            task.add_done_callback(lambda _: self._in_flight.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        value = await make()
        if self._values.getsizeof(value) <= self._values.maxsize:
            self._values[key] = value
        return value
