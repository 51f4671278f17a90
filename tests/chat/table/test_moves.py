"""Playing, taking back and giving up by typing."""

import logging
from typing import Any

import pytest

import db
from bot.app.logging_setup import QUIETER
from tests.chat.discord_driver import Chat, late_tap, taps, words_of

CHOOSING = ("pick", "choose", "several", "page", "go", "short", "short-go")
OFFERS = (*CHOOSING, "ahead", "plan", "advice", "orders")
"""What a panel offers to somebody who may move."""
GAVE_UP = "You gave this game up; the caretaker plays your seat to the end."


async def test_giving_up_is_asked_twice_and_ends_the_game(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    loser = chat.person("bjorn")
    asked = await loser.slash(chat.thread(), "table resign")
    assert (await chat.snapshot(code)).is_running
    await loser.click(asked.response.message, label="Give up")
    snapshot = await chat.snapshot(code)
    assert snapshot.is_over
    assert snapshot.outcome().ranking == ((0,), (1,))
    final = chat.final_card()
    assert "astrid" in words_of(final)
    assert not any(name.startswith(("skald:play:", "skald:pick:")) for name in taps(final))


def offered(message: Any) -> list[str]:
    return [name for name in taps(message) if name.startswith(tuple(f"skald:{verb}:" for verb in OFFERS))]


@pytest.mark.parametrize("game", ["borealis", "explorers", "shipwrights"])
async def test_who_gave_up_is_offered_no_moves_and_makes_none(chat: Chat, game: str) -> None:
    code = await chat.start("astrid", "bjorn", "cara", game=game)
    await chat.halt()  # the caretaker does not come first
    loser = await chat.owing(code)
    panel = (await loser.slash(chat.thread(), "play")).response
    assert offered(panel)
    asked = await loser.slash(chat.thread(), "table resign")
    after = await loser.click(asked.response.message, label="Give up")
    assert "you gave this game up" in words_of(after.response)
    assert offered(after.response) == []
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(loser.id)
    assert snapshot.game.legal(snapshot.state, seat)
    move = snapshot.game.legal(snapshot.state, seat)[0]
    for verb in ("go", "advice"):
        tapped = await late_tap(loser, panel, f"skald:{verb}:{code}:{snapshot.row.version}:{move}")
        assert [words_of(word) for word in tapped.followups] == [GAVE_UP]
    assert (await chat.snapshot(code)).row == snapshot.row


async def test_undo_by_typing(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    before = await chat.snapshot(code)
    await actor.slash(chat.thread(), "lofoten side", card="left")
    await actor.slash(chat.thread(), "undo")
    assert (await chat.snapshot(code)).state == before.state
    refused = await actor.slash(chat.thread(), "undo")
    assert "Nothing to undo" in words_of(refused.response)


async def test_an_impossible_move_shows_what_is_possible(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    answer = await actor.slash(chat.thread(), "lofoten slide")
    assert "isn't possible now" in words_of(answer.response)
    assert any(name.startswith("skald:pick:") for name in taps(answer.response))
    assert (await chat.snapshot(code)).row.ply == 1


async def test_logs_hold_no_hand_no_seed_and_no_token(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    for library, level in QUIETER.items():
        caplog.set_level(level, logger=library)
    caplog.set_level(logging.DEBUG)
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    await actor.slash(chat.thread(), "play")
    snapshot = await chat.snapshot(code)
    assert caplog.text
    assert snapshot.row.seed.hex() not in caplog.text
    assert await db.games.find_state(chat.store, code) not in caplog.text
