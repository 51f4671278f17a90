"""Makes all results and ratings again from the logs of finished games, to the last digit."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import db
from bot.standings.rating_history import ledger_of
from bot.standings.results import read_outcome, results_of
from rules import GAMES, dealt
from rules.game import AnyGame


@dataclass(frozen=True, slots=True)
class Remade:
    """What making everything again came to."""

    games: int = 0
    corrected: int = 0
    servers: int = 0
    moved: int = 0


async def recompute(store: db.Store, games: Mapping[str, AnyGame]) -> Remade:
    """All results, and then all ratings of every server, from the logs; `games` are those offered now."""
    codes = await db.games.finished(store)
    corrected = [code for code in codes if await remake_results(store, games, code)]
    servers = await db.results.servers(store)
    moved = [await remake_ratings(store, server) for server in servers]
    return Remade(len(codes), len(corrected), len(servers), sum(moved))


async def remake_results(store: db.Store, games: Mapping[str, AnyGame], code: str) -> bool:
    """Make the results of a game again; says whether they were not as they should be."""
    async with store.read() as reads:
        made = await _made_again(reads, games, code)
        if made is None or made == await db.results.of_game(reads, code):
            return False
    async with store.write() as tx:
        await db.results.keep(tx, code, made)
    return True


async def _made_again(
    reads: db.Reads, games: Mapping[str, AnyGame], code: str
) -> tuple[db.Result, ...] | None:
    """The results a log leads to; None where it cannot be played again: then what is kept of it stays."""
    row = await db.games.find(reads, code)
    if row is None or row.status != "over" or not row.outcome or row.ended is None:
        return None
    game = dealt((games, GAMES), row.key, row.pack, row.rules_version)
    if game is None:
        return None
    state = await db.games.state_of(reads, code)
    return results_of(
        game,
        row,
        await db.players.at(reads, code),
        await db.entries.in_force(reads, code),
        read_outcome(row.outcome),
        None if state is None else game.load(state),
    )


async def remake_ratings(store: db.Store, server: int) -> int:
    """Make the ratings of a server again; says how many came out different."""
    while True:
        mark = await _mark(store, server)
        ledger = await asyncio.to_thread(ledger_of, await db.results.on_server(store, server))
        async with store.write() as tx:
            await db.servers.find(tx, server)  # so that no game of this server ends in another process now
            if await _mark(tx, server) != mark:
                continue  # a game ended meanwhile
            before = {(one.key, one.person): one for one in await db.ratings.on_server(tx, server)}
            await db.ratings.replace(tx, server, ledger.ratings.values(), ledger.steps)
        keys = before.keys() | ledger.ratings.keys()
        return sum(before.get(key) != ledger.ratings.get(key) for key in keys)


async def _mark(reads: db.Reads, server: int) -> tuple[int, tuple[int, str] | None]:
    return await db.results.count(reads, server), await db.results.latest(reads, server)
