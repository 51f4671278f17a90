"""Refreshes an open ephemeral panel when a delayed move is committed, a turn starts or a decision changes.

Nothing here is durable: delayed moves are timers in the database, and turn cards notify the player. A restart
only loses the refresh of a panel that is still open.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bot.play.core import GameSnapshot
from db.clock import MINUTE, Clock
from rules.game import Seat

WATCH_TIMEOUT_MS = 2 * MINUTE  # A panel older than this is assumed to be closed.

Action = Callable[[], Coroutine[Any, Any, None]]
Key = tuple[int, str]
"""User id and game code."""


@dataclass(slots=True)
class PendingRefresh:
    """A panel that waits for its player's turn, or for a change of the decision it shows.

    `decision` is the version of the game and the fingerprint on display, None while the player has none.
    The refresh is due once the panel is shown and outdated, in any order.
    """

    expires_at: int
    refresh: Action
    decision: tuple[int, str] | None = None
    is_shown: bool = False
    is_outdated: bool = False

    def is_changed(self, snapshot: GameSnapshot, seat: Seat) -> bool:
        """True if a later snapshot asks the seat something else."""
        if self.decision is None:
            return True
        version, fingerprint = self.decision
        return snapshot.row.version > version and snapshot.fingerprint(seat) != fingerprint


@dataclass(frozen=True, slots=True)
class PanelRefresher:
    """Scheduled refreshes, at most one per user and game: a new one replaces the old."""

    tasks: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    pending: dict[Key, PendingRefresh] = field(default_factory=dict)

    def schedule(self, clock: Clock, delay_s: float, user_id: int, game: str, refresh: Action) -> None:
        """Refresh after a delay, instead of any refresh scheduled before."""
        self.cancel(user_id, game)
        self._start_task((user_id, game), lambda: clock.sleep(delay_s), refresh)

    def watch(self, now: int, user_id: int, snapshot: GameSnapshot, seat: Seat, refresh: Action) -> None:
        """Refresh when the user's turn starts or their decision changes, within `WATCH_TIMEOUT_MS`.

        Call it before the panel is drawn, since that may happen meanwhile, and `mark_shown` afterwards.
        """
        game, is_owing = snapshot.code, seat in snapshot.owing_seats()
        decision = (snapshot.row.version, snapshot.fingerprint(seat)) if is_owing else None
        self.cancel(user_id, game)
        for key in [key for key, each in self.pending.items() if each.expires_at < now]:
            del self.pending[key]
        self.pending[user_id, game] = PendingRefresh(now + WATCH_TIMEOUT_MS, refresh, decision)

    def mark_shown(self, user_id: int, game: str) -> None:
        """Say that the panel is on screen, so it can be refreshed."""
        if pending := self.pending.get((user_id, game)):
            pending.is_shown = True
            self._run_if_due((user_id, game), pending)

    def on_turn(self, now: int, snapshot: GameSnapshot) -> None:
        """Refresh the outdated panels of players who owe a move, or of all if the game is over."""
        for seat in snapshot.seats if snapshot.is_over else snapshot.owing_seats():
            key = snapshot.players[seat].person or 0, snapshot.code
            pending = self.pending.get(key)
            if pending and pending.expires_at >= now and pending.is_changed(snapshot, seat):
                pending.is_outdated = True
                self._run_if_due(key, pending)

    def cancel(self, user_id: int, game: str) -> None:
        """Drop the refresh: the user tapped something, so the panel shows something else."""
        self.pending.pop((user_id, game), None)
        if task := self.tasks.pop((user_id, game), None):
            task.cancel()

    def cancel_all(self) -> None:
        for user_id, game in [*self.tasks, *self.pending]:
            self.cancel(user_id, game)

    def _run_if_due(self, key: Key, pending: PendingRefresh) -> None:
        if pending.is_shown and pending.is_outdated:
            del self.pending[key]
            self._start_task(key, lambda: asyncio.sleep(0), pending.refresh)

    def _start_task(self, key: Key, wait: Action, refresh: Action) -> None:
        async def run() -> None:
            await wait()
            del self.tasks[key]  # From here on it is in flight like any response, and not cancelled by a tap.
            await refresh()

        self.tasks[key] = asyncio.create_task(run())
