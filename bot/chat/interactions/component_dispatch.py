"""Dispatches buttons, selects and submitted forms to handlers, by the verb in their custom id.

discord.py's `DynamicItem` needs a class and a regular expression per kind of button; one lookup by verb is
simpler. No view is kept in memory, so buttons survive restarts.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.chat.interactions.requests import Request, ResponseMode, run_handler
from bot.chat.messages import CustomId
from bot.chat.messages.custom_id import parse_custom_id
from bot.play.core import Denied, GameSnapshot

log = logging.getLogger(__name__)

Handler = Callable[[Request, CustomId], Awaitable[None]]
GameHandler = Callable[[Request, GameSnapshot], Awaitable[None]]
G = TypeVar("G", bound=GameHandler)

HANDLERS: dict[str, tuple[ResponseMode, Handler]] = {}
"""Response mode and handler by verb."""


def on_component(verb: str, mode: ResponseMode) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of a verb.

    :raises ValueError: If the verb has a handler already.
    """

    def register(handler: Handler) -> Handler:
        if verb in HANDLERS:
            raise ValueError(f"two handlers for the verb {verb!r}")
        HANDLERS[verb] = (mode, handler)
        return handler

    return register


def on_game_component(verb: str, mode: ResponseMode) -> Callable[[G], G]:
    """Like `on_component`, for a handler that needs nothing but the game."""

    def register(handler: G) -> G:
        async def handle(request: Request, custom_id: CustomId) -> None:
            await handler(request, await request.snapshot(custom_id.game))

        on_component(verb, mode)(handle)
        return handler

    return register


async def dispatch_component(request: Request, raw_id: str) -> None:
    """Run the handler that the custom id names, however old its message is.

    An unknown verb is refused. Updating a panel cancels its scheduled refresh.
    """
    custom_id = parse_custom_id(raw_id)
    mode, handler = HANDLERS.get(custom_id.verb if custom_id else "", ("private", _refuse_unknown))
    if custom_id and custom_id.verb in HANDLERS:
        request.action, request.custom_id = custom_id.verb, custom_id

    async def handle(request: Request) -> None:
        if custom_id and request.is_update:
            request.context.interactions.panel_refresher.cancel(request.actor.id, custom_id.game)
        await handler(request, custom_id or CustomId("unknown"))

    await run_handler(request, mode, handle)


async def _refuse_unknown(_: Request, custom_id: CustomId) -> None:
    log.info("unknown component: %s", custom_id.verb)
    raise Denied("unknown_button")
