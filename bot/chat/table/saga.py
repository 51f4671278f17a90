"""The post that closes a game: its poster, its story, a film of it, and kudos to give."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import discord

import db
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Words
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.history import story
from bot.play.history.saga import Line, Turn, final_gap, lines_of, turns_of
from bot.play.history.story import Passage
from bot.play.notify import deliveries
from bot.views import high_scores_text
from bot.views.markup import ALT_LIMIT, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import Joined, Standings
from bot.views.reader_view import NEUTRAL, Scene
from bot.views.saga_text import in_words
from bot.views.standings_text import day_of
from db.clock import DAY
from db.users import NOBODY
from render.kit.type import readable
from render.standings.frames import spread
from render.standings.views import PodiumPlace, PodiumView, PosterPlayer, PosterView
from rules.game import Outcome, Seat

log = logging.getLogger(__name__)

NAME_IN_STORY, NAME_ON_BUTTON = 20, 18
FRAMES = 8
"""Boards in the film: a map of Explorers takes a second each."""
SAGA, RESULT = "saga", "result"
"""The kinds of its messages: at the table, and in the channel for results."""
LEAST_TURNS = 2
"""A game broken off before everybody had so many turns has no story."""


def is_told(position: Position) -> bool:
    """Whether a saga follows the card that ends a game."""
    outcome = position.outcome()
    if outcome is None or (len(position.players) == 1 and not outcome.totals):
        return False
    played = position.row.ply - position.row.begins
    return bool(outcome.totals) or played >= LEAST_TURNS * len(position.players)


@dataclass(frozen=True, slots=True)
class SagaParts:
    """A finished game as it is told."""

    position: Position
    outcome: Outcome
    passage: Passage
    turns: tuple[Turn, ...]
    lines: tuple[Line, ...]

    def place(self, seat: Seat) -> int | None:
        """Where a seat came, if anybody came anywhere."""
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                return ahead + 1
            ahead += len(group)
        return None


@delivers(outbox_messages.Saga)
async def deliver(messenger: Messenger, post: db.Post, _: outbox_messages.Saga) -> None:
    """Post the saga once, silently: the final card has called everybody already."""
    context = messenger.context
    position = await messenger.position(post)
    told = {kept.kind for kept in await db.messages.of_game(context.store, position.code)}
    results = None if position.server is None else position.server.settings.results
    wanted = {SAGA} if results in (None, position.row.channel, position.row.thread) else {SAGA, RESULT}
    if not is_told(position) or wanted <= told:
        return
    saga = await saga_of(context.store, position)
    if saga is None:
        return
    course = await context.reviews.course(context.tables, position)
    saga = replace(saga, lines=lines_of(saga.turns, saga.outcome, course.chances))
    scene = context.scene(position, None, context.words_of(position))
    guild = None if position.row.server is None else messenger.client.get_guild(position.row.server)
    news = await high_scores_text.told_of(scene, context.store)
    poster = await _poster(scene, saga, guild.name if guild else "")
    if SAGA not in told:
        draft = _told(scene, saga).gallery(poster).gallery(await film_of(scene, saga)).text(*news)
        draft = _thanking(draft, scene)
        sent = await messenger.send(messenger.table(position), draft, nonce=post.id, silent=True)
        await deliveries.saga_posted(context.tables, position, sent)
    if results is not None and RESULT in wanted - told:
        draft = _thanking(_told(scene, saga).gallery(poster).text(*news), scene)
        await _to_results(messenger, post, position, results, draft)


async def _to_results(
    messenger: Messenger, post: db.Post, position: Position, channel: int, saga: Draft
) -> None:
    """In the server's channel for results without the film, with the way to the thread, which has it."""
    draft = saga.with_line(f"-# <#{position.row.thread or position.row.channel}>")
    nonce = f"{post.id}-results"
    try:
        sent = await messenger.send(messenger.channel(channel), draft, nonce=nonce, silent=True)
    except discord.NotFound as problem:
        log.warning("no result of game %s reaches the channel for it: code %s", position.code, problem.code)
    else:
        await deliveries.saga_posted(messenger.context.tables, position, sent, kind=RESULT)


async def saga_of(reads: db.Reads, position: Position) -> SagaParts | None:
    """The turning points of a game, from its log; None while it is not over."""
    outcome = position.outcome()
    if outcome is None:
        return None
    passage = (await story.passage(reads, position, position.row.begins, position.row.ply)).readable()
    if passage.before is None:
        return None
    turns = await asyncio.to_thread(turns_of, position.game, passage)
    return SagaParts(position, outcome, passage, turns, lines_of(turns, outcome))


def _told(scene: Scene, saga: SagaParts) -> Draft:
    """The story in words."""
    words, position = scene.words, scene.position
    return (
        Draft(NEUTRAL)
        .text(f"## {words.say('The saga of game {code}', code=position.code)}")
        .text(*in_words(saga.lines, words, scene.teller.people, position.row.seed or b""))
    )


def _thanking(draft: Draft, scene: Scene) -> Draft:
    """With kudos to give, where several people sat at the table."""
    words, position = scene.words, scene.position
    people = [player for player in position.players if player.person is not None]
    if len(people) < 2:
        return draft
    return draft.buttons(
        *(
            button(
                Tap("kudos", position.code, words=(str(player.seat),)),
                words.say("Kudos to {who}", who=clip(position.names[player.seat], NAME_ON_BUTTON)),
                emoji=scene.emoji.seat(player.seat),
            )
            for player in people
        )
    )


async def _poster(scene: Scene, saga: SagaParts, place: str) -> PictureFile:
    board = await scene.board(state=saga.passage.after)
    # Which letters can be drawn is found out with the fonts, which are slow to open.
    view = await asyncio.to_thread(poster_view, scene, saga, place)
    view = view.model_copy(update={"board": board.picture})
    picture = await scene.pictures.get(Standings(view))
    assert picture is not None
    return PictureFile("saga", picture, _alt(view))


def poster_view(scene: Scene, saga: SagaParts, place: str) -> PosterView:
    """All that stands on the poster but the board."""
    position, outcome = scene.position, saga.outcome
    names = [clip(readable(name, "letter") or NOBODY, NAME_IN_STORY) for name in position.names]
    return PosterView(
        title=scene.plain.game_name,
        subtitle=day_of(scene.words, position.row.ended or 0),
        headline=headline(scene.words, names, outcome),
        about=" · ".join(part for part in (place, _length(scene.words, position, saga.turns)) if part),
        players=tuple(
            PosterPlayer(
                seat=player.seat,
                name=position.names[player.seat],
                place=saga.place(player.seat),
                score=outcome.totals[player.seat] if outcome.totals else None,
            )
            for player in position.players
        ),
        story=in_words(saga.lines, scene.words, names, position.row.seed or b""),
    )


def headline(words: Words, names: Sequence[str], outcome: Outcome) -> str:
    """How a game ended, in a few words."""
    first = outcome.ranking[0] if outcome.ranking else ()
    if not first:
        return words.say("Nobody has won")
    who = words.listed(names[seat] for seat in first)
    if len(first) > 1:
        return words.say("{who} share the victory", who=who)
    if len(outcome.totals) == 1:
        return words.say("{who} comes home with {n} {n:point|points}", who=who, n=outcome.totals[0])
    gap = final_gap(outcome)
    if gap is None or gap.points < 0:
        return words.say("{who} wins", who=who)
    if gap.points == 0:
        return words.say("{who} wins after a tie", who=who)
    return words.say("{who} wins by {n} {n:point|points}", who=who, n=gap.points)


def _length(words: Words, position: Position, turns: Sequence[Turn]) -> str:
    row = position.row
    days = 1 + ((row.ended or 0) - (row.started or 0)) // DAY
    return words.say(
        "{days} {days:day|days} · {turns} {turns:turn|turns}", days=days, turns=max(0, len(turns) - 1)
    )


def _alt(view: PosterView) -> str:
    """The poster in words."""
    ordered = sorted(view.players, key=lambda player: (player.place or 0, player.seat))
    players = [
        (f"{player.place}. " if player.place else "")
        + player.name
        + ("" if player.score is None else f": {player.score}")
        for player in ordered
    ]
    head = (f"{view.title}, {view.subtitle}", view.headline, view.about)
    return clip("\n".join((*head, *players, *view.story)), ALT_LIMIT)


async def film_of(scene: Scene, saga: SagaParts, *, last_board: bool = False) -> PictureFile | None:
    """The boards of the game as onlookers saw them, one after the other, and at the end the podium.

    The last board stands on the poster; where there is none, the film has it.
    """
    words = scene.words
    log = [beat.entry for beat in saga.passage.beats if beat.entry.kind == "move"]
    stops = story.moments(log, seats=len(scene.position.players))
    if len(stops) < 2:
        return None
    numbered = list(enumerate(stops, start=1))
    numbered = spread(numbered if last_board else numbered[:-1], FRAMES)
    states = [saga.passage.standing(entry.ply) for _, entry in numbered]
    boards = [
        # One after the other: somebody may be waiting for a board of their own.
        await scene.board(state=state, since=earlier)
        for earlier, state in pairwise((saga.passage.before, *states))
    ]
    captions = [
        words.say("Turn {turn} of {turns} · {day}", turn=turn, turns=len(stops), day=day_of(words, entry.at))
        for turn, entry in numbered
    ]
    podium = await scene.pictures.get(Standings(podium_view(scene, saga)))
    assert podium is not None
    pictures = (*(board.picture for board in boards), podium)
    ending = headline(words, scene.position.names, saga.outcome)
    picture = await scene.pictures.get(Joined("film", pictures, (*captions, ending)))
    assert picture is not None
    alt = words.say("The game in {n} pictures, from the first turn to the last.", n=len(boards))
    return PictureFile("film", picture, alt)


def podium_view(scene: Scene, saga: SagaParts) -> PodiumView:
    """Who came where, as the last picture of the film."""
    position, totals = scene.position, saga.outcome.totals
    return PodiumView(
        title=scene.plain.game_name,
        subtitle=day_of(scene.words, position.row.ended or 0),
        places=tuple(
            PodiumPlace(
                place=place,
                name=position.names[player.seat],
                points=totals[player.seat] if totals else "–",
            )
            for player in position.players
            if (place := saga.place(player.seat)) is not None
        ),
        empty=scene.words.say("Nobody has won"),
    )
