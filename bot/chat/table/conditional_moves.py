"""The plan panel: a player prepares or tries out a turn (conditional moves), and activates or drops it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, choice_id
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button
from bot.chat.table.panel import add_pictures, add_question, preview_lines, show_panel
from bot.i18n import N_, Locale
from bot.play.core.authorization import require_seat
from bot.play.core.narrowing import combined_token, narrow
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, PreparedTurn, Preview
from bot.play.planning.lookahead import event_digest
from bot.play.turns import autoplay, shortcuts
from bot.views.choices import MAX_BUTTONS, Choices
from bot.views.markup import clip
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from rules.game import Move, Refusal, Seat

PLAN_PREFIX = "~"
"""First token of a custom id for a plan. The number of moves planned so far follows."""
STRICTNESS_LABELS: Mapping[str, str] = {
    "mine": N_("if every move still does the same"),
    "table": N_("only if the whole table is as I see it now"),
    "legal": N_("as many moves as still work"),
}
MISFIT_TEXTS: Mapping[str, str] = {
    "table": N_("-# Your turn came, but the table had changed, so nothing was played."),
    "impossible": N_("-# Your turn came, but move {n} wasn't possible any more, so nothing was played."),
    "different": N_("-# Your turn came, but move {n} would do something else now, so nothing was played."),
}
DEFAULT_LINE = "otherwise"
MAX_LISTS = 3


@on_component("ahead", "update")
async def plan_button(request: Request, custom_id: CustomId) -> None:
    await show_plan(request, await request.snapshot(custom_id.game))


async def show_plan(
    request: Request,
    snapshot: GameSnapshot,
    *,
    chosen: tuple[str, ...] = (),
    page: int = 0,
    note: str = "",
) -> None:
    """Show the plan with the state it leads to, and ask for the next move."""
    seat = require_seat(snapshot, request.actor.id)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    preview = conditional_moves.preview_line(snapshot, seat, plan)
    if preview is None and plan.editing is not None:
        plan = plan.model_copy(update={"editing": None})
        preview = conditional_moves.preview_line(snapshot, seat, plan)
    if preview is None:
        await show_panel(request, snapshot, note=request.locale.t("You have no turn to prepare right now."))
        return
    await request.respond(await plan_panel(request, snapshot, seat, plan, preview, chosen, page, note))


async def plan_panel(
    request: Request,
    snapshot: GameSnapshot,
    seat: Seat,
    plan: PreparedTurn,
    preview: Preview,
    chosen: tuple[str, ...],
    page: int,
    note: str,
) -> MessageBuilder:
    """Build the plan panel: the moves so far, the previewed state, the next question, the plan's options."""
    reader = request.context.reader_view(snapshot, seat, request.locale)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {_heading(reader, seat, plan)}", note)
    builder.text(*_plan_lines(reader, seat, plan, preview))
    previewed = replace(reader, snapshot=replace(snapshot, state=preview.state))
    choices = Choices(previewed, seat, (PLAN_PREFIX, str(len(preview.moves))))
    back = None
    if preview.after is not None and preview.after.is_certain:
        back = await _ask_next(builder, choices, chosen, page)
    else:
        await _show_last_certain(builder, reader, seat, preview)
        if preview.is_uncertain:
            back = _ask_after_reveal(builder, choices, preview, chosen)
        else:
            builder.text(reader.locale.t("-# Here your turn ends."))
    if not plan.is_empty:
        _add_line_select(builder, reader, plan, seat)
        _add_strictness_select(builder, reader, plan)
    return builder.buttons(*_plan_buttons(reader, seat, plan, preview, back))


async def _ask_next(
    builder: MessageBuilder, choices: Choices, chosen: tuple[str, ...], page: int
) -> CustomId | None:
    """Show the state after the line and ask for the next move. Returns the custom id of Back, or None."""
    reader, seat = choices.reader, choices.seat
    moves = reader.snapshot.legal(seat)
    narrowing = narrow(moves, chosen or choices.implied_tokens(moves))
    question = choices.question(narrowing) if narrowing and narrowing.move is None else None
    hand = reader.needs_hand(narrowing.moves) if narrowing else False
    await add_pictures(builder, reader, seat, (), question, with_hand=hand)
    if question is not None:
        add_question(builder, choices, question, page)
    if not chosen or narrowing is None:
        return None
    return choice_id(choices, "pick", *choices.previous_tokens(moves, narrowing.chosen))


async def _show_last_certain(
    builder: MessageBuilder, reader: ReaderView, seat: Seat, preview: Preview
) -> None:
    """Show the last state that is fully known, with the move planned there."""
    if preview.last_certain is None:
        await add_pictures(builder, reader, seat, (), None, with_hand=False)
        return
    state, move = preview.last_certain
    known = replace(reader, snapshot=replace(reader.snapshot, state=state))
    await add_pictures(builder, known, seat, (move,), None, with_hand=reader.needs_hand((move,)))


def _ask_after_reveal(
    builder: MessageBuilder, choices: Choices, preview: Preview, chosen: tuple[str, ...]
) -> CustomId | None:
    """Ask for a move to play regardless of the reveal, by name only, by kind first if there are many.

    Returns the custom id of Back, if there is one.
    """
    reader, locale = choices.reader, choices.reader.locale
    assert preview.after is not None
    moves = preview.after.legal(reader.snapshot.game, choices.seat)
    if not moves:
        builder.text(locale.t("-# Here something is revealed: then you decide."))
        return None
    builder.text(locale.t("-# Here something is revealed. What you add now is played whatever it is."))
    narrowing = narrow(moves, chosen) if chosen else None
    offered = [*(narrowing.moves if narrowing else moves)]
    entries = [(str(move), reader.plain_text.partial_move_text(move.tokens())) for move in offered]
    if len(entries) > SELECT_LIMIT and narrowing is None:
        entries = [
            (kind, reader.plain_text.kind_label(kind))
            for kind in dict.fromkeys(move.kind for move in offered)
        ]
    if len(entries) <= MAX_BUTTONS:
        answers = [
            (choice_id(choices, "pick", *text.split()), label, text.split()[0]) for text, label in entries
        ]
        style = discord.ButtonStyle.primary
        builder.buttons(
            *(
                button(custom_id, label, style, emoji=reader.emoji_for((kind,)))
                for custom_id, label, kind in answers
            )
        )
    else:
        for start in range(0, min(len(entries), MAX_LISTS * SELECT_LIMIT), SELECT_LIMIT):
            shown = entries[start : start + SELECT_LIMIT]
            options = [discord.SelectOption(label=clip(label, 100), value=text) for text, label in shown]
            # The number makes the custom ids differ; it is no token of a move.
            builder.select(choice_id(choices, "plan-next", str(start)), locale.t("Whatever comes…"), options)
    return choice_id(choices, "pick") if chosen else None


# Texts and options of a plan


def _heading(reader: ReaderView, seat: Seat, plan: PreparedTurn) -> str:
    locale = reader.locale
    if plan.editing is not None:
        return condition_text(reader, seat, plan, plan.conditions[plan.editing])
    return locale.t("try it out") if seat in reader.snapshot.owing_seats() else locale.t("prepare your turn")


def condition_text(reader: ReaderView, seat: Seat, plan: PreparedTurn, condition: Condition) -> str:
    """Returns when a conditional line is played."""
    locale, plain = reader.locale, reader.plain_text
    if condition.seat is not None:
        who, move = plain.player_names[condition.seat], plain.partial_move_text(condition.move.split())
        return locale.t("if {who} does this: {move}", who=who, move=move)
    if condition.seen:
        events = conditional_moves.possible_reveals(reader.snapshot, seat, plan, condition.after)
        shown = [plain.event_text(event) for event in events if event_digest(event) in condition.seen]
        return locale.t("if it shows this: {what}", what=" / ".join(map(without_full_stop, shown)) or "…")
    failing = plan.line.moves[condition.after : condition.after + 1]
    move = plain.partial_move_text(failing[0].split()) if failing else "…"
    return locale.t("if this doesn't fit any more: {move}", move=move)


def without_full_stop(sentence: str) -> str:
    return sentence.rstrip(".")


def _plan_lines(reader: ReaderView, seat: Seat, plan: PreparedTurn, preview: Preview) -> list[str]:
    """Returns the moves of the plan, and a line on its status."""
    locale, lines = reader.locale, preview_lines(reader, seat, preview)
    if plan.kept:
        lines.append(
            locale.t(
                "-# Kept: it's played when your turn comes, {care}.",
                care=locale.t(STRICTNESS_LABELS[plan.care]),
            )
        )
    elif plan.misfit:
        lines.append(misfit_text(locale, plan))
    elif not preview.moves and plan.editing is None:
        lines.append(locale.t("-# Only you see this. Nothing is played until you keep it."))
    return lines


def misfit_text(locale: Locale, plan: PreparedTurn) -> str:
    """Returns why a plan was not played."""
    return locale.t(MISFIT_TEXTS[plan.misfit], n=plan.misfit_at)


def _add_line_select(builder: MessageBuilder, reader: ReaderView, plan: PreparedTurn, seat: Seat) -> None:
    """Add a list of the lines of the plan, if it has conditions."""
    if not plan.conditions:
        return
    locale = reader.locale
    labels = [locale.t("in all other cases")]
    labels += [condition_text(reader, seat, plan, each) for each in plan.conditions]
    lines = [plan.line, *(each.line for each in plan.conditions)]
    options = [
        discord.SelectOption(
            label=clip(text, 100),
            value=DEFAULT_LINE if number == 0 else str(number - 1),
            description=clip(_moves_text(reader, line.moves), 100),
            default=number == (0 if plan.editing is None else plan.editing + 1),
        )
        for number, (text, line) in enumerate(zip(labels, lines, strict=True))
    ]
    builder.select(
        CustomId("plan-line", reader.snapshot.code), locale.t("Which line?"), options[:SELECT_LIMIT]
    )


def _moves_text(reader: ReaderView, moves: Sequence[str]) -> str:
    if not moves:
        return reader.locale.t("then you decide")
    return "; ".join(reader.plain_text.partial_move_text(move.split()) for move in moves)


def _add_strictness_select(builder: MessageBuilder, reader: ReaderView, plan: PreparedTurn) -> None:
    locale = reader.locale
    options = [
        discord.SelectOption(label=clip(locale.t(text), 100), value=care, default=care == plan.care)
        for care, text in STRICTNESS_LABELS.items()
    ]
    builder.select(CustomId("plan-care", reader.snapshot.code), locale.t("When it's played"), options)


def _plan_buttons(
    reader: ReaderView, seat: Seat, plan: PreparedTurn, preview: Preview, back: CustomId | None
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Returns the buttons of the plan panel: actions on the plan, then conditions, then the way back."""
    locale, snapshot = reader.locale, reader.snapshot
    code, waiting, is_default_line = snapshot.code, seat not in snapshot.owing_seats(), plan.editing is None
    buttons = []
    if back is not None:
        buttons.append(button(back, locale.t("Back")))
    if not plan.is_empty and waiting and not plan.kept:
        buttons.append(button(CustomId("plan-keep", code), locale.t("Keep"), discord.ButtonStyle.success))
    if plan.line.moves and not waiting:
        play = CustomId("plan", code, snapshot.row.version)
        buttons.append(button(play, locale.t("Play it"), discord.ButtonStyle.success))
    if preview.moves:
        buttons.append(button(CustomId("plan-back", code), locale.t("One move less")))
    if is_default_line and preview.moves and len(preview.moves) == len(plan.line.moves):
        if preview.after is not None and preview.is_uncertain and preview.after.legal(snapshot.game, seat):
            buttons.append(button(CustomId("plan-shows", code), locale.t("If it shows…")))
        buttons.append(button(CustomId("plan-else", code), locale.t("If that doesn't fit…")))
    if waiting and snapshot.owing_seats():
        buttons.append(button(CustomId("plan-if", code), locale.t("If somebody…")))
    if not plan.is_empty:
        at_once_label = locale.t("Wait a little first") if plan.at_once else locale.t("Play it at once")
        if waiting:
            buttons.append(
                button(CustomId("plan-haste", code, args=("no" if plan.at_once else "yes",)), at_once_label)
            )
        buttons.append(button(CustomId("plan-drop", code), locale.t("Drop it")))
    if not is_default_line:
        other = CustomId("plan-line", code, args=(DEFAULT_LINE,))
        buttons.append(button(other, locale.t("In all other cases")))
    buttons.append(button(CustomId("panel", code), locale.t("Back to the table")))
    return buttons


# Buttons and lists


@on_component("panel", "update")
async def panel_button(request: Request, custom_id: CustomId) -> None:
    await show_panel(request, await request.snapshot(custom_id.game))


@on_component("plan-next", "update")
async def choose_after_reveal(request: Request, custom_id: CustomId) -> None:
    """Choose a move, or a kind of move, to play regardless of the reveal."""
    after = custom_id.args[1:2]
    await choose_for_plan(request, custom_id, (*after, *request.selected_value.split()))


async def choose_for_plan(request: Request, custom_id: CustomId, tokens: tuple[str, ...]) -> None:
    """Choose the next token of a move for the plan. The last token adds the move."""
    snapshot = await request.snapshot(custom_id.game)
    after, *chosen = tokens or ("",)
    seat, preview = await _load_preview(request, snapshot)
    if preview is None or custom_id.version != snapshot.row.version or str(len(preview.moves)) != after:
        await show_plan(request, snapshot, note=refusal_text(request.locale, Refusal("stale")))
        return
    narrowing = narrow(_legal_next(snapshot, seat, preview), chosen)
    if narrowing is None:
        await show_plan(request, snapshot, note=refusal_text(request.locale, Refusal("illegal")))
    elif narrowing.move is not None and chosen:
        await _add_moves(request, custom_id, [str(narrowing.move)], len(preview.moves))
    else:
        await show_plan(request, snapshot, chosen=narrowing.chosen if chosen else ())


def _legal_next(snapshot: GameSnapshot, seat: Seat, preview: Preview) -> Sequence[Move]:
    return () if preview.after is None else preview.after.legal(snapshot.game, seat)


async def choose_several_for_plan(request: Request, custom_id: CustomId, tokens: tuple[str, ...]) -> None:
    snapshot = await request.snapshot(custom_id.game)
    seat, preview = await _load_preview(request, snapshot)
    legal = _legal_next(snapshot, seat, preview) if preview else ()
    await choose_for_plan(
        request, custom_id, (*tokens, combined_token(legal, tokens[1:], request.selected_values))
    )


async def add_shortcut_to_plan(request: Request, custom_id: CustomId, number: int) -> None:
    """Add all moves of a shortcut."""
    snapshot = await request.snapshot(custom_id.game)
    seat, preview = await _load_preview(request, snapshot)
    if preview is None or preview.after is None or not preview.after.is_certain:
        raise Denied("unknown_button")
    hypothetical = replace(snapshot, state=preview.state)
    shortcut = shortcuts.find_shortcut(hypothetical, seat, number, custom_id.version)
    await _add_moves(request, custom_id, [str(move) for move in shortcut.moves], len(preview.moves))


async def turn_plan_page(request: Request, custom_id: CustomId, page: int, chosen: tuple[str, ...]) -> None:
    await show_plan(request, await request.snapshot(custom_id.game), chosen=chosen, page=page)


async def _load_preview(request: Request, snapshot: GameSnapshot) -> tuple[Seat, Preview | None]:
    seat = require_seat(snapshot, request.actor.id)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    return seat, conditional_moves.preview_line(snapshot, seat, plan)


async def _add_moves(request: Request, custom_id: CustomId, moves: list[str], after: int) -> None:
    snapshot = await conditional_moves.add_moves(
        request.service, custom_id.game, request.actor.id, moves, version=custom_id.version, after=after
    )
    await show_plan(request, snapshot)


@on_component("plan", "update")
async def play_plan(request: Request, custom_id: CustomId) -> None:
    """Play the whole line now, as it is the player's turn."""
    snapshot = await autoplay.play_now(
        request.service, custom_id.game, request.actor, interaction_id=request.id, version=custom_id.version
    )
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("Your plan was played."))


@on_component("plan-keep", "update")
async def activate_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.activate(request.service, custom_id.game, request.actor.id)
    await show_panel(
        request,
        snapshot,
        note=request.locale.t("Kept. It's played when your turn comes; until then only you know."),
    )


@on_component("plan-back", "update")
async def remove_last_move(request: Request, custom_id: CustomId) -> None:
    await show_plan(
        request, await conditional_moves.remove_last_move(request.service, custom_id.game, request.actor.id)
    )


@on_component("plan-care", "update")
async def set_strictness(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.set_strictness(
        request.service, custom_id.game, request.actor.id, request.selected_value
    )
    await show_plan(request, snapshot)


@on_component("plan-haste", "update")
async def set_at_once(request: Request, custom_id: CustomId) -> None:
    at_once = custom_id.args == ("yes",)
    snapshot = await conditional_moves.set_at_once(
        request.service, custom_id.game, request.actor.id, at_once=at_once
    )
    await show_plan(request, snapshot)


@on_component("plan-drop", "update")
async def drop_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.drop(request.service, custom_id.game, request.actor.id)
    await show_panel(request, snapshot, note=request.locale.t("The plan is dropped."))
