"""The gateway: a session per shard, ordered event dispatch, resume after a disconnect."""

import asyncio
import json
import secrets
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from harbour.errors import Json
from harbour.hub import Hub

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

HEARTBEAT_INTERVAL_MS = 41_250
# discord.py sets its heartbeat timestamp after sending: an immediate ack would look 40 s late.
HEARTBEAT_ACK_DELAY_S = 0.1
MAX_REPLAYED_EVENTS = 2000

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED_INTENTS = 1 << 1 | 1 << 8 | 1 << 15

_MESSAGE_EVENTS = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
_GUILD_INTENTS = dict.fromkeys(_MESSAGE_EVENTS, GUILD_MESSAGES)
_DM_INTENTS = dict.fromkeys((*_MESSAGE_EVENTS, "CHANNEL_PINS_UPDATE"), DIRECT_MESSAGES)
_WITHOUT_INTENT = ("READY", "RESUMED", "INTERACTION_CREATE", "GUILD_MEMBERS_CHUNK")


class GatewaySession:
    """A shard's session: intents, event sequence, replay buffer, and its current connection."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.replay_buffer: deque[tuple[int, str]] = deque(maxlen=MAX_REPLAYED_EVENTS)
        self.connection: Connection | None = None

    def receives(self, event: str, guild_id: str | None) -> bool:
        index, count = self.shard
        if index != (0 if guild_id is None else (int(guild_id) >> 22) % count):
            return False
        if event in _WITHOUT_INTENT:
            return True
        table, otherwise = (_DM_INTENTS, 0) if guild_id is None else (_GUILD_INTENTS, GUILDS)
        needed = table.get(event, otherwise)
        return not needed or bool(self.intents & needed)

    def dispatch(self, event: str, data: Any) -> None:
        self.sequence += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.replay_buffer.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)


class Connection:
    """A WebSocket with a send queue, so that a slow client blocks no other."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None) -> None:
        self.socket = socket
        self.transport = transport
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        while True:
            frame = await self._outgoing.get()
            if self.socket.closed:
                return
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                return

    def send(self, frame: str) -> None:
        self._outgoing.put_nowait(frame)

    def send_op(self, op: int, data: Any) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def stop(self) -> None:
        self._writer.cancel()


class Gateway:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.sessions: dict[str, GatewaySession] = {}
        self._connections: set[Connection] = set()

    @property
    def online(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    @property
    def has_session(self) -> bool:
        """True if a session exists, connected or waiting to resume."""
        return bool(self.sessions)

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None:
        for session in self.sessions.values():
            if session.receives(event, guild_id):
                session.dispatch(event, self._without_message_content(event, data, guild_id))

    def _without_message_content(self, event: str, data: Json, guild_id: str | None) -> Json:
        """Blank the content of guild messages that do not concern the bot: it lacks the privileged intent."""
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or guild_id is None:
            return data
        bot = self.hub.world.app_id
        if data["author"]["id"] == bot or any(user["id"] == bot for user in data["mentions"]):
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self._connections.add(connection)
        connection.send_op(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL_MS})
        session: GatewaySession | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                try:
                    payload = json.loads(frame.data)
                except ValueError:
                    payload = None
                if not isinstance(payload, dict) or not isinstance(payload.get("d"), dict | int | None):
                    await socket.close(code=4002, message=b"Decode error.")
                    break
                session = await self._handle_payload(connection, session, payload)
            if session is not None and socket.close_code in (1000, 1001):
                # A client that closes normally will not resume.
                self.sessions.pop(session.id, None)
        finally:
            self._connections.discard(connection)
            connection.stop()
            if session is not None and session.connection is connection:
                session.connection = None
            self._send_bot_status()
        return socket

    async def _handle_payload(
        self, connection: Connection, session: GatewaySession | None, payload: Json
    ) -> GatewaySession | None:
        op, data = payload.get("op"), payload.get("d")
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(
                HEARTBEAT_ACK_DELAY_S, connection.send_op, HEARTBEAT_ACK, None
            )
        elif op == IDENTIFY:
            return await self._identify(connection, session, data or {})
        elif op == RESUME:
            return await self._resume(connection, data or {})
        elif session is None:
            await connection.socket.close(code=4003, message=b"Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._send_members(session, data or {})
        elif op not in (PRESENCE, VOICE):
            await connection.socket.close(code=4001, message=b"Unknown opcode.")
        return session

    async def _identify(
        self, connection: Connection, session: GatewaySession | None, data: Json
    ) -> GatewaySession | None:
        match data.get("shard") or (0, 1):
            case [int(index), int(count)]:
                pass
            case _:
                index = count = 0  # No valid shard.
        refusal: tuple[int, bytes] | None = None
        if data.get("token") != self.hub.world.meta["token"]:
            refusal = (4004, b"Authentication failed.")
        elif session is not None:
            refusal = (4005, b"Already authenticated.")
        elif not 0 <= index < count:
            refusal = (4010, b"Invalid shard.")
        elif data.get("intents", 0) & PRIVILEGED_INTENTS:
            refusal = (4014, b"Disallowed intent(s).")
        if refusal is not None:
            await connection.socket.close(code=refusal[0], message=refusal[1])
            return session
        # A shard that identifies again replaces its disconnected session.
        for old in [old for old in self.sessions.values() if old.shard == (index, count)]:
            if old.connection is None:
                del self.sessions[old.id]
        fresh = GatewaySession((index, count), data.get("intents", 0))
        self.sessions[fresh.id] = fresh
        fresh.connection = connection
        owns_guild = (int(self.hub.world.guild_id) >> 22) % count == index
        fresh.dispatch("READY", self._ready(fresh, owns_guild))
        if owns_guild and fresh.intents & GUILDS:
            fresh.dispatch("GUILD_CREATE", self.hub.serializer.guild_create())
        self._send_bot_status()
        return fresh

    def _ready(self, session: GatewaySession, owns_guild: bool) -> Json:
        world, serializer = self.hub.world, self.hub.serializer
        return {
            "v": 10,
            "user": {**serializer.user(world.app_id), "mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": world.guild_id, "unavailable": True}] if owns_guild else [],
            "session_id": session.id,
            "resume_gateway_url": serializer.gateway_url,
            "session_type": "normal",
            "shard": list(session.shard),
            "application": {"id": world.app_id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
            "guild_join_requests": [],
            "_trace": [],
        }

    async def _resume(self, connection: Connection, data: Json) -> GatewaySession | None:
        if data.get("token") != self.hub.world.meta["token"]:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        session = self.sessions.get(data.get("session_id") or "")
        seen = data.get("seq") or 0
        missed = (
            [] if session is None else [frame for number, frame in session.replay_buffer if number > seen]
        )
        if session is None or seen + len(missed) != session.sequence:
            connection.send_op(INVALID_SESSION, False)
            return None
        session.connection = connection
        for frame in missed:
            connection.send(frame)
        session.dispatch("RESUMED", {"_trace": []})
        self._send_bot_status()
        return session

    def _send_members(self, session: GatewaySession, data: Json) -> None:
        world = self.hub.world
        everyone = [world.app_id, *world.users]
        user_ids = data.get("user_ids")
        if user_ids is not None:
            wanted = [str(key) for key in (user_ids if isinstance(user_ids, list) else [user_ids])]
        else:
            prefix = (data.get("query") or "").casefold()
            wanted = [key for key in everyone if self.hub.serializer.user(key)["username"].startswith(prefix)]
            wanted = wanted[: data.get("limit") or len(wanted)]
        chunk: Json = {
            "guild_id": world.guild_id,
            "members": [self.hub.serializer.member(key) for key in wanted if key in everyone],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [key for key in wanted if key not in everyone],
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _send_bot_status(self) -> None:
        self.hub.send_to_pages("BOT", {"online": self.online})

    # fault injection

    def drop(self) -> None:
        """Abort all connections without a close frame. Sessions stay resumable."""
        for connection in list(self._connections):
            if isinstance(connection.transport, asyncio.WriteTransport):
                connection.transport.abort()

    def request_reconnect(self) -> None:
        for connection in list(self._connections):
            connection.send_op(RECONNECT, None)

    def invalidate(self, *, resumable: bool = False) -> None:
        for session in list(self.sessions.values()):
            connection = session.connection
            if not resumable:
                del self.sessions[session.id]
            if connection is not None:
                connection.send_op(INVALID_SESSION, resumable)

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.socket.close(code=1001)
