"""What must be told is told in order, at least once and not for ever; what is timed happens once."""

import pytest
from set_table import ASTRID, BJORN

from db import Game, Post, Store, Timer


async def post(store: Store, key: str, **details: object) -> bool:
    async with store.write() as w:
        return await w.post("card", {"text": key}, key=key, at=1, **details)  # type: ignore[arg-type]


async def claimed(store: Store, now: int = 10, **terms: int) -> list[str]:
    return [claim.key for claim in await store.claim_outbox(now=now, **terms)]


async def only(store: Store, now: int = 10, lease: int = 100) -> Post:
    (claim,) = await store.claim_outbox(now=now, lease=lease)
    return claim


async def test_a_lane_is_delivered_in_order_one_at_a_time(store: Store, game: Game) -> None:
    for key in ("one", "two", "three"):
        await post(store, key, game=game.code)
    delivered = []
    while claims := await store.claim_outbox(now=10):
        (claim,) = claims
        assert await store.claim_outbox(now=10) == ()
        async with store.write() as w:
            assert await w.delivered(claim, at=11, result=f"message {claim.key}")
        delivered.append(claim.payload["text"])
    assert delivered == ["one", "two", "three"]


async def test_lanes_do_not_wait_for_each_other(store: Store, game: Game) -> None:
    await post(store, "thread", game=game.code)
    await post(store, "thread again", game=game.code)
    await post(store, "hand", game=game.code, lane="dm 1")
    await post(store, "notice")
    await post(store, "notice again")
    assert await claimed(store) == ["thread", "hand", "notice", "notice again"]


async def test_the_same_key_is_told_once(store: Store, game: Game) -> None:
    assert await post(store, "card", game=game.code)
    assert not await post(store, "card", game=game.code)
    claim = await only(store)
    async with store.write() as w:
        await w.delivered(claim, at=11)
    assert not await post(store, "card", game=game.code)
    assert await claimed(store) == []


async def test_what_a_dead_process_claimed_is_claimed_again_after_the_lease(store: Store) -> None:
    await post(store, "card")
    lost = await only(store, now=10, lease=100)
    assert (lost.attempts, lost.claimed_until) == (1, 110)
    assert await claimed(store, now=109) == []
    again = await only(store, now=110)
    assert again.attempts == 2
    async with store.write() as w:
        assert await w.delivered(lost, at=120)
        assert not await w.delivered(again, at=121)
    assert await claimed(store, now=10_000) == []


async def test_a_failed_post_is_tried_after_growing_pauses_and_holds_its_lane(
    store: Store, game: Game
) -> None:
    await post(store, "one", game=game.code)
    await post(store, "two", game=game.code)
    now, pauses = 10, []
    for _ in range(12):
        claim = await only(store, now=now)
        assert claim.key == "one"
        async with store.write() as w:
            again = await w.failed(claim, now=now, problem="500")
        assert await claimed(store, now=again - 1) == []
        pauses.append(again - now)
        now = again
    assert pauses == [1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000, 300000, 300000, 300000]
    claim = await only(store, now=now)
    assert claim.problem == "500"
    async with store.write() as w:
        assert await w.failed(claim, now=now, problem="429", retry_after=750) == now + 750
    claim = await only(store, now=now + 750)
    async with store.write() as w:
        assert await w.abandon(claim, at=now, problem="403")
    assert (await only(store, now=now + 750)).key == "two"


async def test_who_lost_the_claim_does_not_delay_who_has_it_now(store: Store) -> None:
    await post(store, "card")
    lost = await only(store, now=10, lease=5)
    held = await only(store, now=20, lease=100_000)
    async with store.write() as w:
        again = await w.failed(lost, now=30, problem="too late")
    assert await claimed(store, now=again) == []
    async with store.write() as w:
        assert await w.delivered(held, at=100)


async def test_not_before_its_time_and_no_more_than_asked(store: Store) -> None:
    await post(store, "late", not_before=50)
    await post(store, "now")
    await post(store, "then")
    assert await store.next_post() == 0
    assert await claimed(store, now=49, limit=1) == ["now"]
    assert await claimed(store, now=49) == ["then"]
    assert await claimed(store, now=50) == ["late"]


async def test_nothing_waits_in_an_empty_outbox(store: Store) -> None:
    assert await store.next_post() is None
    assert await store.next_due() is None


async def fire(store: Store, now: int, lease: int = 100) -> list[str]:
    return [timer.key for timer in await store.claim_timers(now=now, lease=lease)]


async def one_timer(store: Store, now: int, lease: int = 100) -> Timer:
    (timer,) = await store.claim_timers(now=now, lease=lease)
    return timer


async def test_timers_fire_when_due_the_earliest_first(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.set_timer("remind", key="b", due=200, game=game.code, person=BJORN, payload={"n": 2})
        await w.set_timer("remind", key="a", due=100, game=game.code, person=ASTRID)
        await w.set_timer("archive", key="c", due=300)
    assert await store.next_due() == 100
    assert await fire(store, 99) == []
    first, second = await store.claim_timers(now=250)
    assert (first.key, second.key) == ("a", "b")
    assert (second.game, second.person, second.kind, second.payload) == (game.code, BJORN, "remind", {"n": 2})


async def test_a_timer_fires_again_unless_it_was_finished(store: Store) -> None:
    async with store.write() as w:
        await w.set_timer("remind", key="a", due=100)
    await one_timer(store, 100)
    assert await fire(store, 150) == []
    again = await one_timer(store, 200)
    assert again.attempts == 2
    async with store.write() as w:
        assert await w.finish_timer(again)
        assert not await w.finish_timer(again)
    assert await fire(store, 10_000) == []


async def test_a_timer_taken_up_by_another_is_not_ours_to_finish(store: Store) -> None:
    async with store.write() as w:
        await w.set_timer("remind", key="a", due=100)
    lost = await one_timer(store, 100)
    held = await one_timer(store, 200)
    async with store.write() as w:
        assert not await w.finish_timer(lost)
        assert await w.finish_timer(held)


async def test_a_timer_set_anew_while_it_fires_is_not_lost(store: Store) -> None:
    async with store.write() as w:
        await w.set_timer("remind", key="a", due=100)
    firing = await one_timer(store, 100)
    async with store.write() as w:
        await w.set_timer("remind", key="a", due=500)
    async with store.write() as w:
        assert not await w.finish_timer(firing)
    assert await store.next_due() == 500
    assert await fire(store, 500) == ["a"]


async def test_timers_are_called_off_by_what_they_are_about(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.set_timer("remind", key="a", due=1, game=game.code, person=ASTRID)
        await w.set_timer("clock", key="b", due=1, game=game.code, person=ASTRID)
        await w.set_timer("clock", key="c", due=1, game=game.code, person=BJORN)
        await w.set_timer("clock", key="d", due=1, person=BJORN)
        assert await w.cancel_timers(game=game.code, person=ASTRID, kind="clock") == 1
        assert await w.cancel_timers(key="d") == 1
        with pytest.raises(ValueError, match="which timers"):
            await w.cancel_timers()
    assert await fire(store, 1) == ["a", "c"]
    async with store.write() as w:
        assert await w.cancel_timers(game=game.code) == 2
    assert await store.next_due() is None
