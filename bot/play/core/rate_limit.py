"""Rate limit for what users do: a token bucket per user id, or per network address."""

import time
from collections.abc import Callable, Hashable

from cachetools import LRUCache

BURST = 40
REFILL_PER_S = 4
AUTOCOMPLETE_COST = 0.25  # Discord asks again on every keystroke.
MAX_KEYS = 10_000  # The least recently active are evicted.


class RateLimit:
    """Token buckets by key, kept in memory.

    >>> limit = RateLimit(burst=2, refill_per_s=1, now=lambda: 0)
    >>> [limit.allow(7) for _ in range(3)]
    [True, True, False]
    """

    def __init__(
        self,
        burst: float = BURST,
        refill_per_s: float = REFILL_PER_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._refill_per_s = refill_per_s
        self._now = now
        self._buckets: LRUCache[Hashable, tuple[float, float]] = LRUCache(MAX_KEYS)

    def allow(self, key: Hashable, cost: float = 1) -> bool:
        """Take `cost` tokens from the bucket of a key.

        Returns False, and takes nothing, if too few are left.
        """
        now = self._now()
        tokens, refilled_at = self._buckets.get(key) or (self._burst, now)
        tokens = min(self._burst, tokens + (now - refilled_at) * self._refill_per_s)
        allowed = tokens >= cost
        self._buckets[key] = (tokens - cost if allowed else tokens, now)
        return allowed
