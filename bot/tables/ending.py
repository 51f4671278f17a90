"""How a turn passes on and a game ends: what the chat is told, what is kept."""

from dataclasses import replace
from typing import Any

import db
from bot.position import Position, resigned, write_outcome
from bot.standings.record import record
from bot.tables.people import Visitor, seat_of
from bot.tables.room import Room
from rules.game import Achieving, Outcome, Refusal, Seat


class Ending(Room):
    """What follows an entry of the log."""

    async def resign(self, code: str, visitor: Visitor, *, interaction: int) -> Position:
        try:
            async with self.store.write() as w:
                position = await self._playing(w, code)
                seat = seat_of(position, visitor.id)
                row = await w.append(
                    position.row,
                    kind="resign",
                    at=self.now(),
                    owed=(),
                    seat=seat,
                    person=visitor.id,
                    barrier=True,
                    interaction=interaction,
                    snapshot=True,
                )
                outcome = resigned(seat, [player.seat for player in position.players])
                return replace(
                    position, row=await self._leave_word(w, position, row, seat, position.state, outcome)
                )
        except (db.Duplicate, db.Conflict):
            raise Refusal("stale") from None

    async def _leave_word(
        self,
        w: db.Write,
        position: Position,
        row: db.Game,
        mover: Seat,
        state: Any,
        outcome: Outcome | None,
    ) -> db.Game:
        """Leave in the outbox what the chat must be told, and close a game that has ended."""
        if outcome is not None:
            row = await w.update_game(row, status="over", outcome=write_outcome(outcome), ended=self.now())
            await self._keep_successes(w, position, state)
            await record(w, replace(position, row=row, state=state))
            await self._post(w, row, "card", {"fresh": True})
            return row
        called = position.game.to_act(state) - position.owing() - {mover}
        await self._post(w, row, "card", {"fresh": bool(called)})
        if called:
            await self.send_hands(w, row, called | {mover})
        return row

    async def _keep_successes(self, w: db.Write, position: Position, state: Any) -> None:
        game = position.game
        if not isinstance(game, Achieving):
            return
        for player in position.players:
            if player.person is not None:
                earned = game.successes(state, player.seat)
                await w.earn(player.person, game.info.key, earned, game=position.code, at=self.now())
