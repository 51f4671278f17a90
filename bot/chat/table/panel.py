"""A player's private panel: a picture of the decision, and the legal moves narrowed field by field.

`build_panel` is the layout. Each section below it is built from one `PanelState`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

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
    parse_number,
)
from bot.chat.table.answers import add_question, card_texts, component_texts
from bot.chat.table.end_panel import build_end_panel
from bot.chat.table.looks import shorten_id
from bot.i18n import N_
from bot.play.account import preferences
from bot.play.core import lessons
from bot.play.core.authorization import require_seat
from bot.play.core.lessons import LessonProgress
from bot.play.core.narrowing import Narrowing, narrow
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.history.story import SinceLastChoice
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn, Preview
from bot.play.turns import delayed_moves, hints, shortcuts
from bot.play.turns.delayed_moves import DelayedMove
from bot.views.choices import SHORTCUT_PREFIX, Choices, Question, shared_facts
from bot.views.pace_text import pause_text
from bot.views.plan_text import PlanText
from bot.views.reader_view import ReaderView
from bot.views.refusal_text import refusal_text
from bot.views.story_text import missed_text
from rules.game import Move, Refusal, Seat, Shortcut

_DMS_CLOSED_TEXT = N_(
    "-# Your direct messages are closed, so no board comes there; `/play` brings this panel back. "
    "To open them, allow direct messages in the privacy settings of a server where Skald is."
)
_LESSON_OVER_TEXT = N_(
    "**That's the lesson.** Play on to the end, or leave: nothing here counts. Next, play a whole game with "
    "`/new now`, or open a table for your friends with `/new`."
)
MAX_BUTTONS_BELOW_HINT = 5  # More would not fit one phone screen with it.
ChosenTokens = tuple[str, ...]
"""The tokens of a move chosen so far."""


@dataclass(frozen=True, slots=True)
class Selection:
    """How far a player has come in choosing a move.

    `ambiguous` is the number of a shortcut whose name several share, with the number of its moves already
    decided. `delayed` is a move that is played after a delay unless cancelled.
    """

    chosen: ChosenTokens = ()
    shortcut: Shortcut | None = None
    ambiguous: tuple[int, int] | None = None
    delayed: DelayedMove | None = None
    page: int = 0

    @classmethod
    def of_delayed(cls, delayed: DelayedMove) -> "Selection":
        chosen = () if delayed.shortcut else delayed.moves[0].tokens()
        return cls(chosen=chosen, shortcut=delayed.shortcut, delayed=delayed)

    @property
    def is_empty(self) -> bool:
        return not (self.chosen or self.shortcut or self.ambiguous)


NOTHING_SELECTED = Selection()
STALE = Refusal("stale")


@dataclass(frozen=True)
class PanelState:
    """Everything that one panel shows."""

    reader: ReaderView
    seat: Seat
    selection: Selection
    since_last: SinceLastChoice
    lesson: LessonProgress | None
    plan: PreparedTurn | None
    note: str

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.reader, self.seat)

    @cached_property
    def moves(self) -> Sequence[Move]:
        snapshot = self.reader.snapshot
        return () if snapshot.players[self.seat].resigned else snapshot.legal(self.seat)

    @cached_property
    def narrowing(self) -> Narrowing | None:
        """The moves that fit the chosen tokens, or the tokens that need no question."""
        if not self.moves:
            return None
        choices, moves = self.choices, self.moves
        tokens = self.selection.chosen or choices.only_move_tokens(moves) or choices.implied_tokens(moves)
        return narrow(moves, tokens)

    @property
    def considered(self) -> tuple[Move, ...]:
        """The moves still to choose from, or those of the chosen shortcut."""
        if self.selection.shortcut is not None:
            return self.selection.shortcut.moves
        return self.narrowing.moves if self.narrowing else ()

    @cached_property
    def intended(self) -> tuple[Move, ...]:
        """The moves that only need to be confirmed."""
        if self.selection.shortcut is not None:
            return self.selection.shortcut.moves
        return (self.narrowing.move,) if self.narrowing and self.narrowing.move else ()

    @cached_property
    def question(self) -> Question | None:
        page = self.selection.page
        if self.selection.ambiguous is not None:
            return self.choices.shortcut_question(*self.selection.ambiguous, page)
        return (
            None if self.intended or self.narrowing is None else self.choices.question(self.narrowing, page)
        )

    @cached_property
    def plan_preview(self) -> Preview | None:
        """The prepared turn, empty if there is no plan. None if the player has no turn to come."""
        snapshot, plan = self.reader.snapshot, self.plan or PreparedTurn()
        return conditional_moves.preview_line(snapshot, self.seat, plan)

    @property
    def selection_args(self) -> ChosenTokens:
        """The selection as arguments of a custom id; see `selection_from_args`."""
        selection = self.selection
        if selection.delayed is not None:
            return ()
        if selection.shortcut is not None:
            number = shortcuts.shortcuts_at(self.reader.snapshot, self.seat).index(selection.shortcut)
            return (f"{SHORTCUT_PREFIX}{number}",)
        if selection.ambiguous is not None:
            return ("{}{}.{}".format(SHORTCUT_PREFIX, *selection.ambiguous),)
        return selection.chosen

    def tool_id(self, verb: str) -> CustomId:
        """Returns the custom id of a page that replaces this panel and leads back to it."""
        code, seen = self.reader.snapshot.code, self.choices.fingerprint
        return shorten_id(replace(CustomId("panel", code, seen, self.selection_args), verb=verb))

    @cached_property
    def hint(self) -> str | None:
        """The key of the hint that is new to the player: the goal of the game, or advice on this decision.

        A hint helps to decide, so there is none once a move only needs to be confirmed.
        """
        if self.lesson or not self.is_deciding:
            return None
        kinds = dict.fromkeys(move.kind for move in self.considered if not move.is_side_action)
        explained = [kind for kind in kinds if self.reader.game_text.hint_text(kind)]
        return hints.due_hint(self.reader.snapshot, self.seat, explained)

    @property
    def is_deciding(self) -> bool:
        """True while the player has a choice, not once a move only needs to be confirmed."""
        return bool(self.considered) and not (self.intended and not self.selection.is_empty)

    @property
    def introduction(self) -> list[str]:
        """What stands above the picture: a hint, and before the player's first choice the cards that decide
        the game."""
        if self.lesson or not self.is_deciding:
            return []
        snapshot = self.reader.snapshot
        hint = self.reader.game_text.hint_text(self.hint) if self.hint and not self.has_hint_below else None
        is_first_choice = self.since_last.since == snapshot.row.begins
        cards = snapshot.game.key_cards(snapshot.state) if is_first_choice else ()
        return [*([hint] if hint else []), *component_texts(self.reader, cards)]

    @property
    def has_hint_below(self) -> bool:
        """True if the hint stands above the answers: advice on this decision, if there is room for it."""
        buttons = self.question.buttons if self.question else ()
        return self.hint not in (None, hints.GOAL) and len(buttons) <= MAX_BUTTONS_BELOW_HINT

    @property
    def explanations(self) -> list[str]:
        """The current idea of a lesson, with the first question of a move; else advice on this decision."""
        game_text = self.reader.game_text
        if self.lesson is None:
            return [game_text.hint_text(self.hint) or ""] if self.hint and self.has_hint_below else []
        if not self.selection.is_empty:
            return []
        if self.lesson.is_finished:
            return [self.reader.locale.t(_LESSON_OVER_TEXT), game_text.lesson_text("over")]
        step = self.lesson.step_for({move.kind for move in self.moves})
        return [] if step is None else [game_text.lesson_text(step.key)]


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
    state = await load_panel_state(request, snapshot, selection, note)
    await request.respond(await build_panel(state))
    request.context.interactions.panel_refresher.mark_shown(request.actor.id, snapshot.code)


async def load_panel_state(
    request: Request, snapshot: GameSnapshot, selection: Selection, note: str | None = ""
) -> PanelState:
    """Load what the user's panel shows; see `show_panel`."""
    seat = require_seat(snapshot, request.actor.id)
    check_dealt(snapshot)
    since_last = await story.since_last_choice(request.store, snapshot, seat)
    reader = request.reader_view(snapshot, seat)
    if note is None:
        note = await missed_text(request.store, reader, since_last)
    return PanelState(
        reader,
        seat,
        selection,
        since_last,
        lesson=await lessons.find_progress(request.store, snapshot),
        plan=await _find_plan(request, snapshot),
        note=note,
    )


async def _find_plan(request: Request, snapshot: GameSnapshot) -> PreparedTurn | None:
    """Load the user's plan, with its default line to be shown."""
    plan = await conditional_moves.find(request.store, snapshot, request.actor.id)
    return None if plan is None else plan.model_copy(update={"editing": None})


@on_component("panel", "update")
async def panel_button(request: Request, custom_id: CustomId) -> None:
    """Return to the panel, to the question that was open if it is still the same."""
    snapshot = await request.snapshot(custom_id.game)
    await show_panel(request, snapshot, selection_of(request, snapshot, custom_id))


def selection_of(request: Request, snapshot: GameSnapshot, custom_id: CustomId) -> Selection:
    """Returns the selection in a custom id, or none if the decision has changed since."""
    seat, args = require_seat(snapshot, request.actor.id), custom_id.args
    if not args or not snapshot.is_unchanged(seat, custom_id.seen):
        return NOTHING_SELECTED
    first = args[0].removeprefix(SHORTCUT_PREFIX)
    if first == args[0]:
        return Selection(args) if narrow(snapshot.legal(seat), args) else NOTHING_SELECTED
    number, _, depth = first.partition(".")
    offered, index = shortcuts.shortcuts_at(snapshot, seat), parse_number(number)
    if index >= len(offered):
        return NOTHING_SELECTED
    return Selection(ambiguous=(index, parse_number(depth))) if depth else Selection(shortcut=offered[index])


async def open_panel(request: Request, snapshot: GameSnapshot) -> None:
    """Show the panel, starting with what happened since the player's last move."""
    await show_panel(request, snapshot, note=None)


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
        button(CustomId("ahead", code), t("Change it"), PRIMARY)
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
    await preferences.disable_hints(request.service, request.actor.id)
    note = request.locale.t("No more hints. /help brings them back.")
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
    closed_dms = "" if state.lesson else _closed_dms_line(reader, seat)
    builder.text(f"{reader.title} · {owed_line(reader, seat)}", state.note, closed_dms)
    builder.text(*(f"> {text}" for text in dict.fromkeys((*state.introduction, *_card_texts(state)))))
    if state.selection.is_empty:
        _add_plan(builder, state)
    await add_picture(builder, reader, seat, state.intended, state.question)
    builder.text(*(f"> {text}" for text in state.explanations))
    if state.intended:
        _add_confirmation(builder, state)
    elif state.question is not None:
        add_question(builder, state.choices, state.question)
    return builder.buttons(*_tool_buttons(state))


# Its sections


def _card_texts(state: PanelState) -> list[str]:
    """Returns the texts of the cards that the intended move or the answers name."""
    if not state.intended:
        return card_texts(state.choices, state.question) if state.question else []
    reader, move = state.reader, state.intended[0]
    facts = shared_facts(reader, state.seat, (move,))
    return component_texts(reader, reader.plain_text.label_subjects(move, facts))


def _closed_dms_line(reader: ReaderView, seat: Seat) -> str:
    """Tell the player of a private game why no card comes, and how to change that."""
    snapshot = reader.snapshot
    if not snapshot.is_private or not snapshot.users[seat].preferences.dms_closed:
        return ""
    return reader.locale.t(_DMS_CLOSED_TEXT)


def owed_line(reader: ReaderView, seat: Seat) -> str:
    """Returns what this player owes, or for whom they wait."""
    t, snapshot = reader.locale.t, reader.snapshot
    if snapshot.players[seat].resigned:
        return t("you gave this game up")
    if pause := pause_text(snapshot, reader.locale):
        return pause
    owing = snapshot.owing_seats()
    if seat in owing:
        return reader.owed_text(seat)
    names = reader.game_text.player_names
    return t("waiting for {who}", who=reader.locale.join_list(names[other] for other in sorted(owing)))


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
        button(CustomId("ahead", code), t("Change it")),
        button(CustomId("plan-drop", code), t("Drop the plan")),
    ]
    if not is_waiting and preview.moves:
        buttons.insert(0, button(choice_id(state.choices, "plan"), t("Play it"), SUCCESS))
    builder.buttons(*buttons)


async def add_picture(
    builder: MessageBuilder,
    reader: ReaderView,
    seat: Seat,
    intended: Sequence[Move],
    question: Question | None,
) -> None:
    """Add the focus picture with numbered answers or the result of the intended moves, else the board.

    Moves that reveal something are only marked as an intention, so that the picture reveals nothing.
    """
    if intended:
        current, step = reader.snapshot.state, shortcuts.apply_moves(reader.snapshot, seat, intended)
        state = since = intention = None
        if not step.reveals:
            state, since = step.state, current
        else:
            *first, intention = intended
            if first:
                state, since = shortcuts.apply_moves(reader.snapshot, seat, first).state, current
        moves = tuple(intended)
        picture = await reader.focus(state=state, since=since, intention=intention, moves=moves)
    elif question is not None:
        picture = await reader.focus(prompt=question.prompt)
    else:
        picture = await reader.board()
    builder.gallery(picture)


def _add_confirmation(builder: MessageBuilder, state: PanelState) -> None:
    """Add the intended moves as text, and the confirm button."""
    reader, seat, choices, t = state.reader, state.seat, state.choices, state.reader.locale.t
    shortcut, delayed, move = state.selection.shortcut, state.selection.delayed, state.intended[0]
    facts = shared_facts(reader, seat, (move,))
    if shortcut is not None:
        number = shortcuts.shortcuts_at(reader.snapshot, seat).index(shortcut)
        confirm_id = choice_id(choices, "short-go", str(number))
        intent = reader.game_text.phrase_text(shortcut.name)
    else:
        confirm_id = choice_id(choices, "go", *move.tokens())
        intent = reader.game_text.intent_text(move, facts)
    builder.text(f"**{intent}**", *_move_lines(reader, seat, state.intended), _finality_line(state))
    builder.buttons(button(confirm_id, t("Play it now") if delayed else t("Confirm"), SUCCESS))


def _finality_line(state: PanelState) -> str:
    """Returns whether the intended moves end the turn, and when they are final."""
    reader, seat, t, delayed = state.reader, state.seat, state.reader.locale.t, state.selection.delayed
    game, (*first, last) = reader.snapshot.game, state.intended
    before = shortcuts.apply_moves(reader.snapshot, seat, first).state
    sentences = []
    if game.label_facts(before, seat, last).get("ends") == "turn":
        sentences.append(t("This ends your turn."))
    if delayed is not None:
        sentences.append(t("Final {when}. Back stops it.", when=f"<t:{delayed.due // 1000}:R>"))
    elif shortcuts.apply_moves(reader.snapshot, seat, state.intended).barrier:
        sentences.append(t("You can't take this back."))
    return f"-# {' '.join(sentences)}" if sentences else ""


def _move_lines(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Yields a numbered line per move, each with the facts before it, if there are several moves."""
    game, state = reader.snapshot.game, reader.snapshot.state
    for number, move in enumerate(moves if len(moves) > 1 else (), start=1):
        yield f"{number}. {reader.game_text.intent_text(move, game.label_facts(state, seat, move))}"
        state = game.apply(state, seat, move).state


def _tool_buttons(state: PanelState) -> Iterator[Button]:
    snapshot, t = state.reader.snapshot, state.reader.locale.t
    player = snapshot.players[state.seat]
    if snapshot.is_running and player.has_caretaker and not player.resigned:
        yield button(CustomId("back", snapshot.code), t("I'm back"), PRIMARY)
    yield from _back_buttons(state)
    if state.lesson is not None and state.selection.is_empty:
        yield button(state.tool_id("lesson-leave"), t("Leave this lesson"))
    is_waiting = state.seat not in snapshot.owing_seats()
    if is_waiting and state.plan_preview is not None and (state.plan is None or state.plan.is_empty):
        yield button(CustomId("ahead", snapshot.code), t("Prepare my turn"))
    yield button(state.tool_id("board"), t("Board"))
    yield button(state.tool_id("more"), t("More…"))


def _back_buttons(state: PanelState) -> Iterator[Button]:
    """Yields the button back to the previous question, or at the start of a move the one that undoes."""
    choices, t = state.choices, state.reader.locale.t
    if state.selection.delayed is not None:
        yield button(CustomId("unhold", state.reader.snapshot.code), t("Back"))
    elif not state.selection.is_empty:
        yield button(choice_id(choices, "pick", *_previous_tokens(state)), t("Back"))
    elif state.since_last.undos:
        yield button(choice_id(choices, "undo"), t("Undo"))


def _previous_tokens(state: PanelState) -> ChosenTokens:
    """Returns the tokens that lead back to the previous question, or to the start of the move."""
    shortcut = state.selection.shortcut
    if shortcut is not None and not shortcut.promoted:
        return (shortcut.menu,)
    return state.choices.previous_tokens(state.moves, state.narrowing.chosen) if state.narrowing else ()
