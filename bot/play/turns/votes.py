"""What a table is asked: who has a say, what the answers come to, and that what was decided is done.

What is asked is a row, and so is each answer; a timer closes what stays open. What follows from a decision is
told to this module by whoever asks that question (`decides`).
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Literal

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, seat_of
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from db.clock import DAY
from rules.game import Seat

Question = Literal["overdue", "end", "undo", "move", "substitute"]
"""About somebody who does not move; about ending the game; about taking back what was seen; about going on
at another server; and who would take a seat, which nobody votes on."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "overdue": ("wait", "caretaker", "substitute", "end"),
    "end": ("yes", "no"),
    "undo": ("yes", "no"),
    "move": ("yes", "no"),
    "substitute": (),
}
"""The milder answers first: they win where as many want something else."""
TOLD = frozenset({"end no", "end late", "undo yes", "undo no", "undo late", "move no", "move late"})
"""The results that are said at the table as soon as a vote is closed."""
OPEN_FOR = DAY
OVERDUE_WHEN_RATED = ("wait", "substitute")
"""What a rated table may do about somebody who does not move: neither end the game nor play for them."""

Follow = Callable[[db.Transaction, GameSnapshot, db.Vote, str, bool], Awaitable[None]]
"""What is done once a vote has a result. The last says whether anybody answered."""
_FOLLOWS: dict[str, Follow] = {}


def decides(kind: Question) -> Callable[[Follow], Follow]:
    """Declare what follows from a question."""

    def declare(follow: Follow) -> Follow:
        assert kind not in _FOLLOWS
        _FOLLOWS[kind] = follow
        return follow

    return declare


# Who has a say, and what it comes to


def asked(snapshot: GameSnapshot, kind: str, seat: Seat | None) -> tuple[int, ...]:
    """Who has a say: those who play, but not the one it is about.

    A rated game ends only if those agree, too, for whom the caretaker plays: it is their rating as well.
    """
    everybody = kind == "end" and snapshot.row.rated
    players = [one for one in snapshot.players if not one.resigned] if everybody else snapshot.present()
    return tuple(
        player.person
        for player in players
        if player.person is not None and (kind == "end" or player.seat != seat)
    )


def answers(snapshot: GameSnapshot, kind: str) -> tuple[str, ...]:
    """What a question can be answered with at this table."""
    if kind == "overdue" and snapshot.row.rated:
        return OVERDUE_WHEN_RATED
    return ANSWERS.get(kind, ())


def decided(kind: str, people: Collection[int], ballots: Mapping[int, str]) -> str | None:
    """What the answers so far come to, whatever the others may still say."""
    given = [ballots[person] for person in people if person in ballots]
    if kind == "overdue":
        return next((answer for answer, n in Counter(given).items() if 2 * n > len(people)), None)
    if "no" in given:
        return "no"
    return "yes" if people and len(given) == len(people) else None


def at_the_close(kind: str, people: Collection[int], ballots: Mapping[int, str]) -> str:
    """What is done when the time is up."""
    if kind != "overdue":
        return "late"
    given = Counter(ballots[person] for person in people if person in ballots)
    return max(ANSWERS[kind], key=lambda answer: given[answer])


def check_plays(snapshot: GameSnapshot, actor: Actor) -> Seat:
    """The seat of somebody who plays it themselves."""
    seat = seat_of(snapshot, actor.id)
    if snapshot.players[seat].resigned:
        raise Denied("resigned_others_decide")
    if snapshot.players[seat].caretaker:
        raise Denied("come_back_first")
    return seat


def check_has_say(snapshot: GameSnapshot, kind: str, seat: Seat | None, actor: Actor) -> None:
    check_plays(snapshot, actor)
    if actor.id not in asked(snapshot, kind, seat):
        raise Denied("others_decide")


# Asking, answering, closing


async def ask(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    kind: Question,
    *,
    seat: Seat | None = None,
    by: int | None = None,
    payload: Mapping[str, Any] | None = None,
) -> db.Vote:
    """Open a vote and show it at the table, with a button for each answer."""
    vote = await db.votes.open(
        tx, snapshot.code, kind, closes=tx.now + OPEN_FOR, seat=seat, opened_by=by, payload=payload
    )
    await _time(tx, vote)
    await show(tx, vote, "opened")
    return vote


async def answer(service: GameService, code: str, number: int, actor: Actor, choice: str) -> bool:
    """Somebody's answer, in place of an earlier one; says whether that decided the vote."""
    async with service.change() as tx:
        snapshot = await service.load(tx, code)
        vote = await db.votes.find(tx, number)
        # An archived game may go on elsewhere; all else is asked of one that goes on.
        if vote is None or vote.kind != "move" or snapshot.row.status != "archived":
            snapshot = await service.playing(tx, code)
        if vote is None or vote.game != snapshot.code or choice not in answers(snapshot, vote.kind):
            raise Denied("unknown_vote")
        if vote.closed is not None:
            raise Denied("vote_over")
        check_has_say(snapshot, vote.kind, vote.seat, actor)
        await db.votes.cast(tx, vote, actor.id, choice)
        await show(tx, vote, f"{actor.id} {choice} {tx.now}")
        return await weigh(tx, snapshot, vote)


async def close(tx: db.Transaction, vote: db.Vote, result: str) -> bool:
    """End a vote and show that it is over; False where it had ended already."""
    await db.timers.cancel(tx, keys=[_key(vote)])
    await show(tx, vote, "closed")
    return await db.votes.close(tx, vote, result)


async def close_all(tx: db.Transaction, snapshot: GameSnapshot, result: str = "over") -> None:
    for vote in await db.votes.open_at(tx, snapshot.code):
        await close(tx, vote, result)


async def close_about(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, result: str) -> None:
    """End what the table is asked about somebody who does not move."""
    for vote in await db.votes.open_at(tx, snapshot.code, seat=seat):
        if vote.kind in ("overdue", "substitute"):
            await close(tx, vote, result)


async def overtaken(tx: db.Transaction, snapshot: GameSnapshot, mover: Seat | None) -> None:
    """Close what a move has overtaken: who has moved is not away, and the last move is another one now."""
    for vote in await db.votes.open_at(tx, snapshot.code):
        about_mover = (
            vote.seat == mover
            and mover not in snapshot.opponents  # whose seat is offered though they play
            and vote.kind in ("overdue", "substitute")
        )
        if mover is not None and (vote.kind == "undo" or about_mover):
            await close(tx, vote, "moved")
            if vote.kind == "undo":
                key = f"vote {vote.id} closed"
                await outbox_messages.say(tx, snapshot.code, outbox_messages.Notice(code="moved_on"), key=key)
        elif await db.timers.find(tx, _key(vote)) is None:  # stopped while the game lay still
            await _time(tx, vote)


async def weigh_again(service: GameService, tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """One who has no say any more may have been the last to be waited for."""
    for vote in await db.votes.open_at(tx, snapshot.code):
        if vote.kind != "substitute" and (vote.seat is None or not snapshot.players[vote.seat].resigned):
            now = await service.load(tx, snapshot.code)
            if now.running and await weigh(tx, now, vote):
                return


async def time_is_up(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Close a vote by what was answered until now."""
    vote = await db.votes.find(tx, timers.OfVote.model_validate(timer.payload).vote)
    if vote is None or vote.closed is not None:
        return
    snapshot = await service.load(tx, vote.game)
    if not snapshot.running and (vote.kind, snapshot.row.status) != ("move", "archived"):
        await close(tx, vote, "over")
    elif vote.kind == "substitute":
        await close(tx, vote, "late")
        await _FOLLOWS[vote.kind](tx, snapshot, vote, "late", False)
    else:
        people = asked(snapshot, vote.kind, vote.seat)
        result = at_the_close(vote.kind, people, await db.votes.ballots(tx, vote.id))
        await _settle(tx, snapshot, vote, result)


async def weigh(tx: db.Transaction, snapshot: GameSnapshot, vote: db.Vote) -> bool:
    """Whether the answers so far decide; if so, it is done."""
    people = asked(snapshot, vote.kind, vote.seat)
    result = decided(vote.kind, people, await db.votes.ballots(tx, vote.id))
    if result is None:
        return False
    await _settle(tx, snapshot, vote, result)
    return True


async def _settle(tx: db.Transaction, snapshot: GameSnapshot, vote: db.Vote, result: str) -> None:
    """Close a vote, write its result into the log, and do what was decided."""
    await close(tx, vote, result)
    answered = bool(await db.votes.ballots(tx, vote.id))
    log = GameLog(snapshot)
    log.note("vote", vote.seat, text=f"{vote.kind} {result}", barrier=False)
    # A question that nobody answers does not break the silence.
    at = tx.now if answered else snapshot.row.last_activity
    snapshot = await log.save(tx, last_activity=at)
    if f"{vote.kind} {result}" in TOLD:
        values = {} if vote.seat is None else {"seat": vote.seat}
        notice = outbox_messages.Notice(code=f"{vote.kind}_{result}", values=values)
        await outbox_messages.say(tx, snapshot.code, notice, key=f"vote {vote.id} closed")
    await _FOLLOWS[vote.kind](tx, snapshot, vote, result, answered)


async def show(tx: db.Transaction, vote: db.Vote, what: str) -> None:
    """Say what is asked, or bring what was said of it up to date."""
    payload, key = outbox_messages.VoteShown(vote=vote.id), f"{vote.game} shows vote {vote.id} {what}"
    await db.outbox.add(tx, outbox_messages.post(payload, key=key, game=vote.game))


async def _time(tx: db.Transaction, vote: db.Vote) -> None:
    payload = timers.OfVote(vote=vote.id)
    await db.timers.set(tx, timers.timer(timers.VOTE, payload, _key(vote), vote.closes, vote.game))


def _key(vote: db.Vote) -> str:
    return f"vote {vote.id}"
