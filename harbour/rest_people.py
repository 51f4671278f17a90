"""Routes about the bot itself, people, the server and direct-message channels."""

from aiohttp import web

from harbour import errors
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, payload_of, reply
from harbour.rest_messages import refuse_door
from harbour.routes import Routes
from harbour.world import DIRECT_MESSAGE

routes = Routes()


@routes.on("GET", "/users/@me")
async def get_me(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    me = hub.shapes.user(hub.world.app_id)
    return reply({**me, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None})


@routes.on("GET", "/users/@me/guilds")
async def get_my_guilds(request: web.Request) -> web.Response:
    world = request.app[HUB].world
    guild = {key: world.guild[key] for key in ("id", "name", "icon", "banner", "features")}
    return reply([{**guild, "owner": False, "permissions": str(world.permissions(world.app_id))}])


@routes.on("GET", "/users/{user}")
async def get_user(request: web.Request) -> web.Response:
    hub, user_id = request.app[HUB], request.match_info["user"]
    if user_id not in (*hub.world.people, hub.world.app_id):
        raise errors.unknown_user()
    return reply(hub.shapes.user(user_id))


@routes.on("GET", "/oauth2/applications/@me")
async def get_application(request: web.Request) -> web.Response:
    return reply(request.app[HUB].shapes.application())


@routes.on("GET", "/applications/@me")
async def get_own_application(request: web.Request) -> web.Response:
    return reply(request.app[HUB].shapes.application())


def _gateway_url(hub: Hub) -> str:
    return hub.shapes.origin.replace("http", "ws", 1) + "/gateway"


@routes.on("GET", "/gateway")
async def get_gateway(request: web.Request) -> web.Response:
    return reply({"url": _gateway_url(request.app[HUB])})


@routes.on("GET", "/gateway/bot")
async def get_bot_gateway(request: web.Request) -> web.Response:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return reply({"url": _gateway_url(request.app[HUB]), "shards": 1, "session_start_limit": limit})


@routes.on("POST", "/users/@me/channels")
async def open_direct_channel(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    recipient = str(payload_of(request).get("recipient_id"))
    if recipient not in hub.world.people:
        raise errors.invalid_form(("recipient_id",), "USER_INVALID", "Invalid recipient")
    refuse_door(hub)
    return reply(hub.shapes.channel(direct_channel(hub, recipient)))


def direct_channel(hub: Hub, person_id: str) -> Json:
    """The channel between the bot and a person, made where there is none yet."""
    found = hub.world.direct_channel(person_id)
    if found is not None:
        return found
    channel: Json = {
        "id": hub.world.new_id(),
        "type": DIRECT_MESSAGE,
        "flags": 0,
        "last_message_id": None,
        "recipient_id": person_id,
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
        people = len(hub.world.people) + 1
        counts = {"approximate_member_count": people, "approximate_presence_count": people}
    return reply({**hub.world.guild, **counts})


@routes.on("GET", "/guilds/{guild}/channels")
async def get_guild_channels(request: web.Request) -> web.Response:
    hub = guild_of(request)
    return reply([hub.shapes.channel(channel) for channel in hub.world.guild_channels()])


@routes.on("GET", "/guilds/{guild}/roles")
async def get_roles(request: web.Request) -> web.Response:
    return reply(guild_of(request).world.guild["roles"])


@routes.on("GET", "/guilds/{guild}/members")
async def get_members(request: web.Request) -> web.Response:
    guild_of(request)
    # The list of all members is for bots with the privileged intent only.
    raise errors.missing_access()


@routes.on("GET", "/guilds/{guild}/members/{user}")
async def get_member(request: web.Request) -> web.Response:
    hub, user_id = guild_of(request), request.match_info["user"]
    if user_id not in (*hub.world.people, hub.world.app_id):
        raise errors.unknown_member()
    return reply(hub.shapes.member(user_id))
