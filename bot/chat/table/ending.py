"""Asking everybody to end a game without a winner."""

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.core.authorization import seat_of
from bot.play.turns import ending
from rules.game import Refusal


@command(mark("end"), mark("Ask everybody to end a game without a winner"), game_option(), group=TABLE)
async def end(request: Request, given: Given) -> None:
    """Ending a game is asked twice: once here, then of the others."""
    position = await resolve_game(request, given.get(GAME))
    seat_of(position, request.visitor.id)
    if not position.running:
        raise Refusal("over")
    words = request.words
    scene = request.context.scene(position, None, words)
    await request.show(
        Draft(scene.colour)
        .text(
            scene.title,
            words.say("End this game now, without a winner? Everybody must agree within a day."),
        )
        .buttons(button(Tap("ask-end", position.code), words.say("Ask the table")))
    )


@on_tap("ask-end", "update")
async def ask_to_end(request: Request, tap: Tap) -> None:
    ended = await ending.ask(request.tables, tap.game, request.visitor)
    request.context.wake()
    words = request.words
    told = words.say("The game is over.") if ended else words.say("Vote started, with your yes.")
    await request.show(Draft().text(told))
