"""Which handler answers a tap on a button, a choice in a select or a form that was filled in."""

import logging
from collections.abc import Awaitable, Callable

from bot.chat.interactions.requests import Manner, Request, answer
from bot.chat.messages.custom_id import CustomId, read_tap
from bot.play.core.refusals import Denied

log = logging.getLogger(__name__)

Handler = Callable[[Request, CustomId], Awaitable[None]]

BUTTONS: dict[str, tuple[Manner, Handler]] = {}
"""By verb: how the answer appears, and who gives it."""


def on_component(verb: str, manner: Manner) -> Callable[[Handler], Handler]:
    """Declare that the function below answers the taps of this verb."""

    def register(handler: Handler) -> Handler:
        if verb in BUTTONS:
            raise ValueError(f"two handlers for the tap {verb!r}")
        BUTTONS[verb] = (manner, handler)
        return handler

    return register


async def answer_tap(request: Request, name: str) -> None:
    """Answer a tap by its name alone, however old its message is."""
    custom_id = read_tap(name)
    manner, handler = BUTTONS.get(custom_id.verb if custom_id else "", ("private", _unknown))

    async def work(request: Request) -> None:
        if custom_id and manner == "update":
            request.context.on_hold.stop(request.actor.id, custom_id.game)
        await handler(request, custom_id or CustomId("unknown"))

    await answer(request, manner, work)


async def _unknown(_: Request, custom_id: CustomId) -> None:
    log.info("an unknown tap: %s", custom_id.verb)
    raise Denied("unknown_button")
