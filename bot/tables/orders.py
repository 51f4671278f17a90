"""Standing orders at a table: given, dropped, and carried out when their time comes."""

from dataclasses import replace

import db
from bot.notices import Notice
from bot.ordering import Order, described, move_for, readable, took_from
from bot.position import Position
from bot.tables.calling import call_orders
from bot.tables.moving import Moving
from bot.tables.people import Denied, Visitor, seat_of
from bot.words import mark, words_for
from rules.game import Move, Refusal, Seat

WEEK = 7 * 86_400_000
ORDERS_AT_ONCE = 8


class Orders(Moving):
    """An order is seen by nobody but the one who gave it."""

    async def give_order(self, code: str, visitor: Visitor, order: Order) -> Position:
        async with self.store.write() as w:
            position = await self._playing(w, code)
            seat = seat_of(position, visitor.id)
            readable(position.game, order.words)
            if len(await w.orders(code, seat=seat)) >= ORDERS_AT_ONCE:
                raise Denied(mark("That would be more than {n} orders; drop one first."), n=ORDERS_AT_ONCE)
            payload = {**order.model_dump(mode="json"), "ply": position.row.ply}
            await w.give_order(
                game=position.code, seat=seat, person=visitor.id, payload=payload, at=self.now()
            )
            await call_orders(w, position.code, position.owing() & {seat}, now=self.now())
            return position

    async def drop_order(self, code: str, visitor: Visitor, number: int) -> Position:
        async with self.store.write() as w:
            position = await self._position(w, code)
            order = await w.order(number)
            if order is None or order.person != visitor.id or order.game != position.code:
                raise Denied(mark("There is no such order of yours."))
            await w.end_order(number, at=self.now(), result="dropped")
            return position

    async def follow_orders(self, timer: db.Timer) -> None:
        """Carry out the first order that fits, unless the table changed while it was looked for."""
        seat: Seat = timer.payload["seat"]
        assert timer.game is not None
        position = await self.position(timer.game)
        kept = await self.store.orders(position.code, seat=seat)
        stopped = [order for order in kept if await self._is_over(position, order)]
        chosen = self._choose(position, seat, [order for order in kept if order not in stopped])
        async with self.store.write() as w:
            if not await w.finish_timer(timer):
                return
            now = await self._position(w, position.code)
            if now.row.version != position.row.version:
                await call_orders(w, now.code, now.owing() & {seat}, now=self.now())
                return
            for order in stopped:
                await self._end(w, now, order, mark("Your order has ended: {order}."), "over")
            if chosen is not None:
                await self._carry_out(w, now, seat, *chosen)

    def _choose(
        self, position: Position, seat: Seat, orders: list[db.StandingOrder]
    ) -> tuple[db.StandingOrder, Move] | None:
        if seat not in position.owing() or position.players[seat].caretaker:
            return None
        for order in orders:
            move = move_for(position.game, position.state, seat, read_order(order))
            if move is not None and order.person == position.players[seat].person:
                return order, move
        return None

    async def _is_over(self, position: Position, order: db.StandingOrder) -> bool:
        if position.players[order.seat].person != order.person or not position.running:
            return True
        match read_order(order).until:
            case "week":
                return self.now() - order.created >= WEEK
            case "loss":
                since = await self.stretch(position, order.payload["ply"], position.row.ply)
                return took_from(since.events, order.seat)
        return False

    async def _carry_out(
        self, w: db.Write, position: Position, seat: Seat, order: db.StandingOrder, move: Move
    ) -> None:
        game = position.game
        step = game.apply(position.state, seat, move)
        row = await self._record(w, position.row, game, seat, move, step, person=order.person, by="order")
        row, step = await self._play_forced(w, position, row, step)
        text = mark("Your order was carried out: {order}.")
        if read_order(order).until == "once":
            await self._end(w, position, order, text, "done")
        else:
            await self._tell_owner(w, position, order, text, key=f"order {order.id} {row.ply}")
        await self._leave_word(w, position, row, seat, step.state, game.outcome(step.state))
        after = replace(position, row=row, state=step.state)
        await call_orders(w, row.code, after.owing() & {seat}, now=self.now())

    async def _end(
        self, w: db.Write, position: Position, order: db.StandingOrder, text: str, result: str
    ) -> None:
        if await w.end_order(order.id, at=self.now(), result=result):
            await self._tell_owner(w, position, order, text, key=f"order {order.id} {result}")

    async def _tell_owner(
        self, w: db.Write, position: Position, order: db.StandingOrder, text: str, *, key: str
    ) -> None:
        words = words_for((await w.person(order.person)).locale)
        teller = words.teller(position.game, position.names)
        said = described(teller, position.game, read_order(order).words)
        notice = Notice(text=text, values={"order": said})
        await self.tell(w, order.person, notice, key=key, game=position.code)


def read_order(order: db.StandingOrder) -> Order:
    try:
        return Order.model_validate({name: order.payload[name] for name in Order.model_fields})
    except ValueError:
        raise Refusal("unreadable") from None
