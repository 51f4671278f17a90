"""Ratings are stored exactly, by user or for a whole server at once."""

import db
from db import Store
from tests.db.finished_games import OTHER_SERVER, insert_finished_game, make_rating, make_rating_step
from tests.db.ids import ASTRID, BJORN, SERVER
from tests.db.statement_hooks import capture_statements


async def test_ratings_keep_every_digit(store: Store) -> None:
    game = await insert_finished_game(store, ASTRID, BJORN, at=100)
    strong, weak = make_rating(ASTRID, 25 + 1 / 3), make_rating(BJORN, 0.1 + 0.2)
    async with store.write() as tx:
        await db.ratings.upsert(tx, [make_rating(ASTRID, 1.0)])
        with capture_statements(store) as sent:
            await db.ratings.upsert(tx, [weak, strong])
        assert len(sent) == 1
        await db.ratings.insert_steps(tx, [make_rating_step(game, ASTRID)])
    assert await db.ratings.list_for_title(store, SERVER, "lofoten") == (strong, weak)
    assert await db.ratings.list_for_users(store, SERVER, ["lofoten"], [BJORN]) == (weak,)
    assert await db.ratings.ratings_by_title(store, ASTRID, SERVER) == {"lofoten": strong}
    assert await db.ratings.list_steps(store, game) == (make_rating_step(game, ASTRID),)
    assert await db.ratings.steps_by_title(store, ASTRID, SERVER) == {
        "lofoten": (make_rating_step(game, ASTRID),)
    }


async def test_new_ratings_of_a_server_leave_others_alone(store: Store) -> None:
    game = await insert_finished_game(store, ASTRID, BJORN, at=100)
    await insert_finished_game(store, ASTRID, BJORN, at=100, server=OTHER_SERVER)
    async with store.write() as tx:
        await db.ratings.upsert(tx, [make_rating(ASTRID, 1.0), make_rating(ASTRID, 2.0, server=OTHER_SERVER)])
        await db.ratings.insert_steps(tx, [make_rating_step(game, ASTRID)])
        await db.ratings.replace_for_server(
            tx, SERVER, [make_rating(BJORN, 3.0)], [make_rating_step(game, BJORN)]
        )
    assert await db.ratings.list_for_server(store, SERVER) == (make_rating(BJORN, 3.0),)
    assert await db.ratings.list_for_server(store, OTHER_SERVER) == (
        make_rating(ASTRID, 2.0, server=OTHER_SERVER),
    )
    assert await db.ratings.list_steps(store, game) == (make_rating_step(game, BJORN),)


async def test_a_server_whose_games_are_gone_has_no_ratings(store: Store) -> None:
    game = await insert_finished_game(store, ASTRID, BJORN, at=100)
    async with store.write() as tx:
        await db.ratings.replace_for_server(
            tx, SERVER, [make_rating(BJORN, 3.0)], [make_rating_step(game, BJORN)]
        )
        await db.ratings.replace_for_server(tx, SERVER, [], [])
    assert await db.ratings.list_for_server(store, SERVER) == ()
    assert await db.ratings.list_steps(store, game) == ()
