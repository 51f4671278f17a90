"""HTTP and WebSocket API of the chat page: static files, state, user actions, events."""

import hmac
import json
from collections.abc import Awaitable, Callable
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from harbour import (
    messages,
    permission_changes,
    permissions,
    push_notifications,
    scheduled_events,
    seed,
    user_actions,
)
from harbour.errors import Json
from harbour.faults import Faults
from harbour.gateway import Connection
from harbour.hub import Hub
from harbour.interaction_record import Interaction
from harbour.rest_users import get_or_create_dm_channel
from harbour.slash_commands import CommandLine, Refused

COOKIE_NAME = "harbour_key"
DEFAULT_HISTORY_LENGTH = 50
PAGE_FILES = Path(__file__).parent / "page"


class PageApi:
    """All routes for browsers. The drawer's restart button calls `on_restart`."""

    def __init__(self, hub: Hub, faults: Faults) -> None:
        self.hub = hub
        self.faults = faults
        self.on_restart: Callable[[], Awaitable[None]] | None = None
        self._sockets: dict[str, set[Connection]] = {}

    def routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.get("/", self.index),
            web.get("/page/world", self.world),
            web.get("/page/channels/{channel}/messages", self.messages),
            web.get("/page/ws", self.socket),
            web.post("/page/act", self.action),
            web.static("/static", PAGE_FILES, append_version=False),
            web.get("/attachments/{channel}/{id}/{filename}", self.attachment),
            web.get("/emojis/{file}", self.emoji),
        ]

    # authorization

    def is_valid_key(self, given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), self.hub.world.meta["key"].encode())

    def is_authorized(self, request: web.Request) -> bool:
        """True if the request carries the key of the printed address in its cookie."""
        return self.is_valid_key(request.cookies.get(COOKIE_NAME))

    async def index(self, request: web.Request) -> web.StreamResponse:
        if self.is_valid_key(request.query.get("key")):
            response = web.Response(status=303, headers={"Location": "/"})
            response.set_cookie(
                COOKIE_NAME, str(request.query["key"]), httponly=True, samesite="Strict", path="/"
            )
            return response
        if not self.is_authorized(request):
            return web.Response(
                status=403, text="Open the address that was printed when the harbour started.\n"
            )
        return web.FileResponse(PAGE_FILES / "index.html", headers={"Cache-Control": "no-cache"})

    # state and files

    def _user_id(self, request: web.Request) -> str:
        user_id = request.query.get("person") or next(iter(self.hub.world.users))
        if user_id not in self.hub.world.users:
            raise web.HTTPNotFound(text="nobody has that id")
        return user_id

    async def world(self, request: web.Request) -> web.Response:
        hub, user_id = self.hub, self._user_id(request)
        world = hub.world
        seen = [channel for channel in world.channels.values() if world.can_see(user_id, channel)]
        return web.json_response(
            {
                "person": world.users[user_id],
                "people": list(world.users.values()),
                "app": {"id": world.app_id, "name": "Skald"},
                "guild": world.guild,
                "foreign": {"id": seed.OTHER_GUILD_ID, "name": seed.OTHER_GUILD_NAME},
                "channels": [hub.serializer.channel_for_page(channel, user_id) for channel in seen],
                "commands": list(world.commands.values()),
                "unread": {channel["id"]: world.unread_counts(user_id, channel["id"]) for channel in seen},
                "clock": user_actions.clock_state(hub),
                "bot": {"online": hub.gateway.online},
                "preparation": hub.preparation_percent,
                "phone": {
                    "pushes": push_notifications.latest_for_page(hub, user_id),
                    "buzzes": push_notifications.counts_by_channel(hub, user_id),
                },
                "rights": permission_changes.permission_report(hub),
                "scheduled_events": scheduled_events.planned_events(hub),
            }
        )

    async def messages(self, request: web.Request) -> web.Response:
        hub, user_id = self.hub, self._user_id(request)
        try:
            channel = user_actions.visible_channel(hub, user_id, request.match_info["channel"])
        except Refused as refusal:
            raise web.HTTPNotFound(text=str(refusal)) from refusal
        asked = request.query.get("limit", "")
        limit = min(max(int(asked), 1), 200) if asked.isdecimal() else DEFAULT_HISTORY_LENGTH
        before = request.query.get("before")
        found = messages.history(hub, channel["id"], user_id=user_id, limit=limit, before=before)
        return web.json_response([hub.serializer.message(message) for message in found])

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        hub, info = self.hub, request.match_info
        path = request.path.removeprefix("/")
        signed = hub.serializer.is_link_valid(path, request.query.get("ex", ""), request.query.get("hm", ""))
        if not signed and not self.is_authorized(request):
            raise web.HTTPForbidden(text="This link has expired.")
        file = hub.world.store.file_path(info["id"])
        if not info["id"].isdigit() or not file.is_file():
            raise web.HTTPNotFound(text="no such attachment")
        return _file_response(file, guess_type(info["filename"])[0] or "application/octet-stream")

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        emoji = self.hub.world.emojis.get(request.match_info["file"].split(".")[0])
        if emoji is None:
            raise web.HTTPNotFound(text="no such emoji")
        return _file_response(
            self.hub.world.store.file_path(emoji["id"]), "image/gif" if emoji["animated"] else "image/png"
        )

    # events

    def send(self, user_id: str, event: str, data: Any) -> None:
        listening = self._sockets.get(user_id)
        if listening:
            frame = json.dumps({"t": event, "d": data})
            for connection in listening:
                connection.send(frame)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        user_id = self._user_id(request)
        socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self._sockets.setdefault(user_id, set()).add(connection)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            self._sockets[user_id].discard(connection)
            connection.stop()
        return socket

    async def close(self) -> None:
        for listening in list(self._sockets.values()):
            for connection in list(listening):
                await connection.socket.close(code=1001)

    # user actions

    async def action(self, request: web.Request) -> web.Response:
        try:
            body = await request.json()
            user_id = str(body["person"])
            if user_id not in self.hub.world.users:
                raise Refused("Nobody here has that id.")
            result = await self._perform(user_id, body)
        except Refused as refusal:
            return web.json_response({"ok": False, "error": str(refusal)})
        except (KeyError, TypeError, ValueError) as error:
            return web.json_response({"ok": False, "error": f"That cannot be read: {error!r}"}, status=400)
        return web.json_response({"ok": True, **result})

    async def _perform(self, user_id: str, body: Json) -> Json:
        """Perform an action: an interaction, something else in a channel, or a tool of the drawer."""
        interaction = self._interact(user_id, body)
        if interaction is not None:
            return {"interaction_id": interaction.id}
        if body["act"] == "restart_bot":
            if self.on_restart is None:
                raise Refused("There is no bot to restart.")
            await self.on_restart()
            return {}
        result = self._use_channel(user_id, body)
        return self._use_tool(user_id, body) if result is None else result

    def _interact(self, user_id: str, body: Json) -> Interaction | None:
        """Create an interaction. Returns None if the action is none."""
        hub, nonce = self.hub, body.get("nonce")
        channel_id, message_id = str(body.get("channel") or ""), str(body.get("message") or "")
        match body["act"]:
            case "slash" | "autocomplete":
                line = CommandLine(
                    str(body["command_id"]),
                    body.get("path") or [],
                    body.get("options") or {},
                    str(body["focused"]) if body["act"] == "autocomplete" else None,
                )
                return user_actions.use_command(hub, user_id, channel_id, line, nonce)
            case "message_command":
                command_id = str(body["command_id"])
                return user_actions.use_message_command(
                    hub, user_id, channel_id, message_id, command_id, nonce
                )
            case "press" | "select":
                values = [str(value) for value in body["values"]] if body["act"] == "select" else None
                return user_actions.use_component(
                    hub, user_id, channel_id, message_id, body["custom_id"], values, nonce
                )
            case "modal":
                key, fields = str(body["interaction_id"]), body.get("values") or {}
                return user_actions.submit_modal(hub, user_id, key, body["custom_id"], fields, nonce)
        return None

    def _use_channel(self, user_id: str, body: Json) -> Json | None:
        """Send, read, pin, join and the like. Returns None if the action is none of these."""
        hub, act, channel_id = self.hub, body["act"], str(body.get("channel") or "")
        message_id = str(body.get("message") or "")
        match act:
            case "send":
                reply_to = body.get("reply_to")
                sent = user_actions.send_message(hub, user_id, channel_id, body["content"], reply_to)
                return {"message": hub.serializer.message(sent)}
            case "post":
                name, content = str(body["name"]), str(body["content"])
                post = user_actions.create_forum_post(hub, user_id, channel_id, name, content)
                return {"channel": hub.serializer.channel_for_page(post, user_id)}
            case "open_dm":
                channel = get_or_create_dm_channel(hub, user_id)
                return {"channel": hub.serializer.channel_for_page(channel, user_id)}
            case "read":
                user_actions.mark_read(hub, user_id, channel_id)
            case "dismiss":
                user_actions.dismiss_ephemeral(hub, user_id, channel_id, message_id)
            case "pin" | "unpin":
                user_actions.set_pinned(hub, user_id, channel_id, message_id, act == "pin")
            case "join_thread" | "leave_thread":
                user_actions.set_thread_membership(hub, user_id, channel_id, act == "join_thread")
            case _:
                return None
        return {}

    def _use_tool(self, user_id: str, body: Json) -> Json:
        """Change users, the clock, permissions and threads, or inject a fault."""
        hub, act, channel_id = self.hub, body["act"], str(body.get("channel") or "")
        match act:
            case "person":
                return {"person": user_actions.update_user(hub, user_id, body)}
            case "clock":
                return {"clock": user_actions.advance_clock(hub, float(body["advance"]))}
            case "take_right" | "give_right":
                bits = permissions.to_bits(str(body["right"]))
                change = permission_changes.revoke if act == "take_right" else permission_changes.grant
                change(hub, bits, hub.world.channels[channel_id] if channel_id else None)
            case "thread":
                state = {key: body[key] for key in ("locked", "archived") if isinstance(body.get(key), bool)}
                permission_changes.moderate(hub, hub.world.channels[channel_id], **state)
            case "refuse_doors":
                permission_changes.refuse_dm_opens(hub, int(body["times"]))
            case "fault":
                detail = {key: value for key, value in body.items() if key not in ("person", "act", "kind")}
                self.faults.add(str(body["kind"]), **detail)
            case _:
                raise Refused(f"Nobody can {act} here.")
        return {}


def _file_response(file: Path, content_type: str) -> web.StreamResponse:
    headers = {
        "Content-Type": content_type,
        "Cache-Control": "private, max-age=86400",
        # Uploaded files are displayed but must never run scripts.
        "Content-Security-Policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
        "X-Content-Type-Options": "nosniff",
    }
    if not file.is_file():
        raise web.HTTPNotFound(text="no such file")
    return web.FileResponse(file, headers=headers)
