"""Permissions revoked and granted, locked and archived threads, refused DM channels."""

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
import pytest

from harbour import Harbour, Refused, permissions
from tests.harbour.wire_client import WireClient, image_bytes, refusal_code, text_channel

MODERATION = ("manage_messages", "manage_threads", "pin_messages")


@pytest.fixture(autouse=True)
def invited_permissions(harbour: Harbour) -> None:
    """Leaves the bot only the permissions of its invitation."""
    harbour.revoke(*MODERATION)


async def create_thread(harbour: Harbour, client: WireClient, name: str = "Lofoten 1") -> discord.Thread:
    message = await text_channel(harbour, client).send("lobby")
    return await message.create_thread(name=name)


def image_file() -> discord.File:
    return discord.File(io.BytesIO(image_bytes()), "board.png")


@dataclass
class Targets:
    """The objects actions are tried on: a channel and a thread, each with a message of the bot."""

    channel: discord.TextChannel
    thread: discord.Thread
    own: discord.Message
    card: discord.Message


Action = Callable[[Targets], Awaitable[object]]
MISSING_PERMISSIONS = (403, 50013)
PUBLIC = discord.ChannelType.public_thread
DAG = discord.Object(1100000001300000013)

ACTIONS: dict[str, tuple[Action, str, tuple[int, int]]] = {
    "write": (lambda at: at.channel.send("x"), "send_messages", MISSING_PERMISSIONS),
    "write in a thread": (lambda at: at.thread.send("x"), "send_messages_in_threads", MISSING_PERMISSIONS),
    "a picture": (lambda at: at.channel.send(file=image_file()), "attach_files", MISSING_PERMISSIONS),
    "a picture in a thread": (
        lambda at: at.thread.send(file=image_file()),
        "attach_files",
        MISSING_PERMISSIONS,
    ),
    "a new picture in an edit": (
        lambda at: at.card.edit(attachments=[image_file()]),
        "attach_files",
        MISSING_PERMISSIONS,
    ),
    "an embed": (
        lambda at: at.thread.send(embed=discord.Embed(title="x")),
        "embed_links",
        MISSING_PERMISSIONS,
    ),
    "a reply": (lambda at: at.own.reply("x"), "read_message_history", (403, 160002)),
    "a thread": (
        lambda at: at.channel.create_thread(name="x", type=PUBLIC),
        "create_public_threads",
        MISSING_PERMISSIONS,
    ),
    "a thread on a message": (
        lambda at: at.own.create_thread(name="x"),
        "create_public_threads",
        MISSING_PERMISSIONS,
    ),
    "somebody into a thread": (
        lambda at: at.thread.add_user(DAG),
        "send_messages_in_threads",
        MISSING_PERMISSIONS,
    ),
    "see": (lambda at: at.channel.send("x"), "view_channel", (403, 50001)),
    "see a thread": (lambda at: at.thread.send("x"), "view_channel", (403, 50001)),
    "edit unseen": (lambda at: at.card.edit(content="x"), "view_channel", (403, 50001)),
    "pin": (lambda at: at.own.pin(), "pin_messages", MISSING_PERMISSIONS),
    "lock a thread": (lambda at: at.thread.edit(locked=True), "manage_threads", MISSING_PERMISSIONS),
    "delete a thread": (lambda at: at.thread.delete(), "manage_threads", MISSING_PERMISSIONS),
}


@pytest.mark.parametrize("deed", ACTIONS)
@pytest.mark.parametrize("everywhere", [True, False])
async def test_a_right_is_needed_and_all_is_well_when_it_is_back(
    harbour: Harbour, client: WireClient, deed: str, everywhere: bool
) -> None:
    act, right, answer = ACTIONS[deed]
    channel, where = text_channel(harbour, client), None if everywhere else "games"
    thread = await create_thread(harbour, client)
    at = Targets(channel, thread, await channel.send("own"), await thread.send("card"))
    harbour.revoke(right, in_=where)
    assert await refusal_code(act(at)) == answer
    if not everywhere:
        await text_channel(harbour, client, "general").send("elsewhere")
    harbour.grant(right, in_=where)
    await act(at)


async def test_without_the_right_to_send_one_right_implies_another(
    harbour: Harbour, client: WireClient
) -> None:
    harbour.revoke("send_messages", in_="games")
    await harbour.wait_until_idle()
    here = text_channel(harbour, client)
    mine = here.permissions_for(here.guild.me)
    bits = harbour.world.permissions(harbour.world.app_id, harbour.world.find_channel("games"))
    assert not mine.attach_files
    assert not bits & permissions.ATTACH_FILES
    harbour.revoke("view_channel", in_="games")
    assert harbour.world.permissions(harbour.world.app_id, harbour.world.find_channel("games")) == 0


async def test_a_reader_without_history_reads_nothing(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    await games.send("before")
    harbour.revoke("read_message_history", in_="games")
    assert [message async for message in games.history()] == []


@pytest.mark.usefixtures("client")
async def test_an_interaction_is_answered_also_where_the_bot_may_nothing(harbour: Harbour) -> None:
    harbour.revoke(*set(permissions.BY_NAME) - {"use_application_commands"}, in_="games")
    answer = await harbour.user("Dag").slash("/board")
    assert len(answer.pictures) == 1


async def test_threads_come_back_to_a_bot_that_sees_their_channel_again(
    harbour: Harbour, client: WireClient
) -> None:
    thread = await create_thread(harbour, client)
    harbour.revoke("view_channel", in_=str(thread.id))
    await harbour.wait_until_idle()
    here = text_channel(harbour, client)
    assert not here.permissions_for(here.guild.me).view_channel
    assert await refusal_code(thread.send("blind")) == (403, 50001)
    harbour.grant("view_channel", in_=str(thread.id))
    await harbour.wait_until_idle()
    found = here.guild.get_thread(thread.id)
    assert found is not None
    await found.send("back")


@pytest.mark.usefixtures("client")
async def test_a_person_who_may_not_use_commands_finds_none(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    assert "ahoy" in dag.commands("games")
    harbour.set_overwrite("games", None, deny=permissions.USE_APPLICATION_COMMANDS)
    assert dag.commands("games") == []
    with pytest.raises(Refused):
        await dag.slash("/ahoy", name="x")
    harbour.set_overwrite("games", dag, allow=permissions.USE_APPLICATION_COMMANDS)
    assert "ahoy" in dag.commands("games")
    harbour.set_overwrite("games", dag)
    harbour.grant("use_application_commands")
    assert "ahoy" in dag.commands("games")
    harbour.revoke("use_application_commands", in_="general")
    assert dag.commands("general") == []
    harbour.set_overwrite("games", dag, deny=permissions.SEND_MESSAGES)
    with pytest.raises(Refused, match="not write"):
        dag.send("hello?", in_="games")


def test_of_what_roles_say_of_a_channel_leave_outweighs_ban_and_the_person_both() -> None:
    """Discord's order: @everyone, then all roles (deny before allow), then the member."""
    speak = permissions.SEND_MESSAGES
    base = {"id": "everyone", "permissions": str(speak | permissions.VIEW_CHANNEL)}
    roles = [base, {"id": "crew", "permissions": "0"}, {"id": "guest", "permissions": "0"}]

    def may_speak(*overwrites: tuple[str, int, int]) -> bool:
        said = [{"id": key, "allow": str(allow), "deny": str(deny)} for key, allow, deny in overwrites]
        channel = {"permission_overwrites": said}
        return bool(permissions.effective_permissions(roles, channel, "everyone", "dag") & speak)

    assert may_speak()
    assert not may_speak(("everyone", 0, speak))
    assert may_speak(("everyone", 0, speak), ("crew", speak, 0))
    assert not may_speak(("guest", 0, speak))
    assert may_speak(("crew", speak, 0), ("guest", 0, speak))
    assert may_speak(("guest", 0, speak), ("crew", speak, 0))
    assert not may_speak(("crew", speak, 0), ("dag", 0, speak))
    assert may_speak(("guest", 0, speak), ("dag", speak, 0))


async def test_what_others_wrote_is_deleted_by_those_who_manage_messages(
    harbour: Harbour, client: WireClient
) -> None:
    games, word = text_channel(harbour, client), harbour.user("Dag").send("a slip", in_="games")
    assert await refusal_code(games.get_partial_message(int(word["id"])).delete()) == (403, 50013)
    harbour.grant("manage_messages", in_="games")
    await games.get_partial_message(int(word["id"])).delete()


# locked and archived threads


async def test_a_locked_thread_takes_nothing_from_a_bot_that_does_not_manage_threads(
    harbour: Harbour, client: WireClient
) -> None:
    thread = await create_thread(harbour, client)
    card = await thread.send("card")
    harbour.moderate_thread(str(thread.id), locked=True)
    assert await refusal_code(thread.send("more")) == (403, 160005)
    assert await refusal_code(card.edit(content="changed")) == (403, 160005)
    assert await refusal_code(thread.edit(name="other")) == (403, 50013)
    assert await refusal_code(thread.add_user(DAG)) == (403, 160005)
    harbour.grant("manage_threads")
    await thread.send("as a moderator")
    harbour.revoke("manage_threads")
    harbour.moderate_thread(str(thread.id), locked=False)
    await card.edit(content="changed")


async def test_who_may_open_an_archived_thread(harbour: Harbour, client: WireClient) -> None:
    thread = await create_thread(harbour, client)
    card = await thread.send("card")
    harbour.moderate_thread(str(thread.id), archived=True)
    assert await refusal_code(card.edit(content="changed")) == (400, 50083)
    assert await refusal_code(thread.edit(name="other")) == (400, 50083)
    harbour.revoke("send_messages_in_threads")
    assert await refusal_code(thread.edit(archived=False)) == (403, 50013)
    harbour.grant("send_messages_in_threads")
    await thread.edit(archived=False)
    harbour.moderate_thread(str(thread.id), archived=True)
    await thread.send("writing opens it too")
    await card.edit(content="changed")
    harbour.moderate_thread(str(thread.id), archived=True, locked=True)
    assert await refusal_code(thread.send("knock")) == (403, 50083)
    assert await refusal_code(thread.edit(archived=False)) == (403, 50013)
    harbour.grant("manage_threads")
    await thread.edit(archived=False)


async def test_a_thread_that_was_locked_meanwhile_takes_only_private_answers(
    harbour: Harbour, client: WireClient
) -> None:
    thread, astrid = await create_thread(harbour, client), harbour.user("Astrid")
    harbour.moderate_thread(str(thread.id), locked=True)
    with pytest.raises(Refused, match="locked"):
        await harbour.user("Dag").slash("/secret", in_=str(thread.id))
    # Astrid owns the server; the bot still may not speak there.
    told = await astrid.slash("/secret", in_=str(thread.id))
    assert told.text == "the first edits the loading message"
    (call,) = [call for call in harbour.api_calls if call.path.endswith("/callback")]
    assert call.status == 200
    await astrid.slash("/ahoy", name="x", in_=str(thread.id), wait=False)
    await harbour.wait_until(lambda: any(c.status == 403 for c in harbour.api_calls))
    (reply,) = [c.response for c in harbour.api_calls if c.status == 403]
    assert reply["code"] == 50083


async def test_a_server_has_so_many_open_threads_and_no_more(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    harbour.hub.max_active_threads = 2
    threads = [await create_thread(harbour, client, f"Lofoten {n}") for n in range(2)]
    message = await games.send("lobby")
    assert await refusal_code(message.create_thread(name="one too many")) == (400, 160006)
    harbour.moderate_thread(str(threads[0].id), archived=True)
    await message.create_thread(name="fits again")
    assert await refusal_code(threads[0].edit(archived=False)) == (400, 160006)


# refused DM channels


async def test_doors_that_are_opened_too_fast(harbour: Harbour, client: WireClient) -> None:
    dag, eira = [await client.fetch_user(int(harbour.user(name).id)) for name in ("Dag", "Eira")]
    await dag.send("known")
    harbour.refuse_dm_opens(2)
    await dag.send("a conversation that is open goes on")
    assert await refusal_code(eira.send("first word")) == (403, 40003)
    assert await refusal_code(eira.send("first word")) == (403, 40003)
    await eira.send("later")
    assert [message["content"] for message in harbour.user("Eira").dms()] == ["later"]
    harbour.user("Eira").dms_closed = True
    assert await refusal_code(eira.send("closed")) == (403, 50007)


# nonces and attachments


async def test_a_nonce_has_25_characters_at_most(harbour: Harbour, client: WireClient) -> None:
    games = text_channel(harbour, client)
    await games.send("x", nonce="n" * 25)
    assert await refusal_code(games.send("x", nonce="n" * 26)) == (400, 50035)
    harbour.api_violations.clear()


async def test_the_same_nonce_makes_one_message_for_some_minutes_in_one_channel(
    harbour: Harbour, client: WireClient
) -> None:
    games, general = text_channel(harbour, client), text_channel(harbour, client, "general")
    first = await games.send("once", nonce=7)
    again = await games.send("once more", nonce="7")
    assert (again.id, again.content) == (first.id, "once")
    assert (await general.send("elsewhere", nonce=7)).id != first.id
    harbour.clock.advance(301)
    assert (await games.send("much later", nonce=7)).id != first.id
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=games.id)
    sent = [
        await client.http.request(route, json={"content": "x", "nonce": "9", "enforce_nonce": enforce})
        for enforce in (False, False)
    ]
    assert sent[0]["id"] != sent[1]["id"]


async def test_an_edit_keeps_what_it_names_by_id_without_uploading_it_again(
    harbour: Harbour, client: WireClient
) -> None:
    games = text_channel(harbour, client)
    message = await games.send("x", files=[image_file(), image_file()])
    kept, dropped = message.attachments
    edited = await message.edit(content="y", attachments=[kept])
    assert [held.id for held in edited.attachments] == [kept.id]
    assert harbour.attachment_bytes(edited.attachments[0].url) == image_bytes()
    assert [call.files for call in harbour.api_calls if call.method == "PATCH"] == [{}]
    added = await edited.edit(attachments=[*edited.attachments, image_file()])
    assert [held.id for held in added.attachments][:1] == [kept.id]
    assert len(added.attachments) == 2
    untouched = await added.edit(content="z")
    assert [held.id for held in untouched.attachments] == [held.id for held in added.attachments]
    assert await refusal_code(added.edit(attachments=[dropped])) == (400, 50035)
    assert await refusal_code(
        added.edit(attachments=[*added.attachments, *[image_file() for _ in range(9)]])
    ) == (
        400,
        50035,
    )
    harbour.api_violations.clear()
    harbour.revoke("attach_files")
    kept_without_the_right = await added.edit(attachments=[added.attachments[0]])
    assert len(kept_without_the_right.attachments) == 1
