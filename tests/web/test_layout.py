"""The frame of a page, pictures with their texts, and static files.

Covers `bot/web/layout.py` and `bot/web/static_files.py`.
"""

import re

import pytest

from bot.i18n import locale_for
from bot.views.picture_file import PictureFile
from bot.web.layout import WebPage, figure, icon, outline_text, render_page
from bot.web.static_files import CONTENT_TYPES, FILES, STATIC_PATH
from render import Picture
from render.kit.regions import Region


def test_a_page_is_framed_for_its_reader_and_its_scripts() -> None:
    page = WebPage("Fleet & co", "Ahoy", kind="play", scripts=("play.js",), live="/t/a/events", mark="m1")
    html = render_page(page, locale_for("de"))
    assert html.startswith('<!doctype html>\n<html lang="de"><head>')
    assert "<title>Fleet &amp; co · Skald</title>" in html
    assert re.findall(r'<script type="module" src="([^"]*)"', html) == [f"{STATIC_PATH}/play.js"]
    assert re.findall(r'rel="stylesheet" href="([^"]*)"', html) == [f"{STATIC_PATH}/board.css"]
    assert '<main id="main" data-live="/t/a/events" data-mark="m1" tabindex="-1">Ahoy</main>' in html
    assert re.search(r'<body class="play"[^>]* data-zoom-in="[^"]+"[^>]*><a href="#main" class="skip">', html)
    assert '<p id="news" role="status" class="unseen"></p>' in html
    still = render_page(WebPage("Fleet", "Ahoy"), locale_for("en"))
    assert "data-live" not in still
    assert "data-mark" not in still
    assert "og:" not in still


@pytest.mark.parametrize("lazy", [True, False])
def test_a_picture_has_its_size_and_its_text_for_those_who_do_not_see_it(lazy: bool) -> None:
    file = PictureFile("board", Picture(b"", "webp", 12, 8), "A <b> fjord")
    html = figure(file, "/p/a.webp", locale_for("en"), lazy=lazy)
    assert 'src="/p/a.webp" alt="A &lt;b&gt; fjord" width="12" height="8"' in html
    assert ('loading="lazy"' in html) is lazy
    assert '<details class="words"><summary>In words</summary><p>A &lt;b&gt; fjord</p></details>' in html
    assert 'class="stage" data-name="board"' in html
    assert 'class="picture board"' in html


def test_signs_and_outlines_are_drawn_with_their_corners() -> None:
    assert outline_text(Region("a", ((1, 2), (9, 2), (9, 8)))) == "1,2 9,2 9,8"
    signs = {icon(name).partition(' d="')[2] for name in ("first", "back", "play", "pause", "on", "last")}
    assert len(signs) == 6
    assert all('aria-hidden="true"' in icon(name) for name in ("play", "pause"))


def test_every_static_file_has_a_type() -> None:
    assert {name[name.rindex(".") :] for name in FILES} <= CONTENT_TYPES.keys()
    assert {"board.css", "play.js", "watch.js", "look.js", "icon.svg", "cinzel.ttf"} <= FILES.keys()
    assert all(FILES.values())
