"""Outdated reminders, votes and notices are cleaned up without another notification.

Covers `bot/play/notify/cleanup.py`.
"""

from typing import Any

import pytest

import db
from bot.play.account import preferences, privacy
from bot.play.core.authorization import Actor
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.panel_driver import play_until_handover
from tests.chat.sent_requests import count_requests, sent_messages
from tests.chat.story_fixtures import channel_text

HOUR, DAY = 3600, 86_400


def reminder_texts(place: Any) -> list[str]:
    return [text_of(message) for message in place.history() if "Reminder" in text_of(message)]


async def test_a_reminder_takes_the_place_of_the_one_before_and_goes_with_the_move(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    await chat.env.advance_time(60 * HOUR)
    assert len(reminder_texts(chat.thread())) == 1
    (first,) = [m for m in chat.thread().history() if "Reminder" in text_of(m)]
    await chat.env.advance_time(36 * HOUR)
    assert len(reminder_texts(chat.thread())) == 1
    assert first.id not in [message.id for message in chat.thread().history()]
    mark = count_requests(chat)
    await play_until_handover(chat, code)
    assert not reminder_texts(chat.thread())
    assert sum(bool(post.pinged) for post in sent_messages(chat, mark)) == 1, "only the card calls"


async def test_reminders_by_direct_message_go_as_well(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    actor = await chat.player_to_move(code)
    await preferences.update_preferences(chat.service, Actor(actor.id, actor.name, "en-GB"), tell="dm")
    await chat.env.advance_time(96 * HOUR)
    assert len(reminder_texts(actor.user.dm_channel)) == 1
    await play_until_handover(chat, code)
    assert not reminder_texts(actor.user.dm_channel)


async def test_a_reminder_that_crosses_the_move_does_not_stay(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    calling = db.messages.upsert
    moved = []

    async def keep(tx: db.Transaction, message: db.Message) -> None:
        if message.kind == "passing call" and not moved:
            moved.append(message.message)
            # As if the move had come between the sending and this.
            assert message.seat is not None
            await db.players.update(tx, code, {message.seat: {"owes_since": None}})
        await calling(tx, message)

    monkeypatch.setattr(db.messages, "upsert", keep)
    await chat.env.advance_time(60 * HOUR)
    assert moved
    assert not reminder_texts(chat.thread())


async def test_the_way_back_goes_when_somebody_is_back(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    absent = await chat.player_to_move(code)
    (other,) = [actor for actor in chat.users.values() if actor.id != absent.id]
    await chat.env.advance_time(121 * HOUR)
    asked = next(
        m for m in chat.thread().history() if any(":vote:" in name for name in enabled_components(m))
    )
    await other.click(asked, label="Let the caretaker play")
    notice = next(
        m for m in chat.thread().history() if "The caretaker plays for" in m.content and enabled_components(m)
    )
    await absent.click(notice, label="I’m back")
    after = next(m for m in chat.thread().history() if m.id == notice.id)
    assert "The caretaker plays for" in after.content
    assert not enabled_components(after)


async def test_a_closed_vote_has_no_buttons_and_no_end(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn", pace="none")
    ending = (await chat.user("astrid").slash(chat.thread(), "table end")).response
    await chat.user("astrid").click(ending.message, label="Ask the table")
    asked = next(
        m for m in chat.thread().history() if any(":vote:" in name for name in enabled_components(m))
    )
    await chat.user("bjorn").click(asked, label="Refuse")
    closed = next(m for m in chat.thread().history() if m.id == asked.id)
    assert "The vote ends" not in text_of(closed)
    assert not enabled_components(closed)


async def test_a_warning_of_silence_goes_when_it_is_over(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    await chat.env.advance_time(5 * DAY + 60)
    assert "waiting for five days" in channel_text(chat.channel)
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert "waiting for five days" not in channel_text(chat.channel)


async def test_somebody_erased_leaves_nothing_to_tidy(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    actor = await chat.player_to_move(code)
    await chat.env.advance_time(60 * HOUR)
    await privacy.erase_user(chat.service, actor.id)
    kept = await db.messages.list_temporary(chat.store, code)
    assert all(message.person != actor.id for message in kept)
