"""Kudos: at most one from one user to another for each game."""

import db
from db import Kudos, Store
from tests.db.game_fixtures import open_lobby, set_clock, start_game
from tests.db.ids import ASTRID, BJORN


async def give_kudos(store: Store, game: str, giver: int, receiver: int, *, moment: int = 5) -> bool:
    set_clock(store, moment)
    async with store.write() as tx:
        return await db.kudos.insert(tx, game, giver, receiver)


async def test_kudos_are_given_once(store: Store) -> None:
    game = await start_game(store)
    assert await give_kudos(store, game.code, ASTRID, BJORN, moment=5)
    assert not await give_kudos(store, game.code, ASTRID, BJORN, moment=6)
    assert await give_kudos(store, game.code, BJORN, ASTRID, moment=7)
    assert await db.kudos.list_for_game(store, game.code) == (
        Kudos(game.code, ASTRID, BJORN, 5),
        Kudos(game.code, BJORN, ASTRID, 7),
    )


async def test_another_game_is_another_occasion(store: Store) -> None:
    game = await start_game(store)
    other = await open_lobby(store)
    assert await give_kudos(store, game.code, ASTRID, BJORN)
    assert await db.kudos.list_for_game(store, other.code) == ()
    assert await give_kudos(store, other.code, ASTRID, BJORN)
    assert await db.kudos.count_received(store, BJORN) == 2
    assert await db.kudos.count_received(store, ASTRID) == 0
