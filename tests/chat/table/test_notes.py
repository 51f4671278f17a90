"""Private notes: written by command or in a form, shown only to their author.

Covers `bot/play/account/notes.py`.
"""

import db
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import open_tool
from tests.chat.story_fixtures import recorded_game_in

PLAN = "Keep the *polar bear* for the last round."


async def test_a_note_is_kept_and_shown_to_its_writer_alone(chat: Chat) -> None:
    code = (await recorded_game_in(chat, "astrid", "bjorn", plies=4)).row.code
    writer, other = chat.user("astrid"), chat.user("bjorn")
    before = len(chat.channel.history())
    kept = await writer.slash(chat.channel, "table note", text=PLAN, table=code)
    assert kept.ephemeral
    assert PLAN in text_of(kept.response)
    again = await writer.slash(chat.channel, "table note", table=code)
    assert again.ephemeral
    assert PLAN in text_of(again.response)
    assert PLAN not in text_of((await other.slash(chat.channel, "table note", table=code)).response)
    assert len(chat.channel.history()) == before
    for actor in (other, chat.user("eira")):
        for command in ("table log", "table recap", "table replay", "board"):
            assert PLAN not in text_of((await actor.slash(chat.channel, command, table=code)).response)


async def test_the_panel_shows_it_behind_a_button_and_a_form_changes_it(chat: Chat) -> None:
    code = (await recorded_game_in(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.user("astrid")
    panel = (await writer.slash(chat.channel, "play", table=code)).response
    card = await open_tool(writer, panel, "Open my notes")
    assert "no note yet" in text_of(card)
    form = await writer.click(card.message, label="Edit my note")
    changed = await writer.submit_modal(form, {"text": PLAN})
    assert PLAN in text_of(changed.response)
    again = await writer.click(card.message, label="Edit my note")
    assert PLAN in str(again.modal)
    emptied = await writer.submit_modal(again, {"text": ""})
    assert "no note yet" in text_of(emptied.response)
    assert await db.notes.find(chat.store, code, writer.id) is None


async def test_a_form_outlives_a_restart(chat: Chat) -> None:
    code = (await recorded_game_in(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.user("astrid")
    card = (await writer.slash(chat.channel, "table note", table=code)).response
    form = await writer.click(card.message, label="Edit my note")
    await chat.restart()
    await writer.submit_modal(form, {"text": PLAN})
    kept = await db.notes.find(chat.store, code, writer.id)
    assert kept is not None
    assert kept.text == PLAN


async def test_a_note_that_is_too_long_leaves_the_old_one(chat: Chat) -> None:
    code = (await recorded_game_in(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.user("astrid")
    await writer.slash(chat.channel, "table note", text="x" * 2000, table=code)
    refused = await writer.slash(chat.channel, "table note", text="y" * 2001, table=code)
    assert "2001" in text_of(refused.response)
    kept = await db.notes.find(chat.store, code, writer.id)
    assert kept is not None
    assert kept.text == "x" * 2000


async def test_only_those_at_the_table_take_notes(chat: Chat) -> None:
    code = (await recorded_game_in(chat, "astrid", "bjorn", plies=4)).row.code
    stranger = chat.user("eira")
    refused = await stranger.slash(chat.channel, "table note", text=PLAN, table=code)
    assert "aren’t playing" in text_of(refused.response)
    panel = (await chat.user("astrid").slash(chat.channel, "table note", table=code)).response
    for verb in ("note", "note-edit", "note-keep"):
        answer = await send_component(chat.user("astrid"), panel, f"skald:{verb}:NOGAM::")
        said = [message for message in (answer.response, *answer.followups) if message is not None]
        assert any("NOGAM" in text_of(message) for message in said)
    assert find_custom_id(panel, "note-edit") in enabled_components(panel)
