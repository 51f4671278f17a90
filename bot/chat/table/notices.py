"""Notices to a table or a user: a text per code, its values, and buttons."""

from collections.abc import Mapping

import discord

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox import cleanup
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.votes import VOTE_NOTICE, answer_buttons, vote_question
from bot.i18n import N_, Locale, locale_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.views.markup import mention, mention_player, plain_name, relative_time
from bot.views.reader_view import NEUTRAL_COLOUR
from bot.views.story_text import VOTE_TEXTS

NOTICE_TEXTS: Mapping[str, str] = {
    "waits_a_day": VOTE_TEXTS["overdue wait"],
    "waits_a_week": N_("Nobody voted, so the table waits for {who}; there's another vote in a week."),
    "caretaker_plays": N_("The caretaker plays for {who} until {who} is back."),
    "left_for_good": N_("Somebody has left for good. The caretaker plays that seat to the end."),
    "seat_taken": N_("{who} takes the seat of {before} and plays on."),
    "seat_given_away": N_(
        "The table couldn't wait any longer: {who} has taken your seat in game `{code}`. You won't get any "
        "new hands."
    ),
    "seat_is_yours": N_(
        "You're in game `{code}` now, in {before}'s seat. Your hand comes in its own message; /table recap "
        "tells what happened so far, /rules explains the decision at hand."
    ),
    "back": N_("{who} is back and plays on."),
    "moved_on": N_("The game has moved on, so nothing is taken back."),
    "end_no": VOTE_TEXTS["end no"],
    "end_late": VOTE_TEXTS["end late"],
    "undo_yes": VOTE_TEXTS["undo yes"],
    "undo_no": VOTE_TEXTS["undo no"],
    "undo_late": VOTE_TEXTS["undo late"],
    "move_no": VOTE_TEXTS["move no"],
    "move_late": VOTE_TEXTS["move late"],
    "resigned": N_(
        "{who} gives up and comes last. The others play on; the caretaker plays that seat to the end."
    ),
    "day_spent": N_(
        "{who} has run out of time. One away day is used ({n} left this year); the caretaker takes over "
        "{when}."
    ),
    "left_server": N_(
        "{who} has left this server. The game goes on: {who} can still play by direct message, and if time "
        "runs out the table decides about the seat."
    ),
    "lobby_silent": N_(
        "This table has been waiting for five days. It closes in nine days unless the game starts."
    ),
    "game_silent": N_(
        "Nothing has happened here for two weeks. After sixty days the game is archived; you can resume it "
        "at any time."
    ),
    "archived": N_("This game was archived after sixty days of silence. Nothing is lost."),
    "deserted": N_(
        "Nobody plays here in person any more, so the game is paused: no clock runs and nothing counts. One "
        "tap resumes it."
    ),
    "another_round": N_("Another round?"),
    "removed": N_(
        "Skald was removed from the server of game `{code}`. The game is kept: it goes on when Skald is "
        "invited back, or with /table move in a channel of another server."
    ),
    "homeless": N_(
        "The channel of game `{code}` was deleted. The game is kept: "
        "/table move in another channel goes on with it."
    ),
    "rules_changed": N_(
        "The rules of this game were corrected. It goes on with the new ones; /rules explains them."
    ),
    "rules_unfit": N_(
        "The rules have changed too much for this game to go on. It's archived, nothing counts, and "
        "nobody's clock runs."
    ),
    "order_done": N_("Your order was carried out: {order}."),
    "order_over": N_("Your order has ended: {order}."),
}

NOTICE_BUTTONS: Mapping[str, tuple[str, str]] = {
    "caretaker_plays": ("back", N_("I'm back")),
    "archived": ("resume", N_("Go on")),
    "deserted": ("resume", N_("Go on")),
}
"""The button of a notice: the verb of its custom id, and its label."""


def notice_text(notice: outbox_messages.Notice, snapshot: GameSnapshot, locale: Locale) -> str:
    """Returns the text of a notice. Formats seats, users, times and moves among its values."""
    values: dict[str, object] = dict(notice.values)
    if "seat" in values:
        seat = int(notice.values["seat"])
        has_left = notice.code == "left_server"
        values["who"] = plain_name(snapshot.names[seat]) if has_left else mention_player(snapshot, seat)
    values["before"] = _previous_player(int(notice.values.get("before", 0)))
    if "at" in values:
        values["when"] = relative_time(int(notice.values["at"]))
    if "move" in values:
        move, game_text = str(notice.values["move"]), locale.game_text(snapshot.game, snapshot.names)
        order_key = str(notice.values.get("named", ""))
        values["order"] = (
            game_text.standing_order_name(order_key)
            if order_key
            else game_text.partial_move_text(move.split())
        )
    return locale.t(NOTICE_TEXTS[notice.code], **values)


def _previous_player(user_id: int) -> str:
    """Returns the name or mention of the player who had the seat before."""
    opponent = OPPONENTS_BY_ID.get(user_id)
    return mention(user_id) if opponent is None else plain_name(opponent.name)


@delivers(outbox_messages.Notice)
async def deliver_notice(messenger: Messenger, post: db.Post, notice: outbox_messages.Notice) -> None:
    """Post a notice at the table. It is silent unless it mentions someone."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    builder = await _notice_card(messenger, snapshot, notice, context.table_locale(snapshot))
    builder.mentions = await deliveries.defer_mentions(context.service, post, snapshot, notice)
    sent = await messenger.send(
        messenger.table(snapshot), builder, nonce=post.id, silent=not builder.mentions
    )
    await cleanup.record_notice_posted(messenger, snapshot, notice, sent)


@delivers(outbox_messages.PrivateNotice)
async def deliver_private_notice(
    messenger: Messenger, post: db.Post, private: outbox_messages.PrivateNotice
) -> None:
    """Send a notice to one user by DM."""
    snapshot = await messenger.snapshot(post)
    locale = await _locale_of(messenger, snapshot, private.person)
    title = messenger.context.reader_view(snapshot, None, locale).title
    heading = f"-# {title} · <#{snapshot.row.thread or snapshot.row.channel}>"
    builder = await _notice_card(messenger, snapshot, private.notice, locale, heading=heading)
    await messenger.send(await messenger.dm_channel(private.person), builder, nonce=post.id)


async def _locale_of(messenger: Messenger, snapshot: GameSnapshot, user_id: int) -> Locale:
    """Returns the language of a current or former player."""
    seat = snapshot.seat_of(user_id)
    if seat is not None:
        return locale_for(snapshot.users[seat].locale)
    return locale_for((await db.users.get(messenger.context.store, user_id)).locale)


async def _notice_card(
    messenger: Messenger,
    snapshot: GameSnapshot,
    notice: outbox_messages.Notice,
    locale: Locale,
    *,
    heading: str = "",
) -> MessageBuilder:
    if notice.code == VOTE_NOTICE:
        vote = await db.votes.find(messenger.context.store, int(notice.values["vote"]))
        assert vote is not None
        text, buttons = vote_question(snapshot, vote, locale), answer_buttons(snapshot, vote, locale)
    else:
        text, buttons = notice_text(notice, snapshot, locale), []
    if notice.code in NOTICE_BUTTONS:
        verb, label = NOTICE_BUTTONS[notice.code]
        buttons = [button(CustomId(verb, snapshot.code), locale.t(label), discord.ButtonStyle.primary)]
    pings = " ".join(mention(user_id) for user_id in notice.mentions)
    builder = MessageBuilder(NEUTRAL_COLOUR, f"{pings} {text}".strip(), mentions=list(notice.mentions))
    return builder.text(heading).buttons(*buttons)
