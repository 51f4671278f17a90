"""A player's plan, a move kept in mind: made from the panel, played from it, dropped."""

from bot.chat.buttons import on_tap
from bot.chat.moves import choose
from bot.chat.panel import show_panel
from bot.chat.requests import Request
from bot.chat.taps import Tap
from bot.play import plans


@on_tap("plan", "update")
async def play_plan(request: Request, tap: Tap) -> None:
    """The kept move, as if its words had just been chosen."""
    await choose(request, tap, tap.words)


@on_tap("plan-keep", "update")
async def keep_plan(request: Request, tap: Tap) -> None:
    position = await plans.keep(
        request.tables, tap.game, request.visitor.id, " ".join(tap.words), version=tap.version
    )
    await show_panel(
        request,
        position,
        note=request.words.say("Kept as your plan. Nobody else sees it; Play shows it when you come back."),
    )


@on_tap("plan-drop", "update")
async def drop_plan(request: Request, tap: Tap) -> None:
    position = await plans.drop(request.tables, tap.game, request.visitor.id)
    await show_panel(request, position, note=request.words.say("The plan is dropped."))
