"""Ratings: kept to the last digit, person by person or a whole server anew."""

import db
from db import Store
from tests.db.finished_games import ELSEWHERE, finished, rating, step
from tests.db.game_fixtures import ASTRID, BJORN, SERVER
from tests.db.statement_hooks import statements


async def test_ratings_keep_every_digit(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    strong, weak = rating(ASTRID, 25 + 1 / 3), rating(BJORN, 0.1 + 0.2)
    async with store.write() as tx:
        await db.ratings.upsert(tx, [rating(ASTRID, 1.0)])
        with statements(store) as sent:
            await db.ratings.upsert(tx, [weak, strong])
        assert len(sent) == 1
        await db.ratings.insert_steps(tx, [step(game, ASTRID)])
    assert await db.ratings.list_for_title(store, SERVER, "lofoten") == (strong, weak)
    assert await db.ratings.list_for_users(store, SERVER, ["lofoten"], [BJORN]) == (weak,)
    assert await db.ratings.ratings_by_title(store, ASTRID, SERVER) == {"lofoten": strong}
    assert await db.ratings.list_steps(store, game) == (step(game, ASTRID),)
    assert await db.ratings.steps_by_title(store, ASTRID, SERVER) == {"lofoten": (step(game, ASTRID),)}


async def test_new_ratings_of_a_server_leave_others_alone(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    await finished(store, ASTRID, BJORN, at=100, server=ELSEWHERE)
    async with store.write() as tx:
        await db.ratings.upsert(tx, [rating(ASTRID, 1.0), rating(ASTRID, 2.0, server=ELSEWHERE)])
        await db.ratings.insert_steps(tx, [step(game, ASTRID)])
        await db.ratings.replace_for_server(tx, SERVER, [rating(BJORN, 3.0)], [step(game, BJORN)])
    assert await db.ratings.list_for_server(store, SERVER) == (rating(BJORN, 3.0),)
    assert await db.ratings.list_for_server(store, ELSEWHERE) == (rating(ASTRID, 2.0, server=ELSEWHERE),)
    assert await db.ratings.list_steps(store, game) == (step(game, BJORN),)


async def test_a_server_whose_games_are_gone_has_no_ratings(store: Store) -> None:
    game = await finished(store, ASTRID, BJORN, at=100)
    async with store.write() as tx:
        await db.ratings.replace_for_server(tx, SERVER, [rating(BJORN, 3.0)], [step(game, BJORN)])
        await db.ratings.replace_for_server(tx, SERVER, [], [])
    assert await db.ratings.list_for_server(store, SERVER) == ()
    assert await db.ratings.list_steps(store, game) == ()
