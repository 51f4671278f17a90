"""Persists the results and ratings of a game, in the transaction that ends it."""

import asyncio
from dataclasses import replace
from typing import Any

import db
from bot.standings import seasons
from bot.standings.rating_history import RatingHistory, build_rating_history, changes_ratings
from bot.standings.ratings import OVERALL
from bot.standings.results import game_results
from bot.standings.seasons import Span
from db.clock import DAY, WEEK
from rules.game import AnyGame, Outcome

FULL_WEIGHT_DUELS = 5
DUEL_PERIOD_MS = 30 * DAY
EARLY_PERIOD_MS = WEEK


async def persist_game(
    tx: db.Transaction, game: AnyGame, row: db.Game, outcome: Outcome, state: Any
) -> Span | None:
    """Persist results, ratings and the season of a game that has just ended; `row` is its updated row.

    Returns the season if this game began it, so that the caller can schedule its end.
    """
    server = row.standings_server
    if server is not None:
        # Locks the server's row: ratings build on each other, so its games must end one after the other.
        await db.servers.get(tx, server)
    players, log = (
        await db.players.list_for_game(tx, row.code),
        await db.entries.read_effective_log(tx, row.code),
    )
    results = await _limited(tx, game_results(game, row, players, log, outcome, state))
    await db.results.replace_for_game(tx, row.code, results)
    if server is None or row.ended is None or not changes_ratings(results):
        return None
    begun = await seasons.begin_season(tx, server, row.ended)
    if await db.results.find_latest(tx, server) != (row.ended, row.code):
        # Another game ended in the same millisecond, or the clock was set back: rate in the defined order.
        await _recompute_ratings(tx, server)
    else:
        await _update_ratings(tx, server, row.key, results)
    return begun


async def _limited(tx: db.Transaction, results: tuple[db.Result, ...]) -> tuple[db.Result, ...]:
    """Lower the weight of a rated game of two who have played many within a month.

    Of their games that end by an early resignation, only the first of a week counts. Otherwise a second
    account that loses on purpose lifts a rating in minutes.
    """
    if len(results) != 2 or not changes_ratings(results):
        return results
    first, second = results
    if first.person is None or second.person is None or first.server is None:
        return results
    pair, until = (first.person, second.person), first.ended
    if first.early and await db.results.count_duels(
        tx, first.server, pair, since=until - EARLY_PERIOD_MS, until=until, early=True
    ):
        return replace(first, counted=False), replace(second, counted=False)
    earlier = await db.results.count_duels(tx, first.server, pair, since=until - DUEL_PERIOD_MS, until=until)
    weight = duel_weight(earlier + 1)
    return replace(first, weight=weight), replace(second, weight=weight)


def duel_weight(games: int) -> float:
    """The weight of the last of this many games of two users within a month.

    >>> [round(duel_weight(games), 2) for games in (1, 5, 6, 10, 20)]
    [1.0, 1.0, 0.69, 0.25, 0.06]
    """
    return min(1.0, (FULL_WEIGHT_DUELS / games) ** 2)


async def _update_ratings(tx: db.Transaction, server: int, key: str, results: tuple[db.Result, ...]) -> None:
    user_ids = [one.person for one in results if one.person is not None]
    history = RatingHistory(await db.ratings.list_for_users(tx, server, (key, OVERALL), user_ids))
    history.add_game(results)
    await db.ratings.upsert(tx, history.ratings.values())
    await db.ratings.insert_steps(tx, history.steps)


async def _recompute_ratings(tx: db.Transaction, server: int) -> None:
    history = await asyncio.to_thread(build_rating_history, await db.results.list_for_server(tx, server))
    await db.ratings.replace_for_server(tx, server, history.ratings.values(), history.steps)
