"""Keeps what a game came to, in the transaction in which it ends."""

import asyncio
from typing import Any

import db
from bot.standings import seasons
from bot.standings.rating_history import Ledger, counts, ledger_of
from bot.standings.ratings import OVERALL
from bot.standings.results import results_of
from bot.standings.seasons import Span
from rules.game import AnyGame, Outcome


async def record(
    tx: db.Transaction, game: AnyGame, row: db.Game, outcome: Outcome, state: Any
) -> Span | None:
    """Results, ratings and the season of a game that has just ended; `row` is the game after it.

    The season is given where this game began it, so that its close can be seen to.
    """
    server = row.counts_on
    if server is not None:
        # Ratings go on from those before, so games of a server end one after the other in all processes.
        await db.servers.find(tx, server)
    players, log = await db.players.at(tx, row.code), await db.entries.in_force(tx, row.code)
    results = results_of(game, row, players, log, outcome, state)
    await db.results.keep(tx, row.code, results)
    if server is None or row.ended is None or not counts(results):
        return None
    begun = await seasons.begin(tx, server, row.ended)
    if await db.results.latest(tx, server) != (row.ended, row.code):
        # Another game of the same moment, or a clock that was set back: the order decides, not the arrival.
        await _rate_all(tx, server)
    else:
        await _rate(tx, server, row.key, results)
    return begun


async def _rate(tx: db.Transaction, server: int, key: str, results: tuple[db.Result, ...]) -> None:
    people = [one.person for one in results if one.person is not None]
    ledger = Ledger(await db.ratings.among(tx, server, (key, OVERALL), people))
    ledger.enter(results)
    await db.ratings.keep(tx, ledger.ratings.values())
    await db.ratings.keep_steps(tx, ledger.steps)


async def _rate_all(tx: db.Transaction, server: int) -> None:
    ledger = await asyncio.to_thread(ledger_of, await db.results.on_server(tx, server))
    await db.ratings.replace(tx, server, ledger.ratings.values(), ledger.steps)
