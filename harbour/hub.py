"""What the parts of the harbour share: the world, its shapes, and who is told of what happens."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from harbour.clock import Clock
from harbour.errors import Json
from harbour.objects import Shapes
from harbour.world import DIRECT_MESSAGE, GROUP, THREADS, World

ACTIVE_THREADS = 1000
"""How many threads may be open at once in a server."""


class Pulse:
    """Lets a test wait for a condition without polling: every change beats once."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def beat(self) -> None:
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()

    async def next(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await waiting
        finally:
            self._waiting.discard(waiting)

    async def until(self, condition: Callable[[], bool], timeout: float) -> bool:  # noqa: ASYNC109
        """Wait until the condition holds; False if it did not within `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await self.next()
        except TimeoutError:
            return False
        return True


@dataclass
class Call:
    """One request of the bot and the answer it got; `files` are those it brought, and how large they are."""

    method: str
    path: str
    status: int
    request: Any
    files: dict[str, int]
    reply: Any


class GatewayFeed(Protocol):
    @property
    def online(self) -> bool: ...

    @property
    def reachable(self) -> bool: ...

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None: ...


class PageFeed(Protocol):
    def tell(self, person_id: str, event: str, data: Any) -> None: ...


class Hub:
    """One harbour's inside. The gateway and the page hang themselves in when they start."""

    gateway: GatewayFeed
    page: PageFeed

    def __init__(self, world: World, clock: Clock) -> None:
        self.world = world
        self.clock = clock
        self.shapes = Shapes(world)
        self.pulse = Pulse()
        self.defects: list[str] = []
        self.traffic: deque[Call] = deque(maxlen=5000)
        self.busy = 0
        self.old_edits: dict[str, list[float]] = {}
        self.active_threads = ACTIVE_THREADS
        self.refused_doors = 0
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

    def watchers(self, channel: Json) -> list[str]:
        return [key for key in self.world.people if self.world.sees(key, channel)]

    def tell_people(self, event: str, data: Any, people: list[str] | None = None) -> None:
        for person_id in list(self.world.people) if people is None else people:
            self.page.tell(person_id, event, data)
        self.pulse.beat()

    def tell_bot(self, event: str, data: Json, channel: Json | None = None) -> None:
        """Send a gateway event; one about a direct message goes without a server, to the first shard."""
        if channel is not None and channel["type"] == DIRECT_MESSAGE:
            self.gateway.dispatch(event, data, None)
        elif channel is not None and self.world.is_foreign(channel):
            return
        elif channel is None or self.world.sees(self.world.app_id, channel):
            self.gateway.dispatch(event, data, self.world.guild_id)

    def announce_channel(self, event: str, channel: Json) -> None:
        """Tell everybody who sees a channel or thread that it came, changed or went."""
        shape = self.shapes.channel(channel)
        if channel["type"] in THREADS:
            self.tell_bot(event, shape, channel)
        elif channel["type"] not in (DIRECT_MESSAGE, GROUP):
            # A bot is told of every channel of its server, also of those it does not see.
            self.gateway.dispatch(event, shape, self.world.guild_id)
        for person_id in self.watchers(channel):
            self.page.tell(person_id, event, self.shapes.seen_channel(channel, person_id))
        self.pulse.beat()
