"""What a vote looks like: the question, its buttons, the answers so far; and the tap that answers it."""

from collections.abc import Mapping
from typing import Any

import discord

import db
from bot.chat.agreement import moment
from bot.chat.buttons import on_tap
from bot.chat.deliveries import delivers
from bot.chat.draft import Draft, button
from bot.chat.messenger import Messenger
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL, called_as, mention, plain_name
from bot.chat.taps import Tap, read_number
from bot.play import deliveries, posts, votes
from bot.play.position import Position
from bot.words import Words, mark

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
    """What is asked."""
    until = moment(vote.closes)
    match vote.kind:
        case "overdue":
            return words.say(
                "The move of {who} has been due for long. What shall the table do? Wait a day, let the "
                "caretaker play the seat until {who} is back, look for a substitute, or end the game without "
                "a winner. Most answers decide; the vote ends {until}.",
                who=called_as(position, vote.seat),
                until=until,
            )
        case "end":
            return words.say(
                "{who} would like to end the game now, without a winner. It ends when everybody agrees; "
                "the vote ends {until}.",
                who=mention(vote.opened_by),
                until=until,
            )
        case "undo":
            return _about_undo(position, vote, words)
        case _:
            return words.say(
                "Who plays on for {who}? Anybody of this server can take the seat, with its hand and all "
                "that stands before it. If nobody does, the table is asked again {until}.",
                who=mention(vote.payload["person"]) if vote.payload else called_as(position, vote.seat),
                until=until,
            )


def _about_undo(position: Position, vote: db.Vote, words: Words) -> str:
    values: dict[str, Any] = {
        "who": called_as(position, vote.seat),
        "when": moment(vote.payload["made"]),
        "until": moment(vote.closes),
    }
    if later := vote.payload["later"]:
        return words.say(
            "{who} asks to take back the move made {when}. The game would go back to before it, "
            "and {n} later {n:move|moves} of others would be taken back too; what was seen stays "
            "seen. Everybody must agree; the vote ends {until}.",
            n=later,
            **values,
        )
    return words.say(
        "{who} asks to take back the move made {when}. The game would go back to before it; "
        "what was seen stays seen. Everybody must agree; the vote ends {until}.",
        **values,
    )


def called_upon(position: Position, vote: db.Vote) -> tuple[int, ...]:
    """Who is pinged when something is asked: those who have a say and do not know of it yet."""
    if vote.kind == "substitute":
        return ()
    people = votes.asked(position, vote.kind, vote.seat)
    return tuple(person for person in people if vote.kind != "end" or person != vote.opened_by)


def answer_buttons(vote: db.Vote, words: Words) -> list[discord.ui.Button[Any]]:
    """A button for each answer, as long as the vote is open."""
    number = str(vote.id)
    if vote.closed is not None:
        return []
    if vote.kind == "substitute":
        taking = Tap("take", vote.game, words=(number,))
        return [button(taking, words.say("Take the seat"), discord.ButtonStyle.primary)]
    return [
        button(Tap("vote", vote.game, words=(number, answer)), words.say(LABELS[answer]))
        for answer in votes.ANSWERS[vote.kind]
    ]


def vote_card(position: Position, vote: db.Vote, ballots: Mapping[int, str], words: Words) -> Draft:
    """What the table is asked, what each has answered so far, and when it is over, that it is."""
    pings = " ".join(mention(person) for person in called_upon(position, vote))
    draft = Draft(NEUTRAL, f"{pings} {question(position, vote, words)}".strip())
    draft.buttons(*answer_buttons(vote, words))
    said = [
        words.say(
            "{who}: {answer}",
            who=plain_name(position.names[player.seat]),
            answer=words.say(LABELS[choice]),
        )
        for player in position.players
        if player.person is not None and (choice := ballots.get(player.person))
    ]
    if said:
        draft.text("-# " + " · ".join(said))
    return draft.text(words.say("-# This vote is over.")) if vote.closed is not None else draft


@delivers(posts.VoteShown)
async def deliver_vote(messenger: Messenger, post: db.Post, shown: posts.VoteShown) -> bool:
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
        again = posts.Notice(code=AGAIN, values={"vote": vote.id}, mentions=called_upon(position, vote))
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
        await request.note(request.words.say("Your answer decided it."))
    else:
        await request.note(
            request.words.say("Your answer is kept. Until the vote is over you can change it by another tap.")
        )
