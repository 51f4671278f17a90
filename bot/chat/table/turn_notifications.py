"""Telling a person what waits for them, where they wish to be told: one message, however many games it is."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import discord

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox import cleanup
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.conditional_moves import misfit_told
from bot.i18n import Words, words_for
from bot.play.core import outbox_messages
from bot.play.core.outbox_messages import Why
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.turn_notifications import Waiting
from bot.play.planning import conditional_moves
from bot.views import game_labels, notification_text
from bot.views.markup import mention, relative_time
from bot.views.reader_view import NEUTRAL

SHOWN = 10
BUTTONS = 6
ANSWERED_FROM = 2
"""From which reminder on it can be answered by mute, snooze and away."""
UNKNOWN_MEMBER = 10007


async def link_to(context: Context, position: Position) -> str:
    """Where a game goes on: its latest card, wherever that had to go, else its place."""
    row, cards = position.row, await db.messages.of_game(context.store, position.code, kind="card")
    if not cards:
        return f"https://discord.com/channels/{row.server or '@me'}/{row.thread or row.channel}"
    card = cards[-1]
    server = row.server if card.person is None and row.server else "@me"
    return f"https://discord.com/channels/{server}/{card.channel}/{card.message}"


async def waiting_line(context: Context, waiting: Waiting, words: Words) -> str:
    """One game, what is owed in it and by when, with the way there."""
    scene = context.scene(waiting.position, waiting.seat, words)
    told = f"{await named_link(context, waiting.position, words)} · {scene.owed_by(waiting.seat)}"
    if waiting.deadline is not None:
        told += " · " + words.say("out of time {when}", when=relative_time(waiting.deadline))
    return told


async def named_link(context: Context, position: Position, words: Words) -> str:
    """A game by its name and its code, with the way there."""
    name = words.teller(position.game, ()).game_name
    return f"[**{name}** `{position.code}`]({await link_to(context, position)})"


@delivers(outbox_messages.Call)
async def deliver_call(messenger: Messenger, post: db.Post, call: outbox_messages.Call) -> bool:
    """Tell somebody, unless nothing waits any more; whoever has gone to sleep is told later."""
    context, tables = messenger.context, messenger.context.tables
    free = (await turn_notifications.awake(context.store, (call.person,)))[call.person]
    if free > tables.now():
        if call.why in ("turn", "reminder"):
            await deliveries.call_later(tables, call, free)
        return False
    waiting = await _waiting(context, call)
    if not waiting:
        return False
    if call.why == "reminder":
        for each in waiting:
            await _note_if_left(messenger, each.position, call.person)
    if call.way == "dm":
        return await _by_direct_message(messenger, post, call, waiting)
    await _in_threads(messenger, post, call, waiting)
    return False


async def _waiting(context: Context, call: outbox_messages.Call) -> list[Waiting]:
    """The games a call is about, as long as there is reason to call."""
    if call.why != "next":
        waiting = await turn_notifications.waiting_for(context.tables, call.person)
        return [each for each in waiting if call.game in (None, each.position.code)]
    assert call.game is not None
    position = await context.tables.position(call.game)
    seat = position.seat_of(call.person)
    if seat is None or not position.running or seat in position.owing():
        return []
    return [Waiting(position, seat, None, 0)]


async def _by_direct_message(
    messenger: Messenger, post: db.Post, call: outbox_messages.Call, waiting: Sequence[Waiting]
) -> bool:
    context = messenger.context
    person = waiting[0].position.people[waiting[0].seat]
    words = words_for(person.locale)
    draft = await summary(context, waiting, call.why, words)
    for each in waiting[:SHOWN]:
        plan = await conditional_moves.find(context.store, each.position, person.id)
        if plan is not None and plan.misfit:
            draft.text(misfit_told(words, plan))
    sent = await messenger.whisper(person.id, draft, nonce=post.id)
    if sent is None:
        await deliveries.call_refused(context.tables, post, call)
        return True
    if len(waiting) == 1:  # one that names several games has its point as long as any of them waits
        await cleanup.call_posted(messenger, waiting[0].position, call, sent)
    return False


async def _in_threads(
    messenger: Messenger, post: db.Post, call: outbox_messages.Call, waiting: Sequence[Waiting]
) -> None:
    """At the most urgent table of each server: what waits elsewhere is nobody else's business."""
    context = messenger.context
    by_server: dict[int | None, list[Waiting]] = defaultdict(list)
    for each in waiting:
        by_server[each.position.row.server].append(each)
    for number, there in enumerate(by_server.values()):
        position = there[0].position
        draft = await summary(context, there, call.why, context.words_of(position), person=call.person)
        if turn_notifications.is_quiet(position):
            draft.mentions.clear()
        table = messenger.table(position)
        # Discord drops a second message under the same mark, even on another server.
        nonce = f"{post.id}-{number}"
        sent = await messenger.send(table, draft, nonce=nonce, silent=not draft.mentions)
        await cleanup.call_posted(messenger, position, call, sent)


async def summary(
    context: Context, waiting: Sequence[Waiting], why: Why, words: Words, *, person: int | None = None
) -> Draft:
    """What waits for somebody; `person` is mentioned where others read along."""
    draft = Draft(NEUTRAL, mentions=[] if person is None else [person])
    ping = "" if person is None else f"{mention(person)} "
    draft.call = ping + _sentence(context, waiting, why, words)
    if len(waiting) == 1:  # the sentence says it all
        there = discord.ui.Button[Any](
            label=words.say("To the table"), url=await link_to(context, waiting[0].position)
        )
        draft.buttons(*(() if why == "next" else (_opener(waiting[0], words.say("Play")),)), there)
    else:
        draft.text(*[await waiting_line(context, each, words) for each in waiting[:SHOWN]])
        draft.buttons(
            *(
                _opener(each, game_labels.button_name(each.position, each.seat, words))
                for each in waiting[:BUTTONS]
            )
        )
    if why != "unended" and any(each.reminded >= ANSWERED_FROM for each in waiting):
        code = waiting[0].position.code if len(waiting) == 1 else ""
        draft.buttons(
            button(Tap("mute", code), words.say("No more reminders")),
            button(Tap("snooze", code), words.say("Tomorrow")),
            button(Tap("away"), words.say("I'm away")),
        )
    return draft


def _sentence(context: Context, waiting: Sequence[Waiting], why: Why, words: Words) -> str:
    """What a lock screen shows of a call."""
    first = waiting[0]
    where = notification_text.named(first.position, (first.seat,), words)
    if why == "next":
        return words.say("{game}: you're next.", game=where)
    if why == "unended":
        return words.say("{game}: did you forget to end your turn?", game=where)
    if len(waiting) > 1:
        every = words.listed(
            notification_text.named(each.position, (each.seat,), words) for each in waiting[:SHOWN]
        )
        return words.say("{n} games are waiting for you: {games}.", n=len(waiting), games=every)
    scene = context.scene(first.position, first.seat, words)
    owed, now = scene.owed_by(first.seat), context.tables.now()
    sentence = notification_text.your_move(scene, (first.seat,), owed, first.deadline, now)
    return words.say("Reminder. {sentence}", sentence=sentence) if why == "reminder" else sentence


def _opener(waiting: Waiting, label: str) -> discord.ui.Button[Any]:
    return button(Tap("play", waiting.position.code), label, discord.ButtonStyle.primary)


# Whether a player has left the server is not watched, but asked when they have to be called


async def _note_if_left(messenger: Messenger, position: Position, person: int) -> None:
    """Tell the table, once, that somebody is not on its server any more, and what can be done."""
    server = position.row.server
    if server is not None and await _has_left(messenger.client, server, person):
        await deliveries.left_server(messenger.context.tables, position, person)


async def _has_left(client: discord.Client, server: int, person: int) -> bool:
    try:
        await client.http.get_member(server, person)
    except discord.NotFound as problem:
        return problem.code == UNKNOWN_MEMBER
    except discord.HTTPException:
        return False
    return False
