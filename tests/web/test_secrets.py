"""Pages, pictures, events and their sizes do not change when only hidden information does."""

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from bot.i18n import locale_for
from bot.play.core.snapshot import GameSnapshot
from bot.web.access import Visit
from bot.web.layout import render_page
from bot.web.live import view_mark
from bot.web.look_pages import PAGES
from bot.web.play_page import load_play_page
from bot.web.watch_page import load_watch_page
from rules import GAMES
from rules.game import Seat
from tests.play.table_fixture import ACTORS
from tests.web.web_table import WebTable, open_web_table

POSITIONS, MOVES_BETWEEN = 12, 3
TAP = re.compile(r'name="tap" value="[^"]*"')


async def pages_of(web: WebTable, snapshot: GameSnapshot, seat: Seat | None) -> list[str]:
    """Returns every page that a reader of this seat can open, without the number that is used once.

    The address of a picture depends on its content, so equal pages have equal pictures.
    """
    visit = Visit(snapshot, "address", locale_for("en"), seat, "session")
    pages = [await PAGES[name](web.context, visit, {}) for name in ("rules", "legend", "look")]
    pages.append(await load_watch_page(web.context, visit, None, seat))
    if seat is not None:
        pages.append(await load_play_page(web.context, visit))
    marks = [view_mark(snapshot, None), view_mark(snapshot, seat)]
    return [*(TAP.sub("", render_page(page, visit.locale)) for page in pages), *marks]


@pytest.mark.parametrize("key", GAMES)
async def test_no_page_depends_on_what_its_reader_cannot_know(tmp_path: Path, key: str) -> None:
    async with open_web_table(tmp_path) as web:
        code = await web.tables.start_game(*ACTORS[: min(3, GAMES[key].info.seats[1])], game=key)
        game, random, compared = GAMES[key], Random(key), 0
        for number in range(POSITIONS):
            for _ in range(MOVES_BETWEEN):
                snapshot = await web.tables.snapshot(code)
                mover = min(snapshot.owing_seats(), default=None)
                if mover is not None:
                    actor = next(one for one in ACTORS if one.id == snapshot.players[mover].person)
                    await web.tables.play(code, actor, str(random.choice(snapshot.legal(mover))))
            snapshot = await web.tables.snapshot(code)
            if not snapshot.is_running:
                break
            seat = random.choice([None, *snapshot.seats])
            hidden = game.reshuffle(snapshot.state, seat, sha256(f"{number}".encode()).digest())
            other = replace(snapshot, state=hidden)
            assert await pages_of(web, snapshot, seat) == await pages_of(web, other, seat)
            compared += hidden != snapshot.state
        assert compared > 3
