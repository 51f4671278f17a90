"""Taking one's own seat out of the caretaker's hands."""

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.table.panel import show_panel
from bot.play.turns import caretaker


@on_tap("back", "private")
async def come_back(request: Request, tap: Tap) -> None:
    """Somebody takes their own seat out of the caretaker's hands."""
    position = await caretaker.reclaim(request.tables, tap.game, request.visitor, interaction=request.id)
    request.context.wake()
    await show_panel(request, position, note=request.words.say("You're playing again."))
