"""Drives Skald on a simulated Discord server: users type commands, tap buttons and make selections."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any, Self
from weakref import WeakSet

import discord
import pytest
import simcord
from sqlalchemy import select

import db
from bot.chat import client
from bot.chat.client import Skald
from bot.chat.interactions import Context, registration, requests
from bot.chat.interactions.commands import COMMANDS, Command, CommandTree
from bot.chat.interactions.requests import Request, RequestHandler
from bot.chat.messages.custom_id import CustomId
from bot.chat.outbox import throttle
from bot.play.core.game_service import GameService
from bot.play.core.rate_limit import RateLimit
from bot.play.core.snapshot import GameSnapshot
from db.clock import SystemClock
from render import Picture
from rules import GAMES
from rules.game import AnyGame
from tests.chat.components import enabled_components, has_component, walk_components
from tests.chat.simulator import (
    component_interaction,
    extend_start_timeout,
    is_in_bot,
    is_simulated_task,
    run_in_bot,
)
from tests.empty_store import open_empty_store

SETTLE_TIMEOUT_S = 30  # For the bot to become idle.
QUIET_ACTIONS = frozenset({"join", "leave", "start", "cup-join", "cup-leave", "/server export"})
"""Those whose only answer is that a card changes, or a file."""
BLANK_PICTURE = Picture(b"a picture", extension="jpg", width=1200, height=900)

_command_payloads: dict[frozenset[str], list[Any]] = {}
_built_commands: list[tuple[dict[str, Command], list[Any]]] = []


class ChatClock(SystemClock):
    """Clock of the simulated Discord."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        return self.env.now() if self.env else super().now()

    def time(self) -> float:
        return self.now().timestamp()

    async def sleep(self, seconds: float) -> None:
        # The simulation would wait for shorter sleeps in real time.
        sleep = super().sleep(max(seconds, SETTLE_TIMEOUT_S + 1))
        if self.env is not None and is_simulated_task(self.env):
            # Otherwise a sleep that started earlier could end within the settle timeout of a later action.
            # That action would then wait for it.
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
        self.users: dict[str, Any] = {}

    def user(self, name: str) -> Any:
        if name not in self.users:
            self.users[name] = self.guild.add_member(self.env.create_user(name))
        return self.users[name]

    def owner(self) -> Any:
        """Returns the server's owner."""
        if "owner" not in self.users:
            self.users["owner"] = self.guild.add_member(self.guild.owner)
        return self.users["owner"]

    async def open_lobby(self, *names: str, game: str = "lofoten", **options: str) -> str:
        """Open a lobby with these users. Returns the game's code."""
        host = self.user(names[0])
        await host.slash(self.channel, f"new {game}", **options)
        card = self.channel.last_message
        for name in names[1:]:
            await self.user(name).click(card, label="Join")
        (code,) = {game.code for game in await db.players.list_games(self.store, host.id, ("lobby",))}
        return code

    async def start_game(self, *names: str, game: str = "lofoten", **options: str) -> str:
        code = await self.open_lobby(*names, game=game, **options)
        await self.user(names[0]).click(self.lobby_card(code), label="Start")
        return code

    @property
    def store(self) -> db.Store:
        return self.skald.context.store

    @property
    def service(self) -> GameService:
        return self.skald.context.service

    async def snapshot(self, code: str) -> GameSnapshot:
        return await self.service.snapshot(code)

    async def player_to_move(self, code: str) -> Any:
        """Returns a user who owes a move."""
        snapshot = await self.snapshot(code)
        person = snapshot.user_ids_at(sorted(snapshot.owing_seats()))[0]
        return next(actor for actor in self.users.values() if actor.id == person)

    def lobby_card(self, code: str) -> discord.Message:
        return next(
            message for message in self.channel.history() if has_component(message, f":leave:{code}:")
        )

    def latest_dm(self, name: str) -> Any:
        return self.user(name).user.dm_channel.last_message

    def thread(self) -> Any:
        return self.channel.threads[-1]

    def card(self) -> discord.Message:
        """Returns the latest turn card."""
        return next(
            message
            for message in reversed(self.thread().history())
            if any(":play:" in name for name in enabled_components(message))
        )

    def final_card(self) -> discord.Message:
        """Returns the last card of the latest finished game."""
        return next(
            message for message in reversed(self.thread().history()) if "the seed was" in text_of(message)
        )

    def wake_outbox(self) -> None:
        """Deliver what a test has put into the outbox without an interaction."""
        run_in_bot(self.env, self.skald.wake)

    async def restart(self) -> None:
        """Replace Skald by a new process on the same database and Discord."""
        await self.stop_background()
        self.skald = new_skald(self.store, self.folder, self.service.games)
        await self.env.restart_bot(self.skald)

    async def stop_background(self) -> None:
        """Stop the outbox worker and the scheduler."""
        await asyncio.gather(self.skald.outbox_worker.close(), self.skald.scheduler.close())


class SimulatedSkald(Skald):
    """Does not notice what a test writes, since the simulation would not wait for what follows from it."""

    def wake(self) -> None:
        if is_in_bot():
            super().wake()


def new_skald(store: db.Store, folder: Path, games: Mapping[str, AnyGame] = GAMES, **options: Any) -> Skald:
    options = {"rate_limit": RateLimit(burst=inf), **options}  # Tests act faster than users.
    return SimulatedSkald(store=store, games=games, sprites=folder / "sprites", painters=0, **options)


class LatestContext:
    """Stands in for the context of the Skald that was started last."""

    context: Context

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)


latest_context = LatestContext()


class UnchangedPayload(dict[str, Any]):
    """A command that the simulation keeps in its log of requests without a copy."""

    def __deepcopy__(self, _: object) -> Self:
        return self


@contextmanager
def commands_built_once(games: Mapping[str, AnyGame]) -> Iterator[None]:
    """Register the commands of all games as the first test built and translated them."""
    build, translate = client.build_all_commands, registration.command_payload

    def build_once(context: Context) -> list[Any]:
        latest_context.context = context
        for declared, built in _built_commands:
            if declared == COMMANDS:
                return built
        built = build(latest_context)
        _built_commands.append((dict(COMMANDS), built))
        return built

    async def translate_once(skald: discord.Client, tree: CommandTree) -> list[Any]:
        names = frozenset(command.name for command in tree.get_commands())
        if names not in _command_payloads:
            _command_payloads[names] = [*map(UnchangedPayload, await translate(skald, tree))]
        return [*_command_payloads[names]]

    with pytest.MonkeyPatch.context() as monkeypatch:
        if games is GAMES:
            monkeypatch.setattr(client, "build_all_commands", build_once)
            monkeypatch.setattr(registration, "command_payload", translate_once)
        yield


@contextmanager
def all_actions_answered() -> Iterator[None]:
    """Check that each tap and command was answered, if only by a refusal."""
    run, answered, silent = requests._run, WeakSet[Request](), list[str]()

    async def run_checked(request: Request, handler: RequestHandler) -> None:
        await run(request, handler)
        is_real = isinstance(request, Request)  # A test may run a handler for a stand-in.
        if is_real and request not in answered and request.action not in QUIET_ACTIONS:
            silent.append(request.action)

    def noting(name: str) -> Any:
        answer = getattr(Request, name)

        async def note(request: Request, *given: Any, **more: Any) -> Any:
            answered.add(request)
            return await answer(request, *given, **more)

        return note

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(requests, "_run", run_checked)
        for name in ("respond", "follow_up", "post_publicly", "open_form"):
            monkeypatch.setattr(Request, name, noting(name))
        yield
    assert not silent, f"no answer to {silent}"


async def check_nothing_left_claimed(chat: Chat) -> None:
    """Check that each post taken from the outbox was marked as delivered, or put back for later."""
    posts = db.outbox.table
    claimed = posts.c.done_at.is_(None) & (posts.c.claimed_until > 0)
    left = await chat.store.rows(
        select(posts.c.kind).where(claimed, posts.c.id.not_in(chat.skald.outbox_worker._in_flight))
    )
    assert not left, f"neither delivered nor put back: {[row['kind'] for row in left]}"


@asynccontextmanager
async def open_chat(
    folder: Path, games: Mapping[str, AnyGame] = GAMES, *, threads: bool = False, **options: Any
) -> AsyncIterator[Chat]:
    """Start Skald on a simulated server, without a gap between its requests; see `open_empty_store`."""
    clock = ChatClock()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(throttle, "REQUESTS_PER_S", inf)
        async with open_empty_store(folder, clock, threads=threads) as store:
            skald = new_skald(store, folder, games, **options)
            clock.env = env = simcord.Env(skald, shard_count=1, settle_timeout=SETTLE_TIMEOUT_S)
            extend_start_timeout(env, SETTLE_TIMEOUT_S)
            with commands_built_once(games):
                await env.start()
            chat = Chat(env, skald, folder)
            try:
                with all_actions_answered():
                    yield chat
                await check_nothing_left_claimed(chat)
            finally:
                await chat.stop_background()
                await env.shutdown()
            env.raise_errors()


async def send_component(actor: Any, message: Any, name: str) -> Any:
    """Send any custom id on behalf of a message, as an outdated screen or a forger would."""
    return await component_interaction(actor, message.message, {"custom_id": name, "component_type": 2})


async def send_selection(actor: Any, message: Any, custom_id: CustomId, values: Sequence[str] = ()) -> Any:
    """Send a custom id, or a selection of values, that the user was not offered."""
    data: dict[str, Any] = {"custom_id": str(custom_id), "component_type": 2}
    if values:
        data |= {"component_type": 3, "values": [*values]}
    return await component_interaction(actor, message, data)


def response_text(result: Any) -> str:
    """Returns the text of a response and all its followups."""
    return "\n".join(text_of(message) for message in (result.response, *result.followups) if message)


def text_of(message: Any) -> str:
    """Returns all text of a message: its content, or the texts of its layout."""
    texts = [part["content"] for part in walk_components(message) if part.get("type") == 10]
    return "\n".join(filter(None, (getattr(message, "content", ""), *texts)))


def alt_texts(message: Any) -> list[str]:
    """Returns the alt texts of a message's pictures, in its layout or attached."""
    shown = [
        item.get("description") or ""
        for part in walk_components(message)
        if part.get("type") == 12
        for item in part["items"]
    ]
    return shown or [attached.description or "" for attached in getattr(message, "attachments", ())]
