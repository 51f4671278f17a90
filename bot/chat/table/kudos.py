"""Kudos: a thank-you between two who sat at the same table, once for each game."""

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.play.club import kudos
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name


@on_tap("kudos", "private")
async def give(request: Request, tap: Tap) -> None:
    """Thank whoever sits on the seat that the tap names."""
    position = await request.position(tap.game)
    word = next(iter(tap.words), "")
    receiver = next((seat for seat in position.seats if str(seat) == word), None)
    try:
        name = await kudos.give(request.tables, position, request.visitor.id, receiver)
    except Denied as denied:
        # What somebody calls themselves must not format the sentence.
        names = {key: plain_name(str(value)) for key, value in denied.values.items()}
        raise Denied(denied.code, **names) from None
    await request.note(
        request.words.say("{who} gets your kudos; /club profile counts them.", who=plain_name(name))
    )
