"""Turn notifications and reminders: by DM or in threads, one message for all games of a user."""

from collections import defaultdict
from collections.abc import Collection, Sequence

import discord

import db
from bot.chat.interactions import Context
from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, cleanup, delivers
from bot.chat.outbox.throttle import RetryLater
from bot.i18n import Locale, locale_for
from bot.play.core import GameService, GameSnapshot, outbox_messages
from bot.play.core.outbox_messages import Reason
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.turn_notifications import WaitingGame
from bot.play.planning import conditional_moves
from bot.views import game_labels, notification_text
from bot.views.markup import mention
from bot.views.pace_text import clock_text
from bot.views.plan_text import misfit_text
from db.clock import SECOND
from rules.game import Seat

MAX_GAMES_SHOWN = 10
MAX_BUTTONS = 6
SNOOZE_FROM_REMINDER = 2
"""From this reminder on, buttons offer to mute or snooze reminders, or to be away."""
UNKNOWN_MEMBER_CODE = 10007
LATE_MS = 30 * SECOND  # A notification this late is due after an outage.
AUTOPLAY_WAIT_MS, MAX_AUTOPLAY_WAITS = 5 * SECOND, 3


async def game_link(context: Context, snapshot: GameSnapshot) -> str:
    """Returns the link to the latest card of a game, or to its thread if there is none."""
    row, cards = snapshot.row, await db.messages.list_for_game(context.store, snapshot.code, kind="card")
    if not cards:
        return f"https://discord.com/channels/{row.server or '@me'}/{row.thread or row.channel}"
    card = cards[-1]
    server = row.server if card.person is None and row.server else "@me"
    return f"https://discord.com/channels/{server}/{card.channel}/{card.message}"


async def waiting_game_line(context: Context, waiting: WaitingGame, locale: Locale) -> str:
    """Returns a line with a link to a game, what is owed there, and the deadline."""
    snapshot, seat = waiting.snapshot, waiting.seat
    owed = context.reader_view(snapshot, seat, locale).owed_text(seat)
    end = await turn_notifications.clock_end(context.store, waiting)
    link, turn = await game_name_link(context, snapshot, locale, seat), game_labels.turn_of(snapshot, locale)
    return " · ".join(filter(None, (link, turn, owed, "" if end is None else clock_text(locale, end))))


async def game_name_link(
    context: Context, snapshot: GameSnapshot, locale: Locale, reader: Seat | None = None
) -> str:
    """Returns title and code as a link to the game, for one of its players with the opponents."""
    name = locale.game_text(snapshot.game, ()).game_name
    if reader is not None:
        name = notification_text.game_with_opponents(snapshot, (reader,), locale)
    return f"[**{name}** `{snapshot.code}`]({await game_link(context, snapshot)})"


@delivers(outbox_messages.TurnNotification)
async def deliver_notification(
    messenger: Messenger, post: db.Post, notification: outbox_messages.TurnNotification
) -> bool:
    """Send a notification, unless nothing waits any more. Defers it if the user is asleep or away.

    Returns True if the post has already been marked as delivered.
    """
    context, service = messenger.context, messenger.context.service
    user_id = notification.person
    reachable_at = (await turn_notifications.next_reachable_times(context.store, (user_id,)))[user_id]
    if reachable_at > service.now():
        if notification.why in ("turn", "reminder"):
            await deliveries.defer_notification(service, notification, reachable_at)
        return False
    posts: Sequence[db.Post] = (post,)
    if notification.cause is not None:  # Others that are due in the same minute are sent along.
        posts = await db.outbox.list_pending(context.store, post.lane)
    causes = {each.payload.get("cause") for each in posts}
    waiting = await games_to_notify(context, notification, causes)
    if not waiting:
        return False
    await let_autoplay_go_first(service, post, waiting)
    if notification.why == "reminder":
        for each in waiting:
            await announce_if_left(messenger, each.snapshot, user_id)
    if notification.way == "dm":
        return await send_notification_dm(messenger, post, notification, waiting) or await _settle(
            service, posts
        )
    await post_in_threads(messenger, post, notification, waiting, causes)
    return await _settle(service, posts)


async def let_autoplay_go_first(service: GameService, post: db.Post, waiting: Sequence[WaitingGame]) -> None:
    """Postpone a late notification while a prepared turn is still to be played.

    After an outage both fall due at once. The number of attempts limits the wait.

    :raises RetryLater: If a prepared turn comes first.
    """
    is_late = service.now() - max(post.created, post.not_before) > LATE_MS
    if is_late and post.attempts <= MAX_AUTOPLAY_WAITS:
        for each in waiting:
            if await turn_notifications.awaits_autoplay(service.store, each):
                raise RetryLater(AUTOPLAY_WAIT_MS)


async def _settle(service: GameService, posts: Sequence[db.Post]) -> bool:
    """Mark the posts sent as one message as delivered. Returns False if there is one, left to the caller."""
    if len(posts) > 1:
        await deliveries.mark_all_delivered(service, posts)
    return len(posts) > 1


async def games_to_notify(
    context: Context, notification: outbox_messages.TurnNotification, causes: Collection[str | None]
) -> list[WaitingGame]:
    """Returns the games a notification is about, those that caused it first.

    Empty if there is no reason any more: a turn may have been played as prepared, or overnight.
    """
    if notification.why != "next":
        waiting = await turn_notifications.games_waiting_for(context.service, notification.person)
        if notification.cause is None:
            return [each for each in waiting if notification.game in (None, each.snapshot.code)]
        waiting.sort(key=lambda each: each.snapshot.code not in causes)
        return waiting if waiting and waiting[0].snapshot.code in causes else []
    assert notification.game is not None
    snapshot = await context.service.snapshot(notification.game)
    seat = snapshot.seat_of(notification.person)
    if seat is None or not snapshot.is_running or seat in snapshot.owing_seats():
        return []
    return [WaitingGame(snapshot, seat, None, 0)]


async def send_notification_dm(
    messenger: Messenger,
    post: db.Post,
    notification: outbox_messages.TurnNotification,
    waiting: Sequence[WaitingGame],
) -> bool:
    context = messenger.context
    user = waiting[0].snapshot.users[waiting[0].seat]
    locale = locale_for(user.locale)
    builder = await notification_card(context, waiting, notification.why, locale)
    for each in waiting[:MAX_GAMES_SHOWN]:
        plan = await conditional_moves.find(context.store, each.snapshot, user.id)
        if plan is not None and plan.misfit:
            builder.text(misfit_text(locale, plan))
    sent = await messenger.send_dm(user.id, builder, nonce=post.id, silent=notification.why == "next")
    if sent is None:
        await deliveries.fall_back_to_thread(context.service, post, notification)
        return True
    if len(waiting) == 1:  # One about several games is not cleaned up when one of them has moved on.
        await cleanup.record_notification_posted(messenger, waiting[0].snapshot, notification, sent)
    return False


async def post_in_threads(
    messenger: Messenger,
    post: db.Post,
    notification: outbox_messages.TurnNotification,
    waiting: Sequence[WaitingGame],
    causes: Collection[str | None],
) -> None:
    """Post in the first game of each server, so that no server learns about games elsewhere.

    Servers with no game that caused the notification are left out.
    """
    context = messenger.context
    by_server: dict[int | None, list[WaitingGame]] = defaultdict(list)
    for each in waiting:
        by_server[each.snapshot.row.server].append(each)
    for number, games in enumerate(by_server.values()):
        if notification.cause is not None and games[0].snapshot.code not in causes:
            continue
        snapshot = games[0].snapshot
        locale = context.locale_of_users(snapshot, (notification.person,))
        builder = await notification_card(
            context, games, notification.why, locale, user_id=notification.person
        )
        if turn_notifications.is_quiet(snapshot):
            builder.mentions.clear()
        # Discord drops a second message with the same nonce, even on another server.
        nonce = f"{post.id}-{number}"
        silent = not builder.mentions or notification.why == "next"  # A turn that is not due yet can wait.
        sent = await messenger.send(snapshot, builder, nonce=nonce, silent=silent)
        await cleanup.record_notification_posted(messenger, snapshot, notification, sent)


async def notification_card(
    context: Context,
    waiting: Sequence[WaitingGame],
    reason: Reason,
    locale: Locale,
    *,
    user_id: int | None = None,
) -> MessageBuilder:
    """Build the message about waiting games. In threads, `user_id` is mentioned."""
    t, builder = locale.t, MessageBuilder(mentions=[] if user_id is None else [user_id])
    ping = "" if user_id is None else f"{mention(user_id)} "
    builder.notification = ping + await _notification_sentence(context, waiting, reason, locale)
    if len(waiting) == 1:  # The sentence says everything.
        link = Button(label=t("Go to the table"), url=await game_link(context, waiting[0].snapshot))
        builder.buttons(*(() if reason == "next" else (_play_button(waiting[0], t("Play")),)), link)
    else:
        builder.text(*[await waiting_game_line(context, each, locale) for each in waiting[:MAX_GAMES_SHOWN]])
        shown = waiting[:MAX_BUTTONS]
        labels = game_labels.distinct_button_labels([(each.snapshot, each.seat) for each in shown], locale)
        builder.buttons(*map(_play_button, shown, labels))
    if reason != "unended" and any(each.reminded >= SNOOZE_FROM_REMINDER for each in waiting):
        code = waiting[0].snapshot.code if len(waiting) == 1 else ""
        builder.buttons(
            button(CustomId("mute", code), t("Stop reminders")),
            button(CustomId("snooze", code), t("Remind me tomorrow")),
            button(CustomId("away"), t("I'm away")),
        )
    return builder


async def _notification_sentence(
    context: Context, waiting: Sequence[WaitingGame], reason: Reason, locale: Locale
) -> str:
    """Returns the sentence that a lock screen shows."""
    first, t = waiting[0], locale.t
    games = [
        notification_text.game_with_opponents(each.snapshot, (each.seat,), locale)
        for each in waiting[:MAX_GAMES_SHOWN]
    ]
    if reason == "next":
        return t("{game}: you're next.", game=games[0])
    if reason == "unended":
        return t("{game}: did you forget to end your turn?", game=games[0])
    if len(waiting) > 1:
        return t("{n} games are waiting for you: {games}.", n=len(waiting), games=locale.join_list(games))
    reader = context.reader_view(first.snapshot, first.seat, locale)
    end = await turn_notifications.clock_end(context.store, first)
    sentence = notification_text.your_move_text(reader, (first.seat,), reader.owed_text(first.seat), end)
    return t("Reminder. {sentence}", sentence=sentence) if reason == "reminder" else sentence


def _play_button(waiting: WaitingGame, label: str) -> Button:
    return button(CustomId("play", waiting.snapshot.code), label, PRIMARY)


# Membership is not watched (that needs a privileged intent), but queried when a reminder is due.


async def announce_if_left(messenger: Messenger, snapshot: GameSnapshot, user_id: int) -> None:
    """Announce at the table, once, that a player has left the server, and what can be done."""
    if snapshot.row.server is None:
        return
    try:
        await messenger.client.http.get_member(snapshot.row.server, user_id)
    except discord.HTTPException as problem:
        if problem.code == UNKNOWN_MEMBER_CODE:
            await deliveries.announce_left_server(messenger.context.service, snapshot, user_id)
