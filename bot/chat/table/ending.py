"""/table end: start a vote to end a game without a winner."""

from bot.chat.interactions.commands import GAME, TABLE, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_
from bot.play.core.authorization import require_seat
from bot.play.turns import ending
from rules.game import Refusal


@command(N_("end"), N_("Ask everybody to end a game without a winner"), game_option(), group=TABLE)
async def end_command(request: Request, given: Arguments) -> None:
    """Ask for confirmation before the vote starts."""
    snapshot = await resolve_game(request, given.get(GAME))
    require_seat(snapshot, request.actor.id)
    if not snapshot.is_running:
        raise Refusal("over")
    locale = request.locale
    reader = request.context.reader_view(snapshot, None, locale)
    await request.respond(
        MessageBuilder(reader.colour)
        .text(
            reader.title,
            locale.t("End this game now, without a winner? Everybody must agree within a day."),
        )
        .buttons(button(CustomId("ask-end", snapshot.code), locale.t("Ask the table")))
    )


@on_component("ask-end", "update")
async def ask_to_end(request: Request, custom_id: CustomId) -> None:
    ended = await ending.ask_to_end(request.service, custom_id.game, request.actor)
    request.context.wake()
    locale = request.locale
    text = locale.t("The game is over.") if ended else locale.t("Vote started, with your yes.")
    await request.respond(MessageBuilder().text(text))
