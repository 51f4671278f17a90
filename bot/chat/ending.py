"""Asking everybody to end a game without a winner."""

from bot.chat.buttons import on_tap
from bot.chat.commands import GAME, TABLE, Given, command, game_option
from bot.chat.draft import Draft, button
from bot.chat.games import meant
from bot.chat.requests import Request
from bot.chat.taps import Tap
from bot.play import ending
from bot.play.people import seat_of
from bot.words import mark
from rules.game import Refusal


@command(mark("end"), mark("Ask everybody to end a game without a winner"), game_option(), group=TABLE)
async def end(request: Request, given: Given) -> None:
    """Ending a game is asked twice: once here, then of the others."""
    position = await meant(request, given.get(GAME))
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
