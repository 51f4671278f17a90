"""Recomputes all results and ratings from the logs of finished games, to the last digit."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import db
from bot.standings.rating_history import build_rating_history
from bot.standings.results import game_results, load_outcome
from rules import GAMES, find_game
from rules.game import AnyGame


@dataclass(frozen=True, slots=True)
class RecomputeSummary:
    """The number of games and servers recomputed, and of results and ratings that changed."""

    games: int = 0
    results_changed: int = 0
    servers: int = 0
    ratings_changed: int = 0


async def recompute_all(
    store: db.Store, games: Mapping[str, AnyGame], progress: Callable[[int, int], None] = lambda *_: None
) -> RecomputeSummary:
    """Recompute all results, then all ratings of every server. `games` are those offered now.

    `progress` receives the number of finished steps and of all steps: one per game and one per server.
    """
    codes = await db.games.list_finished_codes(store)
    servers = await db.results.list_servers(store)
    results_changed = ratings_changed = 0
    for done, code in enumerate(codes, start=1):
        results_changed += await recompute_results(store, games, code)
        progress(done, len(codes) + len(servers))
    servers = await db.results.list_servers(store)
    for done, server in enumerate(servers, start=1):
        ratings_changed += await recompute_ratings(store, server)
        progress(len(codes) + done, len(codes) + len(servers))
    return RecomputeSummary(len(codes), results_changed, len(servers), ratings_changed)


async def recompute_results(store: db.Store, games: Mapping[str, AnyGame], code: str) -> bool:
    """Recompute and store the results of a game. Returns whether they changed."""
    async with store.read() as reads:
        made = await _results_of_game(reads, games, code)
        if made is None or made == await db.results.list_for_game(reads, code):
            return False
    async with store.write() as tx:
        await db.results.replace_for_game(tx, code, made)
    return True


async def _results_of_game(
    reads: db.Reads, games: Mapping[str, AnyGame], code: str
) -> tuple[db.Result, ...] | None:
    """The results from a game's log; None if it cannot be replayed, so that the stored ones stay."""
    row = await db.games.find(reads, code)
    if row is None or row.status != "over" or not row.outcome or row.ended is None:
        return None
    game = find_game((games, GAMES), row.key, row.pack, row.rules_version)
    if game is None:
        return None
    state = await db.games.find_state(reads, code)
    results = game_results(
        game,
        row,
        await db.players.list_for_game(reads, code),
        await db.entries.read_effective_log(reads, code),
        load_outcome(row.outcome),
        None if state is None else game.load(state),
    )
    stored = {one.seat: one for one in await db.results.list_for_game(reads, code)}
    return tuple(_with_stored_limits(one, stored.get(one.seat, one)) for one in results)


def _with_stored_limits(made: db.Result, stored: db.Result) -> db.Result:
    """Keep what depended on earlier games and was fixed when this one ended."""
    counted = stored.counted if made.early else made.counted
    return replace(made, weight=stored.weight, counted=counted)


async def recompute_ratings(store: db.Store, server: int) -> int:
    """Recompute and store the ratings of a server. Returns how many changed."""
    while True:
        fingerprint = await _results_fingerprint(store, server)
        history = await asyncio.to_thread(
            build_rating_history, await db.results.list_for_server(store, server)
        )
        async with store.write() as tx:
            await db.servers.get(tx, server)  # Locks the row: no game of this server can end now.
            if await _results_fingerprint(tx, server) != fingerprint:
                continue  # A game ended meanwhile.
            before = {(one.key, one.person): one for one in await db.ratings.list_for_server(tx, server)}
            await db.ratings.replace_for_server(tx, server, history.ratings.values(), history.steps)
        keys = before.keys() | history.ratings.keys()
        return sum(before.get(key) != history.ratings.get(key) for key in keys)


async def _results_fingerprint(reads: db.Reads, server: int) -> tuple[int, tuple[int, str] | None]:
    return await db.results.count_for_server(reads, server), await db.results.find_latest(reads, server)
