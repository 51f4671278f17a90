"""Take over the seat of an absent player or of a computer player."""

from collections.abc import Sequence

from bot.chat.interactions import Request, on_component, resolve_game
from bot.chat.interactions.commands import GAME, TABLE, Arguments, Option, game_command, matching_choices
from bot.chat.messages import CustomId, number_arg
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core import GameSnapshot
from bot.play.turns import substitutes

NO_SEAT = -1
"""Never a valid seat, so that the offer is refused."""


async def _opponent_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    return _matching_opponents(await resolve_game(request, given.get(GAME)), typed)


def _matching_opponents(snapshot: GameSnapshot, typed: str) -> list[tuple[str, str]]:
    seats = [(str(seat), snapshot.names[seat]) for seat in sorted(snapshot.opponent_seats)]
    return matching_choices(seats, typed)


@game_command(
    N_("offer"),
    N_("Offer a computer player's seat to a person"),
    Option(
        "seat",
        N_("player"),
        N_("Which computer player's seat (default: the last to join)"),
        autocomplete=_opponent_choices,
    ),
    group=TABLE,
)
async def offer_command(request: Request, snapshot: GameSnapshot) -> None:
    """Offer the seat of a computer player in a running game, as the host."""
    seat = None
    if query := request.arguments.get("seat", ""):
        matching = _matching_opponents(snapshot, query)
        seat = int(matching[0][0]) if matching else NO_SEAT
    await substitutes.offer_seat(request.service, snapshot.code, request.actor.id, seat)
    await request.respond_privately(request.locale.t("The seat is on offer at the table for a day."))


@on_component("take-by", "private")
async def seat_opponent_button(request: Request, custom_id: CustomId) -> None:
    await substitutes.seat_opponent(request.service, custom_id.game, number_arg(custom_id), request.actor)
    await request.respond_privately(request.locale.t("A computer player takes the seat and plays on."))


@on_component("take", "private")
async def take_seat_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await substitutes.take_seat(
        request.service,
        custom_id.game,
        number_arg(custom_id),
        request.actor,
        server=request.server,
        interaction_id=request.id,
    )
    await show_panel(request, snapshot, note=request.locale.t("This is your seat now."))
