"""Routes about application commands and application emoji."""

import base64
import re

from aiohttp import web

from harbour import command_limits, errors
from harbour.errors import ApiError, Json, invalid_form
from harbour.hub import Hub
from harbour.rest import HUB, body_of, payload_of, reply
from harbour.routes import Routes

routes = Routes()

EMOJIS = 2000
EMOJI_BYTES = 256 * 1024
_PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def _app(request: web.Request) -> Hub:
    hub = request.app[HUB]
    if request.match_info["app"] != hub.world.app_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    return hub


def _scope(request: web.Request) -> tuple[Hub, str | None]:
    hub, guild = _app(request), request.match_info.get("guild")
    if guild not in (None, hub.world.guild_id):
        raise errors.missing_access()
    return hub, guild


def _in_scope(hub: Hub, guild: str | None) -> list[Json]:
    return [command for command in hub.world.commands.values() if command.get("guild_id") == guild]


def _registered(hub: Hub, guild: str | None, payload: Json, known: Json | None) -> Json:
    """A command as Discord keeps it: with an id, a version and its defaults."""
    bits = payload.get("default_member_permissions")
    command: Json = {
        "id": known["id"] if known else hub.world.new_id(),
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


def _told(hub: Hub) -> None:
    hub.tell_people("COMMANDS", list(hub.world.commands.values()))


async def _list(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    return reply(_in_scope(hub, guild))


async def _overwrite(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    payloads = body_of(request).payload or []
    command_limits.check_commands(payloads)
    known = {(command["name"], command["type"]): command for command in _in_scope(hub, guild)}
    fresh = [_registered(hub, guild, p, known.get((p["name"], p.get("type", 1)))) for p in payloads]
    for gone in {command["id"] for command in known.values()} - {command["id"] for command in fresh}:
        hub.world.drop_command(gone)
    for command in fresh:
        hub.world.save_command(command)
    _told(hub)
    return reply(fresh)


async def _create(request: web.Request) -> web.Response:
    hub, guild = _scope(request)
    payload = payload_of(request)
    command_limits.check_command(payload)
    known = [
        c
        for c in _in_scope(hub, guild)
        if (c["name"], c["type"]) == (payload["name"], payload.get("type", 1))
    ]
    command = _registered(hub, guild, payload, known[0] if known else None)
    hub.world.save_command(command)
    _told(hub)
    return reply(command, 200 if known else 201)


def _one(request: web.Request) -> tuple[Hub, str | None, Json]:
    hub, guild = _scope(request)
    command = hub.world.commands.get(request.match_info["command"])
    if command is None or command.get("guild_id") != guild:
        raise errors.unknown_command()
    return hub, guild, command


async def _get(request: web.Request) -> web.Response:
    return reply(_one(request)[2])


async def _change(request: web.Request) -> web.Response:
    hub, guild, command = _one(request)
    merged = {**command, **payload_of(request)}
    command_limits.check_command(merged)
    fresh = _registered(hub, guild, merged, command)
    hub.world.save_command(fresh)
    _told(hub)
    return reply(fresh)


async def _delete(request: web.Request) -> web.Response:
    hub, _, command = _one(request)
    hub.world.drop_command(command["id"])
    _told(hub)
    return reply()


for _base in ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"):
    routes.on("GET", _base)(_list)
    routes.on("PUT", _base)(_overwrite)
    routes.on("POST", _base)(_create)
    routes.on("GET", _base + "/{command}")(_get)
    routes.on("PATCH", _base + "/{command}")(_change)
    routes.on("DELETE", _base + "/{command}")(_delete)


# application emoji


@routes.on("GET", "/applications/{app}/emojis")
async def get_emojis(request: web.Request) -> web.Response:
    return reply({"items": list(_app(request).world.emojis.values())})


def _emoji_name(hub: Hub, name: object, own: str | None = None) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise invalid_form(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji["name"] == name and emoji["id"] != own for emoji in hub.world.emojis.values()):
        raise invalid_form(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists"
        )
    return name


@routes.on("POST", "/applications/{app}/emojis")
async def create_emoji(request: web.Request) -> web.Response:
    hub, payload = _app(request), payload_of(request)
    name = _emoji_name(hub, payload.get("name"))
    picture = _PICTURE.fullmatch(str(payload.get("image")))
    if picture is None:
        raise invalid_form(("image",), "BASE_TYPE_BAD_TYPE", "Invalid image data")
    content = base64.b64decode(picture[2])
    if len(content) > EMOJI_BYTES:
        raise invalid_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(hub.world.emojis) >= EMOJIS:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    emoji: Json = {
        "id": hub.world.new_id(),
        "name": name,
        "user": hub.shapes.user(hub.world.app_id),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": picture[1] == "gif",
        "available": True,
    }
    hub.world.store.write_file(emoji["id"], content)
    hub.world.save_emoji(emoji)
    return reply(emoji, 201)


def _one_emoji(request: web.Request) -> tuple[Hub, Json]:
    hub = _app(request)
    emoji = hub.world.emojis.get(request.match_info["emoji"])
    if emoji is None:
        raise errors.unknown_emoji()
    return hub, emoji


@routes.on("GET", "/applications/{app}/emojis/{emoji}")
async def get_emoji(request: web.Request) -> web.Response:
    return reply(_one_emoji(request)[1])


@routes.on("PATCH", "/applications/{app}/emojis/{emoji}")
async def rename_emoji(request: web.Request) -> web.Response:
    hub, emoji = _one_emoji(request)
    emoji["name"] = _emoji_name(hub, payload_of(request).get("name"), emoji["id"])
    hub.world.save_emoji(emoji)
    return reply(emoji)


@routes.on("DELETE", "/applications/{app}/emojis/{emoji}")
async def delete_emoji(request: web.Request) -> web.Response:
    hub, emoji = _one_emoji(request)
    hub.world.drop_emoji(emoji["id"])
    return reply()
