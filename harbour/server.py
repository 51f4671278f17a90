"""The HTTP server on loopback for the bot and the page, and the API for tests."""

import asyncio
import ipaddress
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from harbour import (
    interactions,
    limits,
    openapi,
    permission_changes,
    permissions,
    push_notifications,
    rest,
    rest_channels,
    rest_commands,
    rest_interactions,
    rest_messages,
    rest_scheduled_events,
    rest_users,
    threads,
)
from harbour.clock import Clock
from harbour.errors import Json
from harbour.faults import Faults
from harbour.gateway import Gateway
from harbour.hub import ApiCall, Hub
from harbour.page_api import PageApi
from harbour.push_notifications import PushNotification
from harbour.user_client import UserClient
from harbour.world import THREAD_TYPES, World

ROUTES = [
    route
    for module in (
        *(rest_users, rest_messages, rest_channels, rest_commands, rest_interactions),
        rest_scheduled_events,
    )
    for route in module.routes
    if isinstance(route, web.RouteDef)
]
# The page loads only its own files, and shows only pages of this machine in a frame. No page may embed it.
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-src http://127.0.0.1:* http://localhost:*; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# A deferred update may never be followed by an edit: stop waiting for it after this time.
SILENT_UPDATE_GRACE_S = 2.0


class Harbour:
    """A local fake Discord for one bot and the users on its page."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 8765,
        host: str = "127.0.0.1",
        clock: Clock | None = None,
        fresh: bool = False,
        openapi_file: Path | None = None,
    ) -> None:
        if not _is_loopback(host):
            raise ValueError(f"the harbour listens on this machine only, not on {host}")
        self._host, self._port = host, port
        self.clock = clock or Clock()
        self.world = World(folder, self.clock, fresh=fresh)
        self.hub = Hub(self.world, self.clock)
        self._gateway = Gateway(self.hub)
        self.faults = Faults(self._gateway)
        self._page = PageApi(self.hub, self.faults)
        self.hub.gateway, self.hub.page = self._gateway, self._page
        self._openapi = openapi.load(openapi_file) if openapi_file else None
        self._runner: web.AppRunner | None = None
        self._closed = False

    async def start(self) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=limits.MAX_REQUEST_BYTES * 2)
        app[rest.HUB], app[rest.FAULTS], app[rest.OPENAPI] = self.hub, self.faults, self._openapi
        for route in ROUTES:
            app.router.add_route(route.method, rest.PREFIX + route.path, route.handler)
        app.router.add_route("*", rest.PREFIX + "/{rest:.*}", rest.unknown_route)
        app.router.add_get("/gateway", self._gateway.handle)
        app.router.add_routes(self._page.routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.hub.serializer.origin = self.origin
        self.hub.spawn(threads.archive_inactive(self.hub))
        interactions.resume_timeouts(self.hub)

    async def close(self) -> None:
        """Stop the server and save the world. Idempotent."""
        if self._closed:
            return
        self._closed = True
        await self.hub.stop_tasks()
        await self._gateway.close()
        await self._page.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        self.world.save_meta()
        self.world.store.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: rest.Handler) -> web.StreamResponse:
        """Reject foreign Host and Origin headers and pages without the key; add security headers."""
        try:
            response = await self._dispatch(request, handler)
        except web.HTTPException as refusal:
            refusal.headers.update(PAGE_HEADERS)
            raise
        if not response.prepared:
            for name, value in PAGE_HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    async def _dispatch(self, request: web.Request, handler: rest.Handler) -> web.StreamResponse:
        if request.host not in self._allowed_hosts():
            return web.Response(status=421, text="This is not the address of the harbour.\n")
        if request.path.startswith(rest.PREFIX + "/"):
            return await rest.serve(request, handler)
        if request.path.startswith(("/page/", "/static/")):
            origin = request.headers.get("Origin")
            if origin is not None and origin.removeprefix("http://") not in self._allowed_hosts():
                return web.Response(status=403, text="Another page may not act here.\n")
            if not self._page.is_authorized(request):
                return web.Response(status=403, text="Open the address that was printed at the start.\n")
            response = await handler(request)
            if not response.prepared:
                response.headers.setdefault("Cache-Control", "no-cache")
            return response
        return await handler(request)

    def _allowed_hosts(self) -> tuple[str, ...]:
        return tuple(f"{name}:{self._port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    # addresses and token

    @property
    def origin(self) -> str:
        name = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{name}:{self._port}"

    @property
    def page_url(self) -> str:
        return f"{self.origin}/?key={self.world.meta['key']}"

    @property
    def api_url(self) -> str:
        return self.origin + rest.PREFIX

    @property
    def gateway_url(self) -> str:
        return self.hub.serializer.gateway_url

    @property
    def cdn_url(self) -> str:
        return self.origin

    @property
    def token(self) -> str:
        return str(self.world.meta["token"])

    # for tests and for the program that starts it

    @property
    def on_restart(self) -> Callable[[], Awaitable[None]] | None:
        return self._page.on_restart

    @on_restart.setter
    def on_restart(self, restart: Callable[[], Awaitable[None]] | None) -> None:
        self._page.on_restart = restart

    def report_preparation(self, percent: int) -> None:
        """Show on the page how far the bot is with work that it does once; 100 hides it."""
        if percent != self.hub.preparation_percent:
            self.hub.preparation_percent = percent
            self.hub.send_to_pages("PREPARATION", {"percent": percent})

    @property
    def api_violations(self) -> list[str]:
        return self.hub.api_violations

    @property
    def api_calls(self) -> deque[ApiCall]:
        return self.hub.api_calls

    @property
    def bot_online(self) -> bool:
        return self._gateway.online

    async def wait_for_bot(self, timeout: float = 20.0) -> None:  # noqa: ASYNC109
        """Wait until the bot is connected to the gateway."""
        await self.wait_until(lambda: self._gateway.online, timeout)

    async def wait_until(self, condition: Callable[[], bool], timeout: float = 20.0) -> None:  # noqa: ASYNC109
        """Wait until the condition holds; it is checked after every change. Raises TimeoutError."""
        if not await self.hub.changes.wait_until(condition, timeout):
            raise TimeoutError("it did not come about")

    def user(self, name: str) -> UserClient:
        return UserClient(self.hub, self.world.find_user(name)["id"])

    def attachment_bytes(self, url: str) -> bytes:
        """Returns the content behind an attachment link."""
        return self.world.store.file_path(url.split("?")[0].split("/")[-2]).read_bytes()

    def push_notifications(self) -> dict[str, list[PushNotification]]:
        """Returns the push notifications of all users, by user name."""
        return {
            str(user["global_name"]): push_notifications.notifications_of(self.hub, key)
            for key, user in self.world.users.items()
        }

    # actions of a server manager

    def deny(self, channel: str, bits: int) -> None:
        """Replace the bot's overwrite in a channel by these denied permissions."""
        target = self.world.find_channel(channel)
        permission_changes.set_overwrite(self.hub, target, self.world.app_id, deny=bits)

    def revoke(self, *names: str | int, in_: str | None = None) -> None:
        """Revoke permissions of the bot, in one channel with its threads or in all."""
        permission_changes.revoke(self.hub, permissions.to_bits(*names), self._parent_channel(in_))

    def grant(self, *names: str | int, in_: str | None = None) -> None:
        """Grant permissions to the bot, in one channel with its threads or in all."""
        permission_changes.grant(self.hub, permissions.to_bits(*names), self._parent_channel(in_))

    def set_overwrite(self, channel: str, user: UserClient | None, *, allow: int = 0, deny: int = 0) -> None:
        """Replace the overwrite of a user (None: @everyone) in a channel."""
        target_id = self.world.guild_id if user is None else user.id
        permission_changes.set_overwrite(
            self.hub, self.world.find_channel(channel), target_id, allow=allow, deny=deny
        )

    def moderate_thread(
        self, thread: str, *, locked: bool | None = None, archived: bool | None = None
    ) -> None:
        """Lock or archive a thread as a moderator, or undo it."""
        permission_changes.moderate(
            self.hub, self.world.find_channel(thread), locked=locked, archived=archived
        )

    def refuse_dm_opens(self, times: int = 1) -> None:
        """Refuse the next DM channels that the bot opens, as too fast (40003)."""
        permission_changes.refuse_dm_opens(self.hub, times)

    def set_forum_tags(self, forum: str, *names: str, moderated: tuple[str, ...] = ()) -> None:
        target = self.world.find_channel(forum)
        target["available_tags"] = [
            {
                "id": self.world.new_id(),
                "name": name,
                "moderated": name in moderated,
                "emoji_id": None,
                "emoji_name": None,
            }
            for name in (*names, *moderated)
        ]
        self.world.channels.save(target)
        self.hub.announce_channel("CHANNEL_UPDATE", target)

    def require_tag(self, forum: str, required: bool = True) -> None:
        """Set whether posts in a forum need a tag."""
        target = self.world.find_channel(forum)
        target["flags"] = threads.REQUIRE_TAG if required else 0
        self.world.channels.save(target)
        self.hub.announce_channel("CHANNEL_UPDATE", target)

    def enable_activities(self) -> None:
        """Create the entry-point command, as Discord does where the owner enables Activities."""
        rest_commands.create_entry_point(self.hub)

    def _parent_channel(self, name: str | None) -> Json | None:
        if name is None:
            return None
        channel = self.world.find_channel(name)
        return self.world.channels[channel["parent_id"]] if channel["type"] in THREAD_TYPES else channel

    async def wait_until_idle(self, *, quiet: float = 0.15, timeout: float = 20.0) -> None:  # noqa: ASYNC109
        """Wait until no interaction is pending and nothing has changed for `quiet` seconds."""
        async with asyncio.timeout(timeout):
            while True:
                was_idle = not self._has_pending_work()
                try:
                    async with asyncio.timeout(quiet if was_idle else SILENT_UPDATE_GRACE_S):
                        await self.hub.changes.wait()
                except TimeoutError:
                    if was_idle and not self._has_pending_work():
                        return

    def _has_pending_work(self) -> bool:
        if self.hub.in_flight:
            return True
        now = self.clock.time()
        for interaction in self.world.interactions.values():
            if not interaction.is_pending:
                continue
            silent = interaction.answer == interactions.DEFERRED_UPDATE
            if not silent or now - interaction.opened < SILENT_UPDATE_GRACE_S:
                return True
        return False


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
