"""REST routes of the application, users, the guild and DM channels."""

from aiohttp import web

from harbour import errors
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, json_response, payload_of
from harbour.rest_messages import check_dm_open_limit
from harbour.world import DM

routes = web.RouteTableDef()


@routes.get("/users/@me")
async def get_me(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    me = hub.serializer.user(hub.world.app_id)
    return json_response({**me, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None})


@routes.get("/users/{user}")
async def get_user(request: web.Request) -> web.Response:
    hub, user_id = request.app[HUB], request.match_info["user"]
    if user_id not in (*hub.world.users, hub.world.app_id):
        raise errors.unknown_user()
    return json_response(hub.serializer.user(user_id))


@routes.get("/oauth2/applications/@me")
async def get_application(request: web.Request) -> web.Response:
    return json_response(request.app[HUB].serializer.application())


@routes.get("/gateway/bot")
async def get_bot_gateway(request: web.Request) -> web.Response:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    url = request.app[HUB].serializer.gateway_url
    return json_response({"url": url, "shards": 1, "session_start_limit": limit})


@routes.post("/users/@me/channels")
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
    hub.world.channels.save(channel)
    hub.announce_channel("CHANNEL_CREATE", channel)
    return channel


def guild_of(request: web.Request) -> Hub:
    hub = request.app[HUB]
    if request.match_info["guild"] != hub.world.guild_id:
        raise errors.unknown_guild()
    return hub


@routes.get("/guilds/{guild}/members/{user}")
async def get_member(request: web.Request) -> web.Response:
    hub, user_id = guild_of(request), request.match_info["user"]
    if user_id not in (*hub.world.users, hub.world.app_id):
        raise errors.unknown_member()
    return json_response(hub.serializer.member(user_id))
