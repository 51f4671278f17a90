"""Discord's permission bits, and a member's permissions in a channel."""

from harbour.errors import Json

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
CREATE_EVENTS = 1 << 44
USE_EXTERNAL_APPS = 1 << 50
PIN_MESSAGES = 1 << 51

ALL = (1 << 53) - 1
EVERYONE_ROLE = (
    ADD_REACTIONS | VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS | USE_APPLICATION_COMMANDS | CREATE_PUBLIC_THREADS | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS | USE_EXTERNAL_APPS
)  # fmt: skip
# The permissions of the invitation in the README.
BOT_ROLE = (
    VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | READ_MESSAGE_HISTORY | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)  # fmt: skip
SERVER_WIDE = CREATE_EVENTS  # Permissions that channels cannot change.
MANAGER_ROLE = MANAGE_GUILD | MANAGE_CHANNELS | PIN_MESSAGES | MANAGE_MESSAGES | MANAGE_THREADS

IN_DM = (
    ADD_REACTIONS | VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS | USE_APPLICATION_COMMANDS | PIN_MESSAGES
)  # fmt: skip
# Permissions of interaction responses where the bot is not a member.
WITHOUT_BOT = EMBED_LINKS | ATTACH_FILES | USE_EXTERNAL_EMOJIS

BY_NAME = {
    "view_channel": VIEW_CHANNEL,
    "send_messages": SEND_MESSAGES,
    "send_messages_in_threads": SEND_MESSAGES_IN_THREADS,
    "create_public_threads": CREATE_PUBLIC_THREADS,
    "attach_files": ATTACH_FILES,
    "embed_links": EMBED_LINKS,
    "read_message_history": READ_MESSAGE_HISTORY,
    "manage_messages": MANAGE_MESSAGES,
    "manage_threads": MANAGE_THREADS,
    "pin_messages": PIN_MESSAGES,
    "use_application_commands": USE_APPLICATION_COMMANDS,
    "create_events": CREATE_EVENTS,
}
"""Permissions that can be granted and revoked by name, in the page's order."""


def to_bits(*names: str | int) -> int:
    """Combine permissions given by name or as bits.

    >>> to_bits("attach_files", VIEW_CHANNEL) == ATTACH_FILES | VIEW_CHANNEL
    True
    """
    total = 0
    for permission in names:
        total |= permission if isinstance(permission, int) else BY_NAME[permission]
    return total


def effective_permissions(
    roles: list[Json], channel: Json | None, everyone_id: str, user_id: str, *, in_thread: bool = False
) -> int:
    """Returns a member's permissions in a channel, or in the guild if `channel` is None."""
    bits = explicit_permissions(roles, channel, everyone_id, user_id)
    return bits if channel is None else _without_implicitly_denied(bits, in_thread)


def explicit_permissions(roles: list[Json], channel: Json | None, everyone_id: str, user_id: str) -> int:
    """Returns the permissions by roles and overwrites, before implicit denials."""
    bits = 0
    for role in roles:
        bits |= int(role["permissions"])
    if bits & ADMINISTRATOR:
        return ALL
    overwrites = {entry["id"]: entry for entry in (channel or {}).get("permission_overwrites", [])}
    role_ids = [role["id"] for role in roles if role["id"] != everyone_id]
    # Discord's order: everyone, then the roles together, then the member.
    for group in ([everyone_id], role_ids, [user_id]):
        found = [overwrites[key] for key in group if key in overwrites]
        for entry in found:
            bits &= ~int(entry["deny"])
        for entry in found:
            bits |= int(entry["allow"])
    return bits


def _without_implicitly_denied(bits: int, in_thread: bool) -> int:
    """Apply implicit denials: without View Channel nothing, without Send Messages no files or embeds."""
    if not bits & VIEW_CHANNEL:
        return 0
    if not bits & (SEND_MESSAGES_IN_THREADS if in_thread else SEND_MESSAGES):
        bits &= ~(EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE)
    return bits
