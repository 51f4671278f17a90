"""Process lock: a second process is refused until the first releases its lock."""

import pytest

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
