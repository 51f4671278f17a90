"""Undo a move, or start a vote to undo one that revealed something."""

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import game_command
from bot.chat.messages import CustomId, MessageBuilder, button, number_arg
from bot.chat.table.panel import confirmation, show_outdated, show_panel
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, Seen, require_seat
from bot.play.turns import undo
from rules.game import Refusal


@on_component("reset", "update")
async def reset_button(request: Request, custom_id: CustomId) -> None:
    """Undo all moves of this turn, back to the last reveal."""
    code, note = custom_id.game, request.locale.t("Your turn starts over.")
    await _undo(request, code, note, all_moves=True, seen=custom_id.seen)


@on_component("undo", "update")
async def undo_button(request: Request, custom_id: CustomId) -> None:
    await _undo_or_offer_vote(request, await request.snapshot(custom_id.game), custom_id.seen)


@game_command(N_("undo"), N_("Undo your last move, as long as nothing was revealed"))
async def undo_command(request: Request, snapshot: GameSnapshot) -> None:
    await _undo_or_offer_vote(request, snapshot)


async def _undo_or_offer_vote(request: Request, snapshot: GameSnapshot, seen: Seen | None = None) -> None:
    seat = require_seat(snapshot, request.actor.id) if snapshot.is_running else None
    is_outdated = seat is not None and isinstance(seen, str) and not snapshot.is_unchanged(seat, seen)
    if seat is not None and not is_outdated and not await undo.can_undo(request.store, snapshot, seat):
        await _offer_undo_vote(request, snapshot)
        return
    await _undo(request, snapshot.code, request.locale.t("Move undone."), seen=seen)


async def _undo(
    request: Request, code: str, note: str, *, all_moves: bool = False, seen: Seen | None = None
) -> None:
    try:
        snapshot = await undo.undo(
            request.service, code, request.actor, interaction_id=request.id, all_moves=all_moves, seen=seen
        )
    except Refusal as refusal:
        if refusal.code != "stale" and not (refusal.code == "over" and request.is_update):
            raise
        await show_outdated(request, await request.snapshot(code), refusal=refusal)
        return
    await show_panel(request, snapshot, note=note)


async def _offer_undo_vote(request: Request, snapshot: GameSnapshot) -> None:
    """Offer a vote on undoing a move that revealed something or was followed by others."""
    found = await undo.last_own_move(request.store, snapshot, request.actor.id)
    if found is None or len(snapshot.players) == 1:
        raise Denied("nothing_to_undo")
    entry, later = found
    t, when = request.locale.t, f"<t:{entry.at // 1000}:R>"
    question = (
        t(
            "Your last move, made {when}, can only be undone if everyone agrees. {n} later "
            "{n:move|moves} by others would be undone too.",
            when=when,
            n=later,
        )
        if later
        else t("Your last move, made {when}, can only be undone if everyone agrees.", when=when)
    )
    ask = CustomId("ask-undo", snapshot.code, args=(str(entry.ply),))
    await request.respond(confirmation(request, snapshot, question, button(ask, t("Ask the table"))))


@on_component("ask-undo", "update")
async def ask_undo_button(request: Request, custom_id: CustomId) -> None:
    await undo.ask_to_undo(request.service, custom_id.game, request.actor, number_arg(custom_id))
    text = request.locale.t("Vote started. Skald will tell you the result.")
    await request.respond(MessageBuilder(None).text(text))
