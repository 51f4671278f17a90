"""Discord's markup becomes HTML, and nothing in a name becomes a tag.

Covers `bot/web/markdown.py` and `bot/web/html.py`.
"""

import pytest

from bot.i18n import locale_for
from bot.views.markup import plain_name
from bot.web.markdown import plain_text, to_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Astrid** sails", "<p><strong>Astrid</strong> sails</p>"),
        ("-# small `d9`", '<p class="small">small <code>d9</code></p>'),
        ("## The saga", "<h3>The saga</h3>"),
        ("one\ntwo", "<p>one</p><p>two</p>"),
        ("<:coin:123> 3 coins", "<p> 3 coins</p>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        ("two:\n- ore\n- **wool**", "<p>two:</p><ul><li>ore</li><li><strong>wool</strong></li></ul>"),
        ("> said aside", '<p class="aside">said aside</p>'),
        ("type </new:123> now", "<p>type <code>/new</code> now</p>"),
        (r"not \*bold\*", "<p>not *bold*</p>"),
        ("hello <@!123><@&4><#5>!", "<p>hello !</p>"),
        ("one\n \ntwo", "<p>one</p><p>two</p>"),
    ],
)
def test_markup_becomes_html(text: str, html: str) -> None:
    assert to_html(text, locale_for("en"), 0) == html


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "**bold**", "a`b", '"><img src=x>', "_x_"])
def test_a_name_shows_as_it_is_written(name: str) -> None:
    html = to_html(plain_name(name), locale_for("en"), 0)
    assert "<script" not in html
    assert "<img" not in html
    assert "<strong" not in html


def test_a_date_is_told_with_its_time_and_may_be_written_anew_by_a_script() -> None:
    html = to_html("On <t:86400> and <t:86400:D>", locale_for("fr"), 0).replace("\xa0", " ")
    day = '<time datetime="1970-01-02T00:00:00+00:00" data-style='
    assert f'{day}"f">2 janvier 1970' in html
    assert f'{day}"D">2 janvier 1970' in html


def test_a_label_has_no_markup() -> None:
    assert plain_text("## **The** `end`\nsee </new:1> <:coin:2>\\*") == "The end see new *"


def test_times_are_told_in_the_readers_language() -> None:
    html = to_html("Final <t:10:R>.", locale_for("fr"), 0)
    assert "dans 10 secondes" in html.replace("\xa0", " ")
    assert plain_text("> **Now** you") == "Now you"
