"""Kudos: a thank-you between two who sat at the same table, once for each game."""

from bot.chat.buttons import on_tap
from bot.chat.requests import Request
from bot.chat.scene import plain_name
from bot.chat.taps import Tap
from bot.play import kudos
from bot.play.refusals import Denied


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
