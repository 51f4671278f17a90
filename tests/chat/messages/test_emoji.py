"""Icons on buttons, in selects and in sentences: there when Discord has them, plain words when it has not."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import render
from bot.chat.messages import emoji as module
from bot.chat.messages.emoji import Icon, draw_icons, sync_emoji, upload_emoji
from bot.play.core.authorization import Actor
from bot.play.turns import moves
from bot.views.emoji import EmojiRegistry
from bot.views.markup import clip
from rules import GAMES
from tests.chat.discord_driver import Chat, new_skald, tap_named, taps, walk, words_of
from tests.chat.panel_driver import opened
from tests.manual_clock import HandClock
from tests.play.table_fixture import run_inline


def picture(word: str) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + word.encode()


ICONS = [
    Icon(shape, picture(shape), (("", seat),)) for seat, shape in enumerate(("circle", "square", "triangle"))
] + [Icon(good, picture(good), (("lofoten", good),)) for good in ("mead", "fish", "sheep", "coffer")]
EMOJIS = "/applications/*/emojis"
MARKUP = re.compile(r"<:\w+:\d+> ")


def held(chat: Chat) -> dict[str, int]:
    """The emoji that the simulated Discord has."""
    return {each.name: each.id for each in chat.env.backend.application_emojis.values()}


def faces(message: Any) -> dict[str, str]:
    """The emoji on a message's buttons, by their labels."""
    return {
        part["label"]: part["emoji"]["name"]
        for part in walk(message)
        if part.get("type") == 2 and part.get("emoji")
    }


class Office:
    """Discord as several processes meet it at once: no name is taken twice, no request is done at once."""

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


# bringing them up


async def test_icons_are_uploaded_once_and_found_again_after_a_restart(chat: Chat) -> None:
    emoji = chat.skald.context.emoji
    assert emoji.component("lofoten", "mead") is None
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    before = held(chat)
    assert list(before) == ["circle", "square", "triangle", "mead", "fish", "sheep", "coffer"]
    known = emoji.component("lofoten", "mead")
    assert known is not None
    assert known.id == before[known.name]
    await chat.restart()
    chat.env.inject_error("POST", EMOJIS, status=403, times=None)
    assert await sync_emoji(chat.skald.context.emoji, chat.skald, ICONS, chat.service)
    assert held(chat) == before
    assert chat.skald.context.emoji.component("lofoten", "mead") == known


async def test_skald_brings_them_up_by_itself_when_it_starts(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def icons(_: Any) -> list[Icon]:
        return ICONS

    monkeypatch.setattr(module, "drawn", icons)
    monkeypatch.setattr(render, "bake", lambda *_: None)
    chat.skald = new_skald(chat.store, chat.folder, chat.skald.context.clock)
    chat.skald._bakes_sprites = True
    await chat.env.restart_bot(chat.skald)
    await chat.env.settle()
    assert set(held(chat)) == {each.name for each in ICONS}
    assert chat.skald.context.emoji.seat(0)


async def test_a_changed_icon_replaces_the_old_one_and_nothing_else_is_touched(chat: Chat) -> None:
    await sync_emoji(chat.skald.context.emoji, chat.skald, ICONS, chat.service)
    for name in ("skald_logo", "wave_0123abcd"):
        await chat.skald.create_application_emoji(name=name, image=picture(name))
    before = held(chat)
    redrawn = [*ICONS[:-1], Icon("coffer", picture("another coffer"), ICONS[-1].keys)]
    fresh = EmojiRegistry()
    assert await sync_emoji(fresh, chat.skald, redrawn, chat.service)
    after = held(chat)
    assert set(after) == set(before)
    assert {name for name in after if after[name] != before[name]} == {"coffer"}
    coffer = fresh.component("lofoten", "coffer")
    assert coffer is not None
    assert coffer.id == after["coffer"]


async def test_icons_that_nobody_uses_and_those_named_in_the_old_way_are_taken_away(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS, chat.service)
    await chat.skald.create_application_emoji(name="skald_circle_47f36017", image=picture("circle"))
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:2], chat.service)
    assert list(held(chat)) == ["circle", "square"]


async def test_one_that_somebody_removed_is_uploaded_again_and_a_stranger_is_replaced(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:1], chat.service)
    (circle,) = await chat.skald.fetch_application_emojis()
    await circle.delete()
    stranger = await chat.skald.create_application_emoji(name="square", image=picture("a photo"))
    emoji = EmojiRegistry()
    assert await sync_emoji(emoji, chat.skald, ICONS[:2], chat.service)
    now = held(chat)
    assert set(now) == {"circle", "square"}
    assert now["square"] != stranger.id
    assert {shown.id for seat in (0, 1) if (shown := emoji.seat(seat))} == set(now.values())


@pytest.mark.parametrize(("status", "code"), [(401, 0), (403, 50001), (400, 30008), (404, 0)])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_refusal_costs_only_the_icons(chat: Chat, method: str, status: int, code: int) -> None:
    chat.env.inject_error(method, EMOJIS, status=status, code=code)
    emoji = chat.skald.context.emoji
    assert not await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.component("lofoten", "coffer") is None
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.component("lofoten", "coffer")


async def test_what_is_there_is_used_although_the_rest_cannot_be_uploaded(chat: Chat) -> None:
    await sync_emoji(EmojiRegistry(), chat.skald, ICONS[:4], chat.service)
    chat.env.inject_error("POST", EMOJIS, status=403)
    emoji = EmojiRegistry()
    assert not await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert [emoji.seat(seat) is not None for seat in range(5)] == [True, True, True, False, False]
    assert emoji.component("lofoten", "mead")


async def test_one_picture_that_discord_does_not_take_does_not_hold_up_the_others(chat: Chat) -> None:
    chat.env.inject_error("POST", EMOJIS, status=400, code=50035, message="Invalid Form Body")
    emoji = EmojiRegistry()
    assert await sync_emoji(emoji, chat.skald, ICONS, chat.service)
    assert emoji.seat(0) is None
    assert emoji.seat(1)


async def test_two_processes_that_start_together_share_what_they_upload(chat: Chat) -> None:
    office: Any = Office()
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

    office, pauses, clock = Office(), [], HandClock(0)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "drawn", icons)
    monkeypatch.setattr(office, "fetch_application_emojis", fails)
    monkeypatch.setattr(clock, "sleep", sleep)
    pictures: Any = SimpleNamespace(think=run_inline)
    client: Any = office
    tables: Any = None
    await upload_emoji(EmojiRegistry(), client, pictures, tables, clock)
    assert pauses == list(module.RETRY_DELAYS_S)
    assert office.uploads == 0


async def test_every_icon_has_a_name_that_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "icon_png", lambda name: name.encode())
    monkeypatch.setattr(render, "seat_png", lambda seat: str(seat).encode())
    pictures: Any = SimpleNamespace(think=run_inline)
    icons = await draw_icons(pictures)
    names = [each.name for each in icons]
    assert len(set(names)) == len(names) <= 2000
    assert all(re.fullmatch(r"[a-z_]{2,32}", name) for name in names)
    meant = [meaning for each in icons for meaning in each.keys]
    assert len(set(meant)) == len(meant)
    assert {("", seat) for seat in range(5)} <= set(meant)
    for key in GAMES:
        assert {subject for game, subject in meant if game == key} == set(render.PAINTERS[key].emoji())


# carrying them


@pytest.fixture
async def decked(chat: Chat) -> Chat:
    """A chat whose Discord has the icons."""
    await sync_emoji(chat.skald.context.emoji, chat.skald, ICONS, chat.service)
    return chat


async def test_buttons_carry_the_good_their_label_names(decked: Chat) -> None:
    _, _, panel = await opened(decked)
    shown = faces(panel)
    assert shown
    named = {"mead": "mead", "dried fish": "fish", "sheep": "sheep", "coffer": "coffer"}
    for label, face in shown.items():
        assert named[next(good for good in named if good in label)] == face


async def test_without_icons_everything_reads_the_same(decked: Chat) -> None:
    _, actor, panel = await opened(decked)
    await actor.click(panel.message, label="No more hints")
    card = decked.card()
    with_icons = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    await decked.restart()
    without = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert faces(with_icons)
    assert not faces(without)
    assert list(taps(with_icons).values()) == list(taps(without).values())
    assert MARKUP.sub("", words_of(with_icons)) == words_of(without)


async def test_people_on_cards_stand_behind_the_shape_of_their_seat(decked: Chat) -> None:
    code = await decked.start("astrid", "bjorn")
    actor = await decked.owing(code)
    (seat,) = (await decked.snapshot(code)).owing_seats()
    who = Actor(actor.id, actor.name, "en-US")
    while (snapshot := await decked.snapshot(code)).owing_seats() == {seat}:
        move = snapshot.legal(seat)[-1]
        await moves.play(decked.service, code, who, str(move), interaction_id=10_000 + snapshot.row.ply)
    decked.skald.context.wake()
    await decked.env.settle()
    shape = ("circle", "square")[seat]
    assert re.search(rf"<:{shape}:\d+> {actor.name}", words_of(decked.card()))


async def test_emoji_that_were_removed_meanwhile_are_left_out_at_once(decked: Chat) -> None:
    code = await decked.start("astrid", "bjorn")
    actor, card = await decked.owing(code), decked.card()
    decked.env.inject_error(
        "PATCH",
        "/webhooks/*/messages/@original",
        status=400,
        code=50035,
        message="Invalid Form Body: components.emoji.id: Invalid emoji",
    )
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert tap_named(panel, "pick")
    assert not faces(panel)
    assert decked.skald.context.emoji.component("lofoten", "mead") is None


def test_a_clipped_text_never_ends_in_half_an_emoji() -> None:
    text = "two <:dried_fish:123456> fish"
    for limit in range(5, len(text)):
        assert re.fullmatch(r"[^<>]*(<:\w+:\d+>[^<>]*)?…", clip(text, limit)), limit
