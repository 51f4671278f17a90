"""What a vote looks like: the question, its buttons, the answers so far; and the tap that answers it."""

from collections.abc import Mapping
from typing import Any

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap, read_number
from bot.chat.messages.message_builder import Draft, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Words, mark
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries
from bot.play.turns import votes
from bot.views.markup import channel_link, mention, mention_player, plain_name, relative_time
from bot.views.reader_view import NEUTRAL
from bot.views.story_text import VOTES
from db.clock import DAY

AGAIN = "vote"
"""The code of a notice that asks once more, for those who slept."""
LABELS: Mapping[str, str] = {
    "wait": mark("Wait"),
    "caretaker": mark("Caretaker"),
    "substitute": mark("Substitute"),
    "end": mark("End the game"),
    "yes": mark("Agree"),
    "no": mark("Refuse"),
}
"""The answers as they stand on buttons."""


def question(position: Position, vote: db.Vote, words: Words) -> str:
    """What is asked, and until when."""
    until = relative_time(vote.closes)
    if vote.kind == "substitute" and vote.seat in position.opponents:
        ends = words.say("The offer ends {until}.", until=until)
    elif vote.kind == "substitute":
        ends = words.say("If nobody does, there's another vote {until}.", until=until)
    else:
        ends = words.say("The vote ends {until}.", until=until)
    return f"{_asked(position, vote, words)} {ends}"


def _asked(position: Position, vote: db.Vote, words: Words) -> str:
    match vote.kind:
        case "overdue" if position.row.rated:
            return words.say(
                "{who} has run out of time. What should we do: wait, or look for a substitute? Majority "
                "decides. If nobody is found, the caretaker plays until {who} is back.",
                who=mention_player(position, vote.seat),
            )
        case "overdue":
            return words.say(
                "{who} hasn't moved for {n} {n:day|days}. What should we do? Wait another day, let the "
                "caretaker play until {who} is back, look for a substitute, or end the game without a "
                "winner. Majority decides.",
                n=_days_late(position, vote),
                who=mention_player(position, vote.seat),
            )
        case "end":
            return words.say(
                "{who} would like to end the game now, without a winner. It ends when everybody agrees.",
                who=mention(vote.opened_by),
            )
        case "move":
            return words.say(
                "{who} would like to go on with this game on another server, in {place}. It moves when "
                "everybody agrees; a rated game still counts where it started.",
                who=mention(vote.opened_by),
                place=channel_link(vote.payload["server"], vote.payload["channel"]),
            )
        case "undo":
            return _about_undo(position, vote, words)
        case _:
            return words.say(
                "Who takes over for {who}? Anybody on this server can have the seat, with its hand and "
                "everything on its board.",
                who=_who(position, vote),
            )


def _days_late(position: Position, vote: db.Vote) -> int:
    """For how many days a move has been owed when the table is asked."""
    since = None if vote.seat is None else position.players[vote.seat].owes_since
    return max(1, round((vote.opened - (since or vote.opened)) / DAY))


def _about_undo(position: Position, vote: db.Vote, words: Words) -> str:
    values: dict[str, Any] = {
        "who": mention_player(position, vote.seat),
        "when": relative_time(vote.payload["made"]),
    }
    if later := vote.payload["later"]:
        return words.say(
            "{who} asks to undo the move made {when}. The game would go back to before it, and {n} later "
            "{n:move|moves} by others would be undone too; what was seen stays seen. Everybody must agree.",
            n=later,
            **values,
        )
    return words.say(
        "{who} asks to undo the move made {when}. The game would go back to before it; what was seen stays "
        "seen. Everybody must agree.",
        **values,
    )


def _who(position: Position, vote: db.Vote) -> str:
    """Whom a vote is about; who asks for a substitute is remembered, whoever sits there now."""
    person = vote.payload.get("person")
    return mention(person) if person is not None else mention_player(position, vote.seat)


def called_upon(position: Position, vote: db.Vote) -> tuple[int, ...]:
    """Who is pinged when something is asked: those who have a say and do not know of it yet."""
    if vote.kind == "substitute":
        return ()
    people = votes.asked(position, vote.kind, vote.seat)
    return tuple(person for person in people if vote.kind != "end" or person != vote.opened_by)


def answer_buttons(position: Position, vote: db.Vote, words: Words) -> list[discord.ui.Button[Any]]:
    """A button for each answer, as long as the vote is open."""
    number = str(vote.id)
    if vote.closed is not None:
        return []
    if vote.kind == "substitute":
        taking = Tap("take", vote.game, words=(number,))
        ways = [button(taking, words.say("Take the seat"), discord.ButtonStyle.primary)]
        if vote.payload.get("person") is not None:
            ways.append(button(Tap("take-by", vote.game, words=(number,)), words.say("A computer player")))
        return ways
    return [
        button(Tap("vote", vote.game, words=(number, answer)), words.say(LABELS[answer]))
        for answer in votes.answers(position, vote.kind)
    ]


def vote_card(position: Position, vote: db.Vote, ballots: Mapping[int, str], words: Words) -> Draft:
    """What the table is asked and what each has answered so far; once it is over, what came of it."""
    said = [
        words.say(
            "{who}: {answer}",
            who=plain_name(position.names[player.seat]),
            answer=words.say(LABELS[choice]),
        )
        for player in position.players
        if player.person is not None and (choice := ballots.get(player.person))
    ]
    answers = "-# " + " · ".join(said) if said else ""
    if vote.closed is not None:
        came_of_it = VOTES.get(f"{vote.kind} {vote.result}", "")
        if came_of_it:
            return Draft(NEUTRAL, words.say(came_of_it, who=_who(position, vote))).text(answers)
        over = mark("-# This offer is over.") if vote.kind == "substitute" else mark("-# This vote is over.")
        return Draft(NEUTRAL, words.say(over)).text(answers)
    pings = " ".join(mention(person) for person in called_upon(position, vote))
    draft = Draft(NEUTRAL, f"{pings} {question(position, vote, words)}".strip())
    return draft.buttons(*answer_buttons(position, vote, words)).text(answers)


@delivers(outbox_messages.VoteShown)
async def deliver_vote(messenger: Messenger, post: db.Post, shown: outbox_messages.VoteShown) -> bool:
    """Asked once, then brought up to date with every answer."""
    context, position = messenger.context, await messenger.position(post)
    vote = await db.votes.find(context.store, shown.vote)
    if vote is None:
        return False
    ballots = await db.votes.ballots(context.store, vote.id)
    draft = vote_card(position, vote, ballots, context.words_of(position))
    asked = await db.messages.of_game(context.store, position.code, kind=f"vote {vote.id}")
    if asked:
        await messenger.edit(asked[-1], draft)
    elif vote.closed is None:
        again = outbox_messages.Notice(
            code=AGAIN, values={"vote": vote.id}, mentions=called_upon(position, vote)
        )
        draft.mentions = await deliveries.pinged_now(context.tables, post, position, again)
        table = messenger.table(position)
        sent = await messenger.send(table, draft, nonce=post.id, silent=not draft.mentions)
        await deliveries.vote_posted(context.tables, post, position, vote, sent)
        return True
    return False


@on_tap("vote", "private")
async def answer(request: Request, tap: Tap) -> None:
    """Somebody answers what the table is asked."""
    number, choice = (*tap.words, "", "")[:2]
    settled = await votes.answer(request.tables, tap.game, read_number(number), request.visitor, choice)
    request.context.wake()
    if settled:
        await request.note(request.words.say("Your vote settled it."))
    else:
        await request.note(request.words.say("Vote counted. You can change it until the vote ends."))
