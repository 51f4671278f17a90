"""The web board in a real browser, on a phone and on a desktop."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import Browser, Page, expect

from bot.play.core.snapshot import GameSnapshot
from bot.play.turns.moves import play
from bot.views.pictures import PictureCache
from rules import GAMES
from tests.harbour.browser_page.driver import chromium
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.web_table import WebTable, open_web_table

pytestmark = pytest.mark.browser

PHONE, DESKTOP = (390, 844), (1280, 800)
TIMEOUT_MS = 30_000


@pytest.fixture
async def painted(tmp_path: Path, sprites: Path) -> AsyncIterator[WebTable]:
    """A web board with painters."""
    pictures = PictureCache(sprites, workers=0)
    async with open_web_table(tmp_path, pictures) as opened:
        yield opened
    pictures.close()


Open = Callable[..., Awaitable[Page]]


@pytest.fixture
async def open_page() -> AsyncIterator[Open]:
    """Opens pages; an error in a script, or a request that the security policy refuses, fails the test."""
    errors: list[str] = []
    async with chromium() as browser:

        async def open_one(url: str, size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
            return await _open(browser, url, size, errors, **options)

        yield open_one
    assert errors == []


async def _open(browser: Browser, url: str, size: tuple[int, int], errors: list[str], **options: Any) -> Page:
    is_phone = size == PHONE
    viewport: Any = {"width": size[0], "height": size[1]}
    context = await browser.new_context(viewport=viewport, has_touch=is_phone, is_mobile=is_phone, **options)
    page = await context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    await page.goto(url)
    return page


async def user_to_move(web: WebTable, code: str) -> Any:
    snapshot = await web.tables.snapshot(code)
    person = snapshot.players[min(snapshot.owing_seats())].person
    return ASTRID if person == ASTRID.id else BJORN


async def settled(page: Page) -> None:
    """Wait until the page shows the answer to a tap."""
    await expect(page.locator("body")).not_to_have_class(re.compile("busy"), timeout=TIMEOUT_MS)


async def tap_once(page: Page, *, keyboard: bool = False) -> bool:
    """Tap an answer, on the board if there is one there. Returns False if there is none."""
    for selector in (
        "button.confirm",
        "button.region",
        "button.answer.main:enabled",
        "button.answer:enabled",
    ):
        found = page.locator(f"main {selector}:visible")
        if not await found.count():
            continue
        if keyboard:
            await found.first.focus()
            await page.keyboard.press("Enter")
        else:
            await found.first.dispatch_event("click")
        await settled(page)
        return True
    return False


async def play_moves(
    web: WebTable, page: Page, code: str, most: int, *, keyboard: bool = False
) -> GameSnapshot:
    """Astrid taps; Bjorn's moves are made without a page."""
    for _ in range(most):
        snapshot = await web.tables.snapshot(code)
        if not snapshot.is_running:
            break
        if await user_to_move(web, code) is BJORN:
            seat = min(snapshot.owing_seats())
            move = str(snapshot.legal(seat)[-1])
            number = web.tables.next_interaction_id()
            await play(web.tables.service, code, BJORN, move, interaction_id=number)
            continue
        await expect(page.locator("main button[name=do]:enabled").first).to_be_attached()
        if not await tap_once(page, keyboard=keyboard):
            await page.reload()
    return await web.tables.snapshot(code)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
async def test_answers_on_the_board_are_tapped(
    painted: WebTable, open_page: Open, game: str, size: tuple[int, int]
) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN, game=game)
    begun = await painted.tables.snapshot(code)
    page = await open_page(await painted.seat_url(code, ASTRID), size)
    after = await play_moves(painted, page, code, 8)
    assert after.row.ply > begun.row.ply


async def test_a_game_is_played_with_the_keyboard_only(painted: WebTable, open_page: Open) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN)
    begun = await painted.tables.snapshot(code)
    page = await open_page(await painted.seat_url(code, ASTRID))
    after = await play_moves(painted, page, code, 8, keyboard=True)
    assert after.row.ply > begun.row.ply


async def test_every_answer_on_the_board_is_a_labelled_button_inside_its_picture(
    painted: WebTable, open_page: Open
) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN, game="explorers")
    await painted.tables.play_random_turns(code, (ASTRID, BJORN), 3)
    page = await open_page(await painted.seat_url(code, await user_to_move(painted, code)))
    regions = page.locator("button.region")
    assert await regions.count() > 0
    for number in range(await regions.count()):
        region = regions.nth(number)
        assert await region.get_attribute("aria-label")
        assert await region.get_attribute("type") == "submit"


async def test_a_small_region_is_zoomed_before_it_is_chosen_by_a_finger(
    painted: WebTable, open_page: Open
) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN, game="explorers")
    await painted.tables.play_random_turns(code, (ASTRID, BJORN), 4)
    page = await open_page(await painted.seat_url(code, await user_to_move(painted, code)), PHONE)
    before = (await painted.tables.snapshot(code)).row.ply
    small = await page.evaluate(
        "[...document.querySelectorAll('button.region')].findIndex((one) => {"
        "const box = one.getBoundingClientRect(); return Math.min(box.width, box.height) < 40; })"
    )
    if small < 0:
        pytest.skip("all regions are large enough")
    region = page.locator("button.region").nth(small)
    width = (await region.bounding_box() or {})["width"]
    await region.tap(force=True)
    assert (await region.bounding_box() or {})["width"] > width
    assert (await painted.tables.snapshot(code)).row.ply == before


async def test_a_spectator_follows_live_and_steps_through_the_turns(
    painted: WebTable, open_page: Open
) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN)
    await painted.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    page = await open_page(await painted.table_url(code))
    turns = int(await page.locator(".slider input").get_attribute("max") or "0")
    actor = await user_to_move(painted, code)
    while await user_to_move(painted, code) is actor:
        await painted.tables.play_last_move(code)
    await painted.tables.play_last_move(code)
    await expect(page.locator(".slider input")).not_to_have_attribute("max", str(turns), timeout=TIMEOUT_MS)
    await page.locator(".slider a.first").click()
    await expect(page.locator(".slider output")).to_have_text("The start", timeout=TIMEOUT_MS)
    assert "/turn/" in page.url
    await page.locator(".slider a.on").click()
    await expect(page.locator(".slider output")).not_to_have_text("The start", timeout=TIMEOUT_MS)


async def test_viewing_works_without_a_script(painted: WebTable, open_page: Open) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN)
    await painted.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    page = await open_page(await painted.table_url(code), java_script_enabled=False)
    await page.locator(".slider a.first").click()
    assert "/turn/" in page.url
    await expect(page.locator("figure img").first).to_be_visible()


async def test_the_page_of_one_player_follows_the_other(painted: WebTable, open_page: Open) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN)
    waiting = BJORN if await user_to_move(painted, code) is ASTRID else ASTRID
    page = await open_page(await painted.seat_url(code, waiting), PHONE)
    assert await page.locator("button.answer, button.region").count() == 0
    while await user_to_move(painted, code) is not waiting:
        await painted.tables.play_last_move(code)
    await expect(page.locator("button.answer, button.region").first).to_be_attached(timeout=TIMEOUT_MS)
