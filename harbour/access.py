"""What the bot may touch: finding channels and messages for it, and asking its permissions."""

from harbour import errors, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import DIRECT_MESSAGE, PRIVATE_THREAD, PUBLIC_THREAD, THREADS, audience


def channel_for_bot(hub: Hub, channel_id: str) -> Json:
    channel = hub.world.channels.get(channel_id)
    if channel is None:
        raise errors.unknown_channel()
    if not hub.world.sees(hub.world.app_id, channel):
        raise errors.missing_access()
    return channel


def need(hub: Hub, channel: Json, *bits: int) -> None:
    held = hub.world.permissions(hub.world.app_id, channel)
    if not all(held & bit for bit in bits):
        raise errors.missing_permissions()


def message_for_bot(hub: Hub, channel: Json, message_id: str) -> Json:
    """A message that the bot reaches through its channel: never an ephemeral one."""
    message = hub.world.message(channel["id"], message_id)
    if message is None or audience(message) is not None:
        raise errors.unknown_message()
    return message


def check_may_speak(hub: Hub, channel: Json, *, with_files: bool) -> None:
    if channel["type"] == DIRECT_MESSAGE:
        if hub.world.people[channel["recipient_id"]]["dms_closed"]:
            raise errors.dms_closed()
        return
    in_thread = channel["type"] in THREADS
    need(hub, channel, permissions.SEND_MESSAGES_IN_THREADS if in_thread else permissions.SEND_MESSAGES)
    if with_files:
        need(hub, channel, permissions.ATTACH_FILES)
    if in_thread and channel["thread_metadata"]["locked"]:
        need(hub, channel, permissions.MANAGE_THREADS)


def check_not_archived(channel: Json) -> None:
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise errors.thread_archived()


def check_may_open_thread(hub: Hub, channel: Json, kind: int) -> None:
    needed = {
        PUBLIC_THREAD: permissions.CREATE_PUBLIC_THREADS,
        PRIVATE_THREAD: permissions.CREATE_PRIVATE_THREADS,
    }
    if kind not in needed or channel["type"] == DIRECT_MESSAGE or channel["type"] in THREADS:
        raise errors.ApiError(400, 50024, "Cannot execute action on this channel type")
    need(hub, channel, needed[kind])
