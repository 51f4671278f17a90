"""Votes at a table: who may vote, how answers are counted, and what happens with the result.

A vote is a row, and so is each ballot; a timer closes votes that stay open. The module that opens a kind of
vote registers its result handler with `on_result`.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import db
from bot.play.core import outbox_messages, timers
from bot.play.core.authorization import Actor, require_seat
from bot.play.core.game_log import GameLog
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from db.clock import DAY
from rules.game import Seat

VoteKind = Literal["overdue", "end", "undo", "move", "pause", "resume", "substitute"]
"""An overdue seat; ending the game; an undo beyond a barrier; moving to another server; a pause, and its
early end; and the offer of a seat ("substitute"), which has no answers to vote on."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "overdue": ("wait", "caretaker", "substitute", "end"),
    "end": ("yes", "no"),
    "undo": ("yes", "no"),
    "move": ("yes", "no"),
    "pause": ("yes", "no"),
    "resume": ("yes", "no"),
    "substitute": (),
}
"""In order of precedence: the milder answer wins a tie."""
ANNOUNCED_RESULTS = frozenset(
    f"{kind} {result}" for kind in ("end", "undo", "move", "pause", "resume") for result in ("no", "late")
)
"""Kind and result of the votes whose result is announced at the table, as nothing else follows them."""
UNANSWERED = "unanswered"
"""Logged instead of the result of a vote on an overdue seat in which no ballot was cast."""
OPEN_FOR_MS = DAY
AGREES = "yes"
KINDS_WHILE_ARCHIVED = ("move", "resume")
"""Votes that need no running game."""
RATED_OVERDUE_ANSWERS = ("wait",)
"""A rated table decides nothing about an overdue player: the clock does."""
KINDS_NEEDING_ABSENT = ("end", "undo", "move", "pause", "resume")
"""At a rated table, players with a caretaker have a say in these too, because they are rated."""


@dataclass(frozen=True, slots=True)
class ClosedVote:
    """A vote with its result; `answered` says whether any ballot was cast."""

    vote: db.Vote
    result: str
    answered: bool

    @property
    def seat(self) -> Seat:
        assert self.vote.seat is not None
        return self.vote.seat


VoteHandler = Callable[[db.Transaction, GameSnapshot, ClosedVote], Awaitable[None]]
_HANDLERS: dict[str, VoteHandler] = {}


def on_result(kind: VoteKind) -> Callable[[VoteHandler], VoteHandler]:
    """Decorator: register the handler for the results of one kind of vote."""

    def register(handler: VoteHandler) -> VoteHandler:
        assert kind not in _HANDLERS
        _HANDLERS[kind] = handler
        return handler

    return register


# Voters and results


def voters(snapshot: GameSnapshot, kind: str, seat: Seat | None) -> tuple[int, ...]:
    """User ids of the active players, without the one the vote is about.

    In a rated game, players with a caretaker are asked as well: without their answer nothing changes.
    """
    includes_caretaker_seats = kind in KINDS_NEEDING_ABSENT and snapshot.row.rated
    players = (
        [one for one in snapshot.players if not one.resigned]
        if includes_caretaker_seats
        else snapshot.active_players()
    )
    return tuple(
        player.person
        for player in players
        if player.person is not None and (kind == "end" or player.seat != seat)
    )


def allowed_answers(snapshot: GameSnapshot, kind: str) -> tuple[str, ...]:
    """The answers to a kind of vote at this table."""
    if kind == "overdue" and snapshot.row.rated:
        return RATED_OVERDUE_ANSWERS
    return ANSWERS.get(kind, ())


def early_result(kind: str, user_ids: Collection[int], ballots: Mapping[int, str]) -> str | None:
    """The result if the ballots so far decide it, no matter how the others vote; else None.

    >>> early_result("overdue", (1, 2, 3), {1: "wait", 2: "wait"})
    'wait'
    >>> early_result("end", (1, 2, 3), {1: "yes", 2: "yes"}) is None
    True
    """
    given = [ballots[user_id] for user_id in user_ids if user_id in ballots]
    if kind == "overdue":
        return next((answer for answer, n in Counter(given).items() if 2 * n > len(user_ids)), None)
    if "no" in given:
        return "no"
    return "yes" if user_ids and len(given) == len(user_ids) else None


def result_at_close(kind: str, user_ids: Collection[int], ballots: Mapping[int, str]) -> str:
    """The result when the time is up: the answer with most ballots, or "late" where all must agree.

    >>> result_at_close("overdue", (1, 2), {1: "end", 2: "wait"})
    'wait'
    """
    if kind != "overdue":
        return "late"
    given = Counter(ballots[user_id] for user_id in user_ids if user_id in ballots)
    return max(ANSWERS[kind], key=lambda answer: given[answer])


def require_active_seat(snapshot: GameSnapshot, actor: Actor) -> Seat:
    """Return the actor's seat. Raises Denied if they have resigned or the caretaker plays it."""
    seat = require_seat(snapshot, actor.id)
    if snapshot.players[seat].resigned:
        raise Denied("resigned_others_decide")
    if snapshot.players[seat].has_caretaker:
        raise Denied("come_back_first")
    return seat


def check_may_vote(snapshot: GameSnapshot, kind: str, seat: Seat | None, actor: Actor) -> None:
    require_active_seat(snapshot, actor)
    if actor.id not in voters(snapshot, kind, seat):
        raise Denied("others_decide")


# Opening, voting, closing


async def open_vote(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    kind: VoteKind,
    *,
    seat: Seat | None = None,
    by: int | None = None,
    payload: Mapping[str, Any] | None = None,
) -> db.Vote:
    """Open a vote, set its timer, and enqueue its message with a button for each answer."""
    vote = await db.votes.create(
        tx, snapshot.code, kind, closes=tx.now + OPEN_FOR_MS, seat=seat, opened_by=by, payload=payload
    )
    await _set_timer(tx, vote)
    await post_update(tx, vote, "opened")
    return vote


async def open_with_consent(
    tx: db.Transaction,
    snapshot: GameSnapshot,
    kind: VoteKind,
    actor: Actor,
    payload: Mapping[str, Any] | None = None,
) -> bool:
    """Open a vote of the whole table and cast the actor's yes. Returns whether that decided it.

    Raises Denied if the actor may not vote, or if such a vote is open.
    """
    check_may_vote(snapshot, kind, None, actor)
    if await db.votes.list_open(tx, snapshot.code, kind=kind):
        raise Denied("asked_already")
    vote = await open_vote(tx, snapshot, kind, by=actor.id, payload=payload)
    await db.votes.cast_ballot(tx, vote, actor.id, AGREES)
    return await settle_if_decided(tx, snapshot, vote)


async def cast_vote(service: GameService, code: str, number: int, actor: Actor, choice: str) -> bool:
    """Cast the actor's ballot, replacing an earlier one. Returns True if that decided the vote."""
    async with service.transaction() as tx:
        snapshot = await service.load(tx, code)
        vote = await db.votes.find(tx, number)
        if vote is None or not _may_be_open(snapshot, vote):
            snapshot = await service.load_running(tx, code)
        if vote is None or vote.game != snapshot.code or choice not in allowed_answers(snapshot, vote.kind):
            raise Denied("unknown_vote")
        if vote.closed is not None:
            raise Denied("vote_over")
        check_may_vote(snapshot, vote.kind, vote.seat, actor)
        await db.votes.cast_ballot(tx, vote, actor.id, choice)
        await post_update(tx, vote, f"{actor.id} {choice} {tx.now}")
        return await settle_if_decided(tx, snapshot, vote)


async def close_vote(tx: db.Transaction, vote: db.Vote, result: str) -> bool:
    """Close a vote and update its message. Returns False if it was closed already."""
    await db.timers.cancel(tx, keys=[_timer_key(vote)])
    await post_update(tx, vote, "closed")
    return await db.votes.close(tx, vote, result)


def _may_be_open(snapshot: GameSnapshot, vote: db.Vote) -> bool:
    return snapshot.is_running or (vote.kind in KINDS_WHILE_ARCHIVED and snapshot.row.status == "archived")


async def close_all(tx: db.Transaction, snapshot: GameSnapshot, result: str = "over") -> None:
    for vote in await db.votes.list_open(tx, snapshot.code):
        await close_vote(tx, vote, result)


async def close_about_seat(tx: db.Transaction, snapshot: GameSnapshot, seat: Seat, result: str) -> None:
    """Close the votes on an overdue seat and the offers of that seat."""
    for vote in await db.votes.list_open(tx, snapshot.code, seat=seat):
        if vote.kind in ("overdue", "substitute"):
            await close_vote(tx, vote, result)


async def cancel_outdated(tx: db.Transaction, snapshot: GameSnapshot, mover: Seat | None) -> None:
    """Close the votes that a move has made pointless, and restart timers of the others.

    An undo vote ends with any move; a vote on an overdue seat ends when that seat moves.
    """
    for vote in await db.votes.list_open(tx, snapshot.code):
        about_mover = (
            vote.seat == mover
            and mover not in snapshot.opponent_seats  # whose seat is offered though they play
            and vote.kind in ("overdue", "substitute")
        )
        if mover is not None and (vote.kind == "undo" or about_mover):
            await close_vote(tx, vote, "moved")
            if vote.kind == "undo":
                key = f"vote {vote.id} closed"
                await outbox_messages.post_notice(
                    tx, snapshot.code, outbox_messages.Notice(code="moved_on"), key=key
                )
        elif await db.timers.find(tx, _timer_key(vote)) is None:  # stopped while the game lay still
            await _set_timer(tx, vote)


async def settle_all_decided(service: GameService, tx: db.Transaction, snapshot: GameSnapshot) -> None:
    """Settle open votes that are decided now that one voter has dropped out."""
    for vote in await db.votes.list_open(tx, snapshot.code):
        if vote.kind != "substitute" and (vote.seat is None or not snapshot.players[vote.seat].resigned):
            now = await service.load(tx, snapshot.code)
            if now.is_running and await settle_if_decided(tx, now, vote):
                return


async def close_expired(service: GameService, tx: db.Transaction, timer: db.Timer) -> None:
    """Timer handler: close a vote with the result of the ballots so far."""
    vote = await db.votes.find(tx, timers.VoteTimer.model_validate(timer.payload).vote)
    if vote is None or vote.closed is not None:
        return
    snapshot = await service.load(tx, vote.game)
    if not _may_be_open(snapshot, vote):
        await close_vote(tx, vote, "over")
    elif vote.kind == "substitute":
        await close_vote(tx, vote, "late")
        await _HANDLERS[vote.kind](tx, snapshot, ClosedVote(vote, "late", answered=False))
    else:
        user_ids = voters(snapshot, vote.kind, vote.seat)
        result = result_at_close(vote.kind, user_ids, await db.votes.ballots_by_user(tx, vote.id))
        await _settle(tx, snapshot, vote, result)


async def settle_if_decided(tx: db.Transaction, snapshot: GameSnapshot, vote: db.Vote) -> bool:
    """Settle the vote if the ballots so far decide it. Returns whether they did."""
    user_ids = voters(snapshot, vote.kind, vote.seat)
    result = early_result(vote.kind, user_ids, await db.votes.ballots_by_user(tx, vote.id))
    if result is None:
        return False
    await _settle(tx, snapshot, vote, result)
    return True


async def _settle(tx: db.Transaction, snapshot: GameSnapshot, vote: db.Vote, result: str) -> None:
    """Close a vote, log and announce its result, and call the result handler."""
    await close_vote(tx, vote, result)
    answered = bool(await db.votes.ballots_by_user(tx, vote.id))
    log = GameLog(snapshot)
    outcome = UNANSWERED if vote.kind == "overdue" and not answered else result
    log.add_entry("vote", vote.seat, text=f"{vote.kind} {outcome}", barrier=False)
    # A vote without ballots does not count as activity.
    at = tx.now if answered else snapshot.row.last_activity
    snapshot = await log.save(tx, replace(log.snapshot.row, last_activity=at))
    if f"{vote.kind} {result}" in ANNOUNCED_RESULTS:
        values = {} if vote.seat is None else {"seat": vote.seat}
        notice = outbox_messages.Notice(code=f"{vote.kind}_{result}", values=values)
        await outbox_messages.post_notice(tx, snapshot.code, notice, key=f"vote {vote.id} closed")
    await _HANDLERS[vote.kind](tx, snapshot, ClosedVote(vote, result, answered))


async def post_update(tx: db.Transaction, vote: db.Vote, key_suffix: str) -> None:
    """Enqueue the message of a vote, or its update; `key_suffix` makes the outbox key unique."""
    payload, key = outbox_messages.VoteCard(vote=vote.id), f"{vote.game} shows vote {vote.id} {key_suffix}"
    await outbox_messages.post(tx, payload, key=key, game=vote.game)


async def _set_timer(tx: db.Transaction, vote: db.Vote) -> None:
    payload = timers.VoteTimer(vote=vote.id)
    await db.timers.schedule(
        tx, timers.new_timer(timers.VOTE, payload, _timer_key(vote), vote.closes, vote.game)
    )


def _timer_key(vote: db.Vote) -> str:
    return f"vote {vote.id}"
