"""Failures around the bot: closed direct messages, Discord errors, database errors, shutdown.

Covers `bot/chat/outbox/messenger.py`, `bot/chat/outbox/sending.py`, `bot/chat/outbox/table_sender.py`,
`bot/chat/outbox/editing.py`.
"""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

import db
from bot.chat.interactions.requests import run_handler
from bot.chat.outbox.sending import Outgoing, Sender
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor
from bot.play.notify import deliveries
from bot.play.turns import resignation
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.form_driver import submit_form
from tests.chat.panel_driver import play_step, start_with_panel, undoable_pick


async def test_closed_direct_messages_are_told_on_the_card_and_my_hand_still_works(chat: Chat) -> None:
    chat.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=4)
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    assert f"<@{actor.id}>: your direct messages are closed" in text_of(chat.card())
    answer = await actor.click(chat.card(), label="See my hand")
    assert answer.ephemeral
    assert [attachment.filename[:4] for attachment in answer.response.attachments] == ["hand"]


async def start_without_thread(chat: Chat, **error: int) -> tuple[str, Any]:
    """Start a game in the channel, as no thread can be opened. Returns its code and the lobby's card."""
    code = await chat.open_lobby("astrid", "bjorn")
    chat.env.inject_error("POST", "/channels/*/messages/*/threads", **error)
    lobby = chat.lobby_card(code)
    await chat.user("astrid").click(lobby, label="Start")
    assert (await chat.snapshot(code)).row.thread is None
    assert find_custom_id(chat.channel.last_message, "play") == f"skald:play:{code}::"
    return code, next(message for message in chat.channel.history() if message.id == lobby.id)


async def test_without_the_right_to_open_threads_the_game_lives_in_the_channel(chat: Chat) -> None:
    _, lobby = await start_without_thread(chat, status=403, code=50013)
    assert "Create Public Threads" in text_of(lobby)


async def test_without_room_for_threads_the_game_starts_in_the_channel_and_moves_later(chat: Chat) -> None:
    code, lobby = await start_without_thread(chat, status=400, code=160006)
    assert "as many active threads as Discord allows" in text_of(lobby)
    for name in ("astrid", "bjorn"):
        assert any("your hand" in text_of(message) for message in chat.user(name).user.dm_channel.history())
    await chat.env.advance_time(700)
    assert (await chat.snapshot(code)).row.thread is not None
    assert find_custom_id(chat.card(), "play") == f"skald:play:{code}::"


async def test_a_card_that_discord_refused_is_delivered_later(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    chat.env.inject_error("POST", "/channels/*/messages", status=500, times=6)
    await chat.user("astrid").click(chat.lobby_card(code), label="Start")
    await chat.env.advance_time(400)
    assert find_custom_id(chat.card(), "play") == f"skald:play:{code}::"
    cards = [message for message in chat.thread().history() if message.attachments]
    assert len(cards) == 1


async def test_a_card_that_discord_never_takes_does_not_hold_up_the_game_for_ever(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    # Three posts at the start: the card, and a hand for each.
    chat.env.inject_error("POST", "/channels/*/messages", status=400, code=50035, times=21)
    await chat.user("astrid").click(chat.lobby_card(code), label="Start")
    await chat.env.advance_time(1_000)
    actor = await chat.player_to_move(code)
    panel = (await actor.slash(chat.thread(), "play")).response
    name = await undoable_pick(chat, code)
    await send_component(actor, panel, name)
    assert find_custom_id(chat.card(), "play") == f"skald:play:{code}::"


def playable_cards(chat: Chat, code: str) -> list[int]:
    return [each.id for each in chat.thread().history() if f"skald:play:{code}::" in enabled_components(each)]


async def test_a_card_before_the_latest_loses_its_buttons_once_an_outage_is_over(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    mover, card = await chat.player_to_move(code), chat.card()
    while await chat.player_to_move(code) == mover:
        snapshot = await chat.snapshot(code)
        if {move.kind for move in snapshot.legal(min(snapshot.owing_seats()))} == {
            "place"
        }:  # it ends the turn
            chat.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=503, times=None)
        await play_step(chat, code)
    assert len(playable_cards(chat, code)) == 2
    chat.env.backend.faults.clear()
    await chat.env.advance_time(400)
    (latest,) = playable_cards(chat, code)
    assert latest != card.id


async def test_a_card_that_could_not_be_edited_loses_its_buttons_when_a_later_one_is_shown_anew(
    chat: Chat,
) -> None:
    code = await chat.start_game("astrid", "bjorn")
    mover, card = await chat.player_to_move(code), chat.card()
    chat.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=403, code=50013, times=None)
    while await chat.player_to_move(code) == mover:
        await play_step(chat, code)
    assert card.id in playable_cards(chat, code)
    chat.env.backend.faults.clear()
    async with chat.store.write() as tx:
        refresh = outbox_messages.RefreshCard(ply=(await chat.snapshot(code)).row.ply)
        await db.outbox.enqueue(tx, outbox_messages.new_post(refresh, key="once more", game=code))
    chat.wake_outbox()
    await chat.env.advance_time(60)
    assert playable_cards(chat, code) == [chat.card().id]


async def test_an_answer_that_discord_refuses_leaves_the_move_played(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    name = await undoable_pick(chat, code)
    ply = (await chat.snapshot(code)).row.ply
    chat.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=500, times=9)
    answer = await send_component(actor, panel, name)
    assert (await chat.snapshot(code)).row.ply == ply + 1
    assert "Your move is safe" in text_of(answer.followups[0])


@pytest.mark.parametrize("kind", ["locked", "full", "readonly", "corrupt"])
async def test_a_database_in_trouble_is_told_in_private_and_nothing_changes(
    chat: Chat, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, actor, panel = await start_with_panel(chat)
    name = await undoable_pick(chat, code)
    before = await chat.snapshot(code)

    def refuse(_: db.Store) -> None:
        raise db.DatabaseError(kind, "for this test")  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(db.Store, "write", refuse)
        answer = await send_component(actor, panel, name)
    assert "nothing was changed" in text_of(answer.followups[0])
    assert answer.followups[0].ephemeral
    assert (await chat.snapshot(code)).row == before.row


async def test_an_expired_token_harms_nothing(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    name = await undoable_pick(chat, code)
    chat.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    before = await chat.snapshot(code)
    await send_component(actor, panel, name)
    assert (await chat.snapshot(code)).row == before.row


async def test_nobody_but_those_meant_is_pinged(chat: Chat) -> None:
    await chat.start_game("astrid", "@everyone")
    sent = [request for request in chat.env.http_requests if request.method == "POST" and request.json]
    pinging = [
        request.json["allowed_mentions"] for request in sent if "allowed_mentions" in (request.json or {})
    ]
    assert pinging
    assert all(not set(mentions.get("parse", [])) for mentions in pinging)
    assert isinstance(chat.skald.allowed_mentions, discord.AllowedMentions)


@pytest.fixture
def lost_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord accepts each first response, but its reply is lost."""
    create, lost = AsyncWebhookAdapter.create_interaction_response, set[int]()

    async def lose(adapter: Any, interaction: int, *arguments: Any, **options: Any) -> Any:
        reply = await create(adapter, interaction, *arguments, **options)
        if interaction in lost:
            return reply
        lost.add(interaction)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", lose)


@pytest.mark.usefixtures("lost_replies")
async def test_a_first_answer_whose_reply_was_lost_does_not_skip_the_work(chat: Chat) -> None:
    code, actor, panel = await start_with_panel(chat)
    name = await undoable_pick(chat, code)
    before = (await chat.snapshot(code)).row.ply
    played = await send_component(actor, panel, name)
    assert (await chat.snapshot(code)).row.ply == before + 1
    assert not any("Your move is safe" in text_of(each) for each in played.followups)


@pytest.mark.usefixtures("lost_replies")
async def test_a_form_whose_reply_was_lost_can_be_filled_in(chat: Chat) -> None:
    astrid = chat.user("astrid")
    panel = (await astrid.slash(chat.channel, "settings")).response
    opened = await astrid.click(panel.message, label="Set time zone")
    assert not opened.followups
    await submit_form(astrid, opened, place="Oslo")
    assert (await db.users.get(chat.store, astrid.id)).timezone == "Europe/Oslo"


async def test_whoever_has_just_tapped_is_still_answered_when_skald_leaves(chat: Chat) -> None:
    answered: list[str] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(_: Any) -> None:
        begun.set()
        await go_on.wait()
        answered.append("yes")

    class Quiet:
        context, actor = chat.skald.context, Actor(1, "Astrid", "en")

        async def defer(self, _: str) -> None: ...

    tap: Any = Quiet()
    under_way = asyncio.create_task(run_handler(tap, "private", work))
    await begun.wait()
    leaving = asyncio.create_task(chat.skald.close())
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(under_way, leaving)
    assert answered == ["yes"]


async def test_a_card_whose_record_was_lost_with_the_database_loses_its_buttons(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_nonce: dict[object, deliveries.SentMessage] = {}
    send_anew = Sender.send

    async def send(self: Sender, channel: int, outgoing: Outgoing) -> deliveries.SentMessage:
        """Find a message by its nonce, as Discord does and the simulation does not."""
        if outgoing.nonce not in by_nonce:
            by_nonce[outgoing.nonce] = await send_anew(self, channel, outgoing)
        return by_nonce[outgoing.nonce]

    monkeypatch.setattr(Sender, "send", send)
    code = await chat.open_lobby("astrid", "bjorn")
    with monkeypatch.context() as patched:

        async def unreachable(*_: object) -> None:
            raise db.DatabaseError("unreachable", "the server is restarting")

        patched.setattr(deliveries, "record_card_posted", unreachable)
        await chat.user("astrid").click(chat.lobby_card(code), label="Start")
    assert len(playable_cards(chat, code)) == 1
    astrid = Actor(chat.user("astrid").id, "astrid", "en-GB")
    await resignation.resign(chat.service, code, astrid, interaction_id=77)
    await chat.env.advance_time(400)
    assert text_of(chat.final_card())
    assert playable_cards(chat, code) == []
    assert len([each for each in chat.thread().history() if each.attachments]) == 2
