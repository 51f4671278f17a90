"""Forum posts and tags; a forum takes no messages of its own."""

import io
from typing import Any

import discord
import pytest

from harbour import Harbour, Refused
from tests.harbour.wire_client import BoardView, WireClient, image_bytes, refusal_code


def forum_channel(harbour: Harbour, client: WireClient) -> discord.ForumChannel:
    channel = client.get_channel(int(harbour.world.find_channel("tables")["id"]))
    assert isinstance(channel, discord.ForumChannel)
    return channel


async def post_json(
    client: WireClient, channel: discord.ForumChannel, path: str, body: dict[str, Any]
) -> Any:
    return await client.http.request(discord.http.Route("POST", f"/channels/{channel.id}{path}"), json=body)


async def test_a_post_is_a_thread_that_begins_with_its_message(harbour: Harbour, client: WireClient) -> None:
    tables, dag = forum_channel(harbour, client), harbour.user("Dag")
    file = discord.File(io.BytesIO(image_bytes()), "board.png", description="A blue sea")
    opened = await tables.create_thread(name="Dag and Eira", view=BoardView(), files=[file])
    assert opened.thread.id == opened.message.id
    assert opened.thread.parent_id == tables.id
    (first,) = dag.messages(str(opened.thread.id))
    assert (first["id"], first["type"]) == (str(opened.thread.id), 0)
    pressed = await dag.press(first, "Ping")
    assert "Pings: 1" in pressed.text
    assert harbour.attachment_bytes(pressed.pictures[0]["url"]) == image_bytes()
    await opened.thread.send("the second")
    assert (await opened.thread.guild.fetch_channel(opened.thread.id)).message_count == 1  # type: ignore[union-attr]
    assert opened.thread.id in {thread.id for thread in await tables.guild.active_threads()}
    await opened.message.delete()
    assert (await opened.thread.guild.fetch_channel(opened.thread.id)).message_count == 1  # type: ignore[union-attr]


async def test_a_first_message_calls_whom_it_mentions(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    await forum_channel(harbour, client).create_thread(
        name="Dag and Eira", content=f"{dag.mention} your move"
    )
    (push,) = dag.push_notifications()
    assert (push.channel_name, push.text) == ("Dag and Eira", "@Dag your move")


async def test_nothing_is_said_in_the_forum_itself(harbour: Harbour, client: WireClient) -> None:
    tables, dag = forum_channel(harbour, client), harbour.user("Dag")
    assert await refusal_code(post_json(client, tables, "/messages", {"content": "x"})) == (400, 40058)
    assert await refusal_code(post_json(client, tables, "/threads", {"name": "x", "type": 11})) == (
        400,
        50035,
    )
    harbour.api_violations.clear()
    assert await refusal_code(post_json(client, tables, "/threads", {"name": "x", "message": {}})) == (
        400,
        50006,
    )
    assert await refusal_code(
        post_json(client, tables, "/threads", {"name": "x" * 101, "message": {"content": "x"}})
    ) == (
        400,
        50035,
    )
    harbour.api_violations.clear()
    assert [channel for channel in dag.channels() if channel.get("parent_id") == str(tables.id)] == []
    with pytest.raises(Refused):
        dag.send("x", in_="tables")
    assert dag.commands("tables") == []


async def test_tags_are_those_of_the_forum_and_may_be_required(harbour: Harbour, client: WireClient) -> None:
    tables = forum_channel(harbour, client)
    opened = await tables.create_thread(name="one", content="x", applied_tags=tables.available_tags[:1])
    assert [tag.name for tag in opened.thread.applied_tags] == ["lofoten"]
    unknown = {"name": "two", "message": {"content": "x"}, "applied_tags": ["5"]}
    assert await refusal_code(post_json(client, tables, "/threads", unknown)) == (404, 10087)
    harbour.require_tag("tables")
    await harbour.wait_until_idle()
    assert tables.flags.require_tag
    assert await refusal_code(tables.create_thread(name="three", content="x")) == (400, 40067)
    await tables.create_thread(name="four", content="x", applied_tags=tables.available_tags[1:])


async def test_a_post_needs_the_rights_that_its_message_needs(harbour: Harbour, client: WireClient) -> None:
    tables = forum_channel(harbour, client)
    harbour.revoke("attach_files", in_="tables")
    file = discord.File(io.BytesIO(image_bytes()), "board.png")
    assert await refusal_code(tables.create_thread(name="x", content="x", file=file)) == (403, 50013)
    await tables.create_thread(name="words", content="x")
    harbour.revoke("send_messages", in_="tables")
    assert await refusal_code(tables.create_thread(name="x", content="x")) == (403, 50013)
    harbour.revoke("view_channel", in_="tables")
    assert await refusal_code(tables.create_thread(name="x", content="x")) == (403, 50001)


async def test_people_open_posts_and_use_commands_in_them(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    post = dag.create_forum_post("Who plays?", "Looking for two")
    answer = await dag.slash("/ahoy", name="all", in_=post)
    assert answer.text == "Ahoy all (fr)"
    thread = await client.fetch_channel(int(post["id"]))
    assert isinstance(thread, discord.Thread)
    assert isinstance(thread.parent, discord.ForumChannel)
    # The one who opened it names it; the bot does not without managing threads.
    harbour.revoke("manage_threads")
    assert await refusal_code(thread.edit(name="other")) == (403, 50013)


async def test_a_post_of_a_user_has_a_tag_where_one_is_required(harbour: Harbour, client: WireClient) -> None:
    tables, dag = forum_channel(harbour, client), harbour.user("Dag")
    tags = []
    for required in (False, True):
        harbour.require_tag("tables", required)
        post = dag.create_forum_post("Who plays?", "Looking for two")
        fetched = await client.fetch_channel(int(post["id"]))
        assert isinstance(fetched, discord.Thread)
        tags.append(len(fetched.applied_tags))
    assert tags == [0, 1]
    assert tables.available_tags
