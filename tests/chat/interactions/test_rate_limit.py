"""Somebody who floods is asked to slow down, politely; nobody else notices."""

from pathlib import Path

import db
from bot.chat.interactions.rate_limit import MAX_USERS, UserRateLimit
from tests.chat.discord_driver import opened_chat, words_of


class Watch:
    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return self.at


def test_a_burst_is_allowed_and_comes_back_with_time() -> None:
    watch = Watch()
    patience = UserRateLimit(burst=3, refill_per_s=2, now=watch.now)
    assert [patience.allow(1) for _ in range(4)] == [True, True, True, False]
    assert patience.allow(2)
    watch.at = 0.5
    assert [patience.allow(1) for _ in range(2)] == [True, False]
    watch.at = 100
    assert [patience.allow(1) for _ in range(4)] == [True, True, True, False]


def test_a_crowd_is_not_remembered_for_ever() -> None:
    patience = UserRateLimit(burst=1, refill_per_s=0)
    assert patience.allow(1)
    assert not patience.allow(1)
    for person in range(2, MAX_USERS + 2):
        patience.allow(person)
    assert patience.allow(1)


async def test_whoever_floods_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with opened_chat(tmp_path, patience=UserRateLimit(burst=2, refill_per_s=0)) as chat:
        eira, dag = chat.person("eira"), chat.person("dag")
        first = [await eira.slash(chat.channel, "help") for _ in range(2)]
        assert not any("Slow down" in words_of(answer.response) for answer in first)
        refused = await eira.slash(chat.channel, "new lofoten")
        assert "Slow down" in words_of(refused.response)
        assert refused.ephemeral
        assert await db.games.list_for_user(chat.store, eira.id) == ()
        assert "Slow down" not in words_of((await dag.slash(chat.channel, "help")).response)
