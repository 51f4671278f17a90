"""Edits and deletes messages that were sent before."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

import discord

import db
from bot.chat.messages import MessageBuilder
from bot.chat.messages.message_builder import NO_FILES, FileIds, attached_files
from bot.chat.outbox.permission_fallbacks import ARCHIVED, MISSING_PERMISSIONS
from bot.chat.outbox.sending import Sender
from bot.play.core import GameService
from bot.play.notify import deliveries
from db.clock import HOUR

log = logging.getLogger(__name__)

FREE_EDIT_MS = HOUR  # Discord limits edits of older messages, so those are replaced.
INVALID_FORM_BODY = 50035
TOO_MANY_EDITS = 30046  # Of messages older than `FREE_EDIT_MS` in one channel.


@dataclass(frozen=True, slots=True)
class Editor:
    """Edits without uploading attached pictures again. `footers` are kept at the end of their messages."""

    service: GameService
    sender: Sender
    footers: Mapping[int, str]

    def is_freely_editable(self, message: db.Message) -> bool:
        """Whether a message is young enough to be edited without Discord's limit on old messages."""
        return self.service.now() - message.at < FREE_EDIT_MS

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
            if problem.code != MISSING_PERMISSIONS or not builder.pictures:
                raise self.sender.to_undeliverable(message.channel, problem) from problem
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

    async def strip_buttons(self, message: db.Message) -> None:
        """Remove the buttons from a classic message; its text stays. Errors are only logged."""
        try:
            await self._partial_message(message).edit(
                view=None, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as problem:
            log.info("an old notice keeps its buttons: code %s", problem.code)

    async def delete(self, message: db.Message) -> None:
        """Delete a message. Errors are only logged."""
        try:
            await self.sender.call_api(lambda: self._partial_message(message).delete())
        except discord.HTTPException as problem:
            log.info("an old %s stays: code %s", message.kind, problem.code)

    async def _edit(
        self, message: db.Message, builder: MessageBuilder, *, keep_pictures: bool = False
    ) -> None:
        """Edit without uploading attached pictures again; upload all if they turn out to be gone."""
        if keep_pictures or message.lacking == "attach_files":
            builder = builder.without_pictures()
        builder = builder.with_line(self.footers.get(message.message, ""))
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
            await deliveries.record_attachments(self.service, message.message, files)

    async def _edit_once(
        self, message: db.Message, builder: MessageBuilder, attached: FileIds, *, keep_pictures: bool
    ) -> FileIds:
        """Edit once. Returns the files attached afterwards."""

        async def attempt() -> discord.Message:
            kwargs = builder.edit_kwargs(classic=message.classic, attached=attached)
            if keep_pictures:
                del kwargs["attachments"]
            return await self._partial_message(message).edit(**kwargs)

        return attached_files(await self.sender.call_unarchiving(message.channel, attempt))

    def _partial_message(self, message: db.Message) -> discord.PartialMessage:
        channel = self.sender.client.get_partial_messageable(message.channel)
        return channel.get_partial_message(message.message)
