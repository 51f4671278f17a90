"""Stands in for discord.py's client: records the requests of a sender, and refuses some."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord

from bot.chat.messages import MessageBuilder
from bot.views.picture_file import PictureFile
from render import Picture

BOARD = PictureFile("board", Picture(b"a board", "webp", 1, 1), "A board.")
DM_CHANNEL = 9_000
"""The direct message channel of user 1 is 9001, and so on."""

Refusal = tuple[int, int]
"""HTTP status and Discord's error code."""


def text_message(*mentions: int) -> MessageBuilder:
    return MessageBuilder(mentions=[*mentions]).text("Your move.")


def board_message(*mentions: int) -> MessageBuilder:
    return text_message(*mentions).gallery(BOARD)


def discord_error(status: int, code: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="for this test")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": ""})


class FakeDiscord:
    """`requests` are those accepted. `refuse` returns the refusal of a request by kind, place and content."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, int, dict[str, Any]]] = []
        self.attempts = 0
        self.refuse: Callable[[str, int, dict[str, Any]], Refusal | None] = lambda *_: None
        self.http = self

    def refuse_once(self, status: int, code: int) -> None:
        refusals = iter([(status, code)])
        self.refuse = lambda *_: next(refusals, None)

    def accept(self, kind: str, place: int, given: dict[str, Any]) -> None:
        self.attempts += 1
        refusal = self.refuse(kind, place, given)
        if refusal is not None:
            raise discord_error(*refusal)
        self.requests.append((kind, place, given))

    def sent(self) -> list[tuple[int, str, bool]]:
        """Returns the messages sent: their channel, their text, and whether they have pictures."""
        return [
            (place, _shown_text(given), bool(given["files"]))
            for kind, place, given in self.requests
            if kind == "send"
        ]

    def get_partial_messageable(self, channel: int) -> Any:
        async def send(**given: Any) -> Any:
            self.accept("send", channel, given)
            return _message(1_000 + len(self.requests), channel)

        def get_partial_message(message: int) -> Any:
            async def edit(**given: Any) -> Any:
                self.accept("edit", message, given)
                return _message(message, channel)

            async def delete() -> None:
                self.accept("delete", message, {})

            return SimpleNamespace(edit=edit, delete=delete)

        return SimpleNamespace(send=send, get_partial_message=get_partial_message)

    async def edit_channel(self, channel: int, **given: Any) -> None:
        self.accept("edit channel", channel, given)

    async def create_dm(self, user: Any) -> Any:
        self.accept("open", user.id, {})
        return SimpleNamespace(id=DM_CHANNEL + user.id)

    def get_channel(self, _: int) -> None:
        """No channel is cached."""

    def get_guild(self, _: int) -> None:
        """No server is cached."""


def _message(number: int, channel: int) -> Any:
    return SimpleNamespace(id=number, channel=SimpleNamespace(id=channel), attachments=[], components=[])


def _shown_text(given: dict[str, Any]) -> str:
    return given.get("content") or "\n".join(
        item.content for item in given["view"].walk_children() if isinstance(item, discord.ui.TextDisplay)
    )
