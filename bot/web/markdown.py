"""Turns the markup of Discord messages, as far as Skald's texts use it, into HTML."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby

from babel.dates import format_datetime, format_timedelta

from bot.i18n import Locale
from bot.web.html import Content, Html, render, tag

_INLINE = re.compile(
    r"\\(?P<escaped>[^\w\s])"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|<t:(?P<time>\d{1,12})(?::(?P<style>\w))?>"
    r"|<a?:(?P<emoji>\w+):\d+>"
    r"|<[@#][!&]?\d+>"
    r"|</(?P<command>[\w ]+):\d+>"
)
_HEADING = re.compile(r"(#{1,3}) (.*)")


def to_html(text: str, locale: Locale, now_ms: int) -> Html:
    """Returns paragraphs of HTML. Mentions and emoji, which mean nothing on a page, are left out."""
    return render([*_blocks(text.splitlines(), locale, now_ms)])


def plain_text(text: str) -> str:
    """Returns a text without markup, for titles and labels.

    >>> plain_text("-# **Astrid** sails to `d9`")
    'Astrid sails to d9'
    """
    lines = (re.sub(r"^(-# |#{1,3} |> )", "", line) for line in text.splitlines())
    return " ".join(_INLINE.sub(_inner_text, line) for line in lines).strip()


def _inner_text(found: re.Match[str]) -> str:
    return next((found[name] for name in ("escaped", "bold", "code", "command") if found[name]), "")


def _blocks(lines: Iterable[str], locale: Locale, now_ms: int) -> Iterator[Html]:
    for is_list, group in groupby(lines, lambda line: line.startswith("- ")):
        if is_list:
            yield tag("ul", [tag("li", _inline(line[2:], locale, now_ms)) for line in group])
        else:
            yield from _paragraphs(group, locale, now_ms)


def _paragraphs(lines: Iterable[str], locale: Locale, now_ms: int) -> Iterator[Html]:
    for line in lines:
        if heading := _HEADING.fullmatch(line):
            yield tag("h3", _inline(heading[2], locale, now_ms))
        elif line.startswith("-# "):
            yield tag("p", _inline(line[3:], locale, now_ms), class_="small")
        elif line.startswith("> "):
            yield tag("p", _inline(line[2:], locale, now_ms), class_="aside")
        elif line.strip():
            yield tag("p", _inline(line, locale, now_ms))


def _inline(text: str, locale: Locale, now_ms: int) -> list[Content]:
    parts: list[Content] = []
    end = 0
    for found in _INLINE.finditer(text):
        parts += [text[end : found.start()], _element(found, locale, now_ms)]
        end = found.end()
    return [*parts, text[end:]]


def _element(found: re.Match[str], locale: Locale, now_ms: int) -> Content:
    if found["bold"]:
        return tag("strong", _inline(found["bold"], locale, now_ms))
    if found["code"]:
        return tag("code", found["code"])
    if found["time"]:
        return _time(int(found["time"]), found["style"] or "f", locale, now_ms)
    if found["command"]:
        return tag("code", f"/{found['command']}")
    return found["escaped"]


def _time(at_s: int, style: str, locale: Locale, now_ms: int) -> Html:
    at = datetime.fromtimestamp(at_s, UTC)
    if style == "R":
        distance = at - datetime.fromtimestamp(now_ms // 1000, UTC)
        text = format_timedelta(distance, add_direction=True, locale=locale.language)
    else:
        text = format_datetime(at, "long", locale=locale.language)
    return tag("time", text, datetime=at.isoformat(), data_style=style)
