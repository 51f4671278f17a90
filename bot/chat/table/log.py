"""/table log: the log of a game, in pages, grouped by day."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import CustomId, MessageBuilder, button, parse_number
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot
from bot.play.core.availability import find_zone
from bot.play.history import story
from bot.play.history.story import Replay
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from bot.views.story_text import entry_lines

MAX_PAGE_LINES = 25
MAX_PAGE_CHARS = 3000
MAX_LINE_CHARS = 400


@dataclass(frozen=True, slots=True)
class LogLine:
    """The text of an event, and its time in milliseconds."""

    at: int
    text: str


@game_command(N_("log"), N_("The story of the game so far"), finished=True, group=TABLE)
async def show_latest_page(request: Request, snapshot: GameSnapshot) -> None:
    await _show_page(request, snapshot)


@on_component("log", "update")
async def log_page_button(request: Request, custom_id: CustomId) -> None:
    page = parse_number(custom_id.arg() or "0")
    await _show_page(request, await request.snapshot(custom_id.game), page)


async def _show_page(request: Request, snapshot: GameSnapshot, page: int | None = None) -> None:
    """Show a page of the log as the user may see it, by default the latest."""
    if snapshot.row.started is None:
        raise Denied("not_started")
    reader, t = request.own_view(snapshot), request.locale.t
    replay = await story.replay_range(request.store, snapshot, 1, snapshot.row.ply)
    lines = [LogLine(snapshot.row.started, t("The game begins.")), *_turn_lines(reader, replay)]
    pages = paginate(lines, await reader_time_zone(request, snapshot))
    last = len(pages) - 1
    number = last if page is None else min(page, last)
    builder = MessageBuilder(reader.colour).text(
        reader.title, t("-# Page {page} of {pages}", page=number + 1, pages=len(pages))
    )
    builder.text("\n".join(pages[number]))
    targets = (
        (0, "first", t("First page"), number == 0),
        (number - 1, "earlier", t("Earlier"), number == 0),
        (number + 1, "later", t("Later"), number == last),
        (last, "last", t("Last page"), number == last),
    )
    if last > 0:
        builder.buttons(
            *(
                button(CustomId("log", snapshot.code, args=(str(max(to, 0)), way)), label, disabled=stuck)
                for to, way, label, stuck in targets
            )
        )
    await request.respond(builder)


def _turn_lines(reader: ReaderView, replay: Replay) -> Iterator[LogLine]:
    """Yields the lines of all entries, with a heading where a turn begins, as the table counts it."""
    game, state, mover, number, heading = reader.snapshot.game, replay.before, -1, 0, ""
    for replayed in replay.entries:
        lines, entry = entry_lines(reader, replayed), replayed.entry
        if entry.kind == "move" and entry.seat not in (None, mover):
            mover, number = entry.seat, number + 1
        turn = reader.plain_text.turn_text(None if state is None else game.turn_label(state), number)
        if lines and entry.kind == "move" and turn != heading:
            heading = turn
            yield LogLine(entry.at, f"-# {heading}")
        yield from (LogLine(entry.at, text) for text in lines)
        state = replayed.state


def paginate(lines: Iterable[LogLine], zone: tzinfo) -> list[Sequence[str]]:
    """Split lines into pages that fit a message, with a heading per day."""
    pages: list[list[str]] = [[]]
    day: date | None = None
    for line in lines:
        today = datetime.fromtimestamp(line.at / 1000, zone).date()
        added = [clip(line.text, MAX_LINE_CHARS)]
        chars = sum(len(text) + 1 for text in (*pages[-1], *added))
        if pages[-1] and (len(pages[-1]) + len(added) >= MAX_PAGE_LINES or chars > MAX_PAGE_CHARS):
            pages.append([])
        if today != day or not pages[-1]:
            added.insert(0, f"**<t:{line.at // 1000}:D>**")
            day = today
        pages[-1].extend(added)
    return [*pages]


async def reader_time_zone(request: Request, snapshot: GameSnapshot) -> tzinfo:
    """Returns the user's time zone, in which their days begin."""
    seat, user_id = snapshot.seat_of(request.actor.id), request.actor.id
    user = await db.users.get(request.store, user_id) if seat is None else snapshot.users[seat]
    return find_zone(user.timezone) or UTC
