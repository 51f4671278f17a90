"""Catching up: what happened since my last move, folded, with what I lost first, and what I can do now."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt, resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.play.history.story import Passage
from bot.views.markup import ALT_LIMIT, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import Joined
from bot.views.reader_view import Scene
from bot.views.story_text import brief_of, latest
from rules.game import Seat

LINES_IN_RECAP = 20
LOSSES_IN_RECAP = 8
FRAMES = 6
PUBLIC = "-"
"""How a tap writes the view of a spectator."""


@command(mark("recap"), mark("What happened since your last move"), game_option(), group=TABLE)
async def recap(request: Request, given: Given) -> None:
    await _show(request, await resolve_game(request, given.get(GAME)))


@on_tap("recap", "private")
async def recap_of_table(request: Request, tap: Tap) -> None:
    await _show(request, await request.position(tap.game))


async def _show(request: Request, position: Position) -> None:
    """Everything since the last move of whoever asks; a spectator hears of the last round."""
    check_dealt(position)
    seat = position.seat_of(request.visitor.id)
    scene = request.context.scene(position, seat, request.words)
    start, heading = await _start(request, position, seat)
    missed = await story.passage(request.store, position, start, position.row.ply)
    brief = brief_of(scene, missed.beats)
    words = request.words
    draft = Draft(scene.colour).text(f"{scene.title}", f"### {heading}")
    if brief.losses:
        draft.text(words.say("**You lost**"), *latest(scene, brief.losses, LOSSES_IN_RECAP))
    if brief.losses or brief.others:
        draft.text(*latest(scene, brief.others, LINES_IN_RECAP))
    else:
        draft.text(words.say("Nobody has moved since."))
    # The boards of the thread show what everybody did; one's own shows oneself.
    table = replace(scene, seat=None)
    seen = missed.readable()
    if seen.before is None:
        seen = Passage(position.state, ())
    stops = stops_in(table, seen)
    draft.gallery(await boards_in(table, seen, stops))
    draft.text(_now(scene))
    await request.show(draft.buttons(*_ways(scene, start, len(stops))))


async def _start(request: Request, position: Position, seat: Seat | None) -> tuple[int, str]:
    """The entry after which a reader is told, and how that is headed."""
    store, words = request.store, request.words
    if seat is None:
        log = await db.entries.log(store, position.code)
        stops = story.moments(log, seats=len(position.players), begins=position.row.begins)
        round_ago = stops[max(0, len(stops) - 1 - len(position.players))]
        return round_ago.ply, words.say("The last round")
    last = await db.entries.last_choice(store, position.code, seat)
    if last is None:
        return position.row.begins, words.say("Since the start")
    return last.ply, words.say("Since your last move, {when}", when=f"<t:{last.at // 1000}:R>")


def stops_in(table: Scene, missed: Passage) -> tuple[db.Entry, ...]:
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


async def boards_in(scene: Scene, missed: Passage, stops: Sequence[db.Entry]) -> PictureFile | None:
    """One board with what changed, or a strip of those at each handover."""
    if not missed.beats:
        return await scene.board()
    if len(stops) < 2:
        return await scene.board(since=missed.before)
    return await strip_of(scene, await boards_at(scene, missed, stops), stops)


async def strip_of(scene: Scene, shown: Sequence[PictureFile], stops: Sequence[db.Entry]) -> PictureFile:
    """The boards at these moments side by side."""
    picture = await scene.pictures.get(Joined("strip", tuple(each.picture for each in shown)))
    assert picture is not None
    names = [
        scene.words.say("{n}: after the turn of {who}.", n=number, who=scene.plain.people[entry.seat or 0])
        if entry.ply > scene.position.row.begins
        else scene.words.say("{n}: the start.", n=number)
        for number, entry in enumerate(stops, start=1)
    ]
    return PictureFile("strip", picture, clip(" ".join((*names, shown[-1].alt)), ALT_LIMIT))


async def boards_at(scene: Scene, missed: Passage, stops: Sequence[db.Entry]) -> list[PictureFile]:
    """The boards at these moments, each with what changed since the one before."""
    states = [missed.standing(entry.ply) for entry in stops]
    return [
        # One after the other: somebody may be waiting for a board of their own.
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
        ways.append(button(film_of(position.code, start, position.row.ply), words.say("Film")))
    return ways


def film_of(code: str, start: int, end: int) -> Tap:
    """The way to a film of what everybody saw between two entries."""
    return Tap("film", code, words=(str(start), str(end), PUBLIC))
