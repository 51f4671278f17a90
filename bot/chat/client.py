"""The Discord client: dispatches events to handlers; runs outbox worker, scheduler and painters."""

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import discord

import bot.chat.features  # noqa: F401 - registers all buttons, commands and deliveries
import render
from bot.chat.game_commands import build_all_commands
from bot.chat.interactions import Context, Request
from bot.chat.interactions.commands import CommandTree
from bot.chat.interactions.component_dispatch import dispatch_component
from bot.chat.interactions.context import Interactions, Links, Views
from bot.chat.interactions.registration import register_commands
from bot.chat.interactions.requests import Interaction
from bot.chat.messages.emoji import upload_emoji
from bot.chat.messages.translator import CatalogueTranslator
from bot.chat.outbox.outbox_worker import OutboxWorker
from bot.metrics import Metrics
from bot.play import rules_migration
from bot.play.club import digests, maintenance, voyages
from bot.play.core import GameService
from bot.play.core.rate_limit import RateLimit
from bot.play.lobby import archive, relocation
from bot.play.scheduler import Scheduler
from bot.views.pictures import PictureCache
from bot.views.web_links import WebLinks
from bot.views.worker_pool import WorkerPool, lower_priority
from db import Store
from rules.game import AnyGame

log = logging.getLogger(__name__)

PAINTER_PROCESSES = min(2, os.cpu_count() or 1)
DRAIN_TIMEOUT_S = 2.0
DISCONNECT_TIMEOUT_S = 1.5


class _BakingCancelled(Exception):  # noqa: N818 - expected at shutdown
    """Stops the baking thread at shutdown."""


def skip_unreadable_events(parsers: dict[str, Callable[[Any], None]]) -> None:
    """Log gateway events that discord.py cannot parse, instead of ending the process.

    READY is left as it is: without it there is no session.
    """
    for event, parse in parsers.items():
        if event != "READY":
            parsers[event] = partial(_parse_event, event, parse)


def _parse_event(event: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        parse(data)
    except Exception as error:
        log.error("a gateway event %s cannot be read: %s", event, type(error).__name__)


class Skald(discord.AutoShardedClient):
    """The bot. Needs no privileged intent, caches no members or messages, allows no mentions by default.

    `sprites` is the folder for baked sprites. `painters` is the number of worker processes; with 0 it paints
    in this process, and bakes and uploads nothing. `shared` says that other processes serve other shards from
    the same database. `on_sprites` receives the number of painted sprites and of all, in a thread.
    """

    def __init__(
        self,
        *,
        store: Store,
        games: Mapping[str, AnyGame],
        sprites: Path,
        painters: int = PAINTER_PROCESSES,
        links: Links | None = None,
        shared: bool = False,
        rate_limit: RateLimit | None = None,
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
        skip_unreadable_events(self._connection.parsers)
        self._sprites = sprites
        metrics = Metrics()
        store.on_write = metrics.transaction.observe
        self._pictures = PictureCache(sprites, workers=painters, on_drawn=metrics.observe_picture)
        self._background: set[asyncio.Task[None]] = set()
        self._bakes_sprites = painters > 0
        self.on_sprites: Callable[[int, int], None] | None = None
        self._closing = False
        self._worker_pool = WorkerPool(min(painters, 1), lower_priority)
        service = GameService(store, games, run_in_worker=self._worker_pool.run)
        self.context = Context(
            service,
            Views(self._pictures),
            self._open_dm,
            links=links or Links(),
            interactions=Interactions(rate_limit or RateLimit()),
            metrics=metrics,
            web_links=WebLinks(service, links.web) if links and links.web else None,
        )
        self.outbox_worker = OutboxWorker(self, self.context, shared=shared)
        self.scheduler = Scheduler(service, store.clock, shared=shared)
        self.tree = CommandTree(self)
        self.tree.context = self.context

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CatalogueTranslator())
        for command in build_all_commands(self.context):
            self.tree.add_command(command)
        self._start_background(register_commands(self, self.tree, self.context))
        await rules_migration.migrate_games(self.context.service)
        await maintenance.ensure_timer(self.context.service)
        await voyages.ensure_timer(self.context.service)
        await digests.ensure_timer(self.context.service)
        self.context.store.on_new_work = self.wake
        self.outbox_worker.wake()
        self.scheduler.start()
        if self._bakes_sprites:
            self._start_background(self._bake_sprites())
            self._start_background(
                upload_emoji(self.context.views.emoji, self, self._pictures, self.context.service)
            )

    async def on_interaction(self, interaction: Interaction) -> None:
        """Dispatch buttons, selects and forms. Commands go through the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            data: Any = interaction.data or {}
            await dispatch_component(Request(self.context, interaction), str(data.get("custom_id", "")))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self._start_background(relocation.handle_deleted_channel(self.context.service, payload.thread_id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._start_background(relocation.handle_deleted_channel(self.context.service, channel.id))

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        self._retry_parked(role.guild.id)

    async def on_guild_channel_update(self, _: Any, channel: discord.abc.GuildChannel) -> None:
        self._retry_parked(channel.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._retry_parked(payload.guild_id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Handle a change of Skald's own roles: without the members intent there are no other events."""
        self._retry_parked(member.guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._start_background(archive.archive_server(self.context.service, guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._start_background(archive.resume_server(self.context.service, guild.id))

    def _retry_parked(self, server: int) -> None:
        """Retry what was refused: permissions on this server may have changed."""
        self._start_background(self.outbox_worker.on_permissions_changed(server))

    async def close(self) -> None:
        """Shut down gracefully within seconds: drain in-flight interactions, stop everything else.

        Posts and timers that were under way are repeated at the next start.
        """
        self._closing = True
        self.context.store.on_new_work = None
        self.context.interactions.panel_refresher.cancel_all()
        await self.context.interactions.in_flight.drain(DRAIN_TIMEOUT_S)
        self._pictures.close()
        self._worker_pool.close()
        for task in self._background:
            task.cancel()
        await asyncio.gather(self.scheduler.close(), self.outbox_worker.close())
        await asyncio.gather(*self._background, return_exceptions=True)
        try:
            await asyncio.wait_for(super().close(), DISCONNECT_TIMEOUT_S)
        except TimeoutError:
            log.warning("Discord did not close the connection in time")
            await self.http.close()

    def wake(self) -> None:
        """Wake the outbox worker and the scheduler: there may be new posts or timers."""
        self.outbox_worker.wake()
        self.scheduler.wake()

    async def _open_dm(self, user_id: int) -> int:
        return await self.outbox_worker.open_dm(user_id)

    async def _bake_sprites(self) -> None:
        """Bake missing sprites in a thread, before they are needed."""

        def report_progress(done: int, total: int) -> None:
            if self._closing:
                raise _BakingCancelled
            if self.on_sprites is not None:
                self.on_sprites(done, total)
            if done == total:
                log.info("all %s sprites are baked", total)

        with suppress(_BakingCancelled):
            await asyncio.to_thread(render.bake, self._sprites, report_progress)

    def _start_background(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a background task, which is cancelled at shutdown."""
        if self._closing:
            coroutine.close()
            return
        task: asyncio.Task[None] = asyncio.create_task(coroutine)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(_log_failure)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        log.error("a background task ended", exc_info=problem)
