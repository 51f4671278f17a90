"""Live updates: one poll of the database for all watched tables, and a stream of events per open page.

A stream says only that what its reader sees has changed. The page then fetches itself again.
"""

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

import db
from bot.play.core import Denied, GameService, GameSnapshot
from rules.game import Seat

log = logging.getLogger(__name__)

POLL_INTERVAL_S = 0.5
HEARTBEAT_S = 20  # Proxies close a connection that is silent for a minute.
MARK_CHARS = 16


def view_mark(snapshot: GameSnapshot, seat: Seat | None) -> str:
    """Returns a digest of all that a page shows to this seat, or to spectators. Depends on nothing hidden."""
    view = None if snapshot.state is None else snapshot.view(seat).model_dump(mode="json")
    players = [(player.resigned, player.has_caretaker, player.person is None) for player in snapshot.players]
    shown = [snapshot.row.status, players, sorted(snapshot.owing_seats()), view]
    return sha256(json.dumps(shown, default=sorted).encode()).hexdigest()[:MARK_CHARS]


@dataclass(slots=True, eq=False)
class Subscription:
    """An open page: the table, the seat it shows, and the mark that it was last told."""

    code: str
    seat: Seat | None
    mark: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class LiveTables:
    """The tables that open pages show, and their versions in the database.

    Any process can serve any table: changes by other processes are found by the same poll.
    """

    def __init__(self, service: GameService) -> None:
        self._service = service
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self._versions: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._subscriptions.values()))

    @contextlib.contextmanager
    def subscribe(self, code: str, seat: Seat | None, mark: str) -> Iterator[Subscription]:
        subscription = Subscription(code, seat, mark)
        self._subscriptions[code].add(subscription)
        self._versions.pop(code, None)  # The next poll compares the marks of all pages.
        try:
            yield subscription
        finally:
            self._subscriptions[code].discard(subscription)
            if not self._subscriptions[code]:
                del self._subscriptions[code]
                self._versions.pop(code, None)

    async def changes(self, subscription: Subscription) -> AsyncIterator[str | None]:
        """Yields the new mark whenever the page has changed, and None as a heartbeat."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await subscription.changed.wait()
            except TimeoutError:
                yield None
            else:
                subscription.changed.clear()
                yield subscription.mark

    async def run(self) -> None:
        """Poll until cancelled. Goes on after an outage of the database."""
        while True:
            await asyncio.sleep(POLL_INTERVAL_S)
            try:
                await self.poll()
            except db.DatabaseError as error:
                log.warning("live updates wait for the database: %s", error.kind)
            except Exception:
                log.exception("a poll for live updates failed")

    async def poll(self) -> None:
        """Tell the pages whose table has changed since the last poll."""
        if not self._subscriptions:
            return
        versions = await db.games.versions_by_code(self._service.store, tuple(self._subscriptions))
        for code, version in versions.items():
            if self._versions.get(code) != version:
                self._versions[code] = version
                await self._tell(code)

    async def _tell(self, code: str) -> None:
        try:
            snapshot = await self._service.snapshot(code)
        except Denied:
            return
        marks: dict[Seat | None, str] = {}
        for subscription in [*self._subscriptions.get(code, ())]:
            seat = subscription.seat
            if seat not in marks:
                marks[seat] = view_mark(snapshot, seat)
            if subscription.mark != marks[seat]:
                subscription.mark = marks[seat]
                subscription.changed.set()
