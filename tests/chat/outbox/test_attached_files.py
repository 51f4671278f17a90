"""Pictures that are attached to a message already are not uploaded again.

Covers `bot/chat/messages/message_builder.py`, `bot/views/picture_file.py`, `bot/views/pictures.py`.
"""

from collections.abc import Sequence
from typing import Any

import pytest

import db
from bot.chat.messages.message_builder import AttachedFile, MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.views import pictures
from bot.views.picture_file import PictureFile
from render import PAINTERS, Picture
from rules import GAMES
from rules.game import Move
from tests.chat.discord_driver import Chat, alt_texts, enabled_components, find_custom_id, text_of
from tests.chat.panel_driver import play_on_panel, play_step, start_with_panel

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


def _legal_moves(snapshot: GameSnapshot) -> Sequence[Move]:
    return snapshot.legal(min(snapshot.owing_seats()))


def attachment_ids(message: Any) -> dict[str, int]:
    """Returns the ids of a message's pictures, by subject."""
    return {each.filename.split("-")[0]: each.id for each in message.attachments}


async def test_a_step_whose_pictures_did_not_change_uploads_nothing(
    chat: Chat, distinct_pictures: list[Any]
) -> None:
    _, actor, panel = await start_with_panel(chat)
    before, said, seen = attachment_ids(panel), text_of(panel), len(distinct_pictures)
    assert set(before) == {"board", "hand"}
    step = (await actor.click(panel.message, label="No more hints")).response
    assert text_of(step) != said
    assert attachment_ids(step) == before
    assert len(distinct_pictures) == seen


async def test_a_move_brings_only_the_pictures_that_it_changes(
    chat: Chat,
    distinct_pictures: list[Any],  # noqa: ARG001
) -> None:
    code, actor, panel = await start_with_panel(chat)
    before = attachment_ids(panel)
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    move = next(move for move in snapshot.legal(seat) if move.kind == "side")
    after = attachment_ids(await play_on_panel(actor, panel, move))
    assert set(before) == {"board", "hand"}
    assert after["board"] != before["board"]


async def test_the_hand_is_shown_only_where_one_chooses_from_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    apart = PAINTERS["explorers"].kinds_without_hand
    while any(move.kind not in apart for move in _legal_moves(await chat.snapshot(code))):
        actor = await chat.player_to_move(code)
        panel = (await actor.slash(chat.thread(), "play")).response
        assert set(attachment_ids(panel)) == {"board", "hand"}
        assert "My hand" not in enabled_components(panel).values()
        await play_step(chat, code)
    actor = await chat.player_to_move(code)
    panel = (await actor.slash(chat.thread(), "play")).response
    assert set(attachment_ids(panel)) == {"board"}
    hand = await actor.click(panel.message, label="My hand")
    assert hand.ephemeral
    assert set(attachment_ids(hand.response)) == {"hand"}


async def test_a_tap_on_a_panel_that_has_changed_meanwhile_shows_everything_anew(chat: Chat) -> None:
    _, actor, panel = await start_with_panel(chat)
    before = attachment_ids(panel)
    chat.env.inject_error(
        "PATCH", "/webhooks/*/messages/@original", status=400, code=50035, message="Invalid Form Body"
    )
    after = (await actor.click(panel.message, custom_id=find_custom_id(panel, "pick"))).response
    assert set(attachment_ids(after)) >= {"board"}
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


@pytest.mark.parametrize("key", GAMES)
def test_what_is_chosen_without_the_hand_are_moves_of_the_game(key: str) -> None:
    assert PAINTERS[key].kinds_without_hand < {
        kind.model_fields["kind"].default for kind in GAMES[key].info.moves
    }
