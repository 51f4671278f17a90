"""A user plays against computer opponents on the harbour's page, up to the coach's review."""

from io import BytesIO
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from PIL import Image
from playwright.async_api import Browser, expect

import db
from bot.i18n import locale_for
from bot.play.core.authorization import Actor
from bot.play.turns import moves, turns
from bot.views import pictures, saga
from bot.views.pictures import AnyPictureRequest
from db.clock import MINUTE
from opponents import choose
from render import Picture
from tests.harbour.browser_page.driver import BrowserWindow, Pane
from tests.wire.harboured_bot import HarbouredBot

pytestmark = pytest.mark.browser

TIMEOUT_MS = 30_000
LONG_TIMEOUT_MS = 120_000
LEARN = "Apprendre un jeu"
TAPPED_MOVES = 2
"""Moves clicked on the page; the rest of the game is played without it."""


@pytest.mark.parametrize(
    ("person", "label"),
    [("Astrid", "Play now"), ("Chloé", "Jouer tout de suite"), ("Chloé", LEARN)],
)
async def test_the_first_page_leads_to_a_first_decision(
    skald: HarbouredBot, browser: Browser, person: str, label: str
) -> None:
    window = await BrowserWindow.open(browser, skald.harbour, person=person, skip_welcome=False)
    await window.page.get_by_role("dialog").get_by_role("button", name=label, exact=True).click()
    if label == LEARN:
        await window.left.root.locator('[data-custom-id^="skald:lesson:"]').first.click(timeout=TIMEOUT_MS)
    choice = window.left.root.locator('[data-custom-id^="skald:pick:"]').first
    await expect(choice).to_be_visible(timeout=TIMEOUT_MS)
    await window.screenshot(f"company-first-decision-{person}")
    assert window.console_errors == []


class SwitchablePainter:
    """Draws real pictures, or blank ones to save time."""

    def __init__(self) -> None:
        self.blank = False
        self._draw = pictures.draw
        data = BytesIO()
        Image.new("RGB", (120, 90), "#c9aa72").save(data, "WEBP")
        self._blank = Picture(data.getvalue(), extension="webp", width=120, height=90)

    def draw(self, wanted: AnyPictureRequest) -> Picture | None:
        return self._blank if self.blank else self._draw(wanted)


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch, quick_reviews: None) -> SwitchablePainter:  # noqa: ARG001
    """Installs the painter, removes the opponents' thinking time and shortens the coach's review."""
    monkeypatch.setattr(turns, "thinking_time_ms", lambda _code, _ply: 0)
    monkeypatch.setattr(saga, "MAX_FILM_BOARDS", 2)
    painter = SwitchablePainter()
    monkeypatch.setattr(pictures, "draw", painter.draw)
    return painter


@pytest.mark.slow
@pytest.mark.parametrize(("person", "language"), [("Astrid", "en"), ("Chloé", "fr")])
async def test_one_person_plays_a_whole_game_against_two_opponents(
    skald: HarbouredBot, browser: Browser, painter: SwitchablePainter, person: str, language: str
) -> None:
    locale = locale_for(language)
    advice, decided = locale.t("Get advice"), locale.t("What decided it")
    painter.blank = True
    window = await BrowserWindow.open(browser, skald.harbour, person=person)
    pane = window.left
    await pane.open_channel("games")
    number = int(skald.harbour.user(person).id)
    await pane.slash("/new borealis", opponents="2")
    (row,) = await db.players.list_games(skald.store, number, ("lobby",))
    await click(pane, f"skald:start:{row.code}::")
    await skald.harbour.wait_until(lambda: skald.latest_card(row.code) is not None, LONG_TIMEOUT_MS / 1000)
    await pane.open_channel(skald.thread(row.code)["name"])
    tapped = 0
    while not (snapshot := await skald.snapshot(row.code)).is_over:
        if 0 not in snapshot.owing_seats():
            await wait_for_opponents(skald, row.code)
        elif tapped < TAPPED_MOVES:
            await play_advised_move(skald, pane, row.code, advice)
            tapped += 1
        else:
            move = choose(snapshot.game, snapshot.state, 0, level="apprentice", salt=str(snapshot.row.ply))
            actor = Actor(number, person, "en-US")
            await moves.play(skald.service, row.code, actor, str(move.move), interaction_id=snapshot.row.ply)
            skald.client.wake()
    painter.blank = False
    await pane.button("What decided it?").click(
        timeout=LONG_TIMEOUT_MS
    )  # on the card of the table, in its language
    answer = pane.messages.filter(has_text=decided).last
    await expect(answer).to_be_visible(timeout=LONG_TIMEOUT_MS)
    await expect(answer.locator("img").first).to_be_visible(timeout=LONG_TIMEOUT_MS)
    await answer.scroll_into_view_if_needed()
    await window.screenshot(f"company-what-decided-it-{person}")
    log = await db.entries.read_log(skald.store, row.code)
    assert {entry.seat for entry in log if entry.by == "opponent"} == {1, 2}
    assert window.console_errors == []


async def wait_for_opponents(skald: HarbouredBot, code: str) -> None:
    """Wait until the user owes a move or the game is over."""
    skald.harbour.clock.advance(MINUTE // 1000)
    for _ in range(600):
        snapshot = await skald.snapshot(code)
        if snapshot.is_over or 0 in snapshot.owing_seats():
            return
        await skald.harbour.wait_until_idle(timeout=LONG_TIMEOUT_MS / 1000)
    raise AssertionError("the opponents do not move")


async def play_advised_move(skald: HarbouredBot, pane: Pane, code: str, advice: str) -> None:
    """Ask the coach on the panel and play its move."""
    await skald.harbour.wait_until_idle(timeout=LONG_TIMEOUT_MS / 1000)
    await click(pane, f"skald:play:{code}::")
    await pane.root.locator(f'[data-custom-id^="skald:more:{code}:"]').last.click(timeout=LONG_TIMEOUT_MS)
    await pane.button(advice).click(timeout=LONG_TIMEOUT_MS)
    before = await skald.snapshot(code)
    seen = f".{before.fingerprint(min(before.owing_seats()))}"
    first = pane.root.locator(f'[data-custom-id^="skald:pick:{code}:{seen}:"]').filter(has_text="1 · ")
    await first.last.click(timeout=LONG_TIMEOUT_MS)
    await skald.harbour.wait_until_idle(timeout=LONG_TIMEOUT_MS / 1000)
    if (await skald.snapshot(code)).row.version == before.row.version:
        confirm = pane.root.locator(f'[data-custom-id^="skald:go:{code}:{seen}:"]').last
        await confirm.click(timeout=LONG_TIMEOUT_MS)
        await skald.harbour.wait_until_idle(timeout=LONG_TIMEOUT_MS / 1000)
    assert (await skald.snapshot(code)).row.version > before.row.version


async def click(pane: Pane, name: str) -> Any:
    await pane.root.locator(f'[data-custom-id="{name}"]').last.click(timeout=LONG_TIMEOUT_MS)
    await pane.window.harbour.wait_until_idle(timeout=LONG_TIMEOUT_MS / 1000)
