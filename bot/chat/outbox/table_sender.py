"""Sends messages to tables, in the best form that permissions allow (see `permission_fallbacks`)."""

import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace

import discord

import db
from bot.chat.interactions import Context
from bot.chat.interactions.channel_visibility import can_see, is_open_to_members
from bot.chat.outbox import permission_fallbacks
from bot.chat.outbox.permission_fallbacks import MISSING_PERMISSIONS, MissingPermission, Undeliverable
from bot.chat.outbox.sending import Outgoing, Sender
from bot.play.core import GameSnapshot
from bot.play.notify import deliveries
from bot.play.notify.deliveries import SentMessage

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Degraded:
    """The best fallback known to work at a table, the permission it lacks, and when to try better ones."""

    rank: int
    missing: MissingPermission
    recheck_at: int
    server: int | None


@dataclass(frozen=True, slots=True)
class TableSender:
    """Remembers which fallback works at each table, so that known refusals are not repeated.

    `degraded` is keyed by game code. `footers` are the texts about a missing permission, by the id of the
    message that has them.
    """

    context: Context
    sender: Sender
    degraded: dict[str, Degraded] = field(default_factory=dict)
    footers: dict[int, str] = field(default_factory=dict)

    async def send(self, snapshot: GameSnapshot, outgoing: Outgoing, *, may_stay_unsent: bool) -> SentMessage:
        """Send the best form that permissions allow. Reports a missing permission once.

        A message that `may_stay_unsent` and mentions no user stays unsent if nothing at the table works.

        :raises Undeliverable: If no fallback works, not even direct messages to the mentioned users.
        """
        unseeing = await self._unseeing_users(snapshot, outgoing)
        fallbacks = permission_fallbacks.fallbacks(snapshot, outgoing.builder)
        first_rank, missing = self._known_fallback(snapshot)
        skipped_channel: int | None = None
        for index, fallback in enumerate(fallbacks):
            if fallback.rank < first_rank or fallback.channel == skipped_channel:
                continue
            reported = missing if index else None
            footer = await self._footer_once(snapshot, reported)
            try:
                builder = outgoing.builder if fallback.pictures else outgoing.builder.without_pictures()
                adapted = replace(outgoing, builder=builder.with_line(footer))
                sent = await self.sender.send(fallback.channel, adapted)
            except discord.HTTPException as problem:
                if not permission_fallbacks.is_permission_error(problem):
                    raise
                if fallback.channel == fallbacks[0].channel:
                    missing = fallback.missing(problem)
                if problem.code != MISSING_PERMISSIONS:
                    skipped_channel = fallback.channel
                continue
            if footer:
                self.footers[sent.message_id] = footer
            await self._remember(snapshot, fallback.rank, reported)
            sent = replace(sent, others=await self._send_to_unseeing(snapshot, outgoing, unseeing))
            return sent if reported is None else replace(sent, missing_permission=reported.permission)
        assert missing is not None
        return await self._send_by_dm(snapshot, outgoing, missing, may_stay_unsent=may_stay_unsent)

    async def _unseeing_users(self, snapshot: GameSnapshot, outgoing: Outgoing) -> list[int]:
        """Returns the mentioned users who cannot see the table's channel, their DM channels opened."""
        row, client = snapshot.row, self.sender.client
        mentions = outgoing.builder.mentions
        if row.server is None or not mentions or is_open_to_members(client, row.server, row.channel):
            return []
        unseeing = [one for one in mentions if not await can_see(client, row.server, row.channel, one)]
        for user_id in unseeing:  # If a channel must wait, retry before anything was sent.
            with suppress(discord.Forbidden):
                await self.sender.dm_channel(user_id)
        return unseeing

    async def _send_to_unseeing(
        self, snapshot: GameSnapshot, outgoing: Outgoing, user_ids: list[int]
    ) -> tuple[SentMessage, ...]:
        """Send a message by DM as well to mentioned users whom the one at the table does not reach."""
        row = snapshot.row
        reason = self.context.table_locale(snapshot).t(
            "You get this here because you can't see <#{channel}>.", channel=row.thread or row.channel
        )
        builder = outgoing.builder.with_line(f"-# {reason}")
        nonces = (f"{outgoing.nonce}-u{number}" for number in range(len(user_ids)))
        sent = [
            await self.sender.send_dm(user_id, Outgoing(builder, nonce))
            for user_id, nonce in zip(user_ids, nonces, strict=True)
        ]
        return tuple(each for each in sent if each is not None)

    async def send_best_form(self, snapshot: GameSnapshot, outgoing: Outgoing) -> SentMessage:
        """Send without fallbacks, to find out whether permissions are back.

        :raises Undeliverable: If a permission is missing.
        """
        best = permission_fallbacks.fallbacks(snapshot, outgoing.builder)[0]
        try:
            sent = await self.sender.send(best.channel, outgoing)
        except discord.HTTPException as problem:
            if not permission_fallbacks.is_permission_error(problem):
                raise
            raise Undeliverable(await self._known_missing(snapshot, best.missing(problem))) from problem
        await self._remember(snapshot, best.rank, None)
        return sent

    async def _known_missing(self, snapshot: GameSnapshot, guess: MissingPermission) -> MissingPermission:
        """Returns what the fallbacks of the latest card found missing: surer than a single refusal."""
        cards = await db.messages.list_for_game(self.context.store, snapshot.code, kind="card")
        if guess.permission == "attach_files" and cards and cards[-1].lacking == "send_messages_in_threads":
            return replace(guess, permission="send_messages_in_threads")
        return guess

    async def _send_by_dm(
        self, snapshot: GameSnapshot, outgoing: Outgoing, missing: MissingPermission, *, may_stay_unsent: bool
    ) -> SentMessage:
        """Send it to each mentioned user as a direct message that explains why: the last fallback."""
        mentions = outgoing.builder.mentions
        explained = outgoing.builder.with_line(self._footer(snapshot, missing))
        for user_id in mentions:  # If a channel must wait, retry before anything was sent.
            with suppress(discord.Forbidden):
                await self.sender.dm_channel(user_id)
        reached = []
        for number, user_id in enumerate(mentions):
            sent = await self.sender.send_dm(user_id, Outgoing(explained, f"{outgoing.nonce}-dm{number}"))
            if sent is not None:
                reached.append(replace(sent, missing_permission=missing.permission))
        if not reached and (mentions or not may_stay_unsent):
            raise Undeliverable(missing)
        await self._remember(snapshot, permission_fallbacks.DM_RANK, missing)
        if not reached:
            return SentMessage.unsent(missing.permission)
        return replace(reached[0], others=tuple(reached[1:]))

    # Memory

    def _known_fallback(self, snapshot: GameSnapshot) -> tuple[int, MissingPermission | None]:
        """Returns the rank to start from and the permission known to be missing; drops an outdated entry."""
        known = self.degraded.get(snapshot.code)
        if known is None:
            return 0, None
        channel = snapshot.row.thread or snapshot.row.channel
        if known.recheck_at <= self.context.service.now() or known.missing.channel != channel:
            del self.degraded[snapshot.code]
            return 0, None
        return known.rank, known.missing

    async def _remember(self, snapshot: GameSnapshot, rank: int, missing: MissingPermission | None) -> None:
        """Remember the fallback that reached a table. Schedules a recovery if it is worse than known."""
        if missing is None:
            if rank == 0:
                self.degraded.pop(snapshot.code, None)
            return
        if snapshot.code not in self.degraded or self.degraded[snapshot.code].rank < rank:
            recheck_at = await deliveries.schedule_recovery(
                self.context.service, snapshot, missing.permission, missing.channel
            )
            log.warning("game %s lacks %s", snapshot.code, missing.permission)
            self.degraded[snapshot.code] = Degraded(rank, missing, recheck_at, snapshot.row.server)

    def update_degraded(self, code: str, *, recheck_at: int | None = None) -> None:
        """Clear a table's degraded state after a recovery, or postpone its next check to `recheck_at`."""
        known = self.degraded.pop(code, None)
        if recheck_at is not None and known is not None:
            self.degraded[code] = replace(known, recheck_at=recheck_at)

    def forget_degraded(self, server: int) -> None:
        """Clear the degraded state of a server's tables, since its permissions may have changed."""
        for code in [code for code, each in self.degraded.items() if each.server == server]:
            del self.degraded[code]

    # The report of a missing permission

    async def _footer_once(self, snapshot: GameSnapshot, missing: MissingPermission | None) -> str:
        """Returns the footer about a missing permission; empty if none is, or it was reported before."""
        if missing is None:
            return ""
        key = deliveries.missing_permission_key(snapshot.code, missing.permission, missing.channel)
        return "" if await db.outbox.has_key(self.context.store, key) else self._footer(snapshot, missing)

    def _footer(self, snapshot: GameSnapshot, missing: MissingPermission) -> str:
        locale = self.context.table_locale(snapshot)
        return "-# " + permission_fallbacks.explanation(missing.permission, missing.channel, locale)
