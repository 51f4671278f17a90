"""A request that takes long says so in place of the message that it updates."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.interactions import requests
from bot.chat.interactions.requests import Request
from bot.chat.messages import MessageBuilder

NOTE = "Looking back"


class FakeRequest(SimpleNamespace):
    """Stands in for a request: notes what it shows."""

    async def respond(self, builder: MessageBuilder) -> None:
        self.shown.append(str(builder.view().to_components()))
        self.showed.set()


def new_request(*, is_update: bool) -> Any:
    return FakeRequest(is_update=is_update, shown=[], showed=asyncio.Event())


async def test_an_update_shows_a_note_while_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "NOTE_AFTER_S", 0)
    request = new_request(is_update=True)

    async def work() -> str:
        await request.showed.wait()
        return "found"

    assert await Request.respond_after(request, work(), NOTE) == "found"
    (shown,) = request.shown
    assert NOTE in shown


@pytest.mark.parametrize("is_update", [False, True])
async def test_quick_work_and_a_new_message_need_no_note(*, is_update: bool) -> None:
    request = new_request(is_update=is_update)
    assert await Request.respond_after(request, asyncio.sleep(0, "found"), NOTE) == "found"
    assert not request.shown
