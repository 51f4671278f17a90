"""Invitations to a table: a direct message with the buttons Join and Decline."""

import db
from bot.chat.interactions import Request, on_component
from bot.chat.lobby.lobby import after_join, check_may_join
from bot.chat.messages import SUCCESS, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, delivers
from bot.i18n import N_, Locale, locale_for
from bot.play.account import preferences
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.lobby import invitations, lobby
from bot.play.notify import deliveries, turn_notifications
from bot.views import notification_text
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line, rated_line


def invitation_card(snapshot: GameSnapshot, user_id: int, locale: Locale, *, invited: bool) -> MessageBuilder:
    """Build the invitation, or its answered form once the user is no longer `invited`."""
    row, code = snapshot.row, snapshot.code
    host = None if row.host is None else snapshot.seat_of(row.host)
    host_name = plain_name(snapshot.names[0 if host is None else host]) if snapshot.players else ""
    title = locale.game_text(snapshot.game, ()).game_name
    if invited:
        builder = MessageBuilder(
            notification=locale.t("{who} invites you to play {game}.", who=host_name, game=title)
        )
        builder.text(
            pace_line(row.pace, locale), rated_line(row, locale), f"-# <#{row.thread or row.channel}>"
        )
        return builder.buttons(
            button(CustomId("sit", code), locale.t("Join"), SUCCESS),
            button(CustomId("decline", code), locale.t("Decline")),
            button(CustomId("no-inviter", code), locale.t("Block this person's invitations")),
            button(CustomId("no-invites", code), locale.t("Block all invitations")),
        )
    seat = snapshot.seat_of(user_id)
    game_name = notification_text.game_with_opponents(snapshot, () if seat is None else (seat,), locale)
    if seat is not None:
        text = N_("{game}: you're in.")
    elif row.status == "lobby":
        text = N_("{game}: you declined. You can still join from the card.")
    elif row.status == "closed":
        text = N_("{game}: this table was closed.")
    else:
        text = N_("{game}: the game has started without you.")
    builder = MessageBuilder(notification=locale.t(text, game=game_name))
    return builder.text(f"-# <#{row.thread or row.channel}>")


@delivers(outbox_messages.Invitation)
async def deliver_invitation(
    messenger: Messenger, post: db.Post, invitation: outbox_messages.Invitation
) -> bool:
    """Send the invitation once, later edit it. Falls back to the table's channel if DMs are closed."""
    context, user_id = messenger.context, invitation.person
    snapshot = await messenger.snapshot(post)
    invited = user_id in (await db.invitations.list_guests(context.store, snapshot.code)).awaited
    sent = await db.messages.list_for_game(
        context.store, snapshot.code, kind=invitations.MESSAGE_KIND, person=user_id
    )
    if not sent:
        return invited and await _send_invitation(messenger, post, snapshot, user_id)
    if sent[-1].channel in (snapshot.row.channel, snapshot.row.thread) and not invited:
        await messenger.editor.delete(sent[-1])
        await deliveries.record_messages_gone(context.service, post, [sent[-1].message])
        return True
    locale = await _invitee_locale(messenger, snapshot, user_id)
    await messenger.editor.try_edit(sent[-1], invitation_card(snapshot, user_id, locale, invited=invited))
    return False


async def _send_invitation(messenger: Messenger, post: db.Post, snapshot: GameSnapshot, user_id: int) -> bool:
    """Send by direct message, else as a mention in the lobby's channel."""
    locale, service = await _invitee_locale(messenger, snapshot, user_id), messenger.context.service
    builder = invitation_card(snapshot, user_id, locale, invited=True)
    sent = await messenger.send_dm(user_id, builder, nonce=post.id)
    if sent is None:
        builder = invitation_card(snapshot, user_id, messenger.context.table_locale(snapshot), invited=True)
        if not turn_notifications.is_quiet(snapshot):
            builder.mentions = [user_id]
        builder.notification = f"{mention(user_id)} {builder.notification}"
        nonce = f"{post.id}-open"
        sent = await messenger.send(snapshot, builder, nonce=nonce, silent=not builder.mentions)
    await invitations.record_posted(service, post, snapshot, user_id, sent)
    return True


async def _invitee_locale(messenger: Messenger, snapshot: GameSnapshot, user_id: int) -> Locale:
    """Returns the user's locale, or the table's if Skald has never seen the user."""
    known = (await db.users.get(messenger.context.store, user_id)).locale
    return locale_for(known) if known else messenger.context.table_locale(snapshot)


@on_component("sit", "private")
async def accept_invitation(request: Request, custom_id: CustomId) -> None:
    await check_may_join(request, custom_id.game)
    snapshot = await lobby.join(request.service, custom_id.game, request.actor, interaction_id=request.id)
    channel = snapshot.row.thread or snapshot.row.channel
    note = request.locale.t("You're in. The table is in <#{place}>.", place=channel)
    await after_join(request, snapshot, note)


@on_component("decline", "private")
async def decline_invitation(request: Request, custom_id: CustomId) -> None:
    await lobby.decline(request.service, custom_id.game, request.actor.id)
    await request.respond_privately(request.locale.t("You declined. Maybe next time."))


@on_component("no-inviter", "private")
async def refuse_inviter(request: Request, custom_id: CustomId) -> None:
    await invitations.refuse_inviter(request.service, custom_id.game, request.actor.id)
    await lobby.decline_if_invited(request.service, custom_id.game, request.actor.id)
    await request.respond_privately(
        request.locale.t("You'll get no more invitations from this person. You can change this in /settings.")
    )


@on_component("no-invites", "private")
async def refuse_invitations(request: Request, custom_id: CustomId) -> None:
    await preferences.update_preferences(request.service, request.actor, invitations=False)
    await lobby.decline_if_invited(request.service, custom_id.game, request.actor.id)
    await request.respond_privately(
        request.locale.t("You'll get no more invitations. /settings turns them on again.")
    )
