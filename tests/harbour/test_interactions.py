"""The rules of interactions, with answers sent by hand where discord.py would not send them."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from harbour import Harbour, Response

LAYOUT, EPHEMERAL = 32768, 64
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
FORM = {
    "title": "Log",
    "custom_id": "log",
    "components": [{"type": 18, "label": "Say", "component": {"type": 4, "custom_id": "f", "style": 1}}],
}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
WORDS = {"content": "words", "components": [{"type": 1, "components": [BUTTON]}]}


class Hand:
    """Answers interactions without a library in between."""

    def __init__(self, harbour: Harbour, web: aiohttp.ClientSession) -> None:
        self.harbour = harbour
        self.web = web

    async def answer(
        self, to: Response, kind: int, data: dict[str, Any] | None = None
    ) -> tuple[int, int | None]:
        """Status and error code of an answer."""
        url = f"{self.harbour.api_url}/interactions/{to.interaction['id']}/{to.interaction['token']}/callback"
        return await self._ask("POST", url, {"type": kind, **({} if data is None else {"data": data})})

    async def edit(self, of: Response, data: dict[str, Any]) -> tuple[int, int | None]:
        return await self._ask("PATCH", f"{self._hook(of)}/messages/@original", data)

    async def follow_up(self, of: Response, data: dict[str, Any]) -> tuple[int, int | None]:
        return await self._ask("POST", self._hook(of), data)

    def _hook(self, of: Response) -> str:
        return f"{self.harbour.api_url}/webhooks/{self.harbour.world.app_id}/{of.interaction['token']}"

    async def _ask(self, method: str, url: str, body: dict[str, Any]) -> tuple[int, int | None]:
        async with self.web.request(method, url, json=body) as reply:
            said = await reply.json() if reply.status != 204 else {}
            return reply.status, said.get("code")


@pytest.fixture
async def hand(harbour: Harbour) -> AsyncIterator[Hand]:
    async with aiohttp.ClientSession() as web:
        yield Hand(harbour, web)


@pytest.fixture
async def asked(harbour: Harbour, client: object) -> Response:
    """A command that the bot leaves unanswered."""
    assert client is not None
    return await harbour.user("Dag").slash("/mute", wait=False)


@pytest.fixture
async def pressed(harbour: Harbour, hand: Hand, asked: Response) -> Response:
    """A press on a button that the bot does not know."""
    assert await hand.answer(asked, MESSAGE, WORDS) == (204, None)
    return await harbour.user("Dag").press(asked, "Go", wait=False)


async def test_an_answer_counts_only_once(hand: Hand, asked: Response) -> None:
    assert await hand.answer(asked, DEFER) == (204, None)
    assert await hand.answer(asked, MESSAGE, WORDS) == (400, 40060)
    assert await hand.answer(asked, MODAL, FORM) == (400, 40060)


async def test_after_three_seconds_the_token_is_dead(harbour: Harbour, hand: Hand, asked: Response) -> None:
    harbour.clock.advance(3.01)
    assert await hand.answer(asked, MESSAGE, WORDS) == (404, 10062)
    assert await hand.follow_up(asked, {"content": "late"}) == (404, 10015)
    assert harbour.user("Dag").messages("games") == []


async def test_a_deferred_answer_may_take_a_quarter_of_an_hour(
    harbour: Harbour, hand: Hand, asked: Response
) -> None:
    await hand.answer(asked, DEFER, {"flags": EPHEMERAL})
    harbour.clock.advance(14 * 60)
    assert await hand.edit(asked, {"content": "at last"}) == (200, None)
    assert (asked.text, asked.ephemeral) == ("at last", True)
    harbour.clock.advance(61)
    assert await hand.edit(asked, {"content": "too late"}) == (401, 50027)
    assert asked.text == "at last"


async def test_deferring_carries_no_flag_but_ephemeral(hand: Hand, asked: Response) -> None:
    assert await hand.answer(asked, DEFER, {"flags": LAYOUT}) == (400, 50035)
    assert await hand.answer(asked, DEFER, {"flags": EPHEMERAL}) == (204, None)
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout now"}]}
    assert await hand.edit(asked, layout) == (200, None)
    assert asked.message["flags"] == LAYOUT | EPHEMERAL


async def test_the_layout_flag_never_comes_off(hand: Hand, asked: Response) -> None:
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout"}]}
    await hand.answer(asked, MESSAGE, layout)
    assert await hand.edit(asked, {"content": "plain again", "components": []}) == (400, 50035)
    assert await hand.edit(asked, {"flags": 0, "components": [{"type": 10, "content": "still"}]}) == (
        200,
        None,
    )
    assert (asked.message["flags"], asked.text) == (LAYOUT, "still")


async def test_plain_words_become_a_layout_only_when_they_are_cleared(hand: Hand, asked: Response) -> None:
    await hand.answer(asked, MESSAGE, {"content": "plain"})
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": "a layout"}]}
    assert await hand.edit(asked, layout) == (400, 50035)
    assert await hand.edit(asked, {**layout, "content": None}) == (200, None)
    assert asked.text == "a layout"


async def test_a_command_cannot_be_answered_by_an_update_or_by_suggestions(
    hand: Hand, asked: Response
) -> None:
    for kind, data in ((UPDATE, WORDS), (DEFER_UPDATE, None), (CHOICES, {"choices": []}), (12, None)):
        assert (await hand.answer(asked, kind, data))[0] == 400
    assert await hand.answer(asked, MESSAGE, WORDS) == (204, None)


async def test_a_press_may_be_answered_by_a_silent_update(
    harbour: Harbour, hand: Hand, pressed: Response
) -> None:
    assert await hand.answer(pressed, DEFER_UPDATE) == (204, None)
    assert await hand.edit(pressed, {"content": "changed"}) == (200, None)
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["changed"]


async def test_a_form_cannot_answer_a_form(harbour: Harbour, hand: Hand, pressed: Response) -> None:
    assert await hand.answer(pressed, MODAL, FORM) == (204, None)
    sent = await harbour.user("Dag").submit(pressed, {"Say": "aye"}, wait=False)
    assert await hand.answer(sent, MODAL, FORM) == (400, 50035)
    assert await hand.answer(sent, UPDATE, {"content": "thanks", "components": []}) == (204, None)
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["thanks"]


async def test_a_private_answer_is_out_of_reach_through_its_channel(
    harbour: Harbour, hand: Hand, asked: Response
) -> None:
    await hand.answer(asked, MESSAGE, {"content": "hush", "flags": EPHEMERAL})
    url = f"{harbour.api_url}/channels/{asked.message['channel_id']}/messages"
    headers = {"Authorization": f"Bot {harbour.token}"}
    async with hand.web.patch(
        f"{url}/{asked.message['id']}", json={"content": "x"}, headers=headers
    ) as reply:
        assert (await reply.json())["code"] == 10008
    async with hand.web.get(url, headers=headers) as reply:
        assert await reply.json() == []


async def test_a_stranger_s_token_is_refused(hand: Hand, asked: Response) -> None:
    asked.interaction["token"], right = "guess", asked.interaction["token"]
    stranger = Response(asked._hub, {**asked.interaction, "token": right})
    assert await hand.answer(stranger, MESSAGE, WORDS) == (404, 10062)


@pytest.fixture(autouse=True)
def clear_what_was_provoked(harbour: Harbour) -> Any:
    yield
    harbour.api_violations.clear()
