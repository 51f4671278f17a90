"""Edits of messages that were sent before: what stays, what is tried again, what must be sent anew."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.outbox.editing import FREE_EDIT_MS, INVALID_FORM_BODY, TOO_MANY_EDITS, Editor
from bot.chat.outbox.permission_fallbacks import ARCHIVED, MISSING_ACCESS, MISSING_PERMISSIONS, Undeliverable
from bot.chat.outbox.sending import Sender
from bot.play.notify import deliveries
from tests.chat.outbox.fake_discord import BOARD, FakeDiscord, board_message, text_message

NOW = 10 * FREE_EDIT_MS
CARD = db.Message(5, 60, "AB2CD", "card", files={BOARD.filename: 77})


@pytest.fixture
def fake_discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
def editor(fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> Editor:
    async def record_attachments(*_: object) -> None: ...

    monkeypatch.setattr(deliveries, "record_attachments", record_attachments)
    client: Any = fake_discord
    service: Any = SimpleNamespace(now=lambda: NOW)
    return Editor(service, Sender(client, service), {6: "-# Grant the permission."})


def refuse_pictures(_: str, __: int, given: dict[str, Any]) -> tuple[int, int] | None:
    return (403, MISSING_PERMISSIONS) if given.get("attachments") else None


async def test_where_attaching_is_forbidden_the_text_changes_and_the_picture_stays(
    editor: Editor, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse = refuse_pictures
    await editor.edit(CARD, board_message())
    ((kind, message, given),) = fake_discord.requests
    assert (kind, message) == ("edit", CARD.message)
    assert "attachments" not in given, "an empty list would remove the picture"


@pytest.mark.parametrize(
    ("code", "has_picture", "missing"),
    [
        (MISSING_PERMISSIONS, False, "send_messages"),
        (MISSING_ACCESS, True, "view_channel"),
        (MISSING_ACCESS, False, "view_channel"),
    ],
)
async def test_an_edit_that_no_form_helps_says_which_permission_is_missing(
    editor: Editor, fake_discord: FakeDiscord, code: int, has_picture: bool, missing: str
) -> None:
    fake_discord.refuse = lambda *_: (403, code)
    with pytest.raises(Undeliverable) as refused:
        await editor.edit(CARD, board_message() if has_picture else text_message())
    assert (refused.value.missing.permission, refused.value.missing.channel) == (missing, CARD.channel)
    assert fake_discord.attempts == 1


async def test_an_outage_during_an_edit_is_left_to_the_outbox(
    editor: Editor, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse = lambda *_: (503, 0)
    for attempt in (editor.edit, editor.try_edit):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt(CARD, board_message())
        assert refused.value.status == 503
    assert fake_discord.attempts == 2


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, ARCHIVED), (400, TOO_MANY_EDITS), (404, 10008), (403, MISSING_PERMISSIONS), (403, MISSING_ACCESS)],
)
async def test_a_message_that_cannot_be_edited_is_to_be_sent_anew(
    editor: Editor, fake_discord: FakeDiscord, status: int, code: int
) -> None:
    fake_discord.refuse = lambda kind, *_: (status, code) if kind == "edit" else (403, MISSING_PERMISSIONS)
    assert not await editor.try_edit(CARD, text_message())
    fake_discord.refuse = lambda *_: None
    assert await editor.try_edit(CARD, text_message())


async def test_a_message_keeps_its_footer_and_stays_without_pictures(
    editor: Editor, fake_discord: FakeDiscord
) -> None:
    lacking = db.Message(6, 60, "AB2CD", "card", lacking="attach_files", classic=True)
    await editor.edit(lacking, board_message())
    ((_, __, given),) = fake_discord.requests
    assert given["attachments"] == []
    assert given["content"].splitlines() == ["Your move.", "Grant the permission."]


async def test_a_picture_that_is_gone_is_uploaded_again_and_other_mistakes_are_not_hidden(
    editor: Editor, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse_once(400, INVALID_FORM_BODY)
    await editor.edit(CARD, board_message())
    ((_, __, given),) = fake_discord.requests
    (uploaded,) = given["attachments"]
    assert isinstance(uploaded, discord.File)
    for code, message in ((INVALID_FORM_BODY, db.Message(5, 60, "AB2CD", "card")), (50006, CARD)):
        fake_discord.refuse_once(400, code)
        with pytest.raises(discord.HTTPException):
            await editor.edit(message, board_message())


async def test_removing_buttons_or_a_message_never_fails(editor: Editor, fake_discord: FakeDiscord) -> None:
    fake_discord.refuse = lambda *_: (404, 10008)
    await editor.strip_buttons(CARD)
    await editor.delete(CARD)
    fake_discord.refuse = lambda *_: None
    await editor.strip_buttons(CARD)
    await editor.delete(CARD)
    (stripped, deleted) = fake_discord.requests
    assert (stripped[0], stripped[2]["view"]) == ("edit", None)
    assert "content" not in stripped[2]
    assert deleted[:2] == ("delete", CARD.message)


@pytest.mark.parametrize(("age", "is_free"), [(FREE_EDIT_MS - 1, True), (FREE_EDIT_MS, False)])
def test_a_message_is_edited_freely_for_an_hour(editor: Editor, age: int, is_free: bool) -> None:
    message = db.Message(5, 60, "AB2CD", "card", at=NOW - age)
    assert editor.is_freely_editable(message) is is_free
