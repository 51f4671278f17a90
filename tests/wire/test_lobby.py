"""Gathering on the real wire: one card whatever is lost, words on lock screens, a post in a forum."""

from typing import Any

import db
from db.servers import ServerSettings
from harbour import text_of
from tests.wire.harboured_bot import READY, Ashore, custom_ids


async def code_of(shore: Ashore, host: str) -> str:
    (row,) = await db.games.of_person(shore.store, int(shore.harbour.person(host).id))
    return row.code


async def test_a_lost_reply_to_the_card_leaves_one_that_starts(shore: Ashore) -> None:
    games = shore.harbour.world.channel_named("games")["id"]
    shore.harbour.faults.add("lost", method="POST", path=f"/channels/{games}/messages$")
    card = await shore.open_table("Astrid")
    code = await code_of(shore, "Astrid")
    await shore.harbour.person("Bjørn").press(card, shore.named(card, "join"))
    await shore.harbour.until(lambda: f"skald:start:{code}" in str(custom_ids(shore.lobbies(code)[0])), READY)
    assert len(shore.lobbies(code)) == 1
    await shore.harbour.person("Astrid").press(card, f"skald:start:{code}::")
    await shore.harbour.until(lambda: shore.card(code) is not None, READY)


async def test_guest_and_host_read_on_their_phones_what_is_the_matter(shore: Ashore) -> None:
    host, guest = shore.harbour.person("Astrid"), shore.harbour.person("Bjørn")
    card = await shore.open_table("Astrid", **{"with": guest})
    await shore.harbour.until(lambda: bool(guest.pushes()), READY)
    (push,) = guest.pushes()
    assert push.text.startswith("Astrid invites you to play Lofoten.")
    assert "-# " not in push.text
    (asked,) = guest.dms()
    await guest.press(asked, shore.named(asked, "sit"))
    await shore.harbour.until(lambda: bool(host.pushes()), READY)
    (push,) = host.pushes()
    assert "Lofoten with Bjørn: the table is full" in push.text
    (row,) = await db.games.of_person(shore.store, int(host.id))
    await shore.harbour.until(lambda: "2. Bjørn" in text_of(shore.lobbies(row.code)[0]), READY)
    assert card["id"] == shore.lobbies(row.code)[0]["id"]


async def test_closed_direct_messages_lead_the_invitation_to_the_channel(shore: Ashore) -> None:
    guest = shore.harbour.person("Bjørn")
    guest.dms_closed = True
    await shore.open_table("Astrid", **{"with": guest})
    await shore.harbour.until(lambda: bool(guest.pushes()), READY)
    assert "Astrid invites you to play Lofoten." in guest.pushes()[0].text
    (asked,) = [each for each in guest.messages("games") if ":sit:" in str(each["components"])]
    await guest.press(asked, shore.named(asked, "sit"))
    await shore.harbour.until(lambda: "invites you" not in str(guest.messages("games")), READY)


def posts_of(shore: Ashore, code: str) -> list[dict[str, Any]]:
    """The posts of a game that are open in the forum."""
    forum = shore.harbour.world.channel_named("tables")["id"]
    return [
        thread
        for thread in shore.harbour.world.threads()
        if thread["parent_id"] == forum
        and thread["name"].endswith(code)
        and not thread["thread_metadata"]["archived"]
    ]


async def test_a_forum_takes_one_post_a_game_even_if_its_reply_is_lost(shore: Ashore) -> None:
    forum = shore.harbour.world.channel_named("tables")["id"]
    shore.harbour.require_tag("tables")
    async with shore.store.write() as tx:
        settings = ServerSettings(lobbies=int(forum))
        await db.servers.update(tx, int(shore.harbour.world.guild_id), settings=settings)
    shore.harbour.faults.add("lost", method="POST", path=f"/channels/{forum}/threads$")
    host, guest = shore.harbour.person("Astrid"), shore.harbour.person("Bjørn")
    await host.slash("/new lofoten", in_="games")
    code = await code_of(shore, "Astrid")
    traffic = shore.harbour.traffic
    await shore.harbour.until(lambda: any(call.path.endswith("/threads/active") for call in traffic), READY)
    await shore.harbour.until(lambda: len(posts_of(shore, code)) == 1, READY)
    (post,) = posts_of(shore, code)
    card = shore.lobbies(code, post)[0]
    await guest.press(card, shore.named(card, "join"))
    await shore.harbour.until(lambda: bool(host.pushes()), READY)
    await shore.harbour.settled()
    await host.press(card, f"skald:start:{code}::")
    await shore.harbour.until(lambda: f"skald:play:{code}" in str(guest.messages(post)), READY)
    assert [each["name"] for each in posts_of(shore, code)] == [f"Astrid & Bjørn · Lofoten · {code}"]
