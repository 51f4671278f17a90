"""Being invited to a table: a direct message that says by whom and to what, with one tap for each answer."""

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.lobby.lobby import check_may_join, joined
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Words, words_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.lobby import invitations, lobby
from bot.play.notify import turn_notifications
from bot.views import notification_text
from bot.views.markup import mention, plain_name
from bot.views.pace_text import pace_line
from bot.views.reader_view import NEUTRAL


def invitation_card(position: Position, person: int, words: Words, *, invited: bool) -> Draft:
    """Who invites to what, at which pace; once it is answered or too late, what came of it."""
    row, code = position.row, position.code
    host = None if row.host is None else position.seat_of(row.host)
    who = plain_name(position.names[0 if host is None else host]) if position.players else ""
    title = words.teller(position.game, ()).game_name
    if invited:
        draft = Draft(NEUTRAL, words.say("{who} invites you to play {game}.", who=who, game=title))
        draft.text(pace_line(row, words), f"-# <#{row.thread or row.channel}>")
        return draft.buttons(
            button(Tap("sit", code), words.say("Join"), discord.ButtonStyle.success),
            button(Tap("decline", code), words.say("Decline")),
        )
    seat = position.seat_of(person)
    where = notification_text.named(position, () if seat is None else (seat,), words)
    if seat is not None:
        draft = Draft(NEUTRAL, words.say("{game}: you're in.", game=where))
    elif row.status == "lobby":
        draft = Draft(
            NEUTRAL, words.say("{game}: you declined. You can still join from the card.", game=where)
        )
    elif row.status == "closed":
        draft = Draft(NEUTRAL, words.say("{game}: this table was closed.", game=where))
    else:
        draft = Draft(NEUTRAL, words.say("{game}: the game has started without you.", game=where))
    return draft.text(f"-# <#{row.thread or row.channel}>")


@delivers(outbox_messages.Invitation)
async def deliver_invitation(
    messenger: Messenger, post: db.Post, invitation: outbox_messages.Invitation
) -> bool:
    """Sent once, then brought up to date. Whoever takes no direct messages is asked beside the card."""
    context, person = messenger.context, invitation.person
    position = await messenger.position(post)
    invited = person in (await db.invitations.to(context.store, position.code)).awaited
    kept = await db.messages.of_game(context.store, position.code, kind=invitations.KIND, person=person)
    if not kept:
        return invited and await _ask(messenger, post, position, person)
    if kept[-1].channel in (position.row.channel, position.row.thread) and not invited:
        await messenger.remove(kept[-1])
        await invitations.taken_away(context.tables, post, kept[-1])
        return True
    words = await _words_of(messenger, position, person)
    await messenger.edit_if_possible(kept[-1], invitation_card(position, person, words, invited=invited))
    return False


async def _ask(messenger: Messenger, post: db.Post, position: Position, person: int) -> bool:
    """By direct message, else by a mention in the lobby's channel; says whether it is settled."""
    words, tables = await _words_of(messenger, position, person), messenger.context.tables
    draft = invitation_card(position, person, words, invited=True)
    sent = await messenger.whisper(person, draft, nonce=post.id)
    if sent is None:
        draft = invitation_card(position, person, messenger.context.words_of(position), invited=True)
        if not turn_notifications.is_quiet(position):
            draft.mentions = [person]
        draft.call = f"{mention(person)} {draft.call}"
        nonce = f"{post.id}-open"
        sent = await messenger.send(messenger.table(position), draft, nonce=nonce, silent=not draft.mentions)
    await invitations.posted(tables, post, position, person, sent)
    return True


async def _words_of(messenger: Messenger, position: Position, person: int) -> Words:
    """The language of somebody who may never have spoken to Skald: then that of the table."""
    known = (await db.users.find(messenger.context.store, person)).locale
    return words_for(known) if known else messenger.context.words_of(position)


@on_tap("sit", "private")
async def sit(request: Request, tap: Tap) -> None:
    """Somebody takes an invitation."""
    await check_may_join(request, tap.game)
    position = await lobby.join(request.tables, tap.game, request.visitor, interaction=request.id)
    place = position.row.thread or position.row.channel
    note = request.words.say("You're in. The table is in <#{place}>.", place=place)
    await joined(request, position, note)


@on_tap("decline", "private")
async def decline(request: Request, tap: Tap) -> None:
    await lobby.decline(request.tables, tap.game, request.visitor.id)
    request.context.wake()
    await request.note(request.words.say("You declined. Maybe next time."))
