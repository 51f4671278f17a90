"""Writes about what a player decided in advance: standing orders and kept plans."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, update

from db import tables
from db.transaction import Writing


class WritesOrders(Writing):
    """An order that ended stays, with its reason, for whoever asks what became of it."""

    async def give_order(
        self, *, game: str, seat: int, person: int, payload: Mapping[str, Any], at: int
    ) -> None:
        row = {"game": game, "seat": seat, "person": person, "payload": dict(payload), "created": at}
        await self._insert(tables.orders, row, game=game)

    async def end_order(self, number: int, *, at: int, result: str) -> bool:
        """False when it had ended already."""
        orders = tables.orders
        standing = update(orders).where(orders.c.id == number, orders.c.ended.is_(None))
        return (await self._held.execute(standing.values(ended=at, result=result))).rowcount == 1

    async def end_orders(self, *, game: str, at: int, result: str, seat: int | None = None) -> None:
        orders = tables.orders
        standing = update(orders).where(orders.c.game == game, orders.c.ended.is_(None))
        if seat is not None:
            standing = standing.where(orders.c.seat == seat)
        await self._held.execute(standing.values(ended=at, result=result))

    async def keep_plan(self, *, game: str, person: int, seat: int, text: str, ply: int, at: int) -> None:
        """One plan a game: a new one takes the place of the old."""
        await self.drop_plan(game, person)
        row = {"game": game, "person": person, "seat": seat, "text": text, "ply": ply, "at": at}
        await self._insert(tables.plans, row, game=game)

    async def drop_plan(self, game: str, person: int) -> bool:
        plans = tables.plans
        mine = delete(plans).where(plans.c.game == game, plans.c.person == person)
        return (await self._held.execute(mine)).rowcount == 1

    async def drop_plans(self, game: str) -> None:
        await self._held.execute(delete(tables.plans).where(tables.plans.c.game == game))
