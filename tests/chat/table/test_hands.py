"""The hand in the direct messages: one message, changed where it stands, never uploaded twice as it is."""

from typing import Any

import db
from bot.play.core import outbox_messages
from bot.play.core.authorization import Actor
from bot.play.turns import moves
from tests.chat.discord_driver import Chat, alts, words_of


def uploads(chat: Chat, since: int, channel: int) -> list[str]:
    """What was sent to a channel, or changed there."""
    return [
        request.method
        for request in chat.env.http_requests[since:]
        if request.path.strip("/").startswith(f"channels/{channel}/messages")
    ]


async def test_a_hand_that_stands_there_already_is_not_sent_again(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    door = chat.person("bjorn").user.dm_channel
    (hand,) = door.history()
    since = len(chat.env.http_requests)
    snapshot = await chat.snapshot(code)
    async with chat.store.write() as tx:
        again = outbox_messages.Hand(seat=1, ply=snapshot.row.ply)
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(again, key="again", game=code, lane=f"hand {code} 1")
        )
    await chat.restart()
    assert uploads(chat, since, door.id) == []
    assert [message.id for message in door.history()] == [hand.id]


async def changed_hand(chat: Chat) -> tuple[Any, Any]:
    """Where somebody's hand stands that has changed since, and is about to be delivered."""
    code = await chat.start("astrid", "bjorn")
    door = chat.person("bjorn").user.dm_channel
    (hand,) = door.history()
    async with chat.store.write() as tx:
        await db.messages.set_picture(tx, hand.id, "something else")
        again = outbox_messages.Hand(seat=1, ply=1)
        await db.outbox.enqueue(
            tx, outbox_messages.new_post(again, key="again", game=code, lane=f"hand {code} 1")
        )
    return door, hand


async def test_a_hand_that_changed_is_changed_where_it_stands(chat: Chat) -> None:
    door, _ = await changed_hand(chat)
    since = len(chat.env.http_requests)
    await chat.restart()
    assert uploads(chat, since, door.id) == ["PATCH"]


async def test_a_hand_that_was_changed_too_often_is_sent_anew(chat: Chat) -> None:
    """Of messages older than an hour Discord takes few edits; nobody is left with the hand of before."""
    door, hand = await changed_hand(chat)
    chat.env.inject_error("PATCH", f"/channels/{door.id}/messages/{hand.id}", status=429, code=30046)
    await chat.restart()
    (anew,) = door.history()
    assert anew.id != hand.id
    assert alts(anew) == alts(hand)


async def test_a_hand_is_told_in_the_language_of_the_one_who_holds_it(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn")
    bjorn = chat.person("bjorn")
    async with chat.store.write() as tx:
        await db.users.update(tx, bjorn.id, locale="fr")
    await chat.person("astrid").click(chat.lobby_card(code), label="Start")
    (his,), (hers,) = (chat.person(name).user.dm_channel.history() for name in ("bjorn", "astrid"))
    assert "votre main" in words_of(his)
    assert "your hand" in words_of(hers)
    assert "Partie" not in words_of(chat.card())


async def test_an_empty_hand_is_told_with_where_the_next_cards_come_from(chat: Chat) -> None:
    """Before the first morning, and again once a hand is played: what stands there is not left stale."""
    code = await chat.start("astrid", "bjorn", game="shipwrights")
    astrid = chat.person("astrid")
    asked = (await astrid.slash(chat.thread(), "hand")).response
    assert alts(asked) == ["Your hand is empty. New cards come in the morning."]
    door = astrid.user.dm_channel
    while (snapshot := await chat.snapshot(code)).state.stage != "afternoon":
        await play(chat, code, min(snapshot.owing_seats()))
    seat = snapshot.state.active
    actor = next(person for person in chat.people.values() if person.id == snapshot.players[seat].person)
    door = actor.user.dm_channel
    (hand,) = door.history()
    assert alts(hand)[0].startswith("Hand: ")
    while (await chat.snapshot(code)).owing_seats() == {seat}:
        await play(chat, code, seat)
    (changed,) = door.history()
    assert changed.id == hand.id
    assert alts(changed) == ["Your hand is empty. New cards come in the morning."]


async def play(chat: Chat, code: str, seat: int) -> None:
    """The last legal move of a seat, which ends a turn wherever it can."""
    snapshot = await chat.snapshot(code)
    person = snapshot.users[seat]
    move = snapshot.legal(seat)[-1]
    actor = Actor(person.id, person.name, "en-US")
    await moves.play(chat.service, code, actor, str(move), interaction_id=snapshot.row.ply)
    await chat.restart()
