"""Playing without a script: every game to its end, through the same use cases as the chat.

Covers `bot/web/play_page.py` and `bot/web/taps.py`.
"""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from aiohttp import ClientSession

import db
from bot.i18n import locale_for
from bot.play.core.authorization import Actor
from bot.play.core.rate_limit import RateLimit
from bot.play.core.snapshot import GameSnapshot
from bot.views import choices
from bot.views.pictures import PictureCache
from bot.web.access import Visit
from bot.web.layout import render_page
from bot.web.markdown import plain_text
from bot.web.play_page import load_play_page, selection_of
from render import Picture
from render.kit.regions import Region
from rules import GAMES
from tests.play.table_fixture import ASTRID, BJORN, CARA
from tests.web.page_reader import (
    PageReader,
    assert_numbered_first,
    choose,
    forward_answers,
    open_page,
    send_tap,
    tap,
)
from tests.web.web_table import BlankPictures, WebTable, open_web_table

MAX_TAPS = 2000


async def play_on(web: WebTable, browser: ClientSession, page: PageReader, chance: Random) -> PageReader:
    value, pieces = choose(page, chance)
    return await tap(browser, web.url, page, value, *pieces)


async def play_with_forms(web: WebTable, code: str, most: int = MAX_TAPS) -> GameSnapshot:
    """Both players choose random answers on their pages."""
    chance = Random(code)
    async with web.browser() as first, web.browser() as second:
        pages = [
            (first, await open_page(first, await web.seat_url(code, ASTRID))),
            (second, await open_page(second, await web.seat_url(code, BJORN))),
        ]
        play_url = f"{await web.table_url(code)}/play"
        for _ in range(most):
            snapshot = await web.tables.snapshot(code)
            if not snapshot.is_running:
                break
            seat = min(snapshot.owing_seats())
            number = 0 if snapshot.players[seat].person == ASTRID.id else 1
            browser, page = pages[number]
            if not forward_answers(page):
                page = await open_page(browser, play_url)
            page = await play_on(web, browser, page, chance)
            assert_numbered_first(page)
            pages[number] = (browser, page)
    return await web.tables.snapshot(code)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_with_the_forms_of_the_page(tmp_path: Path, game: str) -> None:
    async with open_web_table(tmp_path) as web:
        code = await web.tables.start_game(ASTRID, BJORN, game=game)
        begun = await web.tables.snapshot(code)
        snapshot = await play_with_forms(web, code, most=60)
        assert snapshot.row.ply > begun.row.ply + 10


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_with_the_forms_of_the_page(tmp_path: Path, game: str) -> None:
    async with open_web_table(tmp_path, person_limit=RateLimit(1e9, 1)) as web:
        code = await web.tables.start_game(ASTRID, BJORN, game=game)
        assert (await play_with_forms(web, code)).is_over


async def test_a_move_that_can_be_undone_is_played_at_a_tap_and_taken_back(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    before = await web.tables.snapshot(code)
    (seat,) = before.owing_seats()
    actor = ASTRID if before.players[seat].person == ASTRID.id else BJORN
    move = next(
        move for move in before.legal(seat) if not before.game.apply(before.state, seat, move).barrier
    )
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        assert not page.enabled("undo", "reset")
        page = await tap(browser, web.url, page, f"pick {move}")
        assert [answer.text for answer in page.enabled("undo", "reset")] == ["Undo"]
        assert (await web.tables.snapshot(code)).row.ply > before.row.ply
        page = await tap(browser, web.url, page, "undo")
        assert "Move undone" in page.text
        assert (await web.tables.snapshot(code)).view(seat) == before.view(seat)


async def start_game(web: WebTable) -> tuple[str, Actor]:
    """Returns the game's code and the player to move."""
    code = await web.tables.start_game(ASTRID, BJORN)
    return code, ASTRID if await web.tables.user_to_move(code) == ASTRID.id else BJORN


async def test_the_same_form_sent_twice_plays_once(web: WebTable) -> None:
    code, actor = await start_game(web)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        ply = (await web.tables.snapshot(code)).row.ply
        while (await web.tables.snapshot(code)).row.ply == ply:
            sent, value = page, choose(page, Random(2))[0]
            page = await tap(browser, web.url, page, value)
        played = (await web.tables.snapshot(code)).row.ply
        again = await tap(browser, web.url, sent, value)
        assert (await web.tables.snapshot(code)).row.ply == played
        assert "Back to the table" in again.text, "no answer lies where the second tap would hit"


async def test_a_tap_on_an_outdated_page_says_so_and_plays_nothing(web: WebTable) -> None:
    code, actor = await start_game(web)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        await web.tables.play_last_move(code)
        ply = (await web.tables.snapshot(code)).row.ply
        answered = await tap(browser, web.url, page, choose(page, Random(3))[0])
        assert "Back to the table" in answered.text
        assert (await web.tables.snapshot(code)).row.ply == ply


async def test_a_page_is_in_the_language_of_its_reader(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, CARA)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, CARA))
        assert "Regarder" in page.text
    async with (
        web.browser() as browser,
        browser.get(await web.table_url(code), headers={"Accept-Language": "fr-CH, en;q=0.5"}) as response,
    ):
        assert 'lang="fr"' in await response.text()


async def test_an_unknown_verb_is_refused(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        async with await send_tap(browser, web.url, page, "launch rockets") as response:
            assert "no longer works" in await response.text()


@pytest.mark.parametrize("look", ["rules", "legend", "look", "since"])
async def test_looks_lead_back_to_the_table(web: WebTable, look: str) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    async with web.browser() as browser:
        await open_page(browser, await web.seat_url(code, ASTRID))
        table = await web.table_url(code)
        page = await open_page(browser, f"{table}/{look}")
        assert f"{table.removeprefix(web.url)}/play" in page.links


async def test_a_closer_look_leads_to_all_others(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="shipwrights")
    async with web.browser() as browser:
        await open_page(browser, await web.seat_url(code, ASTRID))
        look = f"{await web.table_url(code)}/look"
        page = await open_page(browser, look)
        others = [link for link in page.links if "/look?at=" in link]
        assert len(others) == 2, "both villages"
        seen = {(await open_page(browser, web.url + link)).pictures[0] for link in others}
        assert len(seen) == len(others)


@pytest.mark.parametrize("game", GAMES)
async def test_a_reader_who_wants_words_first_gets_no_pictures(web: WebTable, game: str) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game=game)
    async with web.tables.store.write() as tx:
        await db.users.update(tx, ASTRID.id, preferences=db.Preferences(text_only=True))
    table = await web.table_url(code)
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, ASTRID))
        assert page.pictures == []
        reader = web.context.reader(Visit(await web.tables.snapshot(code), "", locale_for("en"), 0), 0)
        for told in reader.board_pages(with_hand=True):
            for line in told.split("\n"):
                assert plain_text(line).removeprefix("- ") in page.text
        for path in ("", "/legend", "/look", "/since"):
            page = await open_page(browser, table + path)
            assert page.pictures == []
        await web.tables.play_random_turns(code, (ASTRID, BJORN), 1)
        await web.tables.resign(code, BJORN)
        for path in ("", "/play"):
            assert (await open_page(browser, table + path)).pictures == []


async def play_until_a_tile_is_laid(web: WebTable, code: str) -> Actor:
    """Play until somebody has a tile to lay. Returns who."""
    await web.tables.play_random_turns(code, (ASTRID, BJORN), 6)
    snapshot = await web.tables.snapshot(code)
    while snapshot.owed(min(snapshot.owing_seats())) != "place":
        await web.tables.play_last_move(code)
        snapshot = await web.tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    return ASTRID if snapshot.players[seat].person == ASTRID.id else BJORN


async def test_all_cells_for_a_tile_are_on_one_page(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="explorers")
    actor = await play_until_a_tile_is_laid(web, code)
    snapshot = await web.tables.snapshot(code)
    seat = min(snapshot.owing_seats())
    tile = snapshot.legal(seat)[0].tokens()[1]
    cells = {move.tokens()[2] for move in snapshot.legal(seat) if move.tokens()[1] == tile}
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        page = await tap(browser, web.url, page, f"pick place {tile}")
        assert {answer.value.split()[-1] for answer in forward_answers(page)} == cells
    assert len(cells) > 8


async def test_a_long_list_is_turned_page_by_page(web: WebTable, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("MAX_BUTTONS", "MAX_LIST_OPTIONS"):
        monkeypatch.setattr(choices, limit, 5)
    code = await web.tables.start_game(ASTRID, BJORN, game="explorers")
    actor = await play_until_a_tile_is_laid(web, code)
    async with web.tables.store.write() as tx:
        await db.users.update(tx, actor.id, preferences=db.Preferences(text_only=True))
    async with web.browser() as browser:
        page = await open_page(browser, await web.seat_url(code, actor))
        page = await tap(browser, web.url, page, forward_answers(page)[0].value)
        seen: list[str] = []
        for number in (1, 2):
            assert re.search(rf"Previous{number} / \d+Next", page.text)
            turning = [answer.text for answer in page.enabled("page")]
            assert turning == (["Next"] if number == 1 else ["Previous", "Next"])
            cells = [answer.value for answer in page.enabled("pick") if len(answer.value.split()) == 4]
            assert len(cells) == 5
            assert not {*cells} & {*seen}
            seen += cells
            (on,) = (answer for answer in page.enabled("page") if answer.text == "Next")
            page = await tap(browser, web.url, page, on.value)
        last = page
        while on := [answer for answer in last.enabled("page") if answer.text == "Next"]:
            last = await tap(browser, web.url, last, on[0].value)
        assert re.search(r"Previous(\d+) / \1Next", last.text)
        (back,) = (answer for answer in page.enabled("page") if answer.text == "Previous")
        page = await tap(browser, web.url, page, back.value)
        assert [answer.value for answer in page.enabled("pick") if answer.value in seen] == seen[5:]
        # A look at the rules and back keeps choice and page.
        (rules,) = (link for link in page.links if "/rules?" in link)
        look = await open_page(browser, web.url + rules)
        (way_back,) = (link for link in look.links if "/play?" in link)
        again = await open_page(browser, web.url + way_back)
        assert [answer.value for answer in again.enabled("pick") if answer.value in seen] == seen[5:]


@pytest.mark.parametrize(
    ("page", "is_same", "number"),
    [("2", True, 2), ("2", False, 0), ("999", True, 999), ("1000", True, 0), ("x", True, 0), ("٣", True, 0)],
)
async def test_a_page_of_a_list_is_kept_while_the_decision_is_the_same(
    web: WebTable, page: str, is_same: bool, number: int
) -> None:
    snapshot = await web.tables.snapshot(await web.tables.start_game(ASTRID, BJORN))
    seat = min(snapshot.owing_seats())
    visit = Visit(snapshot, "", locale_for("en"), seat)
    kind = snapshot.legal(seat)[0].kind
    selection = selection_of(visit, kind, snapshot.fingerprint(seat) if is_same else "other", page)
    assert selection.page == number
    assert selection.chosen == ((kind,) if is_same else ())


class OutlinedPictures(BlankPictures):
    """Blank pictures of which one kind has a square for every answer with a number."""

    def __init__(self, subject: str) -> None:
        self.subject = subject

    async def get(self, request: Any) -> Picture | None:
        picture = await super().get(request)
        prompt = getattr(request, "prompt", None)
        if picture is None or prompt is None or request.subject != self.subject:
            return picture
        square = ((1, 2), (9, 2), (9, 8), (1, 8))
        tokens = [offer.token for offer in prompt.offers if offer.number is not None]
        return replace(picture, regions=tuple(Region(token, square) for token in tokens))


@pytest.mark.parametrize(
    ("subject", "beside"), [("board", 'class="beside"'), ("hand", 'class="beside asked"')]
)
async def test_answers_know_their_outline_in_the_picture(tmp_path: Path, subject: str, beside: str) -> None:
    pictures = cast(PictureCache, OutlinedPictures(subject))
    async with open_web_table(tmp_path, pictures) as web, web.browser() as browser:
        code = await web.tables.start_game(ASTRID, BJORN, game="explorers")
        snapshot = await web.tables.snapshot(code)
        actor = ASTRID if snapshot.players[min(snapshot.owing_seats())].person == ASTRID.id else BJORN
        async with browser.get(await web.seat_url(code, actor)) as response:
            text = await response.text()
        assert 'data-outline="1,2 9,2 9,8 1,8"' in text
        assert f'data-on="{subject}"' in text
        assert beside in text
        assert re.findall(r'data-name="(\w+)"', text) == ["board", "hand"]


async def test_answers_that_no_picture_shows_have_a_picture_of_their_own_first(web: WebTable) -> None:
    code = await web.tables.start_game(ASTRID, BJORN, game="explorers")
    snapshot = await web.tables.snapshot(code)
    visit = Visit(snapshot, "address", locale_for("en"), min(snapshot.owing_seats()), "session")
    html = render_page(await load_play_page(web.context, visit), visit.locale)
    assert re.findall(r'data-name="(\w+)"', html) == ["focus", "board", "hand"]
    assert "data-outline" not in html
