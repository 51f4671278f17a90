"""/table end: start a vote to end a game without a winner."""

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import CustomId, MessageBuilder, button
from bot.chat.table.panel import confirmation
from bot.i18n import N_
from bot.play.core import GameSnapshot, require_seat
from bot.play.turns import ending
from rules.game import Refusal


@game_command(N_("end"), N_("Ask everyone to end a game without a winner"), group=TABLE)
async def confirm_end(request: Request, snapshot: GameSnapshot) -> None:
    require_seat(snapshot, request.actor.id)
    if not snapshot.is_running:
        raise Refusal("over")
    t = request.locale.t
    question = t("End this game now, without a winner? Everyone must agree within a day.")
    ask = button(CustomId("ask-end", snapshot.code), t("Ask the table"))
    await request.respond(confirmation(request, snapshot, question, ask))


@on_component("ask-end", "update")
async def ask_to_end(request: Request, custom_id: CustomId) -> None:
    ended = await ending.ask_to_end(request.service, custom_id.game, request.actor)
    t = request.locale.t
    text = t("The game is over.") if ended else t("Vote started, with your yes.")
    await request.respond(MessageBuilder(None).text(text))
