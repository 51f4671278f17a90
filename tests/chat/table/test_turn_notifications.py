"""Being told: one mention at a handover, awake, where one wishes, one message however many games it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import update

import db
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import turn_notifications
from tests.chat.discord_driver import Chat, tap_named, taps, walk, words_of
from tests.chat.panel_driver import act, hand_over

HOUR = 3600
SILENT = 1 << 12


@dataclass(frozen=True)
class Sent:
    """A message as Discord was asked to post it."""

    channel: int
    pinged: frozenset[int]
    silent: bool
    nonce: str
    """By which Discord drops a message that it has taken already."""


def sent(chat: Chat, since: int = 0) -> list[Sent]:
    """What Skald posted into channels, threads and direct messages."""
    found = []
    for request in chat.env.http_requests[since:]:
        parts = request.path.strip("/").split("/")
        if request.method == "POST" and parts[-1] == "messages" and parts[0] == "channels":
            body: Any = request.json or {}
            users = (body.get("allowed_mentions") or {}).get("users", ())
            silent = bool(body.get("flags", 0) & SILENT)
            found.append(Sent(int(parts[1]), frozenset(map(int, users)), silent, body.get("nonce", "")))
    return found


def now(chat: Chat) -> int:
    return len(chat.env.http_requests)


def visitor(actor: Any, locale: str = "en-GB") -> Actor:
    return Actor(actor.id, actor.name, locale)


async def test_a_handover_mentions_whoever_is_to_move_once_and_steps_nobody(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR // 2)
    mark = now(chat)
    mover = await chat.owing(code)
    await act(chat, code)
    while (await chat.owing(code)).id == mover.id:
        assert not [post for post in sent(chat, mark) if post.channel == chat.thread().id]
        await act(chat, code)
    follows = await chat.owing(code)
    (post,) = [post for post in sent(chat, mark) if post.channel == chat.thread().id]
    assert (post.pinged, post.silent) == (frozenset({follows.id}), False)
    first_line = words_of(chat.card()).splitlines()[0]
    assert first_line.startswith(f"<@{follows.id}> Lofoten with {mover.name}: your move, ")
    assert first_line.endswith(" days left.")


async def test_who_acted_in_the_last_minute_is_not_called_and_the_card_comes_silently(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    first = await chat.owing(code)
    await hand_over(chat, code)
    mark = now(chat)
    assert (await hand_over(chat, code)).id == first.id
    posts = [post for post in sent(chat, mark) if post.channel == chat.thread().id]
    assert [(post.pinged, post.silent) for post in posts] == [(frozenset(), True)]
    await chat.env.advance_time(600)
    assert all(not post.pinged for post in sent(chat, mark) if post.channel == chat.thread().id)


async def test_a_sleeper_is_called_in_the_morning_once_for_all_their_games(chat: Chat) -> None:
    codes = [await chat.start("astrid", "bjorn", begins="host") for _ in range(2)]
    for name in ("astrid", "bjorn"):
        await preferences.set_time_zone(chat.service, visitor(chat.person(name)), "UTC")
    await chat.env.advance_time(23 * HOUR + 1800)  # half past eleven in the evening
    mark = now(chat)
    assert {(await hand_over(chat, code)).id for code in codes} == {chat.person("bjorn").id}
    threads = {thread.id for thread in chat.channel.threads}
    night = [post for post in sent(chat, mark) if post.channel in threads]
    assert night
    assert all(post.silent and not post.pinged for post in night)
    mark = now(chat)
    await chat.env.advance_time(8 * HOUR + 1700)
    assert [post for post in sent(chat, mark) if post.pinged] == []
    await chat.env.advance_time(200)
    (morning,) = [post for post in sent(chat, mark) if post.pinged]
    assert morning.pinged == {chat.person("bjorn").id}
    told = next(one for one in chat.channel.threads if one.id == morning.channel).last_message
    assert "2 games are waiting for you" in words_of(told)
    assert all(f"`{code}`" in words_of(told) for code in codes)


async def test_what_waits_on_another_server_is_not_told_where_others_read_along(chat: Chat) -> None:
    here, elsewhere = [await chat.start("astrid", "bjorn", begins="host") for _ in range(2)]
    for name in ("astrid", "bjorn"):
        await preferences.set_time_zone(chat.service, visitor(chat.person(name)), "UTC")
    await chat.env.advance_time(23 * HOUR + 1800)
    for code in (here, elsewhere):
        await hand_over(chat, code)
    games = db.games.table
    async with chat.store.write() as tx:
        await db.servers.ensure_exists(tx, chat.guild.id + 1)
        await tx.execute(update(games).where(games.c.code == elsewhere).values(server=chat.guild.id + 1))
    mark = now(chat)
    await chat.env.advance_time(9 * HOUR)
    places = {thread.id: words_of(thread.last_message) for thread in chat.channel.threads}
    told = [places[post.channel] for post in sent(chat, mark) if post.pinged]
    assert len(told) == 2
    assert not [text for text in told if "games" in text]


async def test_nobody_is_called_in_the_morning_who_has_moved_by_night(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    for name in ("astrid", "bjorn"):
        await preferences.set_time_zone(chat.service, visitor(chat.person(name)), "UTC")
    await chat.env.advance_time(23 * HOUR + 1800)
    owl = await hand_over(chat, code)
    await chat.env.advance_time(HOUR)
    assert (await hand_over(chat, code)).id != owl.id
    mark = now(chat)
    await chat.env.advance_time(9 * HOUR)
    assert owl.id not in {person for post in sent(chat, mark) for person in post.pinged}


async def test_the_morning_call_outlives_a_restart_and_comes_once(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    for name in ("astrid", "bjorn"):
        await preferences.set_time_zone(chat.service, visitor(chat.person(name)), "UTC")
    await chat.env.advance_time(23 * HOUR + 1800)
    called = await hand_over(chat, code)
    await chat.restart()
    mark = now(chat)
    await chat.env.advance_time(9 * HOUR)
    await chat.restart()
    await chat.env.advance_time(HOUR)
    assert [post.pinged for post in sent(chat, mark) if post.pinged] == [frozenset({called.id})]


async def test_a_question_to_the_table_wakes_nobody(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    absent = await chat.owing(code)
    (asked,) = [actor for actor in chat.people.values() if actor.id != absent.id]
    await preferences.set_time_zone(chat.service, visitor(asked), "UTC")
    await chat.env.advance_time(119 * HOUR)
    mark = now(chat)
    await chat.env.advance_time(2 * HOUR)  # it is one in the morning
    asking = [words_of(message) for message in chat.thread().history()]
    assert any("What should we do" in text for text in asking)
    assert all(asked.id not in post.pinged for post in sent(chat, mark))
    await chat.env.advance_time(8 * HOUR)
    assert sum(asked.id in post.pinged for post in sent(chat, mark)) == 1


async def test_a_mention_that_discord_refuses_at_first_comes_once(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    chat.env.inject_error("POST", f"/channels/{chat.thread().id}/messages", status=503)
    follows = await hand_over(chat, code)
    await chat.env.advance_time(60)
    calling = [m for m in chat.thread().history() if words_of(m).startswith(f"<@{follows.id}>")]
    assert len(calling) == 1


async def test_a_crash_right_after_a_card_was_posted_does_not_post_it_twice(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    mover = await chat.owing(code)
    (follows,) = [actor for actor in chat.people.values() if actor.id != mover.id]
    await preferences.set_notification_channels(chat.service, visitor(follows), "both")
    crashes = iter([OSError("killed")])
    unharmed = turn_notifications.mark_notified

    async def summoned(
        tx: db.Transaction, snapshot: GameSnapshot, called: Sequence[turn_notifications.Notification]
    ) -> None:
        if called:
            for crash in crashes:
                raise crash
        await unharmed(tx, snapshot, called)

    mark = now(chat)
    monkeypatch.setattr(turn_notifications, "mark_notified", summoned)
    assert (await hand_over(chat, code)).id == follows.id
    assert next(crashes, None) is None
    await chat.restart()
    await chat.env.advance_time(60)
    calling = [post for post in sent(chat, mark) if follows.id in post.pinged]
    assert len(calling) == 2
    assert len({post.nonce for post in calling}) == 1
    history = [words_of(message) for message in follows.user.dm_channel.history()]
    assert sum(": your move, " in text for text in history) == 1


@pytest.mark.parametrize(("ways", "mentions", "messages"), [("dm", 0, 1), ("both", 1, 1), ("thread", 1, 0)])
async def test_everybody_is_told_where_they_wish(chat: Chat, ways: str, mentions: int, messages: int) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    mover = await chat.owing(code)
    (other,) = [actor for actor in chat.people.values() if actor.id != mover.id]
    await preferences.set_notification_channels(chat.service, visitor(other), ways)
    async with chat.store.write() as tx:
        await db.users.update(tx, other.id, locale="fr")
    mark = now(chat)
    await hand_over(chat, code)
    assert sum(other.id in post.pinged for post in sent(chat, mark)) == mentions
    history = [words_of(message) for message in other.user.dm_channel.history()]
    assert sum("à vous, " in text for text in history) == messages
    if messages:
        told = next(m for m in other.user.dm_channel.history() if "à vous, " in words_of(m))
        ways = [part["url"] for part in walk(told) if part.get("url")]
        assert [way.endswith(f"/{chat.thread().id}/{chat.card().id}") for way in ways] == [True]
        panel = await other.user.click(told, custom_id=tap_named(told, "play"))
        assert panel.ephemeral


async def test_closed_direct_messages_lead_to_the_thread(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    mover = await chat.owing(code)
    (other,) = [actor for actor in chat.people.values() if actor.id != mover.id]
    await preferences.set_notification_channels(chat.service, visitor(other), "dm")
    chat.env.inject_error(
        "POST", f"/channels/{other.user.dm_channel.id}/messages", status=403, code=50007, times=9
    )
    mark = now(chat)
    await hand_over(chat, code)
    await chat.env.advance_time(1)
    assert [post.channel for post in sent(chat, mark) if other.id in post.pinged] == [chat.thread().id]


async def test_on_a_quiet_server_word_comes_by_direct_message(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(quiet=True))
    await chat.env.advance_time(HOUR)
    mark = now(chat)
    follows = await hand_over(chat, code)
    assert all(not post.pinged for post in sent(chat, mark))
    assert any(": your move, " in words_of(m) for m in follows.user.dm_channel.history())


async def test_you_are_next_is_told_to_those_who_asked_for_it(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", "cara", game="explorers")
    snapshot = await chat.snapshot(code)
    while len((await chat.snapshot(code)).owing_seats()) != 1:
        await act(chat, code)
    await chat.env.advance_time(HOUR)
    for name in ("astrid", "bjorn"):
        await preferences.update_preferences(chat.service, visitor(chat.person(name)), next=True)
    for _ in snapshot.players:
        await hand_over(chat, code)
        await chat.env.advance_time(HOUR)
    told = [words_of(message) for message in chat.thread().history() if "you're next." in words_of(message)]
    assert told
    assert all(f"<@{chat.person('cara').id}>" not in text for text in told)


async def test_the_second_reminder_can_be_answered(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    actor = await chat.owing(code)
    await chat.env.advance_time(60 * HOUR)
    first = chat.thread().last_message
    assert "Reminder" in words_of(first)
    assert not any(name.startswith("skald:snooze:") for name in taps(first))
    await chat.env.advance_time(36 * HOUR)
    second = chat.thread().last_message
    (stranger,) = [other for other in chat.people.values() if other.id != actor.id]
    assert "isn't your turn" in words_of((await stranger.click(second, label="No more reminders")).response)
    assert "Next reminder <t:" in words_of((await actor.click(second, label="Tomorrow")).response)
    assert "14 of 14" in words_of((await actor.click(second, label="I'm away")).response)
    assert "until your next turn" in words_of((await actor.click(second, label="No more reminders")).response)
