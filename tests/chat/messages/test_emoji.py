"""Application emoji on buttons, in selects and in texts: uploaded once, and left out if missing.

Covers `bot/play/account/uploads.py`, `bot/views/emoji.py`.
"""

import asyncio
import re
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

import render
from bot.chat.messages import emoji as module
from bot.chat.messages.emoji import Icon, draw_icons, sync_emoji, upload_emoji
from bot.chat.messages.message_builder import PUSH_CHARS
from bot.play.core.authorization import Actor
from bot.play.turns import moves
from bot.views.emoji import EmojiRegistry
from bot.views.markup import clip
from rules import GAMES
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, new_skald, text_of
from tests.chat.panel_driver import open_tool, start_with_panel
from tests.manual_clock import HandClock
from tests.play.table_fixture import run_inline


def fake_png(word: str) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + word.encode()


ICONS = [
    Icon(shape, fake_png(shape), (("", seat),)) for seat, shape in enumerate(("circle", "square", "triangle"))
] + [Icon(good, fake_png(good), (("lofoten", good),)) for good in ("mead", "fish", "sheep", "coffer")]
EMOJI_ROUTE = "/applications/*/emojis"
EMOJI_MARKUP = re.compile(r"<:\w+:\d+> ")


def uploaded_emoji(chat: Chat) -> dict[str, int]:
    """Returns the ids of the simulated Discord's emoji, by name."""
    return {each.name: each.id for each in chat.env.backend.application_emojis.values()}


def button_emoji(message: Any) -> dict[str, str]:
    """Returns the emoji on a message's buttons, by label."""
    return {
        part["label"]: part["emoji"]["name"]
        for part in walk_components(message)
        if part.get("type") == 2 and part.get("emoji")
    }


class FakeApplication:
    """A Discord application shared by processes: names are unique, and requests interleave."""

    application_id = 77

    def __init__(self) -> None:
        self.names: list[str] = []
        self.uploads = 0

    async def fetch_application_emojis(self) -> list[Any]:
        await asyncio.sleep(0)
        return [SimpleNamespace(name=name, id=at) for at, name in enumerate(self.names, start=1)]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        assert image
        self.uploads += 1
        await asyncio.sleep(0)
        if name in self.names:
            response: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body"})
        self.names.append(name)
        return SimpleNamespace(name=name, id=len(self.names))


# Uploading


async def test_uploads_leave_room_for_other_requests(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "UPLOAD_INTERVAL_S", 0.02)
    loop = asyncio.get_running_loop()
    started = loop.time()
    application: Any = FakeApplication()
    assert await sync_emoji(EmojiRegistry(), application, ICONS, chat.service)
    assert loop.time() - started >= len(ICONS) * 0.02


async def test_deletions_leave_room_for_other_requests(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "UPLOAD_INTERVAL_S", 0.02)
    legacy = [SimpleNamespace(name=f"skald_mead_0000000{n}", id=n, delete=AsyncMock()) for n in range(5)]
    application: Any = SimpleNamespace(
        application_id=77, fetch_application_emojis=AsyncMock(return_value=legacy)
    )
    started = asyncio.get_running_loop().time()
    assert await sync_emoji(EmojiRegistry(), application, [], chat.service)
    assert all(each.delete.await_count == 1 for each in legacy)
    assert asyncio.get_running_loop().time() - started >= len(legacy) * 0.02


async def test_icons_are_uploaded_once_and_found_again_after_a_restart(chat: Chat) -> None:
    emoji = chat.skald.context.views.emoji
    assert emoji.component("lofoten", "mead") is None
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    before = uploaded_emoji(chat)
    assert list(before) == ["circle", "square", "triangle", "mead", "fish", "sheep", "coffer"]
    known = emoji.component("lofoten", "mead")
    assert known is not None
    assert known.id == before[known.name]
    await chat.restart()
    chat.env.inject_error("POST", EMOJI_ROUTE, status=403, times=None)
    assert await sync_emoji(chat.skald.context.views.emoji, chat.skald, ICONS, chat.service)
    assert uploaded_emoji(chat) == before
    assert chat.skald.context.views.emoji.component("lofoten", "mead") == known


async def test_skald_brings_them_up_by_itself_when_it_starts(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def icons(_: Any) -> list[Icon]:
        return ICONS

    monkeypatch.setattr(module, "draw_icons", icons)
    monkeypatch.setattr(render, "bake", lambda *_: None)
    chat.skald = new_skald(chat.store, chat.folder)
    chat.skald._bakes_sprites = True
    await chat.env.restart_bot(chat.skald)
    await chat.env.settle()
    assert set(uploaded_emoji(chat)) == {each.name for each in ICONS}
    assert chat.skald.context.views.emoji.seat(0)


async def test_a_changed_icon_replaces_the_old_one_and_nothing_else_is_touched(chat: Chat) -> None:
    await sync_emoji(chat.skald.context.views.emoji, chat.skald, ICONS, chat.service)
    for name in ("skald_logo", "wave_0123abcd"):
        await chat.skald.create_application_emoji(name=name, image=fake_png(name))
    before = uploaded_emoji(chat)
    redrawn = [*ICONS[:-1], Icon("coffer", fake_png("another coffer"), ICONS[-1].keys)]
    fresh = EmojiRegistry()
    assert await sync_emoji(fresh, chat.skald, redrawn, chat.service)
    after = uploaded_emoji(chat)
    assert set(after) == set(before)
    assert {name for name in after if after[name] != before[name]} == {"coffer"}
    coffer = fresh.component("lofoten", "coffer")
    assert coffer is not None
    assert coffer.id == after["coffer"]


async def test_icons_that_nobody_uses_and_those_named_in_the_old_way_are_taken_away(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS, chat.service)
    await chat.skald.create_application_emoji(name="skald_circle_47f36017", image=fake_png("circle"))
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:2], chat.service)
    assert list(uploaded_emoji(chat)) == ["circle", "square"]


async def test_one_that_somebody_removed_is_uploaded_again_and_a_stranger_is_replaced(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:1], chat.service)
    (circle,) = await chat.skald.fetch_application_emojis()
    await circle.delete()
    stranger = await chat.skald.create_application_emoji(name="square", image=fake_png("a photo"))
    emoji = EmojiRegistry()
    assert await sync_emoji(emoji, chat.skald, ICONS[:2], chat.service)
    now = uploaded_emoji(chat)
    assert set(now) == {"circle", "square"}
    assert now["square"] != stranger.id
    assert {shown.id for seat in (0, 1) if (shown := emoji.seat(seat))} == set(now.values())


@pytest.mark.parametrize(("status", "code"), [(401, 0), (403, 50001), (400, 30008), (404, 0)])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_refusal_costs_only_the_icons(chat: Chat, method: str, status: int, code: int) -> None:
    chat.env.inject_error(method, EMOJI_ROUTE, status=status, code=code)
    emoji = chat.skald.context.views.emoji
    assert not await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.component("lofoten", "coffer") is None
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.component("lofoten", "coffer")


async def test_what_is_there_is_used_although_the_rest_cannot_be_uploaded(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:4], chat.service)
    chat.env.inject_error("POST", EMOJI_ROUTE, status=403)
    emoji = EmojiRegistry()
    assert not await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert [emoji.seat(seat) is not None for seat in range(5)] == [True, True, True, False, False]
    assert emoji.component("lofoten", "mead")


async def test_one_picture_that_discord_does_not_take_does_not_hold_up_the_others(chat: Chat) -> None:
    chat.env.inject_error("POST", EMOJI_ROUTE, status=400, code=50035, message="Invalid Form Body")
    emoji = EmojiRegistry()
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.seat(0) is None
    assert emoji.seat(1)


async def test_two_processes_that_start_together_share_what_they_upload(chat: Chat) -> None:
    office: Any = FakeApplication()
    both = EmojiRegistry(), EmojiRegistry()
    assert all(await asyncio.gather(*(sync_emoji(each, office, ICONS, chat.service) for each in both)))
    assert sorted(office.names) == sorted(each.name for each in ICONS)
    for each in ICONS:
        (meaning,) = each.keys
        first, second = (one.first_known("lofoten", [meaning[1]]) for one in both)
        assert first is not None
        assert first == second


@pytest.mark.parametrize("problem", [OSError("no network"), TimeoutError(), discord.RateLimited(30)])
async def test_without_a_network_it_is_tried_again_a_few_times_and_given_up(
    monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    async def fails(_: Any = None) -> list[Any]:
        raise problem

    async def icons(_: Any) -> list[Icon]:
        return ICONS

    office, pauses, clock = FakeApplication(), [], HandClock(0)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "draw_icons", icons)
    monkeypatch.setattr(office, "fetch_application_emojis", fails)
    monkeypatch.setattr(clock, "sleep", sleep)
    pictures: Any = SimpleNamespace(run_in_worker=run_inline)
    client: Any = office
    service: Any = SimpleNamespace(store=SimpleNamespace(clock=clock))
    await upload_emoji(EmojiRegistry(), client, pictures, service)
    assert pauses == list(module.RETRY_DELAYS_S)
    assert office.uploads == 0


async def test_every_icon_has_a_name_that_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "icon_png", lambda name: name.encode())
    monkeypatch.setattr(render, "seat_png", lambda seat: str(seat).encode())
    pictures: Any = SimpleNamespace(run_in_worker=run_inline)
    icons = await draw_icons(pictures)
    names = [each.name for each in icons]
    prefixed = [name for name in names if name.startswith(tuple(f"{game}_" for game in GAMES))]
    assert all(name.split("_", 1)[1] in names for name in prefixed), "only where a name is taken"
    assert len(set(names)) == len(names) <= 2000
    assert all(re.fullmatch(r"[a-z_]{2,32}", name) for name in names)
    meant = [meaning for each in icons for meaning in each.keys]
    assert len(set(meant)) == len(meant)
    assert {("", seat) for seat in range(5)} <= set(meant)
    for key in GAMES:
        assert {subject for game, subject in meant if game == key} == set(render.PAINTERS[key].emoji())


# Using


@pytest.fixture
async def chat_with_emoji(chat: Chat) -> Chat:
    """A chat with the icons uploaded."""
    await sync_emoji(chat.skald.context.views.emoji, chat.skald, ICONS, chat.service)
    return chat


async def test_buttons_carry_the_good_their_label_names(chat_with_emoji: Chat) -> None:
    _, _, panel = await start_with_panel(chat_with_emoji)
    shown = button_emoji(panel)
    assert shown
    named = {"mead": "mead", "dried fish": "fish", "sheep": "sheep", "coffer": "coffer"}
    for label, face in shown.items():
        assert named[next(good for good in named if good in label)] == face


async def test_without_icons_everything_reads_the_same(chat_with_emoji: Chat) -> None:
    _, actor, panel = await start_with_panel(chat_with_emoji)
    await open_tool(actor, panel, "Turn hints off")
    card = chat_with_emoji.card()
    with_icons = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    await chat_with_emoji.restart()
    without = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    assert button_emoji(with_icons)
    assert not button_emoji(without)
    assert list(enabled_components(with_icons).values()) == list(enabled_components(without).values())
    assert EMOJI_MARKUP.sub("", text_of(with_icons)) == text_of(without)


async def test_people_on_cards_stand_behind_the_shape_of_their_seat(chat_with_emoji: Chat) -> None:
    code = await chat_with_emoji.start_game("astrid", "bjorn")
    actor = await chat_with_emoji.player_to_move(code)
    (seat,) = (await chat_with_emoji.snapshot(code)).owing_seats()
    who = Actor(actor.id, actor.name, "en-US")
    while (snapshot := await chat_with_emoji.snapshot(code)).owing_seats() == {seat}:
        move = snapshot.legal(seat)[-1]
        await moves.play(
            chat_with_emoji.service, code, who, str(move), interaction_id=10_000 + snapshot.row.ply
        )
    chat_with_emoji.wake_outbox()
    await chat_with_emoji.env.settle()
    content, next_seat = chat_with_emoji.card().content, 1 - seat
    shape, name = ("circle", "square")[next_seat], ("astrid", "bjorn")[next_seat]
    assert re.search(rf"<:{shape}:\d+> {name}", content[PUSH_CHARS:])
    assert not re.search(r"<a?:\w+:\d+>|<t:", content[:PUSH_CHARS]), "a lock screen would show code"


async def test_emoji_that_were_removed_meanwhile_are_left_out_at_once(chat_with_emoji: Chat) -> None:
    code = await chat_with_emoji.start_game("astrid", "bjorn")
    actor, card = await chat_with_emoji.player_to_move(code), chat_with_emoji.card()
    chat_with_emoji.env.inject_error(
        "PATCH",
        "/webhooks/*/messages/@original",
        status=400,
        code=50035,
        message="Invalid Form Body: components.emoji.id: Invalid emoji",
    )
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    assert find_custom_id(panel, "pick")
    assert not button_emoji(panel)
    assert chat_with_emoji.skald.context.views.emoji.component("lofoten", "mead") is None


def test_a_clipped_text_never_ends_in_half_an_emoji() -> None:
    text = "two <:dried_fish:123456> fish"
    for limit in range(5, len(text)):
        assert re.fullmatch(r"[^<>]*(<:\w+:\d+>[^<>]*)?…", clip(text, limit)), limit
