"""Messages: create, edit, delete, pin; mentions, unread counts and thread membership."""

import re
from typing import Any

from harbour import component_tree, limits, permissions, push_notifications, uploads
from harbour.errors import Json, cannot_edit_others_message, too_many_old_edits, too_many_pins
from harbour.hub import Hub
from harbour.uploads import Upload
from harbour.world import (
    DM,
    EPHEMERAL,
    GROUP_DM,
    IS_COMPONENTS_V2,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    THREAD_TYPES,
    ephemeral_recipient,
    parse_timestamp,
)

DEFAULT_TYPE, CHANNEL_PINNED_MESSAGE, THREAD_CREATED, REPLY, CHAT_INPUT_COMMAND, THREAD_STARTER_MESSAGE = (
    0,
    6,
    18,
    19,
    20,
    21,
)
NOTIFYING_TYPES = (DEFAULT_TYPE, REPLY, CHAT_INPUT_COMMAND)
SENDABLE_FLAGS = 4 | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2
OLD_AFTER_S = 3600
MAX_OLD_EDITS_PER_HOUR = 5
MAX_PINS = 250

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def create(
    hub: Hub,
    channel: Json,
    author_id: str,
    payload: Json,
    files: dict[int, Upload] | None = None,
    *,
    kind: int = DEFAULT_TYPE,
    flags: int = 0,
    webhook_fields: Json | None = None,
    reference: Json | None = None,
    message_id: str | None = None,
) -> Json:
    """Create a message, dispatch it and notify its recipients. Returns the stored record.

    `webhook_fields` are the extra fields of an interaction response. `message_id` is given for the first
    message of a forum post, which has the id of its thread.
    """
    world = hub.world
    limits.check_nonce(payload.get("nonce"))
    flags |= (payload.get("flags") or 0) & SENDABLE_FLAGS
    new_files, metadata = files or {}, _upload_metadata(payload)
    filenames = {upload.filename for upload in new_files.values()}
    content = _content_fields(payload, flags)
    if not flags & LOADING and kind in NOTIFYING_TYPES:
        limits.check_message(content, filenames)
        limits.check_emoji(content["components"], world.emojis)
    message: Json = {
        "id": message_id or world.new_id(),
        "type": kind,
        "channel_id": channel["id"],
        "author": hub.serializer.user(author_id),
        **content,
        "attachments": [
            uploads.store_file(world, file, metadata.get(n, {})) for n, file in new_files.items()
        ],
        "timestamp": world.timestamp(),
        "edited_timestamp": None,
        "pinned": False,
        "tts": False,
        **_mentions(
            hub,
            channel,
            author_id,
            content,
            payload.get("allowed_mentions"),
            reference if kind == REPLY else None,
        ),
        **(webhook_fields or {}),
    }
    if reference is not None:
        message["message_reference"] = {
            "type": 0,
            "channel_id": reference["channel_id"],
            "message_id": reference["id"],
        }
        if channel["type"] not in (DM, GROUP_DM):
            message["message_reference"]["guild_id"] = channel["guild_id"]
    if "nonce" in payload:
        message["nonce"] = payload["nonce"]
    world.save_message(message)
    _dispatch_create(hub, channel, message)
    return message


def _content_fields(payload: Json, flags: int) -> Json:
    return {
        "content": (payload.get("content") or "").strip(),
        "embeds": [{"type": "rich", **embed} for embed in payload.get("embeds") or []],
        "components": component_tree.normalize(payload.get("components") or []),
        "flags": flags,
    }


def check_content(hub: Hub, payload: Json, files: dict[int, Upload] | None = None) -> None:
    """Validate a new message without creating it. Raises ApiError."""
    content = _content_fields(payload, (payload.get("flags") or 0) & SENDABLE_FLAGS)
    limits.check_message(content, {upload.filename for upload in (files or {}).values()})
    limits.check_emoji(content["components"], hub.world.emojis)


def _upload_metadata(payload: Json) -> dict[int, Json]:
    """Returns the payload's attachment entries about new files, by file number."""
    metadata: dict[int, Json] = {}
    for entry in payload.get("attachments") or []:
        if str(entry.get("id", "")).isdigit() and int(entry["id"]) < limits.MAX_FILES:
            metadata[int(entry["id"])] = entry
    return metadata


def _mentions(
    hub: Hub, channel: Json, author_id: str, content: Json, allowed: Json | None, reference: Json | None
) -> Json:
    """Resolve mentions in the text, restricted by `allowed_mentions` and the author's permissions."""
    world = hub.world
    text = "\n".join(limits.message_texts(content))
    parse = ["users", "roles", "everyone"] if allowed is None else allowed.get("parse") or []
    allowed_users = set() if allowed is None else {str(key) for key in allowed.get("users") or []}
    known = {*world.users, world.app_id}
    users = [
        key
        for key in dict.fromkeys(_USER_MENTION.findall(text))
        if key in known and ("users" in parse or key in allowed_users)
    ]
    replied = allowed is None or bool(allowed.get("replied_user"))
    if reference is not None and replied and reference["author"]["id"] not in users:
        users.append(reference["author"]["id"])
    # @everyone and roles that are not mentionable need the permission Mention Everyone.
    may_mention_everyone = bool(world.permissions(author_id, channel) & permissions.MENTION_EVERYONE)
    allowed_roles = set() if allowed is None else {str(key) for key in allowed.get("roles") or []}
    roles = {role["id"]: role for role in world.guild["roles"]}
    role_ids = [
        key
        for key in dict.fromkeys(_ROLE_MENTION.findall(text))
        if key in roles
        and ("roles" in parse or key in allowed_roles)
        and (roles[key]["mentionable"] or may_mention_everyone)
    ]
    everyone = may_mention_everyone and "everyone" in parse and ("@everyone" in text or "@here" in text)
    return {
        "mentions": [hub.serializer.user(key) for key in users],
        "mention_roles": role_ids,
        "mention_everyone": everyone,
    }


def _dispatch_create(hub: Hub, channel: Json, message: Json) -> None:
    world, recipient = hub.world, ephemeral_recipient(message)
    serialized = with_guild_fields(hub, channel, hub.serializer.message(message))
    if recipient is not None:
        hub.send_to_pages("MESSAGE_CREATE", serialized, [recipient])
        return
    if channel["type"] in THREAD_TYPES:
        _update_thread(hub, channel, message)
    channel["last_message_id"] = message["id"]
    world.save_channel(channel)
    hub.dispatch_to_bot("MESSAGE_CREATE", serialized, channel)
    hub.send_to_pages("MESSAGE_CREATE", serialized, hub.viewers(channel))
    if message["type"] in NOTIFYING_TYPES:
        _mark_unread(hub, channel, message)
        push_notifications.notify(hub, channel, message)


def with_guild_fields(hub: Hub, channel: Json, serialized: Json) -> Json:
    """Returns the message as gateway events carry it: with `guild_id` and `member`."""
    if channel["type"] in (DM, GROUP_DM):
        return serialized
    member = {
        key: value
        for key, value in hub.serializer.member(serialized["author"]["id"]).items()
        if key != "user"
    }
    return {**serialized, "guild_id": channel["guild_id"], "member": member}


def _update_thread(hub: Hub, thread: Json, message: Json) -> None:
    if message["type"] in NOTIFYING_TYPES:
        thread["message_count"] += 1
        thread["total_message_sent"] += 1
    if thread["thread_metadata"]["archived"]:
        thread["thread_metadata"]["archived"] = False
        thread["thread_metadata"]["archive_timestamp"] = hub.world.timestamp()
        hub.world.save_channel(thread)
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
    _dispatch_thread_members(hub, thread, added=[member])
    if user_id in hub.world.users:
        event = "THREAD_UPDATE" if could_see else "THREAD_CREATE"
        hub.send_to_pages(event, hub.serializer.channel_for_page(thread, user_id), [user_id])


def leave_thread(hub: Hub, thread: Json, user_id: str) -> None:
    if user_id not in hub.world.thread_members.get(thread["id"], {}):
        return
    hub.world.drop_thread_member(thread["id"], user_id)
    _dispatch_thread_members(hub, thread, removed=[user_id])
    if user_id in hub.world.users:
        event = "THREAD_UPDATE" if hub.world.can_see(user_id, thread) else "THREAD_DELETE"
        hub.send_to_pages(event, hub.serializer.channel_for_page(thread, user_id), [user_id])


def _dispatch_thread_members(
    hub: Hub, thread: Json, *, added: list[Json] | None = None, removed: list[str] | None = None
) -> None:
    data: Json = {
        "id": thread["id"],
        "guild_id": hub.world.guild_id,
        "member_count": len(hub.world.thread_members.get(thread["id"], {})),
    }
    if added:
        data["added_members"] = [
            {**member, "member": hub.serializer.member(member["user_id"]), "presence": None}
            for member in added
        ]
    if removed:
        data["removed_member_ids"] = removed
    hub.dispatch_to_bot("THREAD_MEMBERS_UPDATE", data, thread)


def _mark_unread(hub: Hub, channel: Json, message: Json) -> None:
    world, author = hub.world, message["author"]["id"]
    mentioned = {user["id"] for user in message["mentions"]}
    roles = set(message["mention_roles"])
    members = world.thread_members.get(channel["id"], {})
    for user_id in hub.viewers(channel):
        if user_id == author or (channel["type"] in THREAD_TYPES and user_id not in members):
            continue
        by_role = bool(roles) and bool(roles & {role["id"] for role in world.roles_of(user_id)})
        private = channel["type"] in (DM, GROUP_DM)
        mentions_user = user_id in mentioned or message["mention_everyone"] or private or by_role
        unread = dict(world.unread_counts(user_id, channel["id"]))
        unread = {"count": unread["count"] + 1, "mentions": unread["mentions"] + int(mentions_user)}
        world.save_unread(user_id, channel["id"], unread)
        hub.send_to_pages("UNREAD", {"channel_id": channel["id"], **unread}, [user_id])
        if mentions_user and not message["flags"] & SUPPRESS_NOTIFICATIONS:
            hub.send_to_pages(
                "MENTION", {"channel_id": channel["id"], "message_id": message["id"]}, [user_id]
            )


def edit(
    hub: Hub, channel: Json, message: Json, payload: Json, files: dict[int, Upload] | None = None
) -> Json:
    """Edit a message of the bot. Fields missing in the payload stay."""
    world = hub.world
    if message["author"]["id"] != world.app_id:
        raise cannot_edit_others_message()
    new_files = files or {}
    attachments: list[Json] = list(message["attachments"])
    if payload.get("attachments") is not None:
        attachments = _retained_attachments(message, payload["attachments"], new_files)
    limits.check_file_count([0] * (len(attachments) + len(new_files)))
    filenames = {attachment["filename"] for attachment in attachments} | {
        upload.filename for upload in new_files.values()
    }
    content: Json = {key: message[key] for key in ("content", "embeds", "components", "flags")}
    content["flags"] &= ~LOADING
    if payload.get("flags") is not None:
        # An edit can neither remove IS_COMPONENTS_V2 nor change EPHEMERAL.
        content["flags"] = (
            content["flags"] & (EPHEMERAL | IS_COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS | 32)
        ) | (payload["flags"] & (4 | IS_COMPONENTS_V2))
    if "content" in payload:
        content["content"] = (payload["content"] or "").strip()
    if "embeds" in payload:
        content["embeds"] = [{"type": "rich", **embed} for embed in payload["embeds"] or []]
    if "components" in payload:
        content["components"] = component_tree.normalize(payload["components"] or [])
        limits.check_emoji(content["components"], world.emojis)
    limits.check_message(content, filenames)
    metadata = _upload_metadata(payload)
    removed = {attachment["id"] for attachment in message["attachments"]} - {
        attachment["id"] for attachment in attachments
    }
    attachments += [uploads.store_file(world, file, metadata.get(n, {})) for n, file in new_files.items()]
    was_loading = message["flags"] & LOADING
    mentions = _mentions(hub, channel, world.app_id, content, payload.get("allowed_mentions"), None)
    message.update(content, attachments=attachments, **mentions)
    if not was_loading:
        message["edited_timestamp"] = world.timestamp()
    world.save_message(message)
    for key in removed:
        world.store.retire_file(key)
    dispatch_update(hub, channel, message)
    return message


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
    data: Json = {"id": message["id"], "channel_id": channel["id"]}
    if channel["type"] not in (DM, GROUP_DM):
        data["guild_id"] = channel["guild_id"]
    recipient = ephemeral_recipient(message)
    if recipient is None:
        hub.dispatch_to_bot("MESSAGE_DELETE", data, channel)
    hub.send_to_pages("MESSAGE_DELETE", data, hub.viewers(channel) if recipient is None else [recipient])


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
    hub.world.save_channel(channel)
    update: dict[str, Any] = {
        "channel_id": channel["id"],
        "last_pin_timestamp": channel["last_pin_timestamp"],
    }
    if channel["type"] not in (DM, GROUP_DM):
        update["guild_id"] = channel["guild_id"]
    hub.dispatch_to_bot("CHANNEL_PINS_UPDATE", update, channel)
    if pinned:
        create(hub, channel, user_id, {}, kind=CHANNEL_PINNED_MESSAGE, reference=message)
