"""Throttles requests to Discord, and the opening of direct message channels.

Discord allows a bot 50 requests a second. It bans a bot for a while after thousands of refused requests, and
limits one that writes to many strangers at once. So requests have a rate limit, which drops after many
refusals. New direct message channels are opened one by one, with a backoff.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from db.clock import MINUTE, SECOND

log = logging.getLogger(__name__)

REQUESTS_PER_S = 40
SLOW_REQUESTS_PER_S = 2  # After `MAX_REFUSALS` within `REFUSAL_WINDOW_MS`.
REQUEST_BURST = 8
MAX_REFUSALS = 50
REFUSAL_WINDOW_MS = 10 * MINUTE
DM_BURST = 8  # Enough for all players of a table.
DM_INTERVAL_MS = 3 * SECOND
FIRST_BACKOFF_MS = MINUTE  # Doubles each time in a row that Discord limits new direct messages.
MAX_BACKOFF_MS = 32 * MINUTE


class RetryLater(Exception):  # noqa: N818 - not an error
    """The request must wait for `delay_ms`."""

    def __init__(self, delay_ms: int) -> None:
        super().__init__(f"later, in {delay_ms} ms")
        self.delay_ms = delay_ms


class Throttle:
    """Rate limits of one process. `now` returns milliseconds, like the database's clock."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._refusals: deque[int] = deque()
        self._was_slow = False
        self._next_request = 0.0
        self._next_dm_slot, self._backoff_ms = 0, FIRST_BACKOFF_MS
        self._dm_slots: dict[int, int] = {}

    # Requests

    async def acquire(self) -> None:
        now = asyncio.get_running_loop().time()
        gap = 1 / (SLOW_REQUESTS_PER_S if self.is_slow() else REQUESTS_PER_S)
        slot = max(self._next_request, now - (REQUEST_BURST - 1) * gap)
        self._next_request = slot + gap
        if slot > now:
            await asyncio.sleep(slot - now)

    def on_refused(self) -> None:
        self._refusals.append(self._now())

    def is_slow(self) -> bool:
        """Whether recent refusals lower the rate. Logs every change."""
        since = self._now() - REFUSAL_WINDOW_MS
        while self._refusals and self._refusals[0] <= since:
            self._refusals.popleft()
        slow = len(self._refusals) >= MAX_REFUSALS
        if slow != self._was_slow:
            self._was_slow = slow
            log.warning(
                "Discord refused %s requests in ten minutes: deliveries go slowly"
                if slow
                else "fewer than %s refusals in ten minutes: deliveries go on at their pace",
                MAX_REFUSALS,
            )
        return slow

    # Direct messages

    def reserve_dm_slot(self, user_id: int) -> None:
        """Reserve a slot to open a direct message channel with this user.

        :raises RetryLater: If the slot is in the future. It stays reserved for the user.
        """
        now = self._now()
        slot = self._dm_slots.get(user_id)
        if slot is None:
            # After a quiet time, a whole burst may pass again.
            slot = max(self._next_dm_slot, now - (DM_BURST - 1) * DM_INTERVAL_MS)
            self._next_dm_slot = slot + DM_INTERVAL_MS
        if slot > now:
            self._dm_slots[user_id] = slot
            raise RetryLater(slot - now)
        self._dm_slots.pop(user_id, None)

    def on_dm_limited(self) -> int:
        """Postpone all slots, since Discord limits new channels. Returns the backoff in ms."""
        backoff = self._backoff_ms
        resume_at = self._now() + backoff
        shift = max(0, resume_at - min(self._dm_slots.values(), default=resume_at))
        self._dm_slots = {user_id: slot + shift for user_id, slot in self._dm_slots.items()}
        self._next_dm_slot = max(self._next_dm_slot + shift, resume_at)
        self._backoff_ms = min(2 * self._backoff_ms, MAX_BACKOFF_MS)
        log.warning("Discord finds that direct messages are opened too fast: no new ones for a while")
        return backoff

    def on_dm_opened(self) -> None:
        """Reset the backoff: Discord accepts new channels."""
        self._backoff_ms = FIRST_BACKOFF_MS
