"""REST routes of application commands and application emoji."""

import base64
import re

from aiohttp import web

from harbour import command_limits, errors
from harbour.errors import ApiError, Json, invalid_form
from harbour.hub import Hub
from harbour.rest import HUB, body_of, json_response, payload_of

routes = web.RouteTableDef()

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
_IMAGE_DATA_URL = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def _application(request: web.Request) -> Hub:
    hub = request.app[HUB]
    if request.match_info["app"] != hub.world.app_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    return hub


def _build_command(hub: Hub, payload: Json, existing: Json | None) -> Json:
    """Returns the command as Discord stores it: with id, version and defaults."""
    bits = payload.get("default_member_permissions")
    return {
        "id": existing["id"] if existing else hub.world.new_id(),
        "application_id": hub.world.app_id,
        "version": hub.world.new_id(),
        "type": payload.get("type", 1),
        "name": payload["name"],
        "name_localizations": payload.get("name_localizations"),
        "description": payload.get("description", ""),
        "description_localizations": payload.get("description_localizations"),
        "default_member_permissions": None if bits is None else str(bits),
        "nsfw": bool(payload.get("nsfw", False)),
        "options": payload.get("options") or [],
        "contexts": payload.get("contexts"),
        "integration_types": payload.get("integration_types") or [0],
        "dm_permission": payload.get("dm_permission") is not False,
        **({"handler": payload["handler"]} if payload.get("handler") else {}),
    }


def create_entry_point(hub: Hub) -> None:
    payload = {
        "name": "launch",
        "type": command_limits.ENTRY_POINT,
        "handler": 2,
        "integration_types": [0, 1],
    }
    hub.world.commands.save(_build_command(hub, payload, None))


@routes.get("/applications/{app}/commands")
async def get_commands(request: web.Request) -> web.Response:
    return json_response(list(_application(request).world.commands.values()))


@routes.put("/applications/{app}/commands")
async def bulk_overwrite_commands(request: web.Request) -> web.Response:
    hub = _application(request)
    payloads = body_of(request).payload or []
    command_limits.check_commands(payloads)
    known = {(command["name"], command["type"]): command for command in hub.world.commands.values()}
    entry_points = {key for key in known if key[1] == command_limits.ENTRY_POINT}
    if entry_points - {(payload["name"], payload.get("type", 1)) for payload in payloads}:
        raise errors.entry_point_left_out()
    fresh = [_build_command(hub, p, known.get((p["name"], p.get("type", 1)))) for p in payloads]
    for gone in hub.world.commands.keys() - {command["id"] for command in fresh}:
        hub.world.commands.drop(gone)
    for command in fresh:
        hub.world.commands.save(command)
    hub.send_to_pages("COMMANDS", fresh)
    return json_response(fresh)


# application emoji


@routes.get("/applications/{app}/emojis")
async def get_emojis(request: web.Request) -> web.Response:
    return json_response({"items": list(_application(request).world.emojis.values())})


@routes.post("/applications/{app}/emojis")
async def create_emoji(request: web.Request) -> web.Response:
    hub, payload = _application(request), payload_of(request)
    name = payload.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise invalid_form(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji["name"] == name for emoji in hub.world.emojis.values()):
        raise invalid_form(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists"
        )
    image = _IMAGE_DATA_URL.fullmatch(str(payload.get("image")))
    if image is None:
        raise invalid_form(("image",), "BASE_TYPE_BAD_TYPE", "Invalid image data")
    content = base64.b64decode(image[2])
    if len(content) > MAX_EMOJI_BYTES:
        raise invalid_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(hub.world.emojis) >= MAX_EMOJIS:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    emoji: Json = {
        "id": hub.world.new_id(),
        "name": name,
        "user": hub.serializer.user(hub.world.app_id),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": image[1] == "gif",
        "available": True,
    }
    hub.world.store.write_file(emoji["id"], content)
    hub.world.emojis.save(emoji)
    return json_response(emoji, 201)


@routes.delete("/applications/{app}/emojis/{emoji}")
async def delete_emoji(request: web.Request) -> web.Response:
    hub = _application(request)
    if request.match_info["emoji"] not in hub.world.emojis:
        raise errors.unknown_emoji()
    hub.world.drop_emoji(request.match_info["emoji"])
    return json_response()
