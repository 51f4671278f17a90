"""Short words to a table or to a person: a sentence for each code, its values, and buttons to answer it."""

from collections.abc import Mapping

import discord

import db
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox import cleanup
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.table.votes import AGAIN, answer_buttons, question
from bot.i18n import Words, mark, words_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries
from bot.play.turns.opponents import EVERYBODY
from bot.views.markup import mention, mention_player, plain_name, relative_time
from bot.views.reader_view import NEUTRAL
from bot.views.story_text import VOTES

TEXTS: Mapping[str, str] = {
    "waits_a_day": VOTES["overdue wait"],
    "waits_a_week": mark("Nobody voted, so the table waits for {who}; there's another vote in a week."),
    "caretaker_plays": mark("The caretaker plays for {who} until {who} is back."),
    "left_for_good": mark("Somebody has left for good. The caretaker plays that seat to the end."),
    "seat_taken": mark("{who} takes the seat of {before} and plays on."),
    "seat_given_away": mark(
        "The table couldn't wait any longer: {who} has taken your seat in game `{code}`. You won't get any "
        "new hands."
    ),
    "seat_is_yours": mark(
        "You're in game `{code}` now, in {before}'s seat. Your hand comes in its own message; /table recap "
        "tells what happened so far, /rules explains the decision at hand."
    ),
    "back": mark("{who} is back and plays on."),
    "moved_on": mark("The game has moved on, so nothing is taken back."),
    "end_no": VOTES["end no"],
    "end_late": VOTES["end late"],
    "undo_yes": VOTES["undo yes"],
    "undo_no": VOTES["undo no"],
    "undo_late": VOTES["undo late"],
    "move_no": VOTES["move no"],
    "move_late": VOTES["move late"],
    "resigned": mark(
        "{who} gives up and comes last. The others play on; the caretaker plays that seat to the end."
    ),
    "day_spent": mark(
        "{who} has run out of time. One away day is used ({n} left this year); the caretaker takes over "
        "{when}."
    ),
    "left_server": mark(
        "{who} has left this server. The game goes on: {who} can still play by direct message, and if time "
        "runs out the table decides about the seat."
    ),
    "lobby_silent": mark(
        "This table has been waiting for five days. It closes in nine days unless the game starts."
    ),
    "game_silent": mark(
        "Nothing has happened here for two weeks. After sixty days the game is archived; you can resume it "
        "at any time."
    ),
    "archived": mark("This game was archived after sixty days of silence. Nothing is lost."),
    "deserted": mark(
        "Nobody plays here in person any more, so the game is paused: no clock runs and nothing counts. One "
        "tap resumes it."
    ),
    "another_round": mark("Another round?"),
    "removed": mark(
        "Skald was removed from the server of game `{code}`. The game is kept: it goes on when Skald is "
        "invited back, or with /table move in a channel of another server."
    ),
    "homeless": mark(
        "The channel of game `{code}` was deleted. The game is kept: "
        "/table move in another channel goes on with it."
    ),
    "rules_changed": mark(
        "The rules of this game were corrected. It goes on with the new ones; /rules explains them."
    ),
    "rules_unfit": mark(
        "The rules have changed too much for this game to go on. It's archived, nothing counts, and "
        "nobody's clock runs."
    ),
    "order_done": mark("Your order was carried out: {order}."),
    "order_over": mark("Your order has ended: {order}."),
}

ANSWERS: Mapping[str, tuple[str, str]] = {
    "caretaker_plays": ("back", mark("I'm back")),
    "archived": ("resume", mark("Go on")),
    "deserted": ("resume", mark("Go on")),
}
"""The button under a notice: its verb and its label."""


def said(notice: outbox_messages.Notice, position: Position, words: Words) -> str:
    """A notice in words; its values are seats, people, moments and moves, put into words here."""
    given: dict[str, object] = dict(notice.values)
    if "seat" in given:
        seat = int(notice.values["seat"])
        gone = notice.code == "left_server"
        given["who"] = plain_name(position.names[seat]) if gone else mention_player(position, seat)
    given["before"] = _before(int(notice.values.get("before", 0)))
    if "at" in given:
        given["when"] = relative_time(int(notice.values["at"]))
    if "move" in given:
        move, teller = str(notice.values["move"]), words.teller(position.game, position.names)
        named = str(notice.values.get("named", ""))
        given["order"] = teller.standing(named) if named else teller.ordered(move.split())
    return words.say(TEXTS[notice.code], **given)


def _before(person: int) -> str:
    """Who sat on a seat before."""
    opponent = EVERYBODY.get(person)
    return mention(person) if opponent is None else plain_name(opponent.name)


@delivers(outbox_messages.Notice)
async def deliver_notice(messenger: Messenger, post: db.Post, notice: outbox_messages.Notice) -> None:
    """At the table, silent for all whom it does not name."""
    context, position = messenger.context, await messenger.position(post)
    draft = await _card(messenger, position, notice, context.words_of(position))
    draft.mentions = await deliveries.pinged_now(context.tables, post, position, notice)
    sent = await messenger.send(messenger.table(position), draft, nonce=post.id, silent=not draft.mentions)
    await cleanup.notice_posted(messenger, position, notice, sent)


@delivers(outbox_messages.PrivateNotice)
async def deliver_private_notice(
    messenger: Messenger, post: db.Post, told: outbox_messages.PrivateNotice
) -> None:
    """To one person, by direct message."""
    position = await messenger.position(post)
    words = await _words_of(messenger, position, told.person)
    title = messenger.context.scene(position, None, words).title
    heading = f"-# {title} · <#{position.row.thread or position.row.channel}>"
    draft = await _card(messenger, position, told.notice, words, heading=heading)
    await messenger.send(await messenger.direct(told.person), draft, nonce=post.id)


async def _words_of(messenger: Messenger, position: Position, person: int) -> Words:
    """The language of somebody who sits at a table, or sat there."""
    seat = position.seat_of(person)
    if seat is not None:
        return words_for(position.people[seat].locale)
    return words_for((await db.users.find(messenger.context.store, person)).locale)


async def _card(
    messenger: Messenger,
    position: Position,
    notice: outbox_messages.Notice,
    words: Words,
    *,
    heading: str = "",
) -> Draft:
    if notice.code == AGAIN:
        vote = await db.votes.find(messenger.context.store, int(notice.values["vote"]))
        assert vote is not None
        text, buttons = question(position, vote, words), answer_buttons(position, vote, words)
    else:
        text, buttons = said(notice, position, words), []
    if notice.code in ANSWERS:
        verb, label = ANSWERS[notice.code]
        buttons = [button(Tap(verb, position.code), words.say(label), discord.ButtonStyle.primary)]
    pings = " ".join(mention(person) for person in notice.mentions)
    draft = Draft(NEUTRAL, f"{pings} {text}".strip(), mentions=list(notice.mentions))
    return draft.text(heading).buttons(*buttons)
