"""Conditions of a plan: other lines for an opponent's move, a reveal or a misfit, and when it is played."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import discord

from bot.chat.interactions import Request, on_component, on_game_component
from bot.chat.messages import SELECT_LIMIT, Button, CustomId, MessageBuilder, button, option, parse_number
from bot.chat.table.conditional_moves import (
    DEFAULT_LINE,
    OwnPlan,
    edit_plan,
    load_plan,
    plan_heading,
    plan_lines,
    show_plan,
)
from bot.i18n import N_
from bot.play.core import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.lookahead import OpponentMove
from bot.views.plan_text import RevealChoice, chosen_digests, reveal_choices
from bot.views.reader_view import ReaderView
from rules.game import Seat

STRICTNESS_LABELS: Mapping[str, str] = {
    "mine": N_("Play if every move still does the same"),
    "table": N_("Play only if the whole table is unchanged"),
    "legal": N_("Play the moves that are still possible"),
}
MAX_LISTS = 7
MAX_SHARED_LIST_MOVES = 4
"""Kinds with at most this many moves share a list."""


@on_game_component("plan-more", "update")
async def show_conditions(request: Request, snapshot: GameSnapshot) -> None:
    """Show all lines of the plan, what else can be prepared, and when it is played."""
    own = await load_plan(request, snapshot)
    reader, plan, t = own.reader, own.plan, own.reader.locale.t
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {plan_heading(own)}")
    builder.text(
        *plan_lines(own),
        t("-# Prepare other moves for special cases. In all other cases your main line is played."),
    )
    if plan.conditions:
        builder.select(CustomId("plan-line", snapshot.code), t("Which line?"), list(line_options(own)))
    if not plan.is_empty and own.is_waiting:
        options = [
            option(care, t(text), default=care == plan.care) for care, text in STRICTNESS_LABELS.items()
        ]
        builder.select(CustomId("plan-care", snapshot.code), t("When it's played"), options)
    await request.respond(builder.buttons(*condition_buttons(own)))


def condition_buttons(own: OwnPlan) -> Iterator[Button]:
    plan, preview, t, code = own.plan, own.preview, own.reader.locale.t, own.reader.snapshot.code
    if preview is not None and preview.moves and len(preview.moves) == len(plan.line.moves):
        if preview.is_uncertain and own.legal_next():
            yield button(CustomId("plan-shows", code), t("If it shows…"))
        yield button(CustomId("plan-else", code), t("If that's impossible…"))
    if own.is_waiting and own.reader.snapshot.owing_seats():
        yield button(CustomId("plan-if", code), t("If another player…"))
    if not plan.is_empty and own.is_waiting:
        haste, label = ("no", t("Wait a little first")) if plan.at_once else ("yes", t("Play without delay"))
        yield button(CustomId("plan-haste", code, args=(haste,)), label)
    if not plan.is_empty:
        yield button(CustomId("plan-drop", code), t("Delete the plan"))
    yield button(CustomId("ahead", code), t("Back"))


def line_options(own: OwnPlan) -> Iterator[discord.SelectOption]:
    plan, t = own.plan, own.reader.locale.t
    lines = [(DEFAULT_LINE, t("in all other cases"), plan.line)]
    lines += [
        (str(number), own.text.condition(each), each.line) for number, each in enumerate(plan.conditions)
    ]
    edited = DEFAULT_LINE if plan.editing is None else str(plan.editing)
    for value, text, line in lines[:SELECT_LIMIT]:
        yield option(value, text, description=own.text.moves(line.moves), default=value == edited)


@on_component("plan-care", "update")
async def set_strictness(request: Request, custom_id: CustomId) -> None:
    change = conditional_moves.set_strictness
    await show_conditions(
        request, await change(request.service, custom_id.game, request.actor.id, request.selected_value)
    )


@on_component("plan-haste", "update")
async def set_at_once(request: Request, custom_id: CustomId) -> None:
    at_once, change = custom_id.args == ("yes",), conditional_moves.set_at_once
    await show_conditions(
        request, await change(request.service, custom_id.game, request.actor.id, at_once=at_once)
    )


# An opponent's move


@on_component("plan-if", "update")
async def ask_opponent_move(request: Request, custom_id: CustomId) -> None:
    """Ask which move of an opponent to prepare for: one list per kind, harmful moves first."""
    own = await load_plan(request, await request.snapshot(custom_id.game))
    reader, snapshot, locale = own.reader, own.reader.snapshot, own.reader.locale
    known = {(each.seat, each.move) for each in own.plan.conditions}
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t("What do they play first? In all other cases your main line is played."),
    )
    moves = await conditional_moves.opponent_moves_before(request.service, snapshot, own.seat)
    for number, (heading, group) in enumerate(group_by_kind(reader, moves)):
        options = [
            option(
                f"{each.seat} {each.move}",
                _if_label(reader, each.seat, reader.plain_text.partial_move_text(each.move.tokens())),
                description=condition_description(reader, each, known),
                emoji=reader.emoji_for((*each.move.tokens()[1:], each.move.kind)),
            )
            for each in group[:SELECT_LIMIT]
        ]
        builder.select(CustomId("plan-when", snapshot.code, args=(str(number),)), heading, options)
    back = CustomId("plan-more", snapshot.code)
    await request.respond(builder.buttons(button(back, locale.t("Back"))))


def group_by_kind(reader: ReaderView, moves: Sequence[OpponentMove]) -> list[tuple[str, list[OpponentMove]]]:
    """Returns the lists of moves, each with its heading."""
    by_kind: dict[tuple[Seat, str], list[OpponentMove]] = {}
    for each in moves:
        by_kind.setdefault((each.seat, each.move.kind), []).append(each)
    few = [each for found in by_kind.values() if len(found) <= MAX_SHARED_LIST_MOVES for each in found]
    lists = [(reader.locale.t("If another player…"), few)] if few else []
    lists += [
        (_if_label(reader, seat, reader.plain_text.kind_label(kind)), found)
        for (seat, kind), found in by_kind.items()
        if len(found) > MAX_SHARED_LIST_MOVES
    ]
    return lists[:MAX_LISTS]


def condition_description(
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


# A reveal


@on_component("plan-shows", "update")
async def ask_reveal(request: Request, custom_id: CustomId) -> None:
    """Ask which events the last move may reveal. Any selection of them gets its own line."""
    own = await load_plan(request, await request.snapshot(custom_id.game))
    reader, snapshot, locale = own.reader, own.reader.snapshot, own.reader.locale
    choices = _reveal_choices(own)
    if not choices:
        await show_plan(request, snapshot, note=locale.t("Nothing is revealed there."))
        return
    options = [option(choice.value, choice.text) for choice in choices]
    builder = MessageBuilder(reader.colour).text(
        f"{reader.title} · {locale.t('prepare your turn')}",
        locale.t(
            "What does it show? Choose as many as you like. In all other cases your main line is played."
        ),
    )
    shown = CustomId("plan-shown", snapshot.code)
    builder.selects(shown, locale.t("If it shows…"), options, max_lists=MAX_LISTS, multiple=True)
    back = CustomId("plan-more", snapshot.code)
    await request.respond(builder.buttons(button(back, locale.t("Back"))))


def _reveal_choices(own: OwnPlan) -> list[RevealChoice]:
    after = len(own.plan.line.moves)
    events = conditional_moves.possible_reveals(own.reader.snapshot, own.seat, own.plan, after)
    return reveal_choices(own.reader, events)


@on_component("plan-shown", "update")
async def edit_if_revealed(request: Request, custom_id: CustomId) -> None:
    own = await load_plan(request, await request.snapshot(custom_id.game))
    digests = chosen_digests(_reveal_choices(own), request.selected_values)
    await edit_plan(request, custom_id, conditional_moves.edit_if_revealed, sorted(digests))


# Other lines


@on_component("plan-else", "update")
async def edit_fallback(request: Request, custom_id: CustomId) -> None:
    await edit_plan(request, custom_id, conditional_moves.edit_fallback)


@on_component("plan-line", "update")
async def edit_line(request: Request, custom_id: CustomId) -> None:
    """Edit another line of the plan, or the default line."""
    wanted = custom_id.arg() or request.selected_value
    number = None if wanted == DEFAULT_LINE else parse_number(wanted)
    await edit_plan(request, custom_id, conditional_moves.edit_line, number)
