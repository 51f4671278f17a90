"""Being told: one mention at a handover, awake, where one wishes, one message however many games it is."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.tables import Tables, Visitor
from bot.tables.telling import follower
from bot.taps import Tap
from rules import GAMES
from tests.bot.chat import Chat, late_tap, tap_named, taps, words_of

HOUR, DAY = 3600, 86_400
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


def visitor(actor: Any, locale: str = "en-GB") -> Visitor:
    return Visitor(actor.id, actor.name, locale)


async def act(chat: Chat, code: str) -> int:
    """One step of whoever owes a move; says who it was."""
    position = await chat.position(code)
    seat = min(position.owing())
    actor = next(one for one in chat.people.values() if one.id == position.players[seat].person)
    move = position.legal(seat)[-1]
    tap = Tap("go", code, position.row.version, move.words())
    await late_tap(actor, Shown(chat.thread().history()[0]), str(tap))
    return int(actor.id)


@dataclass(frozen=True)
class Shown:
    """A message of a thread as somebody sees it."""

    message: Any


async def hand_over(chat: Chat, code: str) -> Any:
    """Play until somebody else is to move; says who."""
    mover = await act(chat, code)
    while (actor := await chat.owing(code)).id == mover:
        await act(chat, code)
    return actor


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
    assert first_line.startswith(f"<@{follows.id}> Lofoten: ")


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


async def test_a_sleeper_is_called_in_the_morning_once_for_all_his_games(chat: Chat) -> None:
    codes = [await chat.start("astrid", "bjorn"), await chat.start("astrid", "bjorn")]
    first = [await chat.owing(code) for code in codes]
    for name in ("astrid", "bjorn"):
        await chat.skald.house.tables.set_zone(visitor(chat.person(name)), "UTC")
    await chat.env.advance_time(23 * HOUR + 1800)  # half past eleven in the evening
    mark = now(chat)
    called = {(await hand_over(chat, code)).id for code in codes}
    threads = {thread.id for thread in chat.channel.threads}
    night = [post for post in sent(chat, mark) if post.channel in threads]
    assert all(post.silent and not post.pinged for post in night)
    mark = now(chat)
    await chat.env.advance_time(8 * HOUR + 1700)
    assert [post for post in sent(chat, mark) if post.pinged] == []
    await chat.env.advance_time(200)
    morning = [post for post in sent(chat, mark) if post.pinged]
    assert sorted(next(iter(post.pinged)) for post in morning) == sorted(called)
    if first[0].id == first[1].id:
        told = next(one for one in chat.channel.threads if one.id == morning[0].channel).last_message
        assert "2 games wait for your move" in words_of(told)
        assert all(f"`{code}`" in words_of(told) for code in codes)


async def test_nobody_is_called_in_the_morning_who_has_moved_by_night(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    for name in ("astrid", "bjorn"):
        await chat.skald.house.tables.set_zone(visitor(chat.person(name)), "UTC")
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
        await chat.skald.house.tables.set_zone(visitor(chat.person(name)), "UTC")
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
    tables = chat.skald.house.tables
    await tables.set_zone(visitor(asked), "UTC")
    await chat.env.advance_time(119 * HOUR)
    mark = now(chat)
    await chat.env.advance_time(2 * HOUR)  # it is one in the morning
    asking = [words_of(message) for message in chat.thread().history()]
    assert any("What shall the table do" in text for text in asking)
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
    await chat.skald.house.tables.choose_ways(visitor(follows), "both")
    crashes = iter([OSError("killed")])
    unharmed = Tables.summoned

    async def summoned(tables: Tables, *told: Any) -> None:
        if told[-1]:
            for crash in crashes:
                raise crash
        await unharmed(tables, *told)

    mark = now(chat)
    monkeypatch.setattr(Tables, "summoned", summoned)
    assert (await hand_over(chat, code)).id == follows.id
    assert next(crashes, None) is None
    await chat.restart()
    await chat.env.advance_time(60)
    calling = [post for post in sent(chat, mark) if follows.id in post.pinged]
    assert len(calling) == 2
    assert len({post.nonce for post in calling}) == 1
    history = [words_of(message) for message in follows.user.dm_channel.history()]
    assert sum("Your move is awaited" in text for text in history) == 1


@pytest.mark.parametrize(("ways", "mentions", "messages"), [("dm", 0, 1), ("both", 1, 1), ("thread", 1, 0)])
async def test_everybody_is_told_where_he_wishes(chat: Chat, ways: str, mentions: int, messages: int) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    mover = await chat.owing(code)
    (other,) = [actor for actor in chat.people.values() if actor.id != mover.id]
    await chat.skald.house.tables.choose_ways(visitor(other), ways)
    async with chat.skald.house.store.write() as w:
        await w.update_person(other.id, locale="fr")
    mark = now(chat)
    await hand_over(chat, code)
    assert sum(other.id in post.pinged for post in sent(chat, mark)) == mentions
    history = [words_of(message) for message in other.user.dm_channel.history()]
    assert sum("Votre coup est attendu" in text for text in history) == messages
    if messages:
        told = next(m for m in other.user.dm_channel.history() if "Votre coup est attendu" in words_of(m))
        assert f"/{chat.thread().id}/{chat.card().id}" in words_of(told)
        panel = await other.user.click(told, custom_id=tap_named(told, "play"))
        assert panel.ephemeral


async def test_closed_direct_messages_lead_to_the_thread(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    await chat.env.advance_time(HOUR)
    mover = await chat.owing(code)
    (other,) = [actor for actor in chat.people.values() if actor.id != mover.id]
    await chat.skald.house.tables.choose_ways(visitor(other), "dm")
    chat.env.inject_error(
        "POST", f"/channels/{other.user.dm_channel.id}/messages", status=403, code=50007, times=9
    )
    mark = now(chat)
    await hand_over(chat, code)
    await chat.env.advance_time(1)
    assert [post.channel for post in sent(chat, mark) if other.id in post.pinged] == [chat.thread().id]


async def test_on_a_quiet_server_word_comes_by_direct_message(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    async with chat.skald.house.store.write() as w:
        await w.update_server(chat.guild.id, settings={"quiet": True})
    await chat.env.advance_time(HOUR)
    mark = now(chat)
    follows = await hand_over(chat, code)
    assert all(not post.pinged for post in sent(chat, mark))
    assert any("Your move is awaited" in words_of(m) for m in follows.user.dm_channel.history())


async def test_you_are_next_is_told_to_those_who_asked_for_it(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", "cara", game="explorers")
    position = await chat.position(code)
    while len((await chat.position(code)).owing()) != 1:
        await act(chat, code)
    await chat.env.advance_time(HOUR)
    for name in ("astrid", "bjorn"):
        await chat.skald.house.tables.choose_next(visitor(chat.person(name)), wanted=True)
    for _ in position.players:
        await hand_over(chat, code)
        await chat.env.advance_time(HOUR)
    told = [words_of(message) for message in chat.thread().history() if "You are next." in words_of(message)]
    assert told
    assert all(f"<@{chat.person('cara').id}>" not in text for text in told)


@pytest.mark.parametrize("key", ["shipwrights", "borealis", "explorers"])
def test_who_is_next_hangs_on_nothing_hidden(key: str) -> None:
    game = GAMES[key]
    state = game.setup(3, game.info.options(), bytes(32))
    for _ in range(200):
        owing = game.to_act(state)
        if len(owing) == 1:
            break
        state = game.apply(state, min(owing), game.legal(state, min(owing))[0]).state
    (seat,) = owing
    expected = follower(game, state, seat)
    assert expected != seat
    for trial in range(3):
        assert follower(game, game.reshuffle(state, None, bytes([trial])), seat) == expected


# The panel of one's ways, and one's games


async def test_the_panel_keeps_zone_sleep_ways_and_days_away(chat: Chat) -> None:
    actor = chat.person("astrid")
    panel = (await actor.slash(chat.channel, "me")).response
    assert "not known" in words_of(panel)
    assert not any(name.startswith("skald:sleep:") for name in taps(panel))
    panel = (await actor.slash(chat.channel, "me", zone="paris")).response
    assert "Europe/Paris" in words_of(panel)
    assert "23:00–08:00" in words_of(panel)
    changed = await actor.select(panel.message, ["21"], custom_id="skald:sleep:::")
    assert "21:00–06:00" in words_of(changed.response)
    changed = await actor.select(panel.message, ["7"], custom_id="skald:rise:::")
    assert "21:00–07:00" in words_of(changed.response)
    await actor.select(panel.message, ["both"], custom_id="skald:tell:::")
    changed = await actor.select(panel.message, ["3"], custom_id="skald:away-now:::")
    assert "11 of 14" in words_of(changed.response)
    changed = await actor.click(panel.message, custom_id="skald:returned:::")
    assert "14 of 14" in words_of(changed.response)
    person = await chat.skald.house.store.person(actor.id)
    assert (person.timezone, person.preferences["tell"]) == ("Europe/Paris", "both")


async def test_what_cannot_be_is_refused_in_words(chat: Chat) -> None:
    actor = chat.person("astrid")
    assert "no time zone" in words_of((await actor.slash(chat.channel, "me", zone="Atlantis")).response)
    wrong = await actor.slash(chat.channel, "away", days="0")
    assert "between 1 and 60" in words_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "soon"})
    assert "year-month-day" in words_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "2020-01-01"})
    assert "within a year" in words_of(wrong.response)


async def test_days_away_ahead_are_declared_by_command(chat: Chat) -> None:
    actor = chat.person("astrid")
    panel = await actor.slash(chat.channel, "away", days="5", **{"from": "2026-02-01"})
    assert "9 of 14" in words_of(panel.response)
    (absence,) = (await chat.skald.house.store.absences((actor.id,)))[actor.id]
    assert absence.until - absence.start == 5 * DAY * 1000


async def test_games_are_listed_by_urgency_and_next_opens_the_first(chat: Chat) -> None:
    slow = await chat.start("astrid", "bjorn", pace="slow")
    live = await chat.start("astrid", "bjorn", pace="live")
    untimed = await chat.start("astrid", "bjorn", pace="none")
    owing: dict[int, list[str]] = {actor.id: [] for actor in chat.people.values()}
    for code in (live, slow, untimed):
        owing[(await chat.owing(code)).id].append(code)
    for actor in chat.people.values():
        listed = words_of((await actor.slash(chat.channel, "games")).response)
        waiting = owing[actor.id]
        places = [listed.index(f"`{code}`") for code in waiting]
        assert places == sorted(places)
        assert all(
            listed.index(f"`{code}`") >= max(places, default=0)
            for code in (slow, live, untimed)
            if code not in waiting
        )
        answer = words_of((await actor.slash(chat.channel, "next")).response)
        assert waiting[0] in answer if waiting else "No game waits" in answer


async def test_a_soft_word_at_five_tables(chat: Chat) -> None:
    actor = chat.person("astrid")
    for tables in range(1, 6):
        answer = await actor.slash(chat.channel, "new lofoten")
        assert answer.response.ephemeral
        assert ("5 tables" in words_of(answer.response)) is (tables == 5)
    code = await chat.gather("bjorn")
    joined = await actor.click(chat.lobby_card(code), label="Join")
    assert "6 tables" in words_of(joined.followups[0])


async def test_pace_and_rating_are_agreed_in_the_lobby_and_shown(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn", pace="live", rated="yes")
    card = words_of(chat.lobby_card(code))
    assert "Pace: live (24 h, 4 h more for each turn, at most 72 h)" in card
    assert "Counts for the ratings" in card
    host = chat.person("astrid")
    options = (await host.click(chat.lobby_card(code), label="Options")).response
    await host.select(options.message, ["none"], custom_id=f"skald:agree:{code}::pace")
    assert "no clock" in words_of(chat.lobby_card(code))
    assert "not rated" in words_of(chat.lobby_card(code))
    refused = await host.select(options.message, ["yes"], custom_id=f"skald:agree:{code}::rated")
    assert "choose a pace first" in words_of(refused.followups[0])
    await host.select(options.message, ["fast"], custom_id=f"skald:agree:{code}::pace")
    await host.click(chat.lobby_card(code), label="Start")
    due = int(chat.env.now().timestamp()) + 96 * HOUR
    assert "Pace: fast" in words_of(chat.card())
    assert f"<t:{due}:R>" in words_of(chat.card())


async def test_the_second_reminder_can_be_answered(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    actor = await chat.owing(code)
    await chat.env.advance_time(60 * HOUR)
    first = chat.thread().last_message
    assert "A reminder" in words_of(first)
    assert not any(name.startswith("skald:snooze:") for name in taps(first))
    await chat.env.advance_time(36 * HOUR)
    second = chat.thread().last_message
    (stranger,) = [other for other in chat.people.values() if other.id != actor.id]
    assert "no move" in words_of((await stranger.click(second, label="No more reminders")).response)
    assert "comes <t:" in words_of((await actor.click(second, label="Tomorrow")).response)
    assert "14 of 14" in words_of((await actor.click(second, label="I am away")).response)
    assert "until your next turn" in words_of((await actor.click(second, label="No more reminders")).response)
