"""Threads and forum posts: create, modify, auto-archive, delete."""

import asyncio

from harbour import access, limits, messages, permissions
from harbour.errors import Json, invalid_form, missing_permissions, tag_required, unknown_tag
from harbour.hub import Hub
from harbour.messages import Envelope
from harbour.uploads import Upload
from harbour.world import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, parse_timestamp

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
REQUIRE_TAG = 1 << 4
MAX_TAGS = 5


def create(
    hub: Hub, parent: Json, owner_id: str, payload: Json, kind: int, *, starter: Json | None = None
) -> Json:
    thread = _save_new_thread(
        hub, parent, owner_id, payload, kind, starter["id"] if starter else hub.world.new_id()
    )
    _dispatch_create(hub, thread)
    if starter is not None:
        starter["flags"] |= HAS_THREAD
        hub.world.save_message(starter)
        messages.dispatch_update(hub, parent, starter)
        envelope = Envelope(messages.THREAD_STARTER_MESSAGE, reference=starter)
        messages.create(hub, thread, owner_id, {}, envelope=envelope)
    elif kind == PUBLIC_THREAD:
        reference = {"id": thread["id"], "channel_id": thread["id"]}
        envelope = Envelope(messages.THREAD_CREATED, reference=reference)
        messages.create(hub, parent, owner_id, {"content": thread["name"]}, envelope=envelope)
    return thread


def _save_new_thread(hub: Hub, parent: Json, owner_id: str, payload: Json, kind: int, thread_id: str) -> Json:
    world = hub.world
    minutes = payload.get("auto_archive_duration") or parent.get("default_auto_archive_duration") or 1440
    _check_archive_minutes(minutes)
    thread: Json = {
        "id": thread_id,
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
    world.channels.save(thread)
    world.save_thread_member(member)
    return thread


def _dispatch_create(hub: Hub, thread: Json) -> None:
    hub.dispatch_to_bot("THREAD_CREATE", {**hub.serializer.channel(thread), "newly_created": True}, thread)
    for user_id in hub.viewers(thread):
        hub.page.send(user_id, "THREAD_CREATE", hub.serializer.channel_for_page(thread, user_id))


def create_forum_post(
    hub: Hub, forum: Json, owner_id: str, payload: Json, files: dict[int, Upload] | None = None
) -> Json:
    """Create a forum post: a thread whose first message has the thread's id."""
    limits.check_thread_name(payload.get("name"))
    first_message = payload.get("message")
    if not isinstance(first_message, dict):
        raise invalid_form(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    bits = hub.world.permissions(owner_id, forum)
    # In a forum the permission to send messages is the permission to create posts.
    needed = [permissions.SEND_MESSAGES]
    needed += [permissions.ATTACH_FILES] if files else []
    needed += [permissions.EMBED_LINKS] if first_message.get("embeds") else []
    if not all(bits & bit for bit in needed):
        raise missing_permissions()
    tags = _checked_tags(forum, payload.get("applied_tags"), [], bits)
    access.check_active_thread_limit(hub)
    messages.check_content(hub, first_message, files)
    thread = _save_new_thread(hub, forum, owner_id, payload, PUBLIC_THREAD, hub.world.new_id())
    thread["applied_tags"] = tags
    hub.world.channels.save(thread)
    _dispatch_create(hub, thread)
    messages.create(hub, thread, owner_id, first_message, files, Envelope(message_id=thread["id"]))
    # Discord does not count the first message.
    thread["message_count"] = thread["total_message_sent"] = 0
    forum["last_message_id"] = thread["id"]
    hub.world.channels.save(thread)
    hub.world.channels.save(forum)
    return thread


def _checked_tags(forum: Json, tags: list[str] | None, applied: list[str], bits: int) -> list[str]:
    wanted = [str(tag) for tag in tags or []]
    if len(wanted) > MAX_TAGS:
        raise invalid_form(
            ("applied_tags",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_TAGS} or fewer in length."
        )
    if not set(wanted) <= {tag["id"] for tag in forum["available_tags"]}:
        raise unknown_tag()
    moderated = {tag["id"] for tag in forum["available_tags"] if tag["moderated"]}
    if moderated & (set(wanted) ^ set(applied)) and not bits & permissions.MANAGE_THREADS:
        raise missing_permissions()
    if forum["flags"] & REQUIRE_TAG and not wanted:
        raise tag_required()
    return wanted


def _check_archive_minutes(minutes: object) -> None:
    if minutes not in ARCHIVE_MINUTES:
        raise invalid_form(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}."
        )


def modify(hub: Hub, thread: Json, payload: Json) -> None:
    """Apply the bot's changes to a thread. An archived thread accepts no change but unarchiving."""
    _check_may_modify(hub, thread, payload)
    metadata, world = thread["thread_metadata"], hub.world
    changes = {key: value for key, value in payload.items() if value is not None}
    if "name" in payload:
        limits.check_thread_name(payload["name"])
    if "applied_tags" in payload:
        forum = world.channels[thread["parent_id"]]
        bits = world.permissions(world.app_id, forum)
        applied = thread.get("applied_tags", [])
        changes["applied_tags"] = _checked_tags(forum, payload["applied_tags"], applied, bits)
    if "auto_archive_duration" in changes:
        _check_archive_minutes(changes["auto_archive_duration"])
    thread |= {key: changes[key] for key in ("name", "applied_tags", "rate_limit_per_user") if key in changes}
    metadata |= {
        key: changes[key] for key in ("auto_archive_duration", "locked", "invitable") if key in changes
    }
    if changes.get("archived", metadata["archived"]) != metadata["archived"]:
        set_archived(hub, thread, changes["archived"])
        return
    world.channels.save(thread)
    hub.announce_channel("THREAD_UPDATE", thread)


def _check_may_modify(hub: Hub, thread: Json, payload: Json) -> None:
    metadata = thread["thread_metadata"]
    needs_manage_threads = bool(metadata["locked"])
    changed_keys = set(payload)
    if metadata["archived"]:
        if payload.get("archived") is not False:
            access.check_not_archived(thread)
        # Unarchiving needs Send Messages in Threads; for a locked thread, Manage Threads.
        access.require(hub, thread, permissions.SEND_MESSAGES_IN_THREADS)
        access.check_active_thread_limit(hub)
        changed_keys.discard("archived")
    if thread["owner_id"] == hub.world.app_id:
        changed_keys &= {"locked", "rate_limit_per_user"}
    if needs_manage_threads or changed_keys:
        access.require(hub, thread, permissions.MANAGE_THREADS)


def set_archived(hub: Hub, thread: Json, archived: bool) -> None:
    thread["thread_metadata"]["archived"] = archived
    thread["thread_metadata"]["archive_timestamp"] = hub.world.timestamp()
    hub.world.channels.save(thread)
    hub.announce_channel("THREAD_UPDATE", thread)


def delete(hub: Hub, thread: Json) -> None:
    deleted = {key: thread[key] for key in ("id", "guild_id", "parent_id", "type")}
    viewers = hub.viewers(thread)
    hub.dispatch_to_bot("THREAD_DELETE", deleted, thread)
    hub.world.drop_channel(thread["id"])
    hub.send_to_pages("THREAD_DELETE", deleted, viewers)


def _last_activity(hub: Hub, thread: Json) -> float:
    """Returns the time of the last message or (un)archiving, in seconds."""
    times = [parse_timestamp(thread["thread_metadata"]["archive_timestamp"]).timestamp()]
    last = hub.world.message(thread["id"], thread["last_message_id"])
    if last is not None:
        times.append(parse_timestamp(last["timestamp"]).timestamp())
    return max(times)


async def archive_inactive(hub: Hub) -> None:
    """Archive inactive threads until the server closes."""
    while True:
        now, next_due = hub.clock.time(), hub.clock.time() + 3600
        for thread in list(hub.world.threads()):
            metadata = thread["thread_metadata"]
            if metadata["archived"]:
                continue
            due = _last_activity(hub, thread) + metadata["auto_archive_duration"] * 60
            if due <= now:
                set_archived(hub, thread, True)
            else:
                next_due = min(next_due, due)
        await hub.clock.sleep(next_due - now)
        await asyncio.sleep(0)
