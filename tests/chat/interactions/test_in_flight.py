"""Graceful shutdown: in-flight interactions are drained, later ones refused, then ignored.

Covers `bot/chat/client.py`.
"""

import asyncio
from pathlib import Path

import db
from bot.chat.interactions.in_flight import InFlight
from tests.chat.discord_driver import open_chat, text_of


async def test_who_comes_while_the_last_are_answered_is_asked_to_come_back(tmp_path: Path) -> None:
    async with open_chat(tmp_path) as chat:
        eira = chat.user("eira")
        chat.skald.context.interactions.in_flight.draining = True
        answer = await eira.slash(chat.channel, "new lofoten")
        assert "Try again in a moment" in text_of(answer.response)
        assert answer.ephemeral
        assert await db.players.list_games(chat.store, eira.id) == ()


async def test_who_comes_after_the_last_answers_changes_nothing(tmp_path: Path) -> None:
    async with open_chat(tmp_path) as chat:
        eira = chat.user("eira")
        await chat.skald.context.interactions.in_flight.drain(5)
        answer = await eira.slash(chat.channel, "new lofoten")
        assert not answer.acknowledged
        assert await db.players.list_games(chat.store, eira.id) == ()


async def test_an_answer_under_way_is_finished() -> None:
    answering, told, go = InFlight(), [], asyncio.Event()

    async def answer() -> None:
        with answering.track():
            await go.wait()
            told.append("the answer")

    under_way = asyncio.create_task(answer())
    await asyncio.sleep(0)
    ending = asyncio.create_task(answering.drain(60))
    await asyncio.sleep(0)
    assert answering.draining
    assert not answering.closed
    go.set()
    await asyncio.gather(under_way, ending)
    assert told == ["the answer"]
    assert answering.closed
    assert len(answering) == 0


async def test_an_answer_that_takes_too_long_is_given_up_before_anything_is_closed() -> None:
    answering, given_up = InFlight(), []

    async def answer() -> None:
        with answering.track():
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)  # it lets go of what it holds
                given_up.append("the answer")

    under_way = asyncio.create_task(answer())
    await asyncio.sleep(0)
    await answering.drain(0)
    assert given_up == ["the answer"]
    assert under_way.cancelled()
    assert len(answering) == 0
