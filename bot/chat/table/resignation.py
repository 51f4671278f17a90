"""Giving a game up."""

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.chat.table.panel import show_panel
from bot.i18n import mark
from bot.play.core.authorization import seat_of
from bot.play.core.snapshot import Position
from bot.play.turns import resignation
from rules.game import Refusal


@command(mark("resign"), mark("Give a game up"), game_option(), group=TABLE)
async def ask_to_resign(request: Request, given: Given) -> None:
    """Giving up is asked twice."""
    position = await resolve_game(request, given.get(GAME))
    seat_of(position, request.visitor.id)
    if not position.running:
        raise Refusal("over")
    words = request.words
    scene = request.context.scene(position, None, words)
    await request.show(
        Draft(scene.colour)
        .text(scene.title, _what_giving_up_means(request, position))
        .buttons(button(Tap("resign", position.code, position.row.version), words.say("Give up")))
    )


def _what_giving_up_means(request: Request, position: Position) -> str:
    if sum(not player.resigned for player in position.players) > 2:
        return request.words.say(
            "Give this game up? The others play on; the caretaker plays your seat to the end, "
            "and you come last."
        )
    return request.words.say("Give this game up? The others win it, and it ends now.")


@on_tap("resign", "update")
async def resign_tap(request: Request, tap: Tap) -> None:
    position = await resignation.resign(request.tables, tap.game, request.visitor, interaction=request.id)
    request.context.wake()
    await show_panel(request, position, note=request.words.say("You gave the game up."))
