"""Conditional lines of a plan: for an opponent's move, for a reveal, and for a move that does not fit."""

from collections.abc import Collection, Sequence

import discord

from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt
from bot.chat.messages.custom_id import CustomId, parse_number
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button, partial_emoji
from bot.chat.table.conditional_moves import DEFAULT_LINE, show_plan, without_full_stop
from bot.play.core.authorization import require_seat
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn
from bot.play.planning.lookahead import OpponentMove, event_digest
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from rules.game import Seat

MAX_LISTS = 8
MAX_SHARED_LIST_MOVES = 4
"""Kinds with at most this many moves share a list."""


async def _load_plan(request: Request, custom_id: CustomId) -> tuple[ReaderView, Seat, PreparedTurn]:
    """Returns the player's view of the game, their seat, and their plan so far."""
    snapshot = await request.snapshot(custom_id.game)
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    return request.context.reader_view(snapshot, seat, request.locale), seat, plan


@on_component("plan-if", "update")
async def ask_opponent_move(request: Request, custom_id: CustomId) -> None:
    """Ask which move of an opponent to prepare for: one list per kind, harmful moves first."""
    reader, seat, plan = await _load_plan(request, custom_id)
    snapshot, locale = reader.snapshot, reader.locale
    known = {(each.seat, each.move) for each in plan.conditions}
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t("What do they do first? Everything else gets your plan without an “if”."),
    )
    moves = await conditional_moves.opponent_moves_before(request.service, snapshot, seat)
    for number, (heading, group) in enumerate(_group_by_kind(reader, moves)):
        options = [
            discord.SelectOption(
                label=clip(_opponent_move_label(reader, each), 100),
                value=f"{each.seat} {each.move}",
                description=_description(reader, each, known),
                emoji=partial_emoji(reader.emoji_for((*each.move.tokens()[1:], each.move.kind))),
            )
            for each in group[:SELECT_LIMIT]
        ]
        builder.select(CustomId("plan-when", snapshot.code, args=(str(number),)), heading, options)
    back = CustomId("plan-line", snapshot.code, args=(DEFAULT_LINE,))
    await request.respond(builder.buttons(button(back, locale.t("Back"))))


def _group_by_kind(reader: ReaderView, moves: Sequence[OpponentMove]) -> list[tuple[str, list[OpponentMove]]]:
    """Returns the lists of moves, each with its heading."""
    by_kind: dict[tuple[Seat, str], list[OpponentMove]] = {}
    for each in moves:
        by_kind.setdefault((each.seat, each.move.kind), []).append(each)
    few = [each for found in by_kind.values() if len(found) <= MAX_SHARED_LIST_MOVES for each in found]
    lists = [(reader.locale.t("If somebody…"), few)] if few else []
    lists += [
        (_if_label(reader, seat, reader.plain_text.kind_label(kind)), found)
        for (seat, kind), found in by_kind.items()
        if len(found) > MAX_SHARED_LIST_MOVES
    ]
    return lists[:MAX_LISTS]


def _description(
    reader: ReaderView, move: OpponentMove, known: Collection[tuple[Seat | None, str]]
) -> str | None:
    if (move.seat, str(move.move)) in known:
        return reader.locale.t("prepared")
    return reader.locale.t("you lose something") if move.causes_loss else None


def _opponent_move_label(reader: ReaderView, move: OpponentMove) -> str:
    return _if_label(reader, move.seat, reader.plain_text.partial_move_text(move.move.tokens()))


def _if_label(reader: ReaderView, seat: Seat, move: str) -> str:
    return reader.locale.t("if {who}: {move}", who=reader.plain_text.player_names[seat], move=move)


@on_component("plan-when", "update")
async def edit_reply(request: Request, custom_id: CustomId) -> None:
    seat, _, move = request.selected_value.partition(" ")
    snapshot = await conditional_moves.edit_reply_to(
        request.service, custom_id.game, request.actor.id, parse_number(seat), move
    )
    await show_plan(request, snapshot)


@on_component("plan-shows", "update")
async def ask_reveal(request: Request, custom_id: CustomId) -> None:
    """Ask which events the last move may reveal. Any selection of them gets its own line."""
    reader, seat, plan = await _load_plan(request, custom_id)
    snapshot, locale = reader.snapshot, reader.locale
    events = conditional_moves.possible_reveals(snapshot, seat, plan, len(plan.line.moves))
    digest_by_text = {
        without_full_stop(reader.plain_text.event_text(event)): event_digest(event) for event in events
    }
    digest_by_text.pop("", None)
    if not digest_by_text:
        await show_plan(request, snapshot, note=locale.t("Nothing is revealed there."))
        return
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t("What should it show? Choose as many as you like; everything else gets your main line."),
    )
    options = [
        discord.SelectOption(label=clip(text, 100), value=digest_by_text[text])
        for text in sorted(digest_by_text)
    ]
    for start in range(0, min(len(options), MAX_LISTS * SELECT_LIMIT), SELECT_LIMIT):
        shown = options[start : start + SELECT_LIMIT]
        custom_id = CustomId("plan-shown", snapshot.code, args=(str(start),))
        builder.select(custom_id, locale.t("If it shows…"), shown, max_values=len(shown))
    back = CustomId("plan-line", snapshot.code, args=(DEFAULT_LINE,))
    await request.respond(builder.buttons(button(back, locale.t("Back"))))


@on_component("plan-shown", "update")
async def edit_if_revealed(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.edit_if_revealed(
        request.service, custom_id.game, request.actor.id, request.selected_values
    )
    await show_plan(request, snapshot)


@on_component("plan-else", "update")
async def edit_fallback(request: Request, custom_id: CustomId) -> None:
    await show_plan(
        request, await conditional_moves.edit_fallback(request.service, custom_id.game, request.actor.id)
    )


@on_component("plan-line", "update")
async def edit_line(request: Request, custom_id: CustomId) -> None:
    """Edit another line of the plan, or the default line."""
    wanted = next(iter(custom_id.args), "") or request.selected_value
    number = None if wanted == DEFAULT_LINE else parse_number(wanted)
    await show_plan(
        request, await conditional_moves.edit_line(request.service, custom_id.game, request.actor.id, number)
    )
