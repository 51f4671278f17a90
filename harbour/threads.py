"""Threads: opening, changing, archiving when they fall silent, deleting."""

import asyncio

from harbour import access, limits, messages, permissions
from harbour.errors import Json, invalid_form
from harbour.hub import Hub
from harbour.world import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, moment

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def create(
    hub: Hub, parent: Json, owner_id: str, payload: Json, kind: int, *, starter: Json | None = None
) -> Json:
    world = hub.world
    minutes = payload.get("auto_archive_duration") or 1440
    _check_minutes(minutes)
    thread: Json = {
        "id": starter["id"] if starter else world.new_id(),
        "type": kind,
        "flags": 0,
        "guild_id": world.guild_id,
        "name": payload["name"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "rate_limit_per_user": payload.get("rate_limit_per_user") or 0,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": world.timestamp(),
            "auto_archive_duration": minutes,
            "locked": False,
            "create_timestamp": world.timestamp(),
        },
    }
    if kind == PRIVATE_THREAD:
        thread["thread_metadata"]["invitable"] = payload.get("invitable", True)
    member = {"id": thread["id"], "user_id": owner_id, "join_timestamp": world.timestamp(), "flags": 0}
    world.save_channel(thread)
    world.save_thread_member(member)
    hub.tell_bot("THREAD_CREATE", {**hub.shapes.channel(thread), "newly_created": True}, thread)
    for person_id in hub.watchers(thread):
        hub.page.tell(person_id, "THREAD_CREATE", hub.shapes.seen_channel(thread, person_id))
    if starter is not None:
        starter["flags"] |= HAS_THREAD
        world.save_message(starter)
        messages.announce_change(hub, parent, starter)
        messages.post(hub, thread, owner_id, {}, kind=messages.THREAD_START, reference=starter)
    elif kind == PUBLIC_THREAD:
        reference = {"id": thread["id"], "channel_id": thread["id"]}
        content = {"content": thread["name"]}
        messages.post(hub, parent, owner_id, content, kind=messages.THREAD_NOTICE, reference=reference)
    return thread


def _check_minutes(minutes: object) -> None:
    if minutes not in ARCHIVE_MINUTES:
        raise invalid_form(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}."
        )


def change(hub: Hub, thread: Json, payload: Json) -> None:
    """What the bot may change of a thread; all of it but opening needs it open."""
    metadata = thread["thread_metadata"]
    opening = payload.get("archived") is False
    if metadata["archived"] and not opening:
        access.check_not_archived(thread)
    if thread["owner_id"] != hub.world.app_id or "locked" in payload:
        access.need(hub, thread, permissions.MANAGE_THREADS)
    if "name" in payload:
        limits.check_thread_name(payload["name"])
        thread["name"] = payload["name"]
    if payload.get("auto_archive_duration") is not None:
        _check_minutes(payload["auto_archive_duration"])
        metadata["auto_archive_duration"] = payload["auto_archive_duration"]
    if payload.get("rate_limit_per_user") is not None:
        thread["rate_limit_per_user"] = payload["rate_limit_per_user"]
    for key in ("locked", "invitable"):
        if payload.get(key) is not None:
            metadata[key] = payload[key]
    if payload.get("archived") is not None and payload["archived"] != metadata["archived"]:
        set_archived(hub, thread, payload["archived"])
        return
    hub.world.save_channel(thread)
    hub.announce_channel("THREAD_UPDATE", thread)


def set_archived(hub: Hub, thread: Json, archived: bool) -> None:
    thread["thread_metadata"]["archived"] = archived
    thread["thread_metadata"]["archive_timestamp"] = hub.world.timestamp()
    hub.world.save_channel(thread)
    hub.announce_channel("THREAD_UPDATE", thread)


def delete(hub: Hub, thread: Json) -> None:
    gone = {key: thread[key] for key in ("id", "guild_id", "parent_id", "type")}
    watchers = hub.watchers(thread)
    hub.tell_bot("THREAD_DELETE", gone, thread)
    hub.world.drop_channel(thread["id"])
    hub.tell_people("THREAD_DELETE", gone, watchers)


def _silent_since(hub: Hub, thread: Json) -> float:
    """When something last happened in a thread: a message, or its opening."""
    times = [moment(thread["thread_metadata"]["archive_timestamp"]).timestamp()]
    last = hub.world.message(thread["id"], thread["last_message_id"] or "")
    if last is not None:
        times.append(moment(last["timestamp"]).timestamp())
    return max(times)


async def archive_silent(hub: Hub) -> None:
    """Archive threads as they fall silent, for as long as the harbour runs."""
    while True:
        now, next_due = hub.clock.time(), hub.clock.time() + 3600
        for thread in list(hub.world.threads()):
            metadata = thread["thread_metadata"]
            if metadata["archived"]:
                continue
            due = _silent_since(hub, thread) + metadata["auto_archive_duration"] * 60
            if due <= now:
                set_archived(hub, thread, True)
            else:
                next_due = min(next_due, due)
        await hub.clock.sleep(next_due - now)
        await asyncio.sleep(0)
