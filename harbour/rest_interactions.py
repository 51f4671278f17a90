"""Routes by which the bot answers interactions: the callback, then edits and follow-ups by the token."""

from aiohttp import web

from harbour import interactions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.rest import HUB, body_of, payload_of, reply
from harbour.routes import Routes

routes = Routes()


@routes.on("POST", "/interactions/{interaction}/{token}/callback")
async def answer(request: web.Request) -> web.Response:
    info = request.match_info
    answered = interactions.answer(
        request.app[HUB], info["interaction"], info["token"], payload_of(request), body_of(request).files
    )
    return reply(answered if request.query.get("with_response") in ("1", "true", "True") else None)


def _exchange(request: web.Request) -> tuple[Hub, Json]:
    hub = request.app[HUB]
    return hub, interactions.by_token(hub, request.match_info["app"], request.match_info["token"])


@routes.on("POST", "/webhooks/{app}/{token}")
async def follow_up(request: web.Request) -> web.Response:
    hub, exchange = _exchange(request)
    message = interactions.follow_up(hub, exchange, payload_of(request), body_of(request).files)
    return reply(hub.shapes.message(message))


@routes.on("GET", "/webhooks/{app}/{token}/messages/{message}")
async def get_answer(request: web.Request) -> web.Response:
    hub, exchange = _exchange(request)
    return reply(hub.shapes.message(interactions.target(hub, exchange, request.match_info["message"])))


@routes.on("PATCH", "/webhooks/{app}/{token}/messages/{message}")
async def edit_answer(request: web.Request) -> web.Response:
    hub, exchange = _exchange(request)
    message = interactions.edit_by_token(
        hub, exchange, request.match_info["message"], payload_of(request), body_of(request).files
    )
    return reply(hub.shapes.message(message))


@routes.on("DELETE", "/webhooks/{app}/{token}/messages/{message}")
async def delete_answer(request: web.Request) -> web.Response:
    hub, exchange = _exchange(request)
    interactions.delete_by_token(hub, exchange, request.match_info["message"])
    return reply()
