"""One interaction and its responses: deferred at once, always answered, in the user's language."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar

import aiohttp
import discord
from discord import ui

import db
from bot.chat.interactions.context import Context
from bot.chat.messages import CustomId, MessageBuilder
from bot.chat.messages.emoji import clear_if_refused
from bot.chat.messages.message_builder import NO_FILES, FileIds, attached_files
from bot.i18n import N_, Locale, locale_for
from bot.play.core import Actor, Denied, GameService, GameSnapshot
from bot.play.core.authorization import require_visible
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from db import DatabaseError
from db.users import sanitize_user_name
from rules.game import AnyGame, Refusal, Seat

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
ResponseMode = Literal["private", "update", "look", "form"]
"""Response as a new ephemeral message, in place of the tapped message, or as a form.

A `look` replaces an ephemeral message, such as the panel, and is a new one elsewhere. Discord accepts a form
only as the first response, so the handler opens it and nothing is deferred.
"""

NOTE_AFTER_S = 1.0
"""How long Skald works on an update of a message before it says there what it does."""

T = TypeVar("T")

UNKNOWN_INTERACTION = 10062
UNKNOWN_TOKEN = 50027
ALREADY_ACKNOWLEDGED = 40060
INVALID_FORM_BODY = 50035


class Request:
    """A user's interaction, with access to the services and the ways to respond.

    `action` names the command or the component's verb in metrics. `custom_id` is that of the component.
    """

    def __init__(self, context: Context, interaction: Interaction) -> None:
        self.context = context
        self.service: GameService = context.service
        self.store: db.Store = context.store
        self.games: Mapping[str, AnyGame] = context.games
        self.interaction = interaction
        self.id = interaction.id
        self.locale: Locale = locale_for(str(interaction.locale))
        user = interaction.user
        self.actor = Actor(user.id, sanitize_user_name(user.display_name), str(interaction.locale))
        self.acknowledged = False
        self.action = "unknown"
        self.arguments: Mapping[str, str] = {}  # Of a slash command, by option.
        self.custom_id: CustomId | None = None
        self.handler_started = self._received = time.perf_counter()
        self._mode: ResponseMode = "private"
        self._has_note = False  # In place of the tapped message.
        self._files: FileIds = NO_FILES
        self._text_only: bool | None = None  # Unknown until a game or the user is loaded.

    @property
    def server(self) -> int | None:
        """The server's id; None in direct messages, and where Skald is installed only for the user."""
        server_id = self.interaction.guild_id
        return server_id if server_id is not None and self.interaction.client.get_guild(server_id) else None

    async def snapshot(self, code: str) -> GameSnapshot:
        """Load a game.

        :raises Denied: If it is neither the user's own nor one of the server where they ask.
        """
        snapshot = await self.service.snapshot(code)
        require_visible(snapshot, self.actor.id, self.server)
        if snapshot.seat_of(self.actor.id) is None:
            await self.wants_text_only()
        return snapshot

    async def wants_text_only(self) -> bool:
        """True if the user wants words in place of pictures."""
        if self._text_only is None:
            self._text_only = (await db.users.get(self.store, self.actor.id)).preferences.text_only
        return self._text_only

    def reader_view(self, snapshot: GameSnapshot, seat: Seat | None) -> ReaderView:
        """Returns the game as this seat sees it, as the user wants to read it; None is a spectator."""
        own = snapshot.seat_of(self.actor.id)
        if own is not None:
            self._text_only = snapshot.users[own].preferences.text_only
        return self.context.reader_view(snapshot, seat, self.locale, text_only=bool(self._text_only))

    def own_view(self, snapshot: GameSnapshot) -> ReaderView:
        """Returns the game as the user may see it: from their seat, else as a spectator."""
        return self.reader_view(snapshot, snapshot.seat_of(self.actor.id))

    @property
    def selected_values(self) -> list[str]:
        data: Any = self.interaction.data or {}
        return [str(value) for value in data.get("values", ())]

    @property
    def selected_value(self) -> str:
        """The first value chosen in a select, or an empty text."""
        return next(iter(self.selected_values), "")

    def field_text(self, field: str) -> str:
        """Returns the text typed into a form's field, or its chosen radio button."""
        return str(self._field(field).get("value") or "")

    def field_values(self, field: str) -> list[str]:
        """Returns the values chosen in a form's select or group of checkboxes."""
        return [str(value) for value in self._field(field).get("values") or ()]

    def field_value(self, field: str) -> str:
        """Returns the value chosen in a form's select, or an empty text."""
        return next(iter(self.field_values(field)), "")

    def resolved_channel(self, channel_id: int) -> Mapping[str, Any]:
        """Returns what Discord says about a channel that was chosen; empty if it says nothing.

        discord.py does not expose the `app_permissions` there.
        """
        data: Any = self.interaction.data or {}
        found: Mapping[str, Any] = data.get("resolved", {}).get("channels", {}).get(str(channel_id), {})
        return found

    def _field(self, field: str) -> Mapping[str, Any]:
        data: Any = self.interaction.data or {}
        parts = list(data.get("components", ()))
        while parts:
            part: Mapping[str, Any] = parts.pop()
            if part.get("custom_id") == field:
                return part
            parts += [*part.get("components", ()), *([part["component"]] if part.get("component") else ())]
        return {}

    async def defer(self, mode: ResponseMode) -> None:
        """Acknowledge the interaction, before anything else is done: Discord waits three seconds."""
        message, response = self.interaction.message, self.interaction.response
        if mode == "look":
            mode = "update" if message is not None and message.flags.ephemeral else "private"
        if mode == "update" and message is not None:
            if message.flags.components_v2:
                self._files = attached_files(message)
            else:
                mode = "private"  # A classic message is public, and must not turn into a panel.
        self._mode = mode
        if mode == "update":
            await self._acknowledge(response.defer)
        elif mode == "private":
            await self._acknowledge(lambda: response.defer(ephemeral=True, thinking=True))

    @property
    def is_update(self) -> bool:
        """True if the response replaces the tapped message."""
        return self._mode == "update"

    async def open_form(self, form: ui.Modal) -> None:
        form.stop()  # Its submission is dispatched by custom id, so no view waits for it.
        await self._acknowledge(lambda: self.interaction.response.send_modal(form))

    async def _acknowledge(self, respond: Callable[[], Awaitable[object]]) -> None:
        """Send the first response, retrying once. Continues if only Discord's reply to it was lost."""
        try:
            try:
                await respond()
            except (aiohttp.ClientError, OSError):
                await respond()
        except discord.HTTPException as problem:
            if problem.code != ALREADY_ACKNOWLEDGED:
                raise
            log.info("the reply to a first response was lost")
        self.acknowledged = True
        elapsed_s = time.perf_counter() - self._received
        self.context.metrics.first_answer.labels(self.action).observe(elapsed_s)

    async def respond(self, builder: MessageBuilder) -> discord.InteractionMessage:
        """Send or replace the response.

        Retries once: without emoji if Discord refused one, or uploading pictures that are no longer attached.
        """
        if builder.pictures and await self.wants_text_only():
            builder = builder.in_words()
        try:
            return await self._edit(builder)
        except discord.HTTPException as problem:
            if clear_if_refused(self.context.views.emoji, problem):
                builder = builder.without_emoji()
            elif problem.code == INVALID_FORM_BODY and self._files:
                self._files = NO_FILES  # Another tap was quicker, and the pictures are no longer attached.
            else:
                raise
            return await self._edit(builder)

    async def _edit(self, builder: MessageBuilder) -> discord.InteractionMessage:
        """Edit the response without uploading pictures that are attached already."""
        kwargs = builder.edit_kwargs(classic=False, attached=self._files)
        message = await self.interaction.edit_original_response(**kwargs)
        self._files = attached_files(message)
        return message

    async def respond_after(self, work: Awaitable[T], note: str) -> T:
        """Await slow work. An update shows a note meanwhile: Discord marks only new messages as awaited."""
        task = asyncio.ensure_future(work)
        try:
            if self.is_update and not (await asyncio.wait((task,), timeout=NOTE_AFTER_S))[0]:
                await self.respond(MessageBuilder(None).text(note))
                self._has_note = True
            return await task
        finally:
            task.cancel()

    async def respond_privately(self, text: str) -> None:
        """Send an ephemeral text: as the response if that is private or a note, else as a follow-up."""
        builder = MessageBuilder(None).text(text)
        if self._mode == "private" or self._has_note:
            await self.respond(builder)
        else:
            await self.follow_up(builder)

    async def follow_up(self, builder: MessageBuilder) -> None:
        """Send another ephemeral message after the response."""
        await self.interaction.followup.send(
            view=builder.view(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
        )

    async def post_publicly(self, builder: MessageBuilder) -> None:
        await self.interaction.followup.send(**builder.send_kwargs(), ephemeral=False)


RequestHandler = Callable[[Request], Awaitable[None]]


async def run_handler(request: Request, mode: ResponseMode, handler: RequestHandler) -> None:
    """Defer, run the handler, and respond even if it fails.

    Refuses users over the rate limit, and everyone during a graceful shutdown. If the interaction cannot be
    deferred, the handler does not run.
    """
    in_flight = request.context.interactions.in_flight
    if in_flight.closed:
        return
    if in_flight.draining:
        mode, handler = "private", _refuse_restarting
    elif not request.context.interactions.rate_limit.allow(request.actor.id):
        mode, handler = "private", _refuse_rate_limited
    with in_flight.track():
        try:
            await request.defer(mode)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as problem:
            log.warning("an interaction could not be answered, so nothing was done: %s", problem)
        else:
            await _run(request, handler)


async def run_continuation(request: Request, handler: RequestHandler) -> None:
    """Run more of a request that was answered before, such as refreshing its panel."""
    with request.context.interactions.in_flight.track():
        await _run(request, handler)


async def _run(request: Request, handler: RequestHandler) -> None:
    request.handler_started = time.perf_counter()
    try:
        await handler(request)
    except (Denied, Refusal, DatabaseError) as refusal:
        if isinstance(refusal, DatabaseError):
            log.error("the database refused: %s", refusal.kind)
        await _try_respond(request, refusal_text(request.locale, refusal))
    except discord.HTTPException as problem:
        await _handle_http_error(request, problem)
    except Exception:
        log.exception("an interaction failed")
        text = N_("Something went wrong on our side. Nothing was changed. Please try again.")
        await _try_respond(request, request.locale.t(text))


async def _refuse_rate_limited(request: Request) -> None:
    log.info("user %s hit the rate limit", request.actor.id)
    raise Denied("too_fast")


async def _refuse_restarting(_: Request) -> None:
    raise Denied("restarting")


async def _handle_http_error(request: Request, problem: discord.HTTPException) -> None:
    if problem.code in (UNKNOWN_INTERACTION, UNKNOWN_TOKEN):
        log.info("an interaction was answered too late")
        return
    log.warning("Discord refused an answer: status %s, code %s", problem.status, problem.code)
    text = N_("Discord didn't accept the answer. Your move is safe; /play shows the table.")
    await _try_respond(request, request.locale.t(text))


async def _try_respond(request: Request, text: str) -> None:
    """Tell the user what went wrong. Logs if that fails too."""
    try:
        if not request.acknowledged:
            await request.defer("private")
        await request.respond_privately(text)
    except discord.HTTPException as problem:
        log.warning("no response reached the user: status %s, code %s", problem.status, problem.code)
