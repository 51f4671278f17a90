"""Looks: pages that replace a player's panel, such as the board or the rules, and the way back from them.

Their custom ids carry how far the player has come in choosing a move, so that *Back* returns there.
"""

from dataclasses import replace

from bot.chat.interactions import Request
from bot.chat.messages import Button, CustomId, button
from bot.play.core import GameSnapshot


def shorten_id(custom_id: CustomId) -> CustomId:
    """Returns the custom id, without its arguments if they are too long for it."""
    try:
        str(custom_id)
    except ValueError:
        return replace(custom_id, args=())
    return custom_id


def look_id(request: Request, snapshot: GameSnapshot, verb: str) -> CustomId:
    """Returns a custom id that is reached from a look and carries the same selection."""
    shown = request.custom_id
    if shown is None or shown.game != snapshot.code:
        shown = CustomId("panel", snapshot.code)
    return shorten_id(replace(shown, verb=verb))


def back_to_table(request: Request, snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Returns the button back to the panel; none for a spectator, who has no panel."""
    if snapshot.seat_of(request.actor.id) is None:
        return ()
    return (button(look_id(request, snapshot, "panel"), request.locale.t("Back")),)


def back_buttons(request: Request, snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Returns the button back to the panel if this page replaces it."""
    return back_to_table(request, snapshot) if request.is_update else ()
