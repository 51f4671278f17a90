"""One interaction and its answers: deferred at once, always answered, in the reader's language."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

import discord

import db
from bot.chat.context import Context
from bot.chat.draft import Draft
from bot.chat.refusals import said
from bot.play.people import Visitor
from bot.play.refusals import Denied
from bot.play.tables import Tables
from bot.words import Words, words_for
from db import DatabaseTrouble
from rules.game import AnyGame, Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
Manner = Literal["private", "update", "form"]
"""How an answer appears: as a new private message, in place of the tapped one, or as a form
to fill in, which Discord takes only as the very first answer."""

UNKNOWN_INTERACTION = 10062
UNKNOWN_TOKEN = 50027


class Request:
    """What a person did, and how they are answered."""

    def __init__(self, context: Context, interaction: Interaction) -> None:
        self.context = context
        self.interaction = interaction
        self.words: Words = words_for(str(interaction.locale))
        self.visitor = Visitor(interaction.user.id, interaction.user.display_name, str(interaction.locale))
        self._manner: Manner = "private"

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def tables(self) -> Tables:
        return self.context.tables

    @property
    def store(self) -> db.Store:
        return self.context.store

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.context.games

    @property
    def selected(self) -> list[str]:
        """What was chosen in a select."""
        data: Any = self.interaction.data or {}
        return [str(value) for value in data.get("values", ())]

    @property
    def chosen(self) -> str:
        """The first of what was chosen in a select; nothing where nothing was."""
        return next(iter(self.selected), "")

    def written(self, field: str) -> str:
        """What was written in a field of a form."""
        data: Any = self.interaction.data or {}
        parts = list(data.get("components", ()))
        while parts:
            part = parts.pop()
            if part.get("custom_id") == field:
                return str(part.get("value") or "")
            parts += [*part.get("components", ()), *([part["component"]] if part.get("component") else ())]
        return ""

    async def defer(self, manner: Manner) -> None:
        """Tell Discord that an answer comes, before anything else is done."""
        message = self.interaction.message
        if manner == "update" and message is not None and not message.flags.components_v2:
            manner = "private"  # what stands at a table is never a panel
        self._manner = manner
        if manner == "form":
            return
        if manner == "update":
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def show(self, draft: Draft) -> discord.InteractionMessage:
        """The answer itself."""
        try:
            return await self._edit(draft)
        except discord.HTTPException as problem:
            if not self.context.emoji.refused(problem):
                raise
            return await self._edit(draft.plain())

    async def _edit(self, draft: Draft) -> discord.InteractionMessage:
        return await self.interaction.edit_original_response(**draft.edited(classic=False))

    async def announce(self, text: str, draft: Draft) -> discord.WebhookMessage:
        """A word to the one who asked, then what everybody shall see."""
        await self.note(text)
        sent: discord.WebhookMessage = await self.interaction.followup.send(**draft.sent(), wait=True)
        return sent

    async def note(self, text: str) -> None:
        """A private word; what stands in the open stays as it is."""
        draft = Draft().text(text)
        if self._manner == "private":
            await self.show(draft)
        else:
            await self.interaction.followup.send(
                view=draft.view(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
            )


async def answer(request: Request, manner: Manner, work: Callable[[Request], Awaitable[None]]) -> None:
    """Defer, work, and whatever happens leave the person with an answer and the game as it was."""
    try:
        await request.defer(manner)
        await work(request)
    except (Denied, Refusal, DatabaseTrouble) as refused:
        if isinstance(refused, DatabaseTrouble):
            log.error("the database refused: %s", refused.kind)
        await _say(request, said(request.words, refused))
    except discord.HTTPException as problem:
        await _after_http_trouble(request, problem)
    except Exception:
        log.exception("an interaction failed")
        await _say(
            request,
            request.words.say("Something went wrong on our side. Nothing was changed; please try again."),
        )


async def _after_http_trouble(request: Request, problem: discord.HTTPException) -> None:
    if problem.code in (UNKNOWN_INTERACTION, UNKNOWN_TOKEN):
        log.info("an interaction was answered too late")
        return
    log.warning("Discord refused an answer: status %s, code %s", problem.status, problem.code)
    await _say(
        request,
        request.words.say("Discord did not take the answer. What you did is kept; /play shows the table."),
    )


async def _say(request: Request, text: str) -> None:
    """A last word that may itself fail, without taking anything down with it."""
    try:
        if not request.interaction.response.is_done():
            await request.defer("private")
        await request.note(text)
    except discord.HTTPException as problem:
        log.warning("no answer reached the person: status %s, code %s", problem.status, problem.code)
