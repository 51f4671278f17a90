"""Messenger: what a delivery needs to send, edit and delete messages."""

from dataclasses import dataclass, replace

import discord

import db
from bot.chat.interactions import Context
from bot.chat.messages import MessageBuilder
from bot.chat.outbox.editing import Editor
from bot.chat.outbox.sending import DmChannel, Outgoing, Sender
from bot.chat.outbox.table_sender import TableSender
from bot.play.core import GameSnapshot, outbox_messages
from bot.play.notify.deliveries import SentMessage

Target = int | DmChannel | GameSnapshot
"""A channel by its id, a user's direct messages, or the table of a game."""
CARD_KINDS = frozenset({outbox_messages.TurnCard.kind, outbox_messages.RefreshCard.kind})
"""Posts that may stay unsent if they notify no user: the card is posted once permissions return."""


@dataclass(frozen=True, slots=True)
class Messenger:
    """The parts that all deliveries of a process share, and the outbox post being delivered."""

    context: Context
    sender: Sender
    tables: TableSender
    editor: Editor
    post: db.Post | None = None

    @classmethod
    def connect(cls, client: discord.Client, context: Context) -> "Messenger":
        sender = Sender(client, context.service)
        tables = TableSender(context, sender)
        return cls(context, sender, tables, Editor(context.service, sender, tables.footers))

    @property
    def client(self) -> discord.Client:
        return self.sender.client

    def for_post(self, post: db.Post) -> "Messenger":
        return replace(self, post=post)

    async def snapshot(self, post: db.Post) -> GameSnapshot:
        """Load the game that a post is about."""
        assert post.game is not None
        return await self.context.service.snapshot(post.game)

    async def send(
        self, target: Target, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> SentMessage:
        """Send a message. Discord deduplicates repetitions by the nonce, so a retry is idempotent.

        At a table it takes the best form that permissions allow; a `PermissionRecovery` takes no lesser one.
        In other channels it drops pictures if need be.

        :raises Undeliverable: If permissions allow no form of it.
        :raises RetryLater: If Discord limits new direct messages.
        :raises discord.Forbidden: If a user's direct messages are closed.
        """
        outgoing, kind = Outgoing(builder, nonce, silent), self.post.kind if self.post else ""
        match target:
            case int():
                return await self.sender.send_to_channel(target, outgoing)
            case DmChannel():
                return await self.sender.send_to_dm(target, outgoing)
            case _ if kind == outbox_messages.PermissionRecovery.kind:
                return await self.tables.send_best_form(target, outgoing)
            case _:
                return await self.tables.send(target, outgoing, may_stay_unsent=kind in CARD_KINDS)

    async def send_dm(
        self, user_id: int, builder: MessageBuilder, *, nonce: int | str, silent: bool = False
    ) -> SentMessage | None:
        """Like `Sender.send_dm`."""
        return await self.sender.send_dm(user_id, Outgoing(builder, nonce, silent))
