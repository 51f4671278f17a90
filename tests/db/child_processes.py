"""Work for child processes on a database."""

import os
import signal
from multiprocessing.connection import Connection

import db
from db import Conflict, Store
from tests.db.game_fixtures import find_game, play_move
from tests.db.statement_hooks import at_each_step


def kill_self_at(reached: int, wanted: int) -> None:
    if reached == wanted:
        os.kill(os.getpid(), signal.SIGKILL)


async def open_and_die(url: str, step: int) -> None:
    with at_each_step(lambda reached: kill_self_at(reached, step)):
        await (await Store.open(url)).close()


async def move_and_die(url: str, code: str, step: int) -> None:
    """Play a move with its posts, timers and messages. Killed at `step`, or after the commit."""
    store = await Store.open(url)
    with at_each_step(lambda reached: kill_self_at(reached, step)):
        async with store.write() as tx:
            game = await db.games.find(tx, code)
            assert game is not None
            game = await play_move(tx, game, "a", interaction=7, checkpoint=True)
            await db.outbox.enqueue(tx, db.NewPost("card", {"ply": game.ply}, "card", game=code))
            await db.timers.schedule(tx, db.NewTimer("remind", "remind", 30, game=code))
            await db.messages.upsert(tx, db.Message(message=1, channel=2, game=code, kind="card"))
    kill_self_at(step, step)


async def move_forever(url: str, code: str, committed: Connection) -> None:
    """Play moves until killed. Reports each one after its commit."""
    store = await Store.open(url)
    game = await find_game(store, code)
    while True:
        async with store.write() as tx:
            game = await play_move(tx, game, str(game.ply), checkpoint=game.ply % 3 == 0)
        committed.send(game.ply)


async def move_in_a_race(url: str, code: str, name: str, moves: int) -> None:
    """Play moves while other processes do the same, reloading after each conflict."""
    store = await Store.open(url)
    while moves:
        game = await find_game(store, code)
        try:
            async with store.write() as tx:
                await play_move(tx, game, name)
        except Conflict:
            continue
        moves -= 1
    await store.close()
