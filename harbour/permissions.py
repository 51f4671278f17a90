"""Discord's permission bits, and what somebody may do in a channel."""

from harbour.errors import Json

MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
USE_EXTERNAL_EMOJIS = 1 << 18
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
PIN_MESSAGES = 1 << 51

EVERYONE = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
)
BOT = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS | PIN_MESSAGES
MANAGER = MANAGE_GUILD | MANAGE_CHANNELS | PIN_MESSAGES | MANAGE_MESSAGES

IN_DIRECT_MESSAGE = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | PIN_MESSAGES
)


def granted(roles: list[Json], channel: Json | None, everyone_id: str, user_id: str) -> int:
    """The bits that a member with these roles has, in a server channel or in the server as a whole."""
    bits = 0
    for role in roles:
        bits |= int(role["permissions"])
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
