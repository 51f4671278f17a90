"""The coach: advice on the current decision, and after a game a review of what decided it."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import discord

import db
from bot.chat.interactions.commands import GAME, TABLE, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import N_, GameText
from bot.play.core import outbox_messages
from bot.play.core.authorization import require_seat
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.play.turns import coach
from bot.play.turns.coach import GameEvaluation, Moment, Review
from bot.views.markup import MAX_ALT_CHARS, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import StandingsPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.standings_text import percent
from opponents import BY_TRIAL, ONLY_MOVE, Idea
from render.painter import Offer, Prompt
from render.standings.views import ChanceLine, ChanceMoment, ChancesView
from rules.game import AnyGame, Move, Phrase, Seat

MIN_STRONGER_BY = 0.03
"""The least gain in win probability at which a line counts as stronger."""
MAX_LINE_MOVES = 4
REVIEW_KIND = "review"
"""The kind of the message at the table."""


@command(
    N_("advice"),
    N_("What the coach would play, and why; after a game, what decided it"),
    game_option(finished=True),
    group=TABLE,
)
async def advice_command(request: Request, given: Arguments) -> None:
    snapshot = await resolve_game(request, given.get(GAME))
    await (_show_review(request, snapshot) if snapshot.is_over else _show_advice(request, snapshot))


@on_component("advice", "update")
async def advice_button(request: Request, custom_id: CustomId) -> None:
    await _show_advice(request, await request.snapshot(custom_id.game))


@on_component("decided", "private")
async def review_button(request: Request, custom_id: CustomId) -> None:
    await _show_review(request, await request.snapshot(custom_id.game))


@on_component("decided-post", "private")
async def post_review_button(request: Request, custom_id: CustomId) -> None:
    """Post the review at the table."""
    await coach.post_review(request.service, custom_id.game, request.actor.id)
    request.context.wake()
    await request.respond_privately(request.locale.t("It's on its way to the table."))


@delivers(outbox_messages.CoachReview)
async def deliver_review(messenger: Messenger, post: db.Post, _: outbox_messages.CoachReview) -> None:
    """Post the review once, silently, in the language of the table."""
    context = messenger.context
    snapshot = await messenger.snapshot(post)
    if await db.messages.list_for_game(context.store, snapshot.code, kind=REVIEW_KIND):
        return
    review = await context.review_cache.review(context.service, snapshot)
    builder = await review_card(context.reader_view(snapshot, None, context.table_locale(snapshot)), review)
    sent = await messenger.send(messenger.table(snapshot), builder, nonce=post.id, silent=True)
    await deliveries.record_saga_posted(context.service, snapshot, sent, kind=REVIEW_KIND)


# Advice on the current decision


async def _show_advice(request: Request, snapshot: GameSnapshot) -> None:
    ideas = await request.context.advice_cache.advise(request.service, snapshot, request.actor.id)
    seat = require_seat(snapshot, request.actor.id)
    await request.respond(
        await advice_card(request.context.reader_view(snapshot, seat, request.locale), seat, ideas)
    )


async def advice_card(reader: ReaderView, seat: Seat, ideas: Sequence[Idea]) -> MessageBuilder:
    """Show the best move with its reason, and the alternatives.

    Each is numbered on the board and has a button that chooses it on the panel.
    """
    locale, snapshot = reader.locale, reader.snapshot
    ideas = _distinct_ideas(reader, seat, ideas)
    best, *others = ideas
    prompt = numbered_prompt(idea.move for idea in ideas) if others else None
    builder = MessageBuilder(reader.colour).text(reader.title)
    builder.text(
        locale.t("I'd play: **{move}**", move=_moves_text(reader, seat, (best.move,))),
        _idea_reason(reader, best),
    )
    if following := _moves_text(reader, seat, (best.move, *best.continuation), start=1):
        builder.text(locale.t("-# And then: {moves}", moves=following))
    needs_hand = reader.needs_hand(idea.move for idea in ideas)
    # In separate galleries, as on the panel: side by side, a phone would crop both.
    builder.gallery(await reader.board(intention=best.move, prompt=prompt))
    builder.gallery(await reader.hand(intention=best.move, prompt=prompt) if needs_hand else None)
    if others:
        builder.text(locale.t("Also worth a thought:"), *_alternative_lines(reader, seat, ideas))
    builder.text(locale.t("-# The coach knows only what you can see."))
    builder.buttons(*(_play_button(reader, seat, idea, number) for number, idea in enumerate(ideas, start=1)))
    return builder.buttons(button(CustomId("pick", snapshot.code, snapshot.row.version), locale.t("Back")))


def _distinct_ideas(reader: ReaderView, seat: Seat, ideas: Sequence[Idea]) -> list[Idea]:
    """Drop ideas with the same label as a better one, such as a tile in another rotation."""
    by_label: dict[str, Idea] = {}
    for idea in ideas:
        by_label.setdefault(_label(reader, seat, idea), idea)
    return list(by_label.values())


def _alternative_lines(reader: ReaderView, seat: Seat, ideas: Sequence[Idea]) -> Iterator[str]:
    """Yields a line per alternative, with its reason unless a better idea has the same one."""
    shown = {_idea_reason(reader, ideas[0])}
    for number, idea in enumerate(ideas[1:], start=2):
        line, why = _moves_text(reader, seat, (idea.move,)), _idea_reason(reader, idea)
        yield f"{number}. {line}" if why in shown else f"{number}. {line} – {why}"
        shown.add(why)


def numbered_prompt(moves: Iterable[Move]) -> Prompt:
    """Returns a prompt by which a picture numbers these moves, from 1."""
    return Prompt(
        (), tuple(Offer(str(move), (move,), number=number) for number, move in enumerate(moves, start=1))
    )


def _play_button(reader: ReaderView, seat: Seat, idea: Idea, number: int) -> discord.ui.Button[Any]:
    """Returns the button that opens the panel with this move chosen."""
    snapshot, style = reader.snapshot, discord.ButtonStyle
    custom_id = CustomId("pick", snapshot.code, snapshot.row.version, idea.move.tokens())
    label = f"{number} · {_label(reader, seat, idea)}"
    return button(custom_id, label, style.primary if number == 1 else style.secondary)


def _label(reader: ReaderView, seat: Seat, idea: Idea) -> str:
    return reader.plain_text.move_label(
        idea.move, reader.snapshot.game.label_facts(reader.snapshot.state, seat, idea.move)
    )


def _idea_reason(reader: ReaderView, idea: Idea) -> str:
    return reason_text(reader.game_text, idea.reason)


def reason_text(game_text: GameText, reason: Phrase) -> str:
    """Returns the reason for a move as a sentence."""
    if reason.key == ONLY_MOVE:
        return game_text.locale.t("There's no other move.")
    if reason.key == BY_TRIAL:
        return game_text.locale.t("It did best when tried out.")
    return game_text.phrase_text(reason.model_copy(update={"key": f"why.{reason.key}"}))


def _moves_text(
    reader: ReaderView, seat: Seat, moves: Sequence[Move], *, start: int = 0, state: Any = None
) -> str:
    """Describe moves in a row, from index `start` on, each with the facts at its time."""
    intents = list(_intent_texts(reader, seat, moves, reader.snapshot.state if state is None else state))[
        start:
    ]
    parts = [
        intent if times == 1 else f"{intent} (×{times})"
        for intent, same in groupby(intents)
        for times in (len(list(same)),)
    ]
    return " · ".join(parts if len(parts) <= MAX_LINE_MOVES else [*parts[:MAX_LINE_MOVES], "…"])


def _intent_texts(reader: ReaderView, seat: Seat, moves: Sequence[Move], state: Any) -> Iterator[str]:
    game = reader.snapshot.game
    for move in moves:
        if move not in game.legal(state, seat):
            return
        yield reader.game_text.intent_text(move, game.label_facts(state, seat, move)).rstrip(".")
        state = game.apply(state, seat, move).state


# Review after a game


async def _show_review(request: Request, snapshot: GameSnapshot) -> None:
    """Show the review to one user, with a button to post it at the table."""
    locale, context = request.locale, request.context
    review = await context.review_cache.review(request.service, snapshot)
    builder = await review_card(context.reader_view(snapshot, None, locale), review)
    if snapshot.seat_of(request.actor.id) is not None and snapshot.row.server is not None:
        builder.buttons(button(CustomId("decided-post", snapshot.code), locale.t("Post here")))
    await request.respond(builder)


async def review_card(reader: ReaderView, review: Review) -> MessageBuilder:
    locale = reader.locale
    builder = MessageBuilder(reader.colour).text(reader.title, f"### {locale.t('What decided it')}")
    builder.gallery(await _chances_picture(reader, review))
    for number, moment in enumerate(review.moments, start=1):
        seen, key = _seen_by_mover(reader, moment)
        prompt = _comparison_prompt(seen, key)
        builder.text(*_moment_lines(reader, review.evaluation, number, moment, numbered=prompt is not None))
        builder.gallery(await seen.board(intention=key.move, prompt=prompt, name=f"moment{number}"))
    return builder.text(
        locale.t("-# An estimate. Each moment is judged by what the one who moved could know.")
    )


def _moment_lines(
    reader: ReaderView, evaluation: GameEvaluation, number: int, moment: Moment, *, numbered: bool
) -> Iterator[str]:
    """Yields the lines on one moment.

    `numbered`: the picture shows the move played as 1 and the stronger one as 2.
    """
    locale, turn, segment, verdict = reader.locale, moment.turn, moment.segment, moment.verdict
    before, after = (evaluation.win_probabilities[turn.number - past][turn.seat] for past in (1, 0))
    yield locale.t(
        "**{number}. Turn {turn}, {who}**: chances from {before} to {after} %",
        number=number,
        turn=turn.number,
        who=reader.game_text.player_names[turn.seat],
        before=percent(before),
        after=percent(after),
    )
    played = _moves_text(reader, turn.seat, segment.moves, state=segment.before)
    first, second = ("**1** · ", "**2** · ") if numbered else ("", "")
    yield first + locale.t("Played: {moves}", moves=played)
    if not has_stronger_line(moment):
        yield locale.t("Nothing stronger was in sight.")
        return
    stronger = _moves_text(reader, turn.seat, verdict.line, state=segment.before)
    yield second + locale.t("Stronger by {n} %: {moves}", n=percent(verdict.loss), moves=stronger)
    yield f"-# {reason_text(reader.game_text, verdict.reason)}"


def has_stronger_line(moment: Moment) -> bool:
    """True if another line would have been notably stronger than the one played."""
    return moment.verdict.loss >= MIN_STRONGER_BY and moment.verdict.line != moment.segment.moves


@dataclass(frozen=True, slots=True)
class KeyPosition:
    """The state in which a moment is shown, the move to show, and the different move that was played."""

    state: Any
    move: Move
    played_instead: Move | None


def key_position(game: AnyGame, moment: Moment) -> KeyPosition:
    """Returns where the stronger line first differs, or the start of the moment if there is none."""
    seat, segment = moment.turn.seat, moment.segment
    state, moves, other = segment.before, segment.moves, tuple[Move, ...]()
    if has_stronger_line(moment):
        moves, other = moment.verdict.line, segment.moves
    shown = next((move for move in moves if move not in other), moves[0])
    for move in moves[: moves.index(shown)]:
        if move not in game.legal(state, seat):
            break
        state = game.apply(state, seat, move).state
    if shown not in game.legal(state, seat):
        state, shown = segment.before, moves[0]
    legal = game.legal(state, seat)
    played_instead = next((move for move in other if move not in moves and move in legal), None)
    return KeyPosition(state, shown, played_instead)


def _seen_by_mover(reader: ReaderView, moment: Moment) -> tuple[ReaderView, KeyPosition]:
    """Returns the key position of a moment, as the player who moved saw it."""
    key = key_position(reader.snapshot.game, moment)
    snapshot = replace(reader.snapshot, state=key.state)
    return replace(reader, snapshot=snapshot, seat=moment.turn.seat), key


def _comparison_prompt(seen: ReaderView, key: KeyPosition) -> Prompt | None:
    """Number the move played and the stronger one. Returns None if the board cannot show both."""
    if key.played_instead is None or seen.needs_hand((key.played_instead, key.move)):
        return None
    prompt = numbered_prompt((key.played_instead, key.move))
    return prompt if len(seen.points_at(prompt)) == len(prompt.offers) else None


async def _chances_picture(reader: ReaderView, review: Review) -> PictureFile:
    # In a thread, because checking which letters can be drawn opens the fonts, which is slow.
    view = await asyncio.to_thread(chances_view, reader, review)
    picture = await reader.pictures.get(StandingsPictureRequest(view))
    assert picture is not None
    return PictureFile("chances", picture, _chances_alt(reader, review))


def chances_view(reader: ReaderView, review: Review) -> ChancesView:
    locale, snapshot, evaluation = reader.locale, reader.snapshot, review.evaluation
    outcome = snapshot.outcome()
    winners = outcome.ranking[0] if outcome is not None and outcome.ranking else ()
    return ChancesView(
        title=locale.t("What decided it"),
        subtitle=reader.plain_text.game_name,
        lines=tuple(
            ChanceLine(
                seat=seat,
                name=snapshot.names[seat],
                won=seat in winners,
                chances=tuple(percent(chances[seat]) for chances in evaluation.win_probabilities),
            )
            for seat in snapshot.seats
        ),
        moments=tuple(
            ChanceMoment(turn=moment.turn.number, seat=moment.turn.seat) for moment in review.moments
        ),
        first=locale.t("The deal"),
        last=locale.t("Turn {turn}", turn=len(evaluation.turns)),
    )


def _chances_alt(reader: ReaderView, review: Review) -> str:
    """Returns the win probabilities at the deal and after each moment, as the alt text of the chart."""
    locale, names, evaluation = reader.locale, reader.plain_text.player_names, review.evaluation
    stops = [0, *(moment.turn.number for moment in review.moments), len(evaluation.turns)]
    lines = [
        locale.t(
            "Turn {turn}: {chances}",
            turn=stop,
            chances=", ".join(
                f"{names[seat]} {percent(chance)} %"
                for seat, chance in enumerate(evaluation.win_probabilities[stop])
            ),
        )
        for stop in dict.fromkeys(stops)
    ]
    return clip("\n".join((locale.t("Everybody's chances through the game."), *lines)), MAX_ALT_CHARS)
