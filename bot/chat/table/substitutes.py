"""Taking the seat of somebody who is away, or of a computer player."""

from collections.abc import Sequence

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, Option, command, game_option, matches
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap, first_number
from bot.chat.table.panel import show_panel
from bot.i18n import mark
from bot.play.turns import substitutes

NOBODY = -1
"""A seat that is not there."""


async def _opponents(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    position = await resolve_game(request, given.get(GAME))
    return matches([(str(seat), position.names[seat]) for seat in sorted(position.opponents)], typed)


@command(
    mark("offer"),
    mark("Let somebody take the seat of a computer player"),
    Option("seat", mark("player"), mark("Whose seat (default: the last one's)"), complete=_opponents),
    game_option(),
    group=TABLE,
)
async def offer(request: Request, given: Given) -> None:
    """The host opens a seat in a game that goes on."""
    position = await resolve_game(request, given.get(GAME))
    seat = None
    if whose := given.get("seat", "").casefold():
        fitting = await _opponents(request, whose, given)
        seat = int(fitting[0][0]) if fitting else NOBODY
    await substitutes.offer_seat(request.tables, position.code, request.visitor.id, seat)
    request.context.wake()
    await request.note(request.words.say("The seat is offered at the table, for a day."))


@on_tap("take-by", "private")
async def let_opponent_sit(request: Request, tap: Tap) -> None:
    """A computer player sits down for one who is away."""
    await substitutes.seat_opponent(request.tables, tap.game, first_number(tap), request.visitor)
    request.context.wake()
    await request.note(request.words.say("A computer player sits down and plays on."))


@on_tap("take", "private")
async def take_seat(request: Request, tap: Tap) -> None:
    """Somebody sits down for one who is away."""
    position = await substitutes.take_seat(
        request.tables,
        tap.game,
        first_number(tap),
        request.visitor,
        server=request.server,
        interaction=request.id,
    )
    request.context.wake()
    await show_panel(request, position, note=request.words.say("This is your seat now."))
