"""Creates, edits and cancels scheduled events on servers where Skald has the permission Create Events."""

import json
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import discord

import db
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import TOO_MANY_REQUESTS, delivers
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


async def request_update(messenger: Messenger, server: int, subject: str) -> None:
    """Enqueue an update where Skald may create events; costs nothing elsewhere."""
    if _may_create(messenger, server):
        await scheduled_events.request_update(messenger.context.service, server, subject)


def _may_create(messenger: Messenger, server: int) -> bool:
    guild = messenger.client.get_guild(server)
    return guild is not None and guild.me.guild_permissions.create_events


@delivers(ScheduledEventUpdate)
async def deliver_update(messenger: Messenger, post: db.Post, payload: ScheduledEventUpdate) -> None:
    """Bring the event on Discord in line with what is planned now.

    An event that a moderator deleted is not created again.
    """
    if post.followed or not _may_create(messenger, payload.server):
        return
    context = messenger.context
    async with context.store.read() as reads:
        server = await db.servers.get(reads, payload.server)
        stored = await db.scheduled_events.find(reads, payload.server, payload.subject)
        planned = await scheduled_events.load_planned(reads, payload.server, payload.subject)
    if planned is None or not server.settings.scheduled_events:
        if stored is not None:
            await _cancel(messenger, stored)
            await scheduled_events.forget(context.service, stored.server, stored.subject)
        return
    content = _content(messenger, server, planned)
    digest = db.hash_text(json.dumps(content, sort_keys=True))
    event = None if stored is None else stored.event
    if stored is None:
        event = await _create(messenger, post, server.id, planned, content)
    elif stored.digest != digest:
        http, known = messenger.client.http, stored.event
        await _call(messenger, lambda: http.edit_scheduled_event(server.id, known, **content))
    if event is not None:
        saved = db.ScheduledEvent(server.id, payload.subject, event, digest)
        await scheduled_events.save(context.service, saved)


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
    messenger: Messenger, post: db.Post, server: int, planned: PlannedEvent, content: dict[str, Any]
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
