"""Process lock: a second process is refused until the first releases its lock."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from db import DatabaseError, Store, process_lock


async def test_two_cannot_do_the_same_part_of_the_work(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lock, "ATTEMPTS", 1)
    monkeypatch.setattr(process_lock, "RETRY_DELAY_S", 0)
    async with await Store.open(url) as one, await Store.open(url) as two:
        async with one.process_lock(["shard 0", "shard 1"]):
            with pytest.raises(DatabaseError, match="serves shard 1 already") as error:
                async with two.process_lock(["shard 2", "shard 1"]):
                    pass
            assert error.value.kind == "taken"
            async with two.process_lock(["shard 2"]):
                assert await two.check() == ()
        async with two.process_lock(["shard 1", "shard 0"]):
            assert await two.check() == ()


COUNT_LOCKS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
END_THEIR_SESSIONS = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"


async def _ask(url: str, statement: str) -> int:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        answer: int = await connection.scalar(text(statement))
    await engine.dispose()
    return answer


async def test_the_lock_is_taken_again_after_its_connection_was_lost(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_lock, "CHECK_INTERVAL_S", 0.05)
    async with await Store.open(postgres_url) as store, store.process_lock(["shard 0", "shard 1"]):
        assert await _ask(postgres_url, END_THEIR_SESSIONS) == 2
        async with asyncio.timeout(10):
            while await _ask(postgres_url, COUNT_LOCKS) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    assert await _ask(postgres_url, COUNT_LOCKS) == 0


async def test_a_process_whose_lock_another_took_ends(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_lock, "CHECK_INTERVAL_S", 0.5)
    monkeypatch.setattr(process_lock, "ATTEMPTS", 3)
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        locked = asyncio.Event()

        async def serve() -> None:
            async with one.process_lock(["shard 0"]):
                locked.set()
                await asyncio.sleep(60)

        serving = asyncio.create_task(serve())
        await locked.wait()
        await _ask(postgres_url, END_THEIR_SESSIONS)
        async with two.process_lock(["shard 0"]):
            with pytest.raises(DatabaseError, match="serves shard 0 already"):
                await asyncio.wait_for(serving, 10)
