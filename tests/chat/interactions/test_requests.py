"""A request that takes long says so in place of the message that it updates."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.interactions import requests
from bot.chat.interactions.in_flight import InFlight
from bot.chat.interactions.requests import UNKNOWN_INTERACTION, UNKNOWN_TOKEN, Request, run_continuation
from bot.chat.messages import MessageBuilder
from bot.i18n import locale_for
from bot.play.core import Denied
from rules.game import Refusal
from tests.chat.outbox.fake_discord import discord_error

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


class FailingRequest(SimpleNamespace):
    """Stands in for a request whose handler fails: notes how the user is told."""

    def __init__(self, *, acknowledged: bool = True, refusal: Exception | None = None) -> None:
        interactions = SimpleNamespace(in_flight=InFlight())
        context = SimpleNamespace(interactions=interactions)
        super().__init__(acknowledged=acknowledged, refusal=refusal, context=context)
        self.locale = locale_for("en")
        self.done: list[str] = []

    async def defer(self, mode: str) -> None:
        self.done.append(mode)

    async def respond_privately(self, text: str) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.done.append(text)


async def told_after(problem: Exception, request: FailingRequest | None = None) -> list[str]:
    async def fail(_: Any) -> None:
        raise problem

    failing: Any = request or FailingRequest()
    await run_continuation(failing, fail)
    told: list[str] = failing.done
    return told


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Denied("not_a_choice"), "choice"),
        (Refusal("over"), "over"),
        (ValueError("a slip"), "Something went wrong on our side. Nothing was changed."),
        (discord_error(500, 0), "Discord didn’t accept the answer. Your move is safe"),
        (discord_error(403, 50013), "Your move is safe; /play shows the table."),
    ],
)
async def test_a_handler_that_fails_tells_the_user_what_happened(problem: Exception, text: str) -> None:
    (told,) = await told_after(problem)
    assert text in told


async def test_whoever_has_had_no_response_yet_gets_one_in_private() -> None:
    mode, _ = await told_after(ValueError("a slip"), FailingRequest(acknowledged=False))
    assert mode == "private"


@pytest.mark.parametrize("code", [UNKNOWN_INTERACTION, UNKNOWN_TOKEN])
async def test_an_interaction_that_is_too_old_is_not_answered(code: int) -> None:
    assert await told_after(discord_error(404, code)) == []


async def test_an_answer_that_reaches_nobody_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    refused: discord.HTTPException = discord_error(404, UNKNOWN_TOKEN)
    assert await told_after(ValueError("a slip"), FailingRequest(refusal=refused)) == []
    assert "no response reached the user" in caplog.text
