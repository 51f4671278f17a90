"""Kudos: once from one person to another for one game."""

from set_table import ASTRID, BJORN, open_lobby, start_game

from db import Kudos, Store


async def give(store: Store, game: str, giver: int, receiver: int, *, at: int = 5) -> bool:
    async with store.write() as w:
        return await w.give_kudos(game, giver, receiver, at=at)


async def test_kudos_are_given_once(store: Store) -> None:
    game = await start_game(store)
    assert await give(store, game.code, ASTRID, BJORN, at=5)
    assert not await give(store, game.code, ASTRID, BJORN, at=6)
    assert await give(store, game.code, BJORN, ASTRID, at=7)
    assert await store.kudos_at(game.code) == (
        Kudos(game.code, ASTRID, BJORN, 5),
        Kudos(game.code, BJORN, ASTRID, 7),
    )


async def test_another_game_is_another_occasion(store: Store) -> None:
    game = await start_game(store)
    other = await open_lobby(store)
    assert await give(store, game.code, ASTRID, BJORN)
    assert await store.kudos_at(other.code) == ()
    assert await give(store, other.code, ASTRID, BJORN)
