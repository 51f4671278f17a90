"""Scheduled events outside Discord (external ones): they start and end by the clock."""

from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import parse_timestamp

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = range(1, 5)
NEXT_STATUSES = {SCHEDULED: (ACTIVE, CANCELLED), ACTIVE: (COMPLETED,)}


def find(hub: Hub, event_id: str) -> Json | None:
    """Returns an event with its status by the clock."""
    event = hub.world.scheduled_events.get(event_id)
    if event is None:
        return None
    now = hub.clock.now()
    if event["status"] == SCHEDULED and parse_timestamp(event["scheduled_start_time"]) <= now:
        event["status"] = ACTIVE
    if event["status"] == ACTIVE and parse_timestamp(event["scheduled_end_time"]) <= now:
        event["status"] = COMPLETED
    return event


def planned_events(hub: Hub) -> list[Json]:
    """Returns the events that are to come or under way."""
    found = (find(hub, event_id) for event_id in hub.world.scheduled_events)
    return [event for event in found if event is not None and event["status"] in NEXT_STATUSES]


def save(hub: Hub, event: Json) -> None:
    hub.world.scheduled_events.save(event)
    hub.send_to_pages("SCHEDULED_EVENTS", planned_events(hub))


def delete(hub: Hub, event_id: str) -> None:
    hub.world.scheduled_events.drop(event_id)
    hub.send_to_pages("SCHEDULED_EVENTS", planned_events(hub))
