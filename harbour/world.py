"""The fake Discord's state: all objects in memory, each change saved to disk."""

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from harbour import permissions, seed
from harbour.clock import Clock
from harbour.errors import Json
from harbour.interaction_record import Interaction
from harbour.store import Documents, Store

DISCORD_EPOCH_MS = 1_420_070_400_000
GUILD_TEXT, DM, GROUP_DM, PUBLIC_THREAD, PRIVATE_THREAD, GUILD_FORUM = 0, 1, 3, 11, 12, 15
THREAD_TYPES = (PUBLIC_THREAD, PRIVATE_THREAD)
GUILD_CONTEXT, BOT_DM_CONTEXT, PRIVATE_CHANNEL_CONTEXT = 0, 1, 2
GUILD_INSTALL, USER_INSTALL = 0, 1
SEED_VERSION = 2
"""Version of the seed data; an older saved world is migrated."""
SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING = 4, 32, 64, 128
SUPPRESS_NOTIFICATIONS, IS_COMPONENTS_V2 = 4096, 32768


class World:
    """Objects in Discord's wire format, by id. Every change is saved, by a `save` or `drop` method."""

    def __init__(self, folder: Path, clock: Clock, *, fresh: bool = False) -> None:
        self.store = Store(folder, fresh=fresh)
        self.clock = clock
        self._last_id = 0
        self.meta: Json = dict(self.store.all("meta")).get("meta") or self._seed()
        clock.offset = max(clock.offset, self.meta["clock_offset"])
        self.users = Documents(self.store, "person")
        self.channels = Documents(self.store, "channel")
        self.commands = Documents(self.store, "command")
        self.scheduled_events = Documents(self.store, "scheduled_event")
        self.emojis = Documents(self.store, "emoji")
        self.unread: dict[str, Json] = dict(self.store.all("unread"))
        self.interactions = {key: Interaction(**body) for key, body in self.store.all("exchange")}
        self.pushes = Documents(self.store, "push")
        self.thread_members: dict[str, dict[str, Json]] = {}
        for _, member in self.store.all("thread_member"):
            self.thread_members.setdefault(member["id"], {})[member["user_id"]] = member
        self.messages: dict[str, dict[str, Json]] = {}
        for key, message in self.store.all("message"):
            self.messages.setdefault(message["channel_id"], {})[key] = message
            self._last_id = max(self._last_id, int(key))
        self._migrate()

    def _migrate(self) -> None:
        """Add the channels and roles that a world saved by an older version lacks."""
        if self.meta.get("places", 1) == SEED_VERSION:
            return
        for channel in seed.channels():
            if channel["type"] != GUILD_TEXT or channel["guild_id"] != self.guild_id:
                self.channels.save(channel)
        self.meta["guild"]["roles"] = seed.guild()["roles"]
        for user in self.users.values():
            user.setdefault("installed", False)
            self.users.save(user)
        self.meta["places"] = SEED_VERSION
        self.save_meta()

    def _seed(self) -> Json:
        for user in seed.users():
            self.store.put("person", user["id"], user)
        for channel in seed.channels():
            self.store.put("channel", channel["id"], channel)
        meta = {
            "token": f"harbour.{secrets.token_urlsafe(24)}",
            "key": secrets.token_urlsafe(18),
            "signing": secrets.token_hex(32),
            "clock_offset": 0.0,
            "places": SEED_VERSION,
            "guild": seed.guild(),
        }
        self.store.put("meta", "meta", meta)
        return meta

    # ids and time

    def new_id(self) -> str:
        """Returns a new snowflake, greater than all before."""
        fresh = (int(self.clock.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(fresh, self._last_id + 1)
        return str(self._last_id)

    def timestamp(self) -> str:
        return self.clock.now().isoformat(timespec="microseconds")

    # saving

    def save_meta(self) -> None:
        self.meta["clock_offset"] = self.clock.offset
        self.store.put("meta", "meta", self.meta)

    def drop_channel(self, channel_id: str) -> None:
        for message_id in list(self.messages.get(channel_id, {})):
            self.drop_message(channel_id, message_id)
        for user_id in list(self.thread_members.get(channel_id, {})):
            self.drop_thread_member(channel_id, user_id)
        self.channels.drop(channel_id)

    def save_message(self, message: Json) -> None:
        self.messages.setdefault(message["channel_id"], {})[message["id"]] = message
        self.store.put("message", message["id"], message)

    def drop_message(self, channel_id: str, message_id: str) -> None:
        message = self.messages.get(channel_id, {}).pop(message_id, None)
        self.store.delete("message", message_id)
        for attachment in (message or {}).get("attachments", []):
            self.store.delete_file(attachment["id"])

    def drop_emoji(self, emoji_id: str) -> None:
        self.emojis.drop(emoji_id)
        self.store.delete_file(emoji_id)

    def save_interaction(self, interaction: Interaction) -> None:
        self.interactions[interaction.id] = interaction
        self.store.put("exchange", interaction.id, vars(interaction))

    def drop_interaction(self, interaction_id: str) -> None:
        self.interactions.pop(interaction_id, None)
        self.store.delete("exchange", interaction_id)

    def save_thread_member(self, member: Json) -> None:
        self.thread_members.setdefault(member["id"], {})[member["user_id"]] = member
        self.store.put("thread_member", f"{member['id']}:{member['user_id']}", member)

    def drop_thread_member(self, thread_id: str, user_id: str) -> None:
        self.thread_members.get(thread_id, {}).pop(user_id, None)
        self.store.delete("thread_member", f"{thread_id}:{user_id}")

    def save_unread(self, user_id: str, channel_id: str, unread: Json) -> None:
        self.unread[f"{user_id}:{channel_id}"] = unread
        self.store.put("unread", f"{user_id}:{channel_id}", unread)

    # queries

    @property
    def guild(self) -> Json:
        guild: Json = self.meta["guild"]
        return guild

    @property
    def guild_id(self) -> str:
        return str(self.guild["id"])

    @property
    def app_id(self) -> str:
        return seed.APP_ID

    def unread_counts(self, user_id: str, channel_id: str) -> Json:
        return self.unread.get(f"{user_id}:{channel_id}", {"count": 0, "mentions": 0})

    def find_user(self, name: str) -> Json:
        for user in self.users.values():
            if name in (user["id"], user["username"], user["global_name"]):
                return user
        raise KeyError(f"nobody here is called {name}")

    def find_channel(self, name: str) -> Json:
        for channel in self.channels.values():
            if name in (channel["id"], channel.get("name")):
                return channel
        raise KeyError(f"no channel is called {name}")

    def find_dm_channel(self, user_id: str) -> Json | None:
        for channel in self.channels.values():
            if channel["type"] == DM and channel["recipient_id"] == user_id:
                return channel
        return None

    def guild_channels(self) -> Iterator[Json]:
        """Yields the channels of the bot's guild."""
        return (
            channel
            for channel in self.channels.values()
            if channel["type"] in (GUILD_TEXT, GUILD_FORUM) and channel["guild_id"] == self.guild_id
        )

    def threads(self) -> Iterator[Json]:
        return (channel for channel in self.channels.values() if channel["type"] in THREAD_TYPES)

    def message(self, channel_id: str, message_id: str | None) -> Json | None:
        return self.messages.get(channel_id, {}).get(message_id or "")

    def lacks_bot(self, channel: Json) -> bool:
        """True if the bot is not a member there. It can then only respond to interactions."""
        if channel["type"] == GROUP_DM:
            return True
        return channel["type"] != DM and str(channel["guild_id"]) != self.guild_id

    def roles_of(self, user_id: str) -> list[Json]:
        wanted = {self.guild_id}
        if user_id == self.app_id:
            wanted.add(seed.BOT_ROLE_ID)
        elif self.users[user_id]["manager"]:
            wanted.add(seed.MANAGER_ROLE_ID)
        return [role for role in self.guild["roles"] if role["id"] in wanted]

    def is_addressed(self, user_id: str, channel: Json, message: Json) -> bool:
        """True for all readers of a DM or group; elsewhere for those whom the message mentions."""
        return (
            channel["type"] in (DM, GROUP_DM)
            or message["mention_everyone"]
            or any(user["id"] == user_id for user in message["mentions"])
            or any(role["id"] in message["mention_roles"] for role in self.roles_of(user_id))
        )

    def permissions(self, user_id: str, channel: Json | None = None) -> int:
        """Returns a user's permissions in a channel. A thread inherits its parent's overwrites."""
        if channel is not None and channel["type"] in (DM, GROUP_DM):
            return permissions.IN_DM
        if user_id == str(self.guild["owner_id"]):
            return permissions.ALL
        in_thread = channel is not None and channel["type"] in THREAD_TYPES
        if channel is not None and in_thread:
            channel = self.channels.get(channel["parent_id"])
        if channel is not None and self.lacks_bot(channel):
            if user_id == self.app_id:
                return permissions.WITHOUT_BOT
            role: Json = {"id": channel["guild_id"], "permissions": str(permissions.EVERYONE_ROLE)}
            return permissions.effective_permissions(
                [role], channel, channel["guild_id"], user_id, in_thread=in_thread
            )
        return permissions.effective_permissions(
            self.roles_of(user_id), channel, self.guild_id, user_id, in_thread=in_thread
        )

    def can_see(self, user_id: str, channel: Json) -> bool:
        if channel["type"] == DM:
            return user_id in (self.app_id, channel["recipient_id"])
        if channel["type"] == GROUP_DM:
            return user_id in channel["recipient_ids"]
        if channel["type"] not in THREAD_TYPES and self.lacks_bot(channel) and user_id == self.app_id:
            return False
        bits = self.permissions(user_id, channel)
        if not bits & permissions.VIEW_CHANNEL:
            return False
        if channel["type"] == PRIVATE_THREAD and not bits & permissions.MANAGE_THREADS:
            return user_id in self.thread_members.get(channel["id"], {})
        return True

    def integration_owners(self, user_id: str, channel: Json, command: Json | None) -> Json:
        """Returns the `authorizing_integration_owners` of a user's command in a channel.

        Key "0" is the guild install ("0" in the bot's DMs), key "1" the user install. Empty: not installed.
        """
        types = (command or {}).get("integration_types") or [GUILD_INSTALL]
        owners: Json = {}
        if GUILD_INSTALL in types and not self.lacks_bot(channel):
            owners[str(GUILD_INSTALL)] = "0" if channel["type"] == DM else self.guild_id
        if USER_INSTALL in types and self.users[user_id]["installed"]:
            owners[str(USER_INSTALL)] = user_id
        return owners

    def can_use(self, user_id: str, channel: Json, command: Json) -> bool:
        """True if a user can use a command in a channel, by context, installation and permissions."""
        context = interaction_context(channel)
        contexts = command.get("contexts")
        if contexts is not None and context not in contexts:
            return False
        if contexts is None and context != GUILD_CONTEXT and command.get("dm_permission") is False:
            return False
        if not self.integration_owners(user_id, channel, command):
            return False
        if context != GUILD_CONTEXT:
            return True
        bits = self.permissions(user_id, channel)
        if channel["type"] == GUILD_FORUM or not bits & permissions.USE_APPLICATION_COMMANDS:
            return False
        needed = command.get("default_member_permissions")
        if needed is None:
            return True
        if needed == "0":
            return bits == permissions.ALL
        return bits & int(needed) == int(needed)


def interaction_context(channel: Json) -> int:
    """Returns the interaction context type: guild, bot DM or private channel."""
    return {DM: BOT_DM_CONTEXT, GROUP_DM: PRIVATE_CHANNEL_CONTEXT}.get(channel["type"], GUILD_CONTEXT)


def ephemeral_recipient(message: Json) -> str | None:
    """Returns the user id of an ephemeral message's only reader; None for public messages."""
    if message["flags"] & EPHEMERAL:
        return str(message["interaction_metadata"]["user"]["id"])
    return None


def parse_timestamp(iso: str) -> datetime:
    return datetime.fromisoformat(iso).astimezone(UTC)
