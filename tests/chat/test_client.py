"""Events from the gateway that cannot be parsed. Covers `bot/chat/client.py`."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import db
import render
from bot.play.lobby import archive
from tests.chat.discord_driver import Chat, new_skald


async def test_an_event_that_cannot_be_parsed_is_logged_and_skipped(
    chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    parsers = chat.skald._connection.parsers
    with caplog.at_level(logging.ERROR, logger="bot.chat.client"):
        parsers["CHANNEL_CREATE"]({"guild_id": str(chat.guild.id), "id": "7", "type": 2, "name": "voice"})
    assert "CHANNEL_CREATE" in caplog.text
    with pytest.raises(KeyError):
        parsers["READY"]({})


@pytest.fixture
def skald(store: db.Store, tmp_path: Path) -> Any:
    """Skald without a connection to Discord."""
    return new_skald(store, tmp_path)


async def test_posts_are_tried_again_when_permissions_of_their_server_may_have_changed(
    skald: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    async def on_permissions_changed(server: int) -> None:
        tried.append(server)

    monkeypatch.setattr(skald.outbox_worker, "on_permissions_changed", on_permissions_changed)
    on_server = SimpleNamespace(guild=SimpleNamespace(id=7))
    await skald.on_guild_role_update(None, on_server)
    await skald.on_guild_channel_update(None, on_server)
    await skald.on_member_update(None, on_server)
    await skald.on_raw_thread_update(SimpleNamespace(guild_id=8))
    await asyncio.gather(*skald._background)
    assert tried == [7, 7, 7, 8]


async def test_the_games_of_a_server_sleep_while_skald_is_not_there(
    skald: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    def recorder(what: str) -> Callable[[Any, int], Any]:
        async def record(_: Any, server: int) -> None:
            seen.append((what, server))

        return record

    monkeypatch.setattr(archive, "archive_server", recorder("archived"))
    monkeypatch.setattr(archive, "resume_server", recorder("resumed"))
    await skald.on_guild_remove(SimpleNamespace(id=7))
    await skald.on_guild_join(SimpleNamespace(id=7))
    await asyncio.gather(*skald._background)
    assert seen == [("archived", 7), ("resumed", 7)]


async def test_a_background_task_that_fails_is_logged_and_none_starts_at_shutdown(
    skald: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError("a slip")

    skald._start_background(fail())
    with caplog.at_level(logging.ERROR, logger="bot.chat.client"):
        await asyncio.gather(*skald._background, return_exceptions=True)
        await asyncio.sleep(0)
    assert "a slip" in caplog.text
    skald._closing = True
    skald._start_background(fail())
    assert not skald._background


async def test_the_progress_of_painting_is_reported_until_skald_closes(
    skald: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []

    def report(done: int, total: int) -> None:
        seen.append((done, total))
        skald._closing = done == 2

    def bake(_: Path, report_progress: Callable[[int, int], None]) -> None:
        for done in range(1, 4):
            report_progress(done, 3)

    monkeypatch.setattr(render, "bake", bake)
    await skald._bake_sprites()
    assert seen == [], "nobody asked"
    skald.on_sprites = report
    await skald._bake_sprites()
    assert seen == [(1, 3), (2, 3)]
