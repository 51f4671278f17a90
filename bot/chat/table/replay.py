"""/table replay: any earlier moment of a game, turn by turn, and a film of it.

In a running game a user sees what their own seat or a spectator knew then. In a finished game they can
choose any seat.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import discord

import db
from bot.chat.interactions import Request, check_dealt, on_component, resolve_game
from bot.chat.interactions.commands import GAME, TABLE, Arguments, Option, game_command
from bot.chat.interactions.which_game import check_readable
from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button, option, parse_digits
from bot.chat.table.log import reader_time_zone
from bot.chat.table.recap import MAX_SPOKEN_CHARS, SPECTATOR
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot
from bot.play.history import story
from bot.views.markup import clip
from bot.views.pictures import CombinedPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.replay_pictures import boards_at, strip_picture
from bot.views.story_text import fit_turns, turn_summaries
from render.standings.animation import sample_evenly
from rules.game import Seat

TURN_OPTION = "turn"
MAX_TURN_CHARS = 2400
MAX_TOLD_CHARS = 3500  # Of a film in words.
MAX_PLY_DIGITS = 6
FIRST_NUMBER = re.compile(r"\d+")


async def _turn_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    """Returns the turns that match what was typed, those counted so first, then the latest."""
    snapshot = await resolve_game(request, given.get(GAME))
    turns = await _numbered_turns(request, snapshot, await _turn_ends(request, snapshot))
    matching = [turn for turn in reversed(turns) if turn.matches(typed)]
    matching.sort(key=lambda turn: not turn.is_counted(typed))
    return [(f"#{turn.number}", turn.text) for turn in matching]


@game_command(
    N_("replay"),
    N_("Show any earlier moment of a game, and a film of it"),
    Option(TURN_OPTION, N_("turn"), N_("Which turn (default: the latest)"), autocomplete=_turn_choices),
    finished=True,
    group=TABLE,
)
async def replay_command(request: Request, snapshot: GameSnapshot) -> None:
    if at := request.arguments.get(TURN_OPTION):
        await _show_typed_turn(request, snapshot, at)
    else:
        await show_moment(request, snapshot)


@on_component("replay", "private")
@on_component("moment", "update")
async def moment_button(request: Request, custom_id: CustomId) -> None:
    """Show the moment at the ply and from the seat in the custom id, each optional."""
    snapshot = await request.snapshot(custom_id.game)
    await show_moment(request, snapshot, _parse_number(custom_id.arg()), custom_id.arg(1))


@on_component("replay-from", "update")
async def seat_select(request: Request, custom_id: CustomId) -> None:
    snapshot = await request.snapshot(custom_id.game)
    await show_moment(request, snapshot, _parse_number(custom_id.arg()), request.selected_value)


async def _show_typed_turn(request: Request, snapshot: GameSnapshot, at: str) -> None:
    """Show a turn that was chosen from the list, or typed as the table counts it or as part of its text."""
    stops = await _turn_ends(request, snapshot)
    turns = await _numbered_turns(request, snapshot, stops)
    chosen = [turn for turn in turns if at.strip() == f"#{turn.number}"]
    found = chosen or [turn for turn in turns if turn.is_counted(at)]
    found = found or [turn for turn in turns if at.strip() and turn.matches(at)]
    if not found:
        raise Denied("no_such_turn", last=turns[-1].label)
    await _show_turn(request, snapshot, stops, found[0].number, snapshot.seat_of(request.actor.id))


async def show_moment(
    request: Request, snapshot: GameSnapshot, ply: int | None = None, seat: str = ""
) -> None:
    """Show the turn at a ply, by default the latest."""
    stops = await _turn_ends(request, snapshot)
    if ply is None:
        turn = len(stops) - 1
    else:
        turn = max((number for number, entry in enumerate(stops) if entry.ply <= ply), default=0)
    await _show_turn(request, snapshot, stops, turn, _permitted_seat(request, snapshot, seat))


@dataclass(frozen=True, slots=True)
class NumberedTurn:
    """A turn of the log: its number in the order of play, and how the table counts it."""

    number: int
    label: str
    text: str

    def matches(self, typed: str) -> bool:
        return typed.casefold().strip() in self.text.casefold()

    def is_counted(self, typed: str) -> bool:
        """True if the table counts this turn by the number that was typed."""
        return typed.strip() in FIRST_NUMBER.findall(self.label)[:1]


async def _numbered_turns(
    request: Request, snapshot: GameSnapshot, stops: Sequence[db.Entry]
) -> list[NumberedTurn]:
    """Returns each turn with its player and the time of its end."""
    zone, locale = await reader_time_zone(request, snapshot), request.locale
    game_text = request.reader_view(snapshot, None).plain_text
    replay = await story.replay_range(request.store, snapshot, stops[0].ply, stops[-1].ply)
    labels = story.turn_labels(snapshot.game, replay, stops[1:])
    turns = []
    for number, entry in enumerate(stops):
        at = datetime.fromtimestamp(entry.at / 1000, zone)
        when = locale.date(at, "d MMM HH:mm")
        label = game_text.turn_text(labels[number - 1], number) if number else locale.t("The start")
        who = [clip(game_text.player_names[entry.seat or 0], 40)] if number else []
        turns.append(NumberedTurn(number, label, " · ".join((label, *who, when))))
    return turns


@on_component("film", "private")
async def film_button(request: Request, custom_id: CustomId) -> None:
    """Show the boards between two plies as a film, and side by side."""
    snapshot = await request.snapshot(custom_id.game)
    start = _parse_number(custom_id.arg(0)) or snapshot.row.begins
    end = _parse_number(custom_id.arg(1)) or snapshot.row.ply
    stops = [entry for entry in await _turn_ends(request, snapshot) if start <= entry.ply <= end]
    if len(stops) < 2:
        raise Denied("too_short_for_film")
    reader = request.reader_view(snapshot, _permitted_seat(request, snapshot, custom_id.arg(2)))
    if reader.text_only:
        await _show_turns(request, reader, stops)
        return
    stops = sample_evenly(stops)
    replay = check_readable(await story.replay_range(request.store, snapshot, stops[0].ply, stops[-1].ply))
    boards = await boards_at(reader, replay, stops)
    still = await strip_picture(reader, boards, stops)
    request_film = CombinedPictureRequest("film", tuple(each.picture for each in boards))
    film = await reader.pictures.file("film", request_film, still.alt)
    builder = MessageBuilder(reader.colour).text(reader.title, _viewpoint_line(reader))
    await request.respond(builder.gallery(film).gallery(still))


async def _show_turns(request: Request, reader: ReaderView, stops: Sequence[db.Entry]) -> None:
    """Tell the turns of a film, for a reader who wants no pictures."""
    replay = check_readable(
        await story.replay_range(request.store, reader.snapshot, stops[0].ply, stops[-1].ply)
    )
    builder = MessageBuilder(reader.colour).text(reader.title, _viewpoint_line(reader))
    turns = fit_turns(reader, turn_summaries(reader, replay.entries), MAX_TOLD_CHARS)
    await request.respond(builder.text(*turns))


async def _show_turn(
    request: Request, snapshot: GameSnapshot, stops: Sequence[db.Entry], turn: int, seat: Seat | None
) -> None:
    t, entry, earlier = request.locale.t, stops[turn], stops[max(turn - 1, 0)]
    replay = check_readable(await story.replay_range(request.store, snapshot, earlier.ply, entry.ply))
    reader = request.reader_view(replace(snapshot, state=replay.after), seat)
    (label,) = story.turn_labels(snapshot.game, replay, (entry,))
    turn_text = reader.plain_text.turn_text(label, turn) if turn else t("The start")
    who = [reader.game_text.player_names[entry.seat or 0]] if turn else []
    when = " · ".join((turn_text, *who, f"<t:{entry.at // 1000}:f>"))
    builder = MessageBuilder(reader.colour).text(reader.title, when, _viewpoint_line(reader))
    max_chars = MAX_SPOKEN_CHARS if reader.text_only else MAX_TURN_CHARS
    builder.text(*fit_turns(reader, turn_summaries(reader, replay.entries), max_chars))
    builder.gallery(await reader.board(since=replay.before)).gallery(await reader.hand())
    builder.buttons(*_step_buttons(reader, stops, turn))
    if snapshot.is_over and snapshot.game.outcome(replay.after) is None:
        play_on = CustomId("play-on", snapshot.code, args=(str(entry.ply), _seat_arg(seat)))
        builder.buttons(button(play_on, t("Play on from here"), PRIMARY))
    own = snapshot.seat_of(request.actor.id)
    options = _seat_options(reader, snapshot.seats if snapshot.is_over else () if own is None else (own,))
    if len(options) > 1:
        custom_id = CustomId("replay-from", snapshot.code, args=(str(entry.ply),))
        builder.select(custom_id, t("From another seat"), options)
    await request.respond(builder)


def _step_buttons(reader: ReaderView, stops: Sequence[db.Entry], turn: int) -> list[Button]:
    t, code, seat = reader.locale.t, reader.snapshot.code, _seat_arg(reader.seat)
    last = len(stops) - 1
    earlier, later = (t("Earlier turn"), t("Later turn")) if reader.text_only else ("◀", "▶")
    targets = (
        (0, "first", t("First turn"), turn == 0),
        (max(turn - 1, 0), "back", earlier, turn == 0),
        (min(turn + 1, last), "on", later, turn == last),
        (last, "last", t("Last turn"), turn == last),
    )
    steps = [
        button(CustomId("moment", code, args=(str(stops[to].ply), seat, way)), label, disabled=stuck)
        for to, way, label, stuck in targets
    ]
    if reader.text_only:
        return steps
    span = (str(stops[0].ply), str(stops[turn].ply), seat)
    return [*steps, button(CustomId("film", code, args=span), t("Watch the film"), disabled=turn == 0)]


def _seat_options(reader: ReaderView, seats: Iterable[Seat]) -> list[discord.SelectOption]:
    names, shown = reader.plain_text.player_names, reader.seat
    return [
        option(SPECTATOR, reader.locale.t("Spectator"), default=shown is None),
        *(
            option(str(seat), names[seat], default=seat == shown, emoji=reader.emoji.seat(seat))
            for seat in seats
        ),
    ]


def _viewpoint_line(reader: ReaderView) -> str:
    if reader.seat is None:
        return reader.locale.t("-# As a spectator saw it")
    return reader.locale.t("-# As {who} saw it", who=reader.game_text.player_names[reader.seat])


async def _turn_ends(request: Request, snapshot: GameSnapshot) -> tuple[db.Entry, ...]:
    check_dealt(snapshot)
    log = await db.entries.read_log(request.store, snapshot.code)
    return story.turn_ends(log, seats=len(snapshot.players), begins=snapshot.row.begins)


def _permitted_seat(request: Request, snapshot: GameSnapshot, asked: str) -> Seat | None:
    """Returns the seat from which the user may look: their own or None, or any after the game."""
    if asked == SPECTATOR:
        return None
    seat = _parse_number(asked)
    return seat if snapshot.is_over and seat in snapshot.seats else snapshot.seat_of(request.actor.id)


def _seat_arg(seat: Seat | None) -> str:
    return SPECTATOR if seat is None else str(seat)


def _parse_number(arg: str) -> int | None:
    return parse_digits(arg, MAX_PLY_DIGITS)
