"""How a turn passes on and a game ends: what the chat is told, what is kept."""

from dataclasses import replace
from typing import Any

import db
from bot.notices import Notice
from bot.position import Position, last_resigned, write_outcome
from bot.standings.record import record
from bot.tables.clocks import Clocks
from bot.tables.plans import Plans
from bot.tables.votes import Votes, called_as
from bot.words import mark
from rules.game import Achieving, Outcome, Seat


class Ending(Votes, Plans, Clocks):
    """What follows an entry of the log."""

    async def _leave_word(
        self,
        w: db.Write,
        position: Position,
        row: db.Game,
        mover: Seat | None,
        state: Any,
        outcome: Outcome | None,
    ) -> db.Game:
        """Leave in the outbox what the chat must be told, and close a game that has ended."""
        await self._after_entry(w, position.game, row, mover, state, outcome)
        await self._review_intentions(w, position, mover, state, outcome)
        if outcome is not None:
            outcome = last_resigned(outcome, {player.seat for player in position.players if player.resigned})
            row = await w.update_game(row, status="over", outcome=write_outcome(outcome), ended=self.now())
            await self.wind(w, row, since=position.row.ply)
            await self._keep_successes(w, position, state)
            await record(w, replace(position, row=row, state=state))
            await self._post(w, row, "card", {"fresh": True})
            await self._post(w, row, "saga", {})
            return row
        await self.wind(w, row, since=position.row.ply)
        called = position.game.to_act(state) - position.owing() - {mover}
        await self._post(w, row, "card", {"fresh": bool(called)})
        if called:
            absent = {player.seat for player in position.players if player.caretaker}
            await self.send_hands(w, row, (called | {seat for seat in (mover,) if seat is not None}) - absent)
        return row

    async def _log(
        self,
        w: db.Write,
        position: Position,
        kind: str,
        seat: Seat | None,
        *,
        text: str = "",
        person: int | None = None,
        interaction: int | None = None,
        ended: bool = False,
        barrier: bool = True,
    ) -> db.Game:
        """An entry that is no move; behind a barrier what was played before it stays."""
        return await w.append(
            position.row,
            kind=kind,
            text=text,
            at=self.now(),
            owed=() if ended else position.game.to_act(position.state),
            seat=seat,
            person=person,
            barrier=barrier,
            interaction=interaction,
            snapshot=barrier,
        )

    async def _come_back(
        self, w: db.Write, position: Position, seat: Seat, *, interaction: int | None = None
    ) -> Position:
        """Take a seat out of the caretaker's hands."""
        player = position.players[seat]
        await w.hand_over(position.code, seat, since=None)
        row = await self._log(w, position, "reclaim", seat, person=player.person, interaction=interaction)
        notice = Notice(text=mark("{who} is back and plays on."), values={"who": called_as(player)})
        await self.say(w, row, notice, key=f"back {row.ply}")
        return await self._position(w, row.code)

    async def _keep_successes(self, w: db.Write, position: Position, state: Any) -> None:
        game = position.game
        if not isinstance(game, Achieving):
            return
        for player in position.players:
            if player.person is not None:
                earned = game.successes(state, player.seat)
                await w.earn(player.person, game.info.key, earned, game=position.code, at=self.now())
