"""Rules of interactions, with raw responses where discord.py would not send them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from harbour import Harbour, Response

LAYOUT, EPHEMERAL = 32768, 64
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
MODAL_DATA = {
    "title": "Log",
    "custom_id": "log",
    "components": [{"type": 18, "label": "Say", "component": {"type": 4, "custom_id": "f", "style": 1}}],
}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
MESSAGE_DATA = {"content": "words", "components": [{"type": 1, "components": [BUTTON]}]}


class RawResponder:
    """Responds to interactions by plain HTTP. Methods return status and error code."""

    def __init__(self, harbour: Harbour, web: aiohttp.ClientSession) -> None:
        self.harbour = harbour
        self.web = web

    async def respond(
        self, to: Response, kind: int, data: dict[str, Any] | None = None
    ) -> tuple[int, int | None]:
        url = f"{self.harbour.api_url}/interactions/{to.interaction.id}/{to.interaction.token}/callback"
        return await self._request("POST", url, {"type": kind, **({} if data is None else {"data": data})})

    async def edit(self, of: Response, data: dict[str, Any]) -> tuple[int, int | None]:
        return await self._request("PATCH", f"{self._webhook_url(of)}/messages/@original", data)

    async def get(self, of: Response, message: str = "@original") -> tuple[int, int | None]:
        return await self._request("GET", f"{self._webhook_url(of)}/messages/{message}", None)

    async def delete(self, of: Response, message: str = "@original") -> tuple[int, int | None]:
        return await self._request("DELETE", f"{self._webhook_url(of)}/messages/{message}", None)

    async def follow_up(self, of: Response, data: dict[str, Any]) -> tuple[int, int | None]:
        return await self._request("POST", self._webhook_url(of), data)

    def _webhook_url(self, of: Response) -> str:
        return f"{self.harbour.api_url}/webhooks/{self.harbour.world.app_id}/{of.interaction.token}"

    async def _request(self, method: str, url: str, body: dict[str, Any] | None) -> tuple[int, int | None]:
        async with self.web.request(method, url, json=body) as reply:
            said = await reply.json() if reply.status != 204 else {}
            return reply.status, said.get("code")


@pytest.fixture
async def responder(harbour: Harbour) -> AsyncIterator[RawResponder]:
    async with aiohttp.ClientSession() as web:
        yield RawResponder(harbour, web)


@pytest.fixture
async def unanswered(harbour: Harbour, client: object) -> Response:
    """A command that the bot leaves unanswered."""
    assert client is not None
    return await harbour.user("Dag").slash("/mute", wait=False)


@pytest.fixture
async def button_press(harbour: Harbour, responder: RawResponder, unanswered: Response) -> Response:
    """A press of a button that the bot does not handle."""
    assert await responder.respond(unanswered, MESSAGE, MESSAGE_DATA) == (204, None)
    return await harbour.user("Dag").press(unanswered, "Go", wait=False)


async def test_an_answer_counts_only_once(responder: RawResponder, unanswered: Response) -> None:
    assert await responder.respond(unanswered, DEFER) == (204, None)
    assert await responder.respond(unanswered, MESSAGE, MESSAGE_DATA) == (400, 40060)
    assert await responder.respond(unanswered, MODAL, MODAL_DATA) == (400, 40060)


async def test_after_three_seconds_the_token_is_dead(
    harbour: Harbour, responder: RawResponder, unanswered: Response
) -> None:
    harbour.clock.advance(3.01)
    assert await responder.respond(unanswered, MESSAGE, MESSAGE_DATA) == (404, 10062)
    assert await responder.follow_up(unanswered, {"content": "late"}) == (404, 10015)
    assert harbour.user("Dag").messages("games") == []


async def test_a_deferred_answer_may_take_a_quarter_of_an_hour(
    harbour: Harbour, responder: RawResponder, unanswered: Response
) -> None:
    await responder.respond(unanswered, DEFER, {"flags": EPHEMERAL})
    harbour.clock.advance(14 * 60)
    assert await responder.edit(unanswered, {"content": "at last"}) == (200, None)
    assert (unanswered.text, unanswered.ephemeral) == ("at last", True)
    harbour.clock.advance(61)
    assert await responder.edit(unanswered, {"content": "too late"}) == (401, 50027)
    assert unanswered.text == "at last"


async def test_deferring_carries_no_flag_but_ephemeral(responder: RawResponder, unanswered: Response) -> None:
    assert await responder.respond(unanswered, DEFER, {"flags": LAYOUT}) == (400, 50035)
    assert await responder.respond(unanswered, DEFER, {"flags": EPHEMERAL}) == (204, None)
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout now"}]}
    assert await responder.edit(unanswered, layout) == (200, None)
    assert unanswered.message["flags"] == LAYOUT | EPHEMERAL


async def test_the_layout_flag_never_comes_off(responder: RawResponder, unanswered: Response) -> None:
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout"}]}
    await responder.respond(unanswered, MESSAGE, layout)
    assert await responder.edit(unanswered, {"content": "plain again", "components": []}) == (400, 50035)
    assert await responder.edit(
        unanswered, {"flags": 0, "components": [{"type": 10, "content": "still"}]}
    ) == (
        200,
        None,
    )
    assert (unanswered.message["flags"], unanswered.text) == (LAYOUT, "still")


async def test_plain_words_become_a_layout_only_when_they_are_cleared(
    responder: RawResponder, unanswered: Response
) -> None:
    await responder.respond(unanswered, MESSAGE, {"content": "plain"})
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout"}]}
    assert await responder.edit(unanswered, layout) == (400, 50035)
    assert await responder.edit(unanswered, {**layout, "content": None}) == (200, None)
    assert unanswered.text == "a layout"


async def test_a_command_cannot_be_answered_by_an_update_or_by_suggestions(
    responder: RawResponder, unanswered: Response
) -> None:
    for kind, data in ((UPDATE, MESSAGE_DATA), (DEFER_UPDATE, None), (CHOICES, {"choices": []}), (12, None)):
        assert (await responder.respond(unanswered, kind, data))[0] == 400
    assert await responder.respond(unanswered, MESSAGE, MESSAGE_DATA) == (204, None)


async def test_a_press_may_be_answered_by_a_silent_update(
    harbour: Harbour, responder: RawResponder, button_press: Response
) -> None:
    assert await responder.respond(button_press, DEFER_UPDATE) == (204, None)
    assert await responder.edit(button_press, {"content": "changed"}) == (200, None)
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["changed"]


async def test_a_form_cannot_answer_a_form(
    harbour: Harbour, responder: RawResponder, button_press: Response
) -> None:
    assert await responder.respond(button_press, MODAL, MODAL_DATA) == (204, None)
    sent = await harbour.user("Dag").submit(button_press, {"Say": "aye"}, wait=False)
    assert await responder.respond(sent, MODAL, MODAL_DATA) == (400, 50035)
    assert await responder.respond(sent, UPDATE, {"content": "thanks", "components": []}) == (204, None)
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["thanks"]


async def test_a_private_answer_is_out_of_reach_through_its_channel(
    harbour: Harbour, responder: RawResponder, unanswered: Response
) -> None:
    await responder.respond(unanswered, MESSAGE, {"content": "hush", "flags": EPHEMERAL})
    url = f"{harbour.api_url}/channels/{unanswered.message['channel_id']}/messages"
    headers = {"Authorization": f"Bot {harbour.token}"}
    async with responder.web.patch(
        f"{url}/{unanswered.message['id']}", json={"content": "x"}, headers=headers
    ) as reply:
        assert (await reply.json())["code"] == 10008
    async with responder.web.get(url, headers=headers) as reply:
        assert await reply.json() == []


async def test_a_stranger_s_token_is_refused(responder: RawResponder, unanswered: Response) -> None:
    stranger = Response(unanswered._hub, replace(unanswered.interaction, token="guess"))
    assert await responder.respond(stranger, MESSAGE, MESSAGE_DATA) == (404, 10062)


async def test_an_answer_and_what_follows_are_read_and_deleted_by_their_token(
    harbour: Harbour, responder: RawResponder, unanswered: Response
) -> None:
    await responder.respond(unanswered, DEFER)
    other = harbour.user("Dag").send("by Dag", in_="games")
    assert await responder.get(unanswered) == (200, None)
    for wrong in (other["id"], "7"):
        assert await responder.get(unanswered, wrong) == (404, 10008)
        assert await responder.delete(unanswered, wrong) == (404, 10008)
    assert unanswered.state == "deferred"
    assert await responder.delete(unanswered) == (204, None)
    assert unanswered.state == "answered"
    assert await responder.get(unanswered) == (404, 10008)
    assert await responder.follow_up(unanswered, {"content": "more"}) == (200, None)
    (more,) = unanswered.followups
    assert await responder.get(unanswered, more["id"]) == (200, None)
    assert await responder.delete(unanswered, more["id"]) == (204, None)
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["by Dag"]


async def test_a_press_on_a_message_that_is_gone_cannot_update_it(
    harbour: Harbour, responder: RawResponder, button_press: Response, unanswered: Response
) -> None:
    assert await responder.delete(unanswered) == (204, None)
    assert await responder.respond(button_press, UPDATE, MESSAGE_DATA) == (404, 10008)
    assert await responder.respond(button_press, MESSAGE, MESSAGE_DATA) == (204, None)
    assert button_press.message["type"] == 0, "there is nothing to reply to"
    harbour.world.channels.drop(button_press.interaction.channel)
    assert await responder.follow_up(button_press, {"content": "x"}) == (404, 10003)


async def test_suggestions_of_an_autocomplete_reach_the_page(
    harbour: Harbour, responder: RawResponder, unanswered: Response
) -> None:
    asked = replace(unanswered.interaction, id="7", token="asked", kind=4)
    harbour.world.save_interaction(asked)
    asking, choices = Response(harbour.hub, asked), [{"name": "North", "value": "n"}]
    assert await responder.respond(asking, MESSAGE, MESSAGE_DATA) == (400, 50035)
    assert await responder.respond(asking, CHOICES, {"choices": choices * 26}) == (400, 50035)
    assert await responder.respond(asking, CHOICES, {"choices": choices}) == (204, None)
    assert (asking.state, asking.choices) == ("answered", choices)


@pytest.fixture(autouse=True)
def clear_api_violations(harbour: Harbour) -> Any:
    yield
    harbour.api_violations.clear()
