"""Helpers that create games, play moves and set the clock."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import select

import db
from db import Game, NewEntry, Post, Reads, Store, Transaction
from db.rows import from_row
from tests.db.ids import ASTRID, BJORN, CHANNEL, SERVER, THREAD
from tests.manual_clock import HandClock


def set_clock(store: Store, moment: int) -> None:
    """Set the store's manual clock. Has no effect on a store with the system clock."""
    if isinstance(store.clock, HandClock):
        store.clock.at = moment


async def open_lobby(store: Store, *, moment: int = 1, channel: int = CHANNEL, server: int = SERVER) -> Game:
    set_clock(store, moment)
    async with store.write() as tx:
        return await db.games.create(
            tx,
            db.Game(
                key="lofoten",
                rules_version=1,
                pack="printed",
                options={"ties": "both"},
                server=server,
                channel=channel,
                host=ASTRID,
            ),
        )


async def join_game(store: Store, game: Game, person: int, *, moment: int) -> Game:
    set_clock(store, moment)
    async with store.write() as tx:
        return await db.players.join(tx, game, person)


async def start_game(store: Store, *, thread: int = THREAD) -> Game:
    """Start a game with seat 0 to move since moment 4 and one log entry: the setup."""
    game = await open_lobby(store)
    game = await join_game(store, game, ASTRID, moment=2)
    game = await join_game(store, game, BJORN, moment=3)
    set_clock(store, 4)
    async with store.write() as tx:
        game = await db.games.update(
            tx, game, replace(game, status="running", seed=b"\0secret", thread=thread, started=4)
        )
        return await append_entry(tx, game, kind="setup", state="start", owed={0}, checkpoint=True)


async def append_entry(
    tx: Transaction,
    game: Game,
    *,
    kind: str,
    owed: Collection[int],
    state: str | None = None,
    checkpoint: bool = False,
    interaction: int | None = None,
    **entry: Any,
) -> Game:
    """Append one log entry and update the players: who owes a move since when, and who has acted.

    Without `state` the game's state stays.
    """
    reached = await db.games.find_state(tx, game.code) if state is None else state
    assert reached is not None
    new = NewEntry(
        kind,
        db.hash_text(reached),
        interaction_id=interaction,
        checkpoint=reached if checkpoint else None,
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


async def play_move(tx: Transaction, game: Game, text: str, **details: Any) -> Game:
    """Play a move. The state is the list of all moves, so that a wrong state shows."""
    entry: dict[str, Any] = {"owed": {game.ply % 2}}
    if "state" not in details:
        entry["state"] = f"{await db.games.find_state(tx, game.code)} {text}"
    return await append_entry(tx, game, kind="move", text=text, **(entry | details))


async def play_moves(
    store: Store, game: Game, *texts: str, moment: int | None = None, **details: Any
) -> Game:
    """Play moves at one moment: the given one, or 10 plus the number of entries before."""
    set_clock(store, 10 + game.ply if moment is None else moment)
    async with store.write() as tx:
        for text in texts:
            game = await play_move(tx, game, text, **details)
    return game


async def undo_to(store: Store, game: Game, back_to: int, *, state: str, checkpoint: bool = False) -> Game:
    set_clock(store, 99)
    async with store.write() as tx:
        return await append_entry(
            tx, game, kind="undo", state=state, back_to=back_to, owed={0}, checkpoint=checkpoint
        )


async def find_game(store: Store, code: str) -> Game:
    game = await db.games.find(store, code)
    assert game is not None
    return game


async def undelivered_posts(reads: Reads, lane: str) -> tuple[Post, ...]:
    """Return the undelivered posts of a lane in order."""
    posts = db.outbox.table
    undelivered = select(posts).where(posts.c.lane == lane, posts.c.done_at.is_(None)).order_by(posts.c.id)
    return tuple(from_row(Post, row) for row in await reads.rows(undelivered))
