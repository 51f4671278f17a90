"""A server with people in it, driven as they would drive it: typing, tapping, choosing."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import _component_interaction, _visible_message

import db
from bot.chat.client import Skald
from bot.chat.interactions.rate_limit import UserRateLimit
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from db.clock import Clock, SystemClock
from rules import GAMES
from rules.game import AnyGame
from tests.play.table_fixture import open_empty_store

SETTLE = 30
"""How many seconds the simulation waits for the bot to come to rest."""


class ChatClock(SystemClock):
    """The time of the simulated Discord."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        return self.env.now() if self.env else super().now()

    def time(self) -> float:
        return self.now().timestamp()

    async def sleep(self, seconds: float) -> None:
        # Shorter sleeps the simulation would wait out in real time.
        sleep = super().sleep(max(seconds, SETTLE + 1))
        if self.env is not None and asyncio.current_task() in self.env._work.tasks:
            # Else a sleep that began a while ago would end within the patience of whoever acts now, and keep
            # them waiting for it.
            await self.env.external_wait(sleep, reason="until its time comes")
        else:
            await sleep

    async def sleep_until(self, when: datetime) -> None:
        await self.sleep(when.timestamp() - self.time())


class Chat:
    """A simulated Discord with one server, one channel and a running Skald."""

    def __init__(self, env: simcord.Env, skald: Skald, folder: Path) -> None:
        self.env = env
        self.skald = skald
        self.folder = folder
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("games")
        self.people: dict[str, Any] = {}

    def person(self, name: str) -> Any:
        if name not in self.people:
            self.people[name] = self.guild.add_member(self.env.create_user(name))
        return self.people[name]

    async def gather(self, *names: str, game: str = "lofoten", **options: str) -> str:
        """A lobby with these people in it; says the game's code."""
        host = self.person(names[0])
        await host.slash(self.channel, f"new {game}", **options)
        card = self.channel.last_message
        for name in names[1:]:
            await self.person(name).click(card, label="Join")
        (code,) = {game.code for game in await db.games.list_for_user(self.store, host.id, ("lobby",))}
        return code

    async def start(self, *names: str, game: str = "lofoten", **options: str) -> str:
        code = await self.gather(*names, game=game, **options)
        await self.person(names[0]).click(self.lobby_card(code), label="Start")
        return code

    @property
    def store(self) -> db.Store:
        return self.skald.context.store

    @property
    def service(self) -> GameService:
        return self.skald.context.service

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.service.snapshot(code)

    async def owing(self, code: str) -> Any:
        """One of those whose move it is."""
        snapshot = await self.snapshot(code)
        person = snapshot.user_ids_at(sorted(snapshot.owing_seats()))[0]
        return next(actor for actor in self.people.values() if actor.id == person)

    def lobby_card(self, code: str) -> discord.Message:
        return next(message for message in self.channel.history() if holds(message, f":leave:{code}:"))

    def thread(self) -> Any:
        return self.channel.threads[-1]

    def card(self) -> discord.Message:
        """The latest turn card."""
        return next(
            message
            for message in reversed(self.thread().history())
            if any(":play:" in name for name in taps(message))
        )

    def final_card(self) -> discord.Message:
        """The card that ended the latest game; its saga stands below it."""
        return next(
            message for message in reversed(self.thread().history()) if "the seed was" in words_of(message)
        )

    async def restart(self) -> None:
        """Another process of Skald on the same database and the same Discord; the one before is gone."""
        await self.halt()
        self.skald = new_skald(self.store, self.folder, self.skald.context.clock, self.service.games)
        await self.env.restart_bot(self.skald)

    async def halt(self) -> None:
        """Skald does nothing more by itself."""
        await asyncio.gather(self.skald.outbox_worker.close(), self.skald.scheduler.close())


def new_skald(
    store: db.Store, folder: Path, clock: Clock, games: Mapping[str, AnyGame] = GAMES, **options: Any
) -> Skald:
    options = {"patience": UserRateLimit(burst=inf), **options}  # these people act faster than any
    return Skald(store=store, clock=clock, games=games, sprites=folder / "sprites", painters=0, **options)


@asynccontextmanager
async def opened_chat(
    folder: Path, games: Mapping[str, AnyGame] = GAMES, **options: Any
) -> AsyncIterator[Chat]:
    clock = ChatClock()
    async with open_empty_store(folder, clock) as store:
        skald = new_skald(store, folder, clock, games, **options)
        clock.env = env = simcord.Env(skald, shard_count=1, settle_timeout=SETTLE)
        _be_patient(env)
        await env.start()
        chat = Chat(env, skald, folder)
        try:
            yield chat
        finally:
            await chat.halt()
            await env.shutdown()
        env.raise_errors()


def _be_patient(env: simcord.Env) -> None:
    """A start, too, may take as long as anything else: five seconds are little on a busy machine."""
    settle = env._settle_internal

    async def patient(*, timeout: float | None = None, **given: Any) -> None:  # noqa: ASYNC109
        await settle(timeout=None if timeout is None else max(timeout, SETTLE), **given)

    env._settle_internal = patient  # type: ignore[method-assign]


async def late_tap(actor: Any, message: Any, name: str) -> Any:
    """A tap from a screen that has not caught up, or by somebody who forged it."""
    stored = _visible_message(actor, message.message)
    return await _component_interaction(actor, stored, {"custom_id": name, "component_type": 2})


def walk(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones included."""
    tops = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    while tops:
        part = tops.pop(0)
        yield part
        tops[:0] = part.get("components", [])


def words_of(message: Any) -> str:
    """All that can be read in a message: its content, or the texts of its layout."""
    texts = [part["content"] for part in walk(message) if part.get("type") == 10]
    return "\n".join(filter(None, (getattr(message, "content", ""), *texts)))


def alts(message: Any) -> list[str]:
    """Its pictures in words: those of its layout, or those attached to plain content."""
    shown = [
        item.get("description") or ""
        for part in walk(message)
        if part.get("type") == 12
        for item in part["items"]
    ]
    return shown or [attached.description or "" for attached in getattr(message, "attachments", ())]


def taps(message: Any) -> dict[str, str]:
    """The enabled buttons and selects: what they carry, and what stands on them."""
    return {
        part["custom_id"]: part.get("label") or part.get("placeholder") or ""
        for part in walk(message)
        if part.get("custom_id") and not part.get("disabled")
    }


def tap_named(message: Any, verb: str) -> str:
    return next(name for name in taps(message) if name.startswith(f"skald:{verb}:"))


def holds(message: Any, fragment: str) -> bool:
    return any(fragment in name for name in taps(message))
