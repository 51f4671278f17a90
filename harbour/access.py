"""Access checks for the bot's requests: look up channels and messages, require permissions."""

from harbour import errors, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import (
    DM,
    GUILD_FORUM,
    GUILD_TEXT,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    THREAD_TYPES,
    ephemeral_recipient,
)


def channel_for_bot(hub: Hub, channel_id: str) -> Json:
    channel = hub.world.channels.get(channel_id)
    if channel is None:
        raise errors.unknown_channel()
    if not hub.world.can_see(hub.world.app_id, channel):
        raise errors.missing_access()
    return channel


def bot_has(hub: Hub, channel: Json, *bits: int) -> bool:
    granted = hub.world.permissions(hub.world.app_id, channel)
    return all(granted & bit for bit in bits)


def require(hub: Hub, channel: Json, *bits: int) -> None:
    if not bot_has(hub, channel, *bits):
        raise errors.missing_permissions()


def message_for_bot(hub: Hub, channel: Json, message_id: str) -> Json:
    """Returns a message of the channel. Raises `unknown_message` for ephemeral ones: they need a token."""
    message = hub.world.message(channel["id"], message_id)
    if message is None or ephemeral_recipient(message) is not None:
        raise errors.unknown_message()
    return message


def check_may_send(hub: Hub, channel: Json, *, with_files: bool, with_embeds: bool = False) -> None:
    if channel["type"] == GUILD_FORUM:
        raise errors.cannot_send_in_forum()
    if channel["type"] == DM:
        check_dms_open(hub, channel["recipient_id"])
        return
    in_thread = channel["type"] in THREAD_TYPES
    require(hub, channel, permissions.SEND_MESSAGES_IN_THREADS if in_thread else permissions.SEND_MESSAGES)
    check_may_attach(hub, channel, with_files=with_files, with_embeds=with_embeds)
    check_not_locked(hub, channel)


def check_dms_open(hub: Hub, user_id: str) -> None:
    """Raises `dms_closed` if the user takes no direct messages."""
    if hub.world.users[user_id]["dms_closed"]:
        raise errors.dms_closed()


def check_may_attach(hub: Hub, channel: Json, *, with_files: bool, with_embeds: bool = False) -> None:
    """Require the permissions for files and embeds. Applies to new messages and to edits."""
    if with_files:
        require(hub, channel, permissions.ATTACH_FILES)
    if with_embeds:
        require(hub, channel, permissions.EMBED_LINKS)


def check_not_locked(hub: Hub, channel: Json) -> None:
    """Raises in a locked thread unless the bot has Manage Threads."""
    if channel["type"] not in THREAD_TYPES or not channel["thread_metadata"]["locked"]:
        return
    if not bot_has(hub, channel, permissions.MANAGE_THREADS):
        archived = channel["thread_metadata"]["archived"]
        raise errors.thread_archived_and_locked() if archived else errors.thread_locked()


def check_not_archived(channel: Json) -> None:
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        raise errors.thread_archived()


def check_may_create_thread(hub: Hub, channel: Json, kind: int) -> None:
    needed = {
        PUBLIC_THREAD: permissions.CREATE_PUBLIC_THREADS,
        PRIVATE_THREAD: permissions.CREATE_PRIVATE_THREADS,
    }
    if kind not in needed or channel["type"] != GUILD_TEXT:
        raise errors.wrong_channel_type()
    require(hub, channel, needed[kind])
    check_active_thread_limit(hub)


def check_active_thread_limit(hub: Hub) -> None:
    active = [thread for thread in hub.world.threads() if not thread["thread_metadata"]["archived"]]
    if len(active) >= hub.max_active_threads:
        raise errors.too_many_threads()
