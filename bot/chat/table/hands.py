"""A player's hand: sent silently by DM as one message that is edited, and shown on request."""

import db
from bot.chat.interactions import Request, check_dealt, on_game_component
from bot.chat.interactions.commands import game_command
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, delivers
from bot.chat.table.looks import back_buttons
from bot.i18n import N_, locale_for
from bot.play.core import Denied, GameSnapshot, outbox_messages, require_seat
from bot.play.notify import deliveries
from bot.views import notification_text
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView


def hand_card(reader: ReaderView, hand: PictureFile) -> MessageBuilder:
    snapshot, locale = reader.snapshot, reader.locale
    assert reader.seat is not None
    game = notification_text.game_with_opponents(snapshot, (reader.seat,), locale)
    builder = MessageBuilder(reader.colour, locale.t("{game}: your hand.", game=game))
    builder.text(f"-# `{snapshot.code}` · <#{snapshot.row.thread or snapshot.row.channel}>").gallery(hand)
    if snapshot.is_running:
        builder.buttons(
            button(CustomId("play", snapshot.code), locale.t("Play"), PRIMARY),
            button(CustomId("board", snapshot.code), locale.t("See the board")),
        )
    return builder


def _content_hash(builder: MessageBuilder) -> str:
    """Hash the text, buttons and picture of a hand, to detect that nothing changed."""
    buttons = [button.custom_id or "" for part in builder.parts if isinstance(part, list) for button in part]
    pictures = [text for each in builder.pictures for text in (each.filename, each.alt)]
    return db.hash_text("\n".join((builder.content(), *pictures, *buttons)))


@delivers(outbox_messages.Hand)
async def deliver_hand(messenger: Messenger, post: db.Post, hand: outbox_messages.Hand) -> bool:
    """Send or edit a player's hand by DM. If DMs are closed, the turn card refers to the button."""
    if post.followed:
        return False
    context, snapshot = messenger.context, await messenger.snapshot(post)
    user = snapshot.users[hand.seat]
    if snapshot.players[hand.seat].person is None or snapshot.is_private:
        return False  # In a DM game the card is in the same channel.
    reader = context.reader_view(
        snapshot, hand.seat, locale_for(user.locale), text_only=user.preferences.text_only
    )
    shown = await reader.hand()
    if shown is None:
        return False
    builder = hand_card(reader, shown)
    content_hash = _content_hash(builder)
    sent = await db.messages.list_for_game(context.store, snapshot.code, kind="hand", person=user.id)
    if sent and sent[-1].picture == content_hash:
        return False  # Nothing changed.
    if sent and sent[-1].classic and await messenger.editor.try_edit(sent[-1], builder):
        await deliveries.record_hand_edited(context.service, post, sent[-1], content_hash)
        return True
    message = await messenger.send_dm(user.id, builder, nonce=post.id, silent=True)
    if message is None:
        await deliveries.record_hand_refused(context.service, post, snapshot, hand.seat)
        return True
    service = context.service
    await deliveries.record_hand_posted(service, post, snapshot, hand.seat, sent, message, content_hash)
    for old in sent:
        await messenger.editor.delete(old)
    return True


@on_game_component("hand", "look")
@game_command(N_("hand"), N_("Your hand; only you see it"))
async def show_hand(request: Request, snapshot: GameSnapshot) -> None:
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    reader = request.reader_view(snapshot, seat)
    hand = await reader.hand()
    if hand is None:
        raise Denied("no_hand")
    if request.is_update:
        builder = MessageBuilder(reader.colour).text(reader.title).gallery(hand)
        await request.respond(builder.buttons(*back_buttons(request, snapshot)))
    else:
        await request.respond(hand_card(reader, hand))
