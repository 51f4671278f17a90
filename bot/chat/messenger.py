"""How a message reaches a table or a person: sent, edited, taken away."""

import logging

import discord

import db
from bot.chat.context import Context
from bot.chat.draft import Draft
from bot.play.deliveries import Sent
from bot.play.position import Position
from db.clock import HOUR

log = logging.getLogger(__name__)

FRESH_FOR = HOUR
"""How long a message may be edited freely; an older one is replaced."""
ARCHIVED = 50083
NO_DIRECT_MESSAGES = (50007, 50278)

Messageable = discord.PartialMessageable | discord.DMChannel


class Messenger:
    """Knows the ways and the doors."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self.client = client
        self.context = context

    async def position(self, post: db.Post) -> Position:
        """The table a post is about."""
        assert post.game is not None
        return await self.context.tables.position(post.game)

    async def send(
        self, channel: Messageable, draft: Draft, *, nonce: int | str, silent: bool = False
    ) -> Sent:
        """Send with a mark by which Discord itself drops a repetition; a closed thread is opened again."""

        async def attempt() -> Sent:
            message = await channel.send(**draft.sent(), nonce=f"skald-{nonce}", silent=silent)
            return Sent(message.id, message.channel.id, draft.is_classic)

        try:
            return await attempt()
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED:
                raise
            await self.client.http.edit_channel(channel.id, archived=False, locked=False)
            return await attempt()

    async def whisper(
        self, person: int, draft: Draft, *, nonce: int | str, silent: bool = False
    ) -> Sent | None:
        """Send to one person; None where their direct messages are closed."""
        try:
            return await self.send(await self.direct(person), draft, nonce=nonce, silent=silent)
        except discord.Forbidden as problem:
            if problem.code not in NO_DIRECT_MESSAGES:
                raise
            return None

    async def edit(self, message: db.Message, draft: Draft) -> None:
        """Put something else in place of what a message says, without pinging anybody."""
        await self._there(message).edit(**draft.edited(classic=message.classic))

    async def edit_if_possible(self, message: db.Message, draft: Draft) -> bool:
        """The same; False where the message is gone or closed, and must be sent anew."""
        try:
            await self.edit(message, draft)
        except discord.HTTPException as problem:
            if isinstance(problem, discord.NotFound | discord.Forbidden) or problem.code == ARCHIVED:
                return False
            raise
        return True

    async def remove(self, message: db.Message) -> None:
        try:
            await self._there(message).delete()
        except discord.HTTPException as problem:
            log.info("an old %s stays: code %s", message.kind, problem.code)

    def is_fresh(self, message: db.Message) -> bool:
        """Whether a message may still be edited freely."""
        return self.context.tables.now() - message.at < FRESH_FOR

    def table(self, position: Position) -> discord.PartialMessageable:
        """Where a game is played."""
        return self.channel(position.row.thread or position.row.channel)

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def direct(self, person: int) -> discord.DMChannel:
        return await self.client.create_dm(discord.Object(person))

    def _there(self, message: db.Message) -> discord.PartialMessage:
        return self.channel(message.channel).get_partial_message(message.message)
