"""Which pages are told of a change, and that watching goes on after a failure.

Covers `bot/web/live.py`; the streams over HTTP are in `test_server.py`.
"""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

import db
from bot.play.core import Denied
from bot.web import live
from bot.web.live import LiveTables, view_mark
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.web_table import WebTable


@pytest.fixture
def tables(web: WebTable) -> LiveTables:
    return LiveTables(web.tables.service)


async def test_only_pages_of_a_changed_table_are_told(web: WebTable, tables: LiveTables) -> None:
    codes = [await web.tables.start_game(ASTRID, BJORN) for _ in range(2)]
    marks = [view_mark(await web.tables.snapshot(code), None) for code in codes]
    with (
        tables.subscribe(codes[0], None, marks[0]) as first,
        tables.subscribe(codes[0], None, "outdated") as late,
        tables.subscribe(codes[1], None, marks[1]) as second,
    ):
        await tables.poll()
        assert [page.changed.is_set() for page in (first, late, second)] == [False, True, False]
        await web.tables.play_last_move(codes[1])
        await tables.poll()
        assert second.mark == view_mark(await web.tables.snapshot(codes[1]), None) != marks[1]
        assert await anext(tables.changes(second)) == second.mark
        assert not second.changed.is_set(), "it is told once"
        assert not first.changed.is_set()
        assert len(tables) == 3
        with tables.subscribe(codes[0], None, "outdated") as later:
            await tables.poll()
            assert later.changed.is_set(), "though nothing has changed since"
    assert len(tables) == 0


async def test_a_seat_s_page_has_a_mark_of_what_the_seat_sees(web: WebTable, tables: LiveTables) -> None:
    snapshot = await web.tables.snapshot(await web.tables.start_game(ASTRID, BJORN, game="borealis"))
    marks = [view_mark(snapshot, seat) for seat in (None, 0, 1)]
    assert len({*marks}) == 3
    with (
        tables.subscribe(snapshot.code, 0, marks[0]) as own,
        tables.subscribe(snapshot.code, 1, marks[2]) as other,
    ):
        await tables.poll()
    assert own.mark == marks[1]
    assert not other.changed.is_set()
    erased = replace(snapshot, players=(replace(snapshot.players[0], person=None), snapshot.players[1]))
    paused = replace(snapshot, row=replace(snapshot.row, status="archived"))
    assert len({view_mark(each, None) for each in (snapshot, erased, paused)}) == 3


async def test_a_silent_stream_shows_that_it_is_alive(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_S", 0)
    with tables.subscribe("XXXXX", None, "") as page:
        assert await anext(tables.changes(page)) is None
        await tables.poll()
    assert not page.changed.is_set(), "there is no such table"


@pytest.mark.parametrize("failure", [db.DatabaseError("unreachable", ""), RuntimeError(), Denied("no_game")])
async def test_polling_goes_on_after_a_failure(
    web: WebTable, tables: LiveTables, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(live, "POLL_INTERVAL_S", 0)
    code = await web.tables.start_game(ASTRID, BJORN)
    load, failed = web.tables.service.snapshot, asyncio.Event()

    async def fail_once(code: str) -> Any:
        if not failed.is_set():
            failed.set()
            raise failure
        return await load(code)

    monkeypatch.setattr(web.tables.service, "snapshot", fail_once)
    polling = asyncio.create_task(tables.run())
    with tables.subscribe(code, None, "outdated") as page:
        async with asyncio.timeout(5):
            await failed.wait()
            await web.tables.play_last_move(code)
            await page.changed.wait()
    polling.cancel()
