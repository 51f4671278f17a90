"""Conditional lines of a plan: for an opponent's move, for a reveal, and for a move that does not fit."""

from collections.abc import Collection, Sequence

from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, parse_number
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button, option
from bot.chat.table.conditional_moves import DEFAULT_LINE, edit_plan, load_plan, show_plan, without_full_stop
from bot.play.planning import conditional_moves
from bot.play.planning.lookahead import OpponentMove, event_digest
from bot.views.reader_view import ReaderView
from rules.game import Seat

MAX_LISTS = 8
MAX_SHARED_LIST_MOVES = 4
"""Kinds with at most this many moves share a list."""


@on_component("plan-if", "update")
async def ask_opponent_move(request: Request, custom_id: CustomId) -> None:
    """Ask which move of an opponent to prepare for: one list per kind, harmful moves first."""
    own = await load_plan(request, await request.snapshot(custom_id.game))
    reader, snapshot, locale = own.reader, own.reader.snapshot, own.reader.locale
    known = {(each.seat, each.move) for each in own.plan.conditions}
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t("What do they do first? Everything else gets your plan without an “if”."),
    )
    moves = await conditional_moves.opponent_moves_before(request.service, snapshot, own.seat)
    for number, (heading, group) in enumerate(_group_by_kind(reader, moves)):
        options = [
            option(
                f"{each.seat} {each.move}",
                _if_label(reader, each.seat, reader.plain_text.partial_move_text(each.move.tokens())),
                description=_description(reader, each, known),
                emoji=reader.emoji_for((*each.move.tokens()[1:], each.move.kind)),
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


def _if_label(reader: ReaderView, seat: Seat, move: str) -> str:
    return reader.locale.t("if {who}: {move}", who=reader.plain_text.player_names[seat], move=move)


@on_component("plan-when", "update")
async def edit_reply(request: Request, custom_id: CustomId) -> None:
    seat, _, move = request.selected_value.partition(" ")
    await edit_plan(request, custom_id, conditional_moves.edit_reply_to, parse_number(seat), move)


@on_component("plan-shows", "update")
async def ask_reveal(request: Request, custom_id: CustomId) -> None:
    """Ask which events the last move may reveal. Any selection of them gets its own line."""
    own = await load_plan(request, await request.snapshot(custom_id.game))
    reader, snapshot, locale = own.reader, own.reader.snapshot, own.reader.locale
    events = conditional_moves.possible_reveals(snapshot, own.seat, own.plan, len(own.plan.line.moves))
    digest_by_text = {
        without_full_stop(reader.plain_text.event_text(event)): event_digest(event) for event in events
    }
    digest_by_text.pop("", None)
    if not digest_by_text:
        await show_plan(request, snapshot, note=locale.t("Nothing is revealed there."))
        return
    options = [option(digest_by_text[text], text) for text in sorted(digest_by_text)]
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t("What should it show? Choose as many as you like; everything else gets your main line."),
    )
    shown = CustomId("plan-shown", snapshot.code)
    builder.selects(shown, locale.t("If it shows…"), options, max_lists=MAX_LISTS, multiple=True)
    back = CustomId("plan-line", snapshot.code, args=(DEFAULT_LINE,))
    await request.respond(builder.buttons(button(back, locale.t("Back"))))


@on_component("plan-shown", "update")
async def edit_if_revealed(request: Request, custom_id: CustomId) -> None:
    await edit_plan(request, custom_id, conditional_moves.edit_if_revealed, request.selected_values)


@on_component("plan-else", "update")
async def edit_fallback(request: Request, custom_id: CustomId) -> None:
    await edit_plan(request, custom_id, conditional_moves.edit_fallback)


@on_component("plan-line", "update")
async def edit_line(request: Request, custom_id: CustomId) -> None:
    """Edit another line of the plan, or the default line."""
    wanted = next(iter(custom_id.args), "") or request.selected_value
    number = None if wanted == DEFAULT_LINE else parse_number(wanted)
    await edit_plan(request, custom_id, conditional_moves.edit_line, number)
