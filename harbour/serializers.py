"""Serializes stored records into Discord's API objects."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any

from harbour import limits, seed
from harbour.errors import Json
from harbour.world import DM, GROUP_DM, THREAD_TYPES, World

LINK_LIFETIME_S = 24 * 3600
ATTACHMENT_SCHEME = "attachment://"


class Serializer:
    """Builds users, members, channels and messages; attachment links start with `origin`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.origin = ""

    @property
    def gateway_url(self) -> str:
        return self.origin.replace("http", "ws", 1) + "/gateway"

    # users and application

    def user(self, user_id: str) -> Json:
        if user_id == self.world.app_id:
            return {**_user(user_id, "skald", "Skald"), "bot": True}
        user = self.world.users[user_id]
        return _user(user_id, user["username"], user["global_name"])

    def member(self, user_id: str) -> Json:
        return {
            "user": self.user(user_id),
            "avatar": None,
            "banner": None,
            "communication_disabled_until": None,
            "flags": 0,
            "joined_at": seed.JOINED_AT,
            "nick": None,
            "pending": False,
            "premium_since": None,
            "roles": [
                role["id"] for role in self.world.roles_of(user_id) if role["id"] != self.world.guild_id
            ],
            "mute": False,
            "deaf": False,
        }

    def interaction_member(self, user_id: str, channel: Json) -> Json:
        """Returns a member with their permissions in the channel, as in an interaction."""
        return {**self.member(user_id), "permissions": str(self.world.permissions(user_id, channel))}

    def application(self) -> Json:
        return {
            "id": self.world.app_id,
            "name": "Skald",
            "icon": None,
            "description": "",
            "type": None,
            "bot": self.user(self.world.app_id),
            "bot_public": True,
            "bot_require_code_grant": False,
            "integration_types_config": {"0": {}, "1": {}},
            "verify_key": hashlib.sha256(self.world.app_id.encode()).hexdigest(),
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "owner": self.user(next(iter(self.world.users))),
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }

    # channels

    def channel(self, channel: Json, viewer: str | None = None) -> Json:
        """Returns a channel as `viewer` sees it (default: the bot)."""
        viewer = viewer or self.world.app_id
        private = ("recipient_id", "recipient_ids")
        serialized = {key: value for key, value in channel.items() if key not in private}
        serialized["application_id"] = None
        if channel["type"] == DM:
            other = channel["recipient_id"] if viewer == self.world.app_id else self.world.app_id
            serialized["recipients"] = [self.user(other)]
        elif channel["type"] == GROUP_DM:
            serialized["recipients"] = [self.user(key) for key in channel["recipient_ids"] if key != viewer]
        elif channel["type"] in THREAD_TYPES:
            members = self.world.thread_members.get(channel["id"], {})
            serialized["member_count"] = min(len(members), 50)
            if viewer in members:
                serialized["member"] = members[viewer]
        return serialized

    def channel_for_page(self, channel: Json, user_id: str) -> Json:
        """Returns a channel for the page: with the user's permissions and usable commands."""
        commands = self.world.commands.values()
        usable = [command["id"] for command in commands if self.world.can_use(user_id, channel, command)]
        return {**self.interaction_channel(channel, user_id), "usable_commands": usable}

    def interaction_channel(self, channel: Json, user_id: str) -> Json:
        return {
            **self.channel(channel, user_id),
            "permissions": str(self.world.permissions(user_id, channel)),
        }

    def active_threads(self, threads: Iterable[Json]) -> Json:
        """Returns those threads that are active and visible to the bot, with its memberships."""
        world, bot = self.world, self.world.app_id
        active = [t for t in threads if not t["thread_metadata"]["archived"] and world.can_see(bot, t)]
        memberships = [world.thread_members.get(thread["id"], {}).get(bot) for thread in active]
        return {
            "threads": [self.channel(thread) for thread in active],
            "members": [member for member in memberships if member is not None],
        }

    def guild_create(self) -> Json:
        world = self.world
        return {
            **world.guild,
            "joined_at": seed.JOINED_AT,
            "large": False,
            "unavailable": False,
            "member_count": len(world.users) + 1,
            "voice_states": [],
            "members": [self.member(world.app_id)],
            "channels": [self.channel(channel) for channel in world.guild_channels()],
            "threads": self.active_threads(world.threads())["threads"],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    # messages

    def message(self, message: Json) -> Json:
        """Returns a message with fresh signed links and its referenced message."""
        serialized: Json = _deep_copy(message)
        serialized.pop("pinned_at", None)
        for attachment in serialized["attachments"]:
            url = self.attachment_url(message["channel_id"], attachment)
            attachment["url"] = attachment["proxy_url"] = url
        _resolve_attachments(serialized)
        thread = self.world.channels.get(message["id"])
        if thread is not None:
            serialized["thread"] = self.channel(thread)
        reference = message.get("message_reference")
        if reference and message["type"] in (19, 21):
            original = self.world.message(reference["channel_id"], reference["message_id"])
            serialized["referenced_message"] = None
            if original is not None:
                plain = {key: value for key, value in original.items() if key != "message_reference"}
                serialized["referenced_message"] = self.message({**plain, "type": 0})
        return serialized

    def attachment_url(self, channel_id: str, attachment: Json) -> str:
        issued = int(self.world.clock.time())
        expires = f"{issued + LINK_LIFETIME_S:x}"
        path = f"attachments/{channel_id}/{attachment['id']}/{attachment['filename']}"
        return f"{self.origin}/{path}?ex={expires}&is={issued:x}&hm={self.link_signature(path, expires)}&"

    def link_signature(self, path: str, expires: str) -> str:
        key = bytes.fromhex(self.world.meta["signing"])
        return hmac.new(key, f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()

    def is_link_valid(self, path: str, expires: str, signature: str) -> bool:
        try:
            fresh = int(expires, 16) >= self.world.clock.time()
        except ValueError:
            return False
        return fresh and hmac.compare_digest(signature, self.link_signature(path, expires))


def _user(user_id: str, username: str, name: str) -> Json:
    return {
        "id": user_id,
        "username": username,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "global_name": name,
        "primary_guild": None,
    }


def _resolve_attachments(message: Json) -> None:
    """Replace `attachment://` references by links, in place. What is shown so is not listed again."""
    by_url = {ATTACHMENT_SCHEME + attachment["filename"]: attachment for attachment in message["attachments"]}
    used = set()
    for _, part in limits.walk_components(message["components"]):
        if isinstance(part.get("file"), dict):
            uploaded = by_url.get(part["file"]["url"], {})
            part["name"], part["size"] = uploaded.get("filename"), uploaded.get("size")
    for _, media in limits.media_items(message):
        used.add(media["url"])
        _resolve_media(media, by_url)
    for embed in message["embeds"]:
        for picture in (embed.get("image", {}), embed.get("thumbnail", {})):
            attachment = by_url.get(picture.get("url", ""))
            if attachment is not None:
                used.add(picture["url"])
                picture["url"] = picture["proxy_url"] = attachment["url"]
    message["attachments"] = [
        attachment
        for attachment in message["attachments"]
        if ATTACHMENT_SCHEME + attachment["filename"] not in used
    ]


def _resolve_media(media: Json, by_url: dict[str, Json]) -> None:
    attachment = by_url.get(media["url"], {})
    url = attachment.get("url", media["url"])
    media |= {"id": attachment.get("id", "0"), "url": url, "proxy_url": url}
    media |= {key: attachment.get(key) for key in ("width", "height", "content_type")}
    if attachment:
        media["attachment_id"] = attachment["id"]


def _deep_copy(value: Any) -> Any:
    """Copy JSON data. Faster than copy.deepcopy: every message shown is copied."""
    if isinstance(value, dict):
        return {name: _deep_copy(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_deep_copy(each) for each in value]
    return value
