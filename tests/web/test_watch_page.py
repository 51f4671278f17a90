"""What a spectator reads: the turn, the slider, the story, the seats, and how a game ended.

Covers `bot/web/watch_page.py`, `bot/web/table_parts.py` and `bot/web/layout.py`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

import db
from bot.i18n import locale_for
from bot.play.core import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.turns.opponents import CARETAKER_LEVEL
from bot.web.access import Visit
from bot.web.layout import WebPage, render_page
from bot.web.play_page import load_play_page
from bot.web.watch_page import STORY_TURNS, load_watch_page
from rules.game import Seat
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.page_reader import read_page
from tests.web.web_table import WebTable


def visit_of(snapshot: GameSnapshot, seat: Seat | None = None) -> Visit:
    return Visit(snapshot, "address", locale_for("en"), seat, "session")


def html_of(page: WebPage) -> str:
    return render_page(page, locale_for("en"))


def steps_of(html: str) -> dict[str, str | None]:
    """Returns where each step of the slider leads, None for one that leads nowhere."""
    found = re.findall(r'<a (?:href="([^"]*)" )?class="step (\w+)"', html)
    return {name: href or None for href, name in found}


def seats_of(html: str) -> list[tuple[str, bool, str]]:
    """Returns the links to the seats: address, whether it is shown now, and whose it is."""
    (nav,) = re.findall(r'<nav class="seats".*?</nav>', html)
    links = re.findall(r'<a href="([^"]*)" class="button side"( aria-current="true")?>([^<]*)</a>', nav)
    return [(href, bool(current), name) for href, current, name in links]


async def turn_ends(web: WebTable, snapshot: GameSnapshot) -> Sequence[db.Entry]:
    log = await db.entries.read_log(web.tables.store, snapshot.code)
    return story.turn_ends(log, seats=len(snapshot.players), begins=snapshot.row.begins)


async def turn_plies(web: WebTable, snapshot: GameSnapshot) -> list[int]:
    return [entry.ply for entry in await turn_ends(web, snapshot)]


async def test_the_slider_steps_through_the_turns(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    before = html_of(await load_watch_page(web.context, visit_of(await web.tables.snapshot(code))))
    assert 'class="slider"' not in before, "there is no turn to step to"
    assert "Nobody has moved yet." in before
    await web.tables.play_random_turns(code, (ASTRID, BJORN), STORY_TURNS // 2 + 1)
    snapshot = await web.tables.snapshot(code)
    plies = await turn_plies(web, snapshot)
    last = len(plies) - 1

    async def html_at(ply: int | None) -> str:
        return html_of(await load_watch_page(web.context, visit_of(snapshot), ply))

    def path(number: int) -> str:
        return f"/t/address/turn/{plies[number]}"

    html = await html_at(plies[2])
    assert [*steps_of(html)] == ["first", "back", "on", "last"]
    assert steps_of(html) == {"first": path(0), "back": path(1), "on": path(3), "last": path(last)}
    for ply in (plies[2] + 1, plies[3] - 1):
        assert steps_of(await html_at(ply)) == steps_of(html), "a move within a turn is at the turn before"
    start = await html_at(0)
    assert steps_of(start) == {"first": None, "back": None, "on": path(1), "last": path(last)}
    assert "The start" in start
    latest = await html_at(None)
    assert steps_of(latest) == {"first": path(0), "back": path(last - 1), "on": None, "last": None}
    (ranges,) = re.findall(r'type="range" min="(\d+)" max="(\d+)" value="(\d+)"', html)
    assert ranges == ("0", str(last), "2")
    mover = (await turn_ends(web, snapshot))[2].seat
    assert mover is not None
    assert re.findall(r"<output>(.*?)</output>", html) == [f"Turn 2 · {snapshot.names[mover]}"]
    told = re.compile(r'href="([^"]*)" class="turn-number">(\d+)')
    assert told.findall(html) == [(path(2), "2"), (path(1), "1")]
    numbers = [number for _, number in told.findall(latest)]
    assert numbers == [str(number) for number in range(last, last - STORY_TURNS, -1)]


async def test_a_live_page_is_told_of_changes_and_an_earlier_turn_stands_still(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 1)
    snapshot = await web.tables.snapshot(code)
    spectator = visit_of(snapshot)
    live = await load_watch_page(web.context, spectator)
    turn = await load_watch_page(web.context, spectator, 1)
    assert (live.live, turn.live) == ("/t/address/events", "")
    turn_text = read_page(html_of(turn)).text
    (owing,) = snapshot.owing_seats()
    entry = re.compile(r'<li( class="to-move")?><span class="shape seat(\d)" aria-hidden="true">(.)</span>')
    players = [(int(seat), bool(to_move)) for to_move, seat, _ in entry.findall(html_of(live))]
    assert players == [(seat, seat == owing) for seat in (0, 1)]
    names = re.findall(r'</span><span class="name">(\w+)</span>(<span class="owed">)?', html_of(live))
    assert [(name, bool(owes)) for name, owes in names] == [
        (name, seat == owing) for seat, name in enumerate(snapshot.names)
    ]
    assert len({shape for *_, shape in entry.findall(html_of(live))}) == 2
    assert f"{snapshot.names[owing]}: " in read_page(html_of(live)).status
    assert read_page(html_of(turn)).status == "The start"
    assert "Watch live" in turn_text
    own = read_page(html_of(await load_watch_page(web.context, visit_of(snapshot, 0), None, 0)))
    assert len(own.pictures) == len(read_page(html_of(live)).pictures)
    with pytest.raises(Denied):
        await load_watch_page(web.context, spectator, None, 0)
    with pytest.raises(Denied):
        await load_watch_page(web.context, visit_of(snapshot, 0), None, 1)


async def test_a_link_unfurls_with_the_turn_and_its_picture(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 1)
    snapshot = await web.tables.snapshot(code)
    ply = (await turn_plies(web, snapshot))[1]
    html = html_of(await load_watch_page(web.context, visit_of(snapshot), ply))
    tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', html))
    (picture,) = re.findall(r'<img src="([^"]*)"', html)
    assert tags["og:title"] == "Lofoten · Astrid and Bjorn"
    assert tags["og:description"] == tags["description"]
    assert tags["og:description"].startswith("Turn 1 · ")
    assert tags["og:url"] == f"{web.url}/t/address/turn/{ply}"
    assert tags["og:image"] == web.url + picture
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "900")
    assert tags["og:image:alt"] in html.partition("<body")[2]
    assert tags["twitter:card"] == "summary_large_image"


async def test_a_finished_game_shows_its_result_and_every_seat(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="borealis")
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 2)
    running = await web.tables.snapshot(code)
    await web.tables.resign(code, BJORN)
    snapshot = await web.tables.snapshot(code)
    turn = (await turn_plies(web, snapshot))[1]
    page = await load_watch_page(web.context, visit_of(snapshot, 0), None, 1)
    html = html_of(page)
    assert page.live == ""
    assert read_page(html).status == "Astrid wins"
    assert "Nobody" not in html.partition("<h2>Story</h2>")[2]
    assert seats_of(html) == [
        ("/t/address", False, "Spectator"),
        ("/t/address?seat=0", False, "Astrid"),
        ("/t/address?seat=1", True, "Bjorn"),
    ]
    assert len(read_page(html).pictures) == 2, "the board and the hand"
    own = html_of(await load_watch_page(web.context, visit_of(snapshot, 0), turn, 0))
    assert seats_of(own)[:2] == [
        (f"/t/address/turn/{turn}", False, "Spectator"),
        (f"/t/address/turn/{turn}?seat=0", True, "Astrid"),
    ]
    assert steps_of(own)["on"] == f"/t/address/turn/{turn + 1}?seat=0"
    assert "review" in html
    for seat, shown, played in ((0, None, "0"), (0, 1, "1"), (None, 1, None)):
        shown_turn = read_page(
            html_of(await load_watch_page(web.context, visit_of(snapshot, seat), turn, shown))
        )
        assert shown_turn.action == ("/t/address/play-on" if played else "")
        assert shown_turn.fields == ({"ply": str(turn), "seat": played} if played else {})
    assert "open the game’s replay in the chat" in shown_turn.text
    for hidden in (running, replace(snapshot, row=replace(snapshot.row, sealed_until=1))):
        html = html_of(await load_watch_page(web.context, visit_of(hidden, 0), None, 0))
        assert [name for _, _, name in seats_of(html)] == ["Spectator", "Astrid"], "not all are open yet"
        assert "/review" not in html
        assert 'action="/t/address/play-on"' not in html


async def test_a_game_played_to_its_end_shows_its_scores_and_offers_no_way_on(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, game="explorers")
    await web.tables.play_random_turns(code, (ASTRID,), 100)
    snapshot = await web.tables.snapshot(code)
    outcome = snapshot.outcome()
    assert outcome is not None
    html = html_of(await load_watch_page(web.context, visit_of(snapshot, 0)))
    assert f'class="owed">{outcome.totals[0]}<' in html
    (sheet,) = re.findall(r'<section class="sheet-of-scores".*?</section>', html, re.DOTALL)
    assert 'loading="lazy"' in sheet
    assert "The saga of game" in html
    assert "play-on" not in html
    assert "/review" not in html, "there was nobody to compare with"
    turn = read_page(html_of(await load_watch_page(web.context, visit_of(snapshot, 0), 20)))
    assert turn.fields["level"] == CARETAKER_LEVEL, "nobody is asked how strong the others shall be"
    own = html_of(await load_play_page(web.context, visit_of(snapshot, 0)))
    assert 'data-name="score"' in own
    assert f'class="owed">{outcome.totals[0]}<' in own
    assert f"{outcome.totals[0]}" in read_page(own).heading
    assert "/t/address" in read_page(own).links


async def test_a_game_that_newer_rules_cannot_read_is_not_shown(web: WebTable) -> None:
    lobby = await web.tables.snapshot(await web.tables.open_lobby(ASTRID, BJORN))
    unreadable = replace(lobby, row=replace(lobby.row, status="running", started=1))
    page = await load_watch_page(web.context, visit_of(unreadable))
    assert "This game can’t be shown." in read_page(html_of(page)).text
    for snapshot, code in ((lobby, "not_started"), (unreadable, "not_readable")):
        with pytest.raises(Denied, match=code):
            await load_play_page(web.context, visit_of(snapshot, 0))
    with pytest.raises(Denied, match="web_seat_only"):
        await load_play_page(web.context, visit_of(lobby))
