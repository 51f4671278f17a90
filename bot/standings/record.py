"""Keeps what a game came to, in the transaction in which it ends."""

import asyncio

import db
from bot.position import Position
from bot.standings.ledger import Ledger, counts, ledger_of
from bot.standings.rating import OVERALL
from bot.standings.results import results_of
from bot.standings.seasons import season_at


async def record(w: db.Write, position: Position) -> None:
    """Results, ratings and the season of a game that has just ended: `position` is the table after it."""
    row = position.row
    results = results_of(position, await w.seats(row.code), await w.effective_moves(row.code))
    await w.keep_results(row.code, results)
    if row.server is None or row.ended is None or not counts(results):
        return
    await begin_season(w, row.server, row.ended)
    if await w.latest_result(row.server) != (row.ended, row.code):
        # Another game of the same moment, or a clock that was set back: the order decides, not the arrival.
        await _rate_all(w, row.server)
        return
    people = [one.person for one in results if one.person is not None]
    ledger = Ledger(await w.ratings_among(row.server, (row.key, OVERALL), people))
    ledger.enter(results)
    await w.keep_ratings(ledger.ratings.values())
    await w.keep_steps(ledger.steps)


async def begin_season(w: db.Write, server: int, at: int) -> None:
    """The season of that moment, with the timer that closes it, unless it has begun."""
    span = season_at(at)
    if await w.open_season(server, span.start, span.until):
        payload = {"server": server, "start": span.start}
        await w.set_timer("season", key=f"season {server} {span.start}", due=span.until, payload=payload)


async def _rate_all(w: db.Write, server: int) -> None:
    ledger = await asyncio.to_thread(ledger_of, await w.results_on(server))
    await w.replace_ratings(server, ledger.ratings.values(), ledger.steps)
