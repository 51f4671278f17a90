"""/log: the whole story of a game, page by page, under the days on which it happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import db
from bot import story
from bot.call import Call
from bot.draft import Draft, button, clip
from bot.position import Position
from bot.taps import Tap

LINES_ON_PAGE = 25
LETTERS_ON_PAGE = 3000
LETTERS_IN_LINE = 400


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened, and when."""

    at: int
    text: str


async def show_log(call: Call, position: Position, page: int | None = None) -> None:
    """The story as the one who asks may hear it, the latest page first."""
    story.begun(position)
    scene = call.house.scene(position, position.seat_of(call.visitor.id), call.words)
    told = await whole(call, position)
    lines = [Line(position.row.started or 0, call.words.say("The game begins."))]
    lines += [Line(beat.entry.at, text) for beat in told.beats for text in story.lines_of(scene, beat)]
    pages = paged(lines, zone_of(await call.house.store.person(call.visitor.id)))
    number = len(pages) - 1 if page is None else min(max(page, 0), len(pages) - 1)
    words = call.words
    draft = Draft(scene.colour).text(
        scene.title, words.say("-# Page {page} of {pages}", page=number + 1, pages=len(pages))
    )
    draft.text("\n".join(pages[number]))
    last = len(pages) - 1
    ways = (
        (0, "first", words.say("First page"), number == 0),
        (number - 1, "earlier", words.say("Earlier"), number == 0),
        (number + 1, "later", words.say("Later"), number == last),
        (last, "last", words.say("Last page"), number == last),
    )
    if last > 0:
        draft.buttons(
            *(
                button(Tap("log", position.code, words=(str(max(to, 0)), way)), label, disabled=stuck)
                for to, way, label, stuck in ways
            )
        )
    await call.show(draft)


async def turn_log(call: Call, tap: Tap) -> None:
    word = next(iter(tap.words), "0")
    position = await call.house.tables.position(tap.game)
    await show_log(call, position, int(word) if word.isdecimal() and len(word) < 6 else 0)


async def whole(call: Call, position: Position) -> story.Passage:
    """The game from its first entry to its latest."""
    return await story.passage(call.house.store, position, 1, position.row.ply)


def paged(lines: Iterable[Line], zone: tzinfo) -> list[Sequence[str]]:
    """Pages that one message can hold; each says under which day its lines stand."""
    pages: list[list[str]] = [[]]
    day: date | None = None
    for line in lines:
        today = datetime.fromtimestamp(line.at / 1000, zone).date()
        added = [clip(line.text, LETTERS_IN_LINE)]
        if _is_full(pages[-1], added):
            pages.append([])
        if today != day or not pages[-1]:
            added.insert(0, f"**<t:{line.at // 1000}:D>**")
            day = today
        pages[-1].extend(added)
    return [*pages]


def _is_full(page: Sequence[str], added: Sequence[str]) -> bool:
    letters = sum(len(line) + 1 for line in (*page, *added))
    return bool(page) and (len(page) + len(added) >= LINES_ON_PAGE or letters > LETTERS_ON_PAGE)


def zone_of(person: db.Person) -> tzinfo:
    """Where somebody's days begin."""
    try:
        return ZoneInfo(person.timezone) if person.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
