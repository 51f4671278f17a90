"""Threads: opening, changing, archiving when they fall silent, deleting."""

import asyncio

from harbour import access, limits, messages, permissions
from harbour.errors import Json, invalid_form, missing_permissions, tag_required, unknown_tag
from harbour.hub import Hub
from harbour.uploads import Upload
from harbour.world import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, moment

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
REQUIRE_TAG = 1 << 4
TAGS = 5


def create(
    hub: Hub, parent: Json, owner_id: str, payload: Json, kind: int, *, starter: Json | None = None
) -> Json:
    thread = _new(hub, parent, owner_id, payload, kind, starter["id"] if starter else hub.world.new_id())
    _announce(hub, thread)
    if starter is not None:
        starter["flags"] |= HAS_THREAD
        hub.world.save_message(starter)
        messages.announce_change(hub, parent, starter)
        messages.post(hub, thread, owner_id, {}, kind=messages.THREAD_START, reference=starter)
    elif kind == PUBLIC_THREAD:
        reference = {"id": thread["id"], "channel_id": thread["id"]}
        content = {"content": thread["name"]}
        messages.post(hub, parent, owner_id, content, kind=messages.THREAD_NOTICE, reference=reference)
    return thread


def _new(hub: Hub, parent: Json, owner_id: str, payload: Json, kind: int, key: str) -> Json:
    world = hub.world
    minutes = payload.get("auto_archive_duration") or parent.get("default_auto_archive_duration") or 1440
    _check_minutes(minutes)
    thread: Json = {
        "id": key,
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
    return thread


def _announce(hub: Hub, thread: Json) -> None:
    hub.tell_bot("THREAD_CREATE", {**hub.shapes.channel(thread), "newly_created": True}, thread)
    for person_id in hub.watchers(thread):
        hub.page.tell(person_id, "THREAD_CREATE", hub.shapes.seen_channel(thread, person_id))


def create_post(
    hub: Hub, forum: Json, owner_id: str, payload: Json, files: dict[int, Upload] | None = None
) -> Json:
    """A post in a forum: a thread that begins with its message, under one id."""
    limits.check_thread_name(payload.get("name"))
    first = payload.get("message")
    if not isinstance(first, dict):
        raise invalid_form(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    held = hub.world.permissions(owner_id, forum)
    # In a forum the right to send messages is the right to open posts.
    wanted = [permissions.SEND_MESSAGES]
    wanted += [permissions.ATTACH_FILES] if files else []
    wanted += [permissions.EMBED_LINKS] if first.get("embeds") else []
    if not all(held & bit for bit in wanted):
        raise missing_permissions()
    tags = _checked_tags(forum, payload.get("applied_tags"))
    access.check_room_for_thread(hub)
    messages.check_new(hub, first, files)
    thread = _new(hub, forum, owner_id, payload, PUBLIC_THREAD, hub.world.new_id())
    thread["applied_tags"] = tags
    hub.world.save_channel(thread)
    _announce(hub, thread)
    messages.post(hub, thread, owner_id, first, files, key=thread["id"])
    # The first message is not counted among those of the post.
    thread["message_count"] = thread["total_message_sent"] = 0
    forum["last_message_id"] = thread["id"]
    hub.world.save_channel(thread)
    hub.world.save_channel(forum)
    return thread


def _checked_tags(forum: Json, tags: list[str] | None) -> list[str]:
    wanted = [str(tag) for tag in tags or []]
    if len(wanted) > TAGS:
        raise invalid_form(("applied_tags",), "BASE_TYPE_MAX_LENGTH", f"Must be {TAGS} or fewer in length.")
    if not set(wanted) <= {tag["id"] for tag in forum["available_tags"]}:
        raise unknown_tag()
    if forum["flags"] & REQUIRE_TAG and not wanted:
        raise tag_required()
    return wanted


def _check_minutes(minutes: object) -> None:
    if minutes not in ARCHIVE_MINUTES:
        raise invalid_form(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}."
        )


def change(hub: Hub, thread: Json, payload: Json) -> None:
    """What the bot may change of a thread; all of it but opening needs it open."""
    metadata, world = thread["thread_metadata"], hub.world
    manages = access.may(hub, thread, permissions.MANAGE_THREADS)
    opening = metadata["archived"] and payload.get("archived") is False
    if metadata["archived"] and not opening:
        access.check_not_archived(thread)
    if opening:
        # Who may write there may open it again; a locked one is for those who manage threads.
        access.need(hub, thread, permissions.SEND_MESSAGES_IN_THREADS)
        access.check_room_for_thread(hub)
    if metadata["locked"] and not manages:
        raise missing_permissions()
    asked = {key for key in payload if key != "archived" or not opening}
    if thread["owner_id"] == world.app_id:
        asked &= {"locked", "rate_limit_per_user"}
    if asked and not manages:
        raise missing_permissions()
    if "name" in payload:
        limits.check_thread_name(payload["name"])
        thread["name"] = payload["name"]
    if "applied_tags" in payload:
        thread["applied_tags"] = _checked_tags(world.channels[thread["parent_id"]], payload["applied_tags"])
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
    world.save_channel(thread)
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
