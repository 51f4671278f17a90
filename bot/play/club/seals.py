"""Seals: while others still play a deal, the games that were dealt it reveal nothing of it."""

from collections.abc import Iterable
from dataclasses import replace

import db
from bot.play.core import outbox_messages


async def lift(tx: db.Transaction, codes: Iterable[str]) -> None:
    """Reveal the deal of games that nobody plays any more, and refresh their cards."""
    for code in codes:
        row = await db.games.find(tx, code)
        if row is None or row.sealed_until is None:
            continue
        row = await db.games.update(tx, row, replace(row, sealed_until=None))
        refresh = outbox_messages.RefreshCard(ply=row.ply, quietly=True)
        await db.outbox.enqueue(tx, outbox_messages.game_post(row, refresh))
