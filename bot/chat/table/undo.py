"""Undo a move, or start a vote to undo one that revealed something."""

from bot.chat.interactions.commands import GAME, Arguments, command, game_option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import CustomId, number_arg
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.table.panel import show_panel
from bot.i18n import N_
from bot.play.core.authorization import require_seat
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import undo


@on_component("undo", "update")
async def undo_button(request: Request, custom_id: CustomId) -> None:
    await _undo_or_offer_vote(request, await request.snapshot(custom_id.game))


@on_component("reset", "update")
async def reset_button(request: Request, custom_id: CustomId) -> None:
    """Undo all moves of this turn, back to the last reveal."""
    snapshot = await undo.undo(
        request.service, custom_id.game, request.actor, interaction_id=request.id, all_moves=True
    )
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("Your turn starts over."))


@command(N_("undo"), N_("Take back your last move, as long as nothing was revealed"), game_option())
async def undo_command(request: Request, given: Arguments) -> None:
    await _undo_or_offer_vote(request, await resolve_game(request, given.get(GAME)))


async def _undo_or_offer_vote(request: Request, snapshot: GameSnapshot) -> None:
    seat = require_seat(snapshot, request.actor.id) if snapshot.is_running else None
    if seat is not None and not await undo.can_undo(request.store, snapshot, seat):
        await _offer_undo_vote(request, snapshot)
        return
    snapshot = await undo.undo(request.service, snapshot.code, request.actor, interaction_id=request.id)
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("Taken back."))


async def _offer_undo_vote(request: Request, snapshot: GameSnapshot) -> None:
    """Offer a vote on undoing a move that revealed something or was followed by others."""
    found = await undo.last_own_move(request.store, snapshot, request.actor.id)
    if found is None or len(snapshot.players) == 1:
        raise Denied("nothing_to_undo")
    entry, later = found
    locale = request.locale
    reader = request.context.reader_view(snapshot, None, locale)
    question = (
        locale.t(
            "Your last move, made {when}, can only be undone if everybody agrees. {n} later {n:move|moves} "
            "by others would be undone too.",
            when=f"<t:{entry.at // 1000}:R>",
            n=later,
        )
        if later
        else locale.t(
            "Your last move, made {when}, can only be undone if everybody agrees.",
            when=f"<t:{entry.at // 1000}:R>",
        )
    )
    await request.respond(
        MessageBuilder(reader.colour)
        .text(reader.title, question)
        .buttons(
            button(CustomId("ask-undo", snapshot.code, args=(str(entry.ply),)), locale.t("Ask the table"))
        )
    )


@on_component("ask-undo", "update")
async def ask_undo_button(request: Request, custom_id: CustomId) -> None:
    await undo.ask_to_undo(request.service, custom_id.game, request.actor, number_arg(custom_id))
    request.context.wake()
    await request.respond(
        MessageBuilder().text(request.locale.t("Vote started. You'll be told how it ends."))
    )
