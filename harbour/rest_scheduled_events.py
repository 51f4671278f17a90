"""REST routes of scheduled events. Only external ones exist here, and bots with Create Events change them."""

from datetime import datetime

from aiohttp import web

from harbour import errors, permissions, scheduled_events
from harbour.errors import FormErrors, Json
from harbour.hub import Hub
from harbour.rest import json_response, payload_of
from harbour.rest_users import guild_of
from harbour.scheduled_events import NEXT_STATUSES, SCHEDULED
from harbour.world import parse_timestamp

routes = web.RouteTableDef()

EXTERNAL, GUILD_ONLY = 3, 2
PATH = "/guilds/{guild}/scheduled-events"
TIMES = ("scheduled_start_time", "scheduled_end_time")
EDITABLE = ("name", "description", "entity_metadata", "status", *TIMES)


def _require_permission(hub: Hub) -> None:
    if not hub.world.permissions(hub.world.app_id) & permissions.CREATE_EVENTS:
        raise errors.missing_permissions()


def _find_event(request: web.Request) -> tuple[Hub, Json]:
    hub = guild_of(request)
    event = scheduled_events.find(hub, request.match_info["event"])
    if event is None:
        raise errors.unknown_scheduled_event()
    return hub, event


def _check(hub: Hub, event: Json, changed: Json) -> None:
    """Validate an event after a change. A start time must be in the future when it is set."""
    form = FormErrors()
    form.check_length("name", event.get("name"), 1, 100)
    form.check_optional(event, "description", 1000)
    location = (event.get("entity_metadata") or {}).get("location")
    form.at("entity_metadata").check_length("location", location, 1, 100)
    times: list[datetime] = []
    for field in TIMES:
        try:
            times.append(parse_timestamp(str(event.get(field))))
        except ValueError:
            form.add(field, "BASE_TYPE_REQUIRED", "This field is required")
    form.raise_if_any()
    start, end = times
    if "scheduled_start_time" in changed and start <= hub.clock.now():
        form.add("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule in the past")
    if end <= start:
        form.add("scheduled_end_time", "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Ends before it starts")
    form.raise_if_any()


@routes.get(PATH)
async def list_scheduled_events(request: web.Request) -> web.Response:
    return json_response(scheduled_events.planned_events(guild_of(request)))


@routes.post(PATH)
async def create_scheduled_event(request: web.Request) -> web.Response:
    hub, payload = guild_of(request), payload_of(request)
    _require_permission(hub)
    if payload.get("entity_type") != EXTERNAL or payload.get("privacy_level") != GUILD_ONLY:
        raise errors.invalid_form(("entity_type",), "BASE_TYPE_CHOICES", "Only external events exist here.")
    event: Json = {
        "id": hub.world.new_id(),
        "guild_id": hub.world.guild_id,
        "channel_id": None,
        "creator_id": hub.world.app_id,
        "image": None,
        "status": SCHEDULED,
        "entity_type": EXTERNAL,
        "entity_id": None,
        "recurrence_rule": None,
        "privacy_level": GUILD_ONLY,
        "guild_scheduled_event_exceptions": [],
        "description": None,
        **{field: payload[field] for field in EDITABLE if field in payload and field != "status"},
    }
    _check(hub, event, payload)
    scheduled_events.save(hub, event)
    return json_response(event)


@routes.get(PATH + "/{event}")
async def get_scheduled_event(request: web.Request) -> web.Response:
    return json_response(_find_event(request)[1])


@routes.patch(PATH + "/{event}")
async def modify_scheduled_event(request: web.Request) -> web.Response:
    hub, event = _find_event(request)
    payload = payload_of(request)
    _require_permission(hub)
    status = payload.get("status", event["status"])
    if event["status"] not in NEXT_STATUSES:
        raise errors.scheduled_event_finished()
    if status != event["status"] and status not in NEXT_STATUSES[event["status"]]:
        raise errors.invalid_form(("status",), "TRANSITION_INVALID", "Invalid Guild Scheduled Event Status")
    changed = {**event, **{field: payload[field] for field in EDITABLE if field in payload}}
    _check(hub, changed, payload)
    scheduled_events.save(hub, changed)
    return json_response(changed)


@routes.delete(PATH + "/{event}")
async def delete_scheduled_event(request: web.Request) -> web.Response:
    hub, event = _find_event(request)
    _require_permission(hub)
    scheduled_events.delete(hub, event["id"])
    return json_response()
