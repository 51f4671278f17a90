"""Sets a table for tests: two people, a game begun, moves made."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import select

import db
from db import Game, NewEntry, Post, Reads, Store, Transaction
from db.rows import from_row
from tests.manual_clock import HandClock

ASTRID, BJORN, STRANGER = 1001, 1002, 1003
SERVER, CHANNEL, THREAD = 50, 60, 70


def at(store: Store, moment: int) -> None:
    """Set the clock of a store that has one to be set; others go on by the clock of the machine."""
    if isinstance(store.clock, HandClock):
        store.clock.at = moment


async def open_lobby(store: Store, *, moment: int = 1, channel: int = CHANNEL, server: int = SERVER) -> Game:
    at(store, moment)
    async with store.write() as tx:
        return await db.games.create(
            tx,
            key="lofoten",
            rules_version=1,
            pack="printed",
            options={"ties": "both"},
            server=server,
            channel=channel,
            host=ASTRID,
        )


async def joined(store: Store, game: Game, person: int, *, moment: int) -> Game:
    at(store, moment)
    async with store.write() as tx:
        return await db.players.join(tx, game, person)


async def start_game(store: Store, *, thread: int = THREAD) -> Game:
    """Running, seat 0 to move since moment 4, with one entry in its log: the setup."""
    game = await open_lobby(store)
    game = await joined(store, game, ASTRID, moment=2)
    game = await joined(store, game, BJORN, moment=3)
    at(store, 4)
    async with store.write() as tx:
        game = await db.games.update(tx, game, status="running", seed=b"\0secret", thread=thread, started=4)
        return await append(tx, game, kind="setup", state="start", owed={0}, kept=True)


async def append(
    tx: Transaction,
    game: Game,
    *,
    kind: str,
    owed: Collection[int],
    state: str | None = None,
    kept: bool = False,
    interaction: int | None = None,
    **entry: Any,
) -> Game:
    """One entry of the log, and what follows for the players: who owes since when, who has just acted.

    Without a `state` the game keeps the one it has.
    """
    reached = await db.games.find_state(tx, game.code) if state is None else state
    assert reached is not None
    new = NewEntry(
        kind,
        db.hash_state(reached),
        interaction_id=interaction,
        checkpoint=reached if kept else None,
        **entry,
    )
    after = await db.entries.append(tx, game, (new,), state=state)
    changes: dict[int, db.PlayerChanges] = {}
    for player in await db.players.list_for_game(tx, game.code):
        since = tx.now if player.owes_since is None else player.owes_since
        changes[player.seat] = {"owes_since": since if player.seat in owed else None}
        if interaction is not None and player.seat == new.seat:
            changes[player.seat]["acted"] = tx.now
    await db.players.update(tx, game.code, changes)
    return after


async def play(tx: Transaction, game: Game, text: str, **details: Any) -> Game:
    """A move whose state is the log itself, so that a wrong state shows."""
    entry: dict[str, Any] = {"owed": {game.ply % 2}}
    if "state" not in details:
        entry["state"] = f"{await db.games.find_state(tx, game.code)} {text}"
    return await append(tx, game, kind="move", text=text, **(entry | details))


async def played(store: Store, game: Game, *texts: str, moment: int | None = None, **details: Any) -> Game:
    """Moves, all at one moment: the given one, or one that tells how many went before."""
    at(store, 10 + game.ply if moment is None else moment)
    async with store.write() as tx:
        for text in texts:
            game = await play(tx, game, text, **details)
    return game


async def undone(store: Store, game: Game, back_to: int, *, state: str, kept: bool = False) -> Game:
    at(store, 99)
    async with store.write() as tx:
        return await append(tx, game, kind="undo", state=state, back_to=back_to, owed={0}, kept=kept)


async def current(store: Store, code: str) -> Game:
    game = await db.games.find(store, code)
    assert game is not None
    return game


async def waiting(reads: Reads, lane: str) -> tuple[Post, ...]:
    """What is still to be delivered in a lane, in order."""
    posts = db.outbox.table
    undelivered = select(posts).where(posts.c.lane == lane, posts.c.done_at.is_(None)).order_by(posts.c.id)
    return tuple(from_row(Post, row) for row in await reads.rows(undelivered))
