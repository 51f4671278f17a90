"""Notifications on a phone: plain content, mentions first, then the sentence."""

from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import PUSH_CHARS, MessageBuilder, button
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat, send_component
from tests.chat.panel_driver import VisibleMessage, play_step, play_until_handover

HOUR_S = 3600
V2 = 1 << 15
SILENT = 1 << 12


def posted_payloads(chat: Chat) -> list[dict[str, Any]]:
    """Returns the payloads of all messages posted to Discord."""
    return [
        request.json or {}
        for request in chat.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]


async def test_whatever_pings_has_its_words_in_content(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    for _ in range(3):
        await chat.env.advance_time(HOUR_S)
        await play_until_handover(chat, code)
    pinging = [message for message in posted_payloads(chat) if message["allowed_mentions"].get("users")]
    assert len(pinging) >= 4
    assert "the table is full" in pinging[0]["content"]
    assert not any(message.get("flags", 0) & V2 for message in pinging)
    for message in pinging[1:]:
        (person,) = message["allowed_mentions"]["users"]
        first = message["content"].splitlines()[0]
        assert first.startswith(f"<@{person}> Lofoten with ")
        assert ": your move, " in first
        assert first.endswith(" left.")


async def test_a_call_goes_on_with_what_happened_and_ends_with_the_pace(chat: Chat) -> None:
    """A lock screen shows markup literally, so there is no small print within its limit."""
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    await chat.env.advance_time(HOUR_S)
    mover = await chat.player_to_move(code)
    await play_until_handover(chat, code)
    called, *told, pace = chat.card().content.splitlines()
    assert ": your move, " in called
    assert any(mover.name in line for line in told)
    assert pace.removeprefix("-# ").startswith("Pace: a move every day or two · ")
    pinging = [message for message in posted_payloads(chat) if message["allowed_mentions"].get("users")]
    assert not any("-# " in message["content"][:PUSH_CHARS] for message in pinging)


async def test_several_who_owe_the_same_are_called_by_one_line(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn", "cara", game="shipwrights")
    first, *rest = chat.card().content.splitlines()
    assert first.count("<@") == 3
    assert not any(line.startswith("<@") for line in rest)


async def test_a_hand_arrives_silently_and_is_edited_where_it_is(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    for _ in range(4):
        await chat.env.advance_time(2 * HOUR_S)
        await play_until_handover(chat, code)
    for person in chat.users.values():
        (hand,) = person.user.dm_channel.history()
        assert hand.flags.value & SILENT
        assert hand.content.startswith("Lofoten with ")
        assert hand.edited_at is not None


async def test_a_direct_call_says_what_waits_where_and_how_long(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="slow")
    await chat.env.advance_time(HOUR_S)
    mover = await chat.player_to_move(code)
    (other,) = [actor for actor in chat.users.values() if actor.id != mover.id]
    await preferences.update_preferences(chat.service, Actor(other.id, other.name, "en-US"), tell="dm")
    await play_until_handover(chat, code)
    told = next(message for message in other.user.dm_channel.history() if "your move" in message.content)
    assert told.content.splitlines()[0] == (
        f"Lofoten with {mover.name}: your move, play an order card. 96 h left."
    )
    assert not told.flags.value & (V2 | SILENT)
    panel = await other.user.click(told, custom_id=find_custom_id(told, "play"))
    assert panel.ephemeral


async def test_the_final_card_says_who_won(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    for _ in range(3):
        await play_step(chat, code)
    loser = await chat.player_to_move(code)
    asked = (await loser.slash(chat.thread(), "table resign")).response
    await loser.click(asked, custom_id=find_custom_id(asked, "resign"))
    first = chat.final_card().content.splitlines()[0]
    (winner,) = [actor for actor in chat.users.values() if actor.id != loser.id]
    assert first.endswith(f"Lofoten: {loser.name} resigns. {winner.name} wins.")


async def test_a_tap_on_what_stands_at_the_table_never_turns_it_into_a_panel(chat: Chat) -> None:
    """A forged custom id with a verb of the panel gets a private answer and does not change the card."""
    code = await chat.start_game("astrid", "bjorn")
    actor, card = await chat.player_to_move(code), chat.card()
    snapshot = await chat.snapshot(code)
    answer = await send_component(
        actor, VisibleMessage(card), str(CustomId("pick", code, snapshot.row.version, ()))
    )
    assert answer.response.ephemeral
    assert chat.card().content == card.content


def test_a_call_longer_than_a_message_is_cut_at_its_end() -> None:
    builder = MessageBuilder(notification="Lofoten with Bjørn: your move.").text("x" * 3000)
    assert builder.content().startswith("Lofoten with Bjørn: your move.\nx")
    assert len(builder.content()) == 2000


@pytest.mark.parametrize("call", ["", "Somebody is called."])
def test_a_message_has_the_same_buttons_in_either_form(call: str) -> None:
    builder = (
        MessageBuilder(notification=call)
        .text("words")
        .buttons(*(button(CustomId(f"v{n}"), str(n)) for n in range(4)))
    )
    shown = [part for part in builder.view().walk_children() if getattr(part, "custom_id", None)]
    assert [part.label for part in shown] == ["0", "1", "2", "3"]
    assert ("content" in builder.send_kwargs()) == bool(call)


async def test_a_message_keeps_the_form_it_was_sent_in(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    kept = await db.messages.list_for_game(chat.store, code)
    assert {message.kind: message.classic for message in kept} == {"lobby": False, "card": True, "hand": True}
