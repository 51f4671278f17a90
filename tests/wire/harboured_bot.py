"""Runs Skald against a harbour, with users to play."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

from PIL import Image

import db
from bot.chat.client import Skald
from bot.i18n.catalogue import find_entry
from bot.play.core.game_service import GameService
from bot.play.core.rate_limit import RateLimit
from bot.play.core.snapshot import GameSnapshot
from harbour import Clock, Harbour, UserClient
from render import Picture
from rules import GAMES
from tests.empty_store import open_empty_store

OPENAPI_FILE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
READY_TIMEOUT_S = 30
SEED = bytes(range(1, 33))


class HarbouredBot:
    """A harbour with a connected Skald."""

    def __init__(self, harbour: Harbour, skald: Skald) -> None:
        self.harbour = harbour
        self.client = skald

    @property
    def store(self) -> db.Store:
        return self.client.context.store

    @property
    def service(self) -> GameService:
        return self.client.context.service

    async def start_game(self, host: str, guest: str, **options: str) -> str:
        """Open a table, join, start, and wait for the first card. Returns the game's code."""
        opener, joiner = self.harbour.user(host), self.harbour.user(guest)
        lobby = await self.open_table(host, **options)
        await joiner.press(lobby, join := self.custom_id(lobby, "join"))
        await self.harbour.wait_until_idle()
        await opener.press(lobby, join.replace("join", "start"))
        (row,) = await db.players.list_games(self.store, int(opener.id), ("running",))
        await self.harbour.wait_until(lambda: self.latest_card(row.code) is not None, READY_TIMEOUT_S)
        return row.code

    async def open_table(self, host: str, *, game: str = "lofoten", **options: Any) -> dict[str, Any]:
        """Open a table. Returns its lobby card once it is posted."""
        opener = self.harbour.user(host)
        before = {row.code for row in await db.players.list_games(self.store, int(opener.id))}
        await opener.slash(f"/new {game}", in_="games", **options)
        rows = await db.players.list_games(self.store, int(opener.id))
        (code,) = {row.code for row in rows} - before
        await self.harbour.wait_until(lambda: bool(self.lobby_cards(code)), READY_TIMEOUT_S)
        return self.lobby_cards(code)[0]

    def lobby_cards(self, code: str, channel: str | dict[str, Any] = "games") -> list[dict[str, Any]]:
        """Returns the public lobby cards of a table."""
        messages = self.harbour.user("Eira").messages(channel)
        return [message for message in messages if f"skald:leave:{code}:" in str(message["components"])]

    def thread(self, code: str) -> dict[str, Any]:
        return next(
            channel
            for channel in self.harbour.user("Astrid").channels()
            if str(channel.get("name", "")).endswith(code)
        )

    def latest_card(self, code: str) -> dict[str, Any] | None:
        """Returns the latest public turn card."""
        try:
            messages = self.harbour.user("Eira").messages(self.thread(code))
        except StopIteration:
            return None
        cards = [message for message in messages if f"skald:play:{code}:" in str(message["components"])]
        return cards[-1] if cards else None

    def custom_id(self, message: dict[str, Any], verb: str) -> str:
        """Returns the custom id with that verb in a message."""
        return next(name for name in custom_ids(message) if name.startswith(f"skald:{verb}:"))

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.service.snapshot(code)

    async def owing_user(self, code: str) -> UserClient:
        snapshot = await self.snapshot(code)
        (person, *_) = snapshot.user_ids_at(sorted(snapshot.owing_seats()))
        return next(
            who
            for name in ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
            if int((who := self.harbour.user(name)).id) == person
        )


@asynccontextmanager
async def running_bot(
    folder: Path, sprites: Path, point_at: Callable[[Harbour], None]
) -> AsyncIterator[HarbouredBot]:
    clock = Clock()
    harbour = Harbour(
        folder / "harbour", port=0, clock=clock, openapi_file=OPENAPI_FILE if OPENAPI_FILE.exists() else None
    )
    await harbour.start()
    point_at(harbour)
    try:
        async with open_empty_store(folder, clock, threads=True) as store:
            skald = Skald(
                store=store,
                games=GAMES,
                sprites=sprites,
                painters=0,
                rate_limit=RateLimit(burst=inf),
                guild_ready_timeout=0.05,
            )
            running = asyncio.create_task(skald.start(harbour.token))
            try:
                await asyncio.wait_for(harbour.wait_for_bot(), READY_TIMEOUT_S)
                await harbour.wait_until(lambda: bool(harbour.world.commands), READY_TIMEOUT_S)
                yield HarbouredBot(harbour, skald)
            finally:
                await skald.close()
                await asyncio.gather(running, return_exceptions=True)
    finally:
        await harbour.close()


def custom_ids(message: Any) -> list[str]:
    found: list[str] = []
    parts = list(message["components"])
    while parts:
        part = parts.pop(0)
        if part.get("custom_id") and not part.get("disabled"):
            found.append(part["custom_id"])
        parts[:0] = part.get("components", [])
    return found


def blank_picture() -> Picture:
    data = BytesIO()
    Image.new("RGB", (12, 9)).save(data, "JPEG")
    return Picture(data.getvalue(), "jpg", 1200, 900)


def command_name(kind: str) -> str:
    return find_entry("en", "lofoten", f"command.{kind}") or kind


def command_options(move: Any) -> dict[str, str]:
    return {
        find_entry("en", "lofoten", f"field.{move.kind}.{name}") or name: token
        for name, token in zip(move.choice_fields(), move.tokens()[1:], strict=True)
    }
