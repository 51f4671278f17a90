"""Routes about channels and threads: reading, changing, opening, joining, archiving."""

from aiohttp import web

from harbour import access, errors, limits, messages, permissions, threads
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import body_of, payload_of, reply
from harbour.rest_messages import place
from harbour.rest_people import guild_of
from harbour.routes import Routes
from harbour.world import DIRECT_MESSAGE, FORUM, PRIVATE_THREAD, PUBLIC_THREAD, THREADS

routes = Routes()


@routes.on("GET", "/channels/{channel}")
async def get_channel(request: web.Request) -> web.Response:
    hub, channel = place(request)
    return reply(hub.shapes.channel(channel))


@routes.on("PATCH", "/channels/{channel}")
async def change_channel(request: web.Request) -> web.Response:
    hub, channel = place(request)
    payload = payload_of(request)
    if channel["type"] in THREADS:
        threads.change(hub, channel, payload)
    elif channel["type"] == DIRECT_MESSAGE:
        raise errors.wrong_channel_type()
    else:
        access.need(hub, channel, permissions.MANAGE_CHANNELS)
        channel |= {key: payload[key] for key in ("name", "topic", "rate_limit_per_user") if key in payload}
        hub.world.save_channel(channel)
        hub.announce_channel("CHANNEL_UPDATE", channel)
    return reply(hub.shapes.channel(channel))


@routes.on("DELETE", "/channels/{channel}")
async def delete_channel(request: web.Request) -> web.Response:
    hub, channel = place(request)
    shape = hub.shapes.channel(channel)
    if channel["type"] in THREADS:
        access.need(hub, channel, permissions.MANAGE_THREADS)
        threads.delete(hub, channel)
    elif channel["type"] != DIRECT_MESSAGE:
        access.need(hub, channel, permissions.MANAGE_CHANNELS)
        hub.announce_channel("CHANNEL_DELETE", channel)
        hub.world.drop_channel(channel["id"])
    return reply(shape)


@routes.on("POST", "/channels/{channel}/threads")
async def open_thread(request: web.Request) -> web.Response:
    hub, channel = place(request)
    payload = payload_of(request)
    if channel["type"] == FORUM:
        thread = threads.create_post(hub, channel, hub.world.app_id, payload, body_of(request).files)
        first = hub.world.message(thread["id"], thread["id"])
        assert first is not None
        return reply({**hub.shapes.channel(thread), "message": hub.shapes.message(first)}, 201)
    kind = payload.get("type", PRIVATE_THREAD)
    limits.check_thread_name(payload.get("name"))
    access.check_may_open_thread(hub, channel, kind)
    thread = threads.create(hub, channel, hub.world.app_id, payload, kind)
    return reply(hub.shapes.channel(thread), 201)


@routes.on("POST", "/channels/{channel}/messages/{message}/threads")
async def open_thread_on_message(request: web.Request) -> web.Response:
    hub, channel = place(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    payload = payload_of(request)
    limits.check_thread_name(payload.get("name"))
    access.check_may_open_thread(hub, channel, PUBLIC_THREAD)
    if message["id"] in hub.world.channels:
        raise errors.thread_exists()
    thread = threads.create(hub, channel, hub.world.app_id, payload, PUBLIC_THREAD, starter=message)
    return reply(hub.shapes.channel(thread), 201)


def _thread(request: web.Request) -> tuple[Hub, Json]:
    hub, thread = place(request)
    if thread["type"] not in THREADS:
        raise errors.wrong_channel_type()
    return hub, thread


def _who(request: web.Request, hub: Hub) -> str:
    user_id = request.match_info.get("user", hub.world.app_id)
    if user_id not in (*hub.world.people, hub.world.app_id):
        raise errors.unknown_user()
    return user_id


async def _join(request: web.Request) -> web.Response:
    hub, thread = _thread(request)
    access.check_not_archived(thread)
    user_id = _who(request, hub)
    if user_id != hub.world.app_id:
        access.need(hub, thread, permissions.SEND_MESSAGES_IN_THREADS)
        access.check_not_locked(hub, thread)
        if thread["type"] == PUBLIC_THREAD and not hub.world.sees(user_id, thread):
            raise errors.missing_access()
    messages.join_thread(hub, thread, user_id)
    return reply()


async def _leave(request: web.Request) -> web.Response:
    hub, thread = _thread(request)
    access.check_not_archived(thread)
    user_id = _who(request, hub)
    if user_id != hub.world.app_id:
        access.need(hub, thread, permissions.MANAGE_THREADS)
    messages.leave_thread(hub, thread, user_id)
    return reply()


for _path in ("/channels/{channel}/thread-members/@me", "/channels/{channel}/thread-members/{user}"):
    routes.on("PUT", _path)(_join)
    routes.on("DELETE", _path)(_leave)


@routes.on("GET", "/channels/{channel}/thread-members")
async def get_thread_members(request: web.Request) -> web.Response:
    hub, thread = _thread(request)
    return reply(list(hub.world.thread_members.get(thread["id"], {}).values()))


@routes.on("GET", "/channels/{channel}/thread-members/{user}")
async def get_thread_member(request: web.Request) -> web.Response:
    hub, thread = _thread(request)
    member = hub.world.thread_members.get(thread["id"], {}).get(_who(request, hub))
    if member is None:
        raise errors.unknown_member()
    return reply(member)


@routes.on("GET", "/guilds/{guild}/threads/active")
async def get_active_threads(request: web.Request) -> web.Response:
    hub = guild_of(request)
    active = [
        thread
        for thread in hub.world.threads()
        if not thread["thread_metadata"]["archived"] and hub.world.sees(hub.world.app_id, thread)
    ]
    return reply(_listed(hub, active))


def _listed(hub: Hub, found: list[Json]) -> Json:
    members = [hub.world.thread_members.get(thread["id"], {}).get(hub.world.app_id) for thread in found]
    return {
        "threads": [hub.shapes.channel(thread) for thread in found],
        "members": [member for member in members if member is not None],
        "has_more": False,
    }


def _archived(request: web.Request, kind: int) -> web.Response:
    hub, channel = place(request)
    found = [
        thread
        for thread in hub.world.threads()
        if thread["parent_id"] == channel["id"]
        and thread["type"] == kind
        and thread["thread_metadata"]["archived"]
        and hub.world.sees(hub.world.app_id, thread)
    ]
    found.sort(key=lambda thread: str(thread["thread_metadata"]["archive_timestamp"]), reverse=True)
    return reply(_listed(hub, found[: int(request.query.get("limit", "50"))]))


@routes.on("GET", "/channels/{channel}/threads/archived/public")
async def get_archived_public(request: web.Request) -> web.Response:
    return _archived(request, PUBLIC_THREAD)


@routes.on("GET", "/channels/{channel}/threads/archived/private")
async def get_archived_private(request: web.Request) -> web.Response:
    return _archived(request, PRIVATE_THREAD)


@routes.on("GET", "/channels/{channel}/users/@me/threads/archived/private")
async def get_my_archived_private(request: web.Request) -> web.Response:
    return _archived(request, PRIVATE_THREAD)
