"""A player's private panel: a picture of the decision, and the legal moves narrowed field by field.

`build_panel` is the layout. Each section below it is built from one `PanelState`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.chat.interactions import Request, check_dealt, on_component, on_game_component
from bot.chat.interactions.requests import run_continuation
from bot.chat.messages import (
    PRIMARY,
    SUCCESS,
    Button,
    CustomId,
    MessageBuilder,
    button,
    choice_id,
    link_buttons,
)
from bot.chat.table.answers import add_question
from bot.chat.table.end_panel import build_end_panel
from bot.chat.table.looks import shorten_id
from bot.i18n import N_
from bot.play.account import preferences
from bot.play.core import GameSnapshot, require_seat
from bot.play.history import story
from bot.play.turns import delayed_moves, shortcuts
from bot.play.turns.choosing import NOTHING_SELECTED, Selection
from bot.views.choices import Question
from bot.views.panel import PanelState, load_panel_state, owed_line, selection_from_args, shown_decision
from bot.views.plan_text import PlanText
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from bot.views.story_text import missed_text
from rules.game import Move, Refusal, Seat

_DMS_CLOSED_TEXT = N_(
    "-# Your direct messages are closed, so Skald can't send the board there. "
    "`/play` brings this panel back. To open them, allow direct messages in the "
    "privacy settings of a server with Skald."
)
STALE = Refusal("stale")


async def show_panel(
    request: Request,
    snapshot: GameSnapshot,
    selection: Selection = NOTHING_SELECTED,
    *,
    note: str | None = "",
    just_moved: bool = False,
) -> None:
    """Show the user's panel, and refresh it when their turn comes or what it asks has changed.

    A note of None stands for what happened since the player's last move. `just_moved` skips the query for a
    delayed move, as there can be none.
    """
    seat = require_seat(snapshot, request.actor.id)
    _watch(request, snapshot, seat)
    if selection.is_empty and not just_moved:
        delayed = await delayed_moves.find_pending(request.store, snapshot, seat)
        selection = Selection.of_delayed(delayed) if delayed else selection
    state = await load_own_state(request, snapshot, selection, note)
    builder = await build_panel(state)
    await request.respond(builder.buttons(*await _web_buttons(request, snapshot)))
    request.context.interactions.panel_refresher.mark_shown(request.actor.id, snapshot.code)


@on_component("panel", "update")
async def panel_button(request: Request, custom_id: CustomId) -> None:
    """Return to the panel, to the question that was open if it is still the same."""
    snapshot = await request.snapshot(custom_id.game)
    await show_panel(request, snapshot, selection_of(request, snapshot, custom_id))


async def open_panel(request: Request, snapshot: GameSnapshot) -> None:
    """Show the panel, starting with what happened since the player's last move."""
    await show_panel(request, snapshot, note=None)


async def _web_buttons(request: Request, snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Returns the link that opens the user's seat in the browser, if the web board is served."""
    web_links = request.context.web_links
    url = None if web_links is None else await web_links.seat_url(snapshot, request.actor.id)
    return link_buttons(url, request.locale.t("Play in the browser"))


async def load_own_state(
    request: Request, snapshot: GameSnapshot, selection: Selection, note: str | None = ""
) -> PanelState:
    """Load what the user's panel shows; see `show_panel`."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    return await load_panel_state(request.store, request.reader_view(snapshot, seat), seat, selection, note)


def selection_of(request: Request, snapshot: GameSnapshot, custom_id: CustomId) -> Selection:
    """Returns the selection in a custom id, or none if the decision has changed since."""
    seat = require_seat(snapshot, request.actor.id)
    return selection_from_args(snapshot, seat, custom_id.args, custom_id.seen)


def tool_id(state: PanelState, verb: str) -> CustomId:
    """Returns the custom id of a page that replaces this panel and leads back to it."""
    code, seen = state.reader.snapshot.code, state.choices.fingerprint
    return shorten_id(replace(CustomId("panel", code, seen, state.selection_args), verb=verb))


async def show_outdated(
    request: Request, snapshot: GameSnapshot, *, in_plan: bool = False, refusal: Refusal = STALE
) -> None:
    """Say why a tap was refused. A tap on the button shows the decision as it is now.

    Not at once, because a second tap at the same position would then hit an answer the player never read.
    """
    seat, text = require_seat(snapshot, request.actor.id), refusal_text(request.locale, refusal)
    if not in_plan and seat not in snapshot.owing_seats():
        await show_panel(request, snapshot, note=text)
        return
    since_last = await story.since_last_choice(request.store, snapshot, seat)
    missed = await missed_text(request.store, request.reader_view(snapshot, seat), since_last)
    code, t = snapshot.code, request.locale.t
    again = (
        button(CustomId("ahead", code), t("Change the plan"), PRIMARY)
        if in_plan
        else button(CustomId("panel", code), t("Back to the table"), PRIMARY)
    )
    await request.respond(confirmation(request, snapshot, "\n".join(filter(None, (text, missed))), again))


def _watch(request: Request, snapshot: GameSnapshot, seat: Seat) -> None:
    """Refresh the panel when the player's turn comes or their decision changes, while the interaction lives.

    Computer players need seconds, and friends who play at the same time not much longer.
    """
    player = snapshot.players[seat]
    if not snapshot.is_running or player.resigned or player.has_caretaker:
        return

    async def show_turn(request: Request) -> None:
        await open_panel(request, await request.snapshot(snapshot.code))

    request.context.interactions.panel_refresher.watch(
        request.service.now(), request.actor.id, snapshot, seat, partial(run_continuation, request, show_turn)
    )


@on_game_component("hints", "update")
async def disable_hints(request: Request, snapshot: GameSnapshot) -> None:
    await preferences.save(request.service, request.actor.id, hints=False)
    note = request.locale.t("Hints are off. /help turns them on again.")
    await show_panel(request, await request.snapshot(snapshot.code), note=note)


def confirmation(request: Request, snapshot: GameSnapshot, question: str, answer: Button) -> MessageBuilder:
    """Build a question about a game with one button, in place of the panel."""
    reader = request.reader_view(snapshot, None)
    return MessageBuilder(reader.colour).text(reader.title, question).buttons(answer)


# The layout


async def build_panel(state: PanelState) -> MessageBuilder:
    """Build the sections of the panel, from top to bottom.

    Picture, question and answers follow each other, so that a phone shows them on one screen.
    """
    reader, seat = state.reader, state.seat
    if reader.snapshot.is_over:
        return await build_end_panel(reader, state.note)
    builder = MessageBuilder(reader.colour)
    closed_dms = "" if state.lesson else closed_dms_line(reader, seat)
    heading = "### " if reader.text_only else ""
    builder.text(f"{heading}{reader.title} · {owed_line(reader, seat)}", state.note, closed_dms)
    builder.text(*(f"> {text}" for text in dict.fromkeys((*state.introduction, *state.card_texts))))
    if state.selection.is_empty:
        _add_plan(builder, state)
    if state.question is not None and reader.text_only and not state.selection.is_empty:
        add_chosen_part(builder, reader, state.question)
    else:
        await add_picture(builder, reader, seat, state.intended, state.question)
    builder.text(*(f"> {text}" for text in state.explanations))
    if state.intended:
        _add_confirmation(builder, state)
    elif state.question is not None:
        is_explained = state.lesson is not None and bool(state.explanations)
        add_question(builder, state.choices, state.question, is_explained=is_explained)
    return builder.buttons(*tool_buttons(state))


# Its sections


def closed_dms_line(reader: ReaderView, seat: Seat) -> str:
    """Tell the player of a private game why no card comes, and how to change that."""
    snapshot = reader.snapshot
    if not snapshot.is_private or not snapshot.users[seat].preferences.dms_closed:
        return ""
    return reader.locale.t(_DMS_CLOSED_TEXT)


def _add_plan(builder: MessageBuilder, state: PanelState) -> None:
    """Add the plan with its buttons, if there is one."""
    reader, plan, t, code = state.reader, state.plan, state.reader.locale.t, state.reader.snapshot.code
    preview = state.plan_preview
    lines = list(PlanText(reader, state.seat, plan).summary(preview)) if plan and preview else []
    if plan is None or preview is None or not lines:
        return
    is_waiting = state.seat not in reader.snapshot.owing_seats()
    heading = t("Your turn is prepared:") if plan.kept and is_waiting else t("Your plan:")
    builder.text(heading, *lines)
    buttons = [
        button(CustomId("ahead", code), t("Change the plan")),
        button(CustomId("plan-drop", code), t("Delete the plan")),
    ]
    if not is_waiting and preview.moves:
        buttons.insert(0, button(choice_id(state.choices, "plan"), t("Play this plan"), SUCCESS))
    builder.buttons(*buttons)


async def add_picture(
    builder: MessageBuilder,
    reader: ReaderView,
    seat: Seat,
    intended: Sequence[Move],
    question: Question | None,
) -> None:
    """Add the focus picture with numbered answers or the result of the intended moves, else the board."""
    if intended or question is not None or reader.text_only:
        builder.gallery(await reader.focus(**shown_decision(reader, seat, intended, question)))
    else:
        builder.gallery(await reader.board())


def add_chosen_part(builder: MessageBuilder, reader: ReaderView, question: Question) -> None:
    """Add what has been chosen of a move. In words, only its first question repeats the table."""
    if question.prompt.chosen:
        move = reader.plain_text.partial_move_text(question.prompt.chosen)
        builder.text(reader.locale.t("So far: {move}", move=move))


def _add_confirmation(builder: MessageBuilder, state: PanelState) -> None:
    """Add the intended moves as text, and the confirm button."""
    reader, choices = state.reader, state.choices
    shortcut, move = state.selection.shortcut, state.intended[0]
    if shortcut is not None:
        number = shortcuts.shortcuts_at(reader.snapshot, state.seat).index(shortcut)
        confirm_id = choice_id(choices, "short-go", str(number))
    else:
        confirm_id = choice_id(choices, "go", *move.tokens())
    builder.text(*state.intent_lines, state.finality_text)
    builder.buttons(button(confirm_id, state.confirm_label, SUCCESS))


def tool_buttons(state: PanelState) -> Iterator[Button]:
    snapshot, t = state.reader.snapshot, state.reader.locale.t
    player = snapshot.players[state.seat]
    if snapshot.is_running and player.has_caretaker and not player.resigned:
        yield button(CustomId("back", snapshot.code), t("I'm back"), PRIMARY)
    yield from back_buttons(state)
    if state.lesson is not None and state.selection.is_empty:
        yield button(tool_id(state, "lesson-leave"), t("Leave this lesson"))
    is_waiting = state.seat not in snapshot.owing_seats()
    if is_waiting and state.plan_preview is not None and (state.plan is None or state.plan.is_empty):
        yield button(CustomId("ahead", snapshot.code), t("Prepare my turn"))
    yield button(tool_id(state, "board"), t("See the board"))
    yield button(tool_id(state, "more"), t("More…"))


def back_buttons(state: PanelState) -> Iterator[Button]:
    """Yields the button back to the previous question, or at the start of a move the one that undoes."""
    choices, t = state.choices, state.reader.locale.t
    if state.selection.delayed is not None:
        yield button(CustomId("unhold", state.reader.snapshot.code), t("Back"))
    elif not state.selection.is_empty:
        yield button(choice_id(choices, "pick", *state.previous_tokens), t("Back"))
    elif state.since_last.undos:
        yield button(choice_id(choices, "undo"), t("Undo"))
