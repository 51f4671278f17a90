"""The stored world: ids, files that are replaced, and worlds that an older version has saved.

Covers `harbour/world.py`, `harbour/store.py` and `harbour/messages.py`.
"""

import asyncio
from pathlib import Path

import pytest

from harbour import Clock, messages, permission_changes, permissions, seed, store, threads
from harbour.errors import Json
from harbour.hub import Hub
from harbour.push_notifications import lock_screen_text
from harbour.uploads import Upload
from harbour.world import PUBLIC_THREAD, World
from tests.harbour.conftest import SentEvents


def test_a_world_of_an_older_version_gets_what_it_lacks(tmp_path: Path) -> None:
    old = World(tmp_path, Clock())
    dag = old.find_user("Dag")["id"]
    for channel in ("tables", "tavern", "Friday crew"):
        old.channels.drop(old.find_channel(channel)["id"])
    games = old.find_channel("games")
    old.channels.save({**games, "topic": "Changed since"})
    old.users.save({key: value for key, value in old.users[dag].items() if key != "installed"})
    old.guild["roles"] = []
    del old.meta["places"]
    old.save_meta()
    old.store.close()
    world = World(tmp_path, Clock())
    assert world.users[dag]["installed"] is False
    assert {world.find_channel(name)["type"] for name in ("tables", "tavern", "Friday crew")} == {15, 0, 3}
    assert world.find_channel("games")["topic"] == "Changed since"
    assert world.guild["roles"] == seed.guild()["roles"]
    world.channels.drop(world.find_channel("tables")["id"])
    world.store.close()
    again = World(tmp_path, Clock())
    with pytest.raises(KeyError):
        again.find_channel("tables")
    again.store.close()


def test_ids_tell_the_time_and_grow(tmp_path: Path) -> None:
    world = World(tmp_path, Clock())
    ids = [int(world.new_id()) for _ in range(3)]
    assert ids == sorted({*ids})
    for number in ids:
        assert abs((number >> 22) / 1000 + 1_420_070_400 - world.clock.time()) < 5
    world.clock.offset -= 60
    assert int(world.new_id()) == ids[-1] + 1, "though the clock went back"
    world.store.close()


def test_a_fresh_world_has_no_files_of_the_one_before(tmp_path: Path) -> None:
    old = World(tmp_path, Clock())
    old.store.write_file("7", b"drawn")
    assert old.store.file_path("7").read_bytes() == b"drawn"
    assert old.store.file_path("7").stat().st_mode & 0o777 == 0o600
    old.store.close()
    world = World(tmp_path, Clock(), fresh=True)
    assert not world.store.file_path("7").exists()
    assert world.meta["key"] != old.meta["key"]
    world.store.close()


def post(hub: Hub, channel: Json, payload: Json, *files: bytes) -> Json:
    uploads = {number: Upload("a.png", content, None) for number, content in enumerate(files)}
    return messages.create(hub, channel, hub.world.app_id, payload, uploads)


def test_a_replaced_picture_stays_a_while_for_pages_that_load_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_RETIRED_FILES", 1)
    games = hub.world.find_channel("games")
    message = post(hub, games, {}, b"one")
    files = []
    for content in (b"two", b"three"):
        files.append(hub.world.store.file_path(message["attachments"][0]["id"]))
        messages.edit(hub, games, message, {"attachments": []}, {0: Upload("a.png", content, None)})
    assert [file.exists() for file in files] == [False, True]
    last = hub.world.store.file_path(message["attachments"][0]["id"])
    assert last.read_bytes() == b"three"
    messages.delete(hub, games, message)
    assert not last.exists()
    assert message["id"] not in hub.world.messages[games["id"]]


def test_leaving_a_thread_is_told_once(hub: Hub, sent: SentEvents) -> None:
    world, dag = hub.world, hub.world.find_user("Dag")["id"]
    thread = threads.create(hub, world.find_channel("games"), world.app_id, {"name": "x"}, PUBLIC_THREAD)
    for change in (messages.join_thread, messages.leave_thread):
        sent.to_bot.clear()
        change(hub, thread, dag)
        change(hub, thread, dag)
        ((event, data, _),) = sent.to_bot
        assert (event, data["member_count"]) == (
            "THREAD_MEMBERS_UPDATE",
            2 if change is messages.join_thread else 1,
        )
    assert dag not in world.thread_members[thread["id"]]


def test_a_thread_is_deleted_with_its_messages_and_members(hub: Hub, sent: SentEvents) -> None:
    world, games = hub.world, hub.world.find_channel("games")
    thread = threads.create(hub, games, world.app_id, {"name": "x"}, PUBLIC_THREAD)
    message = post(hub, thread, {"content": "x"}, b"drawn")
    messages.join_thread(hub, thread, world.find_user("Dag")["id"])
    file = world.store.file_path(message["attachments"][0]["id"])
    assert thread["message_count"] == 1
    sent.to_bot.clear()
    threads.delete(hub, thread)
    assert not file.exists()
    assert not world.thread_members[thread["id"]]
    assert thread["id"] not in world.channels
    deleted = {
        "id": thread["id"],
        "guild_id": world.guild_id,
        "parent_id": games["id"],
        "type": PUBLIC_THREAD,
    }
    assert sent.to_bot == [("THREAD_DELETE", deleted, world.guild_id)]


def test_a_lock_screen_shows_names_in_place_of_ids(hub: Hub) -> None:
    world = hub.world
    games, dag = world.find_channel("games")["id"], world.find_user("Dag")["id"]
    users, shown_users = f"<@{dag}> <@!{dag}> <@{world.app_id}> <@7>", "@Dag @Dag @Skald @unknown-user"
    assert lock_screen_text(hub, users) == shown_users
    assert lock_screen_text(hub, f"<#{games}> <#7>") == "#games #unknown"
    roles = f"<@&{seed.BOT_ROLE_ID}> <@&{world.guild_id}> <@&7>"
    assert lock_screen_text(hub, roles) == "@Skald @everyone @unknown-role"


def role_bits(hub: Hub) -> int:
    (role,) = (role for role in hub.world.guild["roles"] if role["id"] == seed.BOT_ROLE_ID)
    return int(role["permissions"])


def test_only_what_concerns_the_whole_server_is_granted_to_the_role(hub: Hub, sent: SentEvents) -> None:
    events, manage = permissions.CREATE_EVENTS, permissions.MANAGE_MESSAGES
    permission_changes.grant(hub, events | manage)
    assert role_bits(hub) == permissions.BOT_ROLE | events
    (overwrite,) = hub.world.find_channel("games")["permission_overwrites"]
    assert overwrite == {"id": hub.world.app_id, "type": 1, "allow": str(manage), "deny": "0"}
    told = [data for event, data, _ in sent.to_bot if event == "GUILD_ROLE_UPDATE"]
    assert [data["role"]["permissions"] for data in told] == [str(role_bits(hub))]
    sent.to_bot.clear()
    permission_changes.grant(hub, manage)
    assert "GUILD_ROLE_UPDATE" not in {event for event, _, _ in sent.to_bot}
    permission_changes.revoke(hub, events | permissions.SEND_MESSAGES)
    assert role_bits(hub) == permissions.BOT_ROLE
    (overwrite,) = hub.world.find_channel("games")["permission_overwrites"]
    assert (overwrite["allow"], overwrite["deny"]) == (str(manage), str(permissions.SEND_MESSAGES))


def test_a_user_s_page_gains_and_loses_a_channel_with_its_threads(hub: Hub, sent: SentEvents) -> None:
    world, games, dag = hub.world, hub.world.find_channel("games"), hub.world.find_user("Dag")["id"]
    thread = threads.create(hub, games, world.app_id, {"name": "x"}, PUBLIC_THREAD)

    def told() -> list[tuple[str, str]]:
        wanted = {games["id"], thread["id"]}
        found = [
            (event, data["id"])
            for user, event, data in sent.to_pages
            if user == dag and data.get("id") in wanted
        ]
        sent.to_pages.clear()
        return found

    told()
    permission_changes.set_overwrite(hub, games, dag, deny=permissions.VIEW_CHANNEL)
    assert told() == [("CHANNEL_DELETE", thread["id"]), ("CHANNEL_DELETE", games["id"])]
    permission_changes.set_overwrite(hub, games, dag)
    assert games["permission_overwrites"] == []
    assert told() == [
        ("CHANNEL_UPDATE", games["id"]),
        ("CHANNEL_CREATE", games["id"]),
        ("CHANNEL_CREATE", thread["id"]),
    ]
    permission_changes.set_overwrite(hub, games, dag, deny=permissions.SEND_MESSAGES)
    assert told() == [("CHANNEL_UPDATE", games["id"]), ("THREAD_UPDATE", thread["id"])]
    with pytest.raises(ValueError, match="only a thread"):
        permission_changes.moderate(hub, games, locked=True)


def test_an_administrator_may_do_everything() -> None:
    role: Json = {"id": "1", "permissions": str(permissions.ADMINISTRATOR)}
    channel: Json = {"permission_overwrites": [{"id": "1", "allow": "0", "deny": str(permissions.ALL)}]}
    assert permissions.effective_permissions([role], channel, "1", "7") == permissions.ALL


def test_a_picture_that_is_shown_is_not_listed_again(hub: Hub) -> None:
    games, layout = hub.world.find_channel("games"), 1 << 15
    file = {"type": 13, "file": {"url": "attachment://a.png"}}
    shown = hub.serializer.message(post(hub, games, {"flags": layout, "components": [file]}, b"12345"))
    (part,) = shown["components"]
    assert (part["name"], part["size"], shown["attachments"]) == ("a.png", 5, [])
    assert part["file"]["url"].startswith(f"/attachments/{games['id']}/")
    embed = {
        "title": "x",
        "image": {"url": "attachment://a.png"},
        "thumbnail": {"url": "https://x.org/b.png"},
    }
    shown = hub.serializer.message(post(hub, games, {"embeds": [embed]}, b"12345"))
    assert shown["attachments"] == []
    (embed,) = shown["embeds"]
    assert embed["image"]["url"] == embed["image"]["proxy_url"] != "attachment://a.png"
    assert embed["thumbnail"] == {"url": "https://x.org/b.png"}
    (listed,) = hub.serializer.message(post(hub, games, {"content": "x"}, b"12345"))["attachments"]
    assert (listed["filename"], listed["size"], listed["content_type"]) == ("a.png", 5, "image/png")


async def test_threads_are_archived_when_nothing_is_said_in_them(hub: Hub, sent: SentEvents) -> None:
    world, games = hub.world, hub.world.find_channel("games")

    def thread(minutes: int) -> Json:
        payload = {"name": "x", "auto_archive_duration": minutes}
        return threads.create(hub, games, world.app_id, payload, PUBLIC_THREAD)

    archived, quiet, busy, long = thread(60), thread(60), thread(60), thread(1440)
    threads.set_archived(hub, archived, True)
    hub.spawn(threads.archive_inactive(hub))
    await asyncio.sleep(0)
    hub.clock.advance(50 * 60)
    post(hub, busy, {"content": "x"})
    sent.to_bot.clear()
    hub.clock.advance(10 * 60 + 1)
    assert await hub.changes.wait_until(lambda: quiet["thread_metadata"]["archived"], 5)
    assert [data["id"] for event, data, _ in sent.to_bot if event == "THREAD_UPDATE"] == [quiet["id"]]
    hub.clock.advance(50 * 60)
    assert await hub.changes.wait_until(lambda: busy["thread_metadata"]["archived"], 5)
    assert not long["thread_metadata"]["archived"]
    post(hub, quiet, {"content": "awake"})
    assert not quiet["thread_metadata"]["archived"]
    await hub.stop_tasks()
