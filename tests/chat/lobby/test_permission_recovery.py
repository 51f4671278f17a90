"""Recovery of what was sent in a lesser form once permissions are back, and the message to the host."""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.lobby import thread_setup
from bot.chat.lobby.permission_recovery import notify_missing_permission, retry_delivery
from bot.chat.outbox.permission_fallbacks import MissingPermission, Undeliverable
from bot.chat.table import cards
from bot.play.core.outbox_messages import PermissionMissing, PermissionRecovery
from bot.play.notify import deliveries
from tests.chat.story_fixtures import view_of_table

MISSING = MissingPermission("create_public_threads", 60)


class FakeRecovery:
    """A messenger of a table; `refused` is what prevents its thread, `lacking` what its card lacked."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        *,
        refused: MissingPermission | None = None,
        lacking: str | None = "",
        **row: Any,
    ) -> None:
        self.done: list[str] = []
        self.table = view_of_table(**{"server": 7, "started": 1, **row}).snapshot
        self.context = SimpleNamespace(store=None, service=None)
        self.tables = SimpleNamespace(update_degraded=lambda _: self.done.append("reset"))
        posted = () if lacking == "" else (db.Message(5, 60, "AB2CD", "card", lacking=lacking),)

        async def open_late_thread(*_: Any) -> Any:
            self.done.append("thread")
            return self.table, refused

        async def repost_card(*_: Any) -> None:
            self.done.append("card")

        async def list_for_game(*_: Any, **__: Any) -> tuple[db.Message, ...]:
            return posted

        async def schedule_recovery(_: Any, __: Any, permission: str, channel: int) -> None:
            self.done.append(f"later {permission} {channel}")

        monkeypatch.setattr(thread_setup, "open_late_thread", open_late_thread)
        monkeypatch.setattr(cards, "repost_card", repost_card)
        monkeypatch.setattr(db.messages, "list_for_game", list_for_game)
        monkeypatch.setattr(deliveries, "schedule_recovery", schedule_recovery)

    async def snapshot(self, _: Any) -> Any:
        return self.table

    async def retry(self) -> bool:
        post: Any = None
        messenger: Any = self
        return await retry_delivery(messenger, post, PermissionRecovery())


@pytest.mark.parametrize(
    ("table", "done"),
    [
        ({"thread": None, "lacking": None}, ["thread", "card", "reset"]),
        ({"thread": None, "server": None, "lacking": None}, ["reset"]),
        ({"thread": None, "status": "over", "lacking": None}, ["reset"]),
        ({"lacking": None}, ["reset"]),
        ({"lacking": "attach_files"}, ["card", "reset"]),
        ({}, ["card", "reset"]),
        ({"status": "over"}, ["card", "reset"]),
        ({"status": "archived"}, ["reset"]),
        ({"status": "lobby", "started": None}, ["reset"]),
    ],
)
async def test_a_missing_thread_is_opened_and_a_card_that_lacked_something_posted_again(
    table: dict[str, Any], done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recovery = FakeRecovery(monkeypatch, **table)
    assert await recovery.retry() is ("card" in done), "posting a card marks the post as delivered"
    assert recovery.done == done


async def test_a_thread_that_is_still_refused_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    recovery = FakeRecovery(monkeypatch, refused=MISSING, thread=None, lacking=None)
    with pytest.raises(Undeliverable) as refused:
        await recovery.retry()
    assert refused.value.missing == MISSING
    recovery = FakeRecovery(monkeypatch, refused=MISSING, thread=None, lacking="attach_files")
    assert await recovery.retry()
    assert recovery.done == ["thread", "card", "reset", "later create_public_threads 60"]


@pytest.mark.parametrize("host", [0, 5])
async def test_the_host_hears_in_a_message_what_to_grant(
    host: int, store: db.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    recovery: Any = FakeRecovery(monkeypatch)
    sent: list[tuple[int, str]] = []

    async def send_dm(user: int, builder: Any, **_: Any) -> None:
        sent.append((user, builder.content()))

    recovery.send_dm = send_dm
    recovery.context = SimpleNamespace(store=store, reader_view=lambda *_: SimpleNamespace(title="Borealis"))
    post: Any = SimpleNamespace(id=1)
    await notify_missing_permission(
        recovery, post, PermissionMissing(person=host, right="attach_files", place=60)
    )
    if not host:
        assert sent == []
        return
    ((user, text),) = sent
    assert user == host
    assert text.startswith("Skald can’t send pictures in <#60>. Grant the permission “Attach Files”")
    assert text.endswith("Borealis")
