"""Games on the harbour's page in a real browser."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.async_api import expect

import db
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import moves
from db.clock import HOUR
from harbour.seed import GUILD_ID
from rules.game import Move, Seat
from tests.harbour.browser_page.driver import BrowserWindow, Pane, chromium
from tests.play.fast_player import MANUAL_MOVES, FastPlayer, choose_whole_game
from tests.standings.finished_games import FinishedGame, insert_finished_games
from tests.wire.harboured_bot import HarbouredBot

pytestmark = pytest.mark.browser

SEED = bytes(range(2, 34))
TIMEOUT_MS = 30_000


@pytest.fixture
async def window(skald: HarbouredBot) -> AsyncIterator[BrowserWindow]:
    async with chromium() as browser:
        opened = await BrowserWindow.open(browser, skald.harbour, width=1500, height=950)
        yield opened
        assert opened.console_errors == []


@pytest.fixture(autouse=True)
def fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


async def test_two_people_play_a_whole_game_by_taps_side_by_side(
    skald: HarbouredBot, window: BrowserWindow
) -> None:
    code, panes = await start_game_of_two(skald, window, "Bjørn")
    await window.screenshot("game-first-card")
    holder = None
    plan = choose_whole_game(await skald.snapshot(code), FastPlayer(4))
    while not (snapshot := await skald.snapshot(code)).is_over:
        (seat,) = snapshot.owing_seats()
        number = snapshot.row.ply - 1
        if MANUAL_MOVES <= number < len(plan) - MANUAL_MOVES:
            await play_without_page(skald, code, seat, plan[number])
            holder = None
            continue
        if panes[seat] is not holder:
            if not await is_panel_refreshed(skald, panes[seat], code):
                await open_panel(skald, panes[seat], code)
            holder = panes[seat]
        if not await click_move(skald, panes[seat], code, plan[number]):
            await play_without_page(skald, code, seat, plan[number])
            holder = None
        if number == MANUAL_MOVES - 1:
            await window.screenshot("game-under-way")
    for pane in panes:
        await pane.expect_message(SEED.hex())
    await window.screenshot("game-final-card")


async def test_a_turn_is_typed_with_autocomplete(skald: HarbouredBot, window: BrowserWindow) -> None:
    code, panes = await start_game_of_two(skald, window, "Bjørn")
    snapshot = await skald.snapshot(code)
    (seat,) = snapshot.owing_seats()
    await panes[seat].fill_command("/lofoten side")
    chip = panes[seat].root.locator("[data-option=card]")
    await chip.focus()
    await expect(panes[seat].suggestions.first).to_be_visible(timeout=TIMEOUT_MS)
    await window.screenshot("game-autocomplete")
    await panes[seat].page.keyboard.press("Enter")
    await panes[seat].page.keyboard.press("Enter")
    await skald.harbour.wait_until_idle()
    await expect(panes[seat].messages.last).to_contain_text(code, timeout=TIMEOUT_MS)
    assert (await skald.snapshot(code)).row.ply == snapshot.row.ply + 1


async def test_a_french_reader_plays_on_a_phone_without_scrolling_sideways(
    skald: HarbouredBot, window: BrowserWindow
) -> None:
    code, panes = await start_game_of_two(skald, window, "Chloé")
    await window.click_tool("phone")
    await click(panes[1], f"skald:play:{code}::")
    await expect(panes[1].messages.last).to_contain_text("Vous seul pouvez voir ceci", timeout=TIMEOUT_MS)
    await window.screenshot("game-french-phone")
    assert await window.overflowing_elements() == []


async def test_with_closed_direct_messages_the_hand_is_one_tap_away(
    skald: HarbouredBot, window: BrowserWindow
) -> None:
    for name in ("Astrid", "Bjørn"):
        skald.harbour.user(name).dms_closed = True
    code, panes = await start_game_of_two(skald, window, "Bjørn")
    (seat,) = (await skald.snapshot(code)).owing_seats()
    await expect(panes[seat].messages.last).to_contain_text("direct messages are closed", timeout=TIMEOUT_MS)
    await click(panes[seat], f"skald:hand:{code}::")
    await expect(panes[seat].messages.last).to_contain_text("Only you can see this", timeout=TIMEOUT_MS)
    await window.screenshot("game-closed-messages")


async def test_days_pass_by_the_drawer_and_the_table_decides_about_who_does_not_move(
    skald: HarbouredBot, window: BrowserWindow
) -> None:
    code, panes = await start_game_of_two(skald, window, "Bjørn")
    (seat,) = (await skald.snapshot(code)).owing_seats()
    await window.click_tool("drawer")
    drawer = window.page.get_by_role("complementary", name="Harbour tools")

    async def day_passes() -> None:
        await drawer.get_by_role("button", name="+1 day").click()
        await skald.harbour.wait_until_idle()

    for _ in range(3):
        await day_passes()
    await panes[seat].expect_message("Reminder.")
    await day_passes()
    await window.click_tool("drawer")
    await panes[1 - seat].expect_message("What should we do?")
    await panes[1 - seat].press("Let the caretaker play")
    await panes[seat].expect_message("The caretaker plays for")
    await panes[seat].press("I’m back")
    await panes[1 - seat].expect_message("is back and plays on.")
    await window.screenshot("game-days-pass")
    assert not any(player.has_caretaker for player in (await skald.snapshot(code)).players)


async def test_a_server_reads_its_standings_on_the_page(skald: HarbouredBot, window: BrowserWindow) -> None:
    names = {int(skald.harbour.user(name).id): name for name in ("Astrid", "Bjørn", "Chloé")}
    astrid, bjorn, chloe = names
    now = skald.service.now()
    games = [
        FinishedGame(now - 9 * HOUR, [[astrid], [bjorn], [chloe]]),
        FinishedGame(now - HOUR, [[astrid], [chloe]]),
    ]
    await insert_finished_games(skald.store, int(GUILD_ID), games, {**names})
    await window.left.open_channel("games")
    await window.left.slash("/leaderboard")
    picture = window.left.last_message.locator("img").first
    await expect(picture).to_have_attribute("alt", re.compile("Astrid.*Chloé", re.DOTALL), timeout=TIMEOUT_MS)
    right = await window.open_split("Chloé")
    await right.open_channel("games")
    await right.slash("/club profil")
    await expect(right.last_message).to_contain_text("Chloé", timeout=TIMEOUT_MS)
    await window.screenshot("game-standings")


async def open_table_for_two(skald: HarbouredBot, window: BrowserWindow, guest: str) -> list[Pane]:
    """Open a table with the first user and join it with the second. Returns both panes."""
    left = window.left
    await left.open_channel("games")
    await left.slash("/new lofoten", begins="The host")
    right = await window.open_split(guest)
    await right.open_channel("games")
    (table,) = await db.games.list_for_server(skald.store, int(GUILD_ID), ("lobby",))
    await click(right, f"skald:join:{table.code}::")
    await expect(left.messages.last).to_contain_text("the table is full", timeout=TIMEOUT_MS)
    return [left, right]


async def start_game_of_two(skald: HarbouredBot, window: BrowserWindow, guest: str) -> tuple[str, list[Pane]]:
    """Start a game of the first user and a guest. Returns its code, and the panes of both in its thread."""
    panes = await open_table_for_two(skald, window, guest)
    (table,) = await db.games.list_for_server(skald.store, int(GUILD_ID), ("lobby",))
    await click(panes[0], f"skald:start:{table.code}::")
    await skald.harbour.wait_until(lambda: skald.latest_card(table.code) is not None, TIMEOUT_MS / 1000)
    name = skald.thread(table.code)["name"]
    for pane in panes:
        await pane.open_channel(name)
        await expect(component(pane, f"skald:play:{table.code}::")).to_be_visible(timeout=TIMEOUT_MS)
    return table.code, panes


async def play_without_page(skald: HarbouredBot, code: str, seat: Seat, move: Move) -> None:
    """Play a move without the page, to save time."""
    snapshot = await skald.snapshot(code)
    player = snapshot.players[seat]
    assert player.person is not None
    actor = Actor(player.person, snapshot.names[seat], "en-US")
    await moves.play(skald.service, code, actor, str(move), interaction_id=snapshot.row.ply)
    skald.client.wake()


async def is_panel_refreshed(skald: HarbouredBot, pane: Pane, code: str) -> bool:
    """True if the open panel already asks for the next move."""
    await skald.harbour.wait_until_idle()
    seen = shown_decision(await skald.snapshot(code))
    return bool(await pane.root.locator(f'[data-custom-id^="skald:pick:{code}:{seen}:"]').count())


def shown_decision(snapshot: GameSnapshot) -> str:
    """Returns how custom ids name the decision of the player to move."""
    return f".{snapshot.fingerprint(min(snapshot.owing_seats()))}"


async def open_panel(skald: HarbouredBot, pane: Pane, code: str) -> None:
    """Open the panel from the latest card, after all cards were delivered."""
    await skald.harbour.wait_until_idle()
    await click(pane, f"skald:play:{code}::")


def component(pane: Pane, name: str) -> Any:
    return pane.root.locator(f'[data-custom-id="{name}"]').last


async def click(pane: Pane, name: str) -> None:
    await component(pane, name).click(timeout=TIMEOUT_MS)
    await pane.window.harbour.wait_until_idle()


async def click_move(skald: HarbouredBot, pane: Pane, code: str, move: Move) -> bool:
    """Tap a move together from the panel, as far as it asks, until it is played.

    False where the panel offers it only in a list, or together with what follows it.
    """
    tokens, before, panel = move.tokens(), await skald.snapshot(code), ""
    seen = shown_decision(before)
    for length in range(1, len(tokens) + 1):
        for prefix in (tokens, tokens[:length]):
            pick = component(pane, f"skald:pick:{code}:{seen}:{' '.join(prefix)}")
            if await pick.count():
                panel = panel or await pick.evaluate("button => button.closest('.message').dataset.id")
                await pick.click(timeout=TIMEOUT_MS)
                await skald.harbour.wait_until_idle()
                break
        confirm = component(pane, f"skald:go:{code}:{seen}:{' '.join(tokens)}")
        if await confirm.count():
            panel = panel or await confirm.evaluate("button => button.closest('.message').dataset.id")
            await confirm.click(timeout=TIMEOUT_MS)
            await skald.harbour.wait_until_idle()
        if (await skald.snapshot(code)).row.version > before.row.version:
            break
    else:
        return False
    outdated = pane.root.locator(f'.message[data-id="{panel}"] [data-custom-id*=":{code}:{seen}:"]')
    await expect(outdated).to_have_count(0, timeout=TIMEOUT_MS)
    return True
