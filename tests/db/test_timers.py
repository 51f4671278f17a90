"""Timers are claimed when due, fire once, and can be rescheduled or cancelled."""

import pytest

import db
from db import Game, NewTimer, Store, Timer
from tests.db.ids import ASTRID, BJORN
from tests.db.statement_hooks import capture_statements


async def schedule(store: Store, *timers: NewTimer) -> None:
    async with store.write() as tx:
        await db.timers.schedule(tx, *timers)


async def claim_keys(store: Store, now: int, lease_ms: int = 100) -> list[str]:
    return [timer.key for timer in await db.timers.claim(store, now=now, lease_ms=lease_ms)]


async def claim_one(store: Store, now: int, lease_ms: int = 100) -> Timer:
    (timer,) = await db.timers.claim(store, now=now, lease_ms=lease_ms)
    return timer


async def complete(store: Store, timer: Timer) -> bool:
    async with store.write() as tx:
        return await db.timers.complete(tx, timer)


async def test_timers_fire_when_due_the_earliest_first(store: Store, game: Game) -> None:
    await schedule(
        store,
        NewTimer("remind", "b", 200, {"n": 2}, game=game.code, person=BJORN),
        NewTimer("remind", "a", 100, game=game.code, person=ASTRID),
        NewTimer("archive", "c", 300),
    )
    assert await db.timers.next_due(store) == 100
    assert await claim_keys(store, 99) == []
    first, second = await db.timers.claim(store, now=250)
    assert (first.key, second.key) == ("a", "b")
    assert (second.game, second.person, second.kind, second.payload) == (game.code, BJORN, "remind", {"n": 2})
    assert await db.timers.next_due(store) == 300


async def test_no_more_timers_are_claimed_than_asked_and_by_one_statement(store: Store) -> None:
    await schedule(store, *(NewTimer("remind", key, due) for due, key in reversed([*enumerate("dcba")])))
    with capture_statements(store) as sent:
        assert [timer.key for timer in await db.timers.claim(store, now=9, limit=3)] == ["d", "c", "b"]
    assert len(sent) == 1


async def test_a_timer_fires_again_unless_it_was_finished(store: Store) -> None:
    await schedule(store, NewTimer("remind", "a", 100))
    await claim_one(store, 100)
    assert await claim_keys(store, 150) == []
    again = await claim_one(store, 200)
    assert again.attempts == 2
    assert await complete(store, again)
    assert not await complete(store, again)
    assert await claim_keys(store, 10_000) == []


async def test_a_timer_taken_up_by_another_is_not_ours_to_finish(store: Store) -> None:
    await schedule(store, NewTimer("remind", "a", 100))
    lost = await claim_one(store, 100)
    claimed = await claim_one(store, 200)
    assert not await complete(store, lost)
    assert await complete(store, claimed)


async def test_a_timer_set_anew_while_it_fires_is_not_lost(store: Store) -> None:
    await schedule(store, NewTimer("remind", "a", 100, {"n": 1}))
    firing = await claim_one(store, 100)
    await schedule(store, NewTimer("vote", "a", 500, {"n": 2}, person=BJORN))
    assert not await complete(store, firing)
    assert await db.timers.next_due(store) == 500
    anew = await claim_one(store, 500)
    assert (anew.kind, anew.payload, anew.person) == ("vote", {"n": 2}, BJORN)
    assert not await complete(store, firing)
    assert await complete(store, anew)


async def test_who_holds_a_timer_for_longer_does_not_hold_back_the_one_set_since(store: Store) -> None:
    await schedule(store, NewTimer("remind", "a", 100), NewTimer("remind", "b", 100))
    claimed = await db.timers.claim(store, now=100)
    await schedule(store, NewTimer("remind", "a", 150))
    async with store.write() as tx:
        await db.timers.extend_lease(tx, [timer.id for timer in claimed], 90_000)
    (anew,) = await db.timers.claim(store, now=200)
    assert anew.key == "a"


async def test_several_are_set_by_one_statement_and_of_one_key_the_last_stands(store: Store) -> None:
    await schedule(store, NewTimer("remind", "a", 1))
    async with store.write() as tx:
        with capture_statements(store) as sent:
            await db.timers.schedule(
                tx,
                NewTimer("remind", "b", 7),
                NewTimer("remind", "a", 8),
                NewTimer("remind", "b", 9),
            )
        assert len(sent) == 1
        with capture_statements(store) as sent:
            await db.timers.schedule(tx)
        assert sent == []
    found = await db.timers.list_of_kind(store, "remind")
    assert [(timer.key, timer.due) for timer in found] == [("a", 8), ("b", 9)]


async def test_timers_are_called_off_by_what_they_are_about(store: Store, game: Game) -> None:
    await schedule(
        store,
        NewTimer("remind", "a", 1, game=game.code, person=ASTRID),
        NewTimer("clock", "b", 2, game=game.code, person=ASTRID),
        NewTimer("clock", "c", 3, game=game.code, person=BJORN),
        NewTimer("clock", "d", 4, person=BJORN),
        NewTimer("clock", "e", 5, person=BJORN),
    )
    async with store.write() as tx:
        assert await db.timers.cancel(tx, game=game.code, person=ASTRID, kind="clock") == 1
        assert await db.timers.cancel(tx, keys=["d", "e", "unknown"]) == 2
        assert await db.timers.cancel(tx, keys=["a", "c"], kind="remind", person=BJORN) == 0
        assert await db.timers.cancel(tx, keys=[]) == 0
        with pytest.raises(ValueError, match="which timers"):
            await db.timers.cancel(tx)
    assert await claim_keys(store, 9) == ["a", "c"]
    async with store.write() as tx:
        assert await db.timers.cancel(tx, game=game.code) == 2
    assert await db.timers.next_due(store) is None


async def test_timers_are_found_by_key_by_game_and_by_person(store: Store, game: Game) -> None:
    await schedule(
        store,
        NewTimer("timeout", "late", 20, game=game.code, person=ASTRID),
        NewTimer("timeout", "early", 10, person=ASTRID),
        NewTimer("remind", "other", 5, game=game.code, person=ASTRID),
    )
    assert [timer.key for timer in await db.timers.list_of_kind(store, "timeout", person=ASTRID)] == [
        "early",
        "late",
    ]
    assert [timer.key for timer in await db.timers.list_of_kind(store, "timeout", game=game.code)] == ["late"]
    assert await db.timers.list_of_kind(store, "timeout", person=BJORN) == ()
    found = await db.timers.find(store, "early")
    assert found is not None
    assert found.due == 10
    assert await db.timers.find(store, "unknown") is None


async def test_the_next_due_timer_and_the_games_of_a_user_are_found_by_their_indexes(sqlite_url: str) -> None:
    own_games = db.players._GAMES.params(person=1, statuses=["running"])
    async with await db.Store.open(sqlite_url) as store, store.engine.connect() as connection:
        for query, index in ((db.timers._NEXT_DUE, "ix_timers_due"), (own_games, "ix_players_person")):
            statement = query.compile(store.engine.sync_engine, compile_kwargs={"literal_binds": True})
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
            steps = [row[3] for row in plan]
            assert any(index in step for step in steps), steps
            assert not any("ix_games_status" in step for step in steps), steps
            assert not any(step in ("SCAN timers", "SCAN games") for step in steps), steps
