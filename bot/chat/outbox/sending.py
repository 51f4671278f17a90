"""Sends messages to channels and to users: throttled, out of archived threads, through stored DM channels."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import discord

import db
from bot.chat.messages import MessageBuilder
from bot.chat.messages.message_builder import attached_files
from bot.chat.outbox.permission_fallbacks import (
    ARCHIVED,
    MISSING_PERMISSIONS,
    Fallback,
    Undeliverable,
    is_permission_error,
)
from bot.chat.outbox.throttle import RetryLater, Throttle
from bot.play.core import GameService
from bot.play.notify import deliveries
from bot.play.notify.deliveries import SentMessage

T = TypeVar("T")

DMS_CLOSED = (50007, 50278)
OPENING_DMS_TOO_FAST = 40003
UNKNOWN_CHANNEL = 10003


def is_dm_refusal(problem: discord.HTTPException) -> bool:
    """True if Discord refused a direct message because the user takes none from Skald."""
    return problem.code in DMS_CLOSED


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to send. Discord drops a second one with the same nonce, so a retry is idempotent."""

    builder: MessageBuilder
    nonce: int | str
    silent: bool = False


@dataclass(frozen=True, slots=True)
class DmChannel:
    user_id: int
    channel: int


class Sender:
    """Calls Discord within the throttle of the process, and caches the channels of direct messages."""

    def __init__(self, client: discord.Client, service: GameService) -> None:
        self.client = client
        self._service = service
        self._throttle = Throttle(service.now)
        self._dm_channels: dict[int, int] = {}

    async def call_api(self, request: Callable[[], Awaitable[T]]) -> T:
        """Call Discord within the throttle.

        :raises RetryLater: If Discord limits the opening of direct message channels.
        """
        await self._throttle.acquire()
        try:
            return await request()
        except discord.Forbidden as problem:
            self._throttle.on_refused()
            if problem.code == OPENING_DMS_TOO_FAST:
                raise RetryLater(self._throttle.on_dm_limited()) from problem
            raise

    async def call_unarchiving(self, channel: int, request: Callable[[], Awaitable[T]]) -> T:
        """Call Discord about a thread. If the thread is archived, unarchive it and retry."""
        try:
            return await self.call_api(request)
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED:
                raise
            try:
                await self.call_api(lambda: self.client.http.edit_channel(channel, archived=False))
            except discord.Forbidden:
                raise problem from None
            return await self.call_api(request)

    async def send(self, channel: int, outgoing: Outgoing) -> SentMessage:
        """Send a message in exactly this form."""
        builder = outgoing.builder

        async def attempt() -> SentMessage:
            message = await self.client.get_partial_messageable(channel).send(
                **builder.send_kwargs(), nonce=f"skald-{outgoing.nonce}", silent=outgoing.silent
            )
            files = attached_files(message)
            return SentMessage(message.id, message.channel.id, builder.is_classic, files=files)

        return await self.call_unarchiving(channel, attempt)

    async def send_to_channel(self, channel: int, outgoing: Outgoing) -> SentMessage:
        """Send a message outside tables, without pictures if these are not permitted.

        :raises Undeliverable: If permissions allow no form of it.
        """
        try:
            return await self.send(channel, outgoing)
        except discord.Forbidden as problem:
            if problem.code != MISSING_PERMISSIONS or not outgoing.builder.pictures:
                raise self.to_undeliverable(channel, problem) from problem
        text_only = replace(outgoing, builder=outgoing.builder.without_pictures())
        return replace(await self.send_to_channel(channel, text_only), missing_permission="attach_files")

    async def send_dm(self, user_id: int, outgoing: Outgoing) -> SentMessage | None:
        """Send a direct message, in words if the user wants no pictures.

        Returns None if the user's direct messages are closed.

        :raises RetryLater: If a new channel must wait for its slot.
        """
        if outgoing.builder.pictures and await self._wants_text_only(user_id):
            outgoing = replace(outgoing, builder=outgoing.builder.in_words())
        try:
            return await self.send_to_dm(await self.dm_channel(user_id), outgoing)
        except discord.Forbidden as problem:
            if not is_dm_refusal(problem):
                raise
            return None

    async def _wants_text_only(self, user_id: int) -> bool:
        return (await db.users.get(self._service.store, user_id)).preferences.text_only

    async def send_to_dm(self, dm: DmChannel, outgoing: Outgoing) -> SentMessage:
        """Send to a stored channel. Opens a new one if Discord no longer knows it."""
        try:
            sent = await self.send(dm.channel, outgoing)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL:
                raise
            self._dm_channels.pop(dm.user_id, None)
            sent = await self.send(await self._open_dm(dm.user_id), outgoing)
        return replace(sent, user_id=dm.user_id)

    async def dm_channel(self, user_id: int) -> DmChannel:
        """Returns the user's direct message channel, opening and storing it the first time.

        :raises RetryLater: If a new channel must wait for its slot.
        """
        channel = self._dm_channels.get(user_id)
        if channel is None:
            channel = (await db.users.get(self._service.store, user_id)).door
        if channel is None:
            self._throttle.reserve_dm_slot(user_id)
            channel = await self._open_dm(user_id)
            self._throttle.on_dm_opened()
        self._dm_channels[user_id] = channel
        return DmChannel(user_id, channel)

    async def _open_dm(self, user_id: int) -> int:
        opened = await self.call_api(lambda: self.client.create_dm(discord.Object(user_id)))
        await deliveries.save_dm_channel(self._service, user_id, opened.id)
        return opened.id

    def to_undeliverable(self, channel: int, problem: discord.HTTPException) -> Exception:
        """Returns `Undeliverable` for a permission error outside tables, and any other error as it is."""
        if not is_permission_error(problem):
            return problem
        in_thread = isinstance(self.client.get_channel(channel), discord.Thread)
        return Undeliverable(Fallback(channel, pictures=False, in_thread=in_thread, rank=0).missing(problem))
