"""Pictures that are attached to a message already are not uploaded again.

Covers `bot/chat/messages/message_builder.py`, `bot/views/picture_file.py`, `bot/views/pictures.py`.
"""

from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import AttachedFile, MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.play.core import outbox_messages
from bot.views import pictures
from bot.views.picture_file import PictureFile
from render import Picture
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, alt_texts, send_component
from tests.chat.panel_driver import play_step, start_with_panel

SEED = bytes(32)  # A deal in which tiles can be placed in more than one way.


@pytest.fixture
def distinct_pictures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Makes pictures differ by content. Returns the list of requested pictures."""
    drawn: list[Any] = []

    def draw(wanted: Any) -> Picture:
        drawn.append(wanted)
        return Picture(wanted.cache_key(), extension="webp", width=1200, height=900)

    monkeypatch.setattr(pictures, "draw", draw)
    return drawn


def attachment_ids(message: Any) -> dict[str, int]:
    """Returns the ids of a message's pictures, by subject."""
    return {each.filename.split("-")[0]: each.id for each in message.attachments}


async def test_a_step_whose_pictures_did_not_change_uploads_nothing(
    chat: Chat, distinct_pictures: list[Any]
) -> None:
    code, actor, panel = await start_with_panel(chat)
    before, seen = attachment_ids(panel), len(distinct_pictures)
    assert len(before) == 1
    again = (await send_component(actor, panel, str(CustomId("panel", code)))).response
    assert attachment_ids(again) == before
    assert len(distinct_pictures) == seen


async def test_a_question_comes_with_one_picture_and_the_board_is_one_tap_away(chat: Chat) -> None:
    _, actor, panel = await start_with_panel(chat)
    asked, pictures = enabled_components(panel), attachment_ids(panel).keys()
    assert len(pictures) == 1
    board = await actor.click(panel.message, label="See the board")
    assert board.response.message.id == panel.message.id
    assert set(attachment_ids(board.response)) == {"board", "hand"}
    back = (await actor.click(board.response.message, label="Back")).response
    assert attachment_ids(back).keys() == pictures
    assert enabled_components(back) == asked


async def test_a_tap_on_a_panel_that_has_changed_meanwhile_shows_everything_anew(chat: Chat) -> None:
    _, actor, panel = await start_with_panel(chat)
    before = attachment_ids(panel)
    chat.env.inject_error(
        "PATCH", "/webhooks/*/messages/@original", status=400, code=50035, message="Invalid Form Body"
    )
    after = (await actor.click(panel.message, custom_id=find_custom_id(panel, "pick"))).response
    assert attachment_ids(after)
    assert not set(attachment_ids(after).values()) & set(before.values())


async def test_a_card_that_is_put_out_keeps_its_picture_and_nothing_is_drawn_for_it(
    chat: Chat, distinct_pictures: list[Any]
) -> None:
    code = await chat.start_game("astrid", "bjorn")
    mover = await chat.player_to_move(code)
    while await chat.player_to_move(code) == mover:
        card, before = chat.card(), attachment_ids(chat.card())
        distinct_pictures.clear()
        await play_step(chat, code)
    (out,) = (message for message in chat.thread().history() if message.id == card.id)
    assert not enabled_components(out)
    assert attachment_ids(out) == before
    assert alt_texts(out) == alt_texts(card)
    assert (
        sum(each.subject == "board" and each.since is not None for each in distinct_pictures) == 1
    )  # the new card's


async def _refresh_card(chat: Chat, code: str, key: str) -> Any:
    async with chat.store.write() as tx:
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(outbox_messages.RefreshCard(ply=1), key=key, game=code)
        )
    chat.wake_outbox()
    await chat.env.settle()
    return chat.card()


async def test_a_card_brought_up_to_date_keeps_its_board_also_after_a_restart(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    before = attachment_ids(chat.card())
    assert attachment_ids(await _refresh_card(chat, code, "once")) == before
    await chat.restart()
    card = await _refresh_card(chat, code, "again")
    assert card.edited_at is not None
    assert attachment_ids(card) == before


async def test_a_picture_that_is_not_there_after_all_is_uploaded_again(
    chat: Chat, distinct_pictures: list[Any]
) -> None:
    assert not distinct_pictures
    code = await chat.start_game("astrid", "bjorn")
    (row,) = await db.messages.list_for_game(chat.store, code, kind="card")
    shown = PictureFile("board", Picture(b"another", "webp", 1200, 900), "A board.")
    async with chat.store.write() as tx:
        await db.messages.set_files(tx, row.message, {shown.filename: 12345})
    (row,) = await db.messages.list_for_game(chat.store, code, kind="card")
    await Messenger.connect(chat.skald, chat.skald.context).editor.edit(
        row, MessageBuilder(notification="Your move.").gallery(shown)
    )
    (message,) = (each for each in chat.thread().history() if each.id == row.message)
    (row,) = await db.messages.list_for_game(chat.store, code, kind="card")
    assert dict(row.files) == {shown.filename: attachment_ids(message)["board"]}


def test_pictures_are_known_by_what_they_show() -> None:
    one, same, other = (
        PictureFile(name, Picture(data, "webp", 1, 1), alt)
        for name, data, alt in (("board", b"a", "x"), ("board", b"a", "y"), ("board", b"b", "x"))
    )
    assert one.filename == same.filename != other.filename
    on = {one.filename: 5}
    kept, new = MessageBuilder().gallery(same, other).edit_kwargs(classic=True, attached=on)["attachments"]
    assert kept == AttachedFile(5, same)
    assert new.filename == other.filename
    assert kept.to_dict() == {"id": "5", "filename": one.filename, "description": "y"}
