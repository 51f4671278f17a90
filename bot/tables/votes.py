"""Asking the table: opening a vote, closing it, and calling the caretaker to a seat that owes a move."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import db
from bot.ballots import ANSWERS, Question
from bot.notices import Answer, Notice
from bot.position import NOBODY, Player
from bot.tables.room import Room
from bot.words import mark
from rules.game import AnyGame, Outcome, Refusal, Seat

OPEN_FOR = 24 * 3_600_000
VOTE, CARETAKER = "vote", "caretaker"
SHORTEST_THOUGHT, LONGEST_THOUGHT = 15_000, 45_000
"""How long the caretaker seems to think; told by nothing but the game's code and the number of moves."""

LABELS = {
    "wait": mark("Wait"),
    "caretaker": mark("Caretaker"),
    "substitute": mark("Substitute"),
    "end": mark("End the game"),
    "yes": mark("Agree"),
    "no": mark("Refuse"),
}


class Votes(Room):
    """What is asked is a row, and so is each answer; a timer closes what stays open."""

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[db.Write]:
        """A transaction by which somebody acts: what comes twice or too late is told so."""
        try:
            async with self.store.write() as w:
                yield w
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def _ask(
        self,
        w: db.Write,
        row: db.Game,
        kind: Question,
        notice: Notice,
        *,
        seat: Seat | None = None,
        by: int | None = None,
        payload: dict[str, Any] | None = None,
    ) -> db.Vote:
        """Open a vote and say so at the table, with a button for each answer."""
        now, kept = self.now(), {**(payload or {}), "notice": notice.model_dump()}
        vote = await w.open_vote(
            row.code, kind, seat=seat, opened_by=by, payload=kept, at=now, closes=now + OPEN_FOR
        )
        await self._time(w, vote)
        await self._show_vote(w, vote, "opened")
        return vote

    async def _show_vote(self, w: db.Write, vote: db.Vote, what: str) -> None:
        """Say what is asked, or bring what was said of it up to date."""
        key = f"{vote.game} shows vote {vote.id} {what}"
        await w.post("vote", {"vote": vote.id}, key=key, at=self.now(), game=vote.game)

    async def _time(self, w: db.Write, vote: db.Vote) -> None:
        payload = {"vote": vote.id}
        await w.set_timer(VOTE, key=f"vote {vote.id}", due=vote.closes, payload=payload, game=vote.game)

    async def _close(self, w: db.Write, vote: db.Vote, result: str) -> bool:
        await w.cancel_timers(key=f"vote {vote.id}")
        await self._show_vote(w, vote, "closed")
        return await w.close_vote(vote, result, at=self.now())

    async def _ask_again_later(self, w: db.Write, row: db.Game, seat: Seat, *, after: int) -> None:
        payload = {"seat": seat, "owes_since": (await w.seats(row.code))[seat].owes_since}
        key = _asking_again(row.code, seat)
        await w.set_timer(VOTE, key=key, due=self.now() + after, payload=payload, game=row.code)

    async def _asks_again(self, w: db.Write, row: db.Game, seat: Seat) -> bool:
        """Whether the table has just decided to wait for the move this seat owes."""
        timer = await w.timer(_asking_again(row.code, seat))
        owes_since = (await w.seats(row.code))[seat].owes_since
        return timer is not None and timer.payload["owes_since"] == owes_since

    async def _after_entry(
        self,
        w: db.Write,
        game: AnyGame,
        row: db.Game,
        mover: Seat | None,
        state: Any,
        outcome: Outcome | None,
    ) -> None:
        """Close what a move has overtaken, and call the caretaker where one of his seats owes a move."""
        if outcome is not None:
            for vote in await w.open_votes(row.code):
                await self._close(w, vote, "over")
            for kind in (VOTE, CARETAKER):
                await w.cancel_timers(game=row.code, kind=kind)
            return
        votes = await w.open_votes(row.code)
        if votes and await self._close_overtaken(w, row, votes, mover):
            votes = await w.open_votes(row.code)
        for vote in votes:
            if await w.timer(f"vote {vote.id}") is None:  # stopped while the game lay still
                await self._time(w, vote)
        await self._rouse(w, row, game.to_act(state))

    async def _close_overtaken(
        self, w: db.Write, row: db.Game, votes: Sequence[db.Vote], mover: Seat | None
    ) -> bool:
        """Who has moved is not absent; and what was asked about the last move is not about this one."""
        overtaken = [
            vote
            for vote in votes
            if mover is not None
            and (vote.kind == "undo" or (vote.seat == mover and vote.kind in ("absence", "call")))
        ]
        for vote in overtaken:
            await self._close(w, vote, "moved")
            if vote.kind == "undo":
                await self.say(w, row, _MOVED_ON, key=f"vote {vote.id} closed")
        return bool(overtaken)

    async def _rouse(self, w: db.Write, row: db.Game, owing: Collection[Seat]) -> None:
        """Set the timer at which the caretaker moves; one that is not needed any more finds nothing to do."""
        seats = await w.seats(row.code)
        if any(seat.caretaker_since is not None for seat in seats if seat.seat in owing):
            due = self.now() + thinking(row.code, row.ply)
            await w.set_timer(CARETAKER, key=f"{row.code} {CARETAKER}", due=due, game=row.code)


def thinking(code: str, ply: int) -> int:
    number = int.from_bytes(sha256(f"{code} {ply}".encode()).digest()[:4], "big")
    return SHORTEST_THOUGHT + number % (LONGEST_THOUGHT - SHORTEST_THOUGHT)


def called_as(player: Player) -> str:
    """A player in a sentence: shown by Discord as he is called there, and pinged by nothing but a mention."""
    return f"<@{player.person}>" if player.person is not None else NOBODY


def _asking_again(code: str, seat: Seat) -> str:
    return f"{code} ask again {seat}"


def answers_to(vote: db.Vote) -> tuple[Answer, ...]:
    """A button for each answer, as long as the vote is open."""
    if vote.closed is not None:
        return ()
    if vote.kind == "call":
        return (Answer(label=mark("Take the seat"), verb="take", words=(str(vote.id),), primary=True),)
    return tuple(
        Answer(label=LABELS[answer], verb="vote", words=(str(vote.id), answer))
        for answer in ANSWERS[vote.kind]
    )


_MOVED_ON = Notice(text=mark("The game has moved on, so nothing is taken back."))
