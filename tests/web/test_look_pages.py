"""Pages to look and learn: chapters of the rules, what changed, what decided a game, and the way back.

Covers `bot/web/look_pages.py`; the coach's plan is in `test_choosing.py`.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.i18n import locale_for
from bot.play.core import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.views.answers_text import component_texts
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.story_text import MissedSummary
from bot.web import look_pages
from bot.web.access import Visit
from bot.web.layout import render_page
from bot.web.markdown import plain_text
from render import Picture
from rules.game import Seat
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.page_reader import PageReader, read_page
from tests.web.web_table import WebTable


async def look(
    web: WebTable, snapshot: GameSnapshot, name: str, seat: Seat | None = 0, query: Mapping[str, str] = {}
) -> PageReader:
    visit = Visit(snapshot, "address", locale_for("en"), seat, "session")
    return read_page(render_page(await look_pages.PAGES[name](web.context, visit, query), visit.locale))


async def test_a_chapter_of_the_rules_leads_to_the_others_and_back(web: WebTable) -> None:
    snapshot = await web.tables.snapshot(await web.tables.start_game(ASTRID, BJORN))
    (owing,) = snapshot.owing_seats()
    pages = {seat: await look(web, snapshot, "rules", seat) for seat in (owing, 1 - owing, None)}
    assert pages[owing].current != pages[1 - owing].current, "the chapter on the decision at hand"
    assert pages[1 - owing].current == pages[None].current
    topics = dict(web.context.reader(Visit(snapshot, "", locale_for("en")), None).plain_text.topic_titles())
    chapters = [link for link in pages[None].links if "topic=" in link]
    assert chapters == [f"/t/address/rules?topic={topic}" for topic in topics]
    first, *_, last = topics
    query = {"topic": last, "chosen": "pick 1", "seen": "s", "page": "2"}
    page = await look(web, snapshot, "rules", 0, query)
    assert page.current == [topics[last]]
    assert "/t/address/play?chosen=pick+1&seen=s&page=2" in page.links
    assert f"/t/address/rules?topic={first}&chosen=pick+1&seen=s&page=2" in page.links
    assert (await look(web, snapshot, "rules", None, {"topic": "none", "page": "2"})).links[
        -1
    ] == "/t/address"


async def test_what_changed_begins_with_the_reader_s_losses(
    web: WebTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    snapshot = await web.tables.snapshot(code)
    assert "Nobody has moved since." in (await look(web, snapshot, "since")).text
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 1)
    snapshot = await web.tables.snapshot(code)
    page = await look(web, snapshot, "since")
    assert len(page.pictures) == 1, "the board with what is new"
    moved = page.text
    assert "Nobody has moved since." not in moved
    assert "Bjorn " in moved.partition("Watch")[2]
    told = look_pages.missed_summary
    monkeypatch.setattr(look_pages, "missed_summary", lambda *given: replace(told(*given), losses=("2 oak",)))
    page = await look(web, snapshot, "since")
    assert page.text.index("What you lost") < page.text.index("2 oak") < page.text.index("Bjorn")
    assert "Nobody" not in page.text
    monkeypatch.setattr(look_pages, "missed_summary", lambda *_: MissedSummary(("2 oak",), ()))
    assert "Nobody" not in (await look(web, snapshot, "since")).text
    with pytest.raises(Denied, match="web_seat_only"):
        await look(web, snapshot, "since", None)


async def test_a_review_is_the_same_for_all_readers_and_waits_for_sealed_games(
    web: WebTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    await web.tables.resign(code, ASTRID)
    snapshot = await web.tables.snapshot(code)
    readers: list[Seat | None] = []

    async def parts(reader: ReaderView, _: object) -> list[str | PictureFile]:
        readers.append(reader.seat)
        return ["**first**\nsecond", PictureFile("chances", Picture(b"drawn", "webp", 3, 2), "How it went")]

    async def review(*_: object) -> None:
        return None

    monkeypatch.setattr(look_pages, "review_parts", parts)
    monkeypatch.setattr(web.context.reviews, "review", review)
    page = await look(web, snapshot, "review")
    assert readers == [None]
    assert page.text.index("What decided it") < page.text.index("first") < page.text.index("second")
    (picture,) = page.pictures
    name = picture.rpartition("/")[2].partition("?")[0]
    assert web.context.shelf.find(code, (None,), name), "spectators may see it"
    sealed = replace(snapshot, row=replace(snapshot.row, sealed_until=1))
    with pytest.raises(Denied, match="no_web_table"):
        await look(web, sealed, "review")


async def test_a_legend_names_parts_and_explains_pieces(web: WebTable) -> None:
    snapshot = await web.tables.snapshot(await web.tables.start_game(ASTRID, BJORN, game="borealis"))
    own, public = await look(web, snapshot, "legend"), await look(web, snapshot, "legend", None)
    assert len(own.pictures) == 2, "the board and the hand"
    assert len(public.pictures) == 1
    reader = web.context.reader(Visit(snapshot, "", locale_for("en"), 0), 0)
    texts = component_texts(reader, reader.visible_components())
    assert texts
    for line in "\n".join(texts).splitlines():
        assert plain_text(line).removeprefix("- ") in own.text


async def test_there_is_nothing_to_look_at_before_the_start(web: WebTable) -> None:
    snapshot = await web.tables.snapshot(await web.tables.open_lobby(ASTRID, BJORN))
    for name in look_pages.PAGES:
        with pytest.raises(Denied, match="not_started"):
            await look(web, snapshot, name)
    started = replace(snapshot, row=replace(snapshot.row, started=1))
    with pytest.raises(Denied, match="not_readable"):
        await look(web, started, "rules")


async def test_only_places_of_the_game_are_looked_at_closer(web: WebTable) -> None:
    snapshot = await web.tables.snapshot(await web.tables.start_game(ASTRID, BJORN, game="shipwrights"))
    page = await look(web, snapshot, "look", None)
    assert len(page.current) == 1
    second = [link for link in page.links if "at=" in link][1]
    other = await look(web, snapshot, "look", None, {"at": second.partition("at=")[2]})
    assert other.current != page.current
    with pytest.raises(Denied, match="nothing_closer"):
        await look(web, snapshot, "look", None, {"at": "the moon"})
