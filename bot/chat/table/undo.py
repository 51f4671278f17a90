"""Taking a move back, or asking the others to let it be taken back."""

from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, Given, command, game_option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap, first_number
from bot.chat.messages.message_builder import Draft, button
from bot.chat.table.panel import show_panel
from bot.i18n import mark
from bot.play.core.authorization import seat_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import undo


@on_tap("undo", "update")
async def undo_tap(request: Request, tap: Tap) -> None:
    await _take_back(request, await request.position(tap.game))


@on_tap("reset", "update")
async def reset_tap(request: Request, tap: Tap) -> None:
    """Back to the beginning of the turn, or to the last thing that was revealed."""
    position = await undo.undo(
        request.tables, tap.game, request.visitor, interaction=request.id, all_of_it=True
    )
    request.context.wake()
    await show_panel(request, position, note=request.words.say("Your turn starts over."))


@command(mark("undo"), mark("Take back your last move, as long as nothing was revealed"), game_option())
async def undo_command(request: Request, given: Given) -> None:
    await _take_back(request, await resolve_game(request, given.get(GAME)))


async def _take_back(request: Request, position: Position) -> None:
    seat = seat_of(position, request.visitor.id) if position.running else None
    if seat is not None and not await undo.can_undo(request.store, position, seat):
        await _offer_undo(request, position)
        return
    position = await undo.undo(request.tables, position.code, request.visitor, interaction=request.id)
    request.context.wake()
    await show_panel(request, position, note=request.words.say("Taken back."))


async def _offer_undo(request: Request, position: Position) -> None:
    """What was seen stays seen, but the others may let somebody take a move back all the same."""
    found = await undo.own_last(request.store, position, request.visitor.id)
    if found is None or len(position.players) == 1:
        raise Denied("nothing_to_undo")
    entry, later = found
    words = request.words
    scene = request.context.scene(position, None, words)
    question = (
        words.say(
            "Your last move, made {when}, can only be undone if everybody agrees. {n} later {n:move|moves} "
            "by others would be undone too.",
            when=f"<t:{entry.at // 1000}:R>",
            n=later,
        )
        if later
        else words.say(
            "Your last move, made {when}, can only be undone if everybody agrees.",
            when=f"<t:{entry.at // 1000}:R>",
        )
    )
    await request.show(
        Draft(scene.colour)
        .text(scene.title, question)
        .buttons(button(Tap("ask-undo", position.code, words=(str(entry.ply),)), words.say("Ask the table")))
    )


@on_tap("ask-undo", "update")
async def ask_to_undo(request: Request, tap: Tap) -> None:
    await undo.ask(request.tables, tap.game, request.visitor, first_number(tap))
    request.context.wake()
    await request.show(Draft().text(request.words.say("Vote started. You'll be told how it ends.")))
