"""REST routes of the application, users, the guild and DM channels."""

from aiohttp import web

from harbour import errors
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, json_response, payload_of
from harbour.rest_messages import check_dm_open_limit
from harbour.routes import Routes
from harbour.world import DM

routes = Routes()


@routes.on("GET", "/users/@me")
async def get_me(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    me = hub.serializer.user(hub.world.app_id)
    return json_response({**me, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None})


@routes.on("GET", "/users/@me/guilds")
async def get_my_guilds(request: web.Request) -> web.Response:
    world = request.app[HUB].world
    guild = {key: world.guild[key] for key in ("id", "name", "icon", "banner", "features")}
    return json_response([{**guild, "owner": False, "permissions": str(world.permissions(world.app_id))}])


@routes.on("GET", "/users/{user}")
async def get_user(request: web.Request) -> web.Response:
    hub, user_id = request.app[HUB], request.match_info["user"]
    if user_id not in (*hub.world.users, hub.world.app_id):
        raise errors.unknown_user()
    return json_response(hub.serializer.user(user_id))


@routes.on("GET", "/oauth2/applications/@me")
async def get_application(request: web.Request) -> web.Response:
    return json_response(request.app[HUB].serializer.application())


@routes.on("GET", "/applications/@me")
async def get_own_application(request: web.Request) -> web.Response:
    return json_response(request.app[HUB].serializer.application())


def _gateway_url(hub: Hub) -> str:
    return hub.serializer.origin.replace("http", "ws", 1) + "/gateway"


@routes.on("GET", "/gateway")
async def get_gateway(request: web.Request) -> web.Response:
    return json_response({"url": _gateway_url(request.app[HUB])})


@routes.on("GET", "/gateway/bot")
async def get_bot_gateway(request: web.Request) -> web.Response:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return json_response({"url": _gateway_url(request.app[HUB]), "shards": 1, "session_start_limit": limit})


@routes.on("POST", "/users/@me/channels")
async def create_dm(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    recipient = str(payload_of(request).get("recipient_id"))
    if recipient not in hub.world.users:
        raise errors.invalid_form(("recipient_id",), "USER_INVALID", "Invalid recipient")
    check_dm_open_limit(hub)
    return json_response(hub.serializer.channel(get_or_create_dm_channel(hub, recipient)))


def get_or_create_dm_channel(hub: Hub, user_id: str) -> Json:
    """Returns the DM channel of the bot and a user; creates it if necessary."""
    found = hub.world.find_dm_channel(user_id)
    if found is not None:
        return found
    channel: Json = {
        "id": hub.world.new_id(),
        "type": DM,
        "flags": 0,
        "last_message_id": None,
        "recipient_id": user_id,
    }
    hub.world.save_channel(channel)
    hub.announce_channel("CHANNEL_CREATE", channel)
    return channel


def guild_of(request: web.Request) -> Hub:
    hub = request.app[HUB]
    if request.match_info["guild"] != hub.world.guild_id:
        raise errors.unknown_guild()
    return hub


@routes.on("GET", "/guilds/{guild}")
async def get_guild(request: web.Request) -> web.Response:
    hub = guild_of(request)
    counts = {}
    if request.query.get("with_counts") in ("1", "true", "True"):
        member_count = len(hub.world.users) + 1
        counts = {"approximate_member_count": member_count, "approximate_presence_count": member_count}
    return json_response({**hub.world.guild, **counts})


@routes.on("GET", "/guilds/{guild}/channels")
async def get_guild_channels(request: web.Request) -> web.Response:
    hub = guild_of(request)
    return json_response([hub.serializer.channel(channel) for channel in hub.world.guild_channels()])


@routes.on("GET", "/guilds/{guild}/roles")
async def get_roles(request: web.Request) -> web.Response:
    return json_response(guild_of(request).world.guild["roles"])


@routes.on("GET", "/guilds/{guild}/members")
async def get_members(request: web.Request) -> web.Response:
    guild_of(request)
    # Listing all members needs a privileged intent.
    raise errors.missing_access()


@routes.on("GET", "/guilds/{guild}/members/{user}")
async def get_member(request: web.Request) -> web.Response:
    hub, user_id = guild_of(request), request.match_info["user"]
    if user_id not in (*hub.world.users, hub.world.app_id):
        raise errors.unknown_member()
    return json_response(hub.serializer.member(user_id))
