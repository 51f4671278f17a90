"""Events from the gateway that cannot be parsed. Covers `bot/chat/client.py`."""

import logging

import pytest

from tests.chat.discord_driver import Chat


async def test_an_event_that_cannot_be_parsed_is_logged_and_skipped(
    chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    parsers = chat.skald._connection.parsers
    with caplog.at_level(logging.ERROR, logger="bot.chat.client"):
        parsers["CHANNEL_CREATE"]({"guild_id": str(chat.guild.id), "id": "7", "type": 2, "name": "voice"})
    assert "CHANNEL_CREATE" in caplog.text
    with pytest.raises(KeyError):
        parsers["READY"]({})
