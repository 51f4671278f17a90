"""Several processes serve the web board, and one of them is killed during a tap."""

import asyncio
import socket
from pathlib import Path
from random import Random
from signal import SIGKILL
from typing import get_args

import pytest
from aiohttp import ClientError, ClientSession, ClientTimeout, CookieJar

import db
from bot.play.core.authorization import Actor
from bot.views.web_links import WebLinks
from bot.web import live
from tests.fork_server import start_process
from tests.manual_clock import HandClock, moment
from tests.play.table_fixture import ASTRID, BJORN, NOON, TableFixture, open_table_fixture
from tests.postgres import Cluster
from tests.web.killed_process import Moment, serve_until_a_move
from tests.web.page_reader import PageReader, choose, open_page, send_tap, tap
from tests.web.web_table import address_of, serve_web_table

JOIN_TIMEOUT_S = 60


async def user_to_move(tables: TableFixture, code: str) -> tuple[Actor, Actor]:
    """Returns who owes a move, and the other."""
    return (ASTRID, BJORN) if await tables.user_to_move(code) == ASTRID.id else (BJORN, ASTRID)


async def tap_until_killed(browser: ClientSession, base: str, page: PageReader) -> tuple[PageReader, str]:
    """Tap until the process is gone. Returns the last page and what was tapped there."""
    chance = Random(1)
    while True:
        value, _ = choose(page, chance)
        try:
            following = await tap(browser, base, page, value)
        except ClientError:
            return page, value
        page = following


@pytest.mark.long
@pytest.mark.parametrize("when", get_args(Moment))
async def test_a_kill_during_a_tap_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, when: Moment
) -> None:
    async with open_table_fixture(tmp_path, NOON) as tables:
        code = await tables.start_game(ASTRID, BJORN)
        before = await tables.snapshot(code)
        actor, _ = await user_to_move(tables, code)
        listener = socket.create_server(("127.0.0.1", 0))
        database = tables.store.engine.url.render_as_string()
        process = start_process(serve_until_a_move, database, tables.clock.at, listener, when)
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
            key = await WebLinks(tables.service, "").seat_url(before, actor.id) or ""
            base = address_of(listener)
            page = await open_page(browser, base + key)
            sent, value = await tap_until_killed(browser, base, page)
            listener.close()
            await asyncio.to_thread(process.join, JOIN_TIMEOUT_S)
            assert process.exitcode == -SIGKILL
            played = (await tables.snapshot(code)).row.ply - before.row.ply
            assert (played > 0) == (when == "after the commit")
            async with serve_web_table(tables) as web:
                await open_page(browser, web.url + sent.action)
                await tap(browser, web.url, sent, value)
                again = (await tables.snapshot(code)).row.ply - before.row.ply
            assert again > 0
            assert again == played or when == "before the commit"


async def test_on_postgresql_every_process_serves_every_table_live(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "POLL_INTERVAL_S", 0.05)
    clock, url = HandClock(moment(NOON)), await cluster.migrated()
    async with await db.Store.open(url, clock=clock) as one, await db.Store.open(url, clock=clock) as two:
        tables = TableFixture(one, clock)
        async with (
            serve_web_table(tables) as first,
            serve_web_table(TableFixture(two, clock)) as second,
            ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(total=30)) as mover,
            ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(total=30)) as waiter,
        ):
            code = await tables.start_game(ASTRID, BJORN)
            before = await tables.snapshot(code)
            acting, other = await user_to_move(tables, code)
            page = await open_page(mover, await first.seat_url(code, acting))
            seen = await open_page(waiter, await second.seat_url(code, other))
            events = f"{second.url}{seen.action.removesuffix('play')}events?seat=0&mark={seen.mark}"
            async with waiter.get(events) as stream:
                await stream.content.readuntil(b"\n\n")
                chance = Random(1)
                while (await tables.snapshot(code)).row.ply == before.row.ply:
                    page = await tap(mover, first.url, page, choose(page, chance)[0])
                event = await stream.content.readuntil(b"\n\n")
            after = await open_page(waiter, second.url + seen.action)
            assert after.mark in event.decode()
            assert after.mark != seen.mark
            # A picture that one process has drawn, and the session it has opened, are good at the other.
            async with mover.get(second.url + page.pictures[0]) as response:
                assert response.status == 200
            async with await send_tap(mover, second.url, page, "undo") as response:
                assert response.status == 200
