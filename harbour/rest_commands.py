"""REST routes of application commands and application emoji."""

import base64
import re

from aiohttp import web

from harbour import command_limits, errors
from harbour.errors import ApiError, Json, invalid_form
from harbour.hub import Hub
from harbour.rest import HUB, body_of, json_response, payload_of
from harbour.routes import Routes

routes = Routes()

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
_IMAGE_DATA_URL = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def _application(request: web.Request) -> Hub:
    hub = request.app[HUB]
    if request.match_info["app"] != hub.world.app_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    return hub


def _scope(request: web.Request) -> tuple[Hub, str | None]:
    hub, guild = _application(request), request.match_info.get("guild")
    if guild not in (None, hub.world.guild_id):
        raise errors.missing_access()
    return hub, guild


def _commands_in_scope(hub: Hub, guild: str | None) -> list[Json]:
    return [command for command in hub.world.commands.values() if command.get("guild_id") == guild]


def _build_command(hub: Hub, guild: str | None, payload: Json, existing: Json | None) -> Json:
    """Returns the command as Discord stores it: with id, version and defaults."""
    bits = payload.get("default_member_permissions")
    command: Json = {
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
    }
    if guild is None:
        command["contexts"] = payload.get("contexts")
        command["integration_types"] = payload.get("integration_types") or [0]
        command["dm_permission"] = payload.get("dm_permission") is not False
    else:
        command["guild_id"] = guild
    return command


def _send_commands_to_pages(hub: Hub) -> None:
    hub.send_to_pages("COMMANDS", list(hub.world.commands.values()))


async def get_commands(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    return json_response(_commands_in_scope(hub, guild))


async def bulk_overwrite_commands(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    payloads = body_of(request).payload or []
    command_limits.check_commands(payloads)
    known = {(command["name"], command["type"]): command for command in _commands_in_scope(hub, guild)}
    fresh = [_build_command(hub, guild, p, known.get((p["name"], p.get("type", 1)))) for p in payloads]
    for gone in {command["id"] for command in known.values()} - {command["id"] for command in fresh}:
        hub.world.drop_command(gone)
    for command in fresh:
        hub.world.save_command(command)
    _send_commands_to_pages(hub)
    return json_response(fresh)


async def create_command(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    payload = payload_of(request)
    command_limits.check_command(payload)
    known = [
        c
        for c in _commands_in_scope(hub, guild)
        if (c["name"], c["type"]) == (payload["name"], payload.get("type", 1))
    ]
    command = _build_command(hub, guild, payload, known[0] if known else None)
    hub.world.save_command(command)
    _send_commands_to_pages(hub)
    return json_response(command, 200 if known else 201)


def _find_command(request: web.Request) -> tuple[Hub, str | None, Json]:
    hub, guild = _scope(request)
    command = hub.world.commands.get(request.match_info["command"])
    if command is None or command.get("guild_id") != guild:
        raise errors.unknown_command()
    return hub, guild, command


async def get_command(request: web.Request) -> web.Response:
    return json_response(_find_command(request)[2])


async def edit_command(request: web.Request) -> web.Response:
    hub, guild, command = _find_command(request)
    merged = {**command, **payload_of(request)}
    command_limits.check_command(merged)
    fresh = _build_command(hub, guild, merged, command)
    hub.world.save_command(fresh)
    _send_commands_to_pages(hub)
    return json_response(fresh)


async def delete_command(request: web.Request) -> web.Response:
    hub, _, command = _find_command(request)
    hub.world.drop_command(command["id"])
    _send_commands_to_pages(hub)
    return json_response()


for _base in ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"):
    routes.on("GET", _base)(get_commands)
    routes.on("PUT", _base)(bulk_overwrite_commands)
    routes.on("POST", _base)(create_command)
    routes.on("GET", _base + "/{command}")(get_command)
    routes.on("PATCH", _base + "/{command}")(edit_command)
    routes.on("DELETE", _base + "/{command}")(delete_command)


# application emoji


@routes.on("GET", "/applications/{app}/emojis")
async def get_emojis(request: web.Request) -> web.Response:
    return json_response({"items": list(_application(request).world.emojis.values())})


def _checked_emoji_name(hub: Hub, name: object, own_id: str | None = None) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise invalid_form(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji["name"] == name and emoji["id"] != own_id for emoji in hub.world.emojis.values()):
        raise invalid_form(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists"
        )
    return name


@routes.on("POST", "/applications/{app}/emojis")
async def create_emoji(request: web.Request) -> web.Response:
    hub, payload = _application(request), payload_of(request)
    name = _checked_emoji_name(hub, payload.get("name"))
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
    hub.world.save_emoji(emoji)
    return json_response(emoji, 201)


def _find_emoji(request: web.Request) -> tuple[Hub, Json]:
    hub = _application(request)
    emoji = hub.world.emojis.get(request.match_info["emoji"])
    if emoji is None:
        raise errors.unknown_emoji()
    return hub, emoji


@routes.on("GET", "/applications/{app}/emojis/{emoji}")
async def get_emoji(request: web.Request) -> web.Response:
    return json_response(_find_emoji(request)[1])


@routes.on("PATCH", "/applications/{app}/emojis/{emoji}")
async def rename_emoji(request: web.Request) -> web.Response:
    hub, emoji = _find_emoji(request)
    emoji["name"] = _checked_emoji_name(hub, payload_of(request).get("name"), emoji["id"])
    hub.world.save_emoji(emoji)
    return json_response(emoji)


@routes.on("DELETE", "/applications/{app}/emojis/{emoji}")
async def delete_emoji(request: web.Request) -> web.Response:
    hub, emoji = _find_emoji(request)
    hub.world.drop_emoji(emoji["id"])
    return json_response()
