"""The board as whoever asks may see it."""

from bot.chat.buttons import on_tap
from bot.chat.commands import GAME, Given, command, game_option
from bot.chat.draft import Draft
from bot.chat.games import meant
from bot.chat.requests import Request
from bot.chat.story import begun
from bot.chat.taps import Tap
from bot.play.position import Position
from bot.words import mark


@on_tap("board", "private")
async def board_tap(request: Request, tap: Tap) -> None:
    await _show_board(request, await request.position(tap.game))


@command(mark("board"), mark("The board as you may see it"), game_option())
async def board_command(request: Request, given: Given) -> None:
    await _show_board(request, await meant(request, given.get(GAME)))


async def _show_board(request: Request, position: Position) -> None:
    """The board as the one who asks may see it; a spectator sees what the thread sees."""
    begun(position)
    seat = position.seat_of(request.visitor.id)
    scene = request.context.scene(position, seat, request.words)
    await request.show(Draft(scene.colour).text(scene.title).gallery(await scene.board()))
