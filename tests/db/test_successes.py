"""Successes: only the first time is stored."""

import db
from db import Game, Store, Success
from tests.db.game_fixtures import set_clock, start_game
from tests.db.ids import ASTRID, BJORN


async def test_the_first_time_counts(store: Store, game: Game) -> None:
    other = await start_game(store, thread=71)
    set_clock(store, 10)
    async with store.write() as tx:
        await db.successes.insert_missing(tx, ASTRID, "lofoten", ["jarl", "feast"], game=game.code)
        await db.successes.insert_missing(tx, BJORN, "lofoten", [], game=game.code)
    set_clock(store, 20)
    async with store.write() as tx:
        await db.successes.insert_missing(tx, ASTRID, "lofoten", ["saga", "feast"], game=other.code)
        await db.successes.insert_missing(tx, ASTRID, "borealis", ["feast"], game=other.code)
    assert await db.successes.list_for_user(store, ASTRID) == (
        Success(ASTRID, "lofoten", "feast", game.code, 10),
        Success(ASTRID, "lofoten", "jarl", game.code, 10),
        Success(ASTRID, "borealis", "feast", other.code, 20),
        Success(ASTRID, "lofoten", "saga", other.code, 20),
    )
    assert [each.success for each in await db.successes.list_for_game(store, game.code)] == ["feast", "jarl"]
    assert await db.successes.list_for_user(store, BJORN) == ()
