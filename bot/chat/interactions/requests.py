"""One interaction and its answers: deferred at once, always answered, in the reader's language."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

import aiohttp
import discord
from discord import ui

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.emoji import emoji_refused
from bot.chat.messages.message_builder import NO_FILES, Files, MessageBuilder, files_on
from bot.i18n import Locale, locale_for
from bot.play.core.authorization import Actor, check_may_see
from bot.play.core.game_service import GameService
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.views.refusal_text import said
from db import DatabaseTrouble
from db.users import name_of_person
from rules.game import AnyGame, Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
Manner = Literal["private", "update", "form"]
"""How an answer appears: as a new private message, in place of the tapped one, or as a form
to fill in, which Discord takes only as the very first answer."""

UNKNOWN_INTERACTION = 10062
UNKNOWN_TOKEN = 50027
ALREADY_ANSWERED = 40060
INVALID = 50035


class Request:
    """What a person did, and how they are answered."""

    def __init__(self, context: Context, interaction: Interaction) -> None:
        self.context = context
        self.interaction = interaction
        self.locale: Locale = locale_for(str(interaction.locale))
        user = interaction.user
        self.actor = Actor(user.id, name_of_person(user.display_name), str(interaction.locale))
        self.answered = False
        self._manner: Manner = "private"
        self._on: Files = NO_FILES

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def server(self) -> int | None:
        """The server where this was done; None in private, and where Skald is only somebody's own app."""
        number = self.interaction.guild_id
        return number if number is not None and self.interaction.client.get_guild(number) else None

    @property
    def service(self) -> GameService:
        return self.context.service

    @property
    def store(self) -> db.Store:
        return self.context.store

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return self.context.games

    async def snapshot(self, code: str) -> GameSnapshot:
        """A table that whoever asks may know of: their own, or one of the server where they ask."""
        snapshot = await self.service.snapshot(code)
        check_may_see(snapshot, self.actor.id, self.server)
        return snapshot

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
        """What was written in a field of a form, or chosen of its options."""
        return str(self._field(field).get("value") or "")

    def ticked(self, field: str) -> list[str]:
        """What was chosen in a select or a group of boxes of a form."""
        return [str(value) for value in self._field(field).get("values") or ()]

    def _field(self, field: str) -> Mapping[str, Any]:
        data: Any = self.interaction.data or {}
        parts = list(data.get("components", ()))
        while parts:
            part: Mapping[str, Any] = parts.pop()
            if part.get("custom_id") == field:
                return part
            parts += [*part.get("components", ()), *([part["component"]] if part.get("component") else ())]
        return {}

    async def defer(self, manner: Manner) -> None:
        """Tell Discord that an answer comes, before anything else is done."""
        message = self.interaction.message
        if manner == "update" and message is not None and not message.flags.components_v2:
            manner = "private"  # what stands at a table is never a panel
        self._manner = manner
        if manner == "update" and message is not None:
            self._on = files_on(message)
        response = self.interaction.response
        if manner == "update":
            await self._first(response.defer)
        elif manner == "private":
            await self._first(lambda: response.defer(ephemeral=True, thinking=True))

    async def ask(self, form: ui.Modal) -> None:
        """Open a form; it is answered by its name, so nothing is kept waiting for it."""
        form.stop()
        await self._first(lambda: self.interaction.response.send_modal(form))

    async def _first(self, answer: Callable[[], Awaitable[object]]) -> None:
        """Give the first answer; where only the reply to it was lost, all goes on as if it had come."""
        try:
            try:
                await answer()
            except (aiohttp.ClientError, OSError):
                await answer()
        except discord.HTTPException as problem:
            if problem.code != ALREADY_ANSWERED:
                raise
            log.info("the reply to a first answer was lost")
        self.answered = True

    async def show(self, builder: MessageBuilder) -> discord.InteractionMessage:
        """The answer itself."""
        try:
            return await self._edit(builder)
        except discord.HTTPException as problem:
            if emoji_refused(self.context.emoji, problem):
                builder = builder.plain()
            elif problem.code == INVALID and self._on:
                self._on = NO_FILES  # another tap was quicker, and the pictures are not there any more
            else:
                raise
            return await self._edit(builder)

    async def _edit(self, builder: MessageBuilder) -> discord.InteractionMessage:
        """What is on the message already is not uploaded again."""
        edited = builder.edited(classic=False, on=self._on)
        message = await self.interaction.edit_original_response(**edited)
        self._on = files_on(message)
        return message

    async def note(self, text: str) -> None:
        """A private word; what stands in the open stays as it is."""
        builder = MessageBuilder().text(text)
        if self._manner == "private":
            await self.show(builder)
        else:
            await self.add(builder)

    async def add(self, builder: MessageBuilder) -> None:
        """A further private message, after the answer itself."""
        await self.interaction.followup.send(
            view=builder.view(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
        )

    async def post(self, builder: MessageBuilder) -> None:
        """Something for everybody in the channel, after the answer itself; it pings nobody."""
        await self.interaction.followup.send(**builder.sent(), ephemeral=False)


async def answer(request: Request, manner: Manner, work: Callable[[Request], Awaitable[None]]) -> None:
    """Defer, work, and whatever happens leave the person with an answer and the game as it was."""
    answering = request.context.answering
    if answering.ended:
        return
    if answering.ending:
        manner, work = "private", _ask_to_come_back
    elif not request.context.patience.allows(request.actor.id):
        manner, work = "private", _ask_to_slow_down
    with answering.under_way():
        await _answer(request, manner, work)


async def go_on(request: Request, work: Callable[[Request], Awaitable[None]]) -> None:
    """More of the same answer, a while after its beginning."""
    with request.context.answering.under_way():
        await _attempt(request, work)


async def _answer(request: Request, manner: Manner, work: Callable[[Request], Awaitable[None]]) -> None:
    try:
        await request.defer(manner)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as problem:
        log.warning("an interaction could not be answered, so nothing was done: %s", problem)
        return
    await _attempt(request, work)


async def _attempt(request: Request, work: Callable[[Request], Awaitable[None]]) -> None:
    try:
        await work(request)
    except (Denied, Refusal, DatabaseTrouble) as refused:
        if isinstance(refused, DatabaseTrouble):
            log.error("the database refused: %s", refused.kind)
        await _say(request, said(request.locale, refused))
    except discord.HTTPException as problem:
        await _after_http_trouble(request, problem)
    except Exception:
        log.exception("an interaction failed")
        await _say(
            request,
            request.locale.t("Something went wrong on our side. Nothing was changed; please try again."),
        )


async def _ask_to_slow_down(request: Request) -> None:
    log.info("person %s does too much at once", request.actor.id)
    raise Denied("too_fast")


async def _ask_to_come_back(_: Request) -> None:
    raise Denied("restarting")


async def _after_http_trouble(request: Request, problem: discord.HTTPException) -> None:
    if problem.code in (UNKNOWN_INTERACTION, UNKNOWN_TOKEN):
        log.info("an interaction was answered too late")
        return
    log.warning("Discord refused an answer: status %s, code %s", problem.status, problem.code)
    await _say(
        request,
        request.locale.t("Discord didn't accept the answer. Your move is safe; /play shows the table."),
    )


async def _say(request: Request, text: str) -> None:
    """A last word that may itself fail, without taking anything down with it."""
    try:
        if not request.answered:
            await request.defer("private")
        await request.note(text)
    except discord.HTTPException as problem:
        log.warning("no answer reached the person: status %s, code %s", problem.status, problem.code)
