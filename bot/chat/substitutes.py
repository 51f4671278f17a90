"""Taking the seat of somebody who is away."""

from bot.chat.buttons import on_tap
from bot.chat.panel import show_panel
from bot.chat.requests import Request
from bot.chat.taps import Tap, first_number
from bot.play import substitutes


@on_tap("take", "private")
async def take_seat(request: Request, tap: Tap) -> None:
    """Somebody sits down for one who is away."""
    position = await substitutes.take_seat(
        request.tables,
        tap.game,
        first_number(tap),
        request.visitor,
        server=request.server,
        interaction=request.id,
    )
    request.context.wake()
    await show_panel(request, position, note=request.words.say("This is your seat now."))
