"""Messages: posting, editing, deleting, and whom they call."""

import re
from typing import Any

from harbour import layout, limits, permissions, phone, uploads
from harbour.errors import Json, not_your_message, too_many_old_edits, too_many_pins
from harbour.hub import Hub
from harbour.uploads import Upload
from harbour.world import (
    DIRECT_MESSAGE,
    EPHEMERAL,
    GROUP,
    LAYOUT,
    LOADING,
    SILENT,
    THREADS,
    audience,
    moment,
)

DEFAULT, PIN_NOTICE, THREAD_NOTICE, REPLY, COMMAND_ANSWER, THREAD_START = 0, 6, 18, 19, 20, 21
CALLING = (DEFAULT, REPLY, COMMAND_ANSWER)
SENDABLE_FLAGS = 4 | SILENT | LAYOUT
OLD_AFTER_SECONDS = 3600
OLD_EDITS_PER_HOUR = 5
PINS = 250

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def post(
    hub: Hub,
    channel: Json,
    author_id: str,
    payload: Json,
    files: dict[int, Upload] | None = None,
    *,
    kind: int = DEFAULT,
    flags: int = 0,
    provenance: Json | None = None,
    reference: Json | None = None,
    key: str | None = None,
) -> Json:
    """Put a message into a channel and tell everybody concerned; returns the stored record.

    `provenance` holds the fields of an answer to an interaction: where it came from, and for whom it is.
    The first message of a forum post has the post's own id as its `key`.
    """
    world = hub.world
    limits.check_nonce(payload.get("nonce"))
    flags |= (payload.get("flags") or 0) & SENDABLE_FLAGS
    new_files, described = files or {}, _described(payload)
    names = {upload.filename for upload in new_files.values()}
    draft = _draft(payload, flags)
    if not flags & LOADING and kind in CALLING:
        limits.check_message(draft, names)
        limits.check_emoji(draft["components"], world.emojis)
    message: Json = {
        "id": key or world.new_id(),
        "type": kind,
        "channel_id": channel["id"],
        "author": hub.shapes.user(author_id),
        **draft,
        "attachments": [
            uploads.keep_file(world, file, described.get(n, {})) for n, file in new_files.items()
        ],
        "timestamp": world.timestamp(),
        "edited_timestamp": None,
        "pinned": False,
        "tts": False,
        **_mentions(
            hub,
            channel,
            author_id,
            draft,
            payload.get("allowed_mentions"),
            reference if kind == REPLY else None,
        ),
        **(provenance or {}),
    }
    if reference is not None:
        message["message_reference"] = {
            "type": 0,
            "channel_id": reference["channel_id"],
            "message_id": reference["id"],
        }
        if channel["type"] not in (DIRECT_MESSAGE, GROUP):
            message["message_reference"]["guild_id"] = channel["guild_id"]
    if "nonce" in payload:
        message["nonce"] = payload["nonce"]
    world.save_message(message)
    _announce_new(hub, channel, message)
    return message


def _draft(payload: Json, flags: int) -> Json:
    return {
        "content": (payload.get("content") or "").strip(),
        "embeds": [{"type": "rich", **embed} for embed in payload.get("embeds") or []],
        "components": layout.kept(payload.get("components") or []),
        "flags": flags,
    }


def check_new(hub: Hub, payload: Json, files: dict[int, Upload] | None = None) -> None:
    """Refuse a message before anything is made for it."""
    draft = _draft(payload, (payload.get("flags") or 0) & SENDABLE_FLAGS)
    limits.check_message(draft, {upload.filename for upload in (files or {}).values()})
    limits.check_emoji(draft["components"], hub.world.emojis)


def _described(payload: Json) -> dict[int, Json]:
    """What the payload says of its new files, by their number."""
    described: dict[int, Json] = {}
    for entry in payload.get("attachments") or []:
        if str(entry.get("id", "")).isdigit() and int(entry["id"]) < limits.FILES:
            described[int(entry["id"])] = entry
    return described


def _mentions(
    hub: Hub, channel: Json, author_id: str, draft: Json, allowed: Json | None, reference: Json | None
) -> Json:
    """Whom a message calls: whom it names, as far as it wants to and may."""
    world = hub.world
    text = "\n".join(limits.texts(draft))
    parse = ["users", "roles", "everyone"] if allowed is None else allowed.get("parse") or []
    named = set() if allowed is None else {str(key) for key in allowed.get("users") or []}
    known = {*world.people, world.app_id}
    called = [
        key
        for key in dict.fromkeys(_USER_MENTION.findall(text))
        if key in known and ("users" in parse or key in named)
    ]
    replied = allowed is None or bool(allowed.get("replied_user"))
    if reference is not None and replied and reference["author"]["id"] not in called:
        called.append(reference["author"]["id"])
    # All at once, and roles that do not offer themselves, are called only by who may do so.
    may_call_all = bool(world.permissions(author_id, channel) & permissions.MENTION_EVERYONE)
    wanted = set() if allowed is None else {str(key) for key in allowed.get("roles") or []}
    roles = {role["id"]: role for role in world.guild["roles"]}
    called_roles = [
        key
        for key in dict.fromkeys(_ROLE_MENTION.findall(text))
        if key in roles
        and ("roles" in parse or key in wanted)
        and (roles[key]["mentionable"] or may_call_all)
    ]
    everyone = may_call_all and "everyone" in parse and ("@everyone" in text or "@here" in text)
    return {
        "mentions": [hub.shapes.user(key) for key in called],
        "mention_roles": called_roles,
        "mention_everyone": everyone,
    }


def _announce_new(hub: Hub, channel: Json, message: Json) -> None:
    world, only = hub.world, audience(message)
    shape = with_place(hub, channel, hub.shapes.message(message))
    if only is not None:
        hub.tell_people("MESSAGE_CREATE", shape, [only])
        return
    if channel["type"] in THREADS:
        _count_in_thread(hub, channel, message)
    channel["last_message_id"] = message["id"]
    world.save_channel(channel)
    hub.tell_bot("MESSAGE_CREATE", shape, channel)
    hub.tell_people("MESSAGE_CREATE", shape, hub.watchers(channel))
    if message["type"] in CALLING:
        _mark_unread(hub, channel, message)
        phone.ring(hub, channel, message)


def with_place(hub: Hub, channel: Json, shape: Json) -> Json:
    """A message as events carry it: with its server and its author's membership."""
    if channel["type"] in (DIRECT_MESSAGE, GROUP):
        return shape
    member = {key: value for key, value in hub.shapes.member(shape["author"]["id"]).items() if key != "user"}
    return {**shape, "guild_id": channel["guild_id"], "member": member}


def _count_in_thread(hub: Hub, thread: Json, message: Json) -> None:
    if message["type"] in CALLING:
        thread["message_count"] += 1
        thread["total_message_sent"] += 1
    if thread["thread_metadata"]["archived"]:
        thread["thread_metadata"]["archived"] = False
        thread["thread_metadata"]["archive_timestamp"] = hub.world.timestamp()
        hub.world.save_channel(thread)
        hub.announce_channel("THREAD_UPDATE", thread)
    for user in message["mentions"]:
        if user["id"] in hub.world.people:
            join_thread(hub, thread, user["id"])


def join_thread(hub: Hub, thread: Json, user_id: str) -> None:
    if user_id in hub.world.thread_members.get(thread["id"], {}):
        return
    saw_before = hub.world.sees(user_id, thread)
    member = {"id": thread["id"], "user_id": user_id, "join_timestamp": hub.world.timestamp(), "flags": 0}
    hub.world.save_thread_member(member)
    _tell_of_members(hub, thread, added=[member])
    if user_id in hub.world.people:
        event = "THREAD_UPDATE" if saw_before else "THREAD_CREATE"
        hub.tell_people(event, hub.shapes.seen_channel(thread, user_id), [user_id])


def leave_thread(hub: Hub, thread: Json, user_id: str) -> None:
    if user_id not in hub.world.thread_members.get(thread["id"], {}):
        return
    hub.world.drop_thread_member(thread["id"], user_id)
    _tell_of_members(hub, thread, removed=[user_id])
    if user_id in hub.world.people:
        event = "THREAD_UPDATE" if hub.world.sees(user_id, thread) else "THREAD_DELETE"
        hub.tell_people(event, hub.shapes.seen_channel(thread, user_id), [user_id])


def _tell_of_members(
    hub: Hub, thread: Json, *, added: list[Json] | None = None, removed: list[str] | None = None
) -> None:
    data: Json = {
        "id": thread["id"],
        "guild_id": hub.world.guild_id,
        "member_count": len(hub.world.thread_members.get(thread["id"], {})),
    }
    if added:
        data["added_members"] = [
            {**member, "member": hub.shapes.member(member["user_id"]), "presence": None} for member in added
        ]
    if removed:
        data["removed_member_ids"] = removed
    hub.tell_bot("THREAD_MEMBERS_UPDATE", data, thread)


def _mark_unread(hub: Hub, channel: Json, message: Json) -> None:
    world, author = hub.world, message["author"]["id"]
    called = {user["id"] for user in message["mentions"]}
    roles = set(message["mention_roles"])
    members = world.thread_members.get(channel["id"], {})
    for person_id in hub.watchers(channel):
        if person_id == author or (channel["type"] in THREADS and person_id not in members):
            continue
        by_role = bool(roles) and bool(roles & {role["id"] for role in world.roles_of(person_id)})
        private = channel["type"] in (DIRECT_MESSAGE, GROUP)
        calls = person_id in called or message["mention_everyone"] or private or by_role
        mark = dict(world.unread_mark(person_id, channel["id"]))
        mark = {"count": mark["count"] + 1, "mentions": mark["mentions"] + int(calls)}
        world.save_unread(person_id, channel["id"], mark)
        hub.tell_people("UNREAD", {"channel_id": channel["id"], **mark}, [person_id])
        if calls and not message["flags"] & SILENT:
            hub.tell_people(
                "MENTION", {"channel_id": channel["id"], "message_id": message["id"]}, [person_id]
            )


def edit(
    hub: Hub, channel: Json, message: Json, payload: Json, files: dict[int, Upload] | None = None
) -> Json:
    """Change a message of the bot; what the payload does not name stays."""
    world = hub.world
    if message["author"]["id"] != world.app_id:
        raise not_your_message()
    new_files = files or {}
    attachments: list[Json] = list(message["attachments"])
    if payload.get("attachments") is not None:
        attachments = _retained(message, payload["attachments"], new_files)
    limits.check_files([0] * (len(attachments) + len(new_files)))
    names = {held["filename"] for held in attachments} | {upload.filename for upload in new_files.values()}
    draft: Json = {key: message[key] for key in ("content", "embeds", "components", "flags")}
    draft["flags"] &= ~LOADING
    if payload.get("flags") is not None:
        # The layout flag never comes off, and an edit cannot hide a message or show a hidden one.
        draft["flags"] = (draft["flags"] & (EPHEMERAL | LAYOUT | SILENT | 32)) | (
            payload["flags"] & (4 | LAYOUT)
        )
    if "content" in payload:
        draft["content"] = (payload["content"] or "").strip()
    if "embeds" in payload:
        draft["embeds"] = [{"type": "rich", **embed} for embed in payload["embeds"] or []]
    if "components" in payload:
        draft["components"] = layout.kept(payload["components"] or [])
        limits.check_emoji(draft["components"], world.emojis)
    limits.check_message(draft, names)
    described = _described(payload)
    gone = {held["id"] for held in message["attachments"]} - {held["id"] for held in attachments}
    attachments += [uploads.keep_file(world, file, described.get(n, {})) for n, file in new_files.items()]
    was_loading = message["flags"] & LOADING
    calls = _mentions(hub, channel, world.app_id, draft, payload.get("allowed_mentions"), None)
    message.update(draft, attachments=attachments, **calls)
    if not was_loading:
        message["edited_timestamp"] = world.timestamp()
    world.save_message(message)
    for key in gone:
        world.store.retire_file(key)
    announce_change(hub, channel, message)
    return message


def _retained(message: Json, wanted: list[Json], new_files: dict[int, Upload]) -> list[Json]:
    """What stays of a message's attachments: those that the edit names by their id, maybe described anew."""
    held = {attachment["id"]: attachment for attachment in message["attachments"]}
    kept: list[Json] = []
    for entry in wanted:
        attachment = held.get(str(entry.get("id")))
        if attachment is not None:
            if "description" in entry:
                attachment = {**attachment, "description": entry["description"]}
            kept.append(attachment)
        elif str(entry.get("id")) not in {str(number) for number in new_files}:
            raise limits.unknown_attachment(len(kept))
    return kept


def announce_change(hub: Hub, channel: Json, message: Json) -> None:
    shape = with_place(hub, channel, hub.shapes.message(message))
    only = audience(message)
    if only is not None:
        hub.tell_people("MESSAGE_UPDATE", shape, [only])
        return
    hub.tell_bot("MESSAGE_UPDATE", shape, channel)
    hub.tell_people("MESSAGE_UPDATE", shape, hub.watchers(channel))


def remove(hub: Hub, channel: Json, message: Json) -> None:
    hub.world.drop_message(channel["id"], message["id"])
    data: Json = {"id": message["id"], "channel_id": channel["id"]}
    if channel["type"] not in (DIRECT_MESSAGE, GROUP):
        data["guild_id"] = channel["guild_id"]
    only = audience(message)
    if only is None:
        hub.tell_bot("MESSAGE_DELETE", data, channel)
    hub.tell_people("MESSAGE_DELETE", data, hub.watchers(channel) if only is None else [only])


def check_old_edit(hub: Hub, message: Json) -> None:
    """Messages of more than an hour take only a few edits an hour in each channel."""
    now = hub.clock.time()
    if now - moment(message["timestamp"]).timestamp() <= OLD_AFTER_SECONDS:
        return
    recent = [when for when in hub.old_edits.get(message["channel_id"], []) if now - when < OLD_AFTER_SECONDS]
    if len(recent) >= OLD_EDITS_PER_HOUR:
        raise too_many_old_edits()
    hub.old_edits[message["channel_id"]] = [*recent, now]


def history(
    hub: Hub,
    channel_id: str,
    *,
    person: str | None,
    limit: int,
    before: str | None = None,
    after: str | None = None,
) -> list[Json]:
    """Stored messages, oldest first: those that everybody sees, and the ephemeral ones of `person`."""
    found: list[Json] = []
    for message in hub.world.messages.get(channel_id, {}).values():
        number = int(message["id"])
        if (before and number >= int(before)) or (after and number <= int(after)):
            continue
        if audience(message) in (None, person):
            found.append(message)
    return found[:limit] if after else found[-limit:]


def set_pinned(hub: Hub, channel: Json, message: Json, user_id: str, pinned: bool) -> None:
    if message["pinned"] == pinned:
        return
    if pinned and sum(held["pinned"] for held in hub.world.messages[channel["id"]].values()) >= PINS:
        raise too_many_pins()
    message["pinned"] = pinned
    message["pinned_at"] = hub.world.timestamp() if pinned else None
    hub.world.save_message(message)
    announce_change(hub, channel, message)
    channel["last_pin_timestamp"] = message["pinned_at"] or channel.get("last_pin_timestamp")
    hub.world.save_channel(channel)
    update: dict[str, Any] = {
        "channel_id": channel["id"],
        "last_pin_timestamp": channel["last_pin_timestamp"],
    }
    if channel["type"] not in (DIRECT_MESSAGE, GROUP):
        update["guild_id"] = channel["guild_id"]
    hub.tell_bot("CHANNEL_PINS_UPDATE", update, channel)
    if pinned:
        post(hub, channel, user_id, {}, kind=PIN_NOTICE, reference=message)
