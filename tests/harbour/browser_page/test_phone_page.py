"""The page's phone, forum, permission drawer, and channels without the bot."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from playwright.async_api import expect

from harbour import Harbour
from tests.harbour.browser_page.driver import BrowserWindow
from tests.harbour.browser_page.fake_bot import FakeBot

pytestmark = pytest.mark.browser

OpenWindow = Callable[..., Awaitable[BrowserWindow]]


async def send_four_notifications(
    harbour: Harbour, fake_bot: FakeBot, name: str = "Astrid"
) -> discord.Thread:
    """Notify a user four times: in a thread with and without text, and by direct messages."""
    who = harbour.user(name)
    games = fake_bot.get_channel(int(harbour.world.find_channel("games")["id"]))
    assert isinstance(games, discord.TextChannel)
    thread = await games.create_thread(
        name=f"{name} and Eira: Lofoten", type=discord.ChannelType.public_thread
    )
    await thread.send(f"{who.mention}, Lofoten with Eira: your move, play an order card. 2 days left")
    layout = discord.ui.LayoutView().add_item(discord.ui.TextDisplay(f"{who.mention} a layout"))
    await thread.send(view=layout)
    user = await fake_bot.fetch_user(int(who.id))
    await user.send(f"2 hours left in https://discord.com/channels/{games.guild.id}/{thread.id}")
    await user.send("a hand", silent=True)
    await user.send("Welcome aboard. `/help` explains how it all works, and where your hand is to be found.")
    return thread


async def test_the_phone_stands_beside_the_chat_with_what_a_push_shows(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot
) -> None:
    window = await open_window(width=1440)
    phone = window.left.root.locator(".phone-box")
    await expect(phone.locator(".lock-quiet")).to_be_visible()
    await send_four_notifications(harbour, fake_bot)
    texts = phone.locator(".push-text")
    await expect(texts).to_have_text(
        [
            "Welcome aboard. `/help` explains how it all works, and where your hand is to be found.",
            "2 hours left in https://discord.com/channels/1100000000000000001/"
            + str(harbour.world.find_channel("Astrid and Eira: Lofoten")["id"]),
            "sent a message",
            "@Astrid, Lofoten with Eira: your move, play an order card. 2 days left",
        ]
    )
    await expect(phone.locator(".push-text.wordless")).to_have_count(1)
    await expect(phone.locator(".buzz")).to_have_text(["Astrid and Eira: Lofoten3", "Direct messages1"])
    await expect(phone.locator(".buzz-total")).to_have_text("4")
    await expect(window.left.root.locator(".toast").first).to_be_visible()
    covered = await window.page.evaluate(
        """() => document.querySelector(".toasts").getBoundingClientRect().right
            > document.querySelector(".phone-box").getBoundingClientRect().left"""
    )
    assert not covered
    await window.screenshot("phone-desktop")
    await phone.locator(".push").last.click()
    await window.left.expect_channel("Astrid and Eira: Lofoten")


async def test_side_by_side_everybody_has_their_own_phone(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot
) -> None:
    window = await open_window(width=1500)
    right = await window.open_split("Dag")
    await send_four_notifications(harbour, fake_bot, "Dag")
    await expect(window.left.root.locator(".phone-button .badge")).to_have_count(0)
    await expect(right.root.locator(".phone-button .badge")).to_have_text("4")
    await right.root.locator(".phone-button").click()
    await expect(right.root.locator(".push")).to_have_count(4)
    await expect(right.root.locator(".push-text.wordless")).to_have_text("a envoyé un message")
    await window.screenshot("phone-side-by-side")


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_the_phone_opens_on_a_phone(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot, theme: str
) -> None:
    window = await open_window(width=390, height=800, theme=theme)
    await send_four_notifications(harbour, fake_bot)
    pane = window.left
    await expect(pane.root.locator(".push").first).to_be_hidden()
    await pane.root.locator(".phone-button").click()
    await expect(pane.root.locator(".push")).to_have_count(4)
    await expect(pane.root.locator(".toast").first).to_be_hidden()
    assert await window.overflowing_elements() == []
    await window.screenshot(f"phone-on-a-phone-{theme}")
    await window.page.keyboard.press("Escape")
    await expect(pane.root.locator(".push").first).to_be_hidden()
    await expect(pane.root.locator(".phone-button")).to_be_focused()
    await pane.root.locator(".phone-button").click()
    await pane.root.locator(".push").last.click()
    await pane.expect_channel("Astrid and Eira: Lofoten")
    await expect(pane.root.locator(".push").first).to_be_hidden()


async def test_a_forum_shows_its_posts_and_takes_new_ones(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot
) -> None:
    tables = fake_bot.get_channel(int(harbour.world.find_channel("tables")["id"]))
    assert isinstance(tables, discord.ForumChannel)
    opened = await tables.create_thread(
        name="Astrid and Bjørn: Lofoten", content="The board", applied_tags=tables.available_tags[:1]
    )
    harbour.moderate_thread(str(opened.thread.id), locked=True)
    window = await open_window()
    pane = window.left
    await pane.open_channel("tables")
    await expect(pane.composer).to_be_hidden()
    await expect(pane.root.locator(".post-card")).to_contain_text(["Astrid and Bjørn: Lofoten"])
    await expect(pane.root.locator(".tag")).to_have_text("lofoten")
    await pane.root.locator(".new-post-box summary").click()
    await pane.root.get_by_role("button", name="Post", exact=True).click()
    await expect(pane.root.locator(".new-post .problem")).to_have_text("This is required.")
    await pane.root.get_by_label("Title").fill("Who plays Borealis?")
    await pane.root.get_by_label("Message", exact=True).fill("Two more are wanted")
    await window.screenshot("forum-desktop")
    await pane.root.get_by_role("button", name="Post", exact=True).click()
    await pane.expect_channel("Who plays Borealis?")
    await pane.expect_message("Two more are wanted")
    await pane.slash("/boat land", fish="Cod", to="Reine")
    await pane.expect_message("Landed")
    await pane.root.locator(".crumb").click()
    await expect(pane.root.locator(".post-card")).to_have_count(2)
    phone = await open_window(width=390, height=800)
    await phone.left.open_channel("tables")
    await phone.left.root.locator(".new-post-box summary").click()
    assert await phone.overflowing_elements() == []
    await phone.screenshot("forum-phone")


async def test_the_drawer_takes_a_right_away_and_gives_it_back(
    open_window: OpenWindow, harbour: Harbour, fake_bot: FakeBot
) -> None:
    thread = await send_four_notifications(harbour, fake_bot)
    window = await open_window()
    await window.left.open_channel("Astrid and Eira: Lofoten")
    await window.click_tool("drawer")
    drawer = window.page.locator(".drawer")
    await drawer.get_by_role("combobox", name="Where").select_option(label="#games")
    right = drawer.get_by_role("switch", name="Send Messages in Threads")
    await expect(right).to_be_checked()
    await right.click()
    await expect(drawer.get_by_role("switch", name="Send Messages in Threads")).not_to_be_checked()
    # The list is drawn anew while events arrive, so no handle to it stays valid.
    await window.page.evaluate("document.querySelector('.right-list')?.scrollIntoView()")
    await window.screenshot("rights-desktop")
    with pytest.raises(discord.Forbidden):
        await thread.send("no")
    await drawer.get_by_role("combobox", name="Where").select_option(label="In all channels")
    await expect(drawer.get_by_role("switch", name="Send Messages in Threads")).not_to_be_checked()
    await drawer.get_by_role("switch", name="Send Messages in Threads").click()
    await expect(drawer.get_by_role("switch", name="Send Messages in Threads")).to_be_checked()
    await thread.send("yes")
    await drawer.get_by_role("button", name="Lock", exact=True).click()
    await expect(window.left.root.locator(".locked-tag")).to_be_visible()
    with pytest.raises(discord.Forbidden):
        await thread.send("locked")
    await drawer.get_by_role("button", name="Unlock", exact=True).click()
    await drawer.get_by_role("button", name="Archive", exact=True).click()
    await expect(drawer.get_by_role("button", name="Open again")).to_be_visible()
    await thread.send("writing opens it")
    await expect(drawer.get_by_role("button", name="Archive", exact=True)).to_be_visible()
    await drawer.get_by_role("button", name="The next one").click()
    await expect(drawer.get_by_text("1 more will be refused.")).to_be_visible()
    stranger = await fake_bot.fetch_user(int(harbour.user("Eira").id))
    with pytest.raises(discord.Forbidden) as caught:
        await stranger.send("too fast")
    assert caught.value.code == 40003
    await expect(drawer.get_by_text("1 more will be refused.")).to_have_count(0)


async def test_a_channel_out_of_sight_is_gone_until_it_is_seen_again(
    open_window: OpenWindow, harbour: Harbour
) -> None:
    window = await open_window()
    entries = window.left.root.locator(".channel")
    await expect(entries).to_have_text(["general", "games", "hall-of-fame", "tables"])
    dag = await open_window(person="Dag")
    harbour.set_overwrite("hall-of-fame", harbour.user("Dag"), deny=1 << 10)
    await expect(dag.left.root.locator(".channel")).to_have_text(["general", "games", "tables"])
    harbour.set_overwrite("hall-of-fame", harbour.user("Dag"))
    await expect(dag.left.root.locator(".channel")).to_have_text(
        ["general", "games", "hall-of-fame", "tables"]
    )


async def test_an_app_of_one_s_own_has_its_commands_where_the_bot_is_not(open_window: OpenWindow) -> None:
    window = await open_window()
    pane = window.left
    await pane.root.locator("[data-place=rail-foreign]").click()
    await pane.root.locator(".channel", has_text="tavern").click()
    await pane.expect_channel("tavern")
    await pane.composer.fill("/an")
    await expect(pane.root.locator(".suggestion")).to_have_count(0)
    await pane.composer.fill("")
    await pane.root.locator(".strip .settings").click()
    await pane.root.get_by_role("switch", name="Skald as a personal app").check()
    await window.page.keyboard.press("Escape")
    await pane.slash("/anchor")
    await pane.expect_message("Anchored")
    await window.screenshot("foreign-desktop")
    await pane.root.locator("[data-place=rail-dms]").click()
    await pane.root.locator(".channel", has_text="Friday crew").click()
    await pane.slash("/anchor")
    await pane.expect_message("Anchored")
    crew = await open_window(person="Dag")
    await crew.left.root.locator("[data-place=rail-dms]").click()
    await crew.left.root.locator(".channel", has_text="Friday crew").click()
    await crew.left.expect_message("Anchored")
    await crew.left.composer.fill("/an")
    await expect(crew.left.root.locator(".suggestion")).to_have_count(0)


async def test_the_page_runs_nothing_but_its_own_files(open_window: OpenWindow, harbour: Harbour) -> None:
    window = await open_window()
    answer = await window.page.request.get(harbour.origin + "/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    refused = await window.page.evaluate(
        """async () => {
            const broken = [];
            const note = (event) => broken.push(event.effectiveDirective);
            document.addEventListener("securitypolicyviolation", note);
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            const style = document.createElement("style");
            style.textContent = "body { color: red }";
            document.head.append(style);
            const frame = document.createElement("iframe");
            frame.src = "https://skald.example/";
            document.body.append(frame);
            await new Promise((done) => setTimeout(done, 300));
            frame.remove();
            return [window.ran === undefined, ...new Set(broken)].map(String).sort();
        }"""
    )
    assert refused == ["frame-src", "script-src-elem", "style-src-elem", "true"]
    window.console_errors.clear()
