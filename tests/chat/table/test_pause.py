"""/table pause: the question, the vote card, and what the cards say while the game is paused."""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.table import pause
from bot.chat.table.pause import choose_days
from rules.game import Refusal
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat, response_text, text_of
from tests.chat.fake_request import fake_request
from tests.chat.story_fixtures import view_of_table


async def test_a_pause_is_asked_for_agreed_to_and_shown_everywhere(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    asked = (await astrid.slash(chat.thread(), "table pause")).response
    done = await astrid.select(asked.message, ["7"], custom_id=find_custom_id(asked, "ask-pause"))
    assert "Vote started" in text_of(done.response)
    (question,) = [one for one in chat.thread().history() if "would like a pause" in text_of(one)]
    assert f"<@{bjorn.id}>" in text_of(question)
    assert f"<@{astrid.id}> <@" not in text_of(question)
    await bjorn.click(question, label="Agree")
    assert (await chat.snapshot(code)).is_paused
    assert "The table is paused until" in text_of(chat.card())
    (notice,) = [one for one in chat.thread().history() if "no away days are used" in text_of(one)][-1:]
    listed = (await bjorn.slash(chat.channel, "games")).response
    assert "is paused until" in text_of(listed)
    refused = await bjorn.click(chat.card(), label="Play")
    assert "is paused until" in response_text(refused)
    await bjorn.click(notice, label="Resume early")
    (question,) = [one for one in chat.thread().history() if "would like to resume" in text_of(one)]
    await astrid.click(question, label="Agree")
    assert (await chat.snapshot(code)).is_running
    assert await db.votes.list_open(chat.store, code) == ()


async def ask_for_pause(**row: Any) -> Any:
    """Returns the message that a player gets who asks for a pause."""
    request, shown = fake_request(), []
    reader = view_of_table(**row)
    request.actor = SimpleNamespace(id=1)
    request.service = SimpleNamespace(now=lambda: 0)
    request.reader_view = lambda *_: reader

    async def respond(builder: Any) -> None:
        shown.append(builder)

    request.respond = respond
    await choose_days(request, reader.snapshot)
    (builder,) = shown
    return builder


async def test_a_paused_table_can_be_resumed_and_one_that_is_over_takes_no_pause() -> None:
    paused = await ask_for_pause(status="archived", paused_until=86_400_000)
    assert [each.label for row in paused.parts if isinstance(row, list) for each in row] == ["Resume early"]
    asked = await ask_for_pause()
    ((menu,),) = (row for row in asked.parts if isinstance(row, list))
    assert [(menu.options[0].label, menu.options[0].description)] == [("2 days", "until Saturday 3 January")]
    assert pause.DAY_CHOICES[-1] == 30
    with pytest.raises(Refusal) as refused:
        await ask_for_pause(status="over")
    assert refused.value.code == "over"
