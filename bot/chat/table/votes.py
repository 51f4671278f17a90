"""Vote cards: the question, buttons for the answers, the votes so far, and the result."""

from collections.abc import Mapping

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import PRIMARY, Button, CustomId, MessageBuilder, button, parse_number
from bot.chat.outbox import Messenger, delivers
from bot.i18n import N_, Locale
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify import deliveries
from bot.play.turns import votes
from bot.views.markup import channel_link, mention, mention_player, plain_name
from bot.views.standings_text import date_text
from bot.views.story_text import VOTE_TEXTS
from db.clock import DAY

VOTE_NOTICE = "vote"
"""The code of a notice that repeats the question for voters who were asleep."""
ANSWER_LABELS: Mapping[str, str] = {
    "wait": N_("Wait"),
    "caretaker": N_("Let the caretaker play"),
    "substitute": N_("Find a substitute"),
    "end": N_("End the game"),
    "yes": N_("Agree"),
    "no": N_("Refuse"),
}


def vote_deadline_text(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> str:
    """Returns how long the vote lasts, in words: a lock screen would show a timestamp as code."""
    time = locale.duration(vote.closes - vote.opened)
    if vote.kind != "substitute":
        return locale.t("Time to vote: {time}.", time=time)
    if vote.seat in snapshot.opponent_seats:
        return locale.t("The offer stands for {time}.", time=time)
    return locale.t("If no one does, there's another vote after {time}.", time=time)


def vote_question(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> str:
    values: dict[str, object] = {"who": mention_player(snapshot, vote.seat)}
    match vote.kind:
        case "overdue" if snapshot.row.rated:
            text = N_(
                "{who} has run out of time. What should we do: wait, or find a substitute? The "
                "majority decides. If no one takes the seat, the caretaker plays until {who} is "
                "back."
            )
        case "overdue":
            text = N_(
                "{who} hasn't moved for {n} {n:day|days}. What should we do? Wait another day, "
                "let the caretaker play until {who} is back, find a substitute, or end the game "
                "without a winner. The majority decides."
            )
            values["n"] = _days_late(snapshot, vote)
        case "end":
            text = N_("{who} would like to end the game now, without a winner. Everyone must agree.")
            values["who"] = mention(vote.opened_by)
        case "move":
            text = N_(
                "{who} would like to continue this game on another server, in {place}. It moves "
                "when everyone agrees. A rated game still counts where it started."
            )
            values["who"] = mention(vote.opened_by)
            values["place"] = channel_link(vote.payload["server"], vote.payload["channel"])
        case "pause":
            text = N_(
                "{who} would like a pause for the whole table until {date}: no clock runs, Skald "
                "pings no one, and no away days are used. Everyone must agree."
            )
            values["who"] = mention(vote.opened_by)
            values["date"] = date_text(locale, vote.payload["until"])
        case "resume":
            text = N_("{who} would like to resume before the pause ends. Everyone must agree.")
            values["who"] = mention(vote.opened_by)
        case "undo" if later := vote.payload["later"]:
            text = N_(
                "{who} asks to undo their last move and {n} later {n:move|moves} by others. New "
                "information stays known. Everyone must agree."
            )
            values["n"] = later
        case "undo":
            text = N_("{who} asks to undo their last move. New information stays known. Everyone must agree.")
        case _:
            text = N_(
                "Who takes over for {who}? Anyone on this server can have the seat, with its "
                "hand and everything on its board."
            )
            values["who"] = _subject_mention(snapshot, vote)
    return locale.t(text, **values)


def _days_late(snapshot: GameSnapshot, vote: db.Vote) -> int:
    """Returns for how many days a move had been owed when the vote was opened."""
    since = None if vote.seat is None else snapshot.players[vote.seat].owes_since
    return max(1, round((vote.opened - (since or vote.opened)) / DAY))


def _subject_mention(snapshot: GameSnapshot, vote: db.Vote) -> str:
    """Mention the player a vote is about. In a search for a substitute that is the one who had the seat."""
    user_id = vote.payload.get("person")
    return mention(user_id) if user_id is not None else mention_player(snapshot, vote.seat)


def users_to_ping(snapshot: GameSnapshot, vote: db.Vote) -> tuple[int, ...]:
    """Returns the voters who do not know about the vote yet."""
    if vote.kind == "substitute":
        return ()
    user_ids = votes.voters(snapshot, vote.kind, vote.seat)
    return tuple(user_id for user_id in user_ids if user_id != vote.opened_by)


def answer_buttons(snapshot: GameSnapshot, vote: db.Vote, locale: Locale) -> list[Button]:
    code, number = vote.game, str(vote.id)
    if vote.closed is not None:
        return []
    if vote.kind != "substitute":
        return [
            button(CustomId("vote", code, args=(number, answer)), locale.t(ANSWER_LABELS[answer]))
            for answer in votes.allowed_answers(snapshot, vote.kind)
        ]
    buttons = [button(CustomId("take", code, args=(number,)), locale.t("Take the seat"), PRIMARY)]
    if vote.payload.get("person") is not None:
        buttons.append(button(CustomId("take-by", code, args=(number,)), locale.t("Seat a computer player")))
    return buttons


def vote_card(
    snapshot: GameSnapshot, vote: db.Vote, ballots: Mapping[int, str], locale: Locale
) -> MessageBuilder:
    """Build the card of a vote: the question and the votes so far, or the result."""
    t = locale.t
    answers_given = [
        t("{who}: {answer}", who=plain_name(snapshot.names[player.seat]), answer=t(ANSWER_LABELS[choice]))
        for player in snapshot.players
        if player.person is not None and (choice := ballots.get(player.person))
    ]
    answers = "-# " + " · ".join(answers_given) if answers_given else ""
    if vote.closed is not None:
        over = N_("-# This offer is over.") if vote.kind == "substitute" else N_("-# This vote is over.")
        result = VOTE_TEXTS.get(f"{vote.kind} {vote.result}")
        if result is None or (vote.kind, vote.result) == ("overdue", "wait"):  # A notice says how long.
            result = over
        return MessageBuilder(notification=t(result, who=_subject_mention(snapshot, vote))).text(answers)
    pings = " ".join(mention(user_id) for user_id in users_to_ping(snapshot, vote))
    builder = MessageBuilder(notification=f"{pings} {vote_question(snapshot, vote, locale)}".strip())
    builder.text(vote_deadline_text(snapshot, vote, locale))
    return builder.buttons(*answer_buttons(snapshot, vote, locale)).text(answers)


@delivers(outbox_messages.VoteCard)
async def deliver_vote_card(messenger: Messenger, post: db.Post, shown: outbox_messages.VoteCard) -> bool:
    context, snapshot = messenger.context, await messenger.snapshot(post)
    vote = await db.votes.find(context.store, shown.vote)
    if vote is None:
        return False
    ballots = await db.votes.ballots_by_user(context.store, vote.id)
    builder = vote_card(snapshot, vote, ballots, context.table_locale(snapshot))
    posted = await db.messages.list_for_game(context.store, snapshot.code, kind=f"vote {vote.id}")
    if posted:
        await messenger.editor.edit(posted[-1], builder)
    elif vote.closed is None:
        notice = outbox_messages.Notice(
            code=VOTE_NOTICE, values={"vote": vote.id}, mentions=users_to_ping(snapshot, vote)
        )
        builder.mentions = await deliveries.defer_mentions(context.service, post, snapshot, notice)
        sent = await messenger.send(snapshot, builder, nonce=post.id, silent=not builder.mentions)
        await deliveries.record_message(context.service, snapshot, sent, f"vote {vote.id}", post=post)
        return True
    return False


@on_component("vote", "private")
async def vote_button(request: Request, custom_id: CustomId) -> None:
    number, choice = parse_number(custom_id.arg()), custom_id.arg(1)
    settled = await votes.cast_vote(request.service, custom_id.game, number, request.actor, choice)
    t = request.locale.t
    text = (
        t("Your vote settled it.") if settled else t("Vote counted. You can change it until the vote ends.")
    )
    await request.respond_privately(text)
