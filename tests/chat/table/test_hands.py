"""The hand by DM: one message, edited, and never uploaded again unchanged."""

from typing import Any

import pytest

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor
from bot.play.turns import moves
from tests.chat.discord_driver import Chat, alt_texts, text_of


def requests_to(chat: Chat, since: int, channel: int) -> list[str]:
    """Returns the requests that posted to a channel or edited there."""
    return [
        request.method
        for request in chat.env.http_requests[since:]
        if request.path.strip("/").startswith(f"channels/{channel}/messages")
    ]


async def test_a_hand_that_stands_there_already_is_not_sent_again(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    dm_channel = chat.user("bjorn").user.dm_channel
    (hand,) = dm_channel.history()
    since = len(chat.env.http_requests)
    snapshot = await chat.snapshot(code)
    async with chat.store.write() as tx:
        again = outbox_messages.Hand(seat=1, ply=snapshot.row.ply)
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(again, key="again", game=code, lane=f"hand {code} 1")
        )
    await chat.restart()
    assert requests_to(chat, since, dm_channel.id) == []
    assert [message.id for message in dm_channel.history()] == [hand.id]


async def start_with_changed_hand(chat: Chat) -> tuple[Any, Any]:
    """Returns a DM channel and the hand message there; the hand has changed but is not delivered yet."""
    code = await chat.start_game("astrid", "bjorn")
    dm_channel = chat.user("bjorn").user.dm_channel
    (hand,) = dm_channel.history()
    async with chat.store.write() as tx:
        await db.messages.set_picture(tx, hand.id, "something else")
        again = outbox_messages.Hand(seat=1, ply=1)
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(again, key="again", game=code, lane=f"hand {code} 1")
        )
    return dm_channel, hand


@pytest.mark.quick
async def test_a_hand_that_changed_is_changed_where_it_stands(chat: Chat) -> None:
    dm_channel, _ = await start_with_changed_hand(chat)
    since = len(chat.env.http_requests)
    await chat.restart()
    assert requests_to(chat, since, dm_channel.id) == ["PATCH"]


async def test_a_hand_that_was_changed_too_often_is_sent_anew(chat: Chat) -> None:
    """Discord limits edits of messages older than an hour, so the hand is posted again."""
    dm_channel, hand = await start_with_changed_hand(chat)
    chat.env.inject_error("PATCH", f"/channels/{dm_channel.id}/messages/{hand.id}", status=429, code=30046)
    await chat.restart()
    (anew,) = dm_channel.history()
    assert anew.id != hand.id
    assert alt_texts(anew) == alt_texts(hand)


async def test_a_hand_is_told_in_the_language_of_the_one_who_holds_it(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    bjorn = chat.user("bjorn")
    async with chat.store.write() as tx:
        await db.users.update(tx, bjorn.id, locale="fr")
    await chat.user("astrid").click(chat.lobby_card(code), label="Start")
    (his,), (hers,) = (chat.user(name).user.dm_channel.history() for name in ("bjorn", "astrid"))
    assert "votre main" in text_of(his)
    assert "your hand" in text_of(hers)
    assert "Partie" not in text_of(chat.card())


async def test_an_empty_hand_is_told_with_where_the_next_cards_come_from(chat: Chat) -> None:
    """An empty hand is delivered too, so that no stale hand remains."""
    code = await chat.start_game("astrid", "bjorn", game="shipwrights")
    astrid = chat.user("astrid")
    asked = (await astrid.slash(chat.thread(), "hand")).response
    assert alt_texts(asked) == ["Your hand is empty. New cards come in the morning."]
    dm_channel = astrid.user.dm_channel
    while (snapshot := await chat.snapshot(code)).state.stage != "afternoon":
        await play_last_move(chat, code, min(snapshot.owing_seats()))
    seat = snapshot.state.active
    actor = next(person for person in chat.users.values() if person.id == snapshot.players[seat].person)
    dm_channel = actor.user.dm_channel
    (hand,) = dm_channel.history()
    assert alt_texts(hand)[0].startswith("Hand: ")
    while (await chat.snapshot(code)).owing_seats() == {seat}:
        await play_last_move(chat, code, seat)
    (changed,) = dm_channel.history()
    assert changed.id == hand.id
    assert alt_texts(changed) == ["Your hand is empty. New cards come in the morning."]


async def play_last_move(chat: Chat, code: str, seat: int) -> None:
    """Play the last legal move of a seat, which usually ends the turn."""
    snapshot = await chat.snapshot(code)
    person = snapshot.users[seat]
    move = snapshot.legal(seat)[-1]
    actor = Actor(person.id, person.name, "en-US")
    await moves.play(chat.service, code, actor, str(move), interaction_id=snapshot.row.ply)
    await chat.restart()
