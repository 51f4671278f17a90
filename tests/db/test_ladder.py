"""Ladders: members by rung, and challenges."""

import db
from db import Ladder, Store
from tests.db.ids import ASTRID, BJORN, SERVER, STRANGER, THREAD

LADDER = Ladder(SERVER, "lofoten", THREAD, "slow", 4)


async def found_ladder(store: Store) -> None:
    async with store.write() as tx:
        await db.ladder.create(tx, LADDER)
        for user_id in (ASTRID, BJORN, STRANGER):
            await db.ladder.add_member(tx, LADDER, user_id)


async def order(store: Store) -> list[int]:
    return [one.person for one in await db.ladder.list_members(store, SERVER, "lofoten")]


async def test_members_are_listed_by_rung_and_join_below_all_others(store: Store) -> None:
    await found_ladder(store)
    assert await order(store) == [ASTRID, BJORN, STRANGER]
    async with store.write() as tx:
        await db.ladder.set_order(tx, LADDER, [STRANGER, ASTRID, BJORN])
        assert await db.ladder.remove_member(tx, LADDER, ASTRID)
        assert not await db.ladder.remove_member(tx, LADDER, ASTRID)
        await db.ladder.add_member(tx, LADDER, ASTRID)
    assert await order(store) == [STRANGER, BJORN, ASTRID]


async def test_a_ladder_is_one_of_its_title_and_server(store: Store) -> None:
    await found_ladder(store)
    assert await db.ladder.find(store, SERVER, "lofoten") == LADDER
    assert await db.ladder.find(store, SERVER, "borealis") is None
    assert await db.ladder.list_members(store, SERVER, "borealis") == ()
    assert await db.ladder.list_for_server(store, SERVER) == (LADDER,)


async def test_closed_challenges_are_kept_until_they_are_deleted(store: Store) -> None:
    await found_ladder(store)
    async with store.write() as tx:
        first = await db.ladder.create_challenge(tx, LADDER, BJORN, ASTRID, closes=tx.now + 9)
        second = await db.ladder.create_challenge(tx, LADDER, STRANGER, BJORN, closes=tx.now + 9)
        await db.ladder.set_challenge_message(tx, second, 77)
        await db.ladder.close_challenge(tx, first, "declined")
    (still_open,) = await db.ladder.list_challenges(store, SERVER, "lofoten")
    assert (still_open.id, still_open.message) == (second.id, 77)
    assert len(await db.ladder.list_challenges(store, SERVER, "lofoten", still_open=False)) == 2
    async with store.write() as tx:
        await db.ladder.delete_closed_challenges(tx, LADDER, before=tx.now + 1)
    assert await db.ladder.find_challenge(store, first.id) is None
    assert await db.ladder.find_challenge(store, second.id) == still_open


async def test_playing_marks_members_as_active(store: Store) -> None:
    await found_ladder(store)
    async with store.write() as tx:
        await tx.execute(db.ladder.members_table.update().values(active=0))
        await db.ladder.mark_active(tx, LADDER, [BJORN])
        now = tx.now
    active = {one.person: one.active for one in await db.ladder.list_members(store, SERVER, "lofoten")}
    assert active == {ASTRID: 0, BJORN: now, STRANGER: 0}
