"""The page's wire: the page's own files, the world as one person sees it, their acts, their events."""

import hmac
import json
from collections.abc import Awaitable, Callable
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from harbour import messages, permission_changes, permissions, phone, seed, user_actions
from harbour.errors import Json
from harbour.faults import Faults
from harbour.gateway import Connection
from harbour.hub import Hub
from harbour.slash import Refused

COOKIE = "harbour_key"
FILES = Path(__file__).parent / "page"


class Page:
    """Everything a browser gets. `on_restart` is what the drawer's button calls."""

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
            web.post("/page/act", self.act),
            web.static("/static", FILES, append_version=False),
            web.get("/attachments/{channel}/{id}/{filename}", self.attachment),
            web.get("/emojis/{file}", self.emoji),
        ]

    # who may come in

    def knows(self, given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), self.hub.world.meta["key"].encode())

    def admits(self, request: web.Request) -> bool:
        """Whether this request carries the secret of the printed address."""
        return self.knows(request.cookies.get(COOKIE))

    async def index(self, request: web.Request) -> web.StreamResponse:
        if self.knows(request.query.get("key")):
            response = web.Response(status=303, headers={"Location": "/"})
            response.set_cookie(COOKIE, str(request.query["key"]), httponly=True, samesite="Strict", path="/")
            return response
        if not self.admits(request):
            return web.Response(
                status=403, text="Open the address that was printed when the harbour started.\n"
            )
        return web.FileResponse(FILES / "index.html", headers={"Cache-Control": "no-cache"})

    # reading

    def _person(self, request: web.Request) -> str:
        person_id = request.query.get("person") or next(iter(self.hub.world.people))
        if person_id not in self.hub.world.people:
            raise web.HTTPNotFound(text="nobody has that id")
        return person_id

    async def world(self, request: web.Request) -> web.Response:
        hub, person_id = self.hub, self._person(request)
        world = hub.world
        seen = [channel for channel in world.channels.values() if world.sees(person_id, channel)]
        return web.json_response(
            {
                "person": world.people[person_id],
                "people": list(world.people.values()),
                "app": {"id": world.app_id, "name": "Skald"},
                "guild": world.guild,
                "foreign": {"id": seed.FOREIGN_GUILD_ID, "name": seed.FOREIGN_GUILD_NAME},
                "channels": [hub.shapes.seen_channel(channel, person_id) for channel in seen],
                "commands": list(world.commands.values()),
                "unread": {channel["id"]: world.unread_mark(person_id, channel["id"]) for channel in seen},
                "clock": user_actions.clock_now(hub),
                "bot": {"online": hub.gateway.online},
                "phone": {"pushes": phone.latest(hub, person_id), "buzzes": phone.buzzes(hub, person_id)},
                "rights": permission_changes.held(hub),
            }
        )

    async def messages(self, request: web.Request) -> web.Response:
        hub, person_id = self.hub, self._person(request)
        try:
            channel = user_actions.channel_for(hub, person_id, request.match_info["channel"])
        except Refused as refusal:
            raise web.HTTPNotFound(text=str(refusal)) from refusal
        limit = min(max(int(request.query.get("limit", "50")), 1), 200)
        before = request.query.get("before")
        found = messages.history(hub, channel["id"], person=person_id, limit=limit, before=before)
        return web.json_response([hub.shapes.message(message) for message in found])

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        hub, info = self.hub, request.match_info
        path = request.path.removeprefix("/")
        signed = hub.shapes.link_holds(path, request.query.get("ex", ""), request.query.get("hm", ""))
        if not signed and not self.admits(request):
            raise web.HTTPForbidden(text="This link has expired.")
        file = hub.world.store.file(info["id"])
        if not info["id"].isdigit() or not file.is_file():
            raise web.HTTPNotFound(text="no such attachment")
        return _file(file, guess_type(info["filename"])[0] or "application/octet-stream")

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        emoji = self.hub.world.emojis.get(request.match_info["file"].split(".")[0])
        if emoji is None:
            raise web.HTTPNotFound(text="no such emoji")
        return _file(
            self.hub.world.store.file(emoji["id"]), "image/gif" if emoji["animated"] else "image/png"
        )

    # events

    def tell(self, person_id: str, event: str, data: Any) -> None:
        listening = self._sockets.get(person_id)
        if listening:
            frame = json.dumps({"t": event, "d": data})
            for connection in listening:
                connection.send(frame)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        person_id = self._person(request)
        socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self._sockets.setdefault(person_id, set()).add(connection)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            self._sockets[person_id].discard(connection)
            connection.stop()
        return socket

    async def close(self) -> None:
        for listening in list(self._sockets.values()):
            for connection in list(listening):
                await connection.socket.close(code=1001)

    # acts

    async def act(self, request: web.Request) -> web.Response:
        try:
            asked = await request.json()
            person_id = str(asked["person"])
            if person_id not in self.hub.world.people:
                raise Refused("Nobody here has that id.")
            done = await self._do(person_id, asked)
        except Refused as refusal:
            return web.json_response({"ok": False, "error": str(refusal)})
        except (KeyError, TypeError, ValueError) as error:
            return web.json_response({"ok": False, "error": f"That cannot be read: {error!r}"}, status=400)
        return web.json_response({"ok": True, **done})

    async def _do(self, person_id: str, asked: Json) -> Json:
        hub, act = self.hub, asked["act"]
        place = str(asked.get("channel") or "")
        message, nonce = str(asked.get("message") or ""), asked.get("nonce")
        options, path = asked.get("options") or {}, asked.get("path") or []
        match act:
            case "send":
                sent = user_actions.send(hub, person_id, place, asked["content"], asked.get("reply_to"))
                return {"message": hub.shapes.message(sent)}
            case "slash":
                command = str(asked["command_id"])
                return _opened(user_actions.use_command(hub, person_id, place, command, path, options, nonce))
            case "autocomplete":
                command, focused = str(asked["command_id"]), str(asked["focused"])
                return _opened(
                    user_actions.autocomplete(hub, person_id, place, command, path, options, focused, nonce)
                )
            case "press":
                return _opened(user_actions.press(hub, person_id, place, message, asked["custom_id"], nonce))
            case "select":
                values = [str(value) for value in asked["values"]]
                return _opened(
                    user_actions.select(hub, person_id, place, message, asked["custom_id"], values, nonce)
                )
            case "modal":
                key, filled = str(asked["interaction_id"]), asked.get("values") or {}
                return _opened(user_actions.submit(hub, person_id, key, asked["custom_id"], filled, nonce))
            case "read":
                user_actions.mark_read(hub, person_id, place)
            case "dismiss":
                user_actions.dismiss(hub, person_id, place, message)
            case "pin" | "unpin":
                user_actions.pin(hub, person_id, place, message, act == "pin")
            case "join_thread" | "leave_thread":
                user_actions.join_thread(hub, person_id, place, act == "join_thread")
            case "person":
                return {"person": user_actions.change_person(hub, person_id, asked)}
            case "open_dm":
                channel = user_actions.open_direct_channel(hub, person_id)
                return {"channel": hub.shapes.seen_channel(channel, person_id)}
            case "clock":
                return {"clock": user_actions.move_clock(hub, float(asked["advance"]))}
            case "restart_bot":
                if self.on_restart is None:
                    raise Refused("There is no bot to restart.")
                await self.on_restart()
            case "post":
                post = user_actions.open_post(
                    hub, person_id, place, str(asked["name"]), str(asked["content"])
                )
                return {"channel": hub.shapes.seen_channel(post, person_id)}
            case "take_right" | "give_right":
                bits = permissions.bits(str(asked["right"]))
                change = permission_changes.take if act == "take_right" else permission_changes.give
                change(hub, bits, hub.world.channels[place] if place else None)
            case "thread":
                state = {
                    key: asked[key] for key in ("locked", "archived") if isinstance(asked.get(key), bool)
                }
                permission_changes.moderate(hub, hub.world.channels[place], **state)
            case "refuse_doors":
                permission_changes.refuse_doors(hub, int(asked["times"]))
            case "fault":
                detail = {key: value for key, value in asked.items() if key not in ("person", "act", "kind")}
                self.faults.add(str(asked["kind"]), **detail)
            case _:
                raise Refused(f"Nobody can {act} here.")
        return {}


def _opened(exchange: Json) -> Json:
    return {"interaction_id": exchange["id"]}


def _file(file: Path, content_type: str) -> web.StreamResponse:
    headers = {
        "Content-Type": content_type,
        "Cache-Control": "private, max-age=86400",
        # What somebody uploaded is looked at, and never runs.
        "Content-Security-Policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
        "X-Content-Type-Options": "nosniff",
    }
    if not file.is_file():
        raise web.HTTPNotFound(text="no such file")
    return web.FileResponse(file, headers=headers)
