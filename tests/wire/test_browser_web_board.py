"""The web board beside the chat: one plays in the browser and the other in the chat."""

import socket
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import expect

from bot.app.web_site import WebSite, serve_site
from bot.views.web_links import WebLinks
from harbour import UserClient
from tests.harbour.browser_page.driver import BrowserWindow, chromium
from tests.web.board_page import choose_answer, tap_by_hand
from tests.wire.harboured_bot import HarbouredBot, custom_ids

pytestmark = pytest.mark.browser

TIMEOUT_MS = 30_000
WIDE = 1600


@pytest.fixture
async def board(skald: HarbouredBot) -> AsyncIterator[HarbouredBot]:
    """Skald in a harbour, with the web board."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    site = WebSite(f"http://127.0.0.1:{port}", "127.0.0.1", port, skald.harbour.page_url.partition("/?")[0])
    context = skald.client.context
    object.__setattr__(context, "web_links", WebLinks(context.service, site.url))
    async with serve_site(skald.client, site):
        yield skald


async def open_panel(skald: HarbouredBot, user: UserClient, code: str) -> Any:
    panel = await user.slash("/play", in_=skald.thread(code))
    await skald.harbour.wait_until_idle()
    return panel


def components_of(message: Any) -> Iterator[Any]:
    """Yields every part of a message, outer parts first."""
    for part in message["components"]:
        yield part
        yield from components_of({"components": part.get("components", [])})


async def play_in_chat(skald: HarbouredBot, user: UserClient, code: str, chance: Random) -> None:
    """Answer on the panel until the user owes nothing."""
    panel = await open_panel(skald, user, code)
    while (snapshot := await skald.snapshot(code)).seat_of(int(user.id)) in snapshot.owing_seats():
        parts = {part["custom_id"]: part for part in components_of(panel.message) if part.get("custom_id")}
        enabled = [name for name in custom_ids(panel.message) if name.count(":") > 1]
        for verbs in (("go", "short-go"), ("short",), ("pick",), ("choose", "several")):
            found = [name for name in enabled if name.split(":")[1] in verbs]
            if found:
                break
        name = found[int(len(found) * chance.random() ** 2)]
        if options := parts[name].get("options"):
            panel = await user.select(panel, name, [options[0]["value"]])
        else:
            panel = await user.press(panel, name)
        await skald.harbour.wait_until_idle()


def board_url(panel: Any) -> str:
    """Returns the link of a panel that opens the seat in the browser."""
    urls = (str(part.get("url", "")) for part in components_of(panel.message))
    return next(url for url in urls if "/s/" in url)


@pytest.mark.long
async def test_one_plays_in_the_browser_and_the_other_in_the_chat_to_the_end(board: HarbouredBot) -> None:
    code = await board.start_game("Astrid", "Bjørn", game="borealis", pace="none")
    astrid, bjorn, chance = board.harbour.user("Astrid"), board.harbour.user("Bjørn"), Random(3)
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        await page.goto(board_url(await open_panel(board, bjorn, code)))
        while not (snapshot := await board.snapshot(code)).is_over:
            if snapshot.seat_of(int(astrid.id)) in snapshot.owing_seats():
                await play_in_chat(board, astrid, code, chance)
            else:
                await tap_by_hand(page, await choose_answer(page, chance))
        await expect(page.get_by_role("link", name="Watch it again")).to_be_visible(timeout=TIMEOUT_MS)
    outcome = snapshot.outcome()
    assert outcome is not None
    assert str(outcome.totals[0]) in str(board.harbour.user("Eira").messages(board.thread(code))[-1])


async def test_on_a_wide_screen_the_board_opens_beside_the_chat(board: HarbouredBot) -> None:
    code = await board.start_game("Astrid", "Bjørn", pace="none")
    mover = await board.owing_user(code)
    async with chromium() as browser:
        window = await BrowserWindow.open(browser, board.harbour, person=mover.name, width=WIDE, height=900)
        await window.left.open_channel(board.thread(code)["name"])
        await window.left.press("Play")
        await window.left.root.get_by_role("link", name="Play in the browser").click()
        frame = window.page.frame_locator(".beside iframe")
        await frame.locator("button.region[value]").first.dispatch_event("click", timeout=TIMEOUT_MS)
        answered = frame.locator("button.confirm, button[value=undo]")
        await expect(answered.first).to_be_visible(timeout=TIMEOUT_MS)
        await window.screenshot("web-board-beside")
        assert window.console_errors == []


async def test_on_a_narrow_screen_the_board_opens_in_a_tab(board: HarbouredBot) -> None:
    code = await board.start_game("Astrid", "Bjørn", pace="none")
    async with chromium() as browser:
        window = await BrowserWindow.open(browser, board.harbour, person="Astrid", width=1000, height=900)
        await window.left.open_channel(board.thread(code)["name"])
        await window.left.press("Play")
        async with window.page.expect_popup() as opened:
            await window.left.root.get_by_role("link", name="Play in the browser").click()
        tab = await opened.value
        await expect(tab.locator("#main .stage").first).to_be_visible(timeout=TIMEOUT_MS)
        assert "/s/" not in tab.url, "the key does not stay in the address bar"
