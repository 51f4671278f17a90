"""/table recap: what happened since the user's last move, losses first, and what they can do now."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import db
from bot.chat.interactions import Request, check_dealt, on_game_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import PRIMARY, SECONDARY, Button, CustomId, MessageBuilder, button
from bot.chat.table.looks import back_buttons
from bot.i18n import N_
from bot.play.core import GameSnapshot
from bot.play.history import story
from bot.play.history.story import Replay
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.replay_pictures import boards_at, strip_picture
from bot.views.story_text import fit_lines, fit_turns, missed_summary
from rules.game import Seat

MAX_RECAP_CHARS = 2400
MAX_SPOKEN_CHARS = 900  # Where the board follows in words.
MAX_FRAMES = 6
SPECTATOR = "-"
"""Stands for the view of a spectator in a custom id."""


@on_game_component("recap", "look")
@game_command(N_("recap"), N_("What happened since your last move"), group=TABLE)
async def show_recap(request: Request, snapshot: GameSnapshot) -> None:
    """Show everything since the user's last move. Spectators see the last round."""
    check_dealt(snapshot)
    reader = request.own_view(snapshot)
    start, heading = await _recap_start(request, snapshot, reader.seat)
    missed = await story.replay_range(request.store, snapshot, start, snapshot.row.ply)
    summary = missed_summary(reader, missed.entries)
    t = request.locale.t
    builder = MessageBuilder(reader.colour).text(reader.title, f"### {heading}")
    max_chars = MAX_SPOKEN_CHARS if reader.text_only else MAX_RECAP_CHARS
    if summary.losses:
        builder.text(t("**What you lost**"), *fit_lines(reader, summary.losses))
    if summary.losses or summary.turns:
        builder.text(*fit_turns(reader, summary.turns, max_chars))
    else:
        builder.text(t("Nobody has moved since."))
    # The public view shows what the others did; the player's own view shows mostly their own things.
    table = replace(reader, seat=None)
    readable = missed.readable_part()
    if readable.before is None:
        readable = Replay(snapshot.state, ())
    stops = changed_turn_ends(table, readable)
    builder.gallery(await boards_picture(table, readable, stops))
    builder.text(status_line(reader))
    back = back_buttons(request, snapshot) or (*play_button(reader),)
    await request.respond(builder.buttons(*back, *film_button(reader, start, len(stops))))


async def _recap_start(request: Request, snapshot: GameSnapshot, seat: Seat | None) -> tuple[int, str]:
    """Returns the ply after which the recap starts, and its heading."""
    store, locale = request.store, request.locale
    if seat is None:
        log = await db.entries.read_log(store, snapshot.code)
        stops = story.turn_ends(log, seats=len(snapshot.players), begins=snapshot.row.begins)
        round_ago = stops[max(0, len(stops) - 1 - len(snapshot.players))]
        return round_ago.ply, locale.t("The last round")
    last = await db.entries.find_last_choice(store, snapshot.code, seat)
    if last is None:
        return snapshot.row.begins, locale.t("Since the start")
    return last.ply, locale.t("Since your last move, {when}", when=f"<t:{last.at // 1000}:R>")


def changed_turn_ends(table: ReaderView, missed: Replay) -> tuple[db.Entry, ...]:
    """Returns the latest turn ends in a replay at which the public view had changed, at most MAX_FRAMES."""
    snapshot = table.snapshot
    log = [replayed.entry for replayed in missed.entries if replayed.entry.kind == "move"]
    different, before = [], snapshot.game.view(missed.before, None)
    for entry in story.turn_ends(log, seats=len(snapshot.players)):
        after = snapshot.game.view(missed.state_at(entry.ply), None)
        if after != before:
            different.append(entry)
        before = after
    return tuple(different[-MAX_FRAMES:])


async def boards_picture(reader: ReaderView, missed: Replay, stops: Sequence[db.Entry]) -> PictureFile | None:
    """Draw one board with its changes, or a strip of the boards at each turn end."""
    if not missed.entries:
        return await reader.board()
    if len(stops) < 2 or reader.text_only:
        return await reader.board(since=missed.before)
    return await strip_picture(reader, await boards_at(reader, missed, stops), stops)


def status_line(reader: ReaderView) -> str:
    """Returns what the reader owes now, or for whom the game waits."""
    locale, snapshot = reader.locale, reader.snapshot
    owing = snapshot.owing_seats()
    if snapshot.is_over:
        return locale.t("This game is over.")
    if not snapshot.is_running:
        return locale.t("The game is archived.")
    if reader.seat in owing:
        return locale.t("**Your turn: {owed}**", owed=reader.owed_text(reader.seat))
    names = locale.join_list(reader.game_text.player_names[seat] for seat in sorted(owing))
    return locale.t("Waiting for {who}.", who=names)


def play_button(reader: ReaderView) -> Iterator[Button]:
    snapshot = reader.snapshot
    if reader.seat is not None and snapshot.is_running:
        style = PRIMARY if reader.seat in snapshot.owing_seats() else SECONDARY
        yield button(CustomId("play", snapshot.code), reader.locale.t("Play"), style)


def film_button(reader: ReaderView, start: int, frames: int) -> Iterator[Button]:
    snapshot = reader.snapshot
    if frames > 1 and not reader.text_only:
        yield button(film_id(snapshot.code, start, snapshot.row.ply), reader.locale.t("Watch the film"))


def film_id(code: str, start: int, end: int) -> CustomId:
    """Returns the custom id of a film of the public view between two plies."""
    return CustomId("film", code, args=(str(start), str(end), SPECTATOR))
