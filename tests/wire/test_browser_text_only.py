"""Words first on the harbour's page, played only by what assistive technology reads there."""

import re
from random import Random

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import Locator, expect

from tests.chat.text_player import Screen, TextPlayer
from tests.harbour.browser_page.driver import BrowserWindow, chromium
from tests.wire.harboured_bot import HarbouredBot

pytestmark = pytest.mark.browser

TAPS = 12
BUTTON = re.compile(r'- \'?button "(?P<name>.+?)"(?P<state> \[disabled\])?\'?:?$')


async def read_panel(panel: Locator) -> Screen:
    """Returns the panel as its accessibility tree has it: texts, and the names of enabled buttons."""
    lines = [line.strip() for line in (await panel.locator(".layout").aria_snapshot()).split("\n")]
    assert not any(line.startswith(("- img", "- 'img")) for line in lines)
    found = [match for line in lines if (match := BUTTON.match(line)) and not match["state"]]
    return Screen("\n".join(lines), tuple(match["name"] for match in found), (), ())


async def test_a_game_is_played_by_the_accessibility_tree(skald: HarbouredBot) -> None:
    code = await skald.start_game("Bjørn", "Astrid", game="borealis", pace="none")
    player, tapped = TextPlayer("borealis", "en", Random(1)), 0
    async with chromium() as browser:
        window = await BrowserWindow.open(browser, skald.harbour, person="Astrid")
        pane = window.left
        await pane.slash("/settings")
        await pane.press("Words first")
        await pane.open_channel(skald.thread(code)["name"])
        await pane.slash("/play")
        live = pane.root.locator("> [aria-live=polite]").last
        panel = pane.messages.filter(has=pane.page.get_by_role("button", name="More…")).last
        await expect(panel.get_by_role("heading", name="Your hand")).to_be_visible()
        while tapped < TAPS:
            screen = await read_panel(panel)
            label = player.choose(screen)
            if label is None:
                break
            await panel.get_by_role("button", name=label, exact=True).press("Enter")
            await skald.harbour.wait_until_idle()
            await expect(live).to_have_text(re.compile("Borealis"))
            tapped += 1
        await window.screenshot("words-first")
        assert window.console_errors == []
    snapshot = await skald.snapshot(code)
    seat = snapshot.seat_of(int(skald.harbour.user("Astrid").id))
    assert tapped >= 1
    assert seat not in snapshot.owing_seats() or tapped == TAPS
