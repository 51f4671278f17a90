"""The phones of the people: which messages make them buzz, and what stands on the lock screen then."""

import re
from dataclasses import dataclass
from datetime import datetime

from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import DIRECT_MESSAGE, GROUP, LOADING, SILENT, THREADS, moment

SHOWN = 50
"""So many of the latest are told to the page."""

_MENTION = re.compile(r"<(?P<kind>@!|@&|@|#)(?P<id>\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_JUMP = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:@me|\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Push:
    """One buzz of a phone: `text` is all that the lock screen shows of the message, maybe nothing.

    `place` is the name of the thread or channel, None for a direct message; `about` is the id of the place it
    is about: where it stands, or where a direct message links to.
    """

    when: datetime
    channel: str
    place: str | None
    about: str
    author: str
    message: str
    text: str


def ring(hub: Hub, channel: Json, message: Json) -> None:
    """A new message has come: the phones of those whom it calls buzz."""
    if message["flags"] & (SILENT | LOADING):
        return
    for person_id in _called(hub, channel, message):
        push: Json = {
            "id": hub.world.new_id(),
            "person": person_id,
            "when": message["timestamp"],
            "channel": channel["id"],
            "place": None if channel["type"] == DIRECT_MESSAGE else channel["name"],
            "about": _about(hub, channel, message),
            "author": message["author"]["global_name"] or message["author"]["username"],
            "message": message["id"],
            "text": shown(hub, message["content"]),
        }
        hub.world.save_push(push)
        hub.tell_people("PUSH", {"push": push, "buzzes": buzzes(hub, person_id)}, [person_id])


def _called(hub: Hub, channel: Json, message: Json) -> list[str]:
    """Whoever wrote it, or looks at it because it answers what they have just done, needs no call."""
    world = hub.world
    asked = message.get("interaction_metadata")
    awake = {message["author"]["id"], asked["user"]["id"] if asked else None}
    mentioned = {user["id"] for user in message["mentions"]}
    roles = set(message["mention_roles"])
    called = []
    for person_id in world.people:
        if person_id in awake or not world.sees(person_id, channel):
            continue
        private = channel["type"] in (DIRECT_MESSAGE, GROUP)
        by_role = not private and bool(roles & {role["id"] for role in world.roles_of(person_id)})
        if private or person_id in mentioned or message["mention_everyone"] or by_role:
            called.append(person_id)
    return called


def _about(hub: Hub, channel: Json, message: Json) -> str:
    """Which place a message is about: in a direct message, where its first link inside Discord leads."""
    if channel["type"] != DIRECT_MESSAGE:
        return str(channel["id"])
    for target in _JUMP.findall(f"{message['content']} {message['components']}"):
        if target in hub.world.channels:
            return str(target)
    return str(channel["id"])


def shown(hub: Hub, content: str) -> str:
    """A message's plain content with names in place of ids; layouts and pictures have nothing to show.

    Times (`<t:…>`) and Markdown stay as they were written: a lock screen does not set them.
    """
    world = hub.world

    def name(found: re.Match[str]) -> str:
        kind, key = found["kind"], found["id"]
        if kind == "#":
            return "#" + str((world.channels.get(key) or {}).get("name") or "unknown")
        if kind == "@&":
            roles = {role["id"]: role["name"] for role in world.guild["roles"]}
            return "@" + str(roles.get(key, "unknown-role")).removeprefix("@")
        if key in (*world.people, world.app_id):
            return "@" + str(hub.shapes.user(key)["global_name"])
        return "@unknown-user"

    return _COMMAND.sub(r"\1", _EMOJI.sub(r"\1", _MENTION.sub(name, content)))


def pushes(hub: Hub, person_id: str) -> list[Push]:
    """All that a person's phone has shown, the oldest first."""
    return [
        Push(
            moment(push["when"]),
            push["channel"],
            push["place"],
            push["about"],
            push["author"],
            push["message"],
            push["text"],
        )
        for push in hub.world.pushes.values()
        if push["person"] == person_id
    ]


def latest(hub: Hub, person_id: str) -> list[Json]:
    """For the page: the latest of a person's pushes, the newest first."""
    own = [push for push in hub.world.pushes.values() if push["person"] == person_id]
    return own[: -SHOWN - 1 : -1]


def buzzes(hub: Hub, person_id: str) -> list[Json]:
    """How often a person's phone has buzzed about each place, most first; a game has its own thread."""
    world = hub.world
    counts: dict[str, Json] = {}
    for push in world.pushes.values():
        if push["person"] != person_id:
            continue
        about = world.channels.get(push["about"])
        direct = about is not None and about["type"] == DIRECT_MESSAGE
        name = None if direct else (about or {}).get("name") or push["place"] or push["about"]
        thread = about is not None and about["type"] in THREADS
        entry = counts.setdefault(
            push["about"], {"channel": push["about"], "name": name, "thread": thread, "count": 0}
        )
        entry["count"] += 1
    return sorted(counts.values(), key=lambda entry: (-int(entry["count"]), str(entry["channel"])))
