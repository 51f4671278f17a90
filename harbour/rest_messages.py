"""Routes about messages in channels: posting, reading, editing, deleting, pins, typing."""

from aiohttp import web

from harbour import access, errors, limits, messages, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, body_of, payload_of, reply
from harbour.routes import Routes
from harbour.world import DIRECT_MESSAGE, FORUM, moment

routes = Routes()


def place(request: web.Request) -> tuple[Hub, Json]:
    hub = request.app[HUB]
    return hub, access.channel_for_bot(hub, request.match_info["channel"])


@routes.on("POST", "/channels/{channel}/messages")
async def create_message(request: web.Request) -> web.Response:
    hub, channel = place(request)
    payload, files = payload_of(request), body_of(request).files
    access.check_may_speak(hub, channel, with_files=bool(files), with_embeds=bool(payload.get("embeds")))
    _check_first_word(hub, channel)
    limits.check_nonce(payload.get("nonce"))
    reference, wanted = None, payload.get("message_reference")
    if wanted:
        if not access.may(hub, channel, permissions.READ_MESSAGE_HISTORY):
            raise errors.no_reply_without_history()
        reference = hub.world.message(channel["id"], str(wanted.get("message_id")))
        if reference is None and wanted.get("fail_if_not_exists", True):
            raise errors.invalid_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    earlier = _already_sent(hub, channel, payload)
    if earlier is not None:
        return reply(hub.shapes.message(earlier))
    kind = messages.DEFAULT if reference is None else messages.REPLY
    message = messages.post(hub, channel, hub.world.app_id, payload, files, kind=kind, reference=reference)
    return reply(hub.shapes.message(message))


def _check_first_word(hub: Hub, channel: Json) -> None:
    """Speaking first in a direct conversation counts as opening it."""
    if channel["type"] == DIRECT_MESSAGE and channel["last_message_id"] is None:
        refuse_door(hub)


def refuse_door(hub: Hub) -> None:
    if hub.refused_doors:
        hub.refused_doors -= 1
        hub.tell_people("DOORS", {"refused_doors": hub.refused_doors})
        raise errors.opening_too_fast()


def _already_sent(hub: Hub, channel: Json, payload: Json) -> Json | None:
    """With an enforced nonce, the same message sent again within minutes is not made twice."""
    nonce = payload.get("nonce")
    if not payload.get("enforce_nonce") or nonce is None:
        return None
    oldest = hub.clock.time() - 300
    for message in reversed(hub.world.messages.get(channel["id"], {}).values()):
        if moment(message["timestamp"]).timestamp() < oldest:
            return None
        if str(message.get("nonce")) == str(nonce) and message["author"]["id"] == hub.world.app_id:
            return message
    return None


@routes.on("GET", "/channels/{channel}/messages")
async def get_messages(request: web.Request) -> web.Response:
    hub, channel = place(request)
    if channel["type"] == FORUM:
        raise errors.wrong_channel_type()
    if not access.may(hub, channel, permissions.READ_MESSAGE_HISTORY):
        return reply([])
    limit = int(request.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        raise errors.invalid_form(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    around = request.query.get("around")
    before, after = request.query.get("before"), request.query.get("after")
    if around:
        earlier = messages.history(
            hub, channel["id"], person=None, limit=limit // 2, before=str(int(around) + 1)
        )
        later = messages.history(hub, channel["id"], person=None, limit=limit // 2, after=around)
        found = earlier + later
    else:
        found = messages.history(hub, channel["id"], person=None, limit=limit, before=before, after=after)
    return reply([hub.shapes.message(message) for message in reversed(found)])


@routes.on("GET", "/channels/{channel}/messages/pins")
async def get_pins(request: web.Request) -> web.Response:
    hub, channel = place(request)
    pinned = [message for message in hub.world.messages.get(channel["id"], {}).values() if message["pinned"]]
    pinned.sort(key=lambda message: str(message["pinned_at"]), reverse=True)
    limit = int(request.query.get("limit", "50"))
    items = [
        {"pinned_at": message["pinned_at"], "message": hub.shapes.message(message)} for message in pinned
    ]
    return reply({"items": items[:limit], "has_more": len(items) > limit})


@routes.on("PUT", "/channels/{channel}/messages/pins/{message}")
async def pin_message(request: web.Request) -> web.Response:
    _set_pinned(request, True)
    return reply()


@routes.on("DELETE", "/channels/{channel}/messages/pins/{message}")
async def unpin_message(request: web.Request) -> web.Response:
    _set_pinned(request, False)
    return reply()


def _set_pinned(request: web.Request, pinned: bool) -> None:
    hub, channel = place(request)
    if channel["type"] != DIRECT_MESSAGE:
        access.need(hub, channel, permissions.PIN_MESSAGES)
    access.check_not_archived(channel)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    messages.set_pinned(hub, channel, message, hub.world.app_id, pinned)


@routes.on("GET", "/channels/{channel}/messages/{message}")
async def get_message(request: web.Request) -> web.Response:
    hub, channel = place(request)
    access.need(hub, channel, permissions.READ_MESSAGE_HISTORY)
    return reply(hub.shapes.message(access.message_for_bot(hub, channel, request.match_info["message"])))


@routes.on("PATCH", "/channels/{channel}/messages/{message}")
async def edit_message(request: web.Request) -> web.Response:
    hub, channel = place(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    payload, files = payload_of(request), body_of(request).files
    access.check_not_locked(hub, channel)
    access.check_not_archived(channel)
    access.check_may_carry(hub, channel, with_files=bool(files), with_embeds=bool(payload.get("embeds")))
    messages.check_old_edit(hub, message)
    messages.edit(hub, channel, message, payload, files)
    return reply(hub.shapes.message(message))


@routes.on("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(request: web.Request) -> web.Response:
    hub, channel = place(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    access.check_not_archived(channel)
    if message["author"]["id"] != hub.world.app_id:
        access.need(hub, channel, permissions.MANAGE_MESSAGES)
    messages.remove(hub, channel, message)
    return reply()


@routes.on("POST", "/channels/{channel}/messages/bulk-delete")
async def delete_messages(request: web.Request) -> web.Response:
    hub, channel = place(request)
    access.need(hub, channel, permissions.MANAGE_MESSAGES)
    for key in payload_of(request).get("messages") or []:
        message = hub.world.message(channel["id"], str(key))
        if message is not None:
            messages.remove(hub, channel, message)
    return reply()


@routes.on("POST", "/channels/{channel}/typing")
async def type_on(request: web.Request) -> web.Response:
    hub, channel = place(request)
    access.check_may_speak(hub, channel, with_files=False)
    data = {
        "channel_id": channel["id"],
        "user_id": hub.world.app_id,
        "timestamp": int(hub.clock.time()),
    }
    hub.tell_people("TYPING_START", data, hub.watchers(channel))
    return reply()
