"""Login, commands, pictures, buttons, modals and locales, through discord.py."""

import io
from collections.abc import Awaitable, Callable

import discord
import pytest

from harbour import Harbour, Refused
from tests.harbour.wire_client import BoardView, WireClient, image_bytes, refusal_code

StartClient = Callable[..., Awaitable[WireClient]]


@pytest.mark.usefixtures("client")
async def test_a_slash_command_is_answered_with_a_layout_whose_buttons_work(harbour: Harbour) -> None:
    astrid = harbour.user("Astrid")
    answer = await astrid.slash("/board", in_="games")
    assert answer.text == "Pings: 0"
    assert answer.buttons == ["Ping"]
    answer = await astrid.press(answer, "Ping")
    answer = await harbour.user("Dag").press(answer, "Ping")
    assert answer.text == "Pings: 2"
    assert [m["id"] for m in astrid.messages("games")] == [answer.message["id"]]


async def test_pictures_arrive_byte_for_byte(harbour: Harbour, client: WireClient) -> None:
    sent = {"board.png": image_bytes("navy"), "two words é.jpg": image_bytes("gold", "JPEG")}
    channel = client.get_channel(int(harbour.world.find_channel("games")["id"]))
    assert isinstance(channel, discord.TextChannel)
    files = [discord.File(io.BytesIO(content), name, description=name) for name, content in sent.items()]
    message = await channel.send("two pictures", files=files)
    assert [await attachment.read() for attachment in message.attachments] == list(sent.values())
    assert [(a.width, a.height) for a in message.attachments] == [(120, 80), (120, 80)]
    assert [a.description for a in message.attachments] == list(sent)
    fresh = image_bytes("brown")
    await message.edit(attachments=[message.attachments[1], discord.File(io.BytesIO(fresh), "new.png")])
    fetched = await channel.fetch_message(message.id)
    assert [await attachment.read() for attachment in fetched.attachments] == [sent["two words é.jpg"], fresh]
    assert await message.attachments[0].read() == sent["board.png"]  # a screen may still be fetching it
    await message.delete()
    with pytest.raises(discord.NotFound):
        await fetched.attachments[1].read()


async def test_attachment_links_of_a_layout_are_resolved(harbour: Harbour, client: WireClient) -> None:
    channel = client.get_partial_messageable(int(harbour.world.find_channel("games")["id"]))
    content = image_bytes()
    message = await channel.send(view=BoardView(), file=discord.File(io.BytesIO(content), "board.png"))
    box = message.components[0]
    assert isinstance(box, discord.components.Container)
    gallery = box.children[1]
    assert isinstance(gallery, discord.components.MediaGalleryComponent)
    assert await client.http.get_from_cdn(gallery.items[0].media.url) == content
    assert (gallery.items[0].media.width, gallery.items[0].description) == (120, "A blue sea")
    assert message.attachments == []


@pytest.mark.usefixtures("client")
async def test_an_answer_s_pictures_can_be_looked_at(harbour: Harbour) -> None:
    shown = (await harbour.user("Dag").slash("/board")).pictures
    assert [(one["description"], one["width"], one["height"]) for one in shown] == [("A blue sea", 120, 80)]
    assert harbour.attachment_bytes(shown[0]["url"]) == image_bytes()


@pytest.mark.usefixtures("client")
async def test_options_are_typed_checked_and_resolved(harbour: Harbour) -> None:
    bjorn = harbour.user("Bjørn")
    assert (await bjorn.slash("/ahoy", name="Tor", times=2)).text == "Ahoy Tor (en-US) Ahoy Tor (en-US)"
    answer = await bjorn.slash("/ahoy", name="x", who=harbour.user("Chloé"))
    assert answer.text == "Ahoy Chloé (en-US)"
    with pytest.raises(Refused, match="name is missing"):
        await bjorn.slash("/ahoy")
    with pytest.raises(Refused, match="at most 3"):
        await bjorn.slash("/ahoy", name="Tor", times=4)
    with pytest.raises(Refused, match="no option"):
        await bjorn.slash("/ahoy", name="Tor", volume=4)


@pytest.mark.usefixtures("client")
async def test_the_person_s_own_language_travels_with_the_interaction(harbour: Harbour) -> None:
    chloe = harbour.user("Chloé")
    assert (await chloe.slash("/ahoy", name="Tor")).text == "Ahoy Tor (fr)"
    chloe.locale = "en-GB"
    assert (await chloe.slash("/ahoy", name="Tor")).text == "Ahoy Tor (en-GB)"


@pytest.mark.usefixtures("client")
async def test_commands_are_kept_with_their_translations(harbour: Harbour) -> None:
    ahoy = next(c for c in harbour.world.commands.values() if c["name"] == "ahoy")
    assert ahoy["name_localizations"] == {"fr": "ohé"}
    assert ahoy["description_localizations"] == {"fr": "dire ohé"}


async def test_syncing_again_keeps_the_ids_and_drops_what_is_gone(
    harbour: Harbour, client: WireClient
) -> None:
    before = {command["name"]: key for key, command in harbour.world.commands.items()}
    client.tree.remove_command("pick")
    synced = await client.tree.sync()
    assert {command.name: str(command.id) for command in synced} == {
        name: key for name, key in before.items() if name != "pick"
    }
    assert {c.id for c in await client.tree.fetch_commands()} == {c.id for c in synced}


@pytest.mark.usefixtures("client")
async def test_autocomplete_suggests_for_what_is_half_typed(harbour: Harbour) -> None:
    found = await harbour.user("Dag").autocomplete("/ahoy", focused="name", value="s")
    assert [choice["value"] for choice in found] == ["Sven", "Signe"]
    with pytest.raises(Refused):
        await harbour.user("Dag").autocomplete("/ahoy", focused="times", value="1")


@pytest.mark.usefixtures("client")
async def test_a_form_is_filled_in_and_answered_in_private(harbour: Harbour) -> None:
    eira = harbour.user("Eira")
    form = await eira.slash("/form")
    assert form.modal is not None
    assert form.modal["title"] == "Log book"
    with pytest.raises(Refused, match="empty"):
        await eira.submit(form, {"Wind": "north"})
    with pytest.raises(Refused, match="too long"):
        await eira.submit(form, {"Entry": "x" * 51, "Wind": "north"})
    with pytest.raises(Refused, match="choices"):
        await eira.submit(form, {"Entry": "calm", "Wind": "upwards"})
    answer = await eira.submit(form, {"Entry": "calm", "Wind": "north"})
    assert (answer.text, answer.ephemeral) == ("calm, wind north", True)


@pytest.mark.usefixtures("client")
async def test_a_select_is_chosen_by_its_label(harbour: Harbour) -> None:
    dag = harbour.user("Dag")
    answer = await dag.slash("/pick")
    with pytest.raises(Refused, match="choices"):
        await dag.select(answer, "Which ship", "Raft")
    answer = await dag.select(answer, "Which ship", "Snekke")
    assert answer.text == "chose S"
    assert answer.message["components"] == []


@pytest.mark.usefixtures("client")
async def test_a_press_may_be_answered_by_an_edit_through_the_channel(harbour: Harbour) -> None:
    quay = await harbour.user("Dag").slash("/quay")
    answer = await harbour.user("Dag").press(quay, "Moor")
    assert (answer.state, answer.text) == ("deferred", "moored")
    await harbour.wait_until(lambda: harbour.user("Dag").messages("games")[-1]["content"] == "moored")


@pytest.mark.usefixtures("client")
async def test_private_answers_are_for_one_person_and_the_first_follow_up_fills_the_deferred_one(
    harbour: Harbour,
) -> None:
    astrid = harbour.user("Astrid")
    answer = await astrid.slash("/secret")
    await harbour.wait_until_idle()
    assert [m["content"] for m in astrid.messages("games")] == [
        "the first edits the loading message",
        "the second is new",
    ]
    assert answer.ephemeral
    assert harbour.user("Dag").messages("games") == []
    assert [m["content"] for m in answer.followups] == ["the second is new"]


@pytest.mark.usefixtures("client")
async def test_a_second_answer_is_refused(harbour: Harbour) -> None:
    answer = await harbour.user("Astrid").slash("/twice")
    await harbour.wait_until_idle()
    assert [m["content"] for m in answer.followups] == ["refused 40060"]


@pytest.mark.usefixtures("client")
async def test_after_three_seconds_without_an_answer_an_interaction_has_failed(harbour: Harbour) -> None:
    answer = await harbour.user("Astrid").slash("/mute", wait=False)
    assert answer.state == "sent"
    harbour.clock.advance(3.1)
    await harbour.wait_until_idle()
    assert answer.state == "failed"


@pytest.mark.usefixtures("client")
async def test_commands_are_found_only_where_and_by_whom_they_may_be_used(harbour: Harbour) -> None:
    assert (await harbour.user("Astrid").slash("/stewards")).text == "at your service"
    with pytest.raises(Refused, match="cannot use"):
        await harbour.user("Dag").slash("/stewards")
    direct = harbour.user("Astrid").dm_channel()
    await harbour.user("Astrid").slash("/ahoy", name="Tor", in_=direct)
    with pytest.raises(Refused, match="cannot use"):
        await harbour.user("Astrid").slash("/stewards", in_=direct)


async def test_a_bot_with_a_wrong_token_is_not_let_in(harbour: Harbour, start_client: StartClient) -> None:
    harbour.world.meta["token"], right = "another", harbour.token
    client = WireClient()
    with pytest.raises(discord.LoginFailure):
        await client.login(right)
    await client.close()
    assert (await start_client()).user is not None


async def test_an_unknown_route_is_not_found_and_written_down(harbour: Harbour, client: WireClient) -> None:
    with pytest.raises(discord.NotFound) as caught:
        await client.http.request(discord.http.Route("GET", "/sail/away"))
    assert (caught.value.status, caught.value.code) == (404, 0)
    assert harbour.api_violations == ["unknown route: GET /sail/away"]
    harbour.api_violations.clear()


async def test_a_bulk_update_must_repeat_the_entry_point_command(
    harbour: Harbour, client: WireClient
) -> None:
    harbour.enable_activities()
    assert client.application_id is not None
    ahoy = {"name": "ahoy", "description": "say ahoy"}
    update = client.http.bulk_upsert_global_commands
    assert await refusal_code(update(client.application_id, payload=[ahoy])) == (400, 50240)
    launch = {"name": "launch", "type": 4, "handler": 2}
    registered = await update(client.application_id, payload=[ahoy, launch])
    assert [(each["name"], each["type"]) for each in registered] == [("ahoy", 1), ("launch", 4)]
