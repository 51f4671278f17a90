"""Standing orders: in force until they end, with the reason stored."""

import db
from db import Game, Store
from tests.db.game_fixtures import set_clock
from tests.db.ids import ASTRID, BJORN


async def test_orders_are_in_force_until_they_end(store: Store, game: Game) -> None:
    set_clock(store, 10)
    async with store.write() as tx:
        for seat, person in ((0, ASTRID), (1, BJORN), (0, ASTRID)):
            await db.standing_orders.insert(
                tx, game=game.code, seat=seat, person=person, payload={"words": ["pass"]}
            )
    first, second, third = await db.standing_orders.list_in_force(store, game.code)
    assert [order.seat for order in (first, second, third)] == [0, 1, 0]
    assert (first.person, first.payload, first.created) == (ASTRID, {"words": ["pass"]}, 10)
    assert await db.standing_orders.list_in_force(store, game.code, seat=1) == (second,)
    set_clock(store, 20)
    async with store.write() as tx:
        assert await db.standing_orders.end(tx, first.id, "done")
        assert not await db.standing_orders.end(tx, first.id, "dropped")
    ended = await db.standing_orders.find(store, first.id)
    assert ended is not None
    assert (ended.ended, ended.result) == (20, "done")
    async with store.write() as tx:
        await db.standing_orders.end_all(tx, game.code, "left", seat=0)
    assert await db.standing_orders.list_in_force(store, game.code) == (second,)
    async with store.write() as tx:
        await db.standing_orders.end_all(tx, game.code, "over")
    assert await db.standing_orders.list_in_force(store, game.code) == ()
    results = [await db.standing_orders.find(store, order.id) for order in (first, second, third)]
    assert [order.result for order in results if order is not None] == ["done", "over", "left"]
    assert await db.standing_orders.find(store, 999) is None


async def test_no_log_line_can_hold_an_order(store: Store, game: Game) -> None:
    async with store.write() as tx:
        await db.standing_orders.insert(
            tx, game=game.code, seat=0, person=ASTRID, payload={"words": ["raid"]}
        )
    assert "raid" not in repr(await db.standing_orders.list_in_force(store, game.code))
