"""Being invited to a table: a direct message that says by whom and to what, with one tap for each answer."""

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request
from bot.chat.lobby.lobby import check_may_join, joined
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Locale, locale_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import invitations, lobby
from bot.play.notify import turn_notifications
from bot.views import notification_text
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line
from bot.views.reader_view import NEUTRAL


def invitation_card(snapshot: GameSnapshot, person: int, locale: Locale, *, invited: bool) -> MessageBuilder:
    """Who invites to what, at which pace; once it is answered or too late, what came of it."""
    row, code = snapshot.row, snapshot.code
    host = None if row.host is None else snapshot.seat_of(row.host)
    who = plain_name(snapshot.names[0 if host is None else host]) if snapshot.players else ""
    title = locale.game_text(snapshot.game, ()).game_name
    if invited:
        builder = MessageBuilder(NEUTRAL, locale.t("{who} invites you to play {game}.", who=who, game=title))
        builder.text(pace_line(row, locale), f"-# <#{row.thread or row.channel}>")
        return builder.buttons(
            button(CustomId("sit", code), locale.t("Join"), discord.ButtonStyle.success),
            button(CustomId("decline", code), locale.t("Decline")),
        )
    seat = snapshot.seat_of(person)
    where = notification_text.named(snapshot, () if seat is None else (seat,), locale)
    if seat is not None:
        builder = MessageBuilder(NEUTRAL, locale.t("{game}: you're in.", game=where))
    elif row.status == "lobby":
        builder = MessageBuilder(
            NEUTRAL, locale.t("{game}: you declined. You can still join from the card.", game=where)
        )
    elif row.status == "closed":
        builder = MessageBuilder(NEUTRAL, locale.t("{game}: this table was closed.", game=where))
    else:
        builder = MessageBuilder(NEUTRAL, locale.t("{game}: the game has started without you.", game=where))
    return builder.text(f"-# <#{row.thread or row.channel}>")


@delivers(outbox_messages.Invitation)
async def deliver_invitation(
    messenger: Messenger, post: db.Post, invitation: outbox_messages.Invitation
) -> bool:
    """Sent once, then brought up to date. Whoever takes no direct messages is asked beside the card."""
    context, person = messenger.context, invitation.person
    snapshot = await messenger.snapshot(post)
    invited = person in (await db.invitations.to(context.store, snapshot.code)).awaited
    kept = await db.messages.of_game(context.store, snapshot.code, kind=invitations.KIND, person=person)
    if not kept:
        return invited and await _ask(messenger, post, snapshot, person)
    if kept[-1].channel in (snapshot.row.channel, snapshot.row.thread) and not invited:
        await messenger.remove(kept[-1])
        await invitations.taken_away(context.service, post, kept[-1])
        return True
    locale = await _words_of(messenger, snapshot, person)
    await messenger.edit_if_possible(kept[-1], invitation_card(snapshot, person, locale, invited=invited))
    return False


async def _ask(messenger: Messenger, post: db.Post, snapshot: GameSnapshot, person: int) -> bool:
    """By direct message, else by a mention in the lobby's channel; says whether it is settled."""
    locale, service = await _words_of(messenger, snapshot, person), messenger.context.service
    builder = invitation_card(snapshot, person, locale, invited=True)
    sent = await messenger.whisper(person, builder, nonce=post.id)
    if sent is None:
        builder = invitation_card(snapshot, person, messenger.context.table_locale(snapshot), invited=True)
        if not turn_notifications.is_quiet(snapshot):
            builder.mentions = [person]
        builder.call = f"{mention(person)} {builder.call}"
        nonce = f"{post.id}-open"
        sent = await messenger.send(
            messenger.table(snapshot), builder, nonce=nonce, silent=not builder.mentions
        )
    await invitations.posted(service, post, snapshot, person, sent)
    return True


async def _words_of(messenger: Messenger, snapshot: GameSnapshot, person: int) -> Locale:
    """The language of somebody who may never have spoken to Skald: then that of the table."""
    known = (await db.users.find(messenger.context.store, person)).locale
    return locale_for(known) if known else messenger.context.table_locale(snapshot)


@on_component("sit", "private")
async def sit(request: Request, custom_id: CustomId) -> None:
    """Somebody takes an invitation."""
    await check_may_join(request, custom_id.game)
    snapshot = await lobby.join(request.service, custom_id.game, request.actor, interaction=request.id)
    place = snapshot.row.thread or snapshot.row.channel
    note = request.locale.t("You're in. The table is in <#{place}>.", place=place)
    await joined(request, snapshot, note)


@on_component("decline", "private")
async def decline(request: Request, custom_id: CustomId) -> None:
    await lobby.decline(request.service, custom_id.game, request.actor.id)
    request.context.wake()
    await request.note(request.locale.t("You declined. Maybe next time."))
