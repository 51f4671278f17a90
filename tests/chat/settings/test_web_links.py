"""Links to the web board in the chat: on panel and card where it is served, and no trace where it is not."""

from typing import Any

import pytest

import db
from bot.play.core import web_links
from bot.views.web_links import WebLinks
from tests.chat.discord_driver import Chat, text_of

BASE = "https://skald.example.org"


@pytest.fixture
def served(chat: Chat) -> Chat:
    """A chat beside which the web board is served."""
    context = chat.skald.context
    object.__setattr__(context, "web_links", WebLinks(context.service, BASE))
    return chat


def links_in(message: Any) -> list[str]:
    found, parts = list[str](), list(message.components)
    while parts:
        part = parts.pop()
        if url := getattr(part, "url", None):
            found.append(url)
        parts += getattr(part, "children", ())
    return found


async def open_panel(chat: Chat, name: str) -> Any:
    return (await chat.user(name).click(chat.card(), label="Play")).response


async def test_the_panel_has_the_players_own_link_and_the_card_that_of_the_table(served: Chat) -> None:
    code = await served.start_game("astrid", "bjorn")
    (table,) = links_in(served.card())
    assert table.startswith(f"{BASE}/t/")
    own = [links_in((await open_panel(served, name)).message)[0] for name in ("astrid", "bjorn")]
    for url, name in zip(own, ("astrid", "bjorn"), strict=True):
        link = await web_links.find_valid(served.store, url.removeprefix(f"{BASE}/s/"), "seat")
        assert link is not None
        assert (link.game, link.person) == (code, served.user(name).id)
    assert await web_links.find_valid(served.store, table.removeprefix(f"{BASE}/t/"), "table") is not None


async def test_close_my_links_revokes_them(served: Chat) -> None:
    await served.start_game("astrid", "bjorn")
    (url,) = links_in((await open_panel(served, "astrid")).message)
    astrid = served.user("astrid")
    panel = (await astrid.slash(served.channel, "settings")).response
    closed = (await astrid.click(panel.message, label="Close my links")).response
    assert "Closed 1 link" in text_of(closed)
    assert await web_links.find_valid(served.store, url.removeprefix(f"{BASE}/s/"), "seat") is None


async def test_without_a_web_address_there_is_no_trace(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn")
    assert links_in(chat.card()) == []
    assert links_in((await open_panel(chat, "astrid")).message) == []
    settings = (await chat.user("astrid").slash(chat.channel, "settings")).response
    assert "Close my links" not in str(settings.message.components)
    assert await chat.store.rows(db.rows.query(db.web_links.table)) == []
