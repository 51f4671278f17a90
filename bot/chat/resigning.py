"""Giving a game up."""

from bot.chat.buttons import on_tap
from bot.chat.commands import GAME, TABLE, Given, command, game_option
from bot.chat.draft import Draft, button
from bot.chat.games import meant
from bot.chat.panel import show_panel
from bot.chat.requests import Request
from bot.chat.taps import Tap
from bot.play import resigning
from bot.play.people import seat_of
from bot.play.position import Position
from bot.words import mark
from rules.game import Refusal


@command(mark("resign"), mark("Give a game up"), game_option(), group=TABLE)
async def ask_to_resign(request: Request, given: Given) -> None:
    """Giving up is asked twice."""
    position = await meant(request, given.get(GAME))
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
    position = await resigning.resign(request.tables, tap.game, request.visitor, interaction=request.id)
    request.context.wake()
    await show_panel(request, position, note=request.words.say("You gave the game up."))
