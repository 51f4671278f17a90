"""Taking rights away and giving them back, as somebody who manages a server would, and closing threads."""

from harbour import permissions, threads
from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import THREADS

ROLE, MEMBER = 0, 1


def set_overwrite(hub: Hub, channel: Json, key: str, *, allow: int = 0, deny: int = 0) -> None:
    """What a role or a member may and may not do in a channel, in place of what was said of them before."""
    saw = set(_who_sees(hub, channel))
    kind = ROLE if any(role["id"] == key for role in hub.world.guild["roles"]) else MEMBER
    others = [entry for entry in channel["permission_overwrites"] if entry["id"] != key]
    entry: Json = {"id": key, "type": kind, "allow": str(allow), "deny": str(deny)}
    channel["permission_overwrites"] = [*others, entry] if allow or deny else others
    hub.world.save_channel(channel)
    hub.announce_channel("CHANNEL_UPDATE", channel)
    _tell_who_sees(hub, channel, saw)


def _who_sees(hub: Hub, channel: Json) -> list[str]:
    return [key for key in (hub.world.app_id, *hub.world.people) if hub.world.sees(key, channel)]


def _tell_who_sees(hub: Hub, channel: Json, before: set[str]) -> None:
    """Those who lost sight of a channel lose its threads too; those who gained it get both."""
    world, sees = hub.world, set(_who_sees(hub, channel))
    inside = [thread for thread in world.threads() if thread["parent_id"] == channel["id"]]
    for person_id in sorted(before - sees - {world.app_id}):
        for place in (*inside, channel):
            hub.tell_people("CHANNEL_DELETE", {"id": place["id"]}, [person_id])
    for person_id in sorted((sees - before) - {world.app_id}):
        for place in (channel, *(thread for thread in inside if world.sees(person_id, thread))):
            hub.tell_people("CHANNEL_CREATE", hub.shapes.seen_channel(place, person_id), [person_id])
    for person_id in sorted((sees & before) - {world.app_id}):
        for thread in inside:
            if world.sees(person_id, thread):
                hub.tell_people("THREAD_UPDATE", hub.shapes.seen_channel(thread, person_id), [person_id])
    if world.app_id in sees - before:
        active = [
            thread
            for thread in inside
            if not thread["thread_metadata"]["archived"] and world.sees(world.app_id, thread)
        ]
        joined = [world.thread_members.get(thread["id"], {}).get(world.app_id) for thread in active]
        sync: Json = {
            "guild_id": world.guild_id,
            "channel_ids": [channel["id"]],
            "threads": [hub.shapes.channel(thread) for thread in active],
            "members": [member for member in joined if member is not None],
        }
        hub.tell_bot("THREAD_LIST_SYNC", sync, channel)
    tell(hub)


def _of(channel: Json, key: str) -> tuple[int, int]:
    """What is said of one role or member in a channel: allowed and denied."""
    for entry in channel["permission_overwrites"]:
        if entry["id"] == key:
            return int(entry["allow"]), int(entry["deny"])
    return 0, 0


def _concerned(hub: Hub, bits: int) -> list[tuple[str, int]]:
    """Whose rights these are: the bot's own, but the right to use its commands is everybody's."""
    of_all = bits & permissions.USE_APPLICATION_COMMANDS
    shares = [(hub.world.app_id, bits & ~of_all), (hub.world.guild_id, of_all)]
    return [(key, share) for key, share in shares if share]


def _places(hub: Hub, channel: Json | None) -> list[Json]:
    return list(hub.world.guild_channels()) if channel is None else [channel]


def take(hub: Hub, bits: int, channel: Json | None = None) -> None:
    """Take rights from the bot in a channel and its threads, or in all of them."""
    for place in _places(hub, channel):
        for key, share in _concerned(hub, bits):
            allow, deny = _of(place, key)
            set_overwrite(hub, place, key, allow=allow & ~share, deny=deny | share)


def give(hub: Hub, bits: int, channel: Json | None = None) -> None:
    """Give rights to the bot in a channel and its threads, or in all of them; also such it never had."""
    for place in _places(hub, channel):
        for key, share in _concerned(hub, bits):
            allow, deny = _of(place, key)
            others = [entry for entry in place["permission_overwrites"] if entry["id"] != key]
            lacking = share & ~_said(hub, {**place, "permission_overwrites": others})
            set_overwrite(hub, place, key, allow=allow | lacking, deny=deny & ~share)


def _said(hub: Hub, channel: Json) -> int:
    world = hub.world
    return permissions.said(world.roles_of(world.app_id), channel, world.guild_id, world.app_id)


def held(hub: Hub) -> Json:
    """For the page: which of the rights by name the bot has in each channel of its server."""
    found: Json = {}
    for channel in hub.world.guild_channels():
        bits = _said(hub, channel)
        found[channel["id"]] = [name for name, bit in permissions.RIGHTS.items() if bits & bit]
    return {"names": list(permissions.RIGHTS), "held": found, "refused_doors": hub.refused_doors}


def tell(hub: Hub) -> None:
    hub.tell_people("RIGHTS", held(hub))


def refuse_doors(hub: Hub, times: int) -> None:
    """The next so many direct conversations that the bot opens are too many (40003)."""
    hub.refused_doors = times
    tell(hub)


def moderate(hub: Hub, thread: Json, *, locked: bool | None = None, archived: bool | None = None) -> None:
    """Lock or archive a thread as a moderator does, or open it again."""
    if thread["type"] not in THREADS:
        raise ValueError("only a thread can be locked or archived")
    metadata = thread["thread_metadata"]
    if locked is not None:
        metadata["locked"] = locked
    threads.set_archived(hub, thread, metadata["archived"] if archived is None else archived)
