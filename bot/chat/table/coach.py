"""The coach: what it would play now, and after a game what decided it, first for one's own eyes."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Teller, mark
from bot.play.core import outbox_messages
from bot.play.core.authorization import seat_of
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries
from bot.play.turns import coach
from bot.play.turns.coach import Course, Moment, Review
from bot.views.markup import ALT_LIMIT, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import Scene
from bot.views.standings_text import percent
from opponents import BY_TRIAL, ONLY_MOVE, Idea
from render.painter import Asking, Offer
from render.standings.views import ChanceLine, ChanceMoment, ChancesView
from rules.game import AnyGame, Move, Phrase, Seat

STRONGER = 0.03
"""From so much of a chance on something else would have been stronger."""
MOST_TOLD = 4
"""So many moves of a line are put into words."""
REVIEW = "review"
"""The kind of its message at the table."""


@command(
    mark("advice"),
    mark("What the coach would play, and why; after a game, what decided it"),
    game_option(finished=True),
    group=TABLE,
)
async def advice(request: Request, given: Given) -> None:
    position = await resolve_game(request, given.get(GAME))
    await (_look_back(request, position) if position.over else _advise(request, position))


@on_tap("advice", "update")
async def advice_on_panel(request: Request, tap: Tap) -> None:
    await _advise(request, await request.position(tap.game))


@on_tap("decided", "private")
async def what_decided_it(request: Request, tap: Tap) -> None:
    await _look_back(request, await request.position(tap.game))


@on_tap("decided-post", "private")
async def post_here(request: Request, tap: Tap) -> None:
    """What was seen in private is said at the table."""
    await coach.post_review(request.tables, tap.game, request.visitor.id)
    request.context.wake()
    await request.note(request.words.say("It's on its way to the table."))


@delivers(outbox_messages.LookBack)
async def deliver(messenger: Messenger, post: db.Post, _: outbox_messages.LookBack) -> None:
    """Once, silently, in the language of the table."""
    context = messenger.context
    position = await messenger.position(post)
    if await db.messages.of_game(context.store, position.code, kind=REVIEW):
        return
    review = await context.reviews.review(context.tables, position)
    draft = await review_card(context.scene(position, None, context.words_of(position)), review)
    sent = await messenger.send(messenger.table(position), draft, nonce=post.id, silent=True)
    await deliveries.saga_posted(context.tables, position, sent, kind=REVIEW)


# For the decision at hand


async def _advise(request: Request, position: Position) -> None:
    ideas = await request.context.advised.advise(request.tables, position, request.visitor.id)
    seat = seat_of(position, request.visitor.id)
    await request.show(await advice_card(request.context.scene(position, seat, request.words), seat, ideas))


async def advice_card(scene: Scene, seat: Seat, ideas: Sequence[Idea]) -> Draft:
    """The best move with what speaks for it, drawn on the board, and the next best, each by its number there
    and a tap away."""
    words, position = scene.words, scene.position
    ideas = _told_apart(scene, seat, ideas)
    best, *others = ideas
    asking = offers(idea.move for idea in ideas) if others else None
    draft = Draft(scene.colour).text(scene.title)
    draft.text(words.say("I'd play: **{move}**", move=_line(scene, seat, (best.move,))), _why(scene, best))
    if following := _line(scene, seat, (best.move, *best.then), start=1):
        draft.text(words.say("-# And then: {moves}", moves=following))
    looks_at_hand = scene.looks_at_hand(idea.move for idea in ideas)
    # One below the other, as on the panel: side by side a phone would cut both off.
    draft.gallery(await scene.board(intention=best.move, asking=asking))
    draft.gallery(await scene.hand(intention=best.move, asking=asking) if looks_at_hand else None)
    if others:
        draft.text(words.say("Also worth a thought:"), *_others_told(scene, seat, ideas))
    draft.text(words.say("-# The coach knows only what you can see."))
    draft.buttons(*(_taken(scene, seat, idea, number) for number, idea in enumerate(ideas, start=1)))
    return draft.buttons(button(Tap("pick", position.code, position.row.version), words.say("Back")))


def _told_apart(scene: Scene, seat: Seat, ideas: Sequence[Idea]) -> list[Idea]:
    """What would look alike is one idea: a tile that could be turned otherwise, say."""
    unlike: dict[str, Idea] = {}
    for idea in ideas:
        unlike.setdefault(_label(scene, seat, idea), idea)
    return list(unlike.values())


def _others_told(scene: Scene, seat: Seat, ideas: Sequence[Idea]) -> Iterator[str]:
    """The next best with what speaks for each, unless that was said of a better one already."""
    said = {_why(scene, ideas[0])}
    for number, idea in enumerate(ideas[1:], start=2):
        line, why = _line(scene, seat, (idea.move,)), _why(scene, idea)
        yield f"{number}. {line}" if why in said else f"{number}. {line} – {why}"
        said.add(why)


def offers(moves: Iterable[Move]) -> Asking:
    """Moves as the pictures are told of them, each by its number."""
    return Asking(
        (), tuple(Offer(str(move), (move,), number=number) for number, move in enumerate(moves, start=1))
    )


def _taken(scene: Scene, seat: Seat, idea: Idea, number: int) -> discord.ui.Button[Any]:
    """A way to the panel on which an idea can be played."""
    position, style = scene.position, discord.ButtonStyle
    tap = Tap("pick", position.code, position.row.version, idea.move.words())
    label = f"{number} · {_label(scene, seat, idea)}"
    return button(tap, label, style.primary if number == 1 else style.secondary)


def _label(scene: Scene, seat: Seat, idea: Idea) -> str:
    return scene.plain.label(idea.move, scene.position.game.about(scene.position.state, seat, idea.move))


def _why(scene: Scene, idea: Idea) -> str:
    return why_in_words(scene.teller, idea.why)


def why_in_words(teller: Teller, why: Phrase) -> str:
    """What speaks for a move, in a sentence."""
    if why.key == ONLY_MOVE:
        return teller.words.say("There's no other move.")
    if why.key == BY_TRIAL:
        return teller.words.say("It did best when tried out.")
    return teller.phrase(why.model_copy(update={"key": f"why.{why.key}"}))


def _line(scene: Scene, seat: Seat, moves: Sequence[Move], *, start: int = 0, state: Any = None) -> str:
    """Moves in a row in words, from that one of them on; each by what is known when it is made."""
    said = list(_intents(scene, seat, moves, scene.position.state if state is None else state))[start:]
    told = [
        intent if times == 1 else f"{intent} (×{times})"
        for intent, same in groupby(said)
        for times in (len(list(same)),)
    ]
    return " · ".join(told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], "…"])


def _intents(scene: Scene, seat: Seat, moves: Sequence[Move], state: Any) -> Iterator[str]:
    game = scene.position.game
    for move in moves:
        if move not in game.legal(state, seat):
            return
        yield scene.teller.intent(move, game.about(state, seat, move)).rstrip(".")
        state = game.apply(state, seat, move).state


# After a game


async def _look_back(request: Request, position: Position) -> None:
    """The review for one reader, with the way to show it to everybody."""
    words, context = request.words, request.context
    review = await context.reviews.review(request.tables, position)
    draft = await review_card(context.scene(position, None, words), review)
    if position.seat_of(request.visitor.id) is not None and position.row.server is not None:
        draft.buttons(button(Tap("decided-post", position.code), words.say("Post here")))
    await request.show(draft)


async def review_card(scene: Scene, review: Review) -> Draft:
    words = scene.words
    draft = Draft(scene.colour).text(scene.title, f"### {words.say('What decided it')}")
    draft.gallery(await _curve(scene, review))
    for number, moment in enumerate(review.moments, start=1):
        seen, spot = _seen(scene, moment)
        asking = _both(seen, spot)
        draft.text(*_told(scene, review.course, number, moment, numbered=asking is not None))
        draft.gallery(await seen.board(intention=spot.move, asking=asking, name=f"moment{number}"))
    return draft.text(
        words.say("-# An estimate. Each moment is judged by what the one who moved could know.")
    )


def _told(scene: Scene, course: Course, number: int, moment: Moment, *, numbered: bool) -> Iterator[str]:
    """`numbered` is whether the picture shows what was played as 1 and what would have been stronger as 2."""
    words, turn, stretch, verdict = scene.words, moment.turn, moment.stretch, moment.verdict
    before, after = (course.chances[turn.number - past][turn.seat] for past in (1, 0))
    yield words.say(
        "**{number}. Turn {turn}, {who}**: chances from {before} to {after} %",
        number=number,
        turn=turn.number,
        who=scene.teller.people[turn.seat],
        before=percent(before),
        after=percent(after),
    )
    played = _line(scene, turn.seat, stretch.moves, state=stretch.before)
    first, second = ("**1** · ", "**2** · ") if numbered else ("", "")
    yield first + words.say("Played: {moves}", moves=played)
    if not is_stronger(moment):
        yield words.say("Nothing stronger was in sight.")
        return
    stronger = _line(scene, turn.seat, verdict.line, state=stretch.before)
    yield second + words.say("Stronger by {n} %: {moves}", n=percent(verdict.loss), moves=stronger)
    yield f"-# {why_in_words(scene.teller, verdict.why)}"


def is_stronger(moment: Moment) -> bool:
    """Whether something else would have been stronger than what was played."""
    return moment.verdict.loss >= STRONGER and moment.verdict.line != moment.stretch.moves


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a moment is shown: the table just before the move that is spoken of, and what was played there
    instead of it, if that was something else."""

    state: Any
    move: Move
    instead: Move | None


def spot_of(game: AnyGame, moment: Moment) -> Spot:
    """Where the stronger line first does what was not done; with none, where the moment began."""
    seat, stretch = moment.turn.seat, moment.stretch
    state, moves, other = stretch.before, stretch.moves, tuple[Move, ...]()
    if is_stronger(moment):
        moves, other = moment.verdict.line, stretch.moves
    shown = next((move for move in moves if move not in other), moves[0])
    for move in moves[: moves.index(shown)]:
        if move not in game.legal(state, seat):
            break
        state = game.apply(state, seat, move).state
    if shown not in game.legal(state, seat):
        state, shown = stretch.before, moves[0]
    legal = game.legal(state, seat)
    instead = next((move for move in other if move not in moves and move in legal), None)
    return Spot(state, shown, instead)


def _seen(scene: Scene, moment: Moment) -> tuple[Scene, Spot]:
    """A moment as the one who moved saw it."""
    spot = spot_of(scene.position.game, moment)
    position = replace(scene.position, state=spot.state)
    return replace(scene, position=position, seat=moment.turn.seat), spot


def _both(seen: Scene, spot: Spot) -> Asking | None:
    """What was played and what would have been stronger, where the board can point at both."""
    if spot.instead is None or seen.looks_at_hand((spot.instead, spot.move)):
        return None
    asking = offers((spot.instead, spot.move))
    return asking if len(seen.points_at(asking)) == len(asking.offers) else None


async def _curve(scene: Scene, review: Review) -> PictureFile:
    # Which letters can be drawn is found out with the fonts, which are slow to open.
    view = await asyncio.to_thread(chances_view, scene, review)
    picture = await scene.pictures.get(Standings(view))
    assert picture is not None
    return PictureFile("chances", picture, _alt(scene, review))


def chances_view(scene: Scene, review: Review) -> ChancesView:
    words, position, course = scene.words, scene.position, review.course
    outcome = position.outcome()
    winners = outcome.ranking[0] if outcome is not None and outcome.ranking else ()
    return ChancesView(
        title=words.say("What decided it"),
        subtitle=scene.plain.game_name,
        lines=tuple(
            ChanceLine(
                seat=seat,
                name=position.names[seat],
                won=seat in winners,
                chances=tuple(percent(chances[seat]) for chances in course.chances),
            )
            for seat in position.seats
        ),
        moments=tuple(
            ChanceMoment(turn=moment.turn.number, seat=moment.turn.seat) for moment in review.moments
        ),
        first=words.say("The deal"),
        last=words.say("Turn {turn}", turn=len(course.turns)),
    )


def _alt(scene: Scene, review: Review) -> str:
    """The curve in words: where everybody stood at the deal and around each of the moments."""
    words, people, course = scene.words, scene.plain.people, review.course
    stops = [0, *(moment.turn.number for moment in review.moments), len(course.turns)]
    lines = [
        words.say(
            "Turn {turn}: {chances}",
            turn=stop,
            chances=", ".join(
                f"{people[seat]} {percent(chance)} %" for seat, chance in enumerate(course.chances[stop])
            ),
        )
        for stop in dict.fromkeys(stops)
    ]
    return clip("\n".join((words.say("Everybody's chances through the game."), *lines)), ALT_LIMIT)
