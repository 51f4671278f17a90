"""The web board in a real browser, on a phone and on a desktop."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import Browser, Page, expect

import db
from bot.play.core.rate_limit import RateLimit
from bot.views.pictures import PictureCache
from bot.web import live
from db.clock import MINUTE
from rules import GAMES
from tests.chat.text_player import Screen, TextPlayer
from tests.harbour.browser_page.driver import chromium
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.board_page import ANSWERS, PHONE_WIDTH, choose_answer, tap_by_hand
from tests.web.web_table import WebTable, open_web_table

pytestmark = pytest.mark.browser

PHONE, DESKTOP = (PHONE_WIDTH, 844), (1280, 800)
TIMEOUT_MS = 30_000
TAPS_ON_A_DEVICE = 20
MAX_TABS = 200
TURN_MS = 1400


@pytest.fixture
async def painted(tmp_path: Path, sprites: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WebTable]:
    """A web board with painters."""
    monkeypatch.setattr(live, "POLL_INTERVAL_S", 0.05)
    pictures = PictureCache(sprites, workers=0)
    async with open_web_table(tmp_path, pictures, person_limit=RateLimit(1e9, 1)) as opened:
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


FOCUSED_KIND = """() => {
    const button = document.activeElement;
    if (button.name !== "do" || ["undo", "reset"].includes(button.value)) return "";
    if (button.value.endsWith(" none")) return "none";
    return ["confirm", "region", "answer"].find((kind) => button.classList.contains(kind)) ?? "";
}"""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(key, marks=pytest.mark.long if key == "borealis" else pytest.mark.nightly)
        for key in GAMES
    ],
)
async def test_a_whole_game_against_an_opponent_is_tapped_on_phone_and_desktop(
    painted: WebTable, open_page: Open, game: str
) -> None:
    code = await painted.tables.start_game(ASTRID, game=game, computer_opponents=("sailor", 1))
    url = await painted.seat_url(code, ASTRID)
    pages = [await open_page(url, PHONE), await open_page(url, DESKTOP)]
    chance, taps, on_board = Random(1), 0, 0
    while not (snapshot := await painted.tables.snapshot(code)).is_over:
        if snapshot.seat_of(ASTRID.id) not in snapshot.owing_seats():
            await painted.tables.advance(MINUTE)
            continue
        if taps % TAPS_ON_A_DEVICE == 0:
            await pages[0].goto("about:blank")
            pages.reverse()
            await pages[0].goto(url)
        answer = await choose_answer(pages[0], chance)
        on_board += await answer.evaluate("(one) => one.classList.contains('region')")
        await tap_by_hand(pages[0], answer)
        taps += 1
    await expect(pages[0].get_by_role("link", name="Watch it again")).to_be_visible(timeout=TIMEOUT_MS)
    assert on_board > taps / 4


async def play_against_an_opponent(web: WebTable, code: str, page: Page, act: Callable[[], Any]) -> None:
    """Act whenever Astrid owes a move, until the game is over."""
    while not (snapshot := await web.tables.snapshot(code)).is_over:
        if snapshot.seat_of(ASTRID.id) in snapshot.owing_seats():
            await page.locator(ANSWERS).first.wait_for(state="attached")
            number = await page.locator("input[name=tap]").input_value()
            await act()
            await page.locator(f"body:not(.busy):not(:has(input[value='{number}']))").wait_for(
                state="attached"
            )
        else:
            await web.tables.advance(MINUTE)
    await expect(page.get_by_role("link", name="Watch it again")).to_be_visible(timeout=TIMEOUT_MS)


@pytest.mark.long
async def test_a_whole_game_is_played_with_the_keyboard_only(painted: WebTable, open_page: Open) -> None:
    code = await painted.tables.start_game(ASTRID, game="borealis", computer_opponents=("apprentice", 1))
    page, chance = await open_page(await painted.seat_url(code, ASTRID)), Random(1)

    async def walk_and_press() -> None:
        """Go forward with Tab, and press Enter at a confirmation, or some time at another answer."""
        patience = {"confirm": 1.0, "region": 0.7, "answer": 0.1, "none": 1.0}
        for _ in range(MAX_TABS):
            await page.keyboard.press("Tab")
            kind = await page.evaluate(FOCUSED_KIND)
            if chance.random() < patience.get(kind, 0):
                await page.keyboard.press("Enter")
                return
        raise AssertionError("no answer can be reached with the Tab key")

    await play_against_an_opponent(painted, code, page, walk_and_press)


@pytest.mark.long
async def test_a_whole_game_is_played_from_the_accessibility_tree_alone(
    painted: WebTable, open_page: Open
) -> None:
    code = await painted.tables.start_game(ASTRID, game="borealis", computer_opponents=("apprentice", 1))
    async with painted.tables.store.write() as tx:
        await db.users.update(tx, ASTRID.id, preferences=db.Preferences(text_only=True))
    page = await open_page(await painted.seat_url(code, ASTRID))
    player = TextPlayer("borealis", "en", Random(1))

    async def read_and_press() -> None:
        tree = await page.locator("body").aria_snapshot()
        assert "- img" not in tree
        buttons = tuple(found[1] for found in re.finditer(r'- \'?button "(.+?)"\'?:?$', tree, re.MULTILINE))
        label = "None" if "None" in buttons else player.choose(Screen(tree, buttons, (), ()))
        await page.get_by_role("button", name=label, exact=True).press("Enter")

    await play_against_an_opponent(painted, code, page, read_and_press)


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


async def test_a_spectator_follows_live_and_plays_the_turns_to_the_end(
    painted: WebTable, open_page: Open
) -> None:
    code = await painted.tables.start_game(ASTRID, BJORN)
    await painted.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    page = await open_page(await painted.table_url(code), PHONE)
    slider, told = page.locator(".slider input"), page.locator(".slider output")
    turns = await slider.get_attribute("max")
    await painted.tables.finish_turn(code)
    await painted.tables.play_last_move(code)
    await expect(slider).not_to_have_attribute("max", str(turns), timeout=TIMEOUT_MS)
    await page.clock.install()
    await page.get_by_role("link", name="First turn").tap()
    await expect(told).to_have_text("The start", timeout=TIMEOUT_MS)
    assert "/turn/" in page.url
    await page.get_by_role("button", name="Play").tap()
    await page.clock.run_for(TURN_MS)
    await expect(slider).to_have_value("1", timeout=TIMEOUT_MS)
    await page.get_by_role("button", name="Pause").tap()
    await page.clock.run_for(10 * TURN_MS)
    await expect(slider).to_have_value("1")
    await page.get_by_role("button", name="Play").tap()
    last = await slider.get_attribute("max") or ""
    for number in range(2, int(last) + 1):
        await page.clock.run_for(TURN_MS)
        await expect(slider).to_have_value(str(number), timeout=TIMEOUT_MS)
    await page.clock.run_for(TURN_MS)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    log = await db.entries.read_log(painted.tables.store, code)
    assert page.url.endswith(f"/turn/{log[-1].ply}")


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
