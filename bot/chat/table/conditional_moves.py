"""The plan panel: a player prepares or tries out a turn (conditional moves), and activates or drops it."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from bot.chat.interactions import Request, check_dealt, on_component, on_game_component
from bot.chat.messages.custom_id import CustomId, choice_id, parse_digits
from bot.chat.messages.message_builder import (
    PRIMARY,
    SELECT_LIMIT,
    SUCCESS,
    Button,
    MessageBuilder,
    button,
    option,
)
from bot.chat.table.answers import add_question
from bot.chat.table.panel import add_chosen_part, add_picture, show_outdated, show_panel
from bot.play.core import Denied, GameSnapshot, require_seat
from bot.play.core.narrowing import combined_token, narrow
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn, Preview
from bot.play.turns import autoplay, shortcuts
from bot.views.choices import MAX_BUTTONS, Choices
from bot.views.plan_text import PlanText, misfit_text
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from rules.game import Move, Refusal, Seat

PLAN_PREFIX = "~"
"""First token of a custom id for a plan. The number of moves planned so far follows."""
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
    def text(self) -> PlanText:
        return PlanText(self.reader, self.seat, self.plan)

    @property
    def is_waiting(self) -> bool:
        """True if it is not the owner's turn."""
        return self.seat not in self.reader.snapshot.owing_seats()

    def legal_next(self) -> Sequence[Move]:
        """The legal moves after the edited line."""
        after = self.preview.after if self.preview is not None else None
        return () if after is None else after.legal(self.reader.snapshot.game, self.seat)


async def load_plan(request: Request, snapshot: GameSnapshot) -> OwnPlan:
    """Load the user's plan. A condition that can no longer come true is not edited."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id) or PreparedTurn()
    own = OwnPlan(request.reader_view(snapshot, seat), seat, plan)
    if own.preview is None and plan.editing is not None:
        return replace(own, plan=plan.model_copy(update={"editing": None}))
    return own


# The panel


@on_game_component("ahead", "update")
async def show_plan(
    request: Request, snapshot: GameSnapshot, *, chosen: tuple[str, ...] = (), page: int = 0, note: str = ""
) -> None:
    """Show the plan with the state it leads to, and ask for the next move."""
    own = await load_plan(request, snapshot)
    if own.preview is None:
        await show_panel(request, snapshot, note=request.locale.t("You have no turn to prepare right now."))
        return
    await request.respond(await plan_panel(own, own.preview, chosen, page, note))


async def plan_panel(
    own: OwnPlan, preview: Preview, chosen: tuple[str, ...], page: int, note: str
) -> MessageBuilder:
    """Build the plan panel: the moves so far, the previewed state, the next question, what to do with it."""
    reader, seat = own.reader, own.seat
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {plan_heading(own)}", note)
    builder.text(*plan_lines(own), status_line(own, preview))
    previewed = replace(reader, snapshot=replace(reader.snapshot, state=preview.state))
    ways_back = preview.ways_back(reader.snapshot.game, seat)
    choices = Choices(previewed, seat, (PLAN_PREFIX, str(len(preview.moves))), ways_back)
    back = None
    if preview.after is not None and preview.after.is_certain:
        back = await _ask_next(builder, choices, chosen, page)
    else:
        await _show_last_certain(builder, own, preview)
        if preview.is_uncertain:
            back = ask_after_reveal(builder, choices, own, chosen)
        else:
            builder.text(reader.locale.t("-# Your turn ends here."))
    return builder.buttons(*plan_buttons(own, preview, back))


async def _ask_next(
    builder: MessageBuilder, choices: Choices, chosen: tuple[str, ...], page: int
) -> CustomId | None:
    """Show the state after the line and ask for the next move. Returns the custom id of Back, or None."""
    reader, seat = choices.reader, choices.seat
    moves = choices.offered(reader.snapshot.legal(seat))
    narrowing = narrow(moves, chosen or choices.implied_tokens(moves))
    question = choices.question(narrowing, page) if narrowing and narrowing.move is None else None
    if question is not None and reader.text_only and chosen:
        add_chosen_part(builder, reader, question)
    else:
        await add_picture(builder, reader, seat, (), question)
    if question is not None:
        add_question(builder, choices, question)
    if not chosen or narrowing is None:
        return None
    return choice_id(choices, "pick", *choices.previous_tokens(moves, narrowing.chosen))


async def _show_last_certain(builder: MessageBuilder, own: OwnPlan, preview: Preview) -> None:
    """Show the last state that is fully known, with the move planned there."""
    reader, seat = own.reader, own.seat
    found = conditional_moves.last_certain_move(reader.snapshot, seat, own.plan)
    state, moves = (preview.state, ()) if found is None else (found[0], found[1:])
    known = replace(reader, snapshot=replace(reader.snapshot, state=state))
    await add_picture(builder, known, seat, moves, None)


def ask_after_reveal(
    builder: MessageBuilder, choices: Choices, own: OwnPlan, chosen: tuple[str, ...]
) -> CustomId | None:
    """Ask by name for a move to play after a reveal. Returns the custom id of Back, or None."""
    reader, locale, moves = choices.reader, choices.reader.locale, own.legal_next()
    if not moves:
        builder.text(locale.t("-# Something is revealed here, so your plan stops and you decide."))
        return None
    if own.plan.editing is None:
        builder.text(
            locale.t("-# Something is revealed here. Moves you add now are played whatever turns up.")
        )
    else:
        builder.text(locale.t("-# Moves you add now are played in this case."))
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
        builder.buttons(
            *(button(custom_id, label, PRIMARY, emoji=emoji) for custom_id, label, emoji in answers)
        )
    else:
        options = [option(text, label) for text, label in labels.items()]
        builder.selects(
            choice_id(choices, "plan-next"), locale.t("Add: whatever turns up…"), options, max_lists=MAX_LISTS
        )
    return choice_id(choices, "pick") if chosen else None


def plan_buttons(own: OwnPlan, preview: Preview, back: CustomId | None) -> Iterator[Button]:
    """Yields the buttons below the answers: what to do with the plan, then the ways back."""
    plan, t, code = own.plan, own.reader.locale.t, own.reader.snapshot.code
    if own.is_waiting and not plan.is_empty and not plan.kept:
        yield button(CustomId("plan-keep", code), t("Save the plan"), SUCCESS)
    if not own.is_waiting and plan.line.moves:
        play = CustomId("plan", code, own.reader.snapshot.fingerprint(own.seat))
        yield button(play, t("Play this plan"), SUCCESS)
    if back is not None or preview.moves:
        yield button(back or CustomId("plan-back", code), t("Back"))
    if plan.editing is not None:
        yield button(CustomId("plan-line", code, args=(DEFAULT_LINE,)), t("In all other cases"))
    elif not plan.is_empty or own.is_waiting:
        yield button(CustomId("plan-more", code), t("Add conditions…"))
    yield button(CustomId("panel", code), t("Back to the table"))


def plan_heading(own: OwnPlan) -> str:
    if own.plan.editing is not None:
        return own.text.condition(own.plan.conditions[own.plan.editing])
    locale = own.reader.locale
    return locale.t("prepare your turn") if own.is_waiting else locale.t("try it out")


def plan_lines(own: OwnPlan) -> list[str]:
    """Returns the edited line, or the whole plan if that is the default line."""
    if own.plan.editing is not None:
        return own.text.numbered(own.preview) if own.preview is not None else []
    return list(own.text.summary(own.preview))


def status_line(own: OwnPlan, preview: Preview) -> str:
    locale, plan = own.reader.locale, own.plan
    if plan.kept:
        return locale.t("-# Plan saved. It's played when your turn comes.")
    if plan.misfit:
        return misfit_text(locale, plan)
    if preview.moves or plan.editing is not None:
        return ""
    if own.is_waiting:
        return locale.t("-# Only you see this. Nothing is played until you save the plan.")
    return locale.t(
        "-# Try moves here and see where they lead. Nothing is played until you tap Play this plan."
    )


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


@on_component("plan", "update")
async def play_plan(request: Request, custom_id: CustomId) -> None:
    """Play the whole line now, as it is the player's turn."""
    snapshot = await autoplay.play_now(
        request.service, custom_id.game, request.actor, interaction_id=request.id, seen=custom_id.seen
    )
    await show_panel(request, snapshot, note=request.locale.t("Your plan was played."))


@on_component("plan-keep", "update")
async def activate_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.activate(request.service, custom_id.game, request.actor.id)
    note = request.locale.t("Plan saved. It's played when your turn comes; until then only you know.")
    await show_panel(request, snapshot, note=note)


@on_component("plan-drop", "update")
async def drop_plan(request: Request, custom_id: CustomId) -> None:
    snapshot = await conditional_moves.drop(request.service, custom_id.game, request.actor.id)
    await show_panel(request, snapshot, note=request.locale.t("Plan deleted."))
