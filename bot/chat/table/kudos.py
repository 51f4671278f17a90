"""Kudos: a thank-you between two players of a game, once per game."""

from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.play.club import kudos
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name


@on_component("kudos", "private")
async def kudos_button(request: Request, custom_id: CustomId) -> None:
    """Give kudos to the player on the seat in the custom id."""
    snapshot = await request.snapshot(custom_id.game)
    seat_arg = next(iter(custom_id.args), "")
    receiver = next((seat for seat in snapshot.seats if str(seat) == seat_arg), None)
    try:
        name = await kudos.give(request.service, snapshot, request.actor.id, receiver)
    except Denied as denied:
        # A user's name must not format the sentence.
        names = {key: plain_name(str(value)) for key, value in denied.values.items()}
        raise Denied(denied.code, **names) from None
    await request.respond_privately(
        request.locale.t("{who} gets your kudos; /club profile counts them.", who=plain_name(name))
    )
