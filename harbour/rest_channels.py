"""REST routes of channels and threads."""

from aiohttp import web

from harbour import access, errors, limits, messages, permissions, threads
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import body_of, json_response, payload_of
from harbour.rest_messages import channel_of
from harbour.rest_users import guild_of
from harbour.world import DM, GUILD_FORUM, PRIVATE_THREAD, PUBLIC_THREAD, THREAD_TYPES

routes = web.RouteTableDef()


@routes.get("/channels/{channel}")
async def get_channel(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    return json_response(hub.serializer.channel(channel))


@routes.patch("/channels/{channel}")
async def modify_channel(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    payload = payload_of(request)
    if channel["type"] in THREAD_TYPES:
        threads.modify(hub, channel, payload)
    elif channel["type"] == DM:
        raise errors.wrong_channel_type()
    else:
        access.require(hub, channel, permissions.MANAGE_CHANNELS)
        channel |= {key: payload[key] for key in ("name", "topic", "rate_limit_per_user") if key in payload}
        hub.world.channels.save(channel)
        hub.announce_channel("CHANNEL_UPDATE", channel)
    return json_response(hub.serializer.channel(channel))


@routes.delete("/channels/{channel}")
async def delete_channel(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    serialized = hub.serializer.channel(channel)
    if channel["type"] in THREAD_TYPES:
        access.require(hub, channel, permissions.MANAGE_THREADS)
        threads.delete(hub, channel)
    elif channel["type"] != DM:
        access.require(hub, channel, permissions.MANAGE_CHANNELS)
        hub.announce_channel("CHANNEL_DELETE", channel)
        hub.world.drop_channel(channel["id"])
    return json_response(serialized)


@routes.post("/channels/{channel}/threads")
async def create_thread(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    payload = payload_of(request)
    if channel["type"] == GUILD_FORUM:
        thread = threads.create_forum_post(hub, channel, hub.world.app_id, payload, body_of(request).files)
        first = hub.world.message(thread["id"], thread["id"])
        assert first is not None
        return json_response(
            {**hub.serializer.channel(thread), "message": hub.serializer.message(first)}, 201
        )
    kind = payload.get("type", PRIVATE_THREAD)
    limits.check_thread_name(payload.get("name"))
    access.check_may_create_thread(hub, channel, kind)
    thread = threads.create(hub, channel, hub.world.app_id, payload, kind)
    return json_response(hub.serializer.channel(thread), 201)


@routes.post("/channels/{channel}/messages/{message}/threads")
async def create_thread_on_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    payload = payload_of(request)
    limits.check_thread_name(payload.get("name"))
    access.check_may_create_thread(hub, channel, PUBLIC_THREAD)
    if message["id"] in hub.world.channels:
        raise errors.thread_exists()
    thread = threads.create(hub, channel, hub.world.app_id, payload, PUBLIC_THREAD, starter=message)
    return json_response(hub.serializer.channel(thread), 201)


def _thread_and_user(request: web.Request) -> tuple[Hub, Json, str]:
    """Returns the thread and the user, `@me` being the bot, of a request about a thread's member."""
    hub, thread = channel_of(request)
    if thread["type"] not in THREAD_TYPES:
        raise errors.wrong_channel_type()
    access.check_not_archived(thread)
    user_id = request.match_info["user"].replace("@me", hub.world.app_id)
    if user_id not in (*hub.world.users, hub.world.app_id):
        raise errors.unknown_user()
    return hub, thread, user_id


@routes.put("/channels/{channel}/thread-members/{user}")
async def join_thread(request: web.Request) -> web.Response:
    hub, thread, user_id = _thread_and_user(request)
    if user_id != hub.world.app_id:
        access.require(hub, thread, permissions.SEND_MESSAGES_IN_THREADS)
        access.check_not_locked(hub, thread)
        if thread["type"] == PUBLIC_THREAD and not hub.world.can_see(user_id, thread):
            raise errors.missing_access()
    messages.join_thread(hub, thread, user_id)
    return json_response()


@routes.delete("/channels/{channel}/thread-members/{user}")
async def leave_thread(request: web.Request) -> web.Response:
    hub, thread, user_id = _thread_and_user(request)
    if user_id != hub.world.app_id:
        access.require(hub, thread, permissions.MANAGE_THREADS)
    messages.leave_thread(hub, thread, user_id)
    return json_response()


@routes.get("/guilds/{guild}/threads/active")
async def get_active_threads(request: web.Request) -> web.Response:
    hub = guild_of(request)
    return json_response({**hub.serializer.active_threads(hub.world.threads()), "has_more": False})
