"""Skald stops while people tap: who was heard is answered, who comes later is told so, nothing is left."""

import asyncio
from pathlib import Path

import db
from bot.chat.interactions.in_flight import Answering
from tests.chat.discord_driver import opened_chat, words_of


async def test_who_comes_while_the_last_are_answered_is_asked_to_come_back(tmp_path: Path) -> None:
    async with opened_chat(tmp_path) as chat:
        eira = chat.person("eira")
        chat.skald.context.answering.ending = True
        answer = await eira.slash(chat.channel, "new lofoten")
        assert "Try again in a moment" in words_of(answer.response)
        assert answer.ephemeral
        assert await db.games.of_person(chat.store, eira.id) == ()


async def test_who_comes_after_the_last_answers_changes_nothing(tmp_path: Path) -> None:
    async with opened_chat(tmp_path) as chat:
        eira = chat.person("eira")
        await chat.skald.context.answering.end(5)
        answer = await eira.slash(chat.channel, "new lofoten")
        assert not answer.acknowledged
        assert await db.games.of_person(chat.store, eira.id) == ()


async def test_an_answer_under_way_is_finished() -> None:
    answering, told, go = Answering(), [], asyncio.Event()

    async def answer() -> None:
        with answering.under_way():
            await go.wait()
            told.append("the answer")

    under_way = asyncio.create_task(answer())
    await asyncio.sleep(0)
    ending = asyncio.create_task(answering.end(60))
    await asyncio.sleep(0)
    assert answering.ending
    assert not answering.ended
    go.set()
    await asyncio.gather(under_way, ending)
    assert told == ["the answer"]
    assert answering.ended
    assert len(answering) == 0


async def test_an_answer_that_takes_too_long_is_given_up_before_anything_is_closed() -> None:
    answering, given_up = Answering(), []

    async def answer() -> None:
        with answering.under_way():
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)  # it lets go of what it holds
                given_up.append("the answer")

    under_way = asyncio.create_task(answer())
    await asyncio.sleep(0)
    await answering.end(0)
    assert given_up == ["the answer"]
    assert under_way.cancelled()
    assert len(answering) == 0
