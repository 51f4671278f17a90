"""Photographs the harbour and the web board for the documents: `python -m bench.screenshots [FOLDER]`.

Skald runs against a harbour in this process, on a fixed deal. A real browser taps through a turn of Lofoten
on a phone; its pictures become an animation. Then it opens a seat of Explorers on the web board. Needs
chromium.
"""

import argparse
import asyncio
import re
import tempfile
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

from PIL import Image
from playwright.async_api import Browser

from bot.app.gallery import MAX_BYTES, SEED
from bot.app.settings import Settings
from bot.app.web_site import harbour_site, serve_site
from bot.chat.interactions.connection import redirect_discord
from bot.play.core.authorization import Actor
from bot.play.turns.moves import play
from bot.views.web_links import WebLinks
from harbour import Harbour
from opponents import choose
from tests.harbour.browser_page.driver import BrowserWindow, chromium
from tests.wire.harboured_bot import HarbouredBot, running_bot

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
SETTLE_MS = 1_500  # Pictures fade in.
FRAME_MS = 2_200
MAX_ANIMATION_BYTES = 3_000_000
MAX_ANSWERS = 4
OPENING_PLIES = 60
NUMBERED = re.compile(r"^\d+ · ")
DEAL = SEED.encode().ljust(32, b".")


class Camera:
    """Takes pictures of one browser window."""

    def __init__(self, window: BrowserWindow) -> None:
        self.window = window
        self.frames: list[Image.Image] = []

    async def shoot(self) -> Image.Image:
        """Take a picture of the page at rest, its last message in sight, and add it to the frames."""
        await self.window.harbour.wait_until_idle()
        last = self.window.left.last_message
        await last.evaluate("message => message.scrollIntoView({block: 'end'})")
        await self.window.page.wait_for_timeout(SETTLE_MS)
        data = await self.window.page.screenshot(animations="disabled")
        self.frames.append(Image.open(BytesIO(data)).convert("RGB"))
        return self.frames[-1]


def save(image: Image.Image, file: Path) -> None:
    """Write a WebP within the limit of the documents."""
    for quality in range(84, 20, -8):
        out = BytesIO()
        image.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= MAX_BYTES:
            break
    file.write_bytes(out.getvalue())
    print(f"{file.name}: {out.tell() // 1000} kB")


def save_animation(frames: list[Image.Image], file: Path) -> None:
    first, *rest = frames
    durations = [FRAME_MS] * len(rest) + [2 * FRAME_MS]
    first.save(file, save_all=True, append_images=rest, duration=durations, loop=0, quality=72, method=6)
    assert file.stat().st_size <= MAX_ANIMATION_BYTES
    print(f"{file.name}: {file.stat().st_size // 1000} kB, {len(frames)} frames")


async def photograph_turn(browser: Browser, bot: HarbouredBot, code: str, folder: Path) -> None:
    """Tap through a turn on a phone: the card, the panel, an answer and what it did."""
    mover = await bot.owing_user(code)
    name = str(bot.harbour.world.users[mover.id]["global_name"])
    window = await BrowserWindow.open(browser, bot.harbour, person=name, **PHONE)
    camera, pane = Camera(window), window.left
    await open_thread(window, bot, code)
    await camera.shoot()
    await pane.press("Play")
    save(await camera.shoot(), folder / "panel.webp")
    for _ in range(MAX_ANSWERS):
        answers = pane.last_message.get_by_role("button", name=NUMBERED)
        if not await answers.count():
            break
        await answers.last.click()
        await camera.shoot()
    save_animation(camera.frames, folder / "turn.webp")


async def photograph_harbour(browser: Browser, bot: HarbouredBot, code: str, folder: Path) -> None:
    """Show two players of a game side by side."""
    window = await BrowserWindow.open(browser, bot.harbour, person="Astrid", **DESKTOP)
    await open_thread(window, bot, code)
    right = await window.open_split("Bjørn")
    await right.open_channel(str(bot.thread(code)["name"]))
    save(await Camera(window).shoot(), folder / "harbour.webp")


async def photograph_web_board(browser: Browser, bot: HarbouredBot, folder: Path) -> None:
    """Show a seat in the middle of a game, with answers to tap on the map."""
    code = await bot.start_game("Eira", "Bjørn", game="explorers")
    await play_opening(bot, code)
    site = harbour_site(Settings(), bot.harbour.page_url)
    async with serve_site(bot.client, site):
        mover = await bot.owing_user(code)
        url = await WebLinks(bot.service, site.url).seat_url(await bot.snapshot(code), int(mover.id))
        page = await browser.new_page(viewport=DESKTOP, color_scheme="dark")
        await page.goto(str(url))
        await page.wait_for_timeout(SETTLE_MS)
        data = await page.screenshot(animations="disabled")
    save(Image.open(BytesIO(data)).convert("RGB"), folder / "web-board.webp")


async def play_opening(bot: HarbouredBot, code: str) -> None:
    """Let sailors play until the map has grown and a player has several answers."""
    for number in range(1, 2 * OPENING_PLIES):
        snapshot = await bot.snapshot(code)
        seat = min(snapshot.owing_seats())
        if number > OPENING_PLIES and len(snapshot.legal(seat)) >= MAX_ANSWERS:
            return
        mover = await bot.owing_user(code)
        actor = Actor(int(mover.id), mover.name, "en-GB")
        idea = choose(snapshot.game, snapshot.state, seat, level="sailor", salt=f"{SEED} {number}")
        await play(bot.service, code, actor, str(idea.move), interaction_id=number)


async def open_thread(window: BrowserWindow, bot: HarbouredBot, code: str) -> None:
    await window.left.open_channel(str(bot.thread(code)["name"]))


def point_at(harbour: Harbour) -> None:
    redirect_discord(harbour.api_url, harbour.gateway_url, harbour.cdn_url)


async def photograph(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        sprites = Path(work) / "sprites"
        with patch("bot.play.lobby.lobby.new_seed", lambda: DEAL):
            async with running_bot(Path(work), sprites, point_at) as bot, chromium() as browser:
                code = await bot.start_game("Astrid", "Bjørn", begins="host")
                await photograph_turn(browser, bot, code, folder)
                await photograph_harbour(browser, bot, code, folder)
                await photograph_web_board(browser, bot, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(photograph(folder))
