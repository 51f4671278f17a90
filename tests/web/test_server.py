"""Security of every response, live updates, caching, and readable errors.

Covers `bot/web/server.py`, `bot/web/live.py`, `bot/web/watch_page.py`.
"""

import asyncio
import re
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientTimeout, CookieJar

import db
from bot.play.core import web_links
from bot.play.core.rate_limit import RateLimit
from bot.web import server
from bot.web.static_files import STATIC_PATH
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.page_reader import open_page, read_page, send_tap
from tests.web.web_table import WebTable, open_web_table


async def test_every_answer_has_the_security_headers(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.browser() as browser:
        for url in (await web.table_url(code), f"{web.url}/nowhere", f"{web.url}/s/short"):
            async with browser.get(url) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe-inline" not in policy
                assert "frame-ancestors 'none'" in policy
                assert response.headers["Referrer-Policy"] == "no-referrer"
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert "noindex" in response.headers["X-Robots-Tag"]
                assert response.headers["Cache-Control"] == "private, no-cache"
                assert response.headers["Vary"] == "Cookie, Accept-Language"
                assert "Server" not in response.headers
                text = await response.text()
                assert "<script>" not in text
                assert " style=" not in text
                assert "</html>" in text, "an error is a page as well"


async def test_a_form_from_another_site_is_refused(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        before = (await web.tables.snapshot(code)).row.version
        for origin in ("https://evil.example", "null"):
            value = page.answers[0].value if page.answers else "undo"
            async with await send_tap(browser, web.url, page, value, origin=origin) as response:
                assert response.status == 403
        assert (await web.tables.snapshot(code)).row.version == before


async def test_a_large_body_is_refused(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        for size, status in ((15_900, 200), (16_900, 413)):
            async with await send_tap(browser, web.url, page, "pick " + "x" * size) as response:
                assert response.status == status


async def test_guessing_keys_uses_up_the_allowance_of_an_address(tmp_path: Path) -> None:
    async with open_web_table(tmp_path, address_limit=RateLimit(60, 0.001)) as web, web.browser() as browser:
        answers = []
        for number in range(10):
            async with browser.get(f"{web.url}/t/{number:022}") as response:
                answers.append(response.status)
        assert answers[0] == 404
        assert answers[-1] == 429
        for path in (
            f"{STATIC_PATH}/board.css",
            "/t/unknown",
        ):  # The style sheet gives nothing back.
            async with browser.get(web.url + path) as response:
                answers.append(response.status)
        assert answers[-2:] == [200, 429]


async def test_a_picture_costs_a_quarter_of_a_page(tmp_path: Path) -> None:
    async with open_web_table(tmp_path, address_limit=RateLimit(6, 0.001)) as web, web.browser() as browser:
        url = await web.table_url(await web.tables.start_game(ASTRID, BJORN))
        picture = web.url + (await open_page(browser, url)).pictures[0]

        async def statuses(address: str, times: int) -> list[int]:
            found = []
            for _ in range(times):
                async with browser.get(address) as response:
                    found.append(response.status)
            return found

        assert await statuses(picture, 12) == [200] * 12
        assert await statuses(url, 3) == [200, 200, 429]


async def test_a_player_is_told_of_a_change_until_the_session_is_closed(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    url = await web.table_url(code)
    async with ClientSession(timeout=ClientTimeout(total=20), cookie_jar=CookieJar(unsafe=True)) as browser:
        await open_page(browser, await web.seat_url(code, ASTRID))
        async with browser.get(f"{url}/events?seat") as stream:
            await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5)
            await web.tables.play_last_move(code)
            assert b"data: " in await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5)
            assert await web_links.close_all(web.tables.service, ASTRID.id)
            await web.tables.play_last_move(code)
            assert b"data: " not in await asyncio.wait_for(stream.content.read(), 5)


async def test_spectators_are_told_of_a_change_and_after_a_reconnect(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    url = await web.table_url(code)
    async with ClientSession(timeout=ClientTimeout(total=20)) as browser:
        mark = (await open_page(browser, url)).mark
        async with browser.get(f"{url}/events?mark={mark}") as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5)
            with pytest.raises(TimeoutError):  # The page is as its mark says.
                await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 1.5)
            await web.tables.play_last_move(code)
            event = await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5)
            assert b"data: " in event
        # Nothing else has changed, but the mark from before the move is outdated.
        for address, headers in (
            (f"{url}/events", {"Last-Event-ID": mark}),
            (f"{url}/events?mark={mark}", {}),
        ):
            async with browser.get(address, headers=headers) as stream:
                await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5)
                assert await asyncio.wait_for(stream.content.readuntil(b"\n\n"), 5) == event


async def test_a_turn_keeps_its_address_and_unfurls_with_its_board(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    async with web.browser() as browser:
        page = await open_page(browser, await web.table_url(code))
        turns = [link for link in page.links if "/turn/" in link]
        async with browser.get(web.url + turns[-1]) as response:
            text = await response.text()
        (paths,) = re.findall('data-paths="([^"]*)"', text)
        last = (await web.tables.snapshot(code)).row.ply
        assert paths.split() == sorted({*paths.split()}, key=lambda path: int(path.rpartition("/")[2]))
        assert paths.endswith(f"/turn/{last}"), "the slider leads to the last turn"
        assert {*turns} <= {*paths.split()}
        assert 'property="og:title"' in text
        assert f'content="{web.url}{turns[-1]}"' in text
        assert f'property="og:image" content="{web.url}/t/' in text
        picture = web.url + page.pictures[0]
        async with browser.get(picture) as response:
            assert response.status == 200
            assert "immutable" in response.headers["Cache-Control"]


async def test_a_picture_is_found_by_a_process_that_has_not_drawn_it(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    table = await web.table_url(code)
    async with web.browser() as browser:
        await open_page(browser, await web.seat_url(code, ASTRID))
        for path in ("/play", "", "/turn/1", "/look", "/legend?chosen=x"):
            page = await open_page(browser, table + path)
            web.context.shelf._pictures.clear()
            for picture in page.pictures:
                async with browser.get(web.url + picture) as response:
                    assert response.status == 200
                    assert response.content_type == "image/webp"
        async with browser.get(web.url + page.pictures[0].replace(".webp", ".png")) as response:
            assert response.status == 404


async def test_addresses_below_a_table_lead_to_a_page_or_say_why_not(web: WebTable) -> None:
    url = await web.table_url(await web.tables.start_game(ASTRID, BJORN))
    async with web.browser() as browser:
        for path, status in (
            ("/turn/999999", 200),
            ("/turn/1000000", 404),
            ("/turn/x", 404),
            ("/turn/٣", 404),
            ("?seat=9", 200),
            ("?seat=0", 403),
            ("/play", 403),
            ("/since", 403),
            ("/review", 409),
            ("/p/unknown.webp?of=play", 404),
            ("/p/unknown.webp?of=nowhere", 404),
        ):
            async with browser.get(url + path) as response:
                assert response.status == status, path
                text = await response.text()
                assert ("Back to the table" in text) == (status in (403, 409))


async def test_a_look_that_needs_a_search_costs_as_much_as_nine_pages(tmp_path: Path) -> None:
    async with open_web_table(tmp_path, address_limit=RateLimit(18, 0.001)) as web, web.browser() as browser:
        url = await web.table_url(await web.tables.start_game(ASTRID, BJORN))
        statuses = []
        for _ in range(3):
            async with browser.get(f"{url}/advice") as response:
                statuses.append(response.status)
        assert statuses == [403, 403, 429]


async def test_robots_stay_out_and_only_files_of_this_version_are_sent(web: WebTable) -> None:
    async with web.browser() as browser:
        async with browser.get(f"{web.url}/robots.txt") as response:
            assert await response.text() == "User-agent: *\nDisallow: /\n"
        async with browser.get(f"{web.url}{STATIC_PATH}/icon.svg") as response:
            assert response.headers["Content-Type"] == "image/svg+xml"
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        for path in (f"{STATIC_PATH}/none.css", "/static/other/board.css", "/nowhere"):
            async with browser.get(web.url + path) as response:
                assert response.status == 404
                assert "There’s nothing here." in await response.text()


@pytest.mark.parametrize(
    ("failure", "status", "text"),
    [
        (db.DatabaseError("unreachable", "secret"), 503, "try again in a minute"),
        (RuntimeError("secret"), 500, "Something went wrong on our side."),
    ],
)
async def test_a_failure_is_told_without_its_details(
    web: WebTable, monkeypatch: pytest.MonkeyPatch, failure: Exception, status: int, text: str
) -> None:
    async def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(web_links, "find_valid", fail)
    async with web.browser() as browser, browser.get(f"{web.url}/t/{'a' * 22}") as response:
        assert response.status == status
        page = await response.text()
        assert text in page
        assert "secret" not in page
        assert "Back to the table" not in page


@pytest.mark.parametrize("limit", ["MAX_STREAMS_PER_ADDRESS", "MAX_STREAMS"])
async def test_only_so_many_streams_are_open_at_a_time(
    web: WebTable, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(server, limit, 2)
    url = f"{await web.table_url(await web.tables.start_game(ASTRID, BJORN))}/events"
    async with web.browser() as browser:

        async def status_of_another() -> int:
            async with browser.get(url) as response:
                return response.status

        async with browser.get(url) as first, browser.get(url) as second:
            assert (first.status, second.status) == (200, 200)
            assert len(web.context.live) == 2
            assert await status_of_another() == 429
        async with asyncio.timeout(5):
            while await status_of_another() != 200:
                pass


async def test_a_player_who_taps_too_fast_is_asked_to_wait(tmp_path: Path) -> None:
    async with open_web_table(tmp_path, person_limit=RateLimit(1, 0.001)) as web, web.browser() as browser:
        code = await web.tables.start_game(ASTRID, BJORN)
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        statuses = []
        for _ in range(2):
            async with await send_tap(browser, web.url, page, "undo") as response:
                statuses.append(response.status)
                text = await response.text()
        assert statuses == [200, 429]
        assert f'href="{page.action.removesuffix("/play")}"' in text, "the way back to the table"


async def test_after_the_end_every_seat_is_open_and_the_saga_is_told(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    url = await web.table_url(code)
    async with web.browser() as browser:
        async with browser.get(f"{url}?seat=0") as response:
            assert response.status == 403
        await web.tables.play_random_turns(code, (ASTRID, BJORN), 3)
        snapshot = await web.tables.snapshot(code)
        page = await open_page(browser, url)
        assert all(f"{snapshot.names[seat]}: " in page.text for seat in snapshot.owing_seats())
        await web.tables.resign(code, ASTRID)
        assert "The saga of game" in (await open_page(browser, url)).text
        first_turn = next(link for link in page.links if "/turn/" in link)
        assert "The saga of game" not in (await open_page(browser, web.url + first_turn)).text
        page = await open_page(browser, f"{url}?seat=0")
        assert "Astrid" in page.text
        assert any("/review" in link for link in page.links)
        web.context.shelf._pictures.clear()
        assert len(page.pictures) > len((await open_page(browser, url)).pictures)
        for picture in page.pictures:
            async with browser.get(web.url + picture) as response:
                assert response.status == 200, "the pictures of the seat, not the spectators'"


async def test_a_spectator_is_led_to_looks_and_from_an_earlier_turn_to_the_live_table(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    url = await web.table_url(code)
    path = url.removeprefix(web.url)
    async with web.browser() as browser:
        live = await open_page(browser, url)
        assert {f"{path}/{look}" for look in ("look", "legend", "rules")} <= {*live.links}
        assert f"{path}/review" not in live.links
        assert "Watch live" not in live.text
        earlier = next(link for link in live.links if "/turn/" in link)
        page = await open_page(browser, web.url + earlier)
        assert "Watch live" in page.text
        assert path in page.links


async def test_a_table_that_has_not_begun_says_so(web: WebTable) -> None:
    code = await web.tables.open_lobby(ASTRID, BJORN)
    async with web.browser() as browser:
        page = await open_page(browser, await web.table_url(code))
        assert "The game hasn’t begun yet." in page.text
        assert all(actor.name in page.text for actor in (ASTRID, BJORN))
        assert page.pictures == []


async def test_a_player_plays_on_from_a_turn_of_a_finished_game(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="borealis")
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    await web.tables.finish_turn(code)
    turn = await web.tables.snapshot(code)
    await web.tables.finish_turn(code)
    await web.tables.resign(code, BJORN)
    url = f"{await web.table_url(code)}/turn/{turn.row.ply}"
    async with web.browser() as browser, web.browser() as stranger:
        await open_page(browser, await web.seat_url(code, ASTRID))
        page = await open_page(browser, url)
        assert "level" not in page.fields, "it is chosen from a list"
        form, headers = {**page.fields, "level": "apprentice"}, {"Origin": web.url}
        assert not (await open_page(stranger, url)).action, "a spectator is told where to begin it"
        async with stranger.post(web.url + page.action, data=form, headers=headers) as refused:
            assert refused.status == 403
        async with browser.post(web.url + page.action, data=form, headers=headers) as response:
            begun = read_page(await response.text())
        for wrong in ({"seat": "x"}, {"seat": ""}, {"ply": "x"}, {"level": "none"}):
            async with browser.post(web.url + page.action, data=form | wrong, headers=headers) as refused:
                assert refused.status in (404, 409)
    address = begun.action.split("/")[2]
    link = await web_links.find_valid(web.tables.store, address, "table")
    assert link is not None
    own = await web.tables.snapshot(link.game)
    seat = own.seat_of(ASTRID.id)
    assert seat == turn.seat_of(ASTRID.id)
    assert own.view(seat) == turn.view(seat)
    assert own.is_private
    user = await db.users.get(web.tables.store, ASTRID.id)
    assert (user.name, user.locale) == (ASTRID.name, ASTRID.locale)
