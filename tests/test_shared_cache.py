"""A value is made once for all who ask meanwhile; failures and values that are too large are made again."""

import asyncio

import pytest

from bot.shared_cache import SharedCache


async def test_callers_that_come_meanwhile_wait_for_the_same_task() -> None:
    made = 0

    async def make() -> str:
        nonlocal made
        made += 1
        await asyncio.sleep(0)
        return "map"

    cache = SharedCache[str](2)
    assert await asyncio.gather(*(cache.get("key", make) for _ in range(3))) == ["map"] * 3
    assert await cache.get("key", make) == "map"
    assert made == 1


async def test_a_failure_is_not_kept() -> None:
    async def fail() -> str:
        raise OSError("no ink")

    async def succeed() -> str:
        return "map"

    cache = SharedCache[str](2)
    with pytest.raises(OSError, match="no ink"):
        await cache.get("key", fail)
    assert await cache.get("key", succeed) == "map"


async def test_a_value_larger_than_the_cache_is_returned_and_not_kept() -> None:
    texts = iter(("much too long", "short", "unused"))

    async def make() -> str:
        return next(texts)

    cache = SharedCache[str](5, len)
    assert [await cache.get("key", make) for _ in range(3)] == ["much too long", "short", "short"]
