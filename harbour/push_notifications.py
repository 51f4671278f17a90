"""Push notifications: which messages notify which users, and the text on the lock screen."""

import re
from dataclasses import dataclass
from datetime import datetime

from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import DM, LOADING, SUPPRESS_NOTIFICATIONS, THREAD_TYPES, parse_timestamp

MAX_SHOWN_ON_PAGE = 50

_MENTION = re.compile(r"<(?P<kind>@!|@&|@|#)(?P<id>\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_JUMP = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:@me|\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class PushNotification:
    """A notification on a phone; `text` is what the lock screen shows, possibly nothing.

    `channel_name` is None for a direct message. `subject_channel_id` is the message's own channel, or the one
    that a direct message links to.
    """

    sent_at: datetime
    channel_id: str
    channel_name: str | None
    subject_channel_id: str
    author: str
    message_id: str
    text: str


def notify(hub: Hub, channel: Json, message: Json) -> None:
    """Save a push notification for every recipient of a new message and send it to their pages."""
    if message["flags"] & (SUPPRESS_NOTIFICATIONS | LOADING):
        return
    for user_id in _recipients(hub, channel, message):
        push: Json = {
            "id": hub.world.new_id(),
            "person": user_id,
            "when": message["timestamp"],
            "channel": channel["id"],
            "place": None if channel["type"] == DM else channel["name"],
            "about": _subject_channel(hub, channel, message),
            "author": message["author"]["global_name"] or message["author"]["username"],
            "message": message["id"],
            "text": lock_screen_text(hub, message["content"]),
        }
        hub.world.pushes.save(push)
        hub.send_to_pages("PUSH", {"push": push, "buzzes": counts_by_channel(hub, user_id)}, [user_id])


def _recipients(hub: Hub, channel: Json, message: Json) -> list[str]:
    """Returns the users to notify: mentioned ones, or all in a DM or group.

    The author and the user whose interaction it answers are excluded.
    """
    interaction = message.get("interaction_metadata")
    excluded = (message["author"]["id"], interaction["user"]["id"] if interaction else None)
    return [
        user_id
        for user_id in hub.viewers(channel)
        if user_id not in excluded and hub.world.is_addressed(user_id, channel, message)
    ]


def _subject_channel(hub: Hub, channel: Json, message: Json) -> str:
    """Returns the channel a message is about: its own, or the first one linked in a DM."""
    if channel["type"] != DM:
        return str(channel["id"])
    for target in _JUMP.findall(f"{message['content']} {message['components']}"):
        if target in hub.world.channels:
            return str(target)
    return str(channel["id"])


def lock_screen_text(hub: Hub, content: str) -> str:
    """Returns a message's content with names instead of ids. Components and pictures show nothing.

    Timestamps (`<t:…>`) and Markdown stay as written: a lock screen does not render them.
    """
    world = hub.world

    def name(found: re.Match[str]) -> str:
        kind, key = found["kind"], found["id"]
        if kind == "#":
            return "#" + str((world.channels.get(key) or {}).get("name") or "unknown")
        if kind == "@&":
            roles = {role["id"]: role["name"] for role in world.guild["roles"]}
            return "@" + str(roles.get(key, "unknown-role")).removeprefix("@")
        if key in (*world.users, world.app_id):
            return "@" + str(hub.serializer.user(key)["global_name"])
        return "@unknown-user"

    return _COMMAND.sub(r"\1", _EMOJI.sub(r"\1", _MENTION.sub(name, content)))


def notifications_of(hub: Hub, user_id: str) -> list[PushNotification]:
    """Returns all push notifications of a user, oldest first."""
    return [
        PushNotification(
            parse_timestamp(push["when"]),
            push["channel"],
            push["place"],
            push["about"],
            push["author"],
            push["message"],
            push["text"],
        )
        for push in hub.world.pushes.values()
        if push["person"] == user_id
    ]


def latest_for_page(hub: Hub, user_id: str) -> list[Json]:
    """Returns the latest notifications in the page's format, newest first."""
    own = [push for push in hub.world.pushes.values() if push["person"] == user_id]
    return own[: -MAX_SHOWN_ON_PAGE - 1 : -1]


def counts_by_channel(hub: Hub, user_id: str) -> list[Json]:
    """Counts a user's notifications per subject channel, most first. A game's channel is its thread."""
    world = hub.world
    counts: dict[str, Json] = {}
    for push in world.pushes.values():
        if push["person"] != user_id:
            continue
        about = world.channels.get(push["about"])
        direct = about is not None and about["type"] == DM
        name = None if direct else (about or {}).get("name") or push["place"] or push["about"]
        thread = about is not None and about["type"] in THREAD_TYPES
        entry = counts.setdefault(
            push["about"], {"channel": push["about"], "name": name, "thread": thread, "count": 0}
        )
        entry["count"] += 1
    return sorted(counts.values(), key=lambda entry: (-int(entry["count"]), str(entry["channel"])))
