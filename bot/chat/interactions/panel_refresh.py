"""Refreshes an open ephemeral panel when a delayed move is committed or the player's turn starts.

Nothing here is durable: delayed moves are timers in the database, and turn cards notify the player. A restart
only loses the refresh of a panel that is still open.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from db.clock import MINUTE, Clock

WATCH_TIMEOUT_MS = 2 * MINUTE  # A panel older than this is assumed to be closed.

Action = Callable[[], Coroutine[Any, Any, None]]
Key = tuple[int, str]
"""User id and game code."""


@dataclass(slots=True)
class PendingRefresh:
    """A panel waiting for its player's turn. It is due once it is shown and it is that turn, in any order."""

    expires_at: int
    refresh: Action
    is_shown: bool = False
    is_turn: bool = False


@dataclass(frozen=True, slots=True)
class PanelRefresher:
    """Scheduled refreshes, at most one per user and game: a new one replaces the old."""

    tasks: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    pending: dict[Key, PendingRefresh] = field(default_factory=dict)

    def schedule(self, clock: Clock, delay_s: float, user_id: int, game: str, refresh: Action) -> None:
        """Refresh after a delay, instead of any refresh scheduled before."""
        self.cancel(user_id, game)
        self._start_task((user_id, game), lambda: clock.sleep(delay_s), refresh)

    def refresh_on_turn(self, now: int, user_id: int, game: str, refresh: Action) -> None:
        """Refresh when the user's turn starts, within `WATCH_TIMEOUT_MS`.

        Call it before the panel is drawn, since the turn may start meanwhile, and `mark_shown` afterwards.
        """
        self.cancel(user_id, game)
        for key in [key for key, each in self.pending.items() if each.expires_at < now]:
            del self.pending[key]
        self.pending[user_id, game] = PendingRefresh(now + WATCH_TIMEOUT_MS, refresh)

    def mark_shown(self, user_id: int, game: str) -> None:
        """Say that the panel is on screen, so it can be refreshed."""
        if pending := self.pending.get((user_id, game)):
            pending.is_shown = True
            self._run_if_due((user_id, game), pending)

    def on_turn(self, now: int, game: str, user_ids: Iterable[int]) -> None:
        """Refresh the waiting panels of these users: they owe a move, or the game is over."""
        for user_id in user_ids:
            if (pending := self.pending.get((user_id, game))) and pending.expires_at >= now:
                pending.is_turn = True
                self._run_if_due((user_id, game), pending)

    def cancel(self, user_id: int, game: str) -> None:
        """Drop the refresh: the user tapped something, so the panel shows something else."""
        self.pending.pop((user_id, game), None)
        if task := self.tasks.pop((user_id, game), None):
            task.cancel()

    def cancel_all(self) -> None:
        for user_id, game in [*self.tasks, *self.pending]:
            self.cancel(user_id, game)

    def _run_if_due(self, key: Key, pending: PendingRefresh) -> None:
        if pending.is_shown and pending.is_turn:
            del self.pending[key]
            self._start_task(key, lambda: asyncio.sleep(0), pending.refresh)

    def _start_task(self, key: Key, wait: Action, refresh: Action) -> None:
        async def run() -> None:
            await wait()
            del self.tasks[key]  # From here on it is in flight like any response, and not cancelled by a tap.
            await refresh()

        self.tasks[key] = asyncio.create_task(run())
