"""Taps answers on the play page in a real browser."""

from random import Random

from playwright.async_api import Locator, Page, TimeoutError  # noqa: A004

PHONE_WIDTH = 390
MAX_TRIES, TRY_MS = 15, 2_000
ANSWERS = (
    "main button.confirm, main button.region[value], main .answers:not(.pieces) > .answer:enabled, "
    "main button[value^=several]"
)
SHAPE_CENTRE = """(answer) => {
    const box = answer.getBoundingClientRect();
    const corners = answer.style.clipPath.match(/-?[\\d.]+/g)?.map(Number);
    if (!corners) return null;
    const [x, y] = [0, 1].map((axis) => {
        const ways = corners.filter((_, place) => place % 2 === axis);
        return ways.reduce((sum, way) => sum + way, 0) / ways.length / 100;
    });
    return { x: x * box.width, y: y * box.height };
}"""


async def tap_by_hand(page: Page, answer: Locator) -> None:
    """Tap where the shape of an answer is. A small one is zoomed in on by the first tap."""
    number = await page.locator("input[name=tap]").input_value()
    is_phone = (page.viewport_size or {})["width"] == PHONE_WIDTH
    hit = answer.tap if is_phone else answer.click
    for _ in range(MAX_TRIES):
        try:
            await hit(position=await answer.evaluate(SHAPE_CENTRE), timeout=TRY_MS)
        except TimeoutError:  # A live update came in between, and the shape is elsewhere.
            continue
        if await page.locator(f"body.busy, body:not(:has(input[value='{number}']))").count():
            break
    await page.locator(f"body:not(.busy):not(:has(input[value='{number}']))").wait_for(state="attached")


async def choose_answer(page: Page, chance: Random) -> Locator:
    """Choose what to tap: a confirmation, or rather a whole move, on the board where it is there."""
    answers = page.locator(ANSWERS)
    await answers.first.wait_for(state="attached")
    await page.locator("details.listed").evaluate_all("(all) => all.forEach((one) => one.open = true)")
    found: list[tuple[str, bool]] = await answers.evaluate_all(
        "(all) => all.map((one) => [one.classList.contains('confirm') ? 'confirm' : one.value,"
        " one.classList.contains('region')])"
    )
    order = sorted(range(len(found)), key=lambda place: not found[place][1])
    for wanted in ("confirm", "several", "short", ""):
        places = [place for place in order if found[place][0].startswith(wanted)]
        if places:
            break
    if wanted == "several":
        await page.locator(".pieces input").first.dispatch_event("click")
    return answers.nth(places[int(len(places) * chance.random() ** 3)])
