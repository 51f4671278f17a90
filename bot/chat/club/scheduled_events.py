"""Creates, edits and cancels scheduled events on servers where Skald has the permission Create Events."""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import discord

import db
from bot.chat.outbox import Messenger, delivers
from bot.chat.outbox.outbox_worker import TOO_MANY_REQUESTS
from bot.i18n import locale_for
from bot.play.club import scheduled_events
from bot.play.club.scheduled_events import PlannedEvent
from bot.play.core.outbox_messages import ScheduledEventUpdate
from bot.views.scheduled_events import event_text
from db.clock import MINUTE

log = logging.getLogger(__name__)
T = TypeVar("T")

MIN_LEAD_MS = MINUTE  # Discord takes only events that start later.
CANCELLING_STATUS = {
    discord.EventStatus.scheduled.value: discord.EventStatus.cancelled.value,
    discord.EventStatus.active.value: discord.EventStatus.completed.value,
}


@dataclass(frozen=True, slots=True)
class EventState:
    """The event that is stored, and the one that is planned with its content; None if there is none."""

    stored: db.ScheduledEvent | None
    planned: PlannedEvent | None
    content: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return db.hash_text(json.dumps(self.content, sort_keys=True))

    @property
    def is_current(self) -> bool:
        if self.stored is None:
            return self.planned is None
        return self.planned is not None and self.stored.digest == self.digest


async def request_update(messenger: Messenger, server: int, subject: str) -> None:
    """Enqueue an update if an event has changed. Costs nothing where Skald may not create events."""
    if _may_create(messenger, server) and not (await _load_state(messenger, server, subject)).is_current:
        await scheduled_events.request_update(messenger.context.service, server, subject)


def _may_create(messenger: Messenger, server: int) -> bool:
    guild = messenger.client.get_guild(server)
    return guild is not None and guild.me.guild_permissions.create_events


async def _load_state(messenger: Messenger, server_id: int, subject: str) -> EventState:
    async with messenger.context.store.read() as reads:
        server = await db.servers.get(reads, server_id)
        stored = await db.scheduled_events.find(reads, server_id, subject)
        planned = await scheduled_events.load_planned(reads, server_id, subject)
    if planned is None or not server.settings.scheduled_events:
        return EventState(stored, None, {})
    return EventState(stored, planned, _content(messenger, server, planned))


@delivers(ScheduledEventUpdate)
async def deliver_update(messenger: Messenger, post: db.Post, payload: ScheduledEventUpdate) -> None:
    """Bring the event on Discord in line with what is planned now.

    An event that a moderator deleted is not created again.
    """
    server, subject = payload.server, payload.subject
    if post.followed or not _may_create(messenger, server):
        return
    service, http = messenger.context.service, messenger.client.http
    state = await _load_state(messenger, server, subject)
    if state.is_current:
        return
    if state.planned is None:
        assert state.stored is not None
        await _cancel(messenger, state.stored)
        await scheduled_events.forget(service, server, subject)
        return
    if state.stored is None:
        event = await _create(messenger, post, server, state.planned, state.content)
    else:
        event = known = state.stored.event
        await _call(messenger, lambda: http.edit_scheduled_event(server, known, **state.content))
    if event is not None:
        await scheduled_events.save(service, db.ScheduledEvent(server, subject, event, state.digest))


def _content(messenger: Messenger, server: db.Server, planned: PlannedEvent) -> dict[str, Any]:
    """Returns the fields that may change. The start is not among them: Discord refuses one in the past."""
    text = event_text(planned, server.id, messenger.context.games, locale_for(server.language))
    return {
        "name": text.name,
        "description": text.description,
        "entity_metadata": {"location": text.location},
        "scheduled_end_time": _timestamp(planned.end),
    }


async def _create(
    messenger: Messenger, post: db.Post, server: int, planned: PlannedEvent, content: Mapping[str, Any]
) -> int | None:
    """Create an event. Returns its id, or None if Discord refuses it.

    Discord takes no nonce here, so a retry first looks for the event of an earlier attempt. discord.py
    repeats requests too, so duplicates are deleted afterwards.
    """
    if post.attempts > 1 and (existing := await _own_events(messenger, server, content["name"])):
        return existing[0]
    http, start = messenger.client.http, max(planned.start, messenger.context.service.now() + MIN_LEAD_MS)
    created = await _call(
        messenger,
        lambda: http.create_guild_scheduled_event(
            server,
            **content,
            scheduled_start_time=_timestamp(start),
            entity_type=discord.EntityType.external.value,
            privacy_level=discord.PrivacyLevel.guild_only.value,
        ),
    )
    if created is None:
        return None
    for event in await _own_events(messenger, server, content["name"]):
        if event != int(created["id"]):
            await _call(messenger, partial(http.delete_scheduled_event, server, event))
    return int(created["id"])


async def _own_events(messenger: Messenger, server: int, name: str) -> list[int]:
    """Returns the ids of Skald's events of this name."""
    http, me = messenger.client.http, messenger.client.user
    listed = await _call(messenger, lambda: http.get_scheduled_events(server, with_user_count=False))
    return [
        int(event["id"])
        for event in listed or ()
        if event["name"] == name and me is not None and event.get("creator_id") == str(me.id)
    ]


async def _cancel(messenger: Messenger, stored: db.ScheduledEvent) -> None:
    """Cancel an event, or end it if it has started. One that is over or deleted stays as it is."""
    http, server, event_id = messenger.client.http, stored.server, stored.event
    event = await _call(messenger, lambda: http.get_scheduled_event(server, event_id, with_user_count=False))
    status = None if event is None else CANCELLING_STATUS.get(event["status"])
    if status is not None:
        await _call(messenger, lambda: http.edit_scheduled_event(server, event_id, status=status))


async def _call(messenger: Messenger, request: Callable[[], Awaitable[T]]) -> T | None:
    """Call Discord. Returns None if it refuses for good, which is only logged."""
    try:
        return await messenger.sender.call_api(request)
    except discord.HTTPException as problem:
        if problem.status >= 500 or problem.status == TOO_MANY_REQUESTS:
            raise
        log.info("a scheduled event was refused: code %s", problem.code)
        return None


def _timestamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()
