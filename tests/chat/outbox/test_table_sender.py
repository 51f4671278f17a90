"""Messages to a table that lacks permissions: the best form that works, remembered and explained once."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.outbox.permission_fallbacks import MISSING_ACCESS, MISSING_PERMISSIONS, Undeliverable
from bot.chat.outbox.sending import Outgoing, Sender
from bot.chat.outbox.table_sender import TableSender
from bot.i18n import locale_for
from tests.chat.outbox.fake_discord import DM_CHANNEL, FakeDiscord, Refusal, board_message, text_message
from tests.play.recorded_games import record_game

THREAD, CHANNEL, SERVER = 70, 60, 7
PEOPLE = (11, 12)


@pytest.fixture
def fake_discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
async def snapshot(store: db.Store) -> Any:
    row = (await record_game(store, PEOPLE, 2)).row
    return SimpleNamespace(code=row.code, row=replace(row, thread=THREAD, channel=CHANNEL, server=SERVER))


@pytest.fixture
def tables(fake_discord: FakeDiscord, store: db.Store) -> TableSender:
    client: Any = fake_discord
    service: Any = SimpleNamespace(store=store, now=lambda: store.now)
    context: Any = SimpleNamespace(store=store, service=service, table_locale=lambda _: locale_for("en"))
    return TableSender(context, Sender(client, service))


def refuse_in(
    *places: int, code: int = MISSING_PERMISSIONS, only_pictures: bool = False
) -> Callable[[str, int, dict[str, Any]], Refusal | None]:
    def refuse(kind: str, place: int, given: dict[str, Any]) -> Refusal | None:
        is_meant = kind == "send" and place in places and (given["files"] or not only_pictures)
        return (403, code) if is_meant else None

    return refuse


async def test_without_the_permission_for_pictures_the_thread_gets_words_and_one_explanation(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    fake_discord.refuse = refuse_in(THREAD, only_pictures=True)
    first = await tables.send(snapshot, Outgoing(board_message(), 1), may_stay_unsent=False)
    assert (first.channel_id, first.missing_permission) == (THREAD, "attach_files")
    ((channel, text, has_pictures),) = fake_discord.sent()
    assert (channel, has_pictures) == (THREAD, False)
    assert f"can’t send pictures in <#{THREAD}>" in text
    assert f"<#{THREAD}>" in tables.footers[first.message_id]
    attempts = fake_discord.attempts
    second = await tables.send(snapshot, Outgoing(board_message(), 2), may_stay_unsent=False)
    assert fake_discord.attempts == attempts + 1, "a known refusal is not repeated"
    assert second.missing_permission == "attach_files"
    assert fake_discord.sent()[1] == (THREAD, "Your move.", False)
    assert second.message_id not in tables.footers
    assert (
        await tables.send(snapshot, Outgoing(text_message(), 3), may_stay_unsent=False)
    ).missing_permission is None


@pytest.mark.parametrize(
    ("code", "attempts", "missing"),
    [(MISSING_PERMISSIONS, 3, "send_messages_in_threads"), (MISSING_ACCESS, 2, "view_channel")],
)
async def test_a_thread_that_takes_nothing_is_replaced_by_the_channel(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any, code: int, attempts: int, missing: str
) -> None:
    fake_discord.refuse = refuse_in(THREAD, code=code)
    sent = await tables.send(snapshot, Outgoing(board_message(), 1), may_stay_unsent=False)
    assert (sent.channel_id, sent.missing_permission) == (CHANNEL, missing)
    assert fake_discord.attempts == attempts
    ((_, text, has_pictures),) = fake_discord.sent()
    assert f"Skald can’t write in <#{THREAD}>" in text
    assert has_pictures
    assert tables.degraded[snapshot.code].missing.permission == missing


async def test_where_the_table_takes_nothing_those_mentioned_get_direct_messages(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    fake_discord.refuse = refuse_in(THREAD, CHANNEL)
    sent = await tables.send(snapshot, Outgoing(text_message(*PEOPLE), 1), may_stay_unsent=False)
    assert (sent.user_id, [other.user_id for other in sent.others]) == (11, [12])
    assert {each.missing_permission for each in (sent, *sent.others)} == {"send_messages_in_threads"}
    assert [channel for channel, *_ in fake_discord.sent()] == [DM_CHANNEL + 11, DM_CHANNEL + 12]
    assert all(f"Skald can’t write in <#{THREAD}>" in text for _, text, _ in fake_discord.sent())
    nonces = {given["nonce"] for kind, _, given in fake_discord.requests if kind == "send"}
    assert len(nonces) == 2, "Discord drops a message with the nonce of another"


async def test_a_message_that_reaches_nobody_stays_unsent_only_if_it_may_and_calls_nobody(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    fake_discord.refuse = lambda kind, *_: (403, MISSING_PERMISSIONS) if kind == "send" else None
    unsent = await tables.send(snapshot, Outgoing(text_message(), 1), may_stay_unsent=True)
    assert (unsent.message_id, unsent.missing_permission) == (0, "send_messages_in_threads")
    with pytest.raises(Undeliverable) as refused:
        await tables.send(snapshot, Outgoing(text_message(), 2), may_stay_unsent=False)
    assert refused.value.missing.channel == THREAD
    fake_discord.refuse = lambda kind, place, _: (
        (403, 50007) if place >= DM_CHANNEL else (403, MISSING_PERMISSIONS) if kind == "send" else None
    )
    with pytest.raises(Undeliverable):
        await tables.send(snapshot, Outgoing(text_message(11), 3), may_stay_unsent=True)


async def test_an_outage_is_no_reason_for_a_lesser_form(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    fake_discord.refuse = lambda *_: (500, 0)
    for send in (
        tables.send(snapshot, Outgoing(board_message(), 1), may_stay_unsent=True),
        tables.send_best_form(snapshot, Outgoing(board_message(), 1)),
    ):
        with pytest.raises(discord.HTTPException) as refused:
            await send
        assert refused.value.status == 500
    assert fake_discord.attempts == 2
    assert tables.degraded == {}


async def test_the_best_form_is_tried_again_when_the_check_is_due_or_the_game_has_moved(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    async def send(at: Any) -> str | None:
        sent = await tables.send(at, Outgoing(board_message(), 1), may_stay_unsent=False)
        return sent.missing_permission

    fake_discord.refuse = refuse_in(THREAD, only_pictures=True)
    assert await send(snapshot) == "attach_files"
    fake_discord.refuse = lambda *_: None
    assert await send(snapshot) == "attach_files", "until the check is due"
    known = tables.degraded[snapshot.code]
    moved = SimpleNamespace(code=snapshot.code, row=replace(snapshot.row, thread=99))
    assert await send(moved) is None
    assert tables.degraded == {}
    tables.degraded[snapshot.code] = known
    tables.update_degraded(snapshot.code, recheck_at=0)
    assert await send(snapshot) is None
    tables.degraded[snapshot.code] = known
    tables.update_degraded(snapshot.code)
    assert tables.degraded == {}
    tables.update_degraded(snapshot.code, recheck_at=0)
    assert tables.degraded == {}, "there is nothing to put off"


async def test_a_change_of_permissions_concerns_the_tables_of_its_server_only(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any
) -> None:
    fake_discord.refuse = refuse_in(THREAD)
    await tables.send(snapshot, Outgoing(text_message(), 1), may_stay_unsent=False)
    tables.forget_degraded(SERVER + 1)
    assert [*tables.degraded] == [snapshot.code]
    tables.forget_degraded(SERVER)
    assert tables.degraded == {}


async def test_a_recovery_takes_the_best_form_or_says_what_is_still_missing(
    tables: TableSender, fake_discord: FakeDiscord, snapshot: Any, store: db.Store
) -> None:
    async def still_missing() -> str:
        with pytest.raises(Undeliverable) as refused:
            await tables.send_best_form(snapshot, Outgoing(board_message(), 2))
        return refused.value.missing.permission

    fake_discord.refuse = refuse_in(THREAD)
    await tables.send(snapshot, Outgoing(text_message(), 1), may_stay_unsent=False)
    assert await still_missing() == "attach_files"
    async with store.write() as tx:
        card = db.Message(1, CHANNEL, snapshot.code, "card", lacking="send_messages_in_threads")
        await db.messages.upsert(tx, card)
    assert await still_missing() == "send_messages_in_threads", "as the fallbacks of the card found"
    fake_discord.refuse = refuse_in(THREAD, code=MISSING_ACCESS)
    assert await still_missing() == "view_channel"
    assert snapshot.code in tables.degraded
    fake_discord.refuse = lambda *_: None
    sent = await tables.send_best_form(snapshot, Outgoing(board_message(), 2))
    assert (sent.channel_id, sent.missing_permission) == (THREAD, None)
    assert tables.degraded == {}
