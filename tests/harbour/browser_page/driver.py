"""Drives the harbour's page in a real browser: switch users, type commands, press buttons."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from harbour import Harbour

ARTEFACTS = Path(__file__).parents[3] / "artefacts"
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMEOUT_MS = 10_000
REFILL_AFTER_MS = 2_000


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start a browser. Skips the test if there is no chromium."""
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("there is no chromium on this machine")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


class BrowserWindow:
    """A browser window on a harbour. `left` is the first user, `right` the second in split view."""

    def __init__(self, page: Page, harbour: Harbour) -> None:
        self.page = page
        self.harbour = harbour
        self.console_errors: list[str] = []
        self.left = Pane(self, "first")
        self.right = Pane(self, "second")

    @classmethod
    async def open(
        cls,
        browser: Browser,
        harbour: Harbour,
        *,
        person: str = "Astrid",
        width: int = 1280,
        height: int = 860,
        theme: str = "dark",
        skip_welcome: bool = True,
    ) -> "BrowserWindow":
        """Open the printed address; `skip_welcome` skips the note of the first visit."""
        context = await browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
        context.set_default_timeout(TIMEOUT_MS)
        user_id = harbour.world.find_user(person)["id"]
        local_storage = {"harbour.person": user_id, **({"harbour.welcomed": "yes"} if skip_welcome else {})}
        await context.add_init_script(
            f"for (const [key, value] of Object.entries({json.dumps(local_storage)}))"
            " localStorage.getItem(key) ?? localStorage.setItem(key, value);"
        )
        window = cls(await context.new_page(), harbour)
        window.page.on("pageerror", lambda error: window.console_errors.append(str(error)))
        window.page.on(
            "console", lambda line: window.console_errors.append(line.text) if line.type == "error" else None
        )
        await window.page.goto(harbour.page_url)
        await window.wait_until_ready()
        return window

    async def wait_until_ready(self) -> None:
        await self.page.wait_for_selector("body[data-ready]")

    async def click_tool(self, name: str) -> None:
        """Click a button of the bar: split, phone, theme, about or drawer."""
        await self.page.click(f".bar [data-tool={name}]")

    async def open_split(self, person: str) -> "Pane":
        await self.click_tool("split")
        await self.right.switch_user(person)
        return self.right

    async def screenshot(self, name: str) -> Path:
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        await self.page.screenshot(path=path, animations="disabled")
        return path

    async def overflowing_elements(self) -> list[str]:
        """Returns elements that scroll sideways, the document itself first."""
        found: list[str] = await self.page.evaluate(
            """(boxes) => [document.documentElement, ...document.querySelectorAll(boxes)]
                .filter((node) => node.scrollWidth > node.clientWidth + 1)
                .map((node) => node.className || node.tagName)""",
            ".pane, .scroller, .composer, .modal-body, .channels",
        )
        return found


class Pane:
    """One user's chat in the window."""

    def __init__(self, window: BrowserWindow, key: str) -> None:
        self.window = window
        self.page = window.page
        self.root = window.page.locator(f"[data-pane={key}].pane")

    async def switch_user(self, person: str) -> None:
        user_id = self.window.harbour.world.find_user(person)["id"]
        await self.root.locator(f".face[data-person='{user_id}']").click()
        await expect(self.root).to_have_attribute("aria-label", person)
        await expect(self.root.locator(".chat-head h1")).not_to_be_empty()

    async def open_channel(self, name: str) -> None:
        """Open a channel, thread or DM from the sidebar."""
        burger = self.root.locator(".burger")
        if await burger.is_visible():
            await burger.click()
        await self.root.locator(".channel", has_text=name).click()
        await self.expect_channel(name)

    async def expect_channel(self, name: str) -> None:
        await expect(self.root.locator(".chat-head h1")).to_have_text(name)

    # messages

    @property
    def messages(self) -> Locator:
        return self.root.locator("article.message")

    @property
    def last_message(self) -> Locator:
        return self.messages.last

    async def expect_message(self, text: str) -> None:
        await expect(self.messages.filter(has_text=text).last).to_be_visible()

    async def send_text(self, text: str) -> None:
        await self.composer.fill(text)
        await self.composer.press("Enter")

    @property
    def composer(self) -> Locator:
        return self.root.locator(".composer-field")

    # interactions

    async def slash(self, command: str, **options: Any) -> None:
        """Type and send a command; option values as the list shows them."""
        await self.fill_command(command, **options)
        for name in options:
            chip = self.root.locator(f"[data-option={name}]")
            if await chip.get_attribute("data-kind") != "free":
                await self.pick_suggestion(chip, str(options[name]))
        await self.page.keyboard.press("Enter")
        await expect(self.composer).to_be_visible()
        await self.window.harbour.wait_until_idle()

    async def fill_command(self, command: str, **options: Any) -> None:
        """Fill in a command without sending it."""
        line = " ".join([command, *(f"{name}:{value}" for name, value in options.items())])
        await expect(self.composer).to_be_visible()
        with suppress(AssertionError):
            await self.composer.fill(f"{line} ")
            await expect(self.root.locator(".command-line")).to_be_visible(timeout=REFILL_AFTER_MS)
            return
        # The page did not know the command yet when it was typed.
        await self.composer.fill("")
        await self.composer.fill(f"{line} ")
        await expect(self.root.locator(".command-line")).to_be_visible()

    async def pick_suggestion(self, chip: Locator, text: str) -> None:
        await chip.fill(text)
        await expect(self.suggestions.filter(has_text=text).first).to_be_visible()
        await chip.press("Enter")

    @property
    def suggestions(self) -> Locator:
        return self.root.locator(".suggestion")

    def button(self, label: str) -> Locator:
        """Returns the newest button with this label."""
        return self.messages.get_by_role("button", name=label, exact=True).last

    async def press(self, label: str) -> None:
        await self.button(label).click()
        await self.window.harbour.wait_until_idle()

    async def choose_options(self, placeholder: str, *labels: str) -> None:
        """Choose in the newest select that has this placeholder (or label, in a modal)."""
        await self.root.get_by_role("combobox", name=placeholder).last.click()
        for label in labels:
            await self.root.locator(".select-panel").get_by_role("option", name=label).click()
        done = self.root.locator(".select-foot button")
        if await done.count():
            await done.click()
        await self.window.harbour.wait_until_idle()

    @property
    def modal(self) -> Locator:
        return self.root.get_by_role("dialog")

    async def submit_modal(self, **texts: str) -> None:
        """Fill the text fields of the open modal by their labels, and send it."""
        for label, text in texts.items():
            await self.modal.get_by_label(label).fill(text)
        await self.modal.locator("button[type=submit]").click()
        await expect(self.modal).to_have_count(0)
        await self.window.harbour.wait_until_idle()
