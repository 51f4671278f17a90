"""Kudos: a thank-you between two players of a game, once per game."""

from bot.chat.interactions import Request, on_component
from bot.chat.messages import CustomId
from bot.play.club import kudos
from bot.play.core import Denied
from bot.views.markup import plain_name


@on_component("kudos", "private")
async def kudos_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await request.snapshot(custom_id.game)
    receiver = next((seat for seat in snapshot.seats if str(seat) == custom_id.arg()), None)
    try:
        name = await kudos.give(request.service, snapshot, request.actor.id, receiver)
    except Denied as denied:
        # A user's name must not format the sentence.
        names = {key: plain_name(str(value)) for key, value in denied.values.items()}
        raise Denied(denied.code, **names) from None
    await request.respond_privately(
        request.locale.t("{who} gets your kudos; /club profile counts them.", who=plain_name(name))
    )
