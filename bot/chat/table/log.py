"""/table log: the whole story of a game, page by page, under the days on which it happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap, read_number
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.core.availability import zone_named
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.views.markup import clip
from bot.views.story_text import lines_of

LINES_ON_PAGE = 25
LETTERS_ON_PAGE = 3000
LETTERS_IN_LINE = 400


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened, and when."""

    at: int
    text: str


@command(mark("log"), mark("The story of the game so far"), game_option(finished=True), group=TABLE)
async def log(request: Request, given: Given) -> None:
    await _show(request, await resolve_game(request, given.get(GAME)))


@on_tap("log", "update")
async def turn_log(request: Request, tap: Tap) -> None:
    word = next(iter(tap.words), "0")
    position = await request.position(tap.game)
    await _show(request, position, read_number(word) if len(word) < 6 else 0)


async def _show(request: Request, position: Position, page: int | None = None) -> None:
    """The story as the one who asks may hear it, the latest page first."""
    if position.row.started is None:
        raise Denied("not_started")
    scene = request.context.scene(position, position.seat_of(request.visitor.id), request.words)
    told = await story.passage(request.store, position, 1, position.row.ply)
    lines = [LogLine(position.row.started or 0, request.words.say("The game begins."))]
    lines += [LogLine(beat.entry.at, text) for beat in told.beats for text in lines_of(scene, beat)]
    pages = paged(lines, await zone_of_reader(request, position))
    number = len(pages) - 1 if page is None else min(max(page, 0), len(pages) - 1)
    words = request.words
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
    await request.show(draft)


def paged(lines: Iterable[LogLine], zone: tzinfo) -> list[Sequence[str]]:
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


async def zone_of_reader(request: Request, position: Position) -> tzinfo:
    """Where the days of whoever asks begin."""
    seat = position.seat_of(request.visitor.id)
    if seat is None:
        person = await db.users.find(request.store, request.visitor.id)
    else:
        person = position.people[seat]
    return zone_named(person.timezone) or UTC
