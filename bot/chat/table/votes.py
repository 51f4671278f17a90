"""Vote cards: the question, buttons for the answers, the votes so far, and the result."""

from collections.abc import Mapping
from typing import Any

import discord

import db
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, parse_number
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import N_, Locale
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.play.turns import votes
from bot.views.markup import channel_link, mention, mention_player, plain_name, relative_time
from bot.views.reader_view import NEUTRAL_COLOUR
from bot.views.story_text import VOTE_TEXTS
from db.clock import DAY

VOTE_NOTICE = "vote"
"""The code of a notice that repeats the question for voters who were asleep."""
ANSWER_LABELS: Mapping[str, str] = {
    "wait": N_("Wait"),
    "caretaker": N_("Caretaker"),
    "substitute": N_("Substitute"),
    "end": N_("End the game"),
    "yes": N_("Agree"),
    "no": N_("Refuse"),
}


def vote_question(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> str:
    """Returns the question and when the vote closes."""
    until = relative_time(vote.closes)
    if vote.kind == "substitute" and vote.seat in snapshot.opponent_seats:
        ends = locale.t("The offer ends {until}.", until=until)
    elif vote.kind == "substitute":
        ends = locale.t("If nobody does, there's another vote {until}.", until=until)
    else:
        ends = locale.t("The vote ends {until}.", until=until)
    return f"{_question_text(snapshot, vote, locale)} {ends}"


def _question_text(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> str:
    match vote.kind:
        case "overdue" if snapshot.row.rated:
            return locale.t(
                "{who} has run out of time. What should we do: wait, or look for a substitute? Majority "
                "decides. If nobody is found, the caretaker plays until {who} is back.",
                who=mention_player(snapshot, vote.seat),
            )
        case "overdue":
            return locale.t(
                "{who} hasn't moved for {n} {n:day|days}. What should we do? Wait another day, let the "
                "caretaker play until {who} is back, look for a substitute, or end the game without a "
                "winner. Majority decides.",
                n=_days_late(snapshot, vote),
                who=mention_player(snapshot, vote.seat),
            )
        case "end":
            return locale.t(
                "{who} would like to end the game now, without a winner. It ends when everybody agrees.",
                who=mention(vote.opened_by),
            )
        case "move":
            return locale.t(
                "{who} would like to go on with this game on another server, in {place}. It moves when "
                "everybody agrees; a rated game still counts where it started.",
                who=mention(vote.opened_by),
                place=channel_link(vote.payload["server"], vote.payload["channel"]),
            )
        case "undo":
            return _undo_question(snapshot, vote, locale)
        case _:
            return locale.t(
                "Who takes over for {who}? Anybody on this server can have the seat, with its hand and "
                "everything on its board.",
                who=_subject_mention(snapshot, vote),
            )


def _days_late(snapshot: GameSnapshot, vote: db.Vote) -> int:
    """Returns for how many days a move had been owed when the vote was opened."""
    since = None if vote.seat is None else snapshot.players[vote.seat].owes_since
    return max(1, round((vote.opened - (since or vote.opened)) / DAY))


def _undo_question(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> str:
    values: dict[str, Any] = {
        "who": mention_player(snapshot, vote.seat),
        "when": relative_time(vote.payload["made"]),
    }
    if later := vote.payload["later"]:
        return locale.t(
            "{who} asks to undo the move made {when}. The game would go back to before it, and {n} later "
            "{n:move|moves} by others would be undone too; what was seen stays seen. Everybody must agree.",
            n=later,
            **values,
        )
    return locale.t(
        "{who} asks to undo the move made {when}. The game would go back to before it; what was seen stays "
        "seen. Everybody must agree.",
        **values,
    )


def _subject_mention(snapshot: GameSnapshot, vote: db.Vote) -> str:
    """Mention the player a vote is about. In a search for a substitute that is the one who had the seat."""
    user_id = vote.payload.get("person")
    return mention(user_id) if user_id is not None else mention_player(snapshot, vote.seat)


def users_to_ping(snapshot: GameSnapshot, vote: db.Vote) -> tuple[int, ...]:
    """Returns the voters who do not know about the vote yet."""
    if vote.kind == "substitute":
        return ()
    user_ids = votes.voters(snapshot, vote.kind, vote.seat)
    return tuple(user_id for user_id in user_ids if vote.kind != "end" or user_id != vote.opened_by)


def answer_buttons(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> list[discord.ui.Button[Any]]:
    """Returns a button per answer while the vote is open."""
    number = str(vote.id)
    if vote.closed is not None:
        return []
    if vote.kind == "substitute":
        take_seat = CustomId("take", vote.game, args=(number,))
        buttons = [button(take_seat, locale.t("Take the seat"), discord.ButtonStyle.primary)]
        if vote.payload.get("person") is not None:
            buttons.append(
                button(CustomId("take-by", vote.game, args=(number,)), locale.t("A computer player"))
            )
        return buttons
    return [
        button(CustomId("vote", vote.game, args=(number, answer)), locale.t(ANSWER_LABELS[answer]))
        for answer in votes.allowed_answers(snapshot, vote.kind)
    ]


def vote_card(
    snapshot: GameSnapshot, vote: db.Vote, ballots: Mapping[int, str], locale: Locale
) -> MessageBuilder:
    """Build the card of a vote: the question and the votes so far, or the result."""
    answers_given = [
        locale.t(
            "{who}: {answer}",
            who=plain_name(snapshot.names[player.seat]),
            answer=locale.t(ANSWER_LABELS[choice]),
        )
        for player in snapshot.players
        if player.person is not None and (choice := ballots.get(player.person))
    ]
    answers = "-# " + " · ".join(answers_given) if answers_given else ""
    if vote.closed is not None:
        result_text = VOTE_TEXTS.get(f"{vote.kind} {vote.result}", "")
        if result_text:
            return MessageBuilder(
                NEUTRAL_COLOUR, locale.t(result_text, who=_subject_mention(snapshot, vote))
            ).text(answers)
        over = N_("-# This offer is over.") if vote.kind == "substitute" else N_("-# This vote is over.")
        return MessageBuilder(NEUTRAL_COLOUR, locale.t(over)).text(answers)
    pings = " ".join(mention(user_id) for user_id in users_to_ping(snapshot, vote))
    builder = MessageBuilder(NEUTRAL_COLOUR, f"{pings} {vote_question(snapshot, vote, locale)}".strip())
    return builder.buttons(*answer_buttons(snapshot, vote, locale)).text(answers)


@delivers(outbox_messages.VoteCard)
async def deliver_vote_card(messenger: Messenger, post: db.Post, shown: outbox_messages.VoteCard) -> bool:
    """Post the card of a vote, or edit it after each answer."""
    context, snapshot = messenger.context, await messenger.snapshot(post)
    vote = await db.votes.find(context.store, shown.vote)
    if vote is None:
        return False
    ballots = await db.votes.ballots_by_user(context.store, vote.id)
    builder = vote_card(snapshot, vote, ballots, context.table_locale(snapshot))
    posted = await db.messages.list_for_game(context.store, snapshot.code, kind=f"vote {vote.id}")
    if posted:
        await messenger.edit(posted[-1], builder)
    elif vote.closed is None:
        notice = outbox_messages.Notice(
            code=VOTE_NOTICE, values={"vote": vote.id}, mentions=users_to_ping(snapshot, vote)
        )
        builder.mentions = await deliveries.defer_mentions(context.service, post, snapshot, notice)
        table = messenger.table(snapshot)
        sent = await messenger.send(table, builder, nonce=post.id, silent=not builder.mentions)
        await deliveries.record_vote_posted(context.service, post, snapshot, vote, sent)
        return True
    return False


@on_component("vote", "private")
async def vote_button(request: Request, custom_id: CustomId) -> None:
    """Cast a vote."""
    number, choice = (*custom_id.args, "", "")[:2]
    settled = await votes.cast_vote(
        request.service, custom_id.game, parse_number(number), request.actor, choice
    )
    request.context.wake()
    if settled:
        await request.respond_privately(request.locale.t("Your vote settled it."))
    else:
        await request.respond_privately(
            request.locale.t("Vote counted. You can change it until the vote ends.")
        )
