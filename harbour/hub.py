"""State shared by all parts of the server: the world, serializers, and event dispatch to bot and pages."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from harbour.clock import Clock
from harbour.errors import Json
from harbour.serializers import Serializer
from harbour.world import DM, GROUP_DM, THREAD_TYPES, World

MAX_ACTIVE_THREADS = 1000


class ChangeSignal:
    """Wakes all waiters at every change, so that tests wait for conditions without polling."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        for waiting in self._waiters:
            if not waiting.done():
                waiting.set_result(None)
        self._waiters.clear()

    async def wait(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiting)
        try:
            await waiting
        finally:
            self._waiters.discard(waiting)

    async def wait_until(self, condition: Callable[[], bool], timeout: float) -> bool:  # noqa: ASYNC109
        """Wait until the condition holds. Returns False after `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await self.wait()
        except TimeoutError:
            return False
        return True


@dataclass
class ApiCall:
    """A recorded request of the bot and its response. `files` maps uploaded names to sizes in bytes."""

    method: str
    path: str
    status: int
    request: Any
    files: dict[str, int]
    response: Any


class GatewayFeed(Protocol):
    @property
    def online(self) -> bool: ...

    @property
    def has_session(self) -> bool: ...

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None: ...


class PageFeed(Protocol):
    def send(self, user_id: str, event: str, data: Any) -> None: ...


class Hub:
    """Shared state of one server. `gateway` and `page` are set when the server is built."""

    gateway: GatewayFeed
    page: PageFeed

    def __init__(self, world: World, clock: Clock) -> None:
        self.world = world
        self.clock = clock
        self.serializer = Serializer(world)
        self.changes = ChangeSignal()
        self.api_violations: list[str] = []
        self.api_calls: deque[ApiCall] = deque(maxlen=5000)
        self.in_flight = 0
        self.old_message_edits: dict[str, list[float]] = {}
        self.max_active_threads = MAX_ACTIVE_THREADS
        self.refused_dm_opens = 0
        self.preparation_percent = 100
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a background task; it is cancelled when the server closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop_tasks(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def viewers(self, channel: Json) -> list[str]:
        return [key for key in self.world.users if self.world.can_see(key, channel)]

    def send_to_pages(self, event: str, data: Any, user_ids: list[str] | None = None) -> None:
        for user_id in list(self.world.users) if user_ids is None else user_ids:
            self.page.send(user_id, event, data)
        self.changes.notify()

    def dispatch_to_bot(self, event: str, data: Json, channel: Json | None = None) -> None:
        """Dispatch a gateway event if the bot can see the channel. DM events go to the first shard."""
        if channel is not None and channel["type"] == DM:
            self.gateway.dispatch(event, data, None)
        elif channel is not None and self.world.lacks_bot(channel):
            return
        elif channel is None or self.world.can_see(self.world.app_id, channel):
            self.gateway.dispatch(event, data, self.world.guild_id)

    def announce_channel(self, event: str, channel: Json) -> None:
        """Send an event about a channel or thread to the bot and to all users who can see it."""
        payload = self.serializer.channel(channel)
        if channel["type"] in THREAD_TYPES:
            self.dispatch_to_bot(event, payload, channel)
        elif channel["type"] not in (DM, GROUP_DM):
            # Discord sends a bot all channels of its guild, even those it cannot see.
            self.gateway.dispatch(event, payload, self.world.guild_id)
        for user_id in self.viewers(channel):
            self.page.send(user_id, event, self.serializer.channel_for_page(channel, user_id))
        self.changes.notify()
