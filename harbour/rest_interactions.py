"""REST routes of interaction responses: the callback, then edits and followups by webhook token."""

from aiohttp import web

from harbour import interactions
from harbour.hub import Hub
from harbour.interaction_record import Interaction
from harbour.rest import HUB, body_of, json_response, payload_of

routes = web.RouteTableDef()


@routes.post("/interactions/{interaction}/{token}/callback")
async def create_response(request: web.Request) -> web.Response:
    info = request.match_info
    answered = interactions.respond(
        request.app[HUB], info["interaction"], info["token"], payload_of(request), body_of(request).files
    )
    return json_response(answered if request.query.get("with_response") in ("1", "true", "True") else None)


def _interaction(request: web.Request) -> tuple[Hub, Interaction]:
    hub = request.app[HUB]
    return hub, interactions.find_by_token(hub, request.match_info["app"], request.match_info["token"])


@routes.post("/webhooks/{app}/{token}")
async def create_followup(request: web.Request) -> web.Response:
    hub, interaction = _interaction(request)
    message = interactions.create_followup(hub, interaction, payload_of(request), body_of(request).files)
    return json_response(hub.serializer.message(message))


@routes.get("/webhooks/{app}/{token}/messages/{message}")
async def get_response(request: web.Request) -> web.Response:
    hub, interaction = _interaction(request)
    return json_response(
        hub.serializer.message(interactions.find_message(hub, interaction, request.match_info["message"]))
    )


@routes.patch("/webhooks/{app}/{token}/messages/{message}")
async def edit_response(request: web.Request) -> web.Response:
    hub, interaction = _interaction(request)
    message = interactions.edit_by_token(
        hub, interaction, request.match_info["message"], payload_of(request), body_of(request).files
    )
    return json_response(hub.serializer.message(message))


@routes.delete("/webhooks/{app}/{token}/messages/{message}")
async def delete_response(request: web.Request) -> web.Response:
    hub, interaction = _interaction(request)
    interactions.delete_by_token(hub, interaction, request.match_info["message"])
    return json_response()
