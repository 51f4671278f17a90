"""Absent players at the table: the vote and its answers, the caretaker, a substitute.

Covers `bot/chat/table/caretaker.py`, `bot/chat/table/substitutes.py`, `bot/chat/table/votes.py`,
`bot/chat/table/ending.py`.
"""

from typing import Any

import pytest

from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import play_on_panel

pytestmark = pytest.mark.usefixtures("trivial_caretaker")


def latest_vote(chat: Chat) -> Any:
    """Returns the message of the latest vote."""
    return next(
        one
        for one in reversed(chat.thread().history())
        if any(":vote:" in name for name in enabled_components(one))
    )


def current_message(chat: Chat, message: Any) -> Any:
    """Returns a message of the thread in its current form."""
    return next(one for one in chat.thread().history() if one.id == message.id)


def other_player(chat: Chat, *people: Any) -> Any:
    return next(person for person in chat.users.values() if person not in people)


async def test_the_table_votes_the_caretaker_plays_and_the_owner_is_back_with_one_tap(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    late = await chat.player_to_move(code)
    other = other_player(chat, late)
    await chat.env.advance_time(121 * 3600)
    asked = latest_vote(chat)
    assert f"<@{other.id}>" in text_of(asked)
    assert list(enabled_components(asked).values()) == [
        "Wait",
        "Let the caretaker play",
        "Find a substitute",
        "End the game",
    ]
    await chat.restart()
    stranger = await chat.user("eira").click(asked, label="End the game")
    assert "aren’t playing" in text_of(stranger.response)
    decided = await other.click(asked, label="Let the caretaker play")
    assert decided.ephemeral
    closed = current_message(chat, asked)
    assert f"{other.name}: Let the caretaker play" in text_of(closed)
    assert "This vote is over." in text_of(closed)
    assert not enabled_components(closed)
    card = chat.card()
    assert "caretaker" in text_of(card)
    assert f"<@{late.id}>" not in text_of(card)
    back = await late.click(card, label="I’m back")
    assert find_custom_id(back.response, "pick")
    assert not any(name.startswith("skald:back:") for name in enabled_components(chat.card()))
    panel = (await other.click(chat.card(), label="Play")).response
    refused = await send_component(other, panel, f"skald:back:{code}::")
    assert "already playing" in text_of(refused.response)


async def test_the_table_hears_what_was_decided_and_what_follows(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    late = await chat.player_to_move(code)
    other = other_player(chat, late)
    await chat.env.advance_time(121 * 3600)
    await other.click(latest_vote(chat), label="Wait")
    assert f"The table waits another day for <@{late.id}>." in text_of(chat.thread().last_message)
    await chat.env.advance_time(25 * 3600)
    await chat.env.advance_time(25 * 3600)
    assert "The next vote is in a week" in text_of(chat.thread().last_message)


async def test_a_substitute_takes_the_seat_with_one_tap(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    late = await chat.player_to_move(code)
    other, eira = other_player(chat, late), chat.user("eira")
    await chat.env.advance_time(121 * 3600)
    await other.click(latest_vote(chat), label="Find a substitute")
    wanted = chat.thread().last_message
    assert f"Who takes over for <@{late.id}>?" in text_of(wanted)
    assert list(enabled_components(wanted).values()) == ["Take the seat", "Seat a computer player"]
    refused = await other.click(wanted, label="Take the seat")
    assert "already at this table" in text_of(refused.response)
    taken = await eira.click(wanted, label="Take the seat")
    assert "This is your seat now." in text_of(taken.response)
    assert find_custom_id(taken.response, "pick")
    assert eira is await chat.player_to_move(code)
    over = current_message(chat, wanted)
    assert text_of(over) == "This offer is over."
    assert not enabled_components(over)
    assert any(
        f"<@{eira.id}> takes the seat of <@{late.id}>" in text_of(message)
        for message in chat.thread().history()
    )
    told = [text_of(message) for message in late.user.dm_channel.history()]
    assert any(f"<@{eira.id}> has taken your seat in game `{code}`" in text for text in told)
    told = [text_of(message) for message in eira.user.dm_channel.history()]
    assert any(f"You’re in game `{code}` now, in <@{late.id}>’s seat" in text for text in told)


async def test_undo_behind_the_barrier_offers_to_ask_and_end_asks_everybody(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    mover = await chat.player_to_move(code)
    other = other_player(chat, mover)
    panel = (await mover.click(chat.card(), label="Play")).response
    while await chat.player_to_move(code) is mover:
        snapshot = await chat.snapshot(code)
        panel = await play_on_panel(mover, panel, snapshot.legal(min(snapshot.owing_seats()))[-1])
    before = await chat.snapshot(code)
    offer = await mover.slash(chat.thread(), "undo")
    assert "everyone agrees" in text_of(offer.response)
    assert (await chat.snapshot(code)).row.version == before.row.version
    told = await mover.click(offer.response.message, label="Ask the table")
    assert "Vote started" in text_of(told.response)
    asked = latest_vote(chat)
    assert f"<@{mover.id}> asks to undo their last move" in text_of(asked)
    assert "<t:" not in text_of(asked).splitlines()[0], "a push notification shows no countdown"
    assert "New information stays known" in text_of(asked)
    assert list(enabled_components(asked).values()) == ["Agree", "Refuse"]
    await other.click(asked, label="Agree")
    assert mover is await chat.player_to_move(code)
    assert sum("Everyone agrees" in text_of(message) for message in chat.thread().history()) == 1
    assert f"<@{mover.id}>" in text_of(chat.card())

    offer = await other.slash(chat.thread(), "table end")
    await other.click(offer.response.message, label="Ask the table")
    asked = latest_vote(chat)
    await mover.click(asked, label="Agree")
    assert (await chat.snapshot(code)).is_over
    assert "by agreement" in text_of(chat.final_card())


@pytest.mark.parametrize(
    "forged",
    ["vote:{code}::x end", "vote:{code}::99 end", "vote:{code}::", "take:{code}::1", "ask-undo:{code}::7"],
)
async def test_forged_answers_change_nothing(chat: Chat, forged: str) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    before = await chat.snapshot(code)
    actor = await chat.player_to_move(code)
    panel = (await actor.click(chat.card(), label="Play")).response
    answer = await send_component(actor, panel, "skald:" + forged.format(code=code))
    assert any(text_of(message) for message in (answer.response, *answer.followups) if message is not None)
    assert (await chat.snapshot(code)).row.version == before.row.version
