"""/table log: the log of a game, in pages, grouped by day."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

import db
from bot.chat.interactions.commands import GAME, TABLE, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId, parse_number
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_
from bot.play.core.availability import find_zone
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.views.markup import clip
from bot.views.story_text import entry_lines

MAX_PAGE_LINES = 25
MAX_PAGE_CHARS = 3000
MAX_LINE_CHARS = 400


@dataclass(frozen=True, slots=True)
class LogLine:
    """The text of an event, and its time in milliseconds."""

    at: int
    text: str


@command(N_("log"), N_("The story of the game so far"), game_option(finished=True), group=TABLE)
async def log_command(request: Request, given: Arguments) -> None:
    await _show_page(request, await resolve_game(request, given.get(GAME)))


@on_component("log", "update")
async def log_page_button(request: Request, custom_id: CustomId) -> None:
    page_arg = next(iter(custom_id.args), "0")
    snapshot = await request.snapshot(custom_id.game)
    await _show_page(request, snapshot, parse_number(page_arg) if len(page_arg) < 6 else 0)


async def _show_page(request: Request, snapshot: GameSnapshot, page: int | None = None) -> None:
    """Show a page of the log as the user may see it, by default the latest."""
    if snapshot.row.started is None:
        raise Denied("not_started")
    reader = request.context.reader_view(snapshot, snapshot.seat_of(request.actor.id), request.locale)
    replay = await story.replay_range(request.store, snapshot, 1, snapshot.row.ply)
    lines = [LogLine(snapshot.row.started or 0, request.locale.t("The game begins."))]
    lines += [
        LogLine(replayed.entry.at, text)
        for replayed in replay.entries
        for text in entry_lines(reader, replayed)
    ]
    pages = paginate(lines, await reader_time_zone(request, snapshot))
    number = len(pages) - 1 if page is None else min(max(page, 0), len(pages) - 1)
    locale = request.locale
    builder = MessageBuilder(reader.colour).text(
        reader.title, locale.t("-# Page {page} of {pages}", page=number + 1, pages=len(pages))
    )
    builder.text("\n".join(pages[number]))
    last = len(pages) - 1
    targets = (
        (0, "first", locale.t("First page"), number == 0),
        (number - 1, "earlier", locale.t("Earlier"), number == 0),
        (number + 1, "later", locale.t("Later"), number == last),
        (last, "last", locale.t("Last page"), number == last),
    )
    if last > 0:
        builder.buttons(
            *(
                button(CustomId("log", snapshot.code, args=(str(max(to, 0)), way)), label, disabled=stuck)
                for to, way, label, stuck in targets
            )
        )
    await request.respond(builder)


def paginate(lines: Iterable[LogLine], zone: tzinfo) -> list[Sequence[str]]:
    """Split lines into pages that fit a message, with a heading per day."""
    pages: list[list[str]] = [[]]
    day: date | None = None
    for line in lines:
        today = datetime.fromtimestamp(line.at / 1000, zone).date()
        added = [clip(line.text, MAX_LINE_CHARS)]
        if _is_full(pages[-1], added):
            pages.append([])
        if today != day or not pages[-1]:
            added.insert(0, f"**<t:{line.at // 1000}:D>**")
            day = today
        pages[-1].extend(added)
    return [*pages]


def _is_full(page: Sequence[str], added: Sequence[str]) -> bool:
    chars = sum(len(line) + 1 for line in (*page, *added))
    return bool(page) and (len(page) + len(added) >= MAX_PAGE_LINES or chars > MAX_PAGE_CHARS)


async def reader_time_zone(request: Request, snapshot: GameSnapshot) -> tzinfo:
    """Returns the user's time zone, in which their days begin."""
    seat = snapshot.seat_of(request.actor.id)
    if seat is None:
        user = await db.users.get(request.store, request.actor.id)
    else:
        user = snapshot.users[seat]
    return find_zone(user.timezone) or UTC
