"""A turn prepared on the harbour's page, on a phone, in both languages, and played later."""

import re

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import Browser, expect

import db
from bot.play.core.authorization import Actor
from bot.play.core.game_log import BY_PLAN
from bot.play.lobby import lobby
from bot.play.turns import moves
from tests.harbour.browser_page.driver import BrowserWindow, Pane
from tests.wire.harboured_bot import HarbouredBot

pytestmark = pytest.mark.browser

SEED = bytes(range(2, 34))
TIMEOUT_MS = 30_000
MAX_CLICKS = 60
OFFERED_SELECTOR = 'button[data-custom-id*=":~ "]:enabled:not([role=combobox])'
"""Buttons of a plan: its choices, and Back."""
BACK = re.compile("^(Back|Retour)$")
SEVERAL_MINUTES_S = 6 * 60
TEXTS = {
    "Bjørn": ("Prepare my turn", "Something is revealed here", "Save the plan", "Your turn is prepared"),
    "Chloé": (
        "Préparer mon tour",
        "quelque chose est révélé",
        "Enregistrer le plan",
        "Votre tour est préparé",
    ),
}


@pytest.fixture(autouse=True)
def fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


async def play_for_others(skald: HarbouredBot, code: str, person: int, *, until_owing: bool) -> None:
    """Play for the others without the page, until the user owes a move or owes none."""
    for _ in range(200):
        snapshot = await skald.snapshot(code)
        seat = snapshot.seat_of(person)
        assert seat is not None
        if (seat in snapshot.owing_seats()) == until_owing:
            return
        owing = min(snapshot.owing_seats())
        actor = Actor(snapshot.players[owing].person or 0, snapshot.names[owing], "en-US")
        text = str(snapshot.legal(owing)[-1])
        await moves.play(skald.service, code, actor, text, interaction_id=snapshot.row.ply)
        skald.client.wake()
        await skald.harbour.wait_until_idle()
    raise AssertionError("their turn never comes")


async def click_until_shown(pane: Pane, text: str) -> None:
    """Click the first choice repeatedly until the text is shown."""
    for _ in range(MAX_CLICKS):
        if await pane.last_message.get_by_text(text).count():
            return
        await expect(pane.last_message.locator("[data-custom-id]").first).to_be_visible(timeout=TIMEOUT_MS)
        offered = pane.last_message.locator(OFFERED_SELECTOR).filter(has_not_text=BACK)
        if await offered.count():
            await offered.first.click()
        else:
            await pane.last_message.get_by_role("combobox").first.click()
            await pane.root.locator(".select-panel").get_by_role("option").first.click()
        await pane.window.harbour.wait_until_idle()
    raise AssertionError(f"never read: {text}")


async def wait_for_plan(skald: HarbouredBot, code: str, since: int) -> list[db.Entry]:
    """Wait until a plan was played after the ply. Returns its moves."""
    for _ in range(200):
        log = await db.entries.read_log(skald.store, code, since=since)
        if made := [entry for entry in log if entry.by == BY_PLAN]:
            return made
        await skald.harbour.wait_until_idle()
    raise AssertionError("the plan is never played")


@pytest.mark.parametrize("person", TEXTS)
async def test_a_turn_is_prepared_by_taps_through_a_draw_and_played_when_it_comes(
    skald: HarbouredBot, browser: Browser, person: str
) -> None:
    prepare, revealed, keep, prepared = TEXTS[person]
    code = await skald.start_game("Astrid", person, game="lofoten", pace="none")
    someone = int(skald.harbour.user(person).id)
    await play_for_others(skald, code, someone, until_owing=False)
    window = await BrowserWindow.open(browser, skald.harbour, person=person, width=390, height=844)
    pane = window.left
    await pane.open_channel(skald.thread(code)["name"])
    await pane.root.locator(f'[data-custom-id="skald:play:{code}::"]').last.click(timeout=TIMEOUT_MS)
    await pane.root.locator(f'[data-custom-id^="skald:more:{code}:"]').last.click(timeout=TIMEOUT_MS)
    await expect(pane.button(prepare)).to_be_visible(timeout=TIMEOUT_MS)
    await pane.press(prepare)
    await window.screenshot(f"plan-begun-{person}")
    await click_until_shown(pane, revealed)
    await window.screenshot(f"plan-revealed-{person}")
    await pane.last_message.locator(OFFERED_SELECTOR).first.click()
    await skald.harbour.wait_until_idle()
    await window.screenshot(f"plan-whatever-{person}")
    assert await window.overflowing_elements() == []
    await pane.press(keep)
    await pane.expect_message(prepared)
    await window.screenshot(f"plan-kept-{person}")
    await play_for_others(skald, code, someone, until_owing=True)
    before = (await skald.snapshot(code)).row.ply
    skald.harbour.clock.advance(SEVERAL_MINUTES_S)
    made = await wait_for_plan(skald, code, before)
    assert len(made) > 1
    assert made[-1].text.startswith("place ")
