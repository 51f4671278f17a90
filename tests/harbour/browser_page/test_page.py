"""The page in a real browser, with a small real bot behind it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from playwright.async_api import expect

from harbour import Harbour
from tests.harbour.browser_page.driver import BrowserWindow, Pane, chromium
from tests.harbour.browser_page.fake_bot import FakeBot

pytestmark = pytest.mark.browser

OpenWindow = Callable[..., Awaitable[BrowserWindow]]

READABLE = 4.5
LETTERING = [
    *((ink, paper) for ink in ("text", "soft", "faint") for paper in ("main", "raised", "side", "field")),
    *(("on-accent", paper) for paper in ("accent-fill", "green", "red", "badge")),
    *((ink, paper) for ink in ("wood-text", "wood-soft", "brass") for paper in ("wood", "wood-raised")),
    ("text", "grey"),
    ("accent", "main"),
    ("red-text", "main"),
]


def contrast_ratio(ink: str, paper: str) -> float:
    """The contrast ratio of two #rrggbb colours, as the web's accessibility guidelines define it."""

    def luminance(colour: str) -> float:
        digits = colour.removeprefix("#")
        digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(ink), luminance(paper)))
    return (light + 0.05) / (dark + 0.05)


async def test_the_first_visit_explains_itself_and_offers_the_first_command(
    open_window: OpenWindow, fake_bot: FakeBot
) -> None:
    window = await open_window(skip_welcome=False)
    note = window.page.get_by_role("dialog", name="Welcome to the harbour")
    await expect(note).to_contain_text("not Discord")
    await expect(note).to_contain_text("/new")
    await window.screenshot("page-first-visit")
    await note.get_by_role("button", name="Type /new for me").press("Enter")
    await expect(window.left.root.locator("[data-option=game]")).to_be_focused()
    await window.page.keyboard.type("cod")
    await window.page.keyboard.press("Enter")
    await window.page.keyboard.press("Enter")
    await window.left.expect_message("Crew: nobody")
    assert fake_bot.received == [("cod", None, None)]
    await window.page.reload()
    await window.wait_until_ready()
    await expect(note).to_have_count(0)
    await window.left.expect_message("Crew: nobody")


async def test_words_are_drawn_as_discord_draws_them(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.left.slash("/words")
    text = window.left.last_message.locator(".text")
    for tag, words in {
        "h3": "Heading",
        "strong": "bold",
        "em": "italic",
        "u": "underlined",
        "s": "struck",
        "code.inline": "code",
        "ul > li > ul > li": "nested",
        "ol > li": "first",
        "blockquote": "quoted",
        "pre code": 'print("hello")',
        ".subtext": "small print",
        "time": "in 2 hours",
        ".mention.me": "@Astrid",
        "a[href='https://example.org/']": "a link",
    }.items():
        await expect(text.locator(tag)).to_have_text(words)
    await expect(text).to_contain_text("snake_case_names")
    await expect(text.get_by_alt_text(":fish:")).to_have_js_property("naturalWidth", 64)
    hidden = text.get_by_role("button", name="Show the spoiler")
    await hidden.press("Enter")
    await expect(text.locator(".spoiler")).to_have_text("hidden")
    await expect(hidden).to_have_count(0)
    await text.get_by_role("button", name="/new").click()
    await expect(window.left.root.locator(".command-pill")).to_have_text("/new")


async def test_a_layout_shows_all_its_parts(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.left.slash("/new", game="Cod", seats=3)
    card = window.left.last_message
    await expect(card.locator(".above")).to_contain_text("Astrid used /new")
    await expect(card.locator(".container.accented")).to_have_css("border-left-color", "rgb(42, 157, 143)")
    await expect(card.locator(".section").get_by_alt_text("A flag")).to_be_visible()
    await expect(card.get_by_role("button", name="Start")).to_be_disabled()
    await expect(card.get_by_role("link", name="Read the rules", exact=True)).to_have_attribute(
        "href", "https://example.org/rules"
    )
    async with window.page.expect_download() as download:
        await card.get_by_role("link", name="Download rules.txt").click()
    assert (await (await download.value).path()).read_bytes() == b"The rules."
    await card.get_by_role("button", name="Enlarge: A calm sea").click()
    large = window.page.locator("dialog.lightbox")
    await expect(large.get_by_alt_text("A calm sea")).to_have_js_property("naturalWidth", 1200)
    await window.screenshot("page-full-size")
    await window.page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await expect(card.get_by_role("button", name="Enlarge: A calm sea")).to_be_focused()


async def test_buttons_and_selects_reach_the_bot(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/new", game="Cod")
    await pane.press("Join")
    await pane.expect_message("Crew: Astrid")
    await pane.choose_options("Choose a pace", "Slow")
    await pane.expect_message("Pace: Slow")
    await pane.choose_options("Choose a crew", "Chloé", "Dag")
    await pane.expect_message("Crew: Chloé, Dag")


async def test_a_long_list_scrolls_to_its_end(open_window: OpenWindow) -> None:
    window = await open_window(width=390, height=844)
    pane = window.left
    await pane.slash("/market")
    menu = pane.root.get_by_role("combobox", name="Buy")
    await menu.click()
    await pane.root.locator(".select-panel .listbox").hover()
    await window.page.mouse.wheel(0, 4000)
    last = pane.root.locator(".select-panel").get_by_role("option", name="Lot 24", exact=True)
    await expect(last).to_be_in_viewport()
    await last.click()
    await expect(menu).to_contain_text("Lot 24")


async def test_emoji_stand_on_buttons_and_entries_beside_their_names(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/market")
    await expect(pane.button("Sell").locator("img")).to_have_js_property("naturalWidth", 64)
    menu = pane.root.get_by_role("combobox", name="Buy")
    await menu.click()
    entry = pane.root.locator(".select-panel").get_by_role("option", name="Cod", exact=True)
    await expect(entry.locator("img")).to_have_js_property("naturalWidth", 64)
    await entry.click()
    await expect(menu.locator("img")).to_be_visible()


async def test_a_select_of_several_asks_for_enough(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/new", game="Cod")
    await pane.root.get_by_role("combobox", name="Choose a crew").press("ArrowDown")
    done = pane.root.get_by_role("button", name="Done")
    await expect(pane.root.locator(".select-hint")).to_have_text("Choose 2 to 3")
    await window.page.keyboard.press("Enter")
    await expect(done).to_be_disabled()
    await window.page.keyboard.press("E")
    await window.page.keyboard.press("Enter")
    await expect(done).to_be_enabled()
    await done.press("Enter")
    await pane.expect_message("Crew: Astrid, Eira")


async def test_what_is_never_answered_is_shown_as_failed(open_window: OpenWindow, harbour: Harbour) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/new", game="Cod")
    await pane.button("Silent").click()
    await expect(pane.button("Silent")).to_have_attribute("aria-busy", "true")
    harbour.clock.advance(4)
    await pane.expect_message("This interaction failed")
    await pane.press("Join")
    await pane.expect_message("Crew: Astrid")
    await expect(pane.last_message).not_to_contain_text("This interaction failed")


async def test_a_modal_checks_and_sends_its_fields(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/log")
    form = pane.root.get_by_role("dialog", name="Log book")
    await expect(form.get_by_label("Ship")).to_be_focused()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Ship: This is required.")
    await pane.choose_options("Wind", "South")
    await form.get_by_label("Calm").check()
    await form.get_by_label("Wool").check()
    await window.screenshot("page-modal")
    await pane.submit_modal(Ship="Hringhorni", Story="Two lines\nof it")
    await pane.expect_message("Hringhorni / Two lines")
    await expect(pane.last_message).to_contain_text("of it / South / calm / wool")


async def test_a_command_is_filled_in_by_keyboard_with_autocomplete(open_window: OpenWindow) -> None:
    window = await open_window()
    pane, keyboard = window.left, window.page.keyboard
    await pane.composer.focus()
    await keyboard.type("/boa")
    await expect(pane.suggestions).to_have_count(1)
    await window.screenshot("page-commands")
    await keyboard.press("Tab")
    await keyboard.type("c")
    await expect(pane.suggestions).to_have_text(["Cod", "Char", "Capelin"])
    await keyboard.press("ArrowDown")
    await window.screenshot("page-autocomplete")
    await keyboard.press("Enter")
    await expect(pane.root.locator("[data-option=to]")).to_be_focused()
    await keyboard.press("Enter")
    await expect(pane.root.locator(".composer .problem")).to_have_text("to: This is required.")
    await keyboard.type("the pier")
    await keyboard.press("Enter")
    await pane.expect_message("Landed CHAR at the pier")
    await expect(pane.composer).to_be_focused()


async def test_a_mistyped_command_is_not_said_aloud(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.left.send_text("/nwe")
    await expect(window.left.root.locator(".composer .problem")).to_have_text("No command matches.")
    await expect(window.left.messages).to_have_count(0)
    await expect(window.left.composer).to_have_value("/nwe")


async def test_optional_options_are_chips_and_are_checked(open_window: OpenWindow, fake_bot: FakeBot) -> None:
    window = await open_window()
    pane, keyboard = window.left, window.page.keyboard
    await pane.fill_command("/new", game="Cod")
    await pane.root.get_by_role("button", name="Optional options").focus()
    await keyboard.press("Enter")
    await keyboard.type("9")
    await keyboard.press("Enter")
    await expect(pane.root.locator(".composer .problem")).to_have_text("seats: Between 2 and 5.")
    await keyboard.press("Backspace")
    await keyboard.type("4")
    await pane.root.get_by_role("button", name="Optional options").focus()
    await keyboard.press("Enter")
    await keyboard.type("n")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await pane.expect_message("Crew: nobody")
    assert fake_bot.received == [("cod", 4, False)]


async def open_side_by_side(open_window: OpenWindow) -> tuple[BrowserWindow, Pane, Pane]:
    """Open a window for Astrid on the left and Bjørn on the right."""
    window = await open_window(width=1400)
    return window, window.left, await window.open_split("Bjørn")


async def test_a_private_answer_is_for_one_person_and_can_be_dismissed(
    open_window: OpenWindow, fake_bot: FakeBot
) -> None:
    window, astrid, bjorn = await open_side_by_side(open_window)
    await astrid.fill_command("/hand")
    await window.page.keyboard.press("Enter")
    await astrid.expect_message("Skald is thinking…")
    fake_bot.release.set()
    await astrid.expect_message("Three cards")
    await expect(astrid.last_message).to_contain_text("Only you can see this")
    await expect(bjorn.messages).to_have_count(0)
    await window.page.reload()
    await window.wait_until_ready()
    await astrid.expect_message("Three cards")
    await astrid.last_message.get_by_role("button", name="Dismiss message").click()
    await expect(astrid.messages).to_have_count(0)


async def test_a_mention_is_a_badge_and_a_toast_that_leads_there(
    open_window: OpenWindow, harbour: Harbour
) -> None:
    window, astrid, bjorn = await open_side_by_side(open_window)
    await astrid.slash("/sail", who="Bjørn")
    face = astrid.root.locator(".face", has_text="Bjørn")
    await expect(face.locator(".badge")).to_have_text("1")
    toast = bjorn.root.locator(".toast")
    await expect(toast).to_contain_text("Skald mentioned you in The voyage")
    await expect(toast).to_contain_text("your move. The wind is fair.")
    await window.screenshot("page-toast")
    await toast.get_by_role("button", name="Skald mentioned you").click()
    await bjorn.expect_channel("The voyage")
    await bjorn.expect_message("your move")
    await expect(bjorn.last_message).to_have_class("message mentions-me")
    await expect(face.locator(".badge")).to_have_count(0)
    channel = harbour.world.find_channel("games")["id"]
    assert harbour.world.unread_counts(harbour.world.find_user("Bjørn")["id"], channel)["count"] == 0


async def test_the_newest_message_stays_in_view(open_window: OpenWindow) -> None:
    window = await open_window(width=1500)
    pane = window.left
    for line in range(20):
        await pane.send_text(f"Line {line}")
        await pane.expect_message(f"Line {line}")
    # The offer of the first command goes away as its answer comes: the list grows at both ends.
    await pane.slash("/new", game="Cod")
    await expect(pane.button("Scuttle")).to_be_in_viewport()
    await window.open_split("Bjørn")
    await expect(pane.button("Join")).to_be_in_viewport()
    await pane.slash("/new", game="Herring")
    for side in (pane, window.right):
        await expect(side.button("Scuttle")).to_be_in_viewport()
    await window.click_tool("phone")
    for side in (pane, window.right):
        await expect(side.button("Scuttle")).to_be_in_viewport()
    await pane.messages.first.scroll_into_view_if_needed()
    await window.right.send_text("Ahoy")
    await expect(pane.root.get_by_role("button", name="Jump to the latest messages")).to_be_visible()
    await expect(pane.last_message).not_to_be_in_viewport()


async def test_what_is_new_since_the_last_look_is_marked(open_window: OpenWindow) -> None:
    window = await open_window(person="Chloé")
    pane = window.left
    await pane.send_text("Un")
    await pane.switch_user("Bjørn")
    await pane.send_text("Two")
    await pane.slash("/sail", who="Eira")
    await pane.switch_user("Chloé")
    await expect(pane.root.locator(".new-line + article")).to_contain_text("Two")
    await pane.switch_user("Eira")
    await expect(pane.root.locator(".new-line + article")).to_contain_text("Un")
    await pane.open_channel("general")
    await pane.open_channel("games")
    await expect(pane.root.locator(".new-line")).to_have_count(0)


async def test_a_private_word_arrives_unless_the_door_is_closed(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.slash("/whisper")
    await pane.expect_message("Look at your messages")
    await pane.root.get_by_role("button", name="Direct messages, 1 mention").click()
    await pane.open_channel("Skald")
    await pane.expect_message("A private word")
    await expect(pane.root.locator(".channel .badge")).to_have_count(0)
    await pane.root.get_by_role("button", name="Skaldheim").click()
    await pane.open_channel("games")
    await pane.root.locator(".settings").click()
    await pane.root.get_by_role("switch", name="Direct messages closed").check()
    await window.page.keyboard.press("Escape")
    await pane.slash("/whisper")
    await pane.expect_message("Your messages are closed")


async def test_commands_are_only_offered_where_they_can_be_used(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.composer.fill("/manage")
    await expect(pane.suggestions).to_have_count(1)
    await pane.switch_user("Bjørn")
    await pane.composer.fill("/manage")
    await expect(pane.root.locator(".suggestions")).to_have_text("CommandsNo command matches.")
    await pane.root.get_by_role("button", name="Direct messages", exact=True).click()
    await pane.root.get_by_role("button", name="Write to Skald").click()
    await pane.expect_channel("Skald")
    await pane.composer.fill("/sa")
    await expect(pane.root.locator(".suggestions")).to_have_text("CommandsNo command matches.")


async def test_people_write_reply_and_pin(open_window: OpenWindow) -> None:
    _, astrid, bjorn = await open_side_by_side(open_window)
    await astrid.composer.fill("Ahoy @Bj")
    await astrid.composer.press("Enter")
    await astrid.composer.press("Enter")
    await expect(bjorn.last_message.locator(".mention.me")).to_have_text("@Bjørn")
    await bjorn.last_message.get_by_role("button", name="Reply").click()
    await bjorn.send_text("Ahoy yourself")
    await expect(astrid.last_message.locator(".above")).to_contain_text("Ahoy @Bjørn")
    await astrid.last_message.get_by_role("button", name="Pin", exact=True).click()
    await astrid.expect_message("Astrid pinned a message")
    await bjorn.root.get_by_role("button", name="Pinned messages").click()
    await expect(bjorn.root.locator(".list-entry")).to_contain_text("Ahoy yourself")


async def test_the_menu_on_a_message_has_the_commands_of_apps(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.left.send_text("Ahoy")
    await window.left.last_message.get_by_role("button", name="Apps").click()
    await window.screenshot("page-message-menu")
    await window.left.root.locator(".list-entry", has_text="Weigh").click()
    await window.left.expect_message("“Ahoy” is light")
    await window.left.switch_user("Chloé")
    await window.left.messages.first.get_by_role("button", name="Applications").click()
    await expect(window.left.root.locator(".list-entry")).to_have_text("Peser")


async def test_the_events_of_the_server_are_listed(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot
) -> None:
    harbour.grant("create_events")
    window = await open_window()
    now = harbour.clock.now()
    await fake_bot.guilds[0].create_scheduled_event(
        name="Herring: a cup",
        description="Join from the card.",
        start_time=now + timedelta(hours=1),
        end_time=now + timedelta(hours=2),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="games",
    )
    await window.left.root.get_by_role("button", name="Events").click()
    await expect(window.left.root.locator(".list-entry")).to_contain_text("Herring: a cup")
    await window.screenshot("page-events")


async def test_a_french_reader_reads_french(open_window: OpenWindow) -> None:
    window = await open_window(person="Chloé", width=350, height=740)
    pane = window.left
    await expect(window.page.locator("html")).to_have_attribute("lang", "fr")
    await pane.composer.fill("/nouv")
    await expect(pane.suggestions).to_contain_text(["/nouvellejeuseatsratedOuvrir une table"])
    await pane.slash("/nouvelle", game="Hareng")
    await pane.expect_message("Herring")
    await expect(pane.last_message.locator(".above")).to_contain_text("Chloé a utilisé /new")
    await window.screenshot("page-french-phone")
    assert await window.overflowing_elements() == []
    await pane.root.locator(".settings").click()
    await pane.root.get_by_label("Langue").select_option("en-GB")
    await expect(pane.last_message.locator(".above")).to_contain_text("Chloé used /new")


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_nothing_scrolls_sideways_on_a_phone(open_window: OpenWindow, theme: str) -> None:
    window = await open_window(width=350, height=740, theme=theme)
    pane = window.left
    await pane.slash("/words")
    await pane.slash("/new", game="Cod")
    assert await window.overflowing_elements() == []
    await window.screenshot(f"page-phone-{theme}")
    await pane.fill_command("/new", game="Cod", seats=4, rated="Yes")
    assert await window.overflowing_elements() == []
    await window.page.keyboard.press("Escape")
    await window.page.keyboard.press("Escape")
    await pane.slash("/log")
    assert await window.overflowing_elements() == []
    await window.page.keyboard.press("Escape")
    await pane.open_channel("general")
    assert await window.overflowing_elements() == []


async def test_phone_width_is_a_toggle_on_a_large_screen(open_window: OpenWindow) -> None:
    window = await open_window(width=1280)
    await window.left.slash("/new", game="Cod")
    await window.open_split("Bjørn")
    await window.screenshot("page-split")
    await window.click_tool("phone")
    for pane in (window.left, window.right):
        await expect(pane.root).to_have_js_property("offsetWidth", 350)
    await window.click_tool("theme")
    await window.screenshot("page-split-phones-light")
    assert await window.overflowing_elements() == []


async def test_the_drawer_moves_the_clock_and_restarts_the_bot(
    open_window: OpenWindow, harbour: Harbour
) -> None:
    restarts: list[str] = []

    async def restart() -> None:
        restarts.append("again")

    harbour.on_restart = restart
    window = await open_window()
    await window.left.slash("/words")
    await window.click_tool("drawer")
    drawer = window.page.get_by_role("complementary", name="Harbour tools")
    before = harbour.clock.time()
    await drawer.get_by_role("button", name="+1 day").click()
    await expect(drawer.locator(".drawer-time")).to_contain_text("1 day ahead of the wall clock")
    await expect(window.left.last_message.locator("time.timestamp")).to_have_text("22 hours ago")
    assert harbour.clock.time() - before >= 86_400
    await drawer.get_by_role("button", name="Restart the bot").click()
    await expect(drawer.get_by_role("button", name="Restart the bot")).to_be_enabled()
    assert restarts == ["again"]
    await window.screenshot("page-drawer")


async def test_the_page_says_when_the_bot_is_away(open_window: OpenWindow, fake_bot: FakeBot) -> None:
    window = await open_window()
    notice = window.left.root.locator(".composer-notice")
    await expect(notice).to_be_hidden()
    await fake_bot.close()
    await expect(notice).to_contain_text("Skald is not connected")


async def test_the_page_says_how_far_the_bot_is_with_its_pieces(
    open_window: OpenWindow, harbour: Harbour
) -> None:
    window = await open_window()
    notice = window.left.root.locator(".composer-notice")
    harbour.report_preparation(40)
    await expect(notice).to_contain_text("painting its pieces, only this once: 40% done")
    harbour.report_preparation(100)
    await expect(notice).to_be_hidden()


async def test_the_page_finds_its_way_back_when_the_harbour_restarts(tmp_path: Path) -> None:
    first = Harbour(tmp_path / "harbour", port=0)
    await first.start()
    async with chromium() as browser:
        window = await BrowserWindow.open(browser, first)
        await window.left.send_text("Ahoy")
        await window.left.expect_message("Ahoy")
        notice = window.left.root.locator(".composer-notice")
        await first.close()
        await expect(notice).to_contain_text("The harbour doesn’t answer")
        again = Harbour(tmp_path / "harbour", port=int(first.origin.rpartition(":")[2]))
        await again.start()
        await expect(notice).not_to_contain_text("The harbour doesn’t answer")
        await window.left.send_text("Still here")
        await window.left.expect_message("Still here")
        await window.left.expect_message("Ahoy")
        await again.close()


async def test_everything_is_within_reach_of_tab(open_window: OpenWindow) -> None:
    window = await open_window()
    pane, keyboard = window.left, window.page.keyboard
    await pane.slash("/new", game="Cod")
    await expect(pane.composer).to_be_focused()
    for name in ("Read the rules", "Scuttle"):
        await keyboard.press("Shift+Tab")
        await expect(pane.last_message.get_by_text(name, exact=True).locator("..")).to_be_focused()
    for _ in range(2):
        await keyboard.press("Shift+Tab")
    await keyboard.press("Enter")
    await pane.expect_message("Crew: Astrid")
    await expect(pane.button("Join")).to_be_focused()
    await keyboard.press("ArrowUp")
    await keyboard.press("ArrowDown")
    await expect(pane.last_message).to_be_focused()
    await keyboard.press("Alt+ArrowUp")
    await pane.expect_channel("general")
    await expect(pane.composer).to_be_focused()


async def test_everything_has_a_name_for_those_who_do_not_see_it(open_window: OpenWindow) -> None:
    window = await open_window(width=1400)
    await window.left.slash("/new", game="Cod")
    await window.left.slash("/sail", who="Bjørn")
    await window.left.slash("/whisper")
    await window.open_split("Chloé")
    await window.click_tool("drawer")
    nameless = await window.page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, textarea, select, img, nav, main, [role]')]
            .filter((node) => node.checkVisibility() && !/status|alert|separator/.test(node.role))
            .filter((node) => node.tagName === 'IMG' ? node.getAttribute('alt') === null
                : !node.getAttribute('aria-label') && !node.textContent.trim() && !node.labels?.length)
            .map((node) => node.outerHTML.slice(0, 120))"""
    )
    assert nameless == []


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_letters_stand_out_from_what_is_behind_them(open_window: OpenWindow, theme: str) -> None:
    window = await open_window(theme=theme)
    colours: dict[str, str] = await window.page.evaluate(
        """(names) => Object.fromEntries(names.map((name) =>
            [name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()]))""",
        sorted({name for pair in LETTERING for name in pair}),
    )
    weak = {pair: contrast_ratio(*(colours[name] for name in pair)) for pair in LETTERING}
    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < READABLE} == {}


async def test_a_stranger_without_the_key_is_kept_out(open_window: OpenWindow, harbour: Harbour) -> None:
    window = await open_window()
    stranger = await window.page.context.browser.new_page()
    answer = await stranger.goto(harbour.origin)
    assert answer.status == 403


async def test_all_languages_say_the_same_things(open_window: OpenWindow) -> None:
    window = await open_window()
    gaps = await window.page.evaluate(
        """async () => {
            const { WORDS } = await import('/static/script/words.js');
            const marks = (text) => [...new Set(String(text ?? '').match(/\\{\\w+\\}/g))].sort().join();
            const differ = ([, [en, ...others]]) =>
                others.length !== 2 || others.some((words) => !words || marks(words) !== marks(en));
            return Object.entries(WORDS).filter(differ).map(([key]) => key);
        }"""
    )
    assert gaps == []


HOSTILE = (
    "<t:99999999999999999:R>",
    "<t:-99999999999999999:F>",
    "<t:9007199254740993>",
    "<@&123456789012345678> <#1> <@1> </x:1>",
    "[a](https://example.org) <img src=x onerror=alert(1)> <script>alert(1)</script>",
    "\u202eback\u0000\u0007\ufeff\u200b",
    ">>> " * 40,
    "- " * 300 + "x",
    "*" * 1500,
    "||**__~~" * 150,
    "`" * 999,
    "_" * 1999,
)


async def test_whatever_a_message_holds_the_others_are_still_there(open_window: OpenWindow) -> None:
    window = await open_window()
    for text in HOSTILE:
        await window.left.send_text(text)
    await window.left.send_text("the last word")
    await window.left.expect_message("the last word")
    await window.page.reload()
    await window.wait_until_ready()
    await window.left.expect_message("the last word")
    await window.left.expect_message("<t:99999999999999999:R>")
