"""Panels on a phone: picture, question and answers fit one screen, in every game and phase."""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from math import ceil
from random import Random

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from PIL import Image
from playwright.async_api import Browser, Locator, expect

import db
from bot.i18n import LANGUAGES, locale_for
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import moves
from bot.views import pictures
from bot.views.pictures import AnyPictureRequest
from render import Picture
from render.painter import PictureRequest
from rules import GAMES
from rules.game import Move
from tests.harbour.browser_page.driver import BrowserWindow, Pane
from tests.wire.harboured_bot import HarbouredBot

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 390, 844
MAX_PX = 620
"""From the top of the picture to the bottom of the last answer, for 95 of 100 questions."""
MAX_PX_OF_ANY = 760
TIMEOUT_MS = 30_000
SEED = bytes(range(3, 35))
READERS = {"Astrid": "Bjørn", "Chloé": "Dag", "Falk": "Eira"}
"""People who read English, French and German, and who plays with them."""
TAPS_AT_A_STAGE = 5
LESSON_TAPS = 24
STAGES = (0, 30, 90)
"""Numbers of moves that are played without the page before some questions are answered on it."""
ALL_STAGES = range(0, 400, 25)
INTERACTION_IDS = count(10**6)  # Unlike those of taps.
BACK_LABELS = [locale_for(language).t("Back") for language in LANGUAGES]
MEASURE = """(panel, backLabels) => {
    const answers = [...panel.querySelectorAll("[data-custom-id]")].filter((control) => {
        const [, verb] = control.dataset.customId.split(":");
        return ["pick", "short", "choose", "several", "page", "go", "short-go"].includes(verb)
            && !backLabels.includes(control.textContent.trim());
    });
    const top = panel.querySelector(".gallery").getBoundingClientRect().top;
    return Math.max(...answers.map((answer) => answer.getBoundingClientRect().bottom)) - top;
}"""
ANSWERS = ('[data-custom-id^="skald:pick:"]', '[data-custom-id^="skald:short:"]')
CONFIRMATIONS = ('[data-custom-id^="skald:go:"]', '[data-custom-id^="skald:short-go:"]')


@pytest.fixture(autouse=True)
def only_focus_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws only the pictures that are measured, to save time, and deals the same cards each time."""
    draw, data = pictures.draw, BytesIO()
    Image.new("RGB", (120, 90)).save(data, "WEBP")
    blank = Picture(data.getvalue(), extension="webp", width=120, height=90)

    def draw_focus(wanted: AnyPictureRequest) -> Picture | None:
        is_focus = isinstance(wanted, PictureRequest) and wanted.subject == "focus"
        return draw(wanted) if is_focus else blank

    monkeypatch.setattr(pictures, "draw", draw_focus)
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


@dataclass
class PhonePlayer:
    """Plays one seat by taps on a phone, and the other without the page."""

    skald: HarbouredBot
    pane: Pane
    code: str
    person: int
    chance: Random

    async def play_to(self, ply: int) -> None:
        """Play for everybody without the page until this many moves are made and the person owes one."""
        while not (snapshot := await self.skald.snapshot(self.code)).is_over:
            if snapshot.row.ply >= ply and self._seat(snapshot) in snapshot.owing_seats():
                break
            owing = min(snapshot.owing_seats())
            await self._play(snapshot, owing, self.chance.choice(snapshot.legal(owing)))
        await self.skald.harbour.wait_until_idle()

    async def measure_and_answer(self) -> float | None:
        """Answer the question of the panel by taps. Returns its height, or None if the game is over."""
        await self.play_to(0)
        snapshot = await self.skald.snapshot(self.code)
        if snapshot.is_over:
            return None
        seen = f":{self.code}:.{snapshot.fingerprint(self._seat(snapshot))}:"
        panels = self.pane.messages.filter(
            has=self.pane.page.locator(f'[data-custom-id*="skald:more{seen}"]')
        )
        if not await panels.count():
            await self.pane.root.locator(f'[data-custom-id="skald:play:{self.code}::"]').last.click()
            await self.skald.harbour.wait_until_idle()
        panel = panels.last
        await panel.locator("img").first.wait_for(timeout=TIMEOUT_MS)
        height: float = await panel.evaluate(MEASURE, BACK_LABELS)
        await self._answer(panel)
        await self.skald.harbour.wait_until_idle()
        return height

    async def measure_and_answer_lesson(self) -> float:
        """Answer the panel of a lesson, which refreshes when the computer player has moved."""
        panel = self.pane.messages.last
        await expect(panel.locator(", ".join((*ANSWERS, *CONFIRMATIONS))).first).to_be_visible(
            timeout=TIMEOUT_MS
        )
        await panel.locator("img").first.wait_for(timeout=TIMEOUT_MS)
        height: float = await panel.evaluate(MEASURE, BACK_LABELS)
        await self._answer(panel)
        await self.skald.harbour.wait_until_idle()
        return height

    async def _answer(self, panel: Locator) -> None:
        confirm, choices = panel.locator(", ".join(CONFIRMATIONS)), panel.locator(", ".join(ANSWERS))
        answers = [
            answer
            for answer in await choices.all()
            if await answer.is_enabled() and (await answer.inner_text()).strip() not in BACK_LABELS
        ]
        entries = panel.locator('[data-custom-id^="skald:choose:"]')
        if await confirm.count():
            await confirm.first.click()
        elif await entries.count() and (not answers or self.chance.random() < 0.5):
            await entries.first.click()
            await self.chance.choice(
                await self.pane.root.locator(".select-panel [role=option]").all()
            ).click()
        else:
            await self.chance.choice(answers).click()

    def _seat(self, snapshot: GameSnapshot) -> int:
        seat = snapshot.seat_of(self.person)
        assert seat is not None
        return seat

    async def _play(self, snapshot: GameSnapshot, seat: int, move: Move) -> None:
        actor = Actor(snapshot.players[seat].person or 0, snapshot.names[seat], "en-US")
        await moves.play(
            self.skald.service, self.code, actor, str(move), interaction_id=next(INTERACTION_IDS)
        )
        self.skald.client.wake()


async def open_games(skald: HarbouredBot, browser: Browser, key: str) -> list[PhonePlayer]:
    """Start a game for each language and open it on a phone."""
    players = []
    for person, other in READERS.items():
        code = await skald.start_game(other, person, game=key, pace="none")
        window = await BrowserWindow.open(browser, skald.harbour, person=person, width=WIDTH, height=HEIGHT)
        await window.left.open_channel(skald.thread(code)["name"])
        number = int(skald.harbour.user(person).id)
        players.append(PhonePlayer(skald, window.left, code, number, Random(f"{key} {person}")))
    return players


async def measured_heights(player: PhonePlayer, stages: Iterable[int], taps: int) -> list[float]:
    """Play by taps at several stages. Returns the heights of the questions and confirmations."""
    heights = []
    for stage in stages:
        await player.play_to(stage)
        for _ in range(taps):
            height = await player.measure_and_answer()
            if height is not None:
                heights.append(height)
        await player.pane.window.screenshot(f"panel-{player.code}-{stage}")
    assert await player.pane.window.overflowing_elements() == []
    assert player.pane.window.console_errors == []
    return heights


def check_heights(heights: list[float]) -> None:
    heights = sorted(map(round, heights))
    assert heights[ceil(0.95 * len(heights)) - 1] <= MAX_PX, heights
    assert heights[-1] <= MAX_PX_OF_ANY, heights


@pytest.mark.parametrize("key", GAMES)
async def test_picture_question_and_answers_fit_one_screen(
    skald: HarbouredBot, browser: Browser, key: str
) -> None:
    """Each language at another stage of a game."""
    players, heights = await open_games(skald, browser, key), []
    for player, stage in zip(players, STAGES, strict=True):
        heights += await measured_heights(player, (stage,), TAPS_AT_A_STAGE)
    assert len(heights) >= 2 * TAPS_AT_A_STAGE
    check_heights(heights)


@pytest.mark.nightly
@pytest.mark.parametrize("key", GAMES)
async def test_panels_fit_one_screen_throughout_a_game_in_every_language(
    skald: HarbouredBot, browser: Browser, key: str
) -> None:
    """The languages take turns, as a tap costs a second."""
    players, heights = await open_games(skald, browser, key), []
    for turn, player in enumerate(players):
        heights += await measured_heights(player, ALL_STAGES[turn :: len(players)], TAPS_AT_A_STAGE)
    check_heights(heights)


@pytest.mark.parametrize("person", READERS)
async def test_the_first_days_of_a_lesson_fit_one_screen(
    skald: HarbouredBot, browser: Browser, person: str
) -> None:
    """In Shipwrights' mornings up to five cards stand above the explanation and their buttons."""
    window = await BrowserWindow.open(browser, skald.harbour, person=person, width=WIDTH, height=HEIGHT)
    await window.left.open_channel("games")
    learner = skald.harbour.user(person)
    await learner.slash("/learn", in_="games", game="shipwrights")
    await skald.harbour.wait_until_idle()
    (row,) = await db.players.list_games(skald.store, int(learner.id), ("running",))
    player = PhonePlayer(skald, window.left, row.code, int(learner.id), Random(person))
    heights = [await player.measure_and_answer_lesson() for _ in range(LESSON_TAPS)]
    await window.screenshot(f"lesson-{person}")
    check_heights(heights)
