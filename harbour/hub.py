"""What the parts of the harbour share: the world, its shapes, and who is told of what happens."""

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
"""How many threads may be open at once in a server."""


class ChangeSignal:
    """Lets a test wait for a condition without polling: every change beats once."""

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
        """Wait until the condition holds; False if it did not within `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await self.wait()
        except TimeoutError:
            return False
        return True


@dataclass
class ApiCall:
    """One request of the bot and the answer it got; `files` are those it brought, and how large they are."""

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
    """One harbour's inside. The gateway and the page hang themselves in when they start."""

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
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside; it ends with the harbour at the latest."""
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
        """Send a gateway event; one about a direct message goes without a server, to the first shard."""
        if channel is not None and channel["type"] == DM:
            self.gateway.dispatch(event, data, None)
        elif channel is not None and self.world.lacks_bot(channel):
            return
        elif channel is None or self.world.can_see(self.world.app_id, channel):
            self.gateway.dispatch(event, data, self.world.guild_id)

    def announce_channel(self, event: str, channel: Json) -> None:
        """Tell everybody who sees a channel or thread that it came, changed or went."""
        payload = self.serializer.channel(channel)
        if channel["type"] in THREAD_TYPES:
            self.dispatch_to_bot(event, payload, channel)
        elif channel["type"] not in (DM, GROUP_DM):
            # A bot is told of every channel of its server, also of those it does not see.
            self.gateway.dispatch(event, payload, self.world.guild_id)
        for user_id in self.viewers(channel):
            self.page.send(user_id, event, self.serializer.channel_for_page(channel, user_id))
        self.changes.notify()
