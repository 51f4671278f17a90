"""Catching up: what happened since my last move, folded, with what I lost first, and what I can do now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

import discord

import db
from bot import story
from bot.call import Call
from bot.draft import ALT_LIMIT, Draft, Shown, button, clip
from bot.pictures import Joined
from bot.position import Position
from bot.scene import Scene
from bot.story import Beat, Passage
from bot.taps import Tap
from rules.game import Event, Seat

LINES_IN_NOTE = 6
LINES_IN_RECAP = 20
LOSSES_IN_RECAP = 8
LETTERS_IN_LINE = 250
LETTERS_IN_RECAP = 2200
FRAMES = 6
PUBLIC = "-"
"""How a tap writes the view of a spectator."""
ALIKE = 3
"""From so many steps of one kind in a row on, only the last of them is told."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What somebody missed: what he lost, then everything else, in lines."""

    losses: tuple[str, ...]
    others: tuple[str, ...]


async def show_recap(call: Call, position: Position) -> None:
    """Everything since the last move of whoever asks; a spectator hears of the last round."""
    story.begun(position)
    seat = position.seat_of(call.visitor.id)
    scene = call.house.scene(position, seat, call.words)
    start, heading = await _start(call, position, seat)
    missed = await story.passage(call.house.store, position, start, position.row.ply)
    brief = brief_of(scene, missed.beats)
    words = call.words
    draft = Draft(scene.colour).text(f"{scene.title}", f"### {heading}")
    if brief.losses:
        draft.text(words.say("**You lost**"), *_latest(scene, brief.losses, LOSSES_IN_RECAP))
    if brief.losses or brief.others:
        draft.text(*_latest(scene, brief.others, LINES_IN_RECAP))
    else:
        draft.text(words.say("Nobody has moved since."))
    # The boards of the thread show what everybody did; one's own shows oneself.
    table = replace(scene, seat=None)
    stops = _stops(table, missed)
    draft.gallery(await _boards(table, missed, stops))
    draft.text(_now(scene))
    await call.show(draft.buttons(*_ways(scene, start, len(stops))))


async def recap_of_table(call: Call, tap: Tap) -> None:
    await show_recap(call, await call.house.tables.position(tap.game))


async def others_moved(store: db.Store, position: Position, seat: Seat) -> bool:
    """Whether anything happened since this player's last move that he did not do."""
    start = await _left_off(store, position, seat)
    if start == position.row.ply:
        return False
    later = db.effective(await store.moves(position.code, since=start))
    return any(entry.kind == "move" and not _own(entry, seat) for entry in later)


async def note(call: Call, position: Position) -> str:
    """The same in a few lines, for the panel of a player who comes back; nothing where nothing happened."""
    seat = position.seat_of(call.visitor.id)
    if seat is None or position.state is None or not await others_moved(call.house.store, position, seat):
        return ""
    start = await _left_off(call.house.store, position, seat)
    missed = await story.passage(call.house.store, position, start, position.row.ply)
    scene = call.house.scene(position, seat, call.words)
    brief = brief_of(scene, missed.beats)
    return "\n".join(_latest(scene, (*brief.losses, *brief.others), LINES_IN_NOTE, kept=len(brief.losses)))


def brief_of(scene: Scene, beats: Iterable[Beat]) -> Brief:
    """What this reader hears of these entries, losses apart and the rest folded."""
    losses: list[str] = []
    others: list[str] = []
    run: list[Event] = []
    for beat in beats:
        if beat.entry.kind != "move":
            others += folded(scene, run)
            run = []
            others += story.lines_of(scene, beat)
            continue
        for event in story.heard(scene, beat):
            if scene.seat is not None and event.is_loss_to(scene.seat):
                losses.append(scene.teller.event(event))
            else:
                run.append(event)
    others += folded(scene, run)
    return Brief(tuple(losses), tuple(others))


def folded(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Passes in a row as one line, and steps of one kind by one seat in a row as one line."""
    lines: list[str] = []
    for (is_pass, _, _), run in groupby(events, key=_alike):
        alike = list(run)
        lines += _passes(scene, alike) if is_pass else _steps(scene, alike)
    return lines


def _alike(event: Event) -> tuple[bool, str, Seat | None]:
    return (True, "", None) if event.is_pass else (False, event.kind, getattr(event, "seat", None))


def _passes(scene: Scene, passes: Sequence[Event]) -> list[str]:
    seats = list(
        dict.fromkeys(seat for event in passes if (seat := getattr(event, "seat", None)) is not None)
    )
    if len(seats) < 2:
        return _steps(scene, passes)
    names = scene.words.listed(scene.teller.people[seat] for seat in seats)
    return [scene.words.say("{who} pass.", who=names)]


def _steps(scene: Scene, steps: Sequence[Event]) -> list[str]:
    told = [line for step in steps if (line := scene.teller.event(step))]
    if len(told) > 1 and len(set(told)) == 1:
        return [f"{told[0]} ×{len(told)}"]
    if len(told) < ALIKE:
        return told
    return [scene.words.say("{line} (the last of {n} such steps)", line=told[-1], n=len(told))]


def _latest(scene: Scene, lines: Sequence[str], limit: int, *, kept: int = 0) -> list[str]:
    """The first `kept` lines and the latest of the others, with the number of those left out."""
    short = [clip(line, LETTERS_IN_LINE) for line in lines]
    if len(short) <= limit and _letters(short) <= LETTERS_IN_RECAP:
        return short
    first = short[: min(kept, limit - 2)]
    latest = short[len(first) :][-(limit - 1 - len(first)) :]
    while len(latest) > 1 and _letters(first) + _letters(latest) > LETTERS_IN_RECAP:
        del latest[0]
    left_out = len(short) - len(first) - len(latest)
    missing = scene.words.say_many("-# {n} earlier step: /log", "-# {n} earlier steps: /log", n=left_out)
    return [*first, missing, *latest]


def _letters(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


async def _start(call: Call, position: Position, seat: Seat | None) -> tuple[int, str]:
    """The entry after which a reader is told, and how that is headed."""
    store, words = call.house.store, call.words
    if seat is None:
        stops = story.moments(await store.moves(position.code), seats=len(position.players))
        round_ago = stops[max(0, len(stops) - 1 - len(position.players))]
        return round_ago.ply, words.say("The last round")
    last = await store.last_choice(position.code, seat)
    if last is None:
        return 1, words.say("Since the start")
    return last.ply, words.say("Since your last move, {when}", when=f"<t:{last.at // 1000}:R>")


async def _left_off(store: db.Store, position: Position, seat: Seat) -> int:
    last = await store.last_choice(position.code, seat)
    return last.ply if last else 1


def _own(entry: db.Entry, seat: Seat) -> bool:
    return entry.seat == seat and entry.by is None


def _stops(table: Scene, missed: Passage) -> tuple[db.Entry, ...]:
    """The handovers a reader missed, the latest few of those at which the table looked different."""
    position = table.position
    log = [beat.entry for beat in missed.beats if beat.entry.kind == "move"]
    different, before = [], position.game.view(missed.before, None)
    for entry in story.moments(log, seats=len(position.players)):
        after = position.game.view(missed.standing(entry.ply), None)
        if after != before:
            different.append(entry)
        before = after
    return tuple(different[-FRAMES:])


async def _boards(scene: Scene, missed: Passage, stops: Sequence[db.Entry]) -> Shown | None:
    """One board with what changed, or a strip of those at each handover."""
    if not missed.beats:
        return await scene.board()
    if len(stops) < 2:
        return await scene.board(since=missed.before)
    return await strip_of(scene, await boards_at(scene, missed, stops), stops)


async def strip_of(scene: Scene, shown: Sequence[Shown], stops: Sequence[db.Entry]) -> Shown:
    """The boards at these moments side by side."""
    picture = await scene.gallery.get(Joined("strip", tuple(each.picture for each in shown)))
    assert picture is not None
    names = [
        scene.words.say("{n}: after the turn of {who}.", n=number, who=scene.plain.people[entry.seat or 0])
        if entry.kind == "move"
        else scene.words.say("{n}: the start.", n=number)
        for number, entry in enumerate(stops, start=1)
    ]
    return Shown("strip", picture, clip(" ".join((*names, shown[-1].alt)), ALT_LIMIT))


async def boards_at(scene: Scene, missed: Passage, stops: Sequence[db.Entry]) -> list[Shown]:
    """The boards at these moments, each with what changed since the one before."""
    states = [missed.standing(entry.ply) for entry in stops]
    return [
        # One after the other: somebody may be waiting for a board of his own.
        await scene.board(state=state, since=earlier)
        for earlier, state in pairwise((missed.before, *states))
    ]


def _now(scene: Scene) -> str:
    """What the reader owes now, or whom the table waits for."""
    words, position = scene.words, scene.position
    owing = position.owing()
    if position.over:
        return words.say("This game is over.")
    if not position.running:
        return words.say("The game is archived.")
    if scene.seat in owing:
        return words.say("**Now you: {owed}**", owed=scene.owed_by(scene.seat))
    names = words.listed(scene.teller.people[seat] for seat in sorted(owing))
    return words.say("Waiting for {who}.", who=names)


def _ways(scene: Scene, start: int, frames: int) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    words, position = scene.words, scene.position
    ways = []
    if scene.seat is not None and position.running:
        owes = scene.seat in position.owing()
        style = discord.ButtonStyle.primary if owes else discord.ButtonStyle.secondary
        ways.append(button(Tap("play", position.code), words.say("Play"), style))
    if frames > 1:
        film = Tap("film", position.code, words=(str(start), str(position.row.ply), PUBLIC))
        ways.append(button(film, words.say("Film")))
    return ways
