"""When somebody is away: the table is asked, the caretaker plays, a substitute sits down."""

from collections.abc import Sequence
from dataclasses import replace

import db
from bot.ballots import asked
from bot.notices import Answer, Notice
from bot.position import AGREED, Player, Position
from bot.tables.moving import Moving
from bot.tables.people import Denied, Visitor, check_room, seat_of, see
from bot.tables.votes import CARETAKER, OPEN_FOR, called_as
from bot.words import mark
from rules.game import Move, Seat, Step

ERASED = "erased"
WEEK = 7 * 24 * 3_600_000
BACK = Answer(label=mark("I am back"), verb="back", primary=True)


class Absence(Moving):
    """Each of these is one entry of the log, told at the table."""

    async def open_absence_vote(self, w: db.Write, position: Position, seat: Seat) -> None:
        """Ask the others what to do about a seat that does not move, unless they are being asked already."""
        position = await self._position(w, position.code)
        row, player = position.row, position.players[seat]
        people = asked(position, "absence", seat)
        if not people or seat not in position.owing() or player.caretaker:
            return
        about = await w.open_votes(row.code, seat=seat)
        if any(vote.kind in ("absence", "call") for vote in about) or await self._asks_again(w, row, seat):
            return
        notice = Notice(
            text=mark(
                "The move of {who} has been due for long. What shall the table do? Wait a day, let the "
                "caretaker play the seat until {who} is back, look for a substitute, or end the game without "
                "a winner. Most answers decide; the vote ends {until}."
            ),
            values={"who": called_as(player), "until": self._moment(OPEN_FOR)},
            mentions=people,
        )
        await self._ask(w, row, "absence", notice, seat=seat)

    async def hand_to_caretaker(self, w: db.Write, position: Position, seat: Seat, *, why: str) -> None:
        """Let Skald play a seat until its owner is back."""
        position = await self._position(w, position.code)
        player = position.players[seat]
        if not position.running or player.caretaker:
            return
        for vote in await w.open_votes(position.code, seat=seat):
            if vote.kind in ("absence", "call"):
                await self._close(w, vote, CARETAKER)
        await w.hand_over(position.code, seat, since=self.now())
        row = await self._log(w, position, CARETAKER, seat, text=why)
        await self.say(w, row, _taken_over(player, why), key=f"{CARETAKER} {row.ply}")
        await self._leave_word(w, position, row, None, position.state, None)

    async def reclaim(self, code: str, visitor: Visitor, *, interaction: int) -> Position:
        """Somebody is back and plays on himself."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            seat = seat_of(position, visitor.id)
            if position.players[seat].resigned:
                raise Denied(mark("You gave this game up; the caretaker plays your seat to the end."))
            if not position.players[seat].caretaker:
                raise Denied(mark("You play this seat yourself already."))
            await see(w, visitor)
            position = await self._come_back(w, position, seat, interaction=interaction)
            row = await self._leave_word(w, position, position.row, None, position.state, None)
            await self.send_hands(w, row, (seat,))
            return replace(position, row=row)

    async def take_seat(
        self, code: str, vote: int, visitor: Visitor, *, server: int | None, interaction: int
    ) -> Position:
        """A substitute sits down in the place of somebody who is away, with his hand."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            call = await w.vote(vote)
            if call is None or (call.game, call.kind) != (position.code, "call") or call.seat is None:
                raise Denied(mark("This seat is not free."))
            if call.closed is not None:
                raise Denied(mark("This seat is not free any more."))
            if position.seat_of(visitor.id) is not None:
                raise Denied(mark("You are at this table already."))
            if server is None or server != position.row.server:
                raise Denied(mark("Only somebody of this server can take the seat."))
            await check_room(w, visitor.id)
            await see(w, visitor)
            return await self._seat_substitute(w, position, call, call.seat, visitor, interaction)

    async def play_for_absent(
        self, position: Position, seat: Seat, moves: Sequence[Move], timer: db.Timer
    ) -> None:
        """What the caretaker chose for a seat, unless the table has changed since he looked at it."""
        async with self.store.write() as w:
            if not await w.finish_timer(timer):
                return
            now = await self._position(w, position.code)
            if not now.running:
                return
            if now.row.version != position.row.version or not moves:
                await self._rouse(w, now.row, now.owing())
                return
            game, row, events = now.game, now.row, ()
            step = Step(now.state, events, barrier=True)
            for move in moves:
                step = game.apply(step.state, seat, move)
                row = await self._record(w, row, game, seat, move, step, by=CARETAKER)
            row, step = await self._play_forced(w, now, row, step)
            await self._leave_word(w, now, row, seat, step.state, game.outcome(step.state))

    # What a vote about somebody's absence leads to

    async def _after_absence_vote(
        self, w: db.Write, position: Position, seat: Seat, result: str, *, answered: bool
    ) -> None:
        player = position.players[seat]
        match result:
            case "caretaker":
                await self.hand_to_caretaker(w, position, seat, why="vote")
            case "substitute":
                await self._call_for_substitute(w, position, player)
            case "end":
                await self._end_by_agreement(w, position)
            case _:
                another_day = mark("The table waits another day for {who}.")
                nobody = mark("Nobody answered, so the table waits for {who} and is asked again in a week.")
                notice = Notice(text=another_day if answered else nobody, values={"who": called_as(player)})
                await self.say(w, position.row, notice, key=f"waiting {position.row.ply}")
                await self._ask_again_later(w, position.row, seat, after=OPEN_FOR if answered else WEEK)

    async def _call_for_substitute(self, w: db.Write, position: Position, player: Player) -> None:
        notice = Notice(
            text=mark(
                "Who plays on for {who}? Anybody of this server can take the seat, with its hand and all "
                "that stands before it. If nobody does, the table is asked again {until}."
            ),
            values={"who": called_as(player), "until": self._moment(OPEN_FOR)},
        )
        await self._ask(w, position.row, "call", notice, seat=player.seat)

    async def _end_by_agreement(self, w: db.Write, position: Position) -> None:
        await self._leave_word(w, position, position.row, None, position.state, AGREED)

    async def _seat_substitute(
        self, w: db.Write, position: Position, call: db.Vote, seat: Seat, visitor: Visitor, interaction: int
    ) -> Position:
        before = position.players[seat]
        await self._close(w, call, "taken")
        await w.reseat(position.code, seat, visitor.id, at=self.now())
        await self.fresh_clock(w, position.row, seat)
        row = await self._log(w, position, "substitute", seat, person=visitor.id, interaction=interaction)
        position = await self._position(w, row.code)
        values = {"who": called_as(position.players[seat]), "before": called_as(before), "code": row.code}
        key = f"substitute {row.ply}"
        text = mark("{who} takes the seat of {before} and plays on.")
        await self.say(w, row, Notice(text=text, values=values, mentions=(visitor.id,)), key=key)
        if before.person is not None:
            text = mark(
                "The table did not wait any longer: {who} plays on in your place in game `{code}`. "
                "The hand you have here is as it was; you get no new ones."
            )
            await self.tell(w, before.person, Notice(text=text, values=values), key=key, game=row.code)
        text = mark(
            "You sit in game `{code}` now, in the place of {before}. Your hand comes in a message of its "
            "own; /recap tells what happened so far, /rules explains the decision at hand."
        )
        await self.tell(w, visitor.id, Notice(text=text, values=values), key=key, game=row.code)
        await self.fresh_clock(w, row, seat)
        row = await self._leave_word(w, position, row, None, position.state, None)
        await self.send_hands(w, row, (seat,))
        return position

    def _moment(self, ahead: int) -> str:
        return f"<t:{(self.now() + ahead) // 1000}:R>"


def _taken_over(player: Player, why: str) -> Notice:
    """Somebody who had himself erased is not named."""
    if why == ERASED:
        return Notice(text=mark("Somebody has left for good. The caretaker plays that seat to the end."))
    return Notice(
        text=mark("The caretaker plays for {who} until {who} is back."),
        values={"who": called_as(player)},
        mentions=() if player.person is None else (player.person,),
        answers=(BACK,),
    )
