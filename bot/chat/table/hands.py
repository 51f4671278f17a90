"""A player's hand: by direct message, silently and in one place; and whenever they ask."""

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt, resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import mark, words_for
from bot.play.core import outbox_messages
from bot.play.core.authorization import seat_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries
from bot.views import notification_text
from bot.views.picture_file import PictureFile
from bot.views.reader_view import Scene


def hand_card(scene: Scene, hand: PictureFile) -> Draft:
    """A player's hand, with the way back to the table."""
    position, words = scene.position, scene.words
    assert scene.seat is not None
    where = notification_text.named(position, (scene.seat,), words)
    draft = Draft(scene.colour, words.say("{game}: your hand.", game=where))
    draft.text(f"-# `{position.code}` · <#{position.row.thread or position.row.channel}>").gallery(hand)
    if position.running:
        draft.buttons(
            button(Tap("play", position.code), words.say("Play"), discord.ButtonStyle.primary),
            button(Tap("board", position.code), words.say("Board")),
        )
    return draft


def _looks(draft: Draft, hand: PictureFile) -> str:
    """By what a hand is known again: its picture, and the words and buttons beside it."""
    buttons = [button.custom_id or "" for part in draft.parts if isinstance(part, list) for button in part]
    return db.hash_of("\n".join((draft.content(), hand.filename, hand.alt, *buttons)))


@delivers(outbox_messages.Hand)
async def deliver_hand(messenger: Messenger, post: db.Post, hand: outbox_messages.Hand) -> bool:
    """Where direct messages are closed, the card shows the way."""
    if post.followed:
        return False
    context, position = messenger.context, await messenger.position(post)
    person = position.people[hand.seat]
    if position.players[hand.seat].person is None or position.private:
        return False  # in direct messages the card is where the hand would be
    scene = context.scene(position, hand.seat, words_for(person.locale))
    shown = await scene.hand()
    if shown is None:
        return False
    draft = hand_card(scene, shown)
    looks = _looks(draft, shown)
    sent = await db.messages.of_game(context.store, position.code, kind="hand", person=person.id)
    if sent and sent[-1].picture == looks:
        return False  # it stands there already
    if sent and sent[-1].classic and await messenger.edit_if_possible(sent[-1], draft):
        await deliveries.hand_changed(context.tables, post, sent[-1], looks)
        return True
    taken = await messenger.whisper(person.id, draft, nonce=post.id, silent=True)
    if taken is None:
        await deliveries.hand_refused(context.tables, post, position, hand.seat)
        return True
    await deliveries.hand_posted(context.tables, post, position, hand.seat, sent, taken, looks)
    for old in sent:
        await messenger.remove(old)
    return True


@on_tap("hand", "private")
async def hand_tap(request: Request, tap: Tap) -> None:
    await _show_hand(request, await request.position(tap.game))


@command(mark("hand"), mark("Your hand, for your eyes only"), game_option())
async def hand_command(request: Request, given: Given) -> None:
    await _show_hand(request, await resolve_game(request, given.get(GAME)))


async def _show_hand(request: Request, position: Position) -> None:
    seat = seat_of(position, request.visitor.id)
    check_dealt(position)
    scene = request.context.scene(position, seat, request.words)
    hand = await scene.hand()
    if hand is None:
        raise Denied("no_hand")
    await request.show(hand_card(scene, hand))
