"""The button with which a player reclaims their seat from the caretaker."""

from bot.chat.interactions import Request, on_component
from bot.chat.messages import CustomId
from bot.chat.table.panel import show_panel
from bot.play.turns import caretaker


@on_component("back", "private")
async def reclaim_seat(request: Request, custom_id: CustomId) -> None:
    snapshot = await caretaker.reclaim(
        request.service, custom_id.game, request.actor, interaction_id=request.id
    )
    await show_panel(request, snapshot, note=request.locale.t("You're playing again."))
