"""What Discord's client does not let a user do, and forms that are sent as they are filled in.

Covers `harbour/user_actions.py`, `harbour/component_tree.py` and `harbour/user_client.py`.
"""

from typing import Any

import pytest

from harbour import Refused, Response, UserClient, messages, threads
from harbour.component_tree import modal_fields, normalize, submitted_components
from harbour.errors import ApiError, Json
from harbour.hub import Hub
from harbour.interactions import MODAL, edit_by_token, respond, resume_timeouts
from harbour.user_actions import submit_modal, use_component
from harbour.world import EPHEMERAL
from tests.harbour.conftest import SentEvents

GO: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
STOPPED: Json = {"type": 2, "style": 1, "label": "Stopped", "custom_id": "stopped", "disabled": True}
SHIPS = [{"label": "Knarr", "value": "k"}, {"label": "Snekke", "value": "s"}]
SHIP: Json = {"type": 3, "custom_id": "ship", "placeholder": "Which", "options": SHIPS}
WHO: Json = {"type": 5, "custom_id": "who", "max_values": 2}


def label(component: Json) -> Json:
    return {"type": 18, "label": component["custom_id"], "component": component}


FORM: Json = {
    "title": "Log",
    "custom_id": "log",
    "components": [
        {
            "type": 1,
            "components": [
                {"type": 4, "custom_id": "title", "style": 1, "label": "Title", "required": False}
            ],
        },
        label({"type": 4, "custom_id": "entry", "style": 1, "min_length": 2, "max_length": 4}),
        label({"type": 21, "custom_id": "wind", "options": SHIPS}),
        label({"type": 22, "custom_id": "crew", "options": SHIPS, "max_values": 1}),
        label({"type": 23, "custom_id": "calm"}),
    ],
}


@pytest.fixture
def dag(hub: Hub) -> UserClient:
    return UserClient(hub, hub.world.find_user("Dag")["id"])


def post(hub: Hub, payload: Json, channel: str = "games") -> Json:
    """Post a message of the bot."""
    return messages.create(hub, hub.world.find_channel(channel), hub.world.app_id, payload)


@pytest.fixture
def card(hub: Hub) -> Json:
    rows = [[GO, STOPPED], [SHIP], [WHO]]
    return post(hub, {"components": [{"type": 1, "components": row} for row in rows]})


async def test_buttons_and_lists_are_used_as_they_are_made(hub: Hub, dag: UserClient, card: Json) -> None:
    def use(custom_id: str, values: list[str] | None = None) -> Any:
        return use_component(hub, dag.id, card["channel_id"], card["id"], custom_id, values)

    for custom_id, values, refusal in (
        ("none", None, "That button is gone."),
        ("Go", None, "That button is gone."),
        ("stopped", None, "That button is switched off."),
        ("ship", None, "That is not a button."),
        ("go", ["k"], "That is not a list to choose from."),
        ("ship", [], "Too few or too many chosen."),
        ("ship", ["k", "s"], "Too few or too many chosen."),
        ("ship", ["x"], "That is not among the choices."),
        ("who", ["7"], "Nobody and nothing here has that id."),
    ):
        with pytest.raises(Refused) as caught:
            use(custom_id, values)
        assert str(caught.value) == refusal
    assert use("go").source == card["id"]
    assert use("ship", ["s"]).source == card["id"]
    assert use("who", [dag.id, hub.world.app_id]).source == card["id"]


async def test_a_press_reaches_the_bot_with_its_message(
    hub: Hub, dag: UserClient, card: Json, sent: SentEvents
) -> None:
    sent.to_bot.clear()
    await dag.select(hub.serializer.message(card), "Which", "Snekke", wait=False)
    ((event, data, guild_id),) = sent.to_bot
    assert (event, guild_id) == ("INTERACTION_CREATE", hub.world.guild_id)
    assert data["data"] == {
        "component_type": 3,
        "custom_id": "ship",
        "id": card["components"][1]["components"][0]["id"],
        "values": ["s"],
    }
    assert data["message"]["id"] == card["id"]
    assert data["member"]["user"]["id"] == dag.id
    with pytest.raises(Refused, match="The message has no Row"):
        await dag.press(hub.serializer.message(card), "Row")


async def open_form(hub: Hub, dag: UserClient, card: Json) -> Response:
    pressed = await dag.press(hub.serializer.message(card), "Go", wait=False)
    respond(hub, pressed.interaction.id, pressed.interaction.token, {"type": MODAL, "data": FORM})
    return pressed


FILLED = {"entry": "calm", "wind": "k"}


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        (FILLED, None),
        ({**FILLED, "entry": "ab", "crew": ["s"], "calm": True, "title": "Day 1"}, None),
        ({**FILLED, "entry": "a"}, "What you wrote is too short or too long."),
        ({**FILLED, "entry": "abcde"}, "What you wrote is too short or too long."),
        ({**FILLED, "entry": ""}, "A field that must be filled is empty."),
        ({"entry": "calm"}, "A field that must be filled is empty."),
        ({**FILLED, "wind": "x"}, "That is not among the choices."),
        ({**FILLED, "crew": ["k", "s"]}, "Too few or too many chosen."),
        ({**FILLED, "crew": ["x"]}, "That is not among the choices."),
        ({**FILLED, "rain": "x"}, "The form has no field rain."),
    ],
)
async def test_a_form_is_sent_when_it_is_filled_in(
    hub: Hub, dag: UserClient, card: Json, values: Json, refusal: str | None
) -> None:
    form = await open_form(hub, dag, card)
    values = {"crew": ["k"], **values}
    if refusal is None:
        assert submit_modal(hub, dag.id, form.interaction.id, "log", values).source == card["id"]
        return
    with pytest.raises(Refused) as caught:
        submit_modal(hub, dag.id, form.interaction.id, "log", values)
    assert str(caught.value) == refusal


async def test_a_form_belongs_to_the_user_who_opened_it(hub: Hub, dag: UserClient, card: Json) -> None:
    form = await open_form(hub, dag, card)
    astrid = hub.world.find_user("Astrid")["id"]
    for user_id, interaction_id, custom_id in (
        (astrid, form.interaction.id, "log"),
        (dag.id, "7", "log"),
        (dag.id, form.interaction.id, "other"),
    ):
        with pytest.raises(Refused, match="That form is gone"):
            submit_modal(hub, user_id, interaction_id, custom_id, FILLED)
    unanswered = await dag.press(hub.serializer.message(card), "Go", wait=False)
    with pytest.raises(Refused, match="No form was opened"):
        await dag.submit(unanswered)
    with pytest.raises(LookupError, match="no message answers this: sent"):
        _ = unanswered.message


def test_fields_that_are_not_filled_in_have_their_defaults() -> None:
    chosen = [SHIPS[0], {**SHIPS[1], "default": True}]
    fields: list[Json] = [
        {"type": 4, "custom_id": "text", "style": 1, "value": "calm"},
        {"type": 4, "custom_id": "empty", "style": 1},
        {"type": 21, "custom_id": "radio", "options": chosen},
        {"type": 21, "custom_id": "none", "options": SHIPS},
        {"type": 23, "custom_id": "box", "default": True},
        {"type": 23, "custom_id": "off"},
        {"type": 3, "custom_id": "select", "options": chosen},
    ]
    modal: Json = {"components": normalize([*map(label, fields), {"type": 10, "content": "words"}])}
    assert [*modal_fields(modal)] == [field["custom_id"] for field in fields]

    def submitted(values: Json) -> Json:
        *parts, words = submitted_components(modal, values)
        assert words.keys() == {"type", "id"}
        found = (part["component"] for part in parts)
        return {part["custom_id"]: part.get("value", part.get("values")) for part in found}

    defaults = {
        "text": "calm",
        "empty": "",
        "radio": "s",
        "none": None,
        "box": True,
        "off": False,
        "select": ["s"],
    }
    assert submitted({}) == defaults
    given = {
        "text": "wild",
        "empty": "x",
        "radio": "k",
        "none": ["s"],
        "box": False,
        "off": True,
        "select": "k",
    }
    assert submitted(given) == {**given, "none": "s", "select": ["k"]}


def test_links_to_the_bot_s_own_files_are_stored_by_their_names() -> None:
    urls = ["http://127.0.0.1:1/attachments/7/8/a.png?ex=1", "attachment://b c.png", "https://x.org/d.png"]
    gallery = {"type": 12, "items": [{"media": {"url": url}} for url in urls]}
    (stored,) = normalize([gallery])
    assert [item["media"]["url"] for item in stored["items"]] == [
        "attachment://a.png",
        "attachment://b_c.png",
        "https://x.org/d.png",
    ]
    assert all(item["spoiler"] is False and item["description"] is None for item in stored["items"])


def test_components_get_the_numbers_that_are_free() -> None:
    stored = normalize([{"type": 10, "content": "a"}, {"type": 10, "content": "b", "id": 1}, {"type": 14}])
    assert [part["id"] for part in stored] == [2, 1, 3]
    assert stored[2] == {"type": 14, "id": 3, "spacing": 1, "divider": True}


def test_writing_is_for_channels_that_take_it(dag: UserClient) -> None:
    with pytest.raises(Refused, match="A forum holds posts only"):
        dag.send("x", in_="tables")
    with pytest.raises(Refused, match="Only a forum holds posts"):
        dag.create_forum_post("x", "x", in_="games")
    with pytest.raises(Refused, match="Invalid Form Body"):
        dag.create_forum_post("x" * 101, "x")
    with pytest.raises(Refused, match="Invalid Form Body"):
        dag.send("x" * 2001, in_="games")
    with pytest.raises(Refused, match="Cannot send an empty message"):
        dag.send(" ", in_="games")
    with pytest.raises(Refused, match="You do not see that channel"):
        dag.messages({"id": "7"})
    sent = dag.send("first", in_="games")
    answer = dag.send("second", in_="games", reply_to=sent)
    assert (answer["type"], answer["referenced_message"]["content"]) == (19, "first")
    with pytest.raises(Refused, match="That message is gone"):
        dag.send("third", in_="games", reply_to={"id": "7"})


def test_a_locked_or_archived_thread_takes_nothing(hub: Hub, dag: UserClient) -> None:
    thread = threads.create(hub, hub.world.find_channel("games"), hub.world.app_id, {"name": "Lofoten 1"}, 11)
    inside = messages.create(hub, thread, hub.world.app_id, {"components": [{"type": 1, "components": [GO]}]})
    threads.set_archived(hub, thread, True)
    with pytest.raises(Refused, match="This thread is archived"):
        use_component(hub, dag.id, thread["id"], inside["id"], "go")
    thread["thread_metadata"]["locked"] = True
    with pytest.raises(Refused, match="This thread is locked"):
        dag.send("x", in_=thread)
    astrid = UserClient(hub, hub.world.find_user("Astrid")["id"])
    astrid.send("a manager opens it", in_=thread)
    assert thread["thread_metadata"]["archived"] is False


def test_names_that_nobody_has_are_refused(hub: Hub) -> None:
    with pytest.raises(KeyError, match="nobody here is called Olaf"):
        hub.world.find_user("Olaf")
    with pytest.raises(KeyError, match="no channel is called harbour"):
        hub.world.find_channel("harbour")


COMMANDS: list[Json] = [
    {"id": "1", "name": "sail", "type": 1, "options": []},
    {"id": "2", "name": "Show as text", "type": 3, "options": []},
    {"id": "3", "name": "muster", "type": 1, "options": [], "default_member_permissions": "32"},
]


async def test_commands_are_used_by_their_names(
    hub: Hub, dag: UserClient, card: Json, sent: SentEvents
) -> None:
    for command in COMMANDS:
        hub.world.commands.save(command)
    assert dag.commands("games") == ["sail"]
    assert dag.message_commands("games") == ["Show as text"]
    shown = hub.serializer.message(card)
    with pytest.raises(Refused, match="There is no command /row"):
        await dag.slash("/row", wait=False)
    with pytest.raises(Refused, match="There is no message command Hide"):
        await dag.use_message_command(shown, "Hide", wait=False)
    sent.to_bot.clear()
    await dag.slash("/sail", wait=False)
    await dag.use_message_command(shown, "Show as text", wait=False)
    command, menu = (data["data"] for _, data, __ in sent.to_bot)
    assert command == {"id": "1", "name": "sail", "type": 1, "options": []}
    assert (menu["name"], menu["type"], menu["target_id"]) == ("Show as text", 3, card["id"])
    assert [*menu["resolved"]["messages"]] == [card["id"]]
    messages.delete(hub, hub.world.find_channel("games"), card)
    with pytest.raises(Refused, match="That message is gone"):
        await dag.press(shown, "Go", wait=False)
    with pytest.raises(Refused, match="That message is gone"):
        await dag.use_message_command(shown, "Show as text", wait=False)


async def test_what_was_not_answered_before_a_restart_fails(
    hub: Hub, dag: UserClient, card: Json, sent: SentEvents
) -> None:
    shown = hub.serializer.message(card)
    waiting = [await dag.press(shown, "Go", wait=False) for _ in range(2)]
    respond(hub, waiting[1].interaction.id, waiting[1].interaction.token, {"type": 6})
    await hub.stop_tasks()
    sent.has_session = False
    resume_timeouts(hub)
    assert await hub.changes.wait_until(lambda: waiting[0].failed, 5)
    assert waiting[1].state == "deferred"
    assert not await hub.changes.wait_until(lambda: False, 0)


@pytest.mark.parametrize(
    ("state", "flags", "code"),
    [
        ({"locked": True}, 0, (403, 50083)),
        ({"archived": True}, 0, (400, 50083)),
        ({"locked": True, "archived": True}, EPHEMERAL, None),
        ({}, 0, None),
    ],
)
async def test_answers_that_all_can_read_are_not_edited_in_a_closed_thread(
    hub: Hub, dag: UserClient, state: Json, flags: int, code: tuple[int, int] | None
) -> None:
    world = hub.world
    world.commands.save(COMMANDS[0])
    thread = threads.create(hub, world.find_channel("games"), world.app_id, {"name": "x"}, 11)
    asked = (await dag.slash("/sail", in_=thread, wait=False)).interaction
    respond(hub, asked.id, asked.token, {"type": 4, "data": {"content": "before", "flags": flags}})
    thread["thread_metadata"] |= state
    if code is None:
        edit_by_token(hub, asked, "@original", {"content": "after"}, None)
    else:
        with pytest.raises(ApiError) as caught:
            edit_by_token(hub, asked, "@original", {"content": "after"}, None)
        assert (caught.value.status, caught.value.code) == code
    said = world.message(thread["id"], asked.response)
    assert said is not None
    assert said["content"] == ("before" if code else "after")
