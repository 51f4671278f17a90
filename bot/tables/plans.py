"""Plans that are kept at a table: looked at again whenever the board changes."""

from typing import Any

import db
from bot.notices import Notice
from bot.position import Position
from bot.tables.calling import call_orders
from bot.tables.room import Room
from bot.words import mark, words_for
from rules.game import Outcome, Refusal, Seat


class Plans(Room):
    """What somebody has in mind, seen by nobody else."""

    async def _review_intentions(
        self,
        w: db.Write,
        position: Position,
        mover: Seat | None,
        state: Any,
        outcome: Outcome | None,
    ) -> None:
        """Call the orders of those who owe a move now, and drop plans that came to nothing."""
        code, game = position.code, position.game
        if outcome is not None:
            await w.end_orders(game=code, at=self.now(), result="over")
            await w.drop_plans(code)
            return
        owing = game.to_act(state)
        await call_orders(w, code, owing, now=self.now())
        for plan in await w.plans(code):
            if plan.seat not in owing or game.parse(plan.text) in game.legal(state, plan.seat):
                continue
            await w.drop_plan(code, plan.person)
            if plan.seat != mover:
                await self._tell_dropped(w, position, plan)

    async def _tell_dropped(self, w: db.Write, position: Position, plan: db.Plan) -> None:
        words = words_for((await w.person(plan.person)).locale)
        said = words.teller(position.game, position.names).intent(position.game.parse(plan.text), {})
        text = mark("The board has changed, and your plan is not possible any more: {plan}")
        notice = Notice(text=text, values={"plan": said})
        await self.tell(w, plan.person, notice, key=f"plan {plan.at}", game=position.code)

    async def keep_plan(self, code: str, person: int, text: str, *, version: int | None) -> Position:
        """Keep a move in mind that is possible now."""
        async with self.store.write() as w:
            position = await self._playing(w, code)
            seat = position.seat_of(person)
            if seat is None:
                raise Refusal("not_seated")
            move = position.game.parse(text)
            if version != position.row.version or move not in position.legal(seat):
                raise Refusal("stale")
            await w.keep_plan(
                game=position.code,
                person=person,
                seat=seat,
                text=str(move),
                ply=position.row.ply,
                at=self.now(),
            )
            return position

    async def drop_plan(self, code: str, person: int) -> Position:
        async with self.store.write() as w:
            position = await self._position(w, code)
            await w.drop_plan(position.code, person)
            return position
