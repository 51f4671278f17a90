"""Sending to channels and users: what is tried again, and in which form."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.outbox.permission_fallbacks import (
    ARCHIVED,
    LOCKED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    Undeliverable,
)
from bot.chat.outbox.sending import (
    DMS_CLOSED,
    OPENING_DMS_TOO_FAST,
    UNKNOWN_CHANNEL,
    DmChannel,
    Outgoing,
    Sender,
)
from bot.chat.outbox.throttle import FIRST_BACKOFF_MS, RetryLater
from tests.chat.outbox.fake_discord import DM_CHANNEL, FakeDiscord, board_message, text_message

CHANNEL, USER = 60, 1


@pytest.fixture
def fake_discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
def sender(fake_discord: FakeDiscord, store: db.Store) -> Sender:
    client: Any = fake_discord
    service: Any = SimpleNamespace(store=store, now=lambda: store.now)
    return Sender(client, service)


async def test_a_thread_that_is_archived_is_opened_for_the_message(
    sender: Sender, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse_once(400, ARCHIVED)
    sent = await sender.send(CHANNEL, Outgoing(text_message(), 8, silent=True))
    assert sent.channel_id == CHANNEL
    opened, (_, __, given) = fake_discord.requests
    assert opened == ("edit channel", CHANNEL, {"archived": False})
    assert (given["nonce"], given["silent"]) == ("skald-8", True)


async def test_a_thread_that_cannot_be_opened_again_is_reported_as_archived(
    sender: Sender, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse = lambda kind, *_: (400, ARCHIVED) if kind == "send" else (403, MISSING_PERMISSIONS)
    with pytest.raises(discord.HTTPException) as refused:
        await sender.send(CHANNEL, Outgoing(text_message(), 8))
    assert refused.value.code == ARCHIVED


async def test_where_pictures_are_forbidden_a_channel_gets_the_words(
    sender: Sender, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse = lambda _, __, given: (403, MISSING_PERMISSIONS) if given["files"] else None
    sent = await sender.send_to_channel(CHANNEL, Outgoing(board_message(), 8))
    assert sent.missing_permission == "attach_files"
    assert fake_discord.sent() == [(CHANNEL, "Your move.", False)]
    sent = await sender.send_to_channel(CHANNEL, Outgoing(text_message(), 9))
    assert sent.missing_permission is None


@pytest.mark.parametrize(
    ("code", "has_picture", "missing"),
    [
        (MISSING_PERMISSIONS, True, "send_messages"),
        (MISSING_PERMISSIONS, False, "send_messages"),
        (MISSING_ACCESS, True, "view_channel"),
        (LOCKED, False, "locked"),
    ],
)
async def test_a_channel_that_takes_no_message_is_undeliverable(
    sender: Sender, fake_discord: FakeDiscord, code: int, has_picture: bool, missing: str
) -> None:
    fake_discord.refuse = lambda *_: (403, code)
    with pytest.raises(Undeliverable) as refused:
        await sender.send_to_channel(CHANNEL, Outgoing(board_message() if has_picture else text_message(), 8))
    assert refused.value.missing.permission == missing
    assert fake_discord.attempts == (2 if has_picture and code == MISSING_PERMISSIONS else 1)


async def test_a_refusal_that_is_no_matter_of_permissions_stays_as_it_is(
    sender: Sender, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse = lambda *_: (403, 20009)
    with pytest.raises(discord.Forbidden) as refused:
        await sender.send_to_channel(CHANNEL, Outgoing(board_message(), 8))
    assert refused.value.code == 20009
    with pytest.raises(discord.Forbidden):
        await sender.send_dm(USER, Outgoing(text_message(), 8))


@pytest.mark.parametrize("code", DMS_CLOSED)
async def test_closed_direct_messages_are_no_error(
    sender: Sender, fake_discord: FakeDiscord, code: int
) -> None:
    fake_discord.refuse = lambda kind, *_: (403, code) if kind == "send" else None
    assert await sender.send_dm(USER, Outgoing(text_message(), 8)) is None


async def test_a_direct_message_has_pictures_unless_the_user_wants_words(
    sender: Sender, fake_discord: FakeDiscord, store: db.Store
) -> None:
    async with store.write() as tx:
        await db.users.update_preferences(tx, 2, text_only=True)
    for user in (1, 2):
        sent = await sender.send_dm(user, Outgoing(board_message(), 8))
        assert sent is not None
        assert (sent.user_id, sent.channel_id) == (user, DM_CHANNEL + user)
    assert fake_discord.sent() == [
        (DM_CHANNEL + 1, "Your move.", True),
        (DM_CHANNEL + 2, "Your move.\nA board.", False),
    ]


async def test_a_channel_of_direct_messages_is_opened_once_and_anew_when_discord_forgot_it(
    sender: Sender, fake_discord: FakeDiscord, store: db.Store
) -> None:
    async with store.write() as tx:
        await db.users.update(tx, USER, name="astrid")
    for _ in range(2):
        await sender.send_dm(USER, Outgoing(text_message(), 8))
    assert [kind for kind, *_ in fake_discord.requests] == ["open", "send", "send"]
    assert (await db.users.get(store, USER)).door == DM_CHANNEL + USER
    fake_discord.refuse = lambda _, place, __: (404, UNKNOWN_CHANNEL) if place == 77 else None
    sent = await sender.send_to_dm(DmChannel(USER, 77), Outgoing(text_message(), 8))
    assert (sent.user_id, sent.channel_id) == (USER, DM_CHANNEL + USER)
    fake_discord.refuse = lambda *_: (404, 10008)
    with pytest.raises(discord.NotFound):
        await sender.send_to_dm(DmChannel(USER, 77), Outgoing(text_message(), 8))


async def test_a_limit_on_new_direct_messages_puts_them_off(
    sender: Sender, fake_discord: FakeDiscord
) -> None:
    fake_discord.refuse_once(403, OPENING_DMS_TOO_FAST)
    with pytest.raises(RetryLater) as later:
        await sender.send_dm(USER, Outgoing(text_message(), 8))
    assert later.value.delay_ms == FIRST_BACKOFF_MS
    with pytest.raises(RetryLater):
        await sender.send_dm(2, Outgoing(text_message(), 8))
    assert fake_discord.attempts == 1
