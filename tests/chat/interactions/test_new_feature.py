"""A feature needs only the declarations that CONTRIBUTING describes: a command, a button, a delivery."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import db
from bot.chat.interactions.commands import COMMANDS, GAME, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import HANDLERS, on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import DELIVERIES, delivers
from bot.play.core import outbox_messages
from bot.views import pictures
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat, text_of


class HornMessage(outbox_messages.OutboxMessage, kind="horn"): ...


@pytest.fixture
def horn_feature(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Declare a feature for one test, and remove it afterwards."""
    registries = (COMMANDS, HANDLERS, DELIVERIES)
    before = [dict(registry) for registry in registries]
    monkeypatch.setattr(
        outbox_messages,
        "MESSAGES_BY_KIND",
        {**outbox_messages.MESSAGES_BY_KIND, HornMessage.kind: HornMessage},
    )

    @command("horn", "Blow the horn at a table", game_option())
    async def blow(request: Request, given: Arguments) -> None:
        snapshot = await resolve_game(request, given.get(GAME))
        await request.respond(
            MessageBuilder()
            .text("Shall it be heard?")
            .buttons(button(CustomId("blow", snapshot.code), "Blow"))
        )

    @on_component("blow", "update")
    async def blow_it(request: Request, custom_id: CustomId) -> None:
        async with request.store.write() as tx:
            await db.outbox.enqueue(
                tx, outbox_messages.new_post(HornMessage(), key=f"horn {custom_id.game}", game=custom_id.game)
            )
        await request.respond(MessageBuilder().text("You blow the horn."))

    @delivers(HornMessage)
    async def sound(messenger: Messenger, post: db.Post, _: HornMessage) -> None:
        snapshot = await messenger.snapshot(post)
        await messenger.send(snapshot, MessageBuilder().text("A horn sounds."), nonce=post.id)

    yield
    for registry, known in zip(registries, before, strict=True):
        for name in registry.keys() - known.keys():
            del registry[name]


@pytest.mark.usefixtures("horn_feature")
async def test_a_feature_is_declared_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK_PICTURE)
    async with open_chat(tmp_path) as chat:
        await _use_horn(chat)


async def _use_horn(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn")
    astrid = chat.user("astrid")
    asked = (await astrid.slash(chat.thread(), "horn")).response
    assert "Shall it be heard?" in text_of(asked)
    answer = await astrid.click(asked, custom_id=find_custom_id(asked, "blow"))
    assert answer.acknowledged
    assert any("A horn sounds." in text_of(message) for message in chat.thread().history())


def test_no_verb_and_no_payload_is_declared_twice() -> None:
    with pytest.raises(ValueError, match="two handlers"):
        on_component("play", "private")(HANDLERS["play"][1])
