"""Sends, edits and deletes messages at tables and in direct messages, with permission fallbacks."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

import discord

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.message_builder import NO_FILES, FileIds, MessageBuilder, attached_files
from bot.chat.outbox import permission_fallbacks
from bot.chat.outbox.permission_fallbacks import ARCHIVED, Fallback, MissingPermission, Undeliverable
from bot.chat.outbox.throttle import RetryLater, Throttle
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.play.notify.deliveries import SentMessage
from db.clock import HOUR

log = logging.getLogger(__name__)

T = TypeVar("T")

FREE_EDIT_MS = HOUR  # Discord limits edits of older messages, so those are replaced.
DMS_CLOSED = (50007, 50278)
INVALID_FORM_BODY = 50035
OPENING_DMS_TOO_FAST = 40003
TOO_MANY_EDITS = 30046  # Of messages older than `FREE_EDIT_MS` in one channel.
UNKNOWN_CHANNEL = 10003
CARD_KINDS = frozenset({outbox_messages.TurnCard.kind, outbox_messages.RefreshCard.kind})
"""Posts that may stay unsent if they notify no user: the card is posted once permissions return."""


@dataclass(frozen=True, slots=True)
class Table:
    """The thread or channel of a game, reached through permission fallbacks."""

    snapshot: GameSnapshot


@dataclass(frozen=True, slots=True)
class DmChannel:
    """The direct message channel of a user."""

    user_id: int
    channel: int


Target = discord.PartialMessageable | Table | DmChannel


@dataclass(frozen=True, slots=True)
class Degraded:
    """The best fallback known to work at a table, the permission it lacks, and when to try better ones."""

    rank: int
    missing: MissingPermission
    recheck_at: int
    server: int | None


@dataclass(slots=True)
class DeliveryCache:
    """State that all deliveries of a process share, so that known refusals are not repeated.

    `degraded` is keyed by game code, `dm_channels` by user id. `footers` are the texts about a missing
    permission, by the id of the message that has them.
    """

    throttle: Throttle
    degraded: dict[str, Degraded] = field(default_factory=dict)
    dm_channels: dict[int, int] = field(default_factory=dict)
    footers: dict[int, str] = field(default_factory=dict)


class Messenger:
    """Sends messages within the throttle and with fallbacks, using a cache shared by the whole process.

    `post` is the outbox post being delivered. A `strict` messenger uses no fallbacks: it raises
    `Undeliverable` if the best form is refused. So a recovery finds out whether permissions are back.
    """

    def __init__(
        self,
        client: discord.Client,
        context: Context,
        cache: DeliveryCache | None = None,
        *,
        post: db.Post | None = None,
        strict: bool = False,
    ) -> None:
        self.client = client
        self.context = context
        self.cache = DeliveryCache(Throttle(lambda: context.service.now())) if cache is None else cache
        self._post = post
        self._strict = strict

    def for_post(self, post: db.Post) -> "Messenger":
        """Returns a messenger for one post, with the same cache. It is strict for a `PermissionRecovery`."""
        strict = post.kind == outbox_messages.PermissionRecovery.kind
        return Messenger(self.client, self.context, self.cache, post=post, strict=strict)

    async def snapshot(self, post: db.Post) -> GameSnapshot:
        """Load the game that a post is about."""
        assert post.game is not None
        return await self.context.service.snapshot(post.game)

    def is_freely_editable(self, message: db.Message) -> bool:
        """Whether a message is young enough to be edited without Discord's limit on old messages."""
        return self.context.service.now() - message.at < FREE_EDIT_MS

    def table(self, snapshot: GameSnapshot) -> Table:
        return Table(snapshot)

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    # Sending

    async def send(
        self, target: Target, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> SentMessage:
        """Send a message. Discord deduplicates repetitions by the nonce, so a retry is idempotent.

        At a table it takes the best form that permissions allow; elsewhere it drops pictures if need be.

        :raises Undeliverable: If permissions allow no form of it.
        :raises RetryLater: If Discord limits new direct messages.
        :raises discord.Forbidden: If a user's direct messages are closed.
        """
        match target:
            case Table(snapshot):
                return await self._send_to_table(snapshot, builder, nonce=nonce, silent=silent)
            case DmChannel():
                return await self._send_to_dm(target, builder, nonce=nonce, silent=silent)
            case _:
                return await self._send_to_channel(target.id, builder, nonce=nonce, silent=silent)

    async def send_dm(
        self, user_id: int, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> SentMessage | None:
        """Send a direct message. Returns None if the user's direct messages are closed.

        :raises RetryLater: If a new channel must wait for its slot.
        """
        try:
            return await self.send(await self.dm_channel(user_id), builder, nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            if problem.code not in DMS_CLOSED:
                raise
            return None

    async def dm_channel(self, user_id: int) -> DmChannel:
        """Returns the user's direct message channel, opening and storing it the first time.

        :raises RetryLater: If a new channel must wait for its slot.
        """
        channel = self.cache.dm_channels.get(user_id)
        if channel is None:
            channel = (await db.users.get(self.context.store, user_id)).door
        if channel is None:
            self.cache.throttle.reserve_dm_slot(user_id)
            opened = await self.call_api(lambda: self.client.create_dm(discord.Object(user_id)))
            self.cache.throttle.on_dm_opened()
            channel = opened.id
            await deliveries.save_dm_channel(self.context.service, user_id, channel)
        self.cache.dm_channels[user_id] = channel
        return DmChannel(user_id, channel)

    async def _send_to_dm(
        self, target: DmChannel, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> SentMessage:
        try:
            sent = await self._send(target.channel, builder, nonce=nonce, silent=silent)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_CHANNEL:
                raise
            self.cache.dm_channels.pop(target.user_id, None)
            opened = await self.call_api(lambda: self.client.create_dm(discord.Object(target.user_id)))
            await deliveries.save_dm_channel(self.context.service, target.user_id, opened.id)
            sent = await self._send(opened.id, builder, nonce=nonce, silent=silent)
        return replace(sent, user_id=target.user_id)

    async def _send_to_channel(
        self, channel: int, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> SentMessage:
        try:
            return await self._send(channel, builder, nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            if problem.code != permission_fallbacks.MISSING_PERMISSIONS or not builder.pictures:
                raise self._to_undeliverable(channel, problem) from problem
        try:
            sent = await self._send(channel, builder.without_pictures(), nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            raise self._to_undeliverable(channel, problem) from problem
        return replace(sent, missing_permission="attach_files")

    async def _send(
        self, channel: int, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> SentMessage:
        async def attempt() -> SentMessage:
            message = await self.channel(channel).send(
                **builder.send_kwargs(), nonce=f"skald-{nonce}", silent=silent
            )
            return SentMessage(
                message.id, message.channel.id, builder.is_classic, files=attached_files(message)
            )

        return await self._call_unarchiving(channel, attempt)

    async def _call_unarchiving(self, channel: int, attempt: Callable[[], Awaitable[T]]) -> T:
        """Call the API in a thread. If the thread is archived, unarchive it and retry."""
        try:
            return await self.call_api(attempt)
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED:
                raise
            try:
                await self.call_api(lambda: self.client.http.edit_channel(channel, archived=False))
            except discord.Forbidden:
                raise problem from None
            return await self.call_api(attempt)

    def _to_undeliverable(self, channel: int, problem: discord.HTTPException) -> Exception:
        """Returns `Undeliverable` for a permission error outside tables, and any other error as it is."""
        if not permission_fallbacks.is_permission_error(problem):
            return problem
        in_thread = isinstance(self.client.get_channel(channel), discord.Thread)
        fallback = Fallback(channel, pictures=False, in_thread=in_thread, rank=0)
        return Undeliverable(MissingPermission(fallback.missing_permission(problem.code), channel))

    # Fallbacks

    async def _send_to_table(
        self, snapshot: GameSnapshot, builder: MessageBuilder, *, nonce: int | str, silent: bool
    ) -> SentMessage:
        """Send the best form that permissions allow. Reports a missing permission once; caches the result."""
        fallbacks = permission_fallbacks.fallbacks(snapshot, builder)
        first_rank, missing = self._cached_fallback(snapshot)
        skipped_channel: int | None = None
        for index, fallback in enumerate(fallbacks):
            if fallback.rank < first_rank or fallback.channel == skipped_channel:
                continue
            reported = missing if index else None
            footer = await self._footer_once(snapshot, reported)
            try:
                adapted = fallback.adapt(builder).with_line(footer)
                sent = await self._send(fallback.channel, adapted, nonce=nonce, silent=silent)
            except discord.HTTPException as problem:
                if not permission_fallbacks.is_permission_error(problem):
                    raise
                if self._strict:
                    raise Undeliverable(
                        MissingPermission(fallback.missing_permission(problem.code), fallback.channel)
                    ) from problem
                if fallback.channel == fallbacks[0].channel:
                    missing = MissingPermission(fallback.missing_permission(problem.code), fallback.channel)
                if problem.code != permission_fallbacks.MISSING_PERMISSIONS:
                    skipped_channel = fallback.channel
                continue
            if footer:
                self.cache.footers[sent.message_id] = footer
            await self._cache_fallback(snapshot, fallback.rank, reported)
            return sent if reported is None else replace(sent, missing_permission=reported.permission)
        assert missing is not None
        return await self._send_by_dm(snapshot, builder, missing, nonce=nonce)

    async def _send_by_dm(
        self, snapshot: GameSnapshot, builder: MessageBuilder, missing: MissingPermission, *, nonce: int | str
    ) -> SentMessage:
        """Send it to each mentioned user as a direct message, which explains why: the last fallback.

        :raises Undeliverable: If it reaches no user. A card that mentions no user stays unsent instead.
        """
        explained = builder.with_line(self._footer(snapshot, missing))
        for user_id in builder.mentions:  # If a channel must wait, retry before anything was sent.
            with suppress(discord.Forbidden):
                await self.dm_channel(user_id)
        reached = [
            sent
            for number, user_id in enumerate(builder.mentions)
            if (sent := await self.send_dm(user_id, explained, nonce=f"{nonce}-dm{number}")) is not None
        ]
        is_card = self._post is not None and self._post.kind in CARD_KINDS
        if not reached and (builder.mentions or not is_card):
            raise Undeliverable(missing)
        await self._cache_fallback(snapshot, permission_fallbacks.DM_RANK, missing)
        if not reached:
            return SentMessage.unsent(missing.permission)
        first, *others = (replace(sent, missing_permission=missing.permission) for sent in reached)
        return replace(first, others=tuple(others))

    def _cached_fallback(self, snapshot: GameSnapshot) -> tuple[int, MissingPermission | None]:
        """Returns the rank to start from and the permission known to be missing; drops an outdated entry."""
        known = self.cache.degraded.get(snapshot.code)
        if known is None or self._strict:
            return 0, None
        channel = snapshot.row.thread or snapshot.row.channel
        if known.recheck_at <= self.context.service.now() or known.missing.channel != channel:
            del self.cache.degraded[snapshot.code]
            return 0, None
        return known.rank, known.missing

    async def _footer_once(self, snapshot: GameSnapshot, missing: MissingPermission | None) -> str:
        """Returns the footer about a missing permission; empty if none is, or it was reported before."""
        if missing is None:
            return ""
        key = deliveries.missing_permission_key(snapshot.code, missing.permission, missing.channel)
        if await db.outbox.has_key(self.context.store, key):
            return ""
        return self._footer(snapshot, missing)

    def _footer(self, snapshot: GameSnapshot, missing: MissingPermission) -> str:
        return "-# " + permission_fallbacks.explanation(
            missing.permission, missing.channel, self.context.table_locale(snapshot)
        )

    async def _cache_fallback(
        self, snapshot: GameSnapshot, rank: int, missing: MissingPermission | None
    ) -> None:
        """Cache the fallback that reached a table. Schedules a recovery if it is worse than known."""
        degraded = self.cache.degraded
        if missing is None:
            if rank == 0:
                degraded.pop(snapshot.code, None)
            return
        if snapshot.code not in degraded or degraded[snapshot.code].rank < rank:
            recheck_at = await deliveries.schedule_recovery(
                self.context.service, snapshot, missing.permission, missing.channel
            )
            log.warning("game %s lacks %s", snapshot.code, missing.permission)
            degraded[snapshot.code] = Degraded(rank, missing, recheck_at, snapshot.row.server)

    def update_degraded(self, code: str, *, recheck_at: int | None = None) -> None:
        """Clear a table's degraded state after a recovery, or postpone its next check to `recheck_at`."""
        known = self.cache.degraded.pop(code, None)
        if recheck_at is not None and known is not None:
            self.cache.degraded[code] = replace(known, recheck_at=recheck_at)

    def forget_degraded(self, server: int) -> None:
        """Clear the degraded state of a server's tables, since its permissions may have changed."""
        degraded = self.cache.degraded
        for code in [code for code, each in degraded.items() if each.server == server]:
            del degraded[code]

    # Editing

    async def edit(
        self, message: db.Message, builder: MessageBuilder, *, keep_pictures: bool = False
    ) -> None:
        """Replace a message's content, without notifying any user.

        A message sent without pictures stays without. With `keep_pictures`, or if new ones are not permitted,
        the attached pictures stay.

        :raises Undeliverable: If Skald lacks a permission.
        """
        try:
            await self._edit(message, builder, keep_pictures=keep_pictures)
        except discord.HTTPException as problem:
            if problem.code != permission_fallbacks.MISSING_PERMISSIONS or not builder.pictures:
                raise self._to_undeliverable(message.channel, problem) from problem
            await self._edit(message, builder, keep_pictures=True)

    async def try_edit(self, message: db.Message, builder: MessageBuilder) -> bool:
        """Like `edit`, but returns False if the message must be sent anew.

        That is if it was deleted, is archived, was edited too often, or a permission is missing.
        """
        try:
            await self._edit(message, builder)
        except discord.HTTPException as problem:
            not_editable = problem.code in (ARCHIVED, TOO_MANY_EDITS)
            if not_editable or isinstance(problem, discord.NotFound | discord.Forbidden):
                return False
            raise
        return True

    async def _edit(
        self, message: db.Message, builder: MessageBuilder, *, keep_pictures: bool = False
    ) -> None:
        """Edit without uploading attached pictures again; upload all if they turn out to be gone."""
        if keep_pictures or message.lacking == "attach_files":
            builder = builder.without_pictures()
        builder = builder.with_line(self.cache.footers.get(message.message, ""))
        files: FileIds = message.files
        for attached in (message.files, NO_FILES):
            try:
                files = await self._edit_once(message, builder, attached, keep_pictures=keep_pictures)
            except discord.HTTPException as problem:
                if problem.code != INVALID_FORM_BODY or not attached:
                    raise
            else:
                if all(each.filename in files for each in builder.pictures):
                    break
        if files != message.files:
            await deliveries.record_attachments(self.context.service, message, files)

    async def _edit_once(
        self, message: db.Message, builder: MessageBuilder, attached: FileIds, *, keep_pictures: bool
    ) -> FileIds:
        """Edit once. Returns the files attached afterwards."""

        async def attempt() -> discord.Message:
            kwargs = builder.edit_kwargs(classic=message.classic, attached=attached)
            if keep_pictures:
                del kwargs["attachments"]
            return await self._partial_message(message).edit(**kwargs)

        return attached_files(await self._call_unarchiving(message.channel, attempt))

    async def delete(self, message: db.Message) -> None:
        try:
            await self.call_api(lambda: self._partial_message(message).delete())
        except discord.HTTPException as problem:
            log.info("an old %s stays: code %s", message.kind, problem.code)

    def _partial_message(self, message: db.Message) -> discord.PartialMessage:
        return self.channel(message.channel).get_partial_message(message.message)

    async def call_api(self, request: Callable[[], Awaitable[T]]) -> T:
        """Call Discord within the throttle.

        :raises RetryLater: If Discord limits the opening of direct message channels.
        """
        throttle = self.cache.throttle
        await throttle.acquire()
        try:
            return await request()
        except discord.Forbidden as problem:
            throttle.on_refused()
            if problem.code == OPENING_DMS_TOO_FAST:
                raise RetryLater(throttle.on_dm_limited()) from problem
            raise
