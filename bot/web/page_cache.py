"""Pages that are the same for all spectators, rendered once."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

from cachetools import LRUCache

MAX_CACHED_CHARS = 16 << 20


class PageCache:
    """HTML by everything that it depends on. Requests that come while a page is built wait for it."""

    def __init__(self) -> None:
        self._pages: LRUCache[Hashable, str] = LRUCache(MAX_CACHED_CHARS, getsizeof=len)
        self._in_flight: dict[Hashable, asyncio.Task[str]] = {}

    async def get(self, key: Hashable, build: Callable[[], Awaitable[str]]) -> str:
        """Returns a page from the cache, or builds it."""
        if key in self._pages:
            return self._pages[key]
        task = self._in_flight.get(key)
        if task is None:
            task = asyncio.ensure_future(self._build(key, build))
            self._in_flight[key] = task
            task.add_done_callback(lambda _: self._in_flight.pop(key, None))
        return await asyncio.shield(task)

    async def _build(self, key: Hashable, build: Callable[[], Awaitable[str]]) -> str:
        text = await build()
        if len(text) <= self._pages.maxsize:
            self._pages[key] = text
        return text
