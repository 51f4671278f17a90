"""Outbox: posts are delivered in order by lane, at least once, with leases and backoff."""

from typing import Any

import db
from db import Game, NewPost, Post, Store
from tests.db.game_fixtures import set_clock, undelivered_posts
from tests.db.statement_hooks import capture_statements


async def enqueue(store: Store, key: str, kind: str = "card", **details: Any) -> None:
    set_clock(store, 1)
    async with store.write() as tx:
        await db.outbox.enqueue(tx, NewPost(kind, {"text": key}, key, **details))


async def claim_keys(store: Store, now: int = 10, **terms: Any) -> list[str]:
    return [claim.key for claim in await db.outbox.claim(store, now=now, **terms)]


async def claim_one(store: Store, now: int = 10, lease_ms: int = 100) -> Post:
    (claim,) = await db.outbox.claim(store, now=now, lease_ms=lease_ms)
    return claim


async def deliver(store: Store, claim: Post, *, moment: int, result: str | None = None) -> bool:
    set_clock(store, moment)
    async with store.write() as tx:
        return await db.outbox.mark_delivered(tx, claim, result)


async def test_a_lane_is_delivered_in_order_one_at_a_time(store: Store, game: Game) -> None:
    for key in ("one", "two", "three"):
        await enqueue(store, key, game=game.code)
    delivered = []
    while claims := await db.outbox.claim(store, now=10):
        (claim,) = claims
        assert await db.outbox.claim(store, now=10) == ()
        assert await deliver(store, claim, moment=11, result=f"message {claim.key}")
        delivered.append(claim.payload["text"])
    assert delivered == ["one", "two", "three"]


async def test_lanes_do_not_wait_for_each_other(store: Store, game: Game) -> None:
    await enqueue(store, "thread", game=game.code)
    await enqueue(store, "thread again", game=game.code)
    await enqueue(store, "hand", game=game.code, lane="dm 1")
    await enqueue(store, "notice")
    await enqueue(store, "notice again")
    assert await claim_keys(store) == ["thread", "hand", "notice", "notice again"]
    assert [one.key for one in await undelivered_posts(store, f"game {game.code}")] == [
        "thread",
        "thread again",
    ]


async def test_the_same_key_is_told_once(store: Store, game: Game) -> None:
    await enqueue(store, "card", game=game.code)
    await enqueue(store, "card", game=game.code)
    assert await deliver(store, await claim_one(store), moment=11)
    await enqueue(store, "card", game=game.code)
    assert await claim_keys(store) == []


async def test_several_are_left_by_one_statement_in_their_order_without_those_that_are_known(
    store: Store, game: Game
) -> None:
    await enqueue(store, "b", game=game.code)
    new = [NewPost("card", {"n": n}, key, game=game.code) for n, key in enumerate("cbad")]
    async with store.write() as tx:
        with capture_statements(store) as sent:
            await db.outbox.enqueue(tx, *new)
        assert len(sent) == 1
        with capture_statements(store) as sent:
            await db.outbox.enqueue(tx)
        assert sent == []
    assert [one.key for one in await undelivered_posts(store, f"game {game.code}")] == ["b", "c", "a", "d"]


async def test_what_a_dead_process_claimed_is_claimed_again_after_the_lease(store: Store) -> None:
    await enqueue(store, "card")
    lost = await claim_one(store, now=10, lease_ms=100)
    assert (lost.attempts, lost.claimed_until) == (1, 110)
    assert await claim_keys(store, now=109) == []
    again = await claim_one(store, now=110)
    assert again.attempts == 2
    assert await deliver(store, lost, moment=120)
    assert not await deliver(store, again, moment=121)
    assert await claim_keys(store, now=10_000) == []


async def test_a_failed_post_is_tried_after_growing_pauses_and_holds_its_lane(
    store: Store, game: Game
) -> None:
    await enqueue(store, "one", game=game.code)
    await enqueue(store, "two", game=game.code)
    now, pauses = 10, []
    for _ in range(12):
        claim = await claim_one(store, now=now)
        assert claim.key == "one"
        set_clock(store, now)
        async with store.write() as tx:
            again = await db.outbox.reschedule(tx, claim, "500")
        assert again is not None
        assert await claim_keys(store, now=again - 1) == []
        assert await db.outbox.next_due(store) == again
        pauses.append(again - now)
        now = again
    assert pauses == [1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000, 300000, 300000, 300000]
    claim = await claim_one(store, now=now)
    assert claim.problem == "500"
    set_clock(store, now)
    async with store.write() as tx:
        assert await db.outbox.reschedule(tx, claim, "429", retry_after_ms=750) == now + 750
    claim = await claim_one(store, now=now + 750)
    async with store.write() as tx:
        assert await db.outbox.abandon(tx, claim, "403")
        assert not await db.outbox.abandon(tx, claim, "403")
    assert (await claim_one(store, now=now + 750)).key == "two"


async def test_who_lost_the_claim_does_not_delay_who_has_it_now(store: Store) -> None:
    await enqueue(store, "card")
    lost = await claim_one(store, now=10, lease_ms=5)
    claimed = await claim_one(store, now=20, lease_ms=100_000)
    set_clock(store, 30)
    async with store.write() as tx:
        assert await db.outbox.reschedule(tx, lost, "too late") is None
    assert await claim_keys(store, now=30 + db.outbox.FIRST_BACKOFF_MS) == []
    assert await deliver(store, claimed, moment=100)


async def test_not_before_its_time_and_no_more_than_asked(store: Store) -> None:
    await enqueue(store, "late", not_before=50)
    await enqueue(store, "now")
    await enqueue(store, "then")
    assert await db.outbox.next_due(store) == 0
    assert await claim_keys(store, now=49, limit=1) == ["now"]
    assert await claim_keys(store, now=49) == ["then"]
    assert await db.outbox.next_due(store) == 50
    assert await claim_keys(store, now=50) == ["late"]


async def test_nothing_waits_in_an_empty_outbox(store: Store) -> None:
    assert await db.outbox.next_due(store) is None
    assert await db.outbox.claim(store, now=10) == ()


async def test_a_claim_is_one_statement_and_says_what_is_kept_of_it(store: Store, game: Game) -> None:
    await enqueue(store, "one", game=game.code)
    await enqueue(store, "two", lane="elsewhere", game=game.code)
    with capture_statements(store) as sent:
        one, two = await db.outbox.claim(store, now=10, lease_ms=100)
    assert len(sent) == 1
    assert (one.key, one.lane, one.kind, one.payload) == ("one", f"game {game.code}", "card", {"text": "one"})
    assert (one.created, one.attempts, one.claimed_until, one.done_at) == (1, 1, 110, None)
    assert (two.key, two.lane, two.game) == ("two", "elsewhere", game.code)


async def test_a_claim_says_whether_another_of_its_kind_waits_behind_it(store: Store, game: Game) -> None:
    await enqueue(store, "card 1", "card", game=game.code)
    await enqueue(store, "notice", "notice", game=game.code)
    await enqueue(store, "card elsewhere", "card", lane="elsewhere")
    assert {one.key: one.followed for one in await db.outbox.claim(store, now=10, lease_ms=5)} == {
        "card 1": False,
        "card elsewhere": False,
    }
    await enqueue(store, "card 2", "card", game=game.code)
    first, _ = await db.outbox.claim(store, now=20, lease_ms=5)
    assert (first.key, first.followed) == ("card 1", True)
    await deliver(store, first, moment=21)
    notice, _ = await db.outbox.claim(store, now=30, lease_ms=5)
    assert (notice.key, notice.followed) == ("notice", False)
    await deliver(store, notice, moment=31)
    _, last = await db.outbox.claim(store, now=40)
    assert (last.key, last.followed) == ("card 2", False)


async def test_lanes_go_by_the_most_urgent_post_that_waits_in_them(store: Store) -> None:
    for key, kind, lane in (("hand", "hand", "a"), ("first", "hand", "b"), ("call", "call", "b")):
        await enqueue(store, key, kind, lane=lane)
    await enqueue(store, "card", "card", lane="c")
    ranks = {"call": 0, "card": 1, "hand": 2}
    claims = await db.outbox.claim(store, now=10, limit=2, urgency=ranks)
    assert {claim.key for claim in claims} == {"first", "card"}


async def test_what_is_held_on_to_is_not_claimed_by_others(store: Store) -> None:
    await enqueue(store, "card")
    claim = await claim_one(store, lease_ms=100)
    set_clock(store, 100)
    async with store.write() as tx:
        await db.outbox.extend_lease(tx, [claim.id], 200)
    assert await claim_keys(store, now=150) == []
    assert await claim_keys(store, now=200) == ["card"]


async def test_who_is_still_at_it_does_not_claim_it_again(store: Store) -> None:
    await enqueue(store, "card")
    claim = await claim_one(store, lease_ms=100)
    assert await db.outbox.claim(store, now=500, in_flight=[claim.id]) == ()
    assert await db.outbox.next_due(store, in_flight=[claim.id]) is None


async def test_what_is_set_aside_holds_nobody_and_can_be_hurried(store: Store, game: Game) -> None:
    await enqueue(store, "refused", game=game.code)
    await enqueue(store, "behind it", game=game.code)
    claim = await claim_one(store)
    set_clock(store, 20)
    async with store.write() as tx:
        await db.outbox.reschedule(tx, claim, "not allowed", retry_after_ms=1000, lane="aside 1")
    assert await claim_keys(store, now=20, lease_ms=1) == ["behind it"]
    for server, found in ((999, ["behind it"]), (game.server, ["refused", "behind it"])):
        async with store.write() as tx:
            await db.outbox.expedite(tx, server or 0, ("aside",))
        assert await claim_keys(store, now=30, lease_ms=0) == found
