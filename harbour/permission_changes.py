"""Actions of a server manager: permission overwrites for the bot, locking and archiving threads."""

from harbour import permissions, seed, threads
from harbour.errors import Json
from harbour.hub import Hub
from harbour.world import THREAD_TYPES

ROLE_TYPE, MEMBER_TYPE = 0, 1


def set_overwrite(hub: Hub, channel: Json, target_id: str, *, allow: int = 0, deny: int = 0) -> None:
    """Replace a role's or member's permission overwrite in a channel and dispatch the consequences."""
    viewers = set(_viewers(hub, channel))
    target_type = (
        ROLE_TYPE if any(role["id"] == target_id for role in hub.world.guild["roles"]) else MEMBER_TYPE
    )
    other_overwrites = [entry for entry in channel["permission_overwrites"] if entry["id"] != target_id]
    entry: Json = {"id": target_id, "type": target_type, "allow": str(allow), "deny": str(deny)}
    channel["permission_overwrites"] = [*other_overwrites, entry] if allow or deny else other_overwrites
    hub.world.channels.save(channel)
    hub.announce_channel("CHANNEL_UPDATE", channel)
    _dispatch_visibility(hub, channel, viewers)


def _set_bot_role(hub: Hub, *, allow: int = 0, deny: int = 0) -> None:
    """Change the server-wide permissions of the bot's role, and tell the bot."""
    role = next(role for role in hub.world.guild["roles"] if role["id"] == seed.BOT_ROLE_ID)
    bits = int(role["permissions"])
    role["permissions"] = str((bits | allow & permissions.SERVER_WIDE) & ~(deny & permissions.SERVER_WIDE))
    if role["permissions"] == str(bits):
        return
    guild_id = hub.world.guild_id
    hub.world.save_meta()
    hub.gateway.dispatch("GUILD_ROLE_UPDATE", {"guild_id": guild_id, "role": role}, guild_id)
    send_report_to_pages(hub)


def _viewers(hub: Hub, channel: Json) -> list[str]:
    return [key for key in (hub.world.app_id, *hub.world.users) if hub.world.can_see(key, channel)]


def _dispatch_visibility(hub: Hub, channel: Json, before: set[str]) -> None:
    """Tell users and bot about channels and threads that appeared or disappeared for them."""
    world, after = hub.world, set(_viewers(hub, channel))
    threads_inside = [thread for thread in world.threads() if thread["parent_id"] == channel["id"]]
    for user_id in sorted((before | after) - {world.app_id}):
        visible = [thread for thread in threads_inside if world.can_see(user_id, thread)]
        if user_id not in after:
            for hidden in (*threads_inside, channel):
                hub.send_to_pages("CHANNEL_DELETE", {"id": hidden["id"]}, [user_id])
        else:
            event, shown = "THREAD_UPDATE", visible
            if user_id not in before:
                event, shown = "CHANNEL_CREATE", [channel, *visible]
            for each in shown:
                hub.send_to_pages(event, hub.serializer.channel_for_page(each, user_id), [user_id])
    if world.app_id in after - before:
        _sync_threads_to_bot(hub, channel, threads_inside)
    send_report_to_pages(hub)


def _sync_threads_to_bot(hub: Hub, channel: Json, threads_inside: list[Json]) -> None:
    found = hub.serializer.active_threads(threads_inside)
    sync = {"guild_id": hub.world.guild_id, "channel_ids": [channel["id"]], **found}
    hub.dispatch_to_bot("THREAD_LIST_SYNC", sync, channel)


def _overwrite_bits(channel: Json, target_id: str) -> tuple[int, int]:
    """Returns the allowed and denied bits of a role or member."""
    for entry in channel["permission_overwrites"]:
        if entry["id"] == target_id:
            return int(entry["allow"]), int(entry["deny"])
    return 0, 0


def _overwrite_targets(hub: Hub, bits: int) -> list[tuple[str, int]]:
    """Split bits by overwrite target: Use Application Commands concerns @everyone, all others the bot."""
    command_bit = bits & permissions.USE_APPLICATION_COMMANDS
    own_bits = bits & ~command_bit & ~permissions.SERVER_WIDE
    shares = [(hub.world.app_id, own_bits), (hub.world.guild_id, command_bit)]
    return [(key, share) for key, share in shares if share]


def _channels(hub: Hub, channel: Json | None) -> list[Json]:
    return list(hub.world.guild_channels()) if channel is None else [channel]


def revoke(hub: Hub, bits: int, channel: Json | None = None) -> None:
    """Deny permissions to the bot in one channel with its threads, or in all channels."""
    _set_bot_role(hub, deny=bits)
    for target in _channels(hub, channel):
        for target_id, share in _overwrite_targets(hub, bits):
            allow, deny = _overwrite_bits(target, target_id)
            set_overwrite(hub, target, target_id, allow=allow & ~share, deny=deny | share)


def grant(hub: Hub, bits: int, channel: Json | None = None) -> None:
    """Grant permissions to the bot in one channel or in all, even permissions its role lacks."""
    _set_bot_role(hub, allow=bits)
    for target in _channels(hub, channel):
        for target_id, share in _overwrite_targets(hub, bits):
            allow, deny = _overwrite_bits(target, target_id)
            others = [entry for entry in target["permission_overwrites"] if entry["id"] != target_id]
            lacking = share & ~_bot_permissions(hub, {**target, "permission_overwrites": others})
            set_overwrite(hub, target, target_id, allow=allow | lacking, deny=deny & ~share)


def _bot_permissions(hub: Hub, channel: Json) -> int:
    world = hub.world
    return permissions.explicit_permissions(
        world.roles_of(world.app_id), channel, world.guild_id, world.app_id
    )


def permission_report(hub: Hub) -> Json:
    """Returns the bot's named permissions per channel, in the page's format."""
    found: Json = {}
    for channel in hub.world.guild_channels():
        bits = _bot_permissions(hub, channel)
        found[channel["id"]] = [name for name, bit in permissions.BY_NAME.items() if bits & bit]
    return {"names": list(permissions.BY_NAME), "held": found, "refused_doors": hub.refused_dm_opens}


def send_report_to_pages(hub: Hub) -> None:
    hub.send_to_pages("RIGHTS", permission_report(hub))


def refuse_dm_opens(hub: Hub, times: int) -> None:
    """Refuse the next `times` DM channels that the bot opens, as too fast (40003)."""
    hub.refused_dm_opens = times
    send_report_to_pages(hub)


def moderate(hub: Hub, thread: Json, *, locked: bool | None = None, archived: bool | None = None) -> None:
    """Lock or archive a thread as a moderator, or undo it."""
    if thread["type"] not in THREAD_TYPES:
        raise ValueError("only a thread can be locked or archived")
    metadata = thread["thread_metadata"]
    if locked is not None:
        metadata["locked"] = locked
    threads.set_archived(hub, thread, metadata["archived"] if archived is None else archived)
