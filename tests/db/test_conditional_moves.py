"""Plans: one per user and game, replaced by the next."""

import db
from db import Game, Store
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN


async def save_plan(store: Store, game: Game, person: int, seat: int, text: str, *, ply: int) -> None:
    set_clock(store, 10 + ply)
    async with store.write() as tx:
        await db.conditional_moves.upsert(tx, game=game.code, person=person, seat=seat, text=text, ply=ply)


async def test_the_next_plan_replaces_the_one_before(store: Store, game: Game) -> None:
    await save_plan(store, game, BJORN, 1, "sail 1", ply=1)
    await save_plan(store, game, ASTRID, 0, "sail 2", ply=1)
    await save_plan(store, game, ASTRID, 0, "sail 3", ply=2)
    mine, other = await db.conditional_moves.list_for_game(store, game.code)
    assert (mine.person, mine.text, mine.ply, mine.at) == (ASTRID, "sail 3", 2, 12)
    assert (other.person, other.text) == (BJORN, "sail 1")
    assert await db.conditional_moves.find(store, game.code, ASTRID) == mine
    assert "sail" not in repr(mine)


async def test_plans_are_dropped_one_by_one_or_all(store: Store, game: Game) -> None:
    await save_plan(store, game, ASTRID, 0, "a", ply=1)
    await save_plan(store, game, BJORN, 1, "b", ply=1)
    async with store.write() as tx:
        assert await db.conditional_moves.delete(tx, game.code, ASTRID)
        assert not await db.conditional_moves.delete(tx, game.code, ASTRID)
        assert await db.conditional_moves.find(tx, game.code, ASTRID) is None
        await db.conditional_moves.delete_all(tx, game.code)
    assert await db.conditional_moves.list_for_game(store, game.code) == ()
