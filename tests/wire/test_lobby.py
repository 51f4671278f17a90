"""Lobbies: one card despite lost responses, push notifications, forum posts."""

from typing import Any

import db
from bot.chat.messages.message_builder import PUSH_CHARS
from db.servers import ServerSettings
from harbour import text_of
from tests.wire.harboured_bot import READY_TIMEOUT_S, HarbouredBot, custom_ids


async def code_of(skald: HarbouredBot, host: str) -> str:
    (row,) = await db.players.list_games(skald.store, int(skald.harbour.user(host).id))
    return row.code


async def test_a_lost_reply_to_the_card_leaves_one_that_starts(skald: HarbouredBot) -> None:
    games = skald.harbour.world.find_channel("games")["id"]
    skald.harbour.faults.add("lost", method="POST", path=f"/channels/{games}/messages$")
    card = await skald.open_table("Astrid")
    code = await code_of(skald, "Astrid")
    await skald.harbour.user("Bjørn").press(card, skald.custom_id(card, "join"))
    await skald.harbour.wait_until(
        lambda: f"skald:start:{code}" in str(custom_ids(skald.lobby_cards(code)[0])), READY_TIMEOUT_S
    )
    assert len(skald.lobby_cards(code)) == 1
    await skald.harbour.user("Astrid").press(card, f"skald:start:{code}::")
    await skald.harbour.wait_until(lambda: skald.latest_card(code) is not None, READY_TIMEOUT_S)


async def test_guest_and_host_read_on_their_phones_what_is_the_matter(skald: HarbouredBot) -> None:
    host, guest = skald.harbour.user("Astrid"), skald.harbour.user("Bjørn")
    card = await skald.open_table("Astrid", **{"with": guest})
    await skald.harbour.wait_until(lambda: bool(guest.push_notifications()), READY_TIMEOUT_S)
    (push,) = guest.push_notifications()
    assert push.text.startswith("Astrid invites you to play Lofoten.")
    assert "-# " not in push.text[:PUSH_CHARS]
    (asked,) = guest.dms()
    await guest.press(asked, skald.custom_id(asked, "sit"))
    await skald.harbour.wait_until(lambda: bool(host.push_notifications()), READY_TIMEOUT_S)
    (push,) = host.push_notifications()
    assert "Lofoten with Bjørn: the table is full" in push.text
    (row,) = await db.players.list_games(skald.store, int(host.id))
    await skald.harbour.wait_until(
        lambda: "2. Bjørn" in text_of(skald.lobby_cards(row.code)[0]), READY_TIMEOUT_S
    )
    assert card["id"] == skald.lobby_cards(row.code)[0]["id"]


async def test_closed_direct_messages_lead_the_invitation_to_the_channel(skald: HarbouredBot) -> None:
    guest = skald.harbour.user("Bjørn")
    guest.dms_closed = True
    await skald.open_table("Astrid", **{"with": guest})
    await skald.harbour.wait_until(lambda: bool(guest.push_notifications()), READY_TIMEOUT_S)
    assert "Astrid invites you to play Lofoten." in guest.push_notifications()[0].text
    (asked,) = [each for each in guest.messages("games") if ":sit:" in str(each["components"])]
    await guest.press(asked, skald.custom_id(asked, "sit"))
    await skald.harbour.wait_until(lambda: "invites you" not in str(guest.messages("games")), READY_TIMEOUT_S)


def forum_posts(skald: HarbouredBot, code: str) -> list[dict[str, Any]]:
    """Returns the active forum posts of a game."""
    forum = skald.harbour.world.find_channel("tables")["id"]
    return [
        thread
        for thread in skald.harbour.world.threads()
        if thread["parent_id"] == forum
        and thread["name"].endswith(code)
        and not thread["thread_metadata"]["archived"]
    ]


async def test_a_full_server_posts_the_table_when_there_is_room(skald: HarbouredBot) -> None:
    forum = skald.harbour.world.find_channel("tables")["id"]
    async with skald.store.write() as tx:
        settings = ServerSettings(lobbies=int(forum))
        await db.servers.update(tx, int(skald.harbour.world.guild_id), settings=settings)
    skald.harbour.hub.max_active_threads = 0
    host = skald.harbour.user("Astrid")
    await host.slash("/new lofoten", in_="games")
    code = await code_of(skald, "Astrid")
    await skald.harbour.wait_until(lambda: "no table can be posted" in str(host.dms()), READY_TIMEOUT_S)
    skald.harbour.hub.max_active_threads = 1000
    skald.harbour.clock.advance(3600)
    await skald.harbour.wait_until(lambda: len(forum_posts(skald, code)) == 1, READY_TIMEOUT_S)


async def test_a_forum_takes_one_post_a_game_even_if_its_reply_is_lost(skald: HarbouredBot) -> None:
    forum = skald.harbour.world.find_channel("tables")["id"]
    skald.harbour.require_tag("tables")
    async with skald.store.write() as tx:
        settings = ServerSettings(lobbies=int(forum))
        await db.servers.update(tx, int(skald.harbour.world.guild_id), settings=settings)
    skald.harbour.faults.add("lost", method="POST", path=f"/channels/{forum}/threads$")
    host, guest = skald.harbour.user("Astrid"), skald.harbour.user("Bjørn")
    await host.slash("/new lofoten", in_="games")
    code = await code_of(skald, "Astrid")
    traffic = skald.harbour.api_calls
    await skald.harbour.wait_until(
        lambda: any(call.path.endswith("/threads/active") for call in traffic), READY_TIMEOUT_S
    )
    await skald.harbour.wait_until(lambda: len(forum_posts(skald, code)) == 1, READY_TIMEOUT_S)
    (post,) = forum_posts(skald, code)
    card = skald.lobby_cards(code, post)[0]
    await guest.press(card, skald.custom_id(card, "join"))
    await skald.harbour.wait_until(lambda: bool(host.push_notifications()), READY_TIMEOUT_S)
    await skald.harbour.wait_until_idle()
    await host.press(card, f"skald:start:{code}::")
    await skald.harbour.wait_until(lambda: f"skald:play:{code}" in str(guest.messages(post)), READY_TIMEOUT_S)
    assert [each["name"] for each in forum_posts(skald, code)] == [f"Astrid & Bjørn · Lofoten · {code}"]
