"""The coach: advice on the current decision, and after a game a review of what decided it."""

from collections.abc import Sequence

import db
from bot.chat.interactions import Request, on_component, on_game_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import PRIMARY, SECONDARY, SUCCESS, Button, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, delivers
from bot.chat.table.looks import back_to_table
from bot.chat.table.moves import play_in_a_row
from bot.i18n import N_
from bot.play.club import positions
from bot.play.core import GameSnapshot, outbox_messages, require_seat
from bot.play.notify import deliveries
from bot.play.turns import coach
from bot.play.turns.coach import Moment, Review
from bot.views.coach import advice_label, advice_paragraphs, advice_picture, distinct_advice, review_parts
from bot.views.reader_view import ReaderView
from opponents.review import Advice
from rules.game import Move, Seat

REVIEW_KIND = "review"
"""The kind of the message at the table."""


@game_command(
    N_("advice"),
    N_("What the coach would play, and why; after a game, what decided it"),
    finished=True,
    group=TABLE,
)
async def advise(request: Request, snapshot: GameSnapshot) -> None:
    await (show_review(request, snapshot) if snapshot.is_over else show_advice(request, snapshot))


@on_component("decided-post", "private")
async def post_review_button(request: Request, custom_id: CustomId) -> None:
    await coach.post_review(request.service, custom_id.game, request.actor.id)
    await request.respond_privately(request.locale.t("Skald is posting it at the table."))


@delivers(outbox_messages.CoachReview)
async def deliver_review(messenger: Messenger, post: db.Post, _: outbox_messages.CoachReview) -> None:
    """Post the review once, silently, in the language of the table."""
    context = messenger.context
    snapshot = await messenger.snapshot(post)
    if await db.messages.list_for_game(context.store, snapshot.code, kind=REVIEW_KIND):
        return
    review = await context.coach.reviews.review(context.service, snapshot)
    builder = await review_card(context.table_reader(snapshot), review)
    sent = await messenger.send(snapshot, builder, nonce=post.id, silent=True)
    await deliveries.record_message(context.service, snapshot, sent, REVIEW_KIND, ply=snapshot.row.ply)


# Advice on the current decision


@on_game_component("advice", "update")
async def show_advice(request: Request, snapshot: GameSnapshot) -> None:
    advised = await request.context.coach.advice.advise(request.service, snapshot, request.actor.id)
    seat = require_seat(snapshot, request.actor.id)
    card = await advice_card(request.reader_view(snapshot, seat), seat, advised)
    await request.respond(card.buttons(*back_to_table(request, snapshot)))


@on_component("advice-play", "update")
async def play_advice_button(request: Request, custom_id: CustomId) -> None:
    """Play the advised moves. Shows the current advice if it is not the one that was tapped."""
    snapshot = await request.snapshot(custom_id.game)
    advised = await request.context.coach.advice.advise(request.service, snapshot, request.actor.id)
    chosen = next((each for each in advised if coach.moves_digest(each.moves) == custom_id.arg()), None)
    if chosen is None:
        await show_advice(request, snapshot)
    else:
        await play_in_a_row(request, snapshot, chosen.moves, custom_id.seen)


async def advice_card(reader: ReaderView, seat: Seat, advised: Sequence[Advice]) -> MessageBuilder:
    """Show the best line with its reason, and the alternatives.

    Their first moves are numbered in the picture. One button plays the whole line, others choose a move on
    the panel.
    """
    t, snapshot = reader.locale.t, reader.snapshot
    advised = distinct_advice(reader, seat, advised)
    best = advised[0]
    builder = MessageBuilder(reader.colour).text(reader.title)
    builder.gallery(await advice_picture(reader, seat, advised))
    line, *rest = advice_paragraphs(reader, seat, advised)
    builder.text(*line)
    if len(best.moves) > 1:
        play_id = CustomId(
            "advice-play", snapshot.code, snapshot.fingerprint(seat), (coach.moves_digest(best.moves),)
        )
        builder.buttons(button(play_id, t("Play this plan"), SUCCESS))
    for paragraph in rest:
        builder.text(*paragraph)
    return builder.buttons(
        *(_play_button(reader, seat, each.moves[0], number) for number, each in enumerate(advised, start=1))
    )


def _play_button(reader: ReaderView, seat: Seat, move: Move, number: int) -> Button:
    snapshot, label = reader.snapshot, advice_label(reader, seat, move)
    if not reader.text_only:
        label = f"{number} · {label}"
    custom_id = CustomId("pick", snapshot.code, snapshot.fingerprint(seat), move.tokens())
    return button(custom_id, label, PRIMARY if number == 1 else SECONDARY)


# Review after a game


@on_game_component("decided", "look")
async def show_review(request: Request, snapshot: GameSnapshot) -> None:
    """Show the review to one user, with a button to post it at the table."""
    review = await request.respond_after(
        request.context.coach.reviews.review(request.service, snapshot),
        request.locale.t("The coach is looking back at the game… This can take up to a minute."),
    )
    builder = await review_card(request.reader_view(snapshot, None), review)
    if snapshot.seat_of(request.actor.id) is not None:
        own: list[Button] = []
        if positions.may_be_searched(request.service, snapshot.row):
            own.append(button(CustomId("practice", snapshot.code), request.locale.t("Retry my mistakes")))
        if snapshot.row.server is not None:
            own.append(button(CustomId("decided-post", snapshot.code), request.locale.t("Post here")))
        builder.buttons(*own)
    await request.respond(builder.buttons(*back_to_table(request, snapshot)))


async def review_card(reader: ReaderView, review: Review) -> MessageBuilder:
    builder = MessageBuilder(reader.colour).text(reader.title, f"### {reader.locale.t('What decided it')}")
    *parts, note = await review_parts(reader, review)
    for part in parts:
        if isinstance(part, str):
            builder.text(part)
        else:
            builder.gallery(part)
    builder.buttons(*(_play_on_button(reader, *numbered) for numbered in enumerate(review.moments, start=1)))
    return builder.text(str(note))


def _play_on_button(reader: ReaderView, number: int, moment: Moment) -> Button:
    custom_id = CustomId(
        "play-on", reader.snapshot.code, args=(str(moment.segment.ply), str(moment.turn.seat))
    )
    return button(custom_id, reader.locale.t("Play on from {number}", number=number))
