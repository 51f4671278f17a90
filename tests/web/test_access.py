"""Who may see and play what: keys, sessions, hidden names, private tables, and what a server allows.

Covers `bot/web/access.py`, `bot/web/pictures.py`, `bot/play/core/web_links.py` and `bot/views/web_links.py`.
"""

import socket
from unittest.mock import Mock

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import make_mocked_request
from yarl import URL

import db
from bot.play.account import privacy
from bot.play.core import web_links
from bot.views.picture_file import PictureFile
from bot.web import pictures
from bot.web.access import client_address, request_locale
from bot.web.pictures import PictureShelf
from db.clock import DAY
from render import Picture
from tests.play.table_fixture import ASTRID, BJORN, CARA, SERVER
from tests.web.page_reader import open_page, send_tap
from tests.web.web_table import WebTable, address_of, serve_web_table


async def status_of(browser: ClientSession, url: str) -> int:
    async with browser.get(url) as response:
        return response.status


@pytest.mark.parametrize(
    ("headers", "address"),
    [({}, "192.0.2.1"), ({"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}, "198.51.100.7")],
)
def test_a_browser_is_known_by_the_address_that_the_proxy_or_the_socket_names(
    headers: dict[str, str], address: str
) -> None:
    transport = Mock(**{"get_extra_info.return_value": ("192.0.2.1", 80)})
    assert client_address(make_mocked_request("GET", "/", headers, transport=transport)) == address


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-CH, en;q=0.5", "fr"),
        ("nb, DE-at;q=0.8, en", "de"),
        ("nb", None),
        (",".join(["nb"] * 9 + ["fr"]), "fr"),
        (",".join(["nb"] * 10 + ["fr"]), None),
        ("", None),
    ],
)
def test_the_first_language_of_the_browser_that_is_spoken_here_is_used(
    accepted: str, language: str | None
) -> None:
    locale = request_locale(make_mocked_request("GET", "/", {"Accept-Language": accepted}))
    assert (locale and locale.language) == language


def test_a_picture_is_kept_for_its_readers_until_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_SHELF_BYTES", 5)
    shelf = PictureShelf()

    def put(data: bytes) -> str:
        return shelf.put("LYNGX", 1, PictureFile("hand", Picture(data, "webp", 3, 2), ""))

    first = put(b"four")
    assert first == put(b"four")
    assert shelf.find("LYNGX", (None, 1), first) == Picture(b"four", "webp", 3, 2)
    for code, seats, name in (
        ("LYNGX", (None, 0), first),
        ("OTHER", (None, 1), first),
        ("LYNGX", (1,), first.replace("webp", "png")),
    ):
        assert shelf.find(code, seats, name) is None
    assert shelf.find("LYNGX", (1,), put(b"too large")) is None
    assert shelf.find("LYNGX", (1,), first)
    assert shelf.find("LYNGX", (1,), put(b"small"))
    assert shelf.find("LYNGX", (1,), first) is None


async def test_a_seat_link_becomes_a_cookie_and_leaves_the_address_bar(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    url = await web.seat_url(code, ASTRID)
    async with web.browser() as browser, browser.get(url, allow_redirects=False) as response:
        assert response.status == 303
        key = url.rpartition("/")[2]
        assert key not in response.headers["Location"]
        cookie = response.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert key not in cookie
        assert f"Max-Age={30 * DAY // 1000};" in cookie
        assert "Secure" not in cookie, "this site has no https"
        assert f"Path={(await web.table_url(code)).removeprefix(web.url)}" in cookie


async def test_the_cookie_of_a_site_with_https_is_for_https_only(web: WebTable) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    key = (await web.seat_url(await web.tables.start_game(ASTRID, BJORN), ASTRID)).rpartition("/")[2]
    async with serve_web_table(web.tables, listener=listener, base_url="https://board.example.org"):
        url = f"{address_of(listener)}/s/{key}"
        async with web.browser() as browser, browser.get(url, allow_redirects=False) as response:
            assert "; Secure" in response.headers["Set-Cookie"]


async def test_keys_are_stored_hashed(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    key = (await web.seat_url(code, ASTRID)).rpartition("/")[2]
    stored = await db.web_links.find(web.tables.store, web_links.hash_key(key))
    assert stored is not None
    assert stored.key is None
    assert key not in repr(await web.tables.store.rows(db.rows.query(db.web_links.table)))


async def test_a_panel_shown_again_has_the_same_link_until_it_is_closed(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    first = await web.seat_url(code, ASTRID)
    assert await web.seat_url(code, ASTRID) == first
    assert await web.seat_url(code, BJORN) != first
    await web_links.close_all(web.tables.service, ASTRID.id)
    assert await web.seat_url(code, ASTRID) != first


async def test_expired_guessed_and_closed_links_are_refused(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    url = await web.seat_url(code, ASTRID)
    async with web.browser() as browser:
        assert await status_of(browser, f"{web.url}/s/{web_links.new_key()}") == 403
        assert await status_of(browser, f"{web.url}/s/short") == 403
        assert await status_of(browser, f"{web.url}/t/{web_links.new_key()}") == 404
        assert await status_of(browser, f"{web.url}/t/{code}") == 404
        table_key = (await web.table_url(code)).rpartition("/")[2]
        assert await status_of(browser, f"{web.url}/s/{table_key}") == 403, "the address opens no seat"
        await web.tables.advance(2 * DAY)
        assert await status_of(browser, url) == 403


async def test_a_session_of_one_game_opens_no_other(web: WebTable) -> None:
    one = await web.tables.start_game(ASTRID, BJORN)
    other = await web.tables.start_game(BJORN, CARA)
    async with web.browser() as browser:
        await open_page(browser, await web.seat_url(one, ASTRID))
        cookies = browser.cookie_jar.filter_cookies(URL(await web.table_url(one)))
        session = next(iter(cookies.values())).value
        headers = {"Cookie": f"seat={session}"}
        async with browser.get(f"{await web.table_url(other)}/play", headers=headers) as response:
            assert response.status == 403


async def test_leaving_the_seat_closes_its_session(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, CARA, game="explorers")
    async with web.browser() as browser:
        await open_page(browser, await web.seat_url(code, ASTRID))
        play = f"{await web.table_url(code)}/play"
        assert await status_of(browser, play) == 200
        await web.tables.resign(code, ASTRID)
        assert await status_of(browser, play) == 403
        found = await web.tables.store.rows(
            db.rows.query(db.web_links.table).where(db.web_links.table.c.person == ASTRID.id)
        )
        assert not found


async def test_erasing_a_user_and_closing_links_end_their_sessions(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, CARA, game="explorers")
    for actor, close in (
        (ASTRID, lambda: privacy.erase_user(web.tables.service, ASTRID.id)),
        (BJORN, lambda: web_links.close_all(web.tables.service, BJORN.id)),
    ):
        async with web.browser() as browser:
            page = await open_page(browser, await web.seat_url(code, actor))
            await close()
            assert await status_of(browser, f"{await web.table_url(code)}/play") == 403
            async with await send_tap(browser, web.url, page, "undo") as response:
                assert response.status == 403


async def test_a_server_can_turn_links_off(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    table, seat = await web.table_url(code), await web.seat_url(code, ASTRID)
    async with web.tables.store.write() as tx:
        await db.servers.update(tx, SERVER, settings=db.ServerSettings(web_links=False))
    snapshot = await web.tables.snapshot(code)
    assert await web.links.table_url(snapshot) is None
    assert await web.links.seat_url(snapshot, ASTRID.id) is None
    async with web.browser() as browser:
        assert await status_of(browser, table) == 409
        assert await status_of(browser, seat) == 403


async def test_a_private_table_is_open_to_its_player_only(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, server=None, computer_opponents=("apprentice", 1))
    snapshot = await web.tables.snapshot(code)
    assert await web.links.table_url(snapshot) is None
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        table = web.url + page.action.removesuffix("/play")
        assert await status_of(browser, table) == 200
    async with web.browser() as stranger:
        assert await status_of(stranger, table) == 404
        assert await status_of(stranger, f"{table}/play") == 404
        assert await status_of(stranger, web.url + page.pictures[0]) == 404


async def test_a_player_who_hides_is_not_named_to_spectators(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.tables.store.write() as tx:
        await db.users.update(tx, BJORN.id, preferences=db.Preferences(hidden=True))
    async with web.browser() as browser, browser.get(await web.table_url(code)) as response:
        text = await response.text()
        assert "Astrid" in text
        assert "Bjorn" not in text
    async with web.browser() as browser:
        assert "Bjorn" in (await open_page(browser, await web.seat_url(code, ASTRID))).text


async def test_the_pictures_of_a_seat_are_only_for_its_player(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    async with web.browser() as own, web.browser() as stranger, web.browser() as other:
        page = await open_page(own, await web.seat_url(code, ASTRID))
        await open_page(other, await web.seat_url(code, BJORN))
        hand = web.url + page.pictures[-1]
        assert await status_of(own, hand) == 200
        assert await status_of(stranger, hand) == 404
        assert await status_of(other, hand) == 404
