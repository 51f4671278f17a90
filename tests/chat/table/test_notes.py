"""Private notes: kept for one's own eyes, by typing or in a form, and shown behind a button."""

import db
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, words_of
from tests.chat.story_fixtures import seated

PLAN = "Keep the *polar bear* for the last round."


async def test_a_note_is_kept_and_shown_to_its_writer_alone(chat: Chat) -> None:
    code = (await seated(chat, "astrid", "bjorn", plies=4)).row.code
    writer, other = chat.person("astrid"), chat.person("bjorn")
    before = len(chat.channel.history())
    kept = await writer.slash(chat.channel, "table note", text=PLAN, game=code)
    assert kept.ephemeral
    assert PLAN in words_of(kept.response)
    again = await writer.slash(chat.channel, "table note", game=code)
    assert again.ephemeral
    assert PLAN in words_of(again.response)
    assert PLAN not in words_of((await other.slash(chat.channel, "table note", game=code)).response)
    assert len(chat.channel.history()) == before
    for actor in (other, chat.person("eira")):
        for command in ("table log", "table recap", "table replay", "board"):
            assert PLAN not in words_of((await actor.slash(chat.channel, command, game=code)).response)


async def test_the_panel_shows_it_behind_a_button_and_a_form_changes_it(chat: Chat) -> None:
    code = (await seated(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.person("astrid")
    panel = (await writer.slash(chat.channel, "play", game=code)).response
    card = (await writer.click(panel.message, label="Notes")).response
    assert "nothing down yet" in words_of(card)
    form = await writer.click(card.message, label="Write")
    changed = await writer.submit_modal(form, {"text": PLAN})
    assert PLAN in words_of(changed.response)
    again = await writer.click(card.message, label="Write")
    assert PLAN in str(again.modal)
    emptied = await writer.submit_modal(again, {"text": ""})
    assert "nothing down yet" in words_of(emptied.response)
    assert await db.notes.find(chat.store, code, writer.id) is None


async def test_a_form_outlives_a_restart(chat: Chat) -> None:
    code = (await seated(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.person("astrid")
    card = (await writer.slash(chat.channel, "table note", game=code)).response
    form = await writer.click(card.message, label="Write")
    await chat.restart()
    await writer.submit_modal(form, {"text": PLAN})
    kept = await db.notes.find(chat.store, code, writer.id)
    assert kept is not None
    assert kept.text == PLAN


async def test_a_note_that_is_too_long_leaves_the_old_one(chat: Chat) -> None:
    code = (await seated(chat, "astrid", "bjorn", plies=4)).row.code
    writer = chat.person("astrid")
    await writer.slash(chat.channel, "table note", text="x" * 2000, game=code)
    refused = await writer.slash(chat.channel, "table note", text="y" * 2001, game=code)
    assert "2001" in words_of(refused.response)
    kept = await db.notes.find(chat.store, code, writer.id)
    assert kept is not None
    assert kept.text == "x" * 2000


async def test_only_those_at_the_table_take_notes(chat: Chat) -> None:
    code = (await seated(chat, "astrid", "bjorn", plies=4)).row.code
    stranger = chat.person("eira")
    refused = await stranger.slash(chat.channel, "table note", text=PLAN, game=code)
    assert "aren't playing" in words_of(refused.response)
    panel = (await chat.person("astrid").slash(chat.channel, "table note", game=code)).response
    for verb in ("note", "note-edit", "note-keep"):
        answer = await late_tap(chat.person("astrid"), panel, f"skald:{verb}:NOGAM::")
        said = [message for message in (answer.response, *answer.followups) if message is not None]
        assert any("NOGAM" in words_of(message) for message in said)
    assert tap_named(panel, "note-edit") in taps(panel)
