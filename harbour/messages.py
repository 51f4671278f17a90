"""Messages: create, edit, delete, pin; mentions, unread counts and thread membership."""

import re
from dataclasses import dataclass

from harbour import component_tree, limits, permissions, push_notifications, uploads
from harbour.errors import Json, cannot_edit_others_message, too_many_old_edits, too_many_pins
from harbour.hub import Hub
from harbour.uploads import Upload
from harbour.world import (
    DM,
    EPHEMERAL,
    GROUP_DM,
    HAS_THREAD,
    IS_COMPONENTS_V2,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    THREAD_TYPES,
    ephemeral_recipient,
    parse_timestamp,
)

DEFAULT_TYPE, CHANNEL_PINNED_MESSAGE = 0, 6
THREAD_CREATED, REPLY, CHAT_INPUT_COMMAND, THREAD_STARTER_MESSAGE = 18, 19, 20, 21
NOTIFYING_TYPES = (DEFAULT_TYPE, REPLY, CHAT_INPUT_COMMAND)
SENDABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2
# An edit can neither remove IS_COMPONENTS_V2 nor change EPHEMERAL.
EDITABLE_FLAGS = SUPPRESS_EMBEDS | IS_COMPONENTS_V2
UNEDITABLE_FLAGS = EPHEMERAL | IS_COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS | HAS_THREAD
OLD_AFTER_S = 3600
MAX_OLD_EDITS_PER_HOUR = 5
MAX_PINS = 250
MENTION_EVERYTHING = {"parse": ["users", "roles", "everyone"], "replied_user": True}

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


@dataclass(frozen=True, slots=True)
class Envelope:
    """The fields of a new message beside its content.

    `webhook_fields` are the extra fields of an interaction response. `message_id` is given for the first
    message of a forum post, which has the id of its thread.
    """

    kind: int = DEFAULT_TYPE
    flags: int = 0
    reference: Json | None = None
    webhook_fields: Json | None = None
    message_id: str | None = None

    @classmethod
    def reply_to(cls, reference: Json | None) -> "Envelope":
        """Returns the envelope of a reply, or of a plain message if there is nothing to reply to."""
        return cls() if reference is None else cls(REPLY, reference=reference)


PLAIN = Envelope()


def create(
    hub: Hub,
    channel: Json,
    author_id: str,
    payload: Json,
    files: dict[int, Upload] | None = None,
    envelope: Envelope = PLAIN,
) -> Json:
    """Create a message, dispatch it and notify its recipients. Returns the stored record."""
    world, kind, reference = hub.world, envelope.kind, envelope.reference
    limits.check_nonce(payload.get("nonce"))
    flags = envelope.flags | (payload.get("flags") or 0) & SENDABLE_FLAGS
    content = _content_fields(payload, flags)
    if not flags & LOADING and kind in NOTIFYING_TYPES:
        _check_content(hub, content, files)
    replied_to = reference if kind == REPLY else None
    message: Json = {
        "id": envelope.message_id or world.new_id(),
        "type": kind,
        "channel_id": channel["id"],
        "author": hub.serializer.user(author_id),
        **content,
        "attachments": _store_files(hub, payload, files),
        "timestamp": world.timestamp(),
        "edited_timestamp": None,
        "pinned": False,
        "tts": False,
        **_mentions(hub, channel, author_id, content, payload.get("allowed_mentions"), replied_to),
        **(envelope.webhook_fields or {}),
    }
    if reference is not None:
        message["message_reference"] = {
            "type": 0,
            "channel_id": reference["channel_id"],
            "message_id": reference["id"],
            **_guild_field(channel),
        }
    if "nonce" in payload:
        message["nonce"] = payload["nonce"]
    world.save_message(message)
    _dispatch_create(hub, channel, message)
    return message


def _guild_field(channel: Json) -> Json:
    return {} if channel["type"] in (DM, GROUP_DM) else {"guild_id": channel["guild_id"]}


def _content_fields(payload: Json, flags: int) -> Json:
    return {
        "content": (payload.get("content") or "").strip(),
        "embeds": [{"type": "rich", **embed} for embed in payload.get("embeds") or []],
        "components": component_tree.normalize(payload.get("components") or []),
        "flags": flags,
    }


def check_content(hub: Hub, payload: Json, files: dict[int, Upload] | None = None) -> None:
    """Validate a new message without creating it. Raises ApiError."""
    _check_content(hub, _content_fields(payload, (payload.get("flags") or 0) & SENDABLE_FLAGS), files)


def _check_content(hub: Hub, content: Json, files: dict[int, Upload] | None) -> None:
    limits.check_message(content, {upload.filename for upload in (files or {}).values()})
    limits.check_emoji(content["components"], hub.world.emojis)


def _store_files(hub: Hub, payload: Json, files: dict[int, Upload] | None) -> list[Json]:
    """Save uploaded files. Returns their attachment objects, described by the payload's entries."""
    entries = {str(entry.get("id")): entry for entry in payload.get("attachments") or []}
    return [
        uploads.store_file(hub.world, file, entries.get(str(number), {}))
        for number, file in (files or {}).items()
    ]


def _mentions(
    hub: Hub, channel: Json, author_id: str, content: Json, allowed: Json | None, replied_to: Json | None
) -> Json:
    """Resolve mentions in the text, restricted by `allowed_mentions` and the author's permissions."""
    world, text = hub.world, "\n".join(limits.message_texts(content))
    permitted: Json = MENTION_EVERYTHING if allowed is None else allowed
    known = {*world.users, world.app_id}
    users = _permitted_mentions(text, _USER_MENTION, "users", permitted, known)
    if replied_to is not None and permitted.get("replied_user"):
        users = list(dict.fromkeys([*users, replied_to["author"]["id"]]))
    # @everyone and roles that are not mentionable need the permission Mention Everyone.
    may_mention_everyone = bool(world.permissions(author_id, channel) & permissions.MENTION_EVERYONE)
    mentionable = {r["id"] for r in world.guild["roles"] if r["mentionable"] or may_mention_everyone}
    everyone = "everyone" in (permitted.get("parse") or []) and ("@everyone" in text or "@here" in text)
    return {
        "mentions": [hub.serializer.user(key) for key in users],
        "mention_roles": _permitted_mentions(text, _ROLE_MENTION, "roles", permitted, mentionable),
        "mention_everyone": may_mention_everyone and everyone,
    }


def _permitted_mentions(
    text: str, pattern: re.Pattern[str], kind: str, permitted: Json, known: set[str]
) -> list[str]:
    """Returns the known ids that the text mentions and `allowed_mentions` permits, all or one by one."""
    if kind not in (permitted.get("parse") or []):
        known = known & {str(key) for key in permitted.get(kind) or []}
    return [key for key in dict.fromkeys(pattern.findall(text)) if key in known]


def _dispatch_create(hub: Hub, channel: Json, message: Json) -> None:
    world, recipient = hub.world, ephemeral_recipient(message)
    serialized = with_guild_fields(hub, channel, hub.serializer.message(message))
    if recipient is not None:
        hub.send_to_pages("MESSAGE_CREATE", serialized, [recipient])
        return
    if channel["type"] in THREAD_TYPES:
        _update_thread(hub, channel, message)
    channel["last_message_id"] = message["id"]
    world.channels.save(channel)
    hub.dispatch_to_bot("MESSAGE_CREATE", serialized, channel)
    hub.send_to_pages("MESSAGE_CREATE", serialized, hub.viewers(channel))
    if message["type"] in NOTIFYING_TYPES:
        _mark_unread(hub, channel, message)
        push_notifications.notify(hub, channel, message)


def with_guild_fields(hub: Hub, channel: Json, serialized: Json) -> Json:
    """Returns the message as gateway events carry it: with `guild_id` and `member`."""
    if channel["type"] in (DM, GROUP_DM):
        return serialized
    member = hub.serializer.member(serialized["author"]["id"])
    del member["user"]
    return {**serialized, **_guild_field(channel), "member": member}


def _update_thread(hub: Hub, thread: Json, message: Json) -> None:
    if message["type"] in NOTIFYING_TYPES:
        thread["message_count"] += 1
        thread["total_message_sent"] += 1
    if thread["thread_metadata"]["archived"]:
        thread["thread_metadata"]["archived"] = False
        thread["thread_metadata"]["archive_timestamp"] = hub.world.timestamp()
        hub.world.channels.save(thread)
        hub.announce_channel("THREAD_UPDATE", thread)
    for user in message["mentions"]:
        if user["id"] in hub.world.users:
            join_thread(hub, thread, user["id"])


def join_thread(hub: Hub, thread: Json, user_id: str) -> None:
    if user_id in hub.world.thread_members.get(thread["id"], {}):
        return
    could_see = hub.world.can_see(user_id, thread)
    member = {"id": thread["id"], "user_id": user_id, "join_timestamp": hub.world.timestamp(), "flags": 0}
    hub.world.save_thread_member(member)
    added = {**member, "member": hub.serializer.member(user_id), "presence": None}
    _dispatch_thread_members(hub, thread, {"added_members": [added]})
    if user_id in hub.world.users:
        event = "THREAD_UPDATE" if could_see else "THREAD_CREATE"
        hub.send_to_pages(event, hub.serializer.channel_for_page(thread, user_id), [user_id])


def leave_thread(hub: Hub, thread: Json, user_id: str) -> None:
    if user_id not in hub.world.thread_members.get(thread["id"], {}):
        return
    hub.world.drop_thread_member(thread["id"], user_id)
    _dispatch_thread_members(hub, thread, {"removed_member_ids": [user_id]})
    if user_id in hub.world.users:
        event = "THREAD_UPDATE" if hub.world.can_see(user_id, thread) else "THREAD_DELETE"
        hub.send_to_pages(event, hub.serializer.channel_for_page(thread, user_id), [user_id])


def _dispatch_thread_members(hub: Hub, thread: Json, change: Json) -> None:
    members = hub.world.thread_members.get(thread["id"], {})
    data: Json = {"id": thread["id"], "guild_id": hub.world.guild_id, "member_count": len(members), **change}
    hub.dispatch_to_bot("THREAD_MEMBERS_UPDATE", data, thread)


def _mark_unread(hub: Hub, channel: Json, message: Json) -> None:
    world = hub.world
    members = world.thread_members.get(channel["id"], {})
    for user_id in hub.viewers(channel):
        if user_id == message["author"]["id"] or (channel["type"] in THREAD_TYPES and user_id not in members):
            continue
        is_mention = world.is_addressed(user_id, channel, message)
        unread = world.unread_counts(user_id, channel["id"])
        unread = {"count": unread["count"] + 1, "mentions": unread["mentions"] + int(is_mention)}
        world.save_unread(user_id, channel["id"], unread)
        hub.send_to_pages("UNREAD", {"channel_id": channel["id"], **unread}, [user_id])
        if is_mention and not message["flags"] & SUPPRESS_NOTIFICATIONS:
            mention = {"channel_id": channel["id"], "message_id": message["id"]}
            hub.send_to_pages("MENTION", mention, [user_id])


def edit(
    hub: Hub, channel: Json, message: Json, payload: Json, files: dict[int, Upload] | None = None
) -> Json:
    """Edit a message of the bot. Fields missing in the payload stay."""
    world, new_files = hub.world, files or {}
    if message["author"]["id"] != world.app_id:
        raise cannot_edit_others_message()
    attachments: list[Json] = list(message["attachments"])
    if payload.get("attachments") is not None:
        attachments = _retained_attachments(message, payload["attachments"], new_files)
    limits.check_file_count(len(attachments) + len(new_files))
    content = _edited_content(message, payload)
    if "components" in payload:
        limits.check_emoji(content["components"], world.emojis)
    filenames = {attachment["filename"] for attachment in attachments}
    limits.check_message(content, filenames | {upload.filename for upload in new_files.values()})
    retained = {attachment["id"] for attachment in attachments}
    removed = [each["id"] for each in message["attachments"] if each["id"] not in retained]
    attachments += _store_files(hub, payload, new_files)
    if not message["flags"] & LOADING:
        message["edited_timestamp"] = world.timestamp()
    mentions = _mentions(hub, channel, world.app_id, content, payload.get("allowed_mentions"), None)
    message.update(content, attachments=attachments, **mentions)
    world.save_message(message)
    for key in removed:
        world.store.retire_file(key)
    dispatch_update(hub, channel, message)
    return message


def _edited_content(message: Json, payload: Json) -> Json:
    flags = message["flags"] & ~LOADING
    if payload.get("flags") is not None:
        flags = flags & UNEDITABLE_FLAGS | payload["flags"] & EDITABLE_FLAGS
    unchanged = {key: message[key] for key in ("content", "embeds", "components") if key not in payload}
    return {**_content_fields(payload, flags), **unchanged}


def _retained_attachments(message: Json, wanted: list[Json], new_files: dict[int, Upload]) -> list[Json]:
    """Returns the attachments that an edit names by id, with changed descriptions."""
    existing = {attachment["id"]: attachment for attachment in message["attachments"]}
    retained: list[Json] = []
    for entry in wanted:
        attachment = existing.get(str(entry.get("id")))
        if attachment is not None:
            if "description" in entry:
                attachment = {**attachment, "description": entry["description"]}
            retained.append(attachment)
        elif str(entry.get("id")) not in {str(number) for number in new_files}:
            raise limits.unknown_attachment(len(retained))
    return retained


def dispatch_update(hub: Hub, channel: Json, message: Json) -> None:
    serialized = with_guild_fields(hub, channel, hub.serializer.message(message))
    recipient = ephemeral_recipient(message)
    if recipient is not None:
        hub.send_to_pages("MESSAGE_UPDATE", serialized, [recipient])
        return
    hub.dispatch_to_bot("MESSAGE_UPDATE", serialized, channel)
    hub.send_to_pages("MESSAGE_UPDATE", serialized, hub.viewers(channel))


def delete(hub: Hub, channel: Json, message: Json) -> None:
    hub.world.drop_message(channel["id"], message["id"])
    data: Json = {"id": message["id"], "channel_id": channel["id"], **_guild_field(channel)}
    recipient = ephemeral_recipient(message)
    if recipient is None:
        _uncount(hub, channel, message)
        hub.dispatch_to_bot("MESSAGE_DELETE", data, channel)
    hub.send_to_pages("MESSAGE_DELETE", data, hub.viewers(channel) if recipient is None else [recipient])


def _uncount(hub: Hub, channel: Json, message: Json) -> None:
    """Take a deleted message out of its thread's count, which never held the first message of a post."""
    if (
        channel["type"] in THREAD_TYPES
        and message["type"] in NOTIFYING_TYPES
        and message["id"] != channel["id"]
    ):
        channel["message_count"] -= 1
        hub.world.channels.save(channel)


def check_old_message_edit_limit(hub: Hub, message: Json) -> None:
    """Rate limit edits of messages older than an hour, per channel. Raises 30046."""
    now = hub.clock.time()
    if now - parse_timestamp(message["timestamp"]).timestamp() <= OLD_AFTER_S:
        return
    recent = [
        when for when in hub.old_message_edits.get(message["channel_id"], []) if now - when < OLD_AFTER_S
    ]
    if len(recent) >= MAX_OLD_EDITS_PER_HOUR:
        raise too_many_old_edits()
    hub.old_message_edits[message["channel_id"]] = [*recent, now]


def history(
    hub: Hub,
    channel_id: str,
    *,
    user_id: str | None,
    limit: int,
    before: str | None = None,
    after: str | None = None,
) -> list[Json]:
    """Returns messages, oldest first: public ones, and ephemeral ones for `user_id`."""
    found: list[Json] = []
    for message in hub.world.messages.get(channel_id, {}).values():
        number = int(message["id"])
        if (before and number >= int(before)) or (after and number <= int(after)):
            continue
        if ephemeral_recipient(message) in (None, user_id):
            found.append(message)
    return found[:limit] if after else found[-limit:]


def set_pinned(hub: Hub, channel: Json, message: Json, user_id: str, pinned: bool) -> None:
    if message["pinned"] == pinned:
        return
    if pinned and sum(each["pinned"] for each in hub.world.messages[channel["id"]].values()) >= MAX_PINS:
        raise too_many_pins()
    message["pinned"] = pinned
    message["pinned_at"] = hub.world.timestamp() if pinned else None
    hub.world.save_message(message)
    dispatch_update(hub, channel, message)
    channel["last_pin_timestamp"] = message["pinned_at"] or channel.get("last_pin_timestamp")
    hub.world.channels.save(channel)
    update = {"channel_id": channel["id"], "last_pin_timestamp": channel["last_pin_timestamp"]}
    update |= _guild_field(channel)
    hub.dispatch_to_bot("CHANNEL_PINS_UPDATE", update, channel)
    if pinned:
        create(hub, channel, user_id, {}, envelope=Envelope(CHANNEL_PINNED_MESSAGE, reference=message))
