"""/replay: any earlier moment of a game, turn by turn, and a film of it.

Of a running game everybody sees what his own seat knew then, or what all knew; of a finished one, what any
seat knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import discord
from babel.dates import format_datetime

import db
from bot import story
from bot.call import Call
from bot.draft import Draft, Shown, button, clip
from bot.lobby import selected
from bot.logbook import zone_of
from bot.pictures import Joined
from bot.position import Position
from bot.recap import LETTERS_IN_LINE, PUBLIC, boards_at, strip_of
from bot.scene import Scene
from bot.story import Passage
from bot.tables import Denied
from bot.taps import Tap
from bot.words import mark
from render.standings.frames import spread
from rules.game import Seat

LINES = 10
PLY_LETTERS = 6


async def show_at(call: Call, position: Position, at: str) -> None:
    """The turn that was typed: its number, or what stands in the list."""
    stops = await _moments(call, position)
    turns = dict(await labels(call, position))
    wanted = at.strip().casefold()
    named = (turn for turn, label in turns.items() if wanted and wanted in label.casefold())
    turn = wanted if wanted in turns else next(named, None)
    if turn is None:
        raise Denied(mark("There is no such turn; this game has turns 0 to {last}."), last=len(stops) - 1)
    await _show(call, position, stops, int(turn), _own(call, position))


async def show_replay(call: Call, position: Position, ply: int | None = None, seat: str = "") -> None:
    """The moment at an entry; without one, where a finished game began and where a running one stands."""
    stops = await _moments(call, position)
    if ply is None:
        turn = 0 if position.over else len(stops) - 1
    else:
        turn = max((number for number, entry in enumerate(stops) if entry.ply <= ply), default=0)
    await _show(call, position, stops, turn, _allowed(call, position, seat))


async def open_replay(call: Call, tap: Tap) -> None:
    """A tap that names an entry and a seat, or neither."""
    ply, seat = (*tap.words, "", "")[:2]
    await show_replay(call, await call.house.tables.position(tap.game), _number(ply), seat)


async def change_seat(call: Call, tap: Tap) -> None:
    ply = _number(next(iter(tap.words), ""))
    seat = next(iter(selected(call)), "")
    await show_replay(call, await call.house.tables.position(tap.game), ply, seat)


async def labels(call: Call, position: Position) -> list[tuple[str, str]]:
    """Every turn by its number, with whose it was and when it ended."""
    zone = zone_of(await call.house.store.person(call.visitor.id))
    scene = call.house.scene(position, None, call.words)
    turns = []
    for number, entry in enumerate(await _moments(call, position)):
        at = datetime.fromtimestamp(entry.at / 1000, zone)
        when = format_datetime(at, "d MMM HH:mm", locale=call.words.language)
        who = call.words.say("The start") if entry.seat is None else scene.plain.people[entry.seat]
        turns.append((str(number), f"{number} · {clip(who, 40)} · {when}"))
    return turns


async def show_film(call: Call, tap: Tap) -> None:
    """The boards from one entry to another as a film, and side by side for those who like stills."""
    first, last, seat = (*tap.words, "", "", "")[:3]
    position = await call.house.tables.position(tap.game)
    start, end = _number(first) or 1, _number(last) or position.row.ply
    stops = [entry for entry in await _moments(call, position) if start <= entry.ply <= end]
    if len(stops) < 2:
        raise Denied(mark("There are no two turns yet to make a film of."))
    stops = spread(stops)
    whole = await story.passage(call.house.store, position, stops[0].ply, stops[-1].ply)
    scene = call.house.scene(position, _allowed(call, position, seat), call.words)
    boards = await boards_at(scene, whole, stops)
    still = await strip_of(scene, boards, stops)
    film = await call.house.gallery.get(Joined("film", tuple(each.picture for each in boards)))
    assert film is not None
    await call.show(
        Draft(scene.colour)
        .text(scene.title, _seen_from(scene))
        .gallery(Shown("film", film, still.alt))
        .gallery(still)
    )


async def _show(
    call: Call, position: Position, stops: Sequence[db.Entry], turn: int, seat: Seat | None
) -> None:
    words = call.words
    entry, earlier = stops[turn], stops[max(turn - 1, 0)]
    told = await story.passage(call.house.store, position, earlier.ply, entry.ply)
    then = replace(position, state=told.after)
    scene = call.house.scene(then, seat, words)
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
    options = _seats(scene, _open_seats(call, position))
    if len(options) > 1:
        draft.select(
            Tap("replay-from", position.code, words=(str(entry.ply),)),
            words.say("From another seat"),
            options,
        )
    await call.show(draft)


def _told(scene: Scene, told: Passage) -> str:
    lines = [clip(line, LETTERS_IN_LINE) for beat in told.beats for line in story.lines_of(scene, beat)]
    left_out = len(lines) - LINES
    if left_out <= 0:
        return "\n".join(lines)
    missing = scene.words.say_many("-# {n} earlier step: /log", "-# {n} earlier steps: /log", n=left_out)
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
            emoji=None if value == PUBLIC else scene.emoji.seat(int(value)),
        )
        for value, name in entries
    ]


def _seen_from(scene: Scene) -> str:
    if scene.seat is None:
        return scene.words.say("-# As a spectator saw it")
    return scene.words.say("-# As {who} saw it", who=scene.teller.people[scene.seat])


async def _moments(call: Call, position: Position) -> tuple[db.Entry, ...]:
    story.begun(position)
    log = await call.house.store.moves(position.code)
    return story.moments(log, seats=len(position.players))


def _own(call: Call, position: Position) -> Seat | None:
    return position.seat_of(call.visitor.id)


def _allowed(call: Call, position: Position, asked: str) -> Seat | None:
    """The seat from which this reader may look back: his own or a spectator's, until the game is over."""
    if asked == PUBLIC:
        return None
    own, seat = _own(call, position), _number(asked)
    return seat if position.over and seat is not None and seat < len(position.players) else own


def _open_seats(call: Call, position: Position) -> Iterable[Seat]:
    """The seats from which this reader may look back."""
    own = _own(call, position)
    if position.over:
        return range(len(position.players))
    return () if own is None else (own,)


def _word(seat: Seat | None) -> str:
    return PUBLIC if seat is None else str(seat)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= PLY_LETTERS else None
