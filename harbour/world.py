"""The world of the harbour: who and what there is, kept in memory and on disk alike."""

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from harbour import permissions, seed
from harbour.clock import Clock
from harbour.errors import Json
from harbour.store import Store

DISCORD_EPOCH_MS = 1_420_070_400_000
TEXT, DIRECT_MESSAGE, GROUP, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 3, 11, 12, 15
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2
GUILD_INSTALL, USER_INSTALL = 0, 1
PLACES = 2
"""Which sample of places a kept world has; what came later is added to it."""
EPHEMERAL, LOADING, SILENT, LAYOUT, HAS_THREAD = 64, 128, 4096, 32768, 32


class World:
    """Discord's objects in Discord's shapes, by id; every change goes through `save` or `drop`."""

    def __init__(self, folder: Path, clock: Clock, *, fresh: bool = False) -> None:
        self.store = Store(folder, fresh=fresh)
        self.clock = clock
        self._last_id = 0
        self.meta: Json = dict(self.store.all("meta")).get("meta") or self._first_day()
        clock.offset = max(clock.offset, self.meta["clock_offset"])
        self.people: dict[str, Json] = dict(self.store.all("person"))
        self.channels: dict[str, Json] = dict(self.store.all("channel"))
        self.commands: dict[str, Json] = dict(self.store.all("command"))
        self.emojis: dict[str, Json] = dict(self.store.all("emoji"))
        self.unread: dict[str, Json] = dict(self.store.all("unread"))
        self.exchanges: dict[str, Json] = dict(self.store.all("exchange"))
        self.pushes: dict[str, Json] = dict(self.store.all("push"))
        self.thread_members: dict[str, dict[str, Json]] = {}
        for _, member in self.store.all("thread_member"):
            self.thread_members.setdefault(member["id"], {})[member["user_id"]] = member
        self.messages: dict[str, dict[str, Json]] = {}
        for key, message in self.store.all("message"):
            self.messages.setdefault(message["channel_id"], {})[key] = message
            self._last_id = max(self._last_id, int(key))
        self._bring_up_to_date()

    def _bring_up_to_date(self) -> None:
        """A world kept by an earlier harbour gets the places that have been built since."""
        if self.meta.get("places", 1) == PLACES:
            return
        for channel in seed.channels():
            if channel["type"] != TEXT or channel["guild_id"] != self.guild_id:
                self.save_channel(channel)
        self.meta["guild"]["roles"] = seed.guild()["roles"]
        for person in self.people.values():
            person.setdefault("installed", False)
            self.save_person(person)
        self.meta["places"] = PLACES
        self.save_meta()

    def _first_day(self) -> Json:
        for person in seed.people():
            self.store.put("person", person["id"], person)
        for channel in seed.channels():
            self.store.put("channel", channel["id"], channel)
        meta = {
            "token": f"harbour.{secrets.token_urlsafe(24)}",
            "key": secrets.token_urlsafe(18),
            "signing": secrets.token_hex(32),
            "clock_offset": 0.0,
            "places": PLACES,
            "guild": seed.guild(),
        }
        self.store.put("meta", "meta", meta)
        return meta

    # ids and time

    def new_id(self) -> str:
        """A snowflake of the harbour's now, always greater than any before."""
        fresh = (int(self.clock.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(fresh, self._last_id + 1)
        return str(self._last_id)

    def timestamp(self) -> str:
        return self.clock.now().isoformat(timespec="microseconds")

    # saving

    def save_meta(self) -> None:
        self.meta["clock_offset"] = self.clock.offset
        self.store.put("meta", "meta", self.meta)

    def save_person(self, person: Json) -> None:
        self.store.put("person", person["id"], person)

    def save_channel(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel
        self.store.put("channel", channel["id"], channel)

    def drop_channel(self, channel_id: str) -> None:
        for message_id in list(self.messages.get(channel_id, {})):
            self.drop_message(channel_id, message_id)
        for user_id in list(self.thread_members.get(channel_id, {})):
            self.drop_thread_member(channel_id, user_id)
        self.channels.pop(channel_id, None)
        self.store.delete("channel", channel_id)

    def save_message(self, message: Json) -> None:
        self.messages.setdefault(message["channel_id"], {})[message["id"]] = message
        self.store.put("message", message["id"], message)

    def drop_message(self, channel_id: str, message_id: str) -> None:
        message = self.messages.get(channel_id, {}).pop(message_id, None)
        self.store.delete("message", message_id)
        for attachment in (message or {}).get("attachments", []):
            self.store.delete_file(attachment["id"])

    def save_command(self, command: Json) -> None:
        self.commands[command["id"]] = command
        self.store.put("command", command["id"], command)

    def drop_command(self, command_id: str) -> None:
        self.commands.pop(command_id, None)
        self.store.delete("command", command_id)

    def save_emoji(self, emoji: Json) -> None:
        self.emojis[emoji["id"]] = emoji
        self.store.put("emoji", emoji["id"], emoji)

    def drop_emoji(self, emoji_id: str) -> None:
        self.emojis.pop(emoji_id, None)
        self.store.delete("emoji", emoji_id)
        self.store.delete_file(emoji_id)

    def save_exchange(self, exchange: Json) -> None:
        self.exchanges[exchange["id"]] = exchange
        self.store.put("exchange", exchange["id"], exchange)

    def drop_exchange(self, exchange_id: str) -> None:
        self.exchanges.pop(exchange_id, None)
        self.store.delete("exchange", exchange_id)

    def save_thread_member(self, member: Json) -> None:
        self.thread_members.setdefault(member["id"], {})[member["user_id"]] = member
        self.store.put("thread_member", f"{member['id']}:{member['user_id']}", member)

    def drop_thread_member(self, thread_id: str, user_id: str) -> None:
        self.thread_members.get(thread_id, {}).pop(user_id, None)
        self.store.delete("thread_member", f"{thread_id}:{user_id}")

    def save_unread(self, person_id: str, channel_id: str, mark: Json) -> None:
        self.unread[f"{person_id}:{channel_id}"] = mark
        self.store.put("unread", f"{person_id}:{channel_id}", mark)

    def save_push(self, push: Json) -> None:
        self.pushes[push["id"]] = push
        self.store.put("push", push["id"], push)

    # asking

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

    def unread_mark(self, person_id: str, channel_id: str) -> Json:
        return self.unread.get(f"{person_id}:{channel_id}", {"count": 0, "mentions": 0})

    def person_named(self, name: str) -> Json:
        for person in self.people.values():
            if name in (person["id"], person["username"], person["global_name"]):
                return person
        raise KeyError(f"nobody here is called {name}")

    def channel_named(self, name: str) -> Json:
        for channel in self.channels.values():
            if name in (channel["id"], channel.get("name")):
                return channel
        raise KeyError(f"no channel is called {name}")

    def direct_channel(self, person_id: str) -> Json | None:
        for channel in self.channels.values():
            if channel["type"] == DIRECT_MESSAGE and channel["recipient_id"] == person_id:
                return channel
        return None

    def guild_channels(self) -> Iterator[Json]:
        """The channels of the server in which the bot is."""
        return (
            channel
            for channel in self.channels.values()
            if channel["type"] in (TEXT, FORUM) and channel["guild_id"] == self.guild_id
        )

    def threads(self) -> Iterator[Json]:
        return (channel for channel in self.channels.values() if channel["type"] in THREADS)

    def message(self, channel_id: str, message_id: str) -> Json | None:
        return self.messages.get(channel_id, {}).get(message_id)

    def is_foreign(self, channel: Json) -> bool:
        """Whether the bot is no member there; what it does goes by its answers alone."""
        if channel["type"] == GROUP:
            return True
        return channel["type"] != DIRECT_MESSAGE and str(channel["guild_id"]) != self.guild_id

    def roles_of(self, user_id: str) -> list[Json]:
        wanted = {self.guild_id}
        if user_id == self.app_id:
            wanted.add(seed.BOT_ROLE_ID)
        elif self.people[user_id]["manager"]:
            wanted.add(seed.MANAGER_ROLE_ID)
        return [role for role in self.guild["roles"] if role["id"] in wanted]

    def permissions(self, user_id: str, channel: Json | None = None) -> int:
        """What somebody may do in a channel; a thread has its parent's rules."""
        if channel is not None and channel["type"] in (DIRECT_MESSAGE, GROUP):
            return permissions.IN_DIRECT_MESSAGE
        if user_id == str(self.guild["owner_id"]):
            return permissions.EVERYTHING
        in_thread = channel is not None and channel["type"] in THREADS
        if channel is not None and in_thread:
            channel = self.channels.get(channel["parent_id"])
        if channel is not None and self.is_foreign(channel):
            if user_id == self.app_id:
                return permissions.ABSENT
            role: Json = {"id": channel["guild_id"], "permissions": str(permissions.EVERYONE)}
            return permissions.granted([role], channel, channel["guild_id"], user_id, in_thread=in_thread)
        return permissions.granted(
            self.roles_of(user_id), channel, self.guild_id, user_id, in_thread=in_thread
        )

    def sees(self, user_id: str, channel: Json) -> bool:
        if channel["type"] == DIRECT_MESSAGE:
            return user_id in (self.app_id, channel["recipient_id"])
        if channel["type"] == GROUP:
            return user_id in channel["recipient_ids"]
        if channel["type"] not in THREADS and self.is_foreign(channel) and user_id == self.app_id:
            return False
        bits = self.permissions(user_id, channel)
        if not bits & permissions.VIEW_CHANNEL:
            return False
        if channel["type"] == PRIVATE_THREAD and not bits & permissions.MANAGE_THREADS:
            return user_id in self.thread_members.get(channel["id"], {})
        return True

    def installations(self, person_id: str, channel: Json, command: Json | None) -> Json:
        """Whose installation of the app lets a person use a command here, as an interaction names it:
        under "0" the server ("0" in the bot's own direct messages), under "1" the person."""
        types = (command or {}).get("integration_types") or [GUILD_INSTALL]
        owners: Json = {}
        if GUILD_INSTALL in types and not self.is_foreign(channel):
            owners[str(GUILD_INSTALL)] = "0" if channel["type"] == DIRECT_MESSAGE else self.guild_id
        if USER_INSTALL in types and self.people[person_id]["installed"]:
            owners[str(USER_INSTALL)] = person_id
        return owners

    def usable(self, person_id: str, channel: Json, command: Json) -> bool:
        """Whether a person finds a command in a channel: context, installation, permissions."""
        context = context_of(channel)
        contexts = command.get("contexts")
        if command.get("guild_id") is not None and command["guild_id"] != channel.get("guild_id"):
            return False
        if contexts is not None and context not in contexts:
            return False
        if contexts is None and context != IN_GUILD and command.get("dm_permission") is False:
            return False
        if not self.installations(person_id, channel, command):
            return False
        if context != IN_GUILD:
            return True
        held = self.permissions(person_id, channel)
        if channel["type"] == FORUM or not held & permissions.USE_APPLICATION_COMMANDS:
            return False
        needed = command.get("default_member_permissions")
        if needed is None:
            return True
        if needed == "0":
            return held == permissions.EVERYTHING
        return held & int(needed) == int(needed)


def context_of(channel: Json) -> int:
    """Where an interaction comes from: a server, the bot's own direct messages, or other private ones."""
    return {DIRECT_MESSAGE: IN_BOT_DM, GROUP: IN_PRIVATE}.get(channel["type"], IN_GUILD)


def audience(message: Json) -> str | None:
    """The one person who sees an ephemeral message, or None where everybody in the channel does."""
    if message["flags"] & EPHEMERAL:
        return str(message["interaction_metadata"]["user"]["id"])
    return None


def moment(iso: str) -> datetime:
    return datetime.fromisoformat(iso).astimezone(UTC)
