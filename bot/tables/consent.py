"""Answers to votes and what they lead to: an end by agreement, an undo by consent. And giving up."""

from dataclasses import replace

import db
from bot.ballots import ANSWERS, asked, at_the_close, decided
from bot.notices import Notice
from bot.position import Position, resigned
from bot.tables.absence import Absence
from bot.tables.people import Denied, Visitor, seat_of
from bot.tables.votes import OPEN_FOR, VOTE, called_as
from bot.words import mark
from rules.game import Refusal, Seat

RESULTS = {
    "end no": mark("Not everybody agrees to end the game, so it goes on."),
    "end late": mark("Not everybody agreed to end the game within a day, so it goes on."),
    "undo yes": mark(
        "All agree: the game goes back to before the last move of {who}. What was seen stays seen."
    ),
    "undo no": mark("Not everybody lets {who} take that move back, so it stands."),
    "undo late": mark("Not everybody let {who} take that move back within a day, so it stands."),
}


class Consent(Absence):
    """Answers, and what follows when they decide something or the time is up."""

    async def answer_vote(self, code: str, number: int, visitor: Visitor, choice: str) -> bool:
        """Somebody's answer, in place of an earlier one; says whether that decided the vote."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            vote = await w.vote(number)
            if vote is None or vote.game != position.code or choice not in ANSWERS.get(vote.kind, ()):
                raise Denied(mark("This vote is not known here."))
            if vote.closed is not None:
                raise Denied(mark("This vote is over."))
            self._check_say(position, vote.kind, vote.seat, visitor)
            await w.cast(vote, visitor.id, choice, at=self.now())
            await self._show_vote(w, vote, f"{visitor.id} {choice} {self.now()}")
            return await self._weigh(w, position, vote)

    async def time_is_up(self, w: db.Write, number: int) -> None:
        """Close a vote by what was answered until now."""
        vote = await w.vote(number)
        if vote is None or vote.closed is not None:
            return
        position = await self._position(w, vote.game)
        if not position.running:
            await self._close(w, vote, "over")
        elif vote.kind == "call" and vote.seat is not None:
            await self._close(w, vote, "late")
            await self.open_absence_vote(w, position, vote.seat)
        else:
            people = asked(position, vote.kind, vote.seat)
            result = at_the_close(vote.kind, people, await w.ballots(vote.id))
            await self._settle(w, position, vote, result)

    async def ask_again(self, w: db.Write, code: str, seat: Seat, owes_since: int | None) -> None:
        """The day that the table wanted to wait is over."""
        position = await self._position(w, code)
        if position.running and (await w.seats(code))[seat].owes_since == owes_since:
            await self.open_absence_vote(w, position, seat)

    async def ask_to_end(self, code: str, visitor: Visitor) -> bool:
        """Ask everybody whether the game shall end without a winner; says whether it has ended."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            seat = seat_of(position, visitor.id)
            self._check_say(position, "end", None, visitor)
            if await w.open_votes(code, kind="end"):
                raise Denied(mark("The table is being asked already."))
            people = asked(position, "end", None)
            notice = Notice(
                text=mark(
                    "{who} would like to end the game now, without a winner. It ends when everybody agrees; "
                    "the vote ends {until}."
                ),
                values={"who": called_as(position.players[seat]), "until": self._moment(OPEN_FOR)},
                mentions=tuple(person for person in people if person != visitor.id),
            )
            vote = await self._ask(w, position.row, "end", notice, by=visitor.id)
            await w.cast(vote, visitor.id, "yes", at=self.now())
            return await self._weigh(w, position, vote)

    async def own_last(self, position: Position, person: int) -> tuple[db.Entry, int] | None:
        """Somebody's latest move in force, and how many moves of others came after it."""
        async with self.store.read() as reads:
            return await _own_last(reads, position, person)

    async def ask_to_undo(self, code: str, visitor: Visitor, ply: int) -> None:
        """Ask the others whether somebody may take back what stands behind a barrier."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            seat = self._check_plays(position, visitor)
            people = asked(position, "undo", seat)
            found = await _own_last(w, position, visitor.id)
            if found is None or found[0].ply != ply:
                raise Refusal("stale")
            if not people:
                raise Denied(mark("There is nobody to ask, so what was seen stays seen."))
            if await w.open_votes(code, kind="undo"):
                raise Denied(mark("The table is being asked already."))
            notice = Notice(
                text=mark(
                    "{who} asks to take back the move made {when}. The game would go back to before it, "
                    "and {n} later {n:move|moves} of others would be taken back too; what was seen stays "
                    "seen. Everybody must agree; the vote ends {until}."
                )
                if found[1]
                else mark(
                    "{who} asks to take back the move made {when}. The game would go back to before it; "
                    "what was seen stays seen. Everybody must agree; the vote ends {until}."
                ),
                values={
                    "who": called_as(position.players[seat]),
                    "when": f"<t:{found[0].at // 1000}:R>",
                    "n": found[1],
                    "until": self._moment(OPEN_FOR),
                },
                mentions=people,
            )
            await self._ask(w, position.row, "undo", notice, seat=seat, by=visitor.id, payload={"ply": ply})

    async def resign(self, code: str, visitor: Visitor, *, interaction: int) -> Position:
        """Give up: the game ends where one is left, else the others play on and the caretaker with them."""
        async with self._writing() as w:
            position = await self._playing(w, code)
            seat = seat_of(position, visitor.id)
            if position.players[seat].resigned:
                raise Denied(mark("You gave this game up already."))
            await w.mark_resigned(position.code, seat, at=self.now())
            goes_on = len(_standing(position, seat)) > 1
            row = await self._log(
                w, position, "resign", seat, person=visitor.id, interaction=interaction, ended=not goes_on
            )
            position = await self._position(w, row.code)
            if goes_on:
                await self._say_resigned(w, position, seat)
            gone = [player.seat for player in position.players if player.resigned]
            outcome = None if goes_on else resigned(gone, [player.seat for player in position.players])
            await self._leave_word(w, position, row, seat, position.state, outcome)
            if goes_on:
                await self._after_resignation(w, position)
            return await self._position(w, row.code)

    async def _say_resigned(self, w: db.Write, position: Position, seat: Seat) -> None:
        notice = Notice(
            text=mark(
                "{who} gives up and comes last. The others play on; the caretaker plays the seat to the end."
            ),
            values={"who": called_as(position.players[seat])},
        )
        await self.say(w, position.row, notice, key=f"resigned {seat}")

    def _check_plays(self, position: Position, visitor: Visitor) -> Seat:
        """The seat of somebody who plays it himself."""
        seat = seat_of(position, visitor.id)
        if position.players[seat].resigned:
            raise Denied(mark("You gave this game up; the others decide."))
        if position.players[seat].caretaker:
            raise Denied(mark("Tap “I am back” first; then you have a say."))
        return seat

    def _check_say(self, position: Position, kind: str, seat: Seat | None, visitor: Visitor) -> None:
        """Whether somebody has a say in this."""
        self._check_plays(position, visitor)
        if visitor.id not in asked(position, kind, seat):
            raise Denied(mark("The others decide this."))

    async def _weigh(self, w: db.Write, position: Position, vote: db.Vote) -> bool:
        """Whether the answers so far decide; if so, it is done."""
        result = decided(vote.kind, asked(position, vote.kind, vote.seat), await w.ballots(vote.id))
        if result is None:
            return False
        await self._settle(w, position, vote, result)
        return True

    async def _after_resignation(self, w: db.Write, position: Position) -> None:
        """One who has no say any more may have been the last to be waited for."""
        for vote in await w.open_votes(position.code):
            if vote.kind != "call" and (vote.seat is None or not position.players[vote.seat].resigned):
                now = await self._position(w, position.code)
                if now.running and await self._weigh(w, now, vote):
                    return

    async def _settle(self, w: db.Write, position: Position, vote: db.Vote, result: str) -> None:
        """Close a vote, write its result into the log, and do what was decided."""
        await self._close(w, vote, result)
        row = await self._log(w, position, VOTE, vote.seat, text=f"{vote.kind} {result}", barrier=False)
        answered = bool(await w.ballots(vote.id))
        if not answered:  # a question that nobody answers does not break the silence
            row = await w.update_game(row, last_activity=position.row.last_activity)
        position = replace(position, row=row)
        text = RESULTS.get(f"{vote.kind} {result}")
        if text is not None:
            values = {"who": called_as(position.players[vote.seat])} if vote.seat is not None else {}
            await self.say(w, row, Notice(text=text, values=values), key=f"vote {vote.id} closed")
        match vote.kind, result:
            case "absence", _ if vote.seat is not None:
                await self._after_absence_vote(w, position, vote.seat, result, answered=answered)
            case "end", "yes":
                await self._end_by_agreement(w, position)
            case "undo", "yes":
                await self._undo_by_consent(w, position, vote)

    async def _undo_by_consent(self, w: db.Write, position: Position, vote: db.Vote) -> None:
        """Take back the move and all that came after; boards and hands that changed are sent anew."""
        game, ply = position.game, int(vote.payload["ply"])
        slip = next(entry for entry in await w.effective_moves(position.code) if entry.ply == ply)
        back, _ = await self._before(w, position, slip)
        row = await self._take_back(w, position, slip, back, person=vote.opened_by, by=VOTE)
        await self._post(w, row, "card", {"fresh": True})
        row = await self._leave_word(w, position, row, slip.seat, back.state, None)
        changed = [
            player.seat
            for player in position.players
            if not player.caretaker
            and game.view(position.state, player.seat) != game.view(back.state, player.seat)
        ]
        await self.send_hands(w, row, changed)


async def _own_last(reads: db.Reads, position: Position, person: int) -> tuple[db.Entry, int] | None:
    entries = [entry for entry in await reads.effective_moves(position.code) if entry.kind == "move"]
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].person == person:
            others = sum(entry.seat != entries[index].seat for entry in entries[index + 1 :])
            return entries[index], others
    return None


def _standing(position: Position, without: Seat) -> list[Seat]:
    return [player.seat for player in position.players if not player.resigned and player.seat != without]
