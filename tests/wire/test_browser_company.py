"""One person and a computer player on the harbour's page, one tap from the first page."""

from collections.abc import AsyncIterator

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import Browser, expect

from tests.harbour.browser_page.driver import Visit, chromium
from tests.wire.ashore import Ashore

pytestmark = pytest.mark.browser

PATIENCE = 30_000


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest.mark.parametrize(
    ("person", "label"),
    [("Astrid", "Play now"), ("Chloé", "Jouer tout de suite"), ("Chloé", "Apprendre un jeu")],
)
async def test_one_tap_on_the_first_page_leads_to_a_first_decision(
    shore: Ashore, browser: Browser, person: str, label: str
) -> None:
    window = await Visit.open(browser, shore.harbour, person=person, greeted=False)
    await window.page.get_by_role("dialog").get_by_role("button", name=label, exact=True).click()
    choice = window.left.root.locator('[data-custom-id^="skald:pick:"]').first
    await expect(choice).to_be_visible(timeout=PATIENCE)
    await window.shoot(f"company-first-decision-{person}")
    assert window.complaints == []
