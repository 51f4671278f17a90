"""Calling standing orders: a seat that has some looks at them a while after it begins to owe a move."""

import secrets
from collections.abc import Collection

import db
from rules.game import Seat

ORDER = "order"
SOONEST, LATEST = 60_000, 240_000
"""The pause before an order is looked at. It hangs on nothing, so that it tells nobody anything."""


async def call_orders(w: db.Write, code: str, owing: Collection[Seat], *, now: int) -> None:
    for seat in sorted({order.seat for order in await w.orders(code)} & set(owing)):
        pause = SOONEST + secrets.randbelow(LATEST - SOONEST)
        key, payload = f"{code} {ORDER} {seat}", {"seat": seat}
        await w.set_timer(ORDER, key=key, due=now + pause, payload=payload, game=code)
