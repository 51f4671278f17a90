"""Turn notifications: one per handover, only while awake, by the chosen channel, for all games at once."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

import db
from bot.chat.messages.custom_id import CustomId
from bot.chat.outbox import cleanup
from bot.chat.outbox.throttle import RetryLater
from bot.chat.table import turn_notifications as delivery
from bot.chat.table.turn_notifications import (
    AUTOPLAY_WAIT_MS,
    LATE_MS,
    MAX_AUTOPLAY_WAITS,
    announce_if_left,
    deliver_notification,
    game_link,
    games_to_notify,
    let_autoplay_go_first,
    notification_card,
    post_in_threads,
    send_notification_dm,
)
from bot.i18n import locale_for
from bot.play.account import preferences
from bot.play.clock.reminders import MAX_REMINDERS
from bot.play.core.authorization import Actor
from bot.play.core.outbox_messages import TurnNotification
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries, turn_notifications
from bot.play.notify.deliveries import SentMessage
from bot.play.notify.turn_notifications import WaitingGame
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.outbox.fake_discord import Refusal, discord_error
from tests.chat.panel_driver import play_step, play_until_handover
from tests.chat.sent_requests import count_requests, sent_messages
from tests.chat.story_fixtures import view_of_table

HOUR_S = 3600


def actor_of(actor: Any, locale: str = "en-GB") -> Actor:
    return Actor(actor.id, actor.name, locale)


async def test_a_handover_mentions_whoever_is_to_move_once_and_steps_nobody(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S // 2)
    mark = count_requests(chat)
    mover = await chat.player_to_move(code)
    await play_step(chat, code)
    while (await chat.player_to_move(code)).id == mover.id:
        assert not [post for post in sent_messages(chat, mark) if post.channel == chat.thread().id]
        await play_step(chat, code)
    follows = await chat.player_to_move(code)
    (post,) = [post for post in sent_messages(chat, mark) if post.channel == chat.thread().id]
    assert (post.pinged, post.silent) == (frozenset({follows.id}), False)
    first_line = text_of(chat.card()).splitlines()[0]
    assert first_line.startswith(f"<@{follows.id}> Lofoten with {mover.name}: your move, ")
    assert first_line.endswith(" h left.")
    assert f"{follows.name}: {first_line.rsplit('. ', 1)[-1].removesuffix('.')}" in text_of(chat.card())


async def test_who_acted_in_the_last_minute_is_not_called_and_the_card_comes_silently(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S)
    first = await chat.player_to_move(code)
    await play_until_handover(chat, code)
    mark = count_requests(chat)
    assert (await play_until_handover(chat, code)).id == first.id
    posts = [post for post in sent_messages(chat, mark) if post.channel == chat.thread().id]
    assert [(post.pinged, post.silent) for post in posts] == [(frozenset(), True)]
    await chat.env.advance_time(600)
    assert all(not post.pinged for post in sent_messages(chat, mark) if post.channel == chat.thread().id)


async def test_a_sleeper_is_called_in_the_morning_once_for_all_their_games(chat: Chat) -> None:
    codes = [await chat.start_game("astrid", "bjorn", begins="host") for _ in range(2)]
    for name in ("astrid", "bjorn"):
        await preferences.update_preferences(chat.service, actor_of(chat.user(name)), zone="UTC")
    await chat.env.advance_time(23 * HOUR_S + 1800)  # half past eleven in the evening
    mark = count_requests(chat)
    assert {(await play_until_handover(chat, code)).id for code in codes} == {chat.user("bjorn").id}
    threads = {thread.id for thread in chat.channel.threads}
    night = [post for post in sent_messages(chat, mark) if post.channel in threads]
    assert night
    assert all(post.silent and not post.pinged for post in night)
    mark = count_requests(chat)
    await chat.env.advance_time(8 * HOUR_S + 1700)
    assert [post for post in sent_messages(chat, mark) if post.pinged] == []
    await chat.env.advance_time(200)
    (morning,) = [post for post in sent_messages(chat, mark) if post.pinged]
    assert morning.pinged == {chat.user("bjorn").id}
    told = next(one for one in chat.channel.threads if one.id == morning.channel).last_message
    assert "2 games are waiting for you" in text_of(told)
    assert all(f"`{code}`" in text_of(told) for code in codes)


async def test_what_waits_on_another_server_is_not_told_where_others_read_along(chat: Chat) -> None:
    here, elsewhere = [await chat.start_game("astrid", "bjorn", begins="host") for _ in range(2)]
    for name in ("astrid", "bjorn"):
        await preferences.update_preferences(chat.service, actor_of(chat.user(name)), zone="UTC")
    await chat.env.advance_time(23 * HOUR_S + 1800)
    for code in (here, elsewhere):
        await play_until_handover(chat, code)
    games = db.games.table
    async with chat.store.write() as tx:
        await db.servers.ensure_exists(tx, chat.guild.id + 1)
        await tx.execute(update(games).where(games.c.code == elsewhere).values(server=chat.guild.id + 1))
    mark = count_requests(chat)
    await chat.env.advance_time(9 * HOUR_S)
    places = {thread.id: text_of(thread.last_message) for thread in chat.channel.threads}
    told = [places[post.channel] for post in sent_messages(chat, mark) if post.pinged]
    assert len(told) == 2
    assert not [text for text in told if "games" in text]


async def hand_over_at_night(chat: Chat) -> tuple[str, Any]:
    """Start a game of two in UTC and play at half past eleven. Returns its code and the player to move."""
    code = await chat.start_game("astrid", "bjorn")
    for name in ("astrid", "bjorn"):
        await preferences.update_preferences(chat.service, actor_of(chat.user(name)), zone="UTC")
    await chat.env.advance_time(23 * HOUR_S + 1800)
    return code, await play_until_handover(chat, code)


async def test_nobody_is_called_in_the_morning_who_has_moved_by_night(chat: Chat) -> None:
    code, owl = await hand_over_at_night(chat)
    await chat.env.advance_time(HOUR_S)
    assert (await play_until_handover(chat, code)).id != owl.id
    mark = count_requests(chat)
    await chat.env.advance_time(9 * HOUR_S)
    assert owl.id not in {person for post in sent_messages(chat, mark) for person in post.pinged}


async def test_the_morning_call_outlives_a_restart_and_comes_once(chat: Chat) -> None:
    _, called = await hand_over_at_night(chat)
    await chat.restart()
    mark = count_requests(chat)
    await chat.env.advance_time(9 * HOUR_S)
    await chat.restart()
    await chat.env.advance_time(HOUR_S)
    assert [post.pinged for post in sent_messages(chat, mark) if post.pinged] == [frozenset({called.id})]


async def test_a_question_to_the_table_wakes_nobody(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    absent = await chat.player_to_move(code)
    (asked,) = [actor for actor in chat.users.values() if actor.id != absent.id]
    await preferences.update_preferences(chat.service, actor_of(asked), zone="UTC")
    await chat.env.advance_time(119 * HOUR_S)
    mark = count_requests(chat)
    await chat.env.advance_time(2 * HOUR_S)  # it is one in the morning
    asking = [text_of(message) for message in chat.thread().history()]
    assert any("What should we do" in text for text in asking)
    assert all(asked.id not in post.pinged for post in sent_messages(chat, mark))
    await chat.env.advance_time(8 * HOUR_S)
    assert sum(asked.id in post.pinged for post in sent_messages(chat, mark)) == 1


async def test_a_mention_that_discord_refuses_at_first_comes_once(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S)
    chat.env.inject_error("POST", f"/channels/{chat.thread().id}/messages", status=503)
    follows = await play_until_handover(chat, code)
    await chat.env.advance_time(60)
    calling = [m for m in chat.thread().history() if text_of(m).startswith(f"<@{follows.id}>")]
    assert len(calling) == 1


async def test_a_crash_right_after_a_card_was_posted_does_not_post_it_twice(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S)
    mover = await chat.player_to_move(code)
    (follows,) = [actor for actor in chat.users.values() if actor.id != mover.id]
    await preferences.update_preferences(chat.service, actor_of(follows), tell="both")
    crashes = iter([OSError("killed")])
    unharmed = turn_notifications.mark_notified

    async def summoned(
        tx: db.Transaction, snapshot: GameSnapshot, called: Sequence[turn_notifications.Notification]
    ) -> None:
        if called:
            for crash in crashes:
                raise crash
        await unharmed(tx, snapshot, called)

    mark = count_requests(chat)
    monkeypatch.setattr(turn_notifications, "mark_notified", summoned)
    assert (await play_until_handover(chat, code)).id == follows.id
    assert next(crashes, None) is None
    await chat.restart()
    await chat.env.advance_time(60)
    calling = [post for post in sent_messages(chat, mark) if follows.id in post.pinged]
    assert len(calling) == 2
    assert [post.silent for post in sent_messages(chat, mark) if post.channel != chat.thread().id] == [False]
    assert len({post.nonce for post in calling}) == 1
    history = [text_of(message) for message in follows.user.dm_channel.history()]
    assert sum(": your move, " in text for text in history) == 1


@pytest.mark.parametrize(("ways", "mentions", "messages"), [("dm", 0, 1), ("both", 1, 1), ("thread", 1, 0)])
async def test_everybody_is_told_where_they_wish(chat: Chat, ways: str, mentions: int, messages: int) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S)
    mover = await chat.player_to_move(code)
    (other,) = [actor for actor in chat.users.values() if actor.id != mover.id]
    await preferences.update_preferences(chat.service, actor_of(other), tell=ways)
    async with chat.store.write() as tx:
        await db.users.update(tx, other.id, locale="fr")
    mark = count_requests(chat)
    await play_until_handover(chat, code)
    assert sum(other.id in post.pinged for post in sent_messages(chat, mark)) == mentions
    history = [text_of(message) for message in other.user.dm_channel.history()]
    assert sum("à vous, " in text for text in history) == messages
    if messages:
        told = next(m for m in other.user.dm_channel.history() if "à vous, " in text_of(m))
        ways = [part["url"] for part in walk_components(told) if part.get("url")]
        assert [way.endswith(f"/{chat.thread().id}/{chat.card().id}") for way in ways] == [True]
        panel = await other.user.click(told, custom_id=find_custom_id(told, "play"))
        assert panel.ephemeral


async def test_closed_direct_messages_lead_to_the_thread(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await chat.env.advance_time(HOUR_S)
    mover = await chat.player_to_move(code)
    (other,) = [actor for actor in chat.users.values() if actor.id != mover.id]
    await preferences.update_preferences(chat.service, actor_of(other), tell="dm")
    chat.env.inject_error(
        "POST", f"/channels/{other.user.dm_channel.id}/messages", status=403, code=50007, times=9
    )
    mark = count_requests(chat)
    await play_until_handover(chat, code)
    await chat.env.advance_time(1)
    assert [post.channel for post in sent_messages(chat, mark) if other.id in post.pinged] == [
        chat.thread().id
    ]


async def test_on_a_quiet_server_word_comes_by_direct_message(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(quiet=True))
    await chat.env.advance_time(HOUR_S)
    mark = count_requests(chat)
    follows = await play_until_handover(chat, code)
    assert all(not post.pinged for post in sent_messages(chat, mark))
    assert any(": your move, " in text_of(m) for m in follows.user.dm_channel.history())


async def test_you_are_next_is_told_to_those_who_asked_for_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", "cara", game="explorers")
    snapshot = await chat.snapshot(code)
    while len((await chat.snapshot(code)).owing_seats()) != 1:
        await play_step(chat, code)
    await chat.env.advance_time(HOUR_S)
    for name in ("astrid", "bjorn"):
        await preferences.update_preferences(chat.service, actor_of(chat.user(name)), next=True)
    for _ in snapshot.players:
        await play_until_handover(chat, code)
        await chat.env.advance_time(HOUR_S)
    notices = [message for message in chat.thread().history() if "you’re next." in text_of(message)]
    assert notices
    assert all(message.flags.suppress_notifications for message in notices)
    told = [text_of(message) for message in notices]
    assert all(f"<@{chat.user('cara').id}>" not in text for text in told)


async def test_the_second_reminder_can_be_answered(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    actor = await chat.player_to_move(code)
    await chat.env.advance_time(60 * HOUR_S)
    first = chat.thread().last_message
    assert "Reminder" in text_of(first)
    assert not any(name.startswith("skald:snooze:") for name in enabled_components(first))
    await chat.env.advance_time(36 * HOUR_S)
    second = chat.thread().last_message
    (stranger,) = [other for other in chat.users.values() if other.id != actor.id]
    assert "isn’t your turn" in text_of((await stranger.click(second, label="Stop reminders")).response)
    assert "Next reminder <t:" in text_of((await actor.click(second, label="Remind me tomorrow")).response)
    assert "14 of 14" in text_of((await actor.click(second, label="I’m away")).response)
    assert "until your next turn" in text_of((await actor.click(second, label="Stop reminders")).response)


async def test_reminders_are_stopped_in_one_game_only(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    actor = await chat.player_to_move(code)
    other = await chat.start_game("astrid", "bjorn", pace="none")
    while (await chat.player_to_move(other)).id != actor.id:
        await play_step(chat, other)
    panel = await actor.slash(chat.channel, "play", table=code)
    await send_component(actor, panel.response, str(CustomId("mute", code)))

    async def reminders_sent(game: str) -> int:
        players = await db.players.list_for_game(chat.store, game)
        return next(player.reminded for player in players if player.person == actor.id)

    assert await reminders_sent(code) == MAX_REMINDERS
    assert await reminders_sent(other) == 0


NOW = 1_000_000


def turn_of_player(*, code: str = "AB2CD", reminded: int = 0, **row: Any) -> WaitingGame:
    """Returns a game that waits for user 1, in the first seat."""
    return WaitingGame(view_of_table(0, **{"owing": [0], "code": code, **row}).snapshot, 0, None, reminded)


@pytest.mark.parametrize(
    ("why", "is_deferred"), [("turn", True), ("reminder", True), ("next", False), ("unended", False)]
)
async def test_a_sleeper_is_not_called_before_they_can_be_reached(
    why: Any, is_deferred: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deferred: list[int] = []

    async def reachable_at(*_: Any) -> dict[int, int]:
        return {1: NOW + 1}

    async def defer(_: Any, __: Any, at: int) -> None:
        deferred.append(at)

    monkeypatch.setattr(turn_notifications, "next_reachable_times", reachable_at)
    monkeypatch.setattr(deliveries, "defer_notification", defer)
    service = SimpleNamespace(now=lambda: NOW)
    messenger: Any = SimpleNamespace(context=SimpleNamespace(service=service, store=None))
    post: Any = None
    notification = TurnNotification(person=1, way="thread", why=why)
    assert await deliver_notification(messenger, post, notification) is False
    assert deferred == ([NOW + 1] if is_deferred else [])


@pytest.mark.parametrize(
    ("due", "attempts", "is_prepared", "waits"),
    [
        (NOW - LATE_MS - 1, 1, True, True),
        (NOW - LATE_MS - 1, MAX_AUTOPLAY_WAITS, True, True),
        (NOW - LATE_MS - 1, MAX_AUTOPLAY_WAITS + 1, True, False),
        (NOW - LATE_MS, 1, True, False),
        (NOW - LATE_MS - 1, 1, False, False),
    ],
)
async def test_after_an_outage_a_prepared_turn_comes_before_the_call(
    due: int, attempts: int, is_prepared: bool, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def awaits_autoplay(*_: Any) -> bool:
        return is_prepared

    monkeypatch.setattr(turn_notifications, "awaits_autoplay", awaits_autoplay)
    service: Any = SimpleNamespace(now=lambda: NOW, store=None)
    post: Any = SimpleNamespace(created=0, not_before=due, attempts=attempts)
    if not waits:
        await let_autoplay_go_first(service, post, [turn_of_player()])
        return
    with pytest.raises(RetryLater) as later:
        await let_autoplay_go_first(service, post, [turn_of_player()])
    assert later.value.delay_ms == AUTOPLAY_WAIT_MS


async def test_a_call_is_about_games_that_still_wait_those_that_caused_it_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = [turn_of_player(code=code) for code in ("AAAAA", "BBBBB")]

    async def games_waiting_for(*_: Any) -> list[WaitingGame]:
        return [*waiting]

    monkeypatch.setattr(turn_notifications, "games_waiting_for", games_waiting_for)
    context: Any = SimpleNamespace(service=None)

    async def codes(*causes: str, **about: Any) -> list[str]:
        notification = TurnNotification(person=1, way="thread", why="turn", **about)
        return [each.snapshot.code for each in await games_to_notify(context, notification, causes)]

    assert await codes() == ["AAAAA", "BBBBB"]
    assert await codes(game="BBBBB") == ["BBBBB"]
    assert await codes("BBBBB", cause="BBBBB") == ["BBBBB", "AAAAA"]
    assert await codes("CCCCC", cause="CCCCC") == [], "that turn was played meanwhile"


@pytest.mark.parametrize(
    ("table", "person", "is_told"),
    [
        ({"owing": [1]}, 1, True),
        ({"owing": [0]}, 1, False),
        ({"status": "over"}, 1, False),
        ({"owing": [1]}, 9, False),
    ],
)
async def test_you_are_next_is_told_only_while_it_is_so(
    table: dict[str, Any], person: int, is_told: bool
) -> None:
    async def snapshot(_: str) -> GameSnapshot:
        return view_of_table(0, **table).snapshot

    context: Any = SimpleNamespace(service=SimpleNamespace(snapshot=snapshot))
    notification = TurnNotification(person=person, way="thread", why="next", game="AB2CD")
    assert bool(await games_to_notify(context, notification, ())) is is_told


@pytest.fixture
def plain_context(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A context whose games have no cards and no clocks."""

    async def no_cards(*_: Any, **__: Any) -> tuple[db.Message, ...]:
        return ()

    async def no_end(*_: Any) -> None: ...

    monkeypatch.setattr(db.messages, "list_for_game", no_cards)
    monkeypatch.setattr(turn_notifications, "clock_end", no_end)
    monkeypatch.setattr("bot.views.reader_view.ReaderView.owed_text", lambda *_: "choose a card")
    monkeypatch.setattr(delivery.game_labels, "turn_of", lambda *_: "")
    table = view_of_table()
    return SimpleNamespace(
        store=None,
        reader_view=lambda snapshot, seat, _: replace(table, snapshot=snapshot, seat=seat),
    )


@pytest.mark.parametrize(
    ("reason", "start", "labels"),
    [
        ("turn", "<@1> Borealis with Bjorn and Cara: your move", ["Play", "Go to the table"]),
        ("reminder", "<@1> Reminder. Borealis with", ["Play", "Go to the table"]),
        ("next", "<@1> Borealis with Bjorn and Cara: you’re next.", ["Go to the table"]),
        ("unended", "<@1> Borealis with Bjorn and Cara: did you forget", ["Play", "Go to the table"]),
    ],
)
async def test_a_call_says_why_it_comes_and_leads_to_the_table(
    plain_context: Any, reason: Any, start: str, labels: list[str]
) -> None:
    card = await notification_card(plain_context, [turn_of_player()], reason, locale_for("en"), user_id=1)
    assert card.content().startswith(start)
    assert card.mentions == [1]
    assert card_labels(card) == labels
    private = await notification_card(plain_context, [turn_of_player()], reason, locale_for("en"))
    assert private.content().startswith(start.removeprefix("<@1> "))
    assert private.mentions == []


def card_labels(card: Any) -> list[str]:
    return [shown.label for part in card.parts if isinstance(part, list) for shown in part]


@pytest.mark.parametrize(
    ("reminded", "reason", "is_offered"), [(1, "reminder", 0), (2, "reminder", 1), (2, "unended", 0)]
)
async def test_from_the_second_reminder_on_they_can_be_stopped(
    plain_context: Any, reminded: int, reason: Any, is_offered: int
) -> None:
    games = [turn_of_player(reminded=reminded)]
    card = await notification_card(plain_context, games, reason, locale_for("en"))
    assert card_labels(card).count("Stop reminders") == is_offered


async def test_many_games_are_one_call_with_some_of_them_listed(plain_context: Any) -> None:
    games = [turn_of_player(code=f"AAAA{number}", server=7) for number in range(12)]
    card = await notification_card(plain_context, games, "turn", locale_for("en"))
    first, *lines = card.content().splitlines()
    assert first.startswith("12 games are waiting for you: ")
    assert len(lines) == 10
    assert lines[0].endswith("](https://discord.com/channels/7/70) · choose a card")
    assert len(card_labels(card)) == 6


async def test_a_link_leads_to_the_latest_card_or_to_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    cards: list[db.Message] = []

    async def list_for_game(*_: Any, **__: Any) -> list[db.Message]:
        return cards

    monkeypatch.setattr(db.messages, "list_for_game", list_for_game)
    context: Any = SimpleNamespace(store=None)

    async def link(**row: Any) -> str:
        found = await game_link(context, view_of_table(**row).snapshot)
        return found.removeprefix("https://discord.com/channels/")

    assert await link(server=7) == "7/70"
    assert await link(server=None, thread=None) == "@me/60"
    cards[:] = [db.Message(90, 70, "AB2CD", "card"), db.Message(91, 71, "AB2CD", "card")]
    assert await link(server=7) == "7/71/91"
    cards.append(db.Message(92, 9_001, "AB2CD", "card", person=1))
    assert await link(server=7) == "@me/9001/92"


@pytest.mark.parametrize(
    ("server", "refusal", "is_told"),
    [
        (7, None, False),
        (7, (404, 10007), True),
        (7, (404, 10013), False),
        (7, (500, 0), False),
        (None, None, False),
    ],
)
async def test_a_player_has_left_only_if_discord_says_so(
    server: int | None, refusal: Refusal | None, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    async def get_member(*_: int) -> None:
        if refusal is not None:
            raise discord_error(*refusal)

    async def announce(_: Any, __: Any, user: int) -> None:
        told.append(user)

    monkeypatch.setattr(deliveries, "announce_left_server", announce)
    messenger: Any = SimpleNamespace(
        client=SimpleNamespace(http=SimpleNamespace(get_member=get_member)),
        context=SimpleNamespace(service=None),
    )
    await announce_if_left(messenger, view_of_table(server=server).snapshot, 1)
    assert told == ([1] if is_told else [])


class FakeSending:
    """A messenger that notes what it sends; `is_open` says whether direct messages are."""

    def __init__(self, context: Any, monkeypatch: pytest.MonkeyPatch, *, is_open: bool = True) -> None:
        self.sent: list[tuple[str, str, tuple[int, ...], bool]] = []
        self.cleaned: list[str] = []
        self.is_open = is_open
        self.context = SimpleNamespace(**vars(context), service=None)
        self.context.locale_of_users = lambda *_: locale_for("en")

        async def record_posted(_: Any, snapshot: GameSnapshot, *__: Any) -> None:
            self.cleaned.append(snapshot.code)

        async def fall_back(*_: Any) -> None:
            self.cleaned.append("to the thread")

        monkeypatch.setattr(cleanup, "record_notification_posted", record_posted)
        monkeypatch.setattr(deliveries, "fall_back_to_thread", fall_back)

    async def send(self, target: GameSnapshot, builder: Any, *, nonce: str, silent: bool) -> SentMessage:
        self.sent.append((target.code, nonce, tuple(builder.mentions), silent))
        return SentMessage(1, 2)

    async def send_dm(self, user: int, builder: Any, *, nonce: int, silent: bool) -> SentMessage | None:
        self.sent.append((builder.content(), str(nonce), (user,), silent))
        return SentMessage(1, 2) if self.is_open else None


POST: Any = SimpleNamespace(id=8)


async def test_each_server_is_called_for_its_own_games_only(
    plain_context: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    messenger: Any = FakeSending(plain_context, monkeypatch)
    games = [
        turn_of_player(code=code, server=server)
        for code, server in (("AAAAA", 1), ("BBBBB", 2), ("CCCCC", 1), ("DDDDD", 3))
    ]
    caused = TurnNotification(person=1, way="thread", why="turn", cause="AAAAA")
    await post_in_threads(messenger, POST, caused, games, {"AAAAA", "DDDDD"})
    assert messenger.sent == [("AAAAA", "8-0", (1,), False), ("DDDDD", "8-2", (1,), False)]
    assert messenger.cleaned == ["AAAAA", "DDDDD"]
    messenger.sent.clear()
    await post_in_threads(messenger, POST, caused.model_copy(update={"cause": None}), games, ())
    assert [code for code, *_ in messenger.sent] == ["AAAAA", "BBBBB", "DDDDD"]


@pytest.mark.parametrize(
    ("why", "is_quiet", "mentioned", "silent"),
    [("turn", False, (1,), False), ("turn", True, (), True), ("next", False, (1,), True)],
)
async def test_a_quiet_server_is_not_woken_and_a_turn_to_come_can_wait(
    plain_context: Any,
    monkeypatch: pytest.MonkeyPatch,
    why: Any,
    is_quiet: bool,
    mentioned: tuple[int, ...],
    silent: bool,
) -> None:
    messenger: Any = FakeSending(plain_context, monkeypatch)
    monkeypatch.setattr(turn_notifications, "is_quiet", lambda _: is_quiet)
    notification = TurnNotification(person=1, way="thread", why=why)
    await post_in_threads(messenger, POST, notification, [turn_of_player()], ())
    assert messenger.sent == [("AB2CD", "8-0", mentioned, silent)]


@pytest.mark.parametrize(
    ("games", "is_open", "is_marked", "cleaned"),
    [(1, True, False, ["AAAA0"]), (2, True, False, []), (1, False, True, ["to the thread"])],
)
async def test_a_call_by_direct_message_tells_why_a_plan_was_not_played(
    plain_context: Any,
    monkeypatch: pytest.MonkeyPatch,
    games: int,
    is_open: bool,
    is_marked: bool,
    cleaned: list[str],
) -> None:
    async def find(_: Any, snapshot: GameSnapshot, __: int) -> PreparedTurn | None:
        return PreparedTurn(misfit="table") if snapshot.code == "AAAA0" else PreparedTurn()

    monkeypatch.setattr(conditional_moves, "find", find)
    messenger: Any = FakeSending(plain_context, monkeypatch, is_open=is_open)
    waiting = [turn_of_player(code=f"AAAA{number}") for number in range(games)]
    notification = TurnNotification(person=1, way="dm", why="turn")
    assert await send_notification_dm(messenger, POST, notification, waiting) is is_marked
    ((content, nonce, users, silent),) = messenger.sent
    assert content.count("Your turn came, but the table had changed") == 1
    assert (nonce, users, silent) == ("8", (1,), False)
    assert messenger.cleaned == cleaned
