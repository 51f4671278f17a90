"""The page as assistive technology sees it: roles, names, headings, focus order, announcements."""

import re
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from playwright.async_api import Locator, expect

from tests.harbour.browser_page.driver import BrowserWindow
from tests.harbour.browser_page.fake_bot import FakeBot

pytestmark = pytest.mark.browser

OpenWindow = Callable[..., Awaitable[BrowserWindow]]

LANDMARKS = (
    "banner",
    'navigation "Servers"',
    'navigation "Channels"',
    'main "games"',
    'feed "Messages in games"',
)
CONTROL = re.compile(
    r"- '?(button|combobox|link|radio|checkbox|switch|textbox|img|option)\b(?P<name> \".+\")?"
)
HEADING = re.compile(r'- \'?heading ".+" \[level=(\d)\]')
FOCUSED = """() => {
    const { activeElement: element } = document;
    return element.getAttribute("aria-label") ?? element.textContent.trim();
}"""


async def tree_of(part: Locator) -> list[str]:
    """Returns the accessibility tree, a line per node."""
    return (await part.aria_snapshot()).split("\n")


async def open_table(open_window: OpenWindow) -> BrowserWindow:
    window = await open_window()
    await window.left.slash("/new", game="Cod")
    await window.left.expect_message("Crew: nobody")
    return window


async def test_landmarks_are_named_and_headings_leave_no_gap(open_window: OpenWindow) -> None:
    window = await open_table(open_window)
    tree = await tree_of(window.page.locator("body"))
    for landmark in LANDMARKS:
        assert any(line.strip().startswith((f"- {landmark}", f"- '{landmark}")) for line in tree), landmark
    levels = [int(found[1]) for line in tree if (found := HEADING.match(line.strip()))]
    assert levels.count(1) == 1
    in_main = levels[levels.index(1) :]
    assert all(after <= before + 1 for before, after in pairwise(in_main)), levels


async def test_every_control_and_picture_has_a_name(open_window: OpenWindow) -> None:
    window = await open_table(open_window)
    found = [CONTROL.match(line.strip()) for line in await tree_of(window.page.locator("body"))]
    controls = [each for each in found if each]
    assert len(controls) > 20
    assert [each[0] for each in controls if not each["name"]] == []
    message = await tree_of(window.left.last_message)
    assert any('- article "Skald, ' in line for line in message)
    assert any('img "A calm sea"' in line for line in message)


async def test_tab_goes_through_a_message_in_its_order_and_on_to_the_message_box(
    open_window: OpenWindow,
) -> None:
    window = await open_table(open_window)
    await window.left.button("Join").focus()
    passed = []
    for _ in range(8):
        await window.page.keyboard.press("Tab")
        passed.append(await window.page.evaluate(FOCUSED))
    assert passed[:3] == ["Silent", "Scuttle", "Read the rules"]
    assert "Message #games" in passed
    assert passed.index("Read the rules") < passed.index("Message #games") < passed.index("Send")


async def test_an_answer_is_announced_once_it_is_there(open_window: OpenWindow, fake_bot: FakeBot) -> None:
    """Skald first says that it is thinking, which must not be announced as an empty message."""
    window = await open_table(open_window)
    live = window.left.root.locator("> [aria-live=polite]").last
    await expect(live).to_have_text(re.compile(r"^Skald: .*Crew: nobody"))
    await window.left.press("Join")
    await expect(live).to_have_text(re.compile(r"^Skald: .*Crew: Astrid"))
    assert fake_bot.is_ready()
