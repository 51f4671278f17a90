"""Notices to a table or a user: a text per code, its values, and buttons."""

from collections.abc import Mapping

import db
from bot.chat.interactions import Context
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button
from bot.chat.outbox import Messenger, cleanup, delivers
from bot.chat.table.votes import VOTE_NOTICE, answer_buttons, vote_deadline_text, vote_question
from bot.i18n import N_, Locale, locale_for
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify import deliveries
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.views.markup import mention, mention_player, plain_name
from bot.views.standings_text import date_text
from bot.views.story_text import VOTE_TEXTS
from db.users import UNKNOWN_NAME

NOTICE_TEXTS: Mapping[str, str] = {
    "waits_a_day": VOTE_TEXTS["overdue wait"],
    "waits_a_week": VOTE_TEXTS["overdue unanswered"],
    "caretaker_plays": N_("The caretaker plays for {who} until {who} is back."),
    "left_for_good": N_("A player has left for good. The caretaker plays for them to the end."),
    "seat_taken": N_("{who} takes the seat of {before} and plays on."),
    "seat_given_away": N_(
        "The table couldn't wait any longer: {who} has taken your seat in game `{code}`. "
        "You won't be sent any new hands."
    ),
    "seat_is_yours": N_(
        "You're in game `{code}` now, in {before}'s seat. Your hand comes in its own "
        "message. /table recap tells the story so far, /rules explains your decision."
    ),
    "back": N_("{who} is back and plays on."),
    "moved_on": N_("The game has moved on, so nothing was undone."),
    "end_no": VOTE_TEXTS["end no"],
    "end_late": VOTE_TEXTS["end late"],
    "undo_no": VOTE_TEXTS["undo no"],
    "undo_late": VOTE_TEXTS["undo late"],
    "move_no": VOTE_TEXTS["move no"],
    "move_late": VOTE_TEXTS["move late"],
    "pause_no": VOTE_TEXTS["pause no"],
    "pause_late": VOTE_TEXTS["pause late"],
    "resume_no": VOTE_TEXTS["resume no"],
    "resume_late": VOTE_TEXTS["resume late"],
    "paused": N_(
        "The table is paused until {date}. No clock runs, Skald pings no one, and no away days are used."
    ),
    "climbed": N_("{who} climbs to rung {n} of the ladder."),
    "resigned": N_(
        "{who} resigns and comes last. The others play on; the caretaker plays for {who} to the end."
    ),
    "day_spent": N_(
        "{who} has run out of time. One away day is used ({n} left this year); the caretaker takes over "
        "on {date}."
    ),
    "ask_away_days": N_(
        "Your time is running out at a rated table. If it does, Skald can use one of "
        "your {n} away days a year before the caretaker takes your seat. Is that all "
        "right?"
    ),
    "left_server": N_(
        "{who} has left this server. The game continues: {who} can still play by direct "
        "message. If the time runs out, the table decides about the seat."
    ),
    "lobby_silent": N_(
        "This table has been waiting for five days. It closes in nine days unless the game starts."
    ),
    "game_silent": N_(
        "Nothing has happened here for two weeks. After sixty days Skald archives the "
        "game. You can resume it at any time."
    ),
    "archived": N_("This game was archived after sixty days without a move. Nothing is lost."),
    "deserted": N_(
        "No person plays here any more, so the game is paused: no clock runs and nothing "
        "counts. One tap resumes it."
    ),
    "another_round": N_("{host} asks for another round of {game}."),
    "removed": N_(
        "Skald was removed from the server of game `{code}`. The game isn't lost: invite "
        "Skald back, or use /table move in a channel of another server."
    ),
    "homeless": N_(
        "The channel of game `{code}` was deleted. The game isn't lost: use /table move "
        "in another channel to continue it."
    ),
    "rules_changed": N_(
        "The rules of this game were corrected. It continues with the new ones; /rules explains them."
    ),
    "rules_unfit": N_(
        "The rules have changed too much for this game to continue. It's archived, "
        "nothing counts, and no clock runs."
    ),
    "order_done": N_("Your order was carried out: {order}."),
    "order_over": N_("Your order has ended: {order}."),
}

NOTICE_BUTTONS: Mapping[str, tuple[str, str]] = {
    "caretaker_plays": ("back", N_("I'm back")),
    "paused": ("ask-resume", N_("Resume early")),
    "archived": ("resume", N_("Resume the game")),
    "deserted": ("resume", N_("Resume the game")),
}
"""The button of a notice: the verb of its custom id, and its label."""


def notice_text(notice: outbox_messages.Notice, snapshot: GameSnapshot, locale: Locale) -> str:
    """Returns the text of a notice. Formats seats, users, times and moves among its values."""
    values: dict[str, object] = dict(notice.values)
    if "seat" in values:
        seat = int(notice.values["seat"])
        has_left = notice.code == "left_server"
        values["who"] = plain_name(snapshot.names[seat]) if has_left else mention_player(snapshot, seat)
    before = int(notice.values.get("before", 0))
    opponent = OPPONENTS_BY_ID.get(before)
    values["before"] = mention(before) if opponent is None else plain_name(opponent.name)
    if notice.code == "another_round":
        values["host"] = plain_name(snapshot.names[0]) if snapshot.names else UNKNOWN_NAME
        values["game"] = locale.game_text(snapshot.game, ()).game_name
    if "at" in values:
        at = int(notice.values["at"])
        # In words, as a lock screen would show a timestamp as code.
        values["date"] = date_text(locale, at)
    if "move" in values:
        game_text = locale.game_text(snapshot.game, snapshot.names)
        values["order"] = (
            game_text.standing_order_name(str(notice.values["named"]))
            if notice.values.get("named")
            else game_text.partial_move_text(str(notice.values["move"]).split())
        )
    return locale.t(NOTICE_TEXTS[notice.code], **values)


@delivers(outbox_messages.Notice)
async def deliver_notice(messenger: Messenger, post: db.Post, notice: outbox_messages.Notice) -> None:
    """Post a notice at the table. It is silent unless it mentions someone."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    builder = await _notice_card(messenger, snapshot, notice, _locale(context, snapshot, notice))
    builder.mentions = await deliveries.defer_mentions(context.service, post, snapshot, notice)
    sent = await messenger.send(snapshot, builder, nonce=post.id, silent=not builder.mentions)
    await cleanup.record_notice_posted(messenger, snapshot, notice, sent)


def _locale(context: Context, snapshot: GameSnapshot, notice: outbox_messages.Notice) -> Locale:
    """Returns the language of the only player that a notice calls, else that of the table."""
    if len(notice.mentions) == 1:
        return context.locale_of_users(snapshot, notice.mentions)
    return context.table_locale(snapshot)


@delivers(outbox_messages.PrivateNotice)
async def deliver_private_notice(
    messenger: Messenger, post: db.Post, private: outbox_messages.PrivateNotice
) -> None:
    snapshot = await messenger.snapshot(post)
    user = await db.users.get(messenger.context.store, private.person)  # Perhaps a former player.
    locale = locale_for(user.locale)
    title = messenger.context.reader_view(snapshot, None, locale).title
    heading = f"-# {title} · <#{snapshot.row.thread or snapshot.row.channel}>"
    builder = await _notice_card(messenger, snapshot, private.notice, locale, heading=heading)
    await messenger.send(await messenger.sender.dm_channel(private.person), builder, nonce=post.id)


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
        heading = "\n".join(filter(None, (vote_deadline_text(snapshot, vote, locale), heading)))
    else:
        text, buttons = notice_text(notice, snapshot, locale), []
    if notice.code == "ask_away_days":
        buttons = [
            button(CustomId("use-away-days"), locale.t("Use away days"), PRIMARY),
            button(CustomId("spare-away-days"), locale.t("Keep away days")),
        ]
    elif notice.code in NOTICE_BUTTONS:
        verb, label = NOTICE_BUTTONS[notice.code]
        buttons = [button(CustomId(verb, snapshot.code), locale.t(label), PRIMARY)]
    pings = " ".join(mention(user_id) for user_id in notice.mentions)
    builder = MessageBuilder(notification=f"{pings} {text}".strip(), mentions=list(notice.mentions))
    return builder.text(heading).buttons(*buttons)
