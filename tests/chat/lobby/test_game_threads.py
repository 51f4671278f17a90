"""Moving a game to another channel or server; deleted threads and channels; players who leave.

Covers `bot/chat/lobby/thread_setup.py`.
"""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import db
from bot.chat.lobby import game_threads
from bot.chat.lobby.game_threads import (
    THREAD_EXISTS_CODE,
    UNKNOWN_MESSAGE_CODE,
    create_forum_post,
    open_thread,
    rename_thread,
)
from bot.chat.messages import MessageBuilder
from bot.chat.outbox.permission_fallbacks import (
    MISSING_PERMISSIONS,
    THREAD_LIMIT,
    MissingPermission,
    Undeliverable,
)
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.chat.outbox.fake_discord import Refusal, discord_error
from tests.chat.story_fixtures import channel_text

DAY_S = 86_400


async def test_a_game_moves_to_the_channel_where_that_is_asked_for(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    stranger = await chat.user("cara").slash(other, "table move", table=code)
    assert "aren’t playing" in text_of(stranger.response)
    await chat.user("astrid").slash(other, "table move", table=code)
    snapshot = await chat.snapshot(code)
    assert snapshot.row.channel == other.id
    (thread,) = other.threads
    assert snapshot.row.thread == thread.id
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in thread.history())


async def test_what_a_game_leaves_behind_has_no_buttons_and_says_where_it_went(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    old, before = chat.thread(), chat.channel
    other = chat.guild.create_text_channel("elsewhere")
    await chat.user("astrid").slash(other, "table move", table=code)
    (thread,) = other.threads
    way = f"https://discord.com/channels/{chat.guild.id}/{thread.id}"
    for message in (*old.history(), *before.history()):
        assert not [name for name in enabled_components(message) if f":{code}:" in name]
    assert way in channel_text(old)
    assert way in channel_text(before)
    assert f"skald:play:{code}::" in enabled_components(
        next(m for m in reversed(thread.history()) if enabled_components(m))
    )


async def test_a_vote_goes_along_with_its_game(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    asked = (await chat.user("astrid").slash(chat.thread(), "table end")).response
    await chat.user("astrid").click(asked.message, custom_id=find_custom_id(asked, "ask-end"))
    other = chat.guild.create_text_channel("elsewhere")
    await chat.user("astrid").slash(other, "table move", table=code)
    (thread,) = other.threads
    ballot = next(
        message
        for message in thread.history()
        if any(":vote:" in name for name in enabled_components(message))
    )
    await chat.user("bjorn").click(ballot, label="Agree")
    assert (await chat.snapshot(code)).is_over


async def test_another_server_takes_a_game_by_its_own_rules_and_by_the_tables_vote(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    abroad = chat.env.create_guild()
    channel = abroad.create_text_channel("games")
    astrid = abroad.add_member(chat.user("astrid").user)
    async with chat.store.write() as tx:
        await db.servers.update(tx, abroad.id, settings=db.ServerSettings(opening="managers"))
    refused = await astrid.slash(channel, "table move", table=code)
    assert "only its managers can open tables" in text_of(refused.response)
    async with chat.store.write() as tx:
        await db.servers.update(tx, abroad.id, settings=db.ServerSettings())
    asked = await astrid.slash(channel, "table move", table=code)
    assert "if everyone agrees" in text_of(asked.response)
    assert (await chat.snapshot(code)).row.server == chat.guild.id
    old = chat.thread()
    ballot = next(
        message for message in old.history() if any(":vote:" in name for name in enabled_components(message))
    )
    assert f"https://discord.com/channels/{abroad.id}/{channel.id}" in text_of(ballot)
    await chat.user("bjorn").click(ballot, label="Agree")
    assert (await chat.snapshot(code)).row.server == abroad.id
    (thread,) = channel.threads
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in thread.history())
    assert f"https://discord.com/channels/{abroad.id}/{thread.id}" in channel_text(old)
    assert not any(enabled_components(message) for message in old.history())


async def test_a_deleted_thread_is_opened_anew_in_its_channel(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    lost = chat.thread().id
    await delete_channel(chat, lost)
    snapshot = await chat.snapshot(code)
    assert snapshot.row.thread not in (None, lost)
    assert any(f"skald:play:{code}::" in enabled_components(message) for message in chat.thread().history())


async def test_players_of_a_deleted_channel_are_told_that_nothing_is_lost(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    other = chat.guild.create_text_channel("elsewhere")
    await delete_channel(chat, chat.channel.id)
    for name in ("astrid", "bjorn"):
        assert "was deleted. The game isn’t lost" in channel_text(chat.user(name).user.dm_channel)
    await chat.user("bjorn").slash(other, "table move", table=code)
    assert (await chat.snapshot(code)).row.channel == other.id
    assert (await chat.snapshot(code)).is_running


async def test_the_table_is_told_once_that_a_player_left_the_server(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    leaver = await chat.player_to_move(code)
    chat.guild.remove_member(leaver)
    await chat.env.advance_time(5 * DAY_S)
    told = channel_text(chat.thread())
    assert told.count(f"{leaver.name} has left this server") == 1
    assert (await chat.snapshot(code)).seat_of(leaver.id) is not None


async def delete_channel(chat: Chat, channel: int) -> None:
    await chat.skald.http.delete_channel(channel)
    await chat.env.settle()


SKALD, FORUM, CHANNEL, CARD = 9, 80, 60, db.Message(5, 60, "AB2CD", "lobby")


class FakeThreads:
    """A messenger that opens threads; `refusals` are those of requests by name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *threads: tuple[str, str, str], **refusals: Refusal):
        monkeypatch.setattr(game_threads, "thread_name", lambda *_: "astrid · Lofoten · AB2CD")
        monkeypatch.setattr(game_threads, "game_tags", lambda *_: [])
        monkeypatch.setattr(game_threads, "changed_tags", lambda *_: None)
        self.refusals, self.active = refusals, threads
        self.done: list[str] = []
        self.context = SimpleNamespace(table_locale=lambda _: None)
        self.client = SimpleNamespace(user=SimpleNamespace(id=SKALD), http=self)
        self.sender = SimpleNamespace(call_api=lambda request: request())
        self.id, self.guild = FORUM, SimpleNamespace(id=7)

    def accept(self, name: str) -> None:
        if name in self.refusals:
            raise discord_error(*self.refusals[name])
        self.done.append(name)

    async def start_thread_with_message(self, channel: int, message: int, **_: Any) -> Any:
        assert (channel, message) == (CARD.channel, CARD.message)
        self.accept("on_card")
        return {"id": "70"}

    async def start_thread_without_message(self, channel: int, **_: Any) -> Any:
        assert channel == CHANNEL
        self.accept("in_channel")
        return {"id": "71"}

    async def edit_channel(self, channel: int, **given: Any) -> None:
        self.accept("rename" if "name" in given else f"archive {channel}")

    async def delete_message(self, channel: int, message: int) -> None:
        assert channel == message
        self.accept("delete")

    async def get_active_threads(self, _: int) -> Any:
        fields = ("id", "parent_id", "owner_id", "name")
        return {"threads": [dict(zip(fields, (number, *each), strict=True)) for number, *each in self.active]}

    async def create_thread(self, **_: Any) -> Any:
        self.accept("post")
        return SimpleNamespace(thread=SimpleNamespace(id=90), message=SimpleNamespace(id=90))


def snapshot_of(*, is_private: bool = False, thread: int | None = None) -> Any:
    row = SimpleNamespace(channel=CHANNEL, thread=thread)
    return SimpleNamespace(is_private=is_private, row=row, code="AB2CD")


@pytest.mark.parametrize(
    ("card", "refusals", "opened"),
    [
        (CARD, {}, 70),
        (None, {}, 71),
        (CARD, {"on_card": (400, THREAD_EXISTS_CODE)}, CARD.message),
        (CARD, {"on_card": (404, UNKNOWN_MESSAGE_CODE)}, 71),
        (CARD, {"on_card": (400, THREAD_LIMIT)}, MissingPermission("thread_limit", CHANNEL)),
        (
            CARD,
            {"on_card": (403, MISSING_PERMISSIONS)},
            MissingPermission("create_public_threads", CHANNEL),
        ),
        (
            CARD,
            {"on_card": (404, UNKNOWN_MESSAGE_CODE), "in_channel": (403, MISSING_PERMISSIONS)},
            MissingPermission("create_public_threads", CHANNEL),
        ),
    ],
)
async def test_a_thread_is_opened_under_the_card_or_beside_it(
    monkeypatch: pytest.MonkeyPatch,
    card: db.Message | None,
    refusals: dict[str, Refusal],
    opened: int | MissingPermission,
) -> None:
    messenger: Any = FakeThreads(monkeypatch, **refusals)
    assert await open_thread(messenger, snapshot_of(), card) == opened


async def test_a_private_game_has_no_thread_and_an_outage_is_no_missing_permission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messenger: Any = FakeThreads(monkeypatch, on_card=(503, 0))
    assert await open_thread(messenger, snapshot_of(is_private=True), CARD) is None
    with pytest.raises(discord.HTTPException):
        await open_thread(messenger, snapshot_of(), CARD)


async def test_a_post_is_renamed_when_its_game_starts_unless_discord_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messenger: Any = FakeThreads(monkeypatch)
    await rename_thread(messenger, snapshot_of())
    assert messenger.done == [], "a game without a thread"
    await rename_thread(messenger, snapshot_of(thread=70))
    assert messenger.done == ["rename"]
    refusing: Any = FakeThreads(monkeypatch, rename=(403, MISSING_PERMISSIONS))
    await rename_thread(refusing, snapshot_of(thread=70))
    assert refusing.done == []


OWN_POST = ("88", str(FORUM), str(SKALD), "astrid · Lofoten · AB2CD")
OTHER_POSTS = (
    ("81", str(FORUM), str(SKALD), "astrid · Lofoten · XY2CD"),
    ("82", str(FORUM), "1", "astrid · Lofoten · AB2CD"),
    ("83", "79", str(SKALD), "astrid · Lofoten · AB2CD"),
)


async def create_post(forum: Any, attempts: int = 1) -> tuple[int, list[str]]:
    post: Any = SimpleNamespace(attempts=attempts)
    sent = await create_forum_post(forum, forum, post, snapshot_of(), MessageBuilder().text("A table."))
    assert sent.message_id == sent.channel_id
    return sent.channel_id, forum.done


async def test_a_retry_takes_the_post_of_an_earlier_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    posts = (*OTHER_POSTS, OWN_POST)
    assert await create_post(FakeThreads(monkeypatch, *posts), attempts=2) == (88, [])
    assert await create_post(FakeThreads(monkeypatch, *OTHER_POSTS), attempts=2) == (90, ["post"])


async def test_a_second_post_of_a_game_is_emptied_and_archived(monkeypatch: pytest.MonkeyPatch) -> None:
    posts = (*OTHER_POSTS, OWN_POST, ("90", *OWN_POST[1:]))
    assert await create_post(FakeThreads(monkeypatch, *posts)) == (90, ["post", "delete", "archive 88"])
    refusing = FakeThreads(monkeypatch, *posts, delete=(403, MISSING_PERMISSIONS))
    assert await create_post(refusing) == (90, ["post"])


async def test_a_forum_without_room_for_a_post_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Undeliverable) as refused:
        await create_post(FakeThreads(monkeypatch, post=(400, THREAD_LIMIT)))
    assert refused.value.missing == MissingPermission("post_limit", FORUM)
    with pytest.raises(discord.HTTPException):
        await create_post(FakeThreads(monkeypatch, post=(500, 0)))
