"""Makes all results and ratings again from the logs of finished games, to the last digit."""

import asyncio
from dataclasses import dataclass

import db
from bot.standings.ledger import ledger_of
from bot.standings.results import results_of
from bot.tables import Denied
from bot.tables.room import Room


@dataclass(frozen=True, slots=True)
class Remade:
    """What making everything again came to."""

    games: int = 0
    corrected: int = 0
    servers: int = 0
    moved: int = 0


async def recompute(tables: Room) -> Remade:
    """All results, and then all ratings of every server, from the logs."""
    store = tables.store
    codes = await store.finished_games()
    corrected = [code for code in codes if await remake_results(tables, code)]
    servers = await store.servers_with_results()
    moved = [await remake_ratings(store, server) for server in servers]
    return Remade(len(codes), len(corrected), len(servers), sum(moved))


async def remake_results(tables: Room, code: str) -> bool:
    """Make the results of a game again; says whether they were not as they should be."""
    try:
        position = await tables.position(code)
    except Denied:
        return False  # dealt from components that are not here any more: what is kept of it stays
    if not position.over or position.outcome() is None or position.row.ended is None:
        return False
    store = tables.store
    made = results_of(position, await store.seats(code), await store.effective_moves(code))
    if made == await store.results_of(code):
        return False
    async with store.write() as w:
        await w.keep_results(code, made)
    return True


async def remake_ratings(store: db.Store, server: int) -> int:
    """Make the ratings of a server again; says how many came out different."""
    while True:
        mark = await _mark(store, server)
        ledger = await asyncio.to_thread(ledger_of, await store.results_on(server))
        async with store.write() as w:
            if await _mark(w, server) != mark:
                continue  # a game ended meanwhile
            before = {(one.key, one.person): one for one in await w.all_ratings(server)}
            await w.replace_ratings(server, ledger.ratings.values(), ledger.steps)
        keys = before.keys() | ledger.ratings.keys()
        return sum(before.get(key) != ledger.ratings.get(key) for key in keys)


async def _mark(reads: db.Reads, server: int) -> tuple[int, tuple[int, str] | None]:
    return await reads.how_many_results(server), await reads.latest_result(server)
