"""The plan panel: a player prepares or tries out a turn (conditional moves), and activates or drops it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import discord

from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import check_dealt
from bot.chat.messages.custom_id import CustomId, choice_id, parse_digits
from bot.chat.messages.message_builder import SELECT_LIMIT, MessageBuilder, button, option
from bot.chat.table.answers import add_question
from bot.chat.table.panel import add_picture, preview_lines, show_outdated, show_panel
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
BUTTON_STYLES = dict.fromkeys(("plan-keep", "plan"), discord.ButtonStyle.success)
DEFAULT_LINE = "otherwise"
MAX_LISTS = 3
MAX_COUNT_DIGITS = 2


@dataclass(frozen=True)
class OwnPlan:
    """A user's plan in a game, empty if there is none, and the game as they see it."""

    reader: ReaderView
    seat: Seat
    plan: PreparedTurn

    @cached_property
    def preview(self) -> Preview | None:
        return conditional_moves.preview_line(self.reader.snapshot, self.seat, self.plan)

    @property
    def is_waiting(self) -> bool:
        """True if it is not the owner's turn."""
        return self.seat not in self.reader.snapshot.owing_seats()

    def legal_next(self) -> Sequence[Move]:
        """The legal moves after the edited line."""
        after = self.preview.after if self.preview is not None else None
        return () if after is None else after.legal(self.reader.snapshot.game, self.seat)


async def load_plan(request: Request, snapshot: GameSnapshot) -> OwnPlan:
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    return OwnPlan(request.context.reader_view(snapshot, seat, request.locale), seat, plan)


# The panel


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
    own = await load_plan(request, snapshot)
    if own.preview is None and own.plan.editing is not None:
        own = replace(own, plan=own.plan.model_copy(update={"editing": None}))
    if own.preview is None:
        await show_panel(request, snapshot, note=request.locale.t("You have no turn to prepare right now."))
        return
    await request.respond(await plan_panel(own, own.preview, chosen, page, note))


async def plan_panel(
    own: OwnPlan, preview: Preview, chosen: tuple[str, ...], page: int, note: str
) -> MessageBuilder:
    """Build the plan panel: the moves so far, the previewed state, the next question, the plan's options."""
    reader, seat = own.reader, own.seat
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {_heading(own)}", note)
    builder.text(*_plan_lines(own, preview))
    previewed = replace(reader, snapshot=replace(reader.snapshot, state=preview.state))
    choices = Choices(previewed, seat, (PLAN_PREFIX, str(len(preview.moves))))
    back = None
    if preview.after is not None and preview.after.is_certain:
        back = await _ask_next(builder, choices, chosen, page)
    else:
        await _show_last_certain(builder, reader, seat, preview)
        if preview.is_uncertain:
            back = _ask_after_reveal(builder, choices, own.legal_next(), chosen)
        else:
            builder.text(reader.locale.t("-# Here your turn ends."))
    if not own.plan.is_empty:
        _add_line_select(builder, own)
        _add_strictness_select(builder, reader, own.plan)
    return builder.buttons(*_plan_buttons(own, preview, back))


async def _ask_next(
    builder: MessageBuilder, choices: Choices, chosen: tuple[str, ...], page: int
) -> CustomId | None:
    """Show the state after the line and ask for the next move. Returns the custom id of Back, or None."""
    reader, seat = choices.reader, choices.seat
    moves = reader.snapshot.legal(seat)
    narrowing = narrow(moves, chosen or choices.implied_tokens(moves))
    question = choices.question(narrowing, page) if narrowing and narrowing.move is None else None
    await add_picture(builder, reader, seat, (), question)
    if question is not None:
        add_question(builder, choices, question)
    if not chosen or narrowing is None:
        return None
    return choice_id(choices, "pick", *choices.previous_tokens(moves, narrowing.chosen))


async def _show_last_certain(
    builder: MessageBuilder, reader: ReaderView, seat: Seat, preview: Preview
) -> None:
    """Show the last state that is fully known, with the move planned there."""
    if preview.last_certain is None:
        await add_picture(builder, reader, seat, (), None)
        return
    state, move = preview.last_certain
    known = replace(reader, snapshot=replace(reader.snapshot, state=state))
    await add_picture(builder, known, seat, (move,), None)


def _ask_after_reveal(
    builder: MessageBuilder, choices: Choices, moves: Sequence[Move], chosen: tuple[str, ...]
) -> CustomId | None:
    """Ask by name for a move to play regardless of the reveal. Returns the custom id of Back, or None."""
    reader, locale = choices.reader, choices.reader.locale
    if not moves:
        builder.text(locale.t("-# Here something is revealed: then you decide."))
        return None
    builder.text(locale.t("-# Here something is revealed. What you add now is played whatever it is."))
    narrowing = narrow(moves, chosen) if chosen else None
    if narrowing is None and len(moves) > SELECT_LIMIT:
        labels = {move.kind: reader.plain_text.kind_label(move.kind) for move in moves}
    else:
        offered = moves if narrowing is None else narrowing.moves
        labels = {str(move): reader.plain_text.partial_move_text(move.tokens()) for move in offered}
    if len(labels) <= MAX_BUTTONS:
        answers = [
            (choice_id(choices, "pick", *text.split()), label, reader.emoji_for(text.split()[:1]))
            for text, label in labels.items()
        ]
        style = discord.ButtonStyle.primary
        builder.buttons(
            *(button(custom_id, label, style, emoji=emoji) for custom_id, label, emoji in answers)
        )
    else:
        options = [option(text, label) for text, label in labels.items()]
        builder.selects(
            choice_id(choices, "plan-next"), locale.t("Whatever comes…"), options, max_lists=MAX_LISTS
        )
    return choice_id(choices, "pick") if chosen else None


def _plan_buttons(own: OwnPlan, preview: Preview, back: CustomId | None) -> list[discord.ui.Button[Any]]:
    """Returns the buttons of the plan panel: actions on the plan, then conditions, then the way back."""
    plan, t, code, waiting = own.plan, own.reader.locale.t, own.reader.snapshot.code, own.is_waiting
    at_end = plan.editing is None and preview.moves and len(preview.moves) == len(plan.line.moves)
    haste, haste_label = ("no", t("Wait a little first")) if plan.at_once else ("yes", t("Play it at once"))
    rows: list[tuple[object, CustomId, str]] = [
        (not plan.is_empty and waiting and not plan.kept, CustomId("plan-keep", code), t("Keep")),
        (
            plan.line.moves and not waiting,
            CustomId("plan", code, own.reader.snapshot.fingerprint(own.seat)),
            t("Play it"),
        ),
        (preview.moves, CustomId("plan-back", code), t("One move less")),
        (
            at_end and preview.is_uncertain and own.legal_next(),
            CustomId("plan-shows", code),
            t("If it shows…"),
        ),
        (at_end, CustomId("plan-else", code), t("If that doesn't fit…")),
        (waiting and own.reader.snapshot.owing_seats(), CustomId("plan-if", code), t("If somebody…")),
        (not plan.is_empty and waiting, CustomId("plan-haste", code, args=(haste,)), haste_label),
        (not plan.is_empty, CustomId("plan-drop", code), t("Drop it")),
        (
            plan.editing is not None,
            CustomId("plan-line", code, args=(DEFAULT_LINE,)),
            t("In all other cases"),
        ),
        (True, CustomId("panel", code), t("Back to the table")),
    ]
    shown = [(custom_id, label) for is_shown, custom_id, label in rows if is_shown]
    if back is not None:
        shown.insert(0, (back, t("Back")))
    secondary = discord.ButtonStyle.secondary
    return [button(each, label, BUTTON_STYLES.get(each.verb, secondary)) for each, label in shown]


# Texts and options of a plan


def _heading(own: OwnPlan) -> str:
    if own.plan.editing is not None:
        return condition_text(own, own.plan.conditions[own.plan.editing])
    locale = own.reader.locale
    return locale.t("prepare your turn") if own.is_waiting else locale.t("try it out")


def condition_text(own: OwnPlan, condition: Condition) -> str:
    """Returns when a conditional line is played."""
    locale, plain = own.reader.locale, own.reader.plain_text
    if condition.seat is not None:
        who, move = plain.player_names[condition.seat], plain.partial_move_text(condition.move.split())
        return locale.t("if {who} does this: {move}", who=who, move=move)
    if condition.seen:
        snapshot, after = own.reader.snapshot, condition.after
        events = conditional_moves.possible_reveals(snapshot, own.seat, own.plan, after)
        shown = [plain.event_text(event) for event in events if event_digest(event) in condition.seen]
        return locale.t("if it shows this: {what}", what=" / ".join(map(without_full_stop, shown)) or "…")
    failing = own.plan.line.moves[condition.after : condition.after + 1]
    move = plain.partial_move_text(failing[0].split()) if failing else "…"
    return locale.t("if this doesn't fit any more: {move}", move=move)


def without_full_stop(sentence: str) -> str:
    return sentence.rstrip(".")


def _plan_lines(own: OwnPlan, preview: Preview) -> list[str]:
    """Returns the moves of the plan, and a line on its status."""
    locale, plan, lines = own.reader.locale, own.plan, preview_lines(own.reader, own.seat, preview)
    if plan.kept:
        care = locale.t(STRICTNESS_LABELS[plan.care])
        lines.append(locale.t("-# Kept: it's played when your turn comes, {care}.", care=care))
    elif plan.misfit:
        lines.append(misfit_text(locale, plan))
    elif not preview.moves and plan.editing is None:
        lines.append(locale.t("-# Only you see this. Nothing is played until you keep it."))
    return lines


def misfit_text(locale: Locale, plan: PreparedTurn) -> str:
    """Returns why a plan was not played."""
    return locale.t(MISFIT_TEXTS[plan.misfit], n=plan.misfit_at)


def _add_line_select(builder: MessageBuilder, own: OwnPlan) -> None:
    """Add a list of the lines of the plan, if it has conditions."""
    locale, plan = own.reader.locale, own.plan
    if not plan.conditions:
        return
    lines = [(DEFAULT_LINE, locale.t("in all other cases"), plan.line)]
    lines += [
        (str(number), condition_text(own, each), each.line) for number, each in enumerate(plan.conditions)
    ]
    edited = DEFAULT_LINE if plan.editing is None else str(plan.editing)
    options = [
        option(value, text, description=_moves_text(own.reader, line.moves), default=value == edited)
        for value, text, line in lines[:SELECT_LIMIT]
    ]
    builder.select(CustomId("plan-line", own.reader.snapshot.code), locale.t("Which line?"), options)


def _moves_text(reader: ReaderView, moves: Sequence[str]) -> str:
    if not moves:
        return reader.locale.t("then you decide")
    return "; ".join(reader.plain_text.partial_move_text(move.split()) for move in moves)


def _add_strictness_select(builder: MessageBuilder, reader: ReaderView, plan: PreparedTurn) -> None:
    locale = reader.locale
    options = [
        option(care, locale.t(text), default=care == plan.care) for care, text in STRICTNESS_LABELS.items()
    ]
    builder.select(CustomId("plan-care", reader.snapshot.code), locale.t("When it's played"), options)


# Choosing moves for the plan


@on_component("plan-next", "update")
async def choose_after_reveal(request: Request, custom_id: CustomId) -> None:
    """Choose a move, or a kind of move, to play regardless of the reveal."""
    await choose_for_plan(request, custom_id, (*custom_id.args[1:2], *request.selected_value.split()))


async def choose_for_plan(request: Request, custom_id: CustomId, tokens: tuple[str, ...]) -> None:
    """Choose the next token of a move for the plan. The last token adds the move."""
    snapshot = await request.snapshot(custom_id.game)
    after, *chosen = tokens or ("",)
    own = await load_plan(request, snapshot)
    planned = parse_digits(after, MAX_COUNT_DIGITS)
    if (
        own.preview is None
        or planned is None
        or not conditional_moves.is_unchanged(snapshot, own.seat, own.preview, custom_id.seen, planned)
    ):
        await show_outdated(request, snapshot, in_plan=True)
        return
    narrowing = narrow(own.legal_next(), chosen)
    if narrowing is None:
        await show_plan(request, snapshot, note=refusal_text(request.locale, Refusal("illegal")))
    elif narrowing.move is not None and chosen:
        await _add_moves(request, custom_id, (narrowing.move,), planned)
    else:
        await show_plan(request, snapshot, chosen=narrowing.chosen if chosen else ())


async def choose_several_for_plan(request: Request, custom_id: CustomId, tokens: tuple[str, ...]) -> None:
    own = await load_plan(request, await request.snapshot(custom_id.game))
    token = combined_token(own.legal_next(), tokens[1:], request.selected_values)
    await choose_for_plan(request, custom_id, (*tokens, token))


async def add_shortcut_to_plan(request: Request, custom_id: CustomId, number: int) -> None:
    """Add all moves of a shortcut."""
    snapshot = await request.snapshot(custom_id.game)
    own = await load_plan(request, snapshot)
    preview = own.preview
    if preview is None or preview.after is None or not preview.after.is_certain:
        raise Denied("unknown_button")
    hypothetical = replace(snapshot, state=preview.state)
    shortcut = shortcuts.find_shortcut(hypothetical, own.seat, number, custom_id.seen)
    await _add_moves(request, custom_id, shortcut.moves, len(preview.moves))


async def turn_plan_page(request: Request, custom_id: CustomId, page: int, chosen: tuple[str, ...]) -> None:
    await show_plan(request, await request.snapshot(custom_id.game), chosen=chosen, page=page)


async def _add_moves(request: Request, custom_id: CustomId, moves: Sequence[Move], after: int) -> None:
    add = partial(conditional_moves.add_moves, seen=custom_id.seen, after=after)
    await edit_plan(request, custom_id, add, [str(move) for move in moves])


# Changing, activating and dropping the plan


async def edit_plan(
    request: Request, custom_id: CustomId, change: Callable[..., Awaitable[GameSnapshot]], *args: object
) -> None:
    """Apply a use case to the user's plan, and show it."""
    await show_plan(request, await change(request.service, custom_id.game, request.actor.id, *args))


@on_component("plan-back", "update")
async def remove_last_move(request: Request, custom_id: CustomId) -> None:
    await edit_plan(request, custom_id, conditional_moves.remove_last_move)


@on_component("plan-care", "update")
async def set_strictness(request: Request, custom_id: CustomId) -> None:
    await edit_plan(request, custom_id, conditional_moves.set_strictness, request.selected_value)


@on_component("plan-haste", "update")
async def set_at_once(request: Request, custom_id: CustomId) -> None:
    at_once = custom_id.args == ("yes",)
    await edit_plan(request, custom_id, partial(conditional_moves.set_at_once, at_once=at_once))


@on_component("plan", "update")
async def play_plan(request: Request, custom_id: CustomId) -> None:
    """Play the whole line now, as it is the player's turn."""
    snapshot = await autoplay.play_now(
        request.service, custom_id.game, request.actor, interaction_id=request.id, seen=custom_id.seen
    )
    request.context.wake()
    await show_panel(request, snapshot, note=request.locale.t("Your plan was played."))


@on_component("plan-keep", "update")
async def activate_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.activate(request.service, custom_id.game, request.actor.id)
    note = request.locale.t("Kept. It's played when your turn comes; until then only you know.")
    await show_panel(request, snapshot, note=note)


@on_component("plan-drop", "update")
async def drop_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.drop(request.service, custom_id.game, request.actor.id)
    await show_panel(request, snapshot, note=request.locale.t("The plan is dropped."))
