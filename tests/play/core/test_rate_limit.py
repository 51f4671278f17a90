"""The per-user rate limit refuses a flood and leaves other users alone."""

from pathlib import Path

import db
from bot.play.core.rate_limit import MAX_KEYS, RateLimit
from tests.chat.discord_driver import open_chat, text_of


class FakeTime:
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


def test_a_burst_is_allowed_and_comes_back_with_time() -> None:
    time = FakeTime()
    limit = RateLimit(burst=3, refill_per_s=2, now=time.now)
    assert [limit.allow(1) for _ in range(4)] == [True, True, True, False]
    assert limit.allow(2)
    time.seconds = 0.5
    assert [limit.allow(1) for _ in range(2)] == [True, False]
    time.seconds = 100
    assert [limit.allow(1) for _ in range(4)] == [True, True, True, False]


def test_the_least_recently_active_users_are_evicted() -> None:
    limit = RateLimit(burst=1, refill_per_s=0)
    assert limit.allow(1)
    assert not limit.allow(1)
    for user_id in range(2, MAX_KEYS + 2):
        limit.allow(user_id)
    assert limit.allow(1)


async def test_whoever_floods_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with open_chat(tmp_path, rate_limit=RateLimit(burst=2, refill_per_s=0)) as chat:
        eira, dag = chat.user("eira"), chat.user("dag")
        first = [await eira.slash(chat.channel, "help") for _ in range(2)]
        assert not any("Slow down" in text_of(answer.response) for answer in first)
        refused = await eira.slash(chat.channel, "new lofoten")
        assert "Slow down" in text_of(refused.response)
        assert refused.ephemeral
        assert await db.players.list_games(chat.store, eira.id) == ()
        assert "Slow down" not in text_of((await dag.slash(chat.channel, "help")).response)
