"""The client: connects Discord's events to the handlers, and keeps courier and painters at work."""

import asyncio
import logging
import os
from contextlib import suppress
from typing import Any

import discord

import render
from bot.call import Call, Interaction
from bot.clock import Clock
from bot.commands import Tree, all_commands
from bot.courier import Courier
from bot.house import House
from bot.pictures import Gallery
from bot.router import answer_tap
from bot.settings import Settings
from bot.standings.closing import keep_nightly
from bot.tables import Tables
from bot.timers import FIRES
from bot.translator import CatalogueTranslator
from bot.watch import Watch
from db import Store
from rules.game import AnyGame

log = logging.getLogger(__name__)

PAINTERS = min(2, os.cpu_count() or 1)


class _ClosedError(Exception):
    """Nobody waits for the sprites any more."""


class Skald(discord.AutoShardedClient):
    """Needs no privileged intent, caches no people and no messages, pings nobody it does not mean."""

    def __init__(
        self,
        *,
        settings: Settings,
        store: Store,
        clock: Clock,
        games: dict[str, AnyGame],
        painters: int = PAINTERS,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self._sprites = settings.data / "sprites"
        self._gallery = Gallery(self._sprites, workers=painters)
        self._background: set[asyncio.Task[None]] = set()
        self._bakes = painters > 0
        self.house = House(
            store=store,
            games=games,
            tables=Tables(store, games, clock),
            gallery=self._gallery,
            clock=clock,
            wake=self._wake,
        )
        self.courier = Courier(self, self.house)
        self.watch = Watch(self.house, FIRES)
        self.tree = Tree(self)
        self.tree.house = self.house

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CatalogueTranslator())
        for command in all_commands(self.house):
            self.tree.add_command(command)
        await self.tree.sync()
        await keep_nightly(self.house)
        self._wake()
        if self._bakes:
            self._start(self._bake())
            self._start(self.house.emoji.keep_up(self, self._gallery, self.house.clock))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Taps and forms are answered by their names; commands go through the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            data: Any = interaction.data or {}
            await answer_tap(Call(self.house, interaction), str(data.get("custom_id", "")))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.house.tables.lost_place(channel=payload.thread_id)
        self._wake()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.house.tables.lost_place(channel=channel.id)
        self._wake()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.house.tables.archive_server(guild.id)
        self._wake()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.house.tables.resume_server(guild.id)
        self._wake()

    async def close(self) -> None:
        await self.watch.close()
        await self.courier.close()
        for task in self._background:
            task.cancel()
        await super().close()
        await asyncio.gather(*self._background, return_exceptions=True)
        self._gallery.close()

    def _wake(self) -> None:
        """There may be something to deliver, or a new timer."""
        self.courier.wake()
        self.watch.wake()

    async def _bake(self) -> None:
        """Paint what is missing ahead of need, without holding anything up."""

        def go_on(done: int, wanted: int) -> None:
            if self.is_closed():
                raise _ClosedError
            if done == wanted:
                log.info("all %s sprites are baked", wanted)

        with suppress(_ClosedError):
            await asyncio.to_thread(render.bake, self._sprites, go_on)

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(_report)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        log.error("a background task ended", exc_info=problem)
