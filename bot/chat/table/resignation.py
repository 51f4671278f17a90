"""/table resign, with a confirmation."""

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import CustomId, button
from bot.chat.table.panel import confirmation, show_panel
from bot.i18n import N_
from bot.play.core import GameSnapshot, require_seat
from bot.play.turns import resignation
from rules.game import Refusal


@game_command(N_("resign"), N_("Resign a game"), group=TABLE)
async def confirm_resignation(request: Request, snapshot: GameSnapshot) -> None:
    require_seat(snapshot, request.actor.id)
    if not snapshot.is_running:
        raise Refusal("over")
    t = request.locale.t
    question = (
        t("Resign this game? The others play on. The caretaker plays for you to the end, and you come last.")
        if sum(not player.resigned for player in snapshot.players) > 2
        else t("Resign this game? It ends now, and the others win.")
    )
    resign = button(CustomId("resign", snapshot.code), t("Resign"))
    await request.respond(confirmation(request, snapshot, question, resign))


@on_component("resign", "update")
async def resign_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await resignation.resign(
        request.service, custom_id.game, request.actor, interaction_id=request.id
    )
    await show_panel(request, snapshot, note=request.locale.t("You resigned."))
