"""REST routes of messages and pins."""

from aiohttp import web

from harbour import access, errors, limits, messages, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, body_of, json_response, payload_of
from harbour.world import DM, GUILD_FORUM, parse_timestamp

routes = web.RouteTableDef()


def channel_of(request: web.Request) -> tuple[Hub, Json]:
    hub = request.app[HUB]
    return hub, access.channel_for_bot(hub, request.match_info["channel"])


@routes.post("/channels/{channel}/messages")
async def create_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    payload, files = payload_of(request), body_of(request).files
    access.check_may_send(hub, channel, with_files=bool(files), with_embeds=bool(payload.get("embeds")))
    _check_first_dm(hub, channel)
    limits.check_nonce(payload.get("nonce"))
    reference, wanted_reference = None, payload.get("message_reference")
    if wanted_reference:
        if not access.bot_has(hub, channel, permissions.READ_MESSAGE_HISTORY):
            raise errors.cannot_reply_without_history()
        reference = hub.world.message(channel["id"], str(wanted_reference.get("message_id")))
        if reference is None and wanted_reference.get("fail_if_not_exists", True):
            raise errors.invalid_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    duplicate = _find_by_nonce(hub, channel, payload)
    if duplicate is not None:
        return json_response(hub.serializer.message(duplicate))
    envelope = messages.Envelope.reply_to(reference)
    message = messages.create(hub, channel, hub.world.app_id, payload, files, envelope)
    return json_response(hub.serializer.message(message))


def _check_first_dm(hub: Hub, channel: Json) -> None:
    """Count the first message in a DM channel as opening it."""
    if channel["type"] == DM and channel["last_message_id"] is None:
        check_dm_open_limit(hub)


def check_dm_open_limit(hub: Hub) -> None:
    if hub.refused_dm_opens:
        hub.refused_dm_opens -= 1
        hub.send_to_pages("DOORS", {"refused_doors": hub.refused_dm_opens})
        raise errors.opening_dms_too_fast()


def _find_by_nonce(hub: Hub, channel: Json, payload: Json) -> Json | None:
    """Deduplicate by enforced nonce: returns the bot's message with the same nonce of the last 5 minutes."""
    nonce = payload.get("nonce")
    if not payload.get("enforce_nonce") or nonce is None:
        return None
    oldest = hub.clock.time() - 300
    for message in reversed(hub.world.messages.get(channel["id"], {}).values()):
        if parse_timestamp(message["timestamp"]).timestamp() < oldest:
            return None
        if str(message.get("nonce")) == str(nonce) and message["author"]["id"] == hub.world.app_id:
            return message
    return None


@routes.get("/channels/{channel}/messages")
async def get_messages(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    if channel["type"] == GUILD_FORUM:
        raise errors.wrong_channel_type()
    if not access.bot_has(hub, channel, permissions.READ_MESSAGE_HISTORY):
        return json_response([])
    limit = int(request.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        raise errors.invalid_form(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    before, after = request.query.get("before"), request.query.get("after")
    found = messages.history(hub, channel["id"], user_id=None, limit=limit, before=before, after=after)
    return json_response([hub.serializer.message(message) for message in reversed(found)])


@routes.get("/channels/{channel}/messages/pins")
async def get_pins(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    pinned = [message for message in hub.world.messages.get(channel["id"], {}).values() if message["pinned"]]
    pinned.sort(key=lambda message: str(message["pinned_at"]), reverse=True)
    limit = int(request.query.get("limit", "50"))
    items = [
        {"pinned_at": message["pinned_at"], "message": hub.serializer.message(message)} for message in pinned
    ]
    return json_response({"items": items[:limit], "has_more": len(items) > limit})


@routes.put("/channels/{channel}/messages/pins/{message}")
@routes.delete("/channels/{channel}/messages/pins/{message}")
async def pin_or_unpin_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    if channel["type"] != DM:
        access.require(hub, channel, permissions.PIN_MESSAGES)
    access.check_not_archived(channel)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    messages.set_pinned(hub, channel, message, hub.world.app_id, request.method == "PUT")
    return json_response()


@routes.get("/channels/{channel}/messages/{message}")
async def get_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    access.require(hub, channel, permissions.READ_MESSAGE_HISTORY)
    return json_response(
        hub.serializer.message(access.message_for_bot(hub, channel, request.match_info["message"]))
    )


@routes.patch("/channels/{channel}/messages/{message}")
async def edit_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    payload, files = payload_of(request), body_of(request).files
    access.check_not_locked(hub, channel)
    access.check_not_archived(channel)
    access.check_may_attach(hub, channel, with_files=bool(files), with_embeds=bool(payload.get("embeds")))
    messages.check_old_message_edit_limit(hub, message)
    messages.edit(hub, channel, message, payload, files)
    return json_response(hub.serializer.message(message))


@routes.delete("/channels/{channel}/messages/{message}")
async def delete_message(request: web.Request) -> web.Response:
    hub, channel = channel_of(request)
    message = access.message_for_bot(hub, channel, request.match_info["message"])
    access.check_not_archived(channel)
    if message["author"]["id"] != hub.world.app_id:
        access.require(hub, channel, permissions.MANAGE_MESSAGES)
    messages.delete(hub, channel, message)
    return json_response()
