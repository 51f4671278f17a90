"""/table pause: the question, the vote card, and what the cards say while the game is paused."""

import db
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat, response_text, text_of


async def test_a_pause_is_asked_for_agreed_to_and_shown_everywhere(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    asked = (await astrid.slash(chat.thread(), "table pause")).response
    done = await astrid.select(asked.message, ["7"], custom_id=find_custom_id(asked, "ask-pause"))
    assert "Vote started" in text_of(done.response)
    (question,) = [one for one in chat.thread().history() if "would like a pause" in text_of(one)]
    assert f"<@{bjorn.id}>" in text_of(question)
    assert f"<@{astrid.id}> <@" not in text_of(question)
    await bjorn.click(question, label="Agree")
    assert (await chat.snapshot(code)).is_paused
    assert "The table is paused until" in text_of(chat.card())
    (notice,) = [one for one in chat.thread().history() if "no away days are used" in text_of(one)][-1:]
    listed = (await bjorn.slash(chat.channel, "games")).response
    assert "is paused until" in text_of(listed)
    refused = await bjorn.click(chat.card(), label="Play")
    assert "is paused until" in response_text(refused)
    await bjorn.click(notice, label="Resume early")
    (question,) = [one for one in chat.thread().history() if "would like to resume" in text_of(one)]
    await astrid.click(question, label="Agree")
    assert (await chat.snapshot(code)).is_running
    assert await db.votes.list_open(chat.store, code) == ()
