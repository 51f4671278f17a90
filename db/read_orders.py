"""Reads about what a player decided in advance: standing orders and kept plans."""

from sqlalchemy import select

from db import tables
from db.reading import Reading
from db.rows import Plan, StandingOrder


class ReadsOrders(Reading):
    """Only ever asked for on behalf of the one who gave them."""

    async def orders(self, game: str, *, seat: int | None = None) -> tuple[StandingOrder, ...]:
        """The orders in force in a game, the oldest first."""
        orders = tables.orders.c
        query = select(tables.orders).where(orders.game == game, orders.ended.is_(None))
        if seat is not None:
            query = query.where(orders.seat == seat)
        return tuple(StandingOrder(**row) for row in await self._rows(query.order_by(orders.id)))

    async def order(self, number: int) -> StandingOrder | None:
        row = await self._row(select(tables.orders).where(tables.orders.c.id == number))
        return None if row is None else StandingOrder(**row)

    async def plans(self, game: str) -> tuple[Plan, ...]:
        query = select(tables.plans).where(tables.plans.c.game == game).order_by(tables.plans.c.seat)
        return tuple(Plan(**row) for row in await self._rows(query))

    async def plan(self, game: str, person: int) -> Plan | None:
        plans = tables.plans.c
        row = await self._row(select(tables.plans).where(plans.game == game, plans.person == person))
        return None if row is None else Plan(**row)
