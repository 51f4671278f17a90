"""Somebody is away, as the table sees it: the question and its answers, the caretaker, a substitute; and
what the table agrees on."""

from typing import Any

import pytest

from bot.play.turns import caretaker
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, words_of
from tests.chat.panel_driver import tap_out
from tests.play.table_fixture import choose_last_move


@pytest.fixture(autouse=True)
def hasty_caretaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well the caretaker plays is tested elsewhere."""
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


def question(chat: Chat) -> Any:
    """The latest thing the table was asked."""
    return next(
        one for one in reversed(chat.thread().history()) if any(":vote:" in name for name in taps(one))
    )


def as_it_stands(chat: Chat, message: Any) -> Any:
    """A message of the thread as it reads now."""
    return next(one for one in chat.thread().history() if one.id == message.id)


def other_than(chat: Chat, *people: Any) -> Any:
    return next(person for person in chat.people.values() if person not in people)


async def test_the_table_votes_the_caretaker_plays_and_the_owner_is_back_with_one_tap(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    late = await chat.owing(code)
    other = other_than(chat, late)
    await chat.env.advance_time(121 * 3600)
    asked = question(chat)
    assert f"<@{other.id}>" in words_of(asked)
    assert list(taps(asked).values()) == ["Wait", "Caretaker", "Substitute", "End the game"]
    await chat.restart()
    stranger = await chat.person("eira").click(asked, label="End the game")
    assert "aren't playing" in words_of(stranger.response)
    decided = await other.click(asked, label="Caretaker")
    assert decided.ephemeral
    closed = as_it_stands(chat, asked)
    assert f"{other.name}: Caretaker" in words_of(closed)
    assert "This vote is over." in words_of(closed)
    assert not taps(closed)
    card = chat.card()
    assert "caretaker" in words_of(card)
    assert f"<@{late.id}>" not in words_of(card)
    back = await late.click(card, label="I'm back")
    assert tap_named(back.response, "pick")
    assert not any(name.startswith("skald:back:") for name in taps(chat.card()))
    panel = (await other.click(chat.card(), label="Play")).response
    refused = await late_tap(other, panel, f"skald:back:{code}::")
    assert "already playing" in words_of(refused.response)


async def test_the_table_hears_what_was_decided_and_what_follows(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    late = await chat.owing(code)
    other = other_than(chat, late)
    await chat.env.advance_time(121 * 3600)
    await other.click(question(chat), label="Wait")
    assert f"The table waits another day for <@{late.id}>." in words_of(chat.thread().last_message)
    await chat.env.advance_time(25 * 3600)
    await chat.env.advance_time(25 * 3600)
    assert "another vote in a week" in words_of(chat.thread().last_message)


async def test_a_substitute_takes_the_seat_with_one_tap(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    late = await chat.owing(code)
    other, eira = other_than(chat, late), chat.person("eira")
    await chat.env.advance_time(121 * 3600)
    await other.click(question(chat), label="Substitute")
    wanted = chat.thread().last_message
    assert f"Who takes over for <@{late.id}>?" in words_of(wanted)
    assert list(taps(wanted).values()) == ["Take the seat", "A computer player"]
    refused = await other.click(wanted, label="Take the seat")
    assert "already at this table" in words_of(refused.response)
    taken = await eira.click(wanted, label="Take the seat")
    assert "This is your seat now." in words_of(taken.response)
    assert tap_named(taken.response, "pick")
    assert eira is await chat.owing(code)
    over = as_it_stands(chat, wanted)
    assert words_of(over) == "This offer is over."
    assert not taps(over)
    assert any(
        f"<@{eira.id}> takes the seat of <@{late.id}>" in words_of(message)
        for message in chat.thread().history()
    )
    told = [words_of(message) for message in late.user.dm_channel.history()]
    assert any(f"<@{eira.id}> has taken your seat in game `{code}`" in text for text in told)
    told = [words_of(message) for message in eira.user.dm_channel.history()]
    assert any(f"You're in game `{code}` now, in <@{late.id}>'s seat" in text for text in told)


async def test_undo_behind_the_barrier_offers_to_ask_and_end_asks_everybody(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    mover = await chat.owing(code)
    other = other_than(chat, mover)
    panel = (await mover.click(chat.card(), label="Play")).response
    while await chat.owing(code) is mover:
        snapshot = await chat.snapshot(code)
        panel = await tap_out(mover, panel, snapshot.legal(min(snapshot.owing_seats()))[-1])
    before = await chat.snapshot(code)
    offer = await mover.slash(chat.thread(), "undo")
    assert "everybody agrees" in words_of(offer.response)
    assert (await chat.snapshot(code)).row.version == before.row.version
    told = await mover.click(offer.response.message, label="Ask the table")
    assert "Vote started" in words_of(told.response)
    asked = question(chat)
    assert f"<@{mover.id}> asks to undo the move" in words_of(asked)
    assert "what was seen stays seen" in words_of(asked)
    assert list(taps(asked).values()) == ["Agree", "Refuse"]
    await other.click(asked, label="Agree")
    assert mover is await chat.owing(code)
    assert any("All agree" in words_of(message) for message in chat.thread().history())
    assert f"<@{mover.id}>" in words_of(chat.card())

    offer = await other.slash(chat.thread(), "table end")
    await other.click(offer.response.message, label="Ask the table")
    asked = question(chat)
    await mover.click(asked, label="Agree")
    assert (await chat.snapshot(code)).is_over
    assert "by agreement" in words_of(chat.final_card())


@pytest.mark.parametrize(
    "forged",
    ["vote:{code}::x end", "vote:{code}::99 end", "vote:{code}::", "take:{code}::1", "ask-undo:{code}::7"],
)
async def test_forged_answers_change_nothing(chat: Chat, forged: str) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    before = await chat.snapshot(code)
    actor = await chat.owing(code)
    panel = (await actor.click(chat.card(), label="Play")).response
    answer = await late_tap(actor, panel, "skald:" + forged.format(code=code))
    assert any(words_of(message) for message in (answer.response, *answer.followups) if message is not None)
    assert (await chat.snapshot(code)).row.version == before.row.version
