"""Channels, threads, direct messages, pins and emoji, through discord.py."""

import asyncio
from typing import Any

import discord
import pytest

from harbour import Harbour, Refused, permissions
from tests.harbour.wire_client import WireClient, image_bytes, text_channel

# messages


async def test_channels_say_that_no_application_made_them(harbour: Harbour, client: WireClient) -> None:
    games = await client.http.get_channel(int(harbour.world.find_channel("games")["id"]))
    assert games["application_id"] is None  # type: ignore[typeddict-item]
    created = harbour.hub.serializer.guild_create()
    assert {channel["application_id"] for channel in created["channels"]} == {None}


async def test_history_reading_replying_and_deleting(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    sent = [await games.send(f"message {number}") for number in range(5)]
    assert [m.content async for m in games.history(limit=3)] == ["message 4", "message 3", "message 2"]
    assert [m.content async for m in games.history(before=sent[1])] == ["message 0"]
    after = [m.content async for m in games.history(after=sent[2], oldest_first=True)]
    assert after == ["message 3", "message 4"]
    answer = await sent[0].reply("an answer")
    fetched = await games.fetch_message(answer.id)
    assert fetched.reference is not None
    assert isinstance(fetched.reference.resolved, discord.Message)
    assert fetched.reference.resolved.content == "message 0"
    await sent[4].delete()
    with pytest.raises(discord.NotFound) as caught:
        await games.fetch_message(sent[4].id)
    assert caught.value.code == 10008


async def test_a_bot_reads_only_words_that_are_meant_for_it(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    dag.send("between us", in_="general")
    dag.send(f"<@{harbour.world.app_id}> for you", in_="general")
    dag.send("in private", in_=dag.dm_channel())
    await client.wait_for_event("message in private")
    assert client.events[-3:] == [
        "message ",
        f"message <@{harbour.world.app_id}> for you",
        "message in private",
    ]


async def test_mentions_call_only_whom_they_are_allowed_to_call(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    astrid, dag = harbour.user("Astrid"), harbour.user("Dag")
    both = f"{astrid.mention} {dag.mention}"
    await games.send(both, allowed_mentions=discord.AllowedMentions.none())
    assert astrid.unread_counts("games") == {"count": 1, "mentions": 0}
    message = await games.send(
        both, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(dag.id))])
    )
    assert [user.id for user in message.mentions] == [int(dag.id)]
    assert astrid.unread_counts("games") == {"count": 2, "mentions": 0}
    assert dag.unread_counts("games") == {"count": 2, "mentions": 1}
    dag.mark_read("games")
    assert dag.unread_counts("games") == {"count": 0, "mentions": 0}


async def test_a_mention_in_a_layout_calls_as_well(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    view = discord.ui.LayoutView().add_item(discord.ui.TextDisplay(f"your turn {dag.mention}"))
    await text_channel(harbour, client).send(view=view)
    assert dag.unread_counts("games") == {"count": 1, "mentions": 1}


async def test_a_message_sent_twice_under_one_nonce_is_there_once(
    harbour: Harbour, client: WireClient
) -> None:
    games = text_channel(harbour, client)
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=games.id)
    body = {"content": "your turn", "nonce": "game-7-ply-3", "enforce_nonce": True}
    first, again = await client.http.request(route, json=body), await client.http.request(route, json=body)
    assert first["id"] == again["id"]
    assert len(harbour.user("Dag").messages("games")) == 1


async def test_old_messages_take_few_edits(harbour: Harbour, client: WireClient) -> None:
    message = await text_channel(harbour, client).send("old card")
    for number in range(10):
        await message.edit(content=f"fresh {number}")
    harbour.clock.advance(3601)
    for number in range(5):
        await message.edit(content=f"stale {number}")
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="once too often")
    assert caught.value.code == 30046


# direct messages


async def test_direct_messages_and_a_closed_door(harbour: Harbour, client: WireClient) -> None:
    dag = harbour.user("Dag")
    user = await client.fetch_user(int(dag.id))
    await user.send("your hand")
    assert [m["content"] for m in dag.dms()] == ["your hand"]
    assert dag.unread_counts(dag.dm_channel()) == {"count": 1, "mentions": 1}
    assert harbour.user("Astrid").dms() == []
    dag.dms_closed = True
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("still there?")
    assert caught.value.code == 50007
    answer = await dag.slash("/ahoy", name="Dag", in_=dag.dm_channel())
    assert answer.text == "Ahoy Dag (fr)"


# threads


async def test_a_thread_on_a_message(harbour: Harbour, client: WireClient) -> None:
    message = await text_channel(harbour, client).send("lobby")
    thread = await message.create_thread(name="Lofoten 1", auto_archive_duration=1440)
    assert thread.id == message.id
    await thread.send("the board")
    dag = harbour.user("Dag")
    assert dag.unread_counts(str(thread.id)) == {"count": 0, "mentions": 0}
    await thread.add_user(discord.Object(int(dag.id)))
    await thread.send("and again")
    assert dag.unread_counts(str(thread.id)) == {"count": 1, "mentions": 0}
    assert harbour.world.thread_members[str(thread.id)].keys() == {dag.id, str(client.application_id)}
    with pytest.raises(discord.HTTPException) as caught:
        await message.create_thread(name="again")
    assert caught.value.code == 160004
    fetched = await text_channel(harbour, client).fetch_message(message.id)
    assert fetched.flags.has_thread


async def test_a_private_thread_is_seen_by_its_members_only(harbour: Harbour, client: WireClient) -> None:
    bjorn, dag = harbour.user("Bjørn"), harbour.user("Dag")
    kind = discord.ChannelType.private_thread
    thread = await text_channel(harbour, client).create_thread(name="whispers", type=kind)
    assert str(thread.id) not in {channel["id"] for channel in bjorn.channels()}
    await thread.send(f"come in {dag.mention}")
    assert [m["content"] for m in dag.messages(str(thread.id))] == [f"come in {dag.mention}"]
    with pytest.raises(Refused):
        bjorn.messages(str(thread.id))
    await thread.remove_user(discord.Object(int(dag.id)))
    with pytest.raises(Refused):
        dag.messages(str(thread.id))


async def test_an_archived_thread_takes_no_edits_and_no_commands_until_somebody_writes(
    harbour: Harbour, client: WireClient
) -> None:
    kind = discord.ChannelType.public_thread
    thread = await text_channel(harbour, client).create_thread(name="Lofoten 2", type=kind)
    message = await thread.send("card")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="changed")
    assert caught.value.code == 50083
    dag = harbour.user("Dag")
    with pytest.raises(Refused, match="archived"):
        await dag.slash("/board", in_=str(thread.id))
    dag.send("anybody?", in_=str(thread.id))
    await message.edit(content="changed")
    await thread.edit(archived=True, locked=True)
    with pytest.raises(Refused, match="locked"):
        dag.send("hello?", in_=str(thread.id))
    await thread.edit(archived=False)
    assert (await client.fetch_channel(thread.id)).archived is False  # type: ignore[union-attr]


async def test_a_deleted_message_was_sent_all_the_same(harbour: Harbour, client: WireClient) -> None:
    thread = await create_hourly_thread(harbour, client)
    messages = [await thread.send(f"message {number}") for number in range(3)]
    await messages[1].delete()
    fetched = await client.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert (fetched.message_count, fetched.total_message_sent) == (2, 3)


async def test_threads_are_not_slowed_down_unless_that_is_wanted(
    harbour: Harbour, client: WireClient
) -> None:
    kind, games = discord.ChannelType.public_thread, text_channel(harbour, client)
    threads = [
        await games.create_thread(name=str(delay), type=kind, slowmode_delay=delay) for delay in (None, 0, 30)
    ]
    assert [thread.slowmode_delay for thread in threads] == [0, 0, 30]


async def test_the_bot_hears_who_joins_and_leaves_a_thread(harbour: Harbour, client: WireClient) -> None:
    dag = discord.Object(int(harbour.user("Dag").id))
    thread = await create_hourly_thread(harbour, client)
    joining = asyncio.create_task(client.wait_for("thread_member_join", timeout=5))
    await thread.add_user(dag)
    assert (await joining).id == dag.id
    leaving = asyncio.create_task(client.wait_for("raw_thread_member_remove", timeout=5))
    await thread.remove_user(dag)
    assert (await leaving).data["removed_member_ids"] == [str(dag.id)]


async def create_hourly_thread(harbour: Harbour, client: WireClient) -> discord.Thread:
    """Create a thread that is archived after an hour of silence."""
    kind = discord.ChannelType.public_thread
    channel = text_channel(harbour, client)
    return await channel.create_thread(name="quiet", type=kind, auto_archive_duration=60)


async def test_a_silent_thread_is_archived_in_its_time(harbour: Harbour, client: WireClient) -> None:
    thread = await create_hourly_thread(harbour, client)
    await thread.send("hush")
    harbour.clock.advance(59 * 60)
    await harbour.wait_until_idle()
    assert [t.id for t in await thread.guild.active_threads()] == [thread.id]
    harbour.clock.advance(2 * 60)
    await harbour.wait_until_idle()
    assert await thread.guild.active_threads() == []
    cached = thread.guild.get_thread(thread.id)
    assert cached is None or cached.archived


async def test_a_thread_stays_open_for_as_long_after_its_last_message(
    harbour: Harbour, client: WireClient
) -> None:
    thread = await create_hourly_thread(harbour, client)
    harbour.clock.advance(50 * 60)
    await thread.send("still here")
    harbour.clock.advance(50 * 60)
    await harbour.wait_until_idle()
    assert [t.id for t in await thread.guild.active_threads()] == [thread.id]
    harbour.clock.advance(11 * 60)
    await harbour.wait_until_idle()
    assert await thread.guild.active_threads() == []


async def test_a_deleted_thread_is_gone_for_everybody(harbour: Harbour, client: WireClient) -> None:
    thread = await (await text_channel(harbour, client).send("x")).create_thread(name="short")
    await thread.delete()
    with pytest.raises(discord.NotFound) as caught:
        await thread.send("gone?")
    assert caught.value.code == 10003
    assert str(thread.id) not in {channel["id"] for channel in harbour.user("Dag").channels()}


# permissions


async def test_missing_permissions_are_told_apart(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    harbour.deny("games", permissions.CREATE_PUBLIC_THREADS | permissions.ATTACH_FILES)
    await games.send("words are fine")
    with pytest.raises(discord.Forbidden) as caught:
        await games.create_thread(name="no", type=discord.ChannelType.public_thread)
    assert caught.value.code == 50013
    with pytest.raises(discord.Forbidden):
        await games.send(file=discord.File(__file__))
    with pytest.raises(discord.Forbidden):
        await games.edit(topic="no")
    answer = await harbour.user("Dag").slash("/ahoy", name="x")
    assert answer.text == "Ahoy x (fr)"
    harbour.deny("games", permissions.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as caught:
        await games.send("blind")
    assert caught.value.code == 50001
    harbour.deny("games", 0)
    harbour.grant(permissions.MANAGE_CHANNELS)
    await games.edit(topic="back")


async def test_the_bot_knows_its_permissions_where_it_is_called(harbour: Harbour, client: WireClient) -> None:
    harbour.deny("games", permissions.CREATE_PUBLIC_THREADS)
    await harbour.wait_until_idle()
    here = text_channel(harbour, client)
    assert not here.permissions_for(here.guild.me).create_public_threads
    assert text_channel(harbour, client, "general").permissions_for(here.guild.me).create_public_threads


# members, pins, emoji


async def test_members_can_be_asked_for(harbour: Harbour, client: WireClient) -> None:
    guild = client.guilds[0]
    dag = await guild.fetch_member(int(harbour.user("Dag").id))
    assert dag.display_name == "Dag"
    astrid = await guild.fetch_member(int(harbour.user("Astrid").id))
    assert astrid.guild_permissions.manage_guild
    assert not dag.guild_permissions.manage_guild
    found = await guild.query_members(user_ids=[dag.id])
    assert [member.id for member in found] == [dag.id]
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(7)


async def test_pins(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    first, second = await games.send("first"), await games.send("second")
    await first.pin()
    await second.pin()
    assert [m.content async for m in games.pins()] == ["second", "first"]
    await second.unpin()
    assert [m.content async for m in games.pins()] == ["first"]
    assert [m["pinned"] for m in harbour.user("Dag").messages("games") if m["type"] == 0] == [True, False]


async def test_application_emoji(harbour: Harbour, client: WireClient) -> None:
    content = image_bytes("gold")
    emoji = await client.create_application_emoji(name="cod", image=content)
    assert await emoji.read() == content
    with pytest.raises(discord.HTTPException) as caught:
        await client.create_application_emoji(name="cod", image=content)
    assert caught.value.code == 50035
    assert [e.name for e in await client.fetch_application_emojis()] == ["cod"]
    await emoji.delete()
    assert await client.fetch_application_emojis() == []
    assert harbour.world.emojis == {}


async def test_an_emoji_that_is_gone_is_refused_on_buttons_and_entries(
    harbour: Harbour, client: WireClient
) -> None:
    games = text_channel(harbour, client)
    emoji = await client.create_application_emoji(name="cod", image=image_bytes("gold"))

    def dressed() -> discord.ui.View:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Fish", emoji=emoji))
        view.add_item(discord.ui.Select(options=[discord.SelectOption(label="Cod", emoji=emoji)]))
        return view

    sent = await games.send("Fish?", view=dressed())
    rows: list[Any] = list(sent.components)
    shown = [part for row in rows for part in row.children]
    assert shown[0].emoji == shown[1].options[0].emoji == emoji._to_partial()
    await emoji.delete()
    for attempt in (games.send("Fish?", view=dressed()), sent.edit(view=dressed())):
        with pytest.raises(discord.HTTPException, match="emoji") as caught:
            await attempt
        assert caught.value.code == 50035
    await sent.edit(content="No fish")


async def test_active_threads_are_those_that_are_open_and_can_be_seen(
    harbour: Harbour, client: WireClient
) -> None:
    kind = discord.ChannelType.public_thread
    games, general = text_channel(harbour, client), text_channel(harbour, client, "general")
    open_thread = await games.create_thread(name="open", type=kind)
    archived = await games.create_thread(name="archived", type=kind)
    elsewhere = await general.create_thread(name="elsewhere", type=kind)
    await elsewhere.leave()
    await archived.edit(archived=True)
    listed = await client.http.get_active_threads(games.guild.id)
    assert {thread["name"] for thread in listed["threads"]} == {"open", "elsewhere"}
    assert [(member["id"], member["user_id"]) for member in listed["members"]] == [
        (str(open_thread.id), harbour.world.app_id)
    ]
    harbour.revoke("view_channel", in_="general")
    assert [thread.id for thread in await games.guild.active_threads()] == [open_thread.id]
