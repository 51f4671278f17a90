"""/table resign, with a confirmation."""

from bot.chat.interactions.commands import GAME, TABLE, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core.authorization import require_seat
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import resignation
from rules.game import Refusal


@command(N_("resign"), N_("Give a game up"), game_option(), group=TABLE)
async def resign_command(request: Request, given: Arguments) -> None:
    """Ask for confirmation."""
    snapshot = await resolve_game(request, given.get(GAME))
    require_seat(snapshot, request.actor.id)
    if not snapshot.is_running:
        raise Refusal("over")
    locale = request.locale
    reader = request.context.reader_view(snapshot, None, locale)
    await request.respond(
        MessageBuilder(reader.colour)
        .text(reader.title, _consequence_text(request, snapshot))
        .buttons(button(CustomId("resign", snapshot.code, snapshot.row.version), locale.t("Give up")))
    )


def _consequence_text(request: Request, snapshot: GameSnapshot) -> str:
    if sum(not player.resigned for player in snapshot.players) > 2:
        return request.locale.t(
            "Give this game up? The others play on; the caretaker plays your seat to the end, "
            "and you come last."
        )
    return request.locale.t("Give this game up? The others win it, and it ends now.")


@on_component("resign", "update")
async def resign_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await resignation.resign(
        request.service, custom_id.game, request.actor, interaction_id=request.id
    )
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("You gave the game up."))
