"""/table replay: any earlier moment of a game, turn by turn, and a film of it.

Of a running game everybody sees what their own seat knew then, or what all knew; of a finished one, what
any seat knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import discord
from babel.dates import format_datetime

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, Option, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt, check_readable, resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button, partial_emoji
from bot.chat.table.log import zone_of_reader
from bot.chat.table.recap import PUBLIC, boards_at, strip_of
from bot.i18n import mark
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.play.history.story import Passage
from bot.views.markup import clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import Joined
from bot.views.reader_view import Scene
from bot.views.story_text import LETTERS_IN_LINE, lines_of
from render.standings.frames import spread
from rules.game import Seat

AT = "at"
LINES = 10
PLY_LETTERS = 6


async def _turns(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    """The latest turns first; those whose number or day was typed before the others."""
    position = await resolve_game(request, given.get(GAME))
    turns = await _labels(request, position, await _moments(request, position))
    wanted = typed.casefold().strip()
    fitting = [turn for turn in reversed(turns) if wanted in turn[1].casefold()]
    return sorted(fitting, key=lambda turn: turn[0] != wanted)


@command(
    mark("replay"),
    mark("Any earlier moment of a game, and a film of it"),
    Option(AT, mark("at"), mark("Which turn (default: the latest)"), complete=_turns),
    game_option(finished=True),
    group=TABLE,
)
async def replay(request: Request, given: Given) -> None:
    position = await resolve_game(request, given.get(GAME))
    if AT in given:
        await _show_at(request, position, given[AT])
    else:
        await _show_moment(request, position)


@on_tap("replay", "private")
async def open_replay(request: Request, tap: Tap) -> None:
    await turn_replay(request, tap)


@on_tap("moment", "update")
async def turn_replay(request: Request, tap: Tap) -> None:
    """A tap that names an entry and a seat, or neither."""
    ply, seat = (*tap.words, "", "")[:2]
    await _show_moment(request, await request.position(tap.game), _number(ply), seat)


@on_tap("replay-from", "update")
async def change_seat(request: Request, tap: Tap) -> None:
    ply = _number(next(iter(tap.words), ""))
    await _show_moment(request, await request.position(tap.game), ply, request.chosen)


async def _show_at(request: Request, position: Position, at: str) -> None:
    """The turn that was typed: its number, or what stands in the list."""
    stops = await _moments(request, position)
    turns = dict(await _labels(request, position, stops))
    wanted = at.strip().casefold()
    named = (turn for turn, label in turns.items() if wanted and wanted in label.casefold())
    turn = wanted if wanted in turns else next(named, None)
    if turn is None:
        raise Denied("no_such_turn", last=len(stops) - 1)
    await _show(request, position, stops, int(turn), _own(request, position))


async def _show_moment(request: Request, position: Position, ply: int | None = None, seat: str = "") -> None:
    """The moment at an entry; without one, the latest."""
    stops = await _moments(request, position)
    if ply is None:
        turn = len(stops) - 1
    else:
        turn = max((number for number, entry in enumerate(stops) if entry.ply <= ply), default=0)
    await _show(request, position, stops, turn, _allowed(request, position, seat))


async def _labels(request: Request, position: Position, stops: Sequence[db.Entry]) -> list[tuple[str, str]]:
    """Every turn by its number, with whose it was and when it ended."""
    zone = await zone_of_reader(request, position)
    scene = request.context.scene(position, None, request.words)
    turns = []
    for number, entry in enumerate(stops):
        at = datetime.fromtimestamp(entry.at / 1000, zone)
        when = format_datetime(at, "d MMM HH:mm", locale=request.words.language)
        who = request.words.say("The start") if number == 0 else scene.plain.people[entry.seat or 0]
        turns.append((str(number), f"{number} · {clip(who, 40)} · {when}"))
    return turns


@on_tap("film", "private")
async def show_film(request: Request, tap: Tap) -> None:
    """The boards from one entry to another as a film, and side by side for those who like stills."""
    first, last, seat = (*tap.words, "", "", "")[:3]
    position = await request.position(tap.game)
    start, end = _number(first) or position.row.begins, _number(last) or position.row.ply
    stops = [entry for entry in await _moments(request, position) if start <= entry.ply <= end]
    if len(stops) < 2:
        raise Denied("too_short_for_film")
    stops = spread(stops)
    whole = check_readable(await story.passage(request.store, position, stops[0].ply, stops[-1].ply))
    scene = request.context.scene(position, _allowed(request, position, seat), request.words)
    boards = await boards_at(scene, whole, stops)
    still = await strip_of(scene, boards, stops)
    film = await request.context.pictures.get(Joined("film", tuple(each.picture for each in boards)))
    assert film is not None
    await request.show(
        Draft(scene.colour)
        .text(scene.title, _seen_from(scene))
        .gallery(PictureFile("film", film, still.alt))
        .gallery(still)
    )


async def _show(
    request: Request, position: Position, stops: Sequence[db.Entry], turn: int, seat: Seat | None
) -> None:
    words = request.words
    entry, earlier = stops[turn], stops[max(turn - 1, 0)]
    told = check_readable(await story.passage(request.store, position, earlier.ply, entry.ply))
    then = replace(position, state=told.after)
    scene = request.context.scene(then, seat, words)
    draft = Draft(scene.colour).text(
        scene.title,
        words.say(
            "Turn {turn} of {turns}, {when}",
            turn=turn,
            turns=len(stops) - 1,
            when=f"<t:{entry.at // 1000}:f>",
        ),
        _seen_from(scene),
    )
    draft.text(_told(scene, told))
    draft.gallery(await scene.board(since=told.before), await scene.hand())
    draft.buttons(*_steps(scene, stops, turn))
    options = _seats(scene, _open_seats(request, position))
    if len(options) > 1:
        draft.select(
            Tap("replay-from", position.code, words=(str(entry.ply),)),
            words.say("From another seat"),
            options,
        )
    await request.show(draft)


def _told(scene: Scene, told: Passage) -> str:
    lines = [clip(line, LETTERS_IN_LINE) for beat in told.beats for line in lines_of(scene, beat)]
    left_out = len(lines) - LINES
    if left_out <= 0:
        return "\n".join(lines)
    missing = scene.words.say_many(
        "-# {n} earlier step: /table log", "-# {n} earlier steps: /table log", n=left_out
    )
    return "\n".join((missing, *lines[-LINES:]))


def _steps(
    scene: Scene, stops: Sequence[db.Entry], turn: int
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    words, code = scene.words, scene.position.code
    seat = _word(scene.seat)
    last = len(stops) - 1
    ways = (
        (0, "first", words.say("First turn"), turn == 0),
        (max(turn - 1, 0), "back", "◀", turn == 0),
        (min(turn + 1, last), "on", "▶", turn == last),
        (last, "last", words.say("Last turn"), turn == last),
    )
    steps = [
        button(Tap("moment", code, words=(str(stops[to].ply), seat, way)), label, disabled=stuck)
        for to, way, label, stuck in ways
    ]
    span = (str(stops[0].ply), str(stops[turn].ply), seat)
    return [*steps, button(Tap("film", code, words=span), words.say("Film"), disabled=turn == 0)]


def _seats(scene: Scene, seats: Iterable[Seat]) -> list[discord.SelectOption]:
    people = [(str(seat), scene.plain.people[seat]) for seat in seats]
    entries = [(PUBLIC, scene.words.say("Spectator")), *people]
    return [
        discord.SelectOption(
            label=clip(name, 100),
            value=value,
            default=value == _word(scene.seat),
            emoji=None if value == PUBLIC else partial_emoji(scene.emoji.seat(int(value))),
        )
        for value, name in entries
    ]


def _seen_from(scene: Scene) -> str:
    if scene.seat is None:
        return scene.words.say("-# As a spectator saw it")
    return scene.words.say("-# As {who} saw it", who=scene.teller.people[scene.seat])


async def _moments(request: Request, position: Position) -> tuple[db.Entry, ...]:
    check_dealt(position)
    log = await db.entries.log(request.store, position.code)
    return story.moments(log, seats=len(position.players), begins=position.row.begins)


def _own(request: Request, position: Position) -> Seat | None:
    return position.seat_of(request.visitor.id)


def _allowed(request: Request, position: Position, asked: str) -> Seat | None:
    """The seat from which this reader may look back: their own or a spectator's, until the game is over."""
    if asked == PUBLIC:
        return None
    own, seat = _own(request, position), _number(asked)
    return seat if position.over and seat is not None and seat < len(position.players) else own


def _open_seats(request: Request, position: Position) -> Iterable[Seat]:
    """The seats from which this reader may look back."""
    own = _own(request, position)
    if position.over:
        return range(len(position.players))
    return () if own is None else (own,)


def _word(seat: Seat | None) -> str:
    return PUBLIC if seat is None else str(seat)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= PLY_LETTERS else None
