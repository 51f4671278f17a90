"""A player's decision: the legal moves narrowed by what is chosen, and the texts and picture that go with it.

The panel in the chat and the play page on the web show the same `PanelState`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import db
from bot.i18n import N_
from bot.play.core import GameSnapshot, Seen, lessons
from bot.play.core.lessons import LessonProgress
from bot.play.core.narrowing import Narrowing, narrow
from bot.play.history import story
from bot.play.history.story import SinceLastChoice
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import PreparedTurn, Preview
from bot.play.turns import hints, shortcuts
from bot.play.turns.choosing import NOTHING_SELECTED, ChosenTokens, Selection
from bot.play.turns.undo import load_ways_back
from bot.views.answers_text import card_texts, component_texts
from bot.views.choices import SHORTCUT_PREFIX, Choices, Question, shared_facts
from bot.views.markup import relative_time
from bot.views.pace_text import pause_text
from bot.views.reader_view import ReaderView, Shown
from bot.views.story_text import missed_text
from bot.views.text_only import section_text
from rules.game import Move, Seat

_LESSON_OVER_TEXT = N_(
    "**That's the lesson.** Play on to the end, or leave: this game doesn't count. "
    "Next, play a whole game with `/new now`, or open a table for your friends with "
    "`/new`."
)
MAX_NUMBER_DIGITS = 9
MAX_BUTTONS_BELOW_HINT = 5  # More would not fit one phone screen with it.


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
    ways_back: frozenset[Move] = frozenset()

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.reader, self.seat, ways_back=self.ways_back)

    @cached_property
    def moves(self) -> Sequence[Move]:
        snapshot = self.reader.snapshot
        legal = () if snapshot.players[self.seat].resigned else snapshot.legal(self.seat)
        return self.choices.offered(legal)

    @cached_property
    def narrowing(self) -> Narrowing | None:
        """The moves that fit the chosen tokens, or the tokens that need no question."""
        if not self.moves:
            return None
        choices, moves = self.choices, self.moves
        tokens = self.selection.chosen or choices.only_move_tokens(moves) or choices.implied_tokens(moves)
        # An earlier panel may have offered what only takes something back by now.
        return narrow(moves, tokens) or narrow(self.reader.snapshot.legal(self.seat), tokens)

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

    @property
    def card_texts(self) -> list[str]:
        """The texts of the cards that the intended move or the answers name."""
        if not self.intended:
            return card_texts(self.choices, self.question) if self.question else []
        reader, move = self.reader, self.intended[0]
        facts = shared_facts(reader, self.seat, (move,))
        return component_texts(reader, reader.plain_text.label_subjects(move, facts))

    @property
    def previous_tokens(self) -> ChosenTokens:
        """The tokens that lead back to the previous question, or to the start of the move."""
        shortcut = self.selection.shortcut
        if shortcut is not None and not shortcut.promoted:
            return (shortcut.menu,)
        return self.choices.previous_tokens(self.moves, self.narrowing.chosen) if self.narrowing else ()

    @property
    def intent_lines(self) -> list[str]:
        """The intended moves in words: what the player is about to do, then a line per move if several."""
        reader, shortcut, move = self.reader, self.selection.shortcut, self.intended[0]
        intent = (
            reader.game_text.intent_text(move, shared_facts(reader, self.seat, (move,)))
            if shortcut is None
            else reader.game_text.phrase_text(shortcut.name)
        )
        return [f"**{intent}**", *_move_lines(reader, self.seat, self.intended)]

    @property
    def confirm_label(self) -> str:
        """The label of the button that plays the intended moves; in words it names them."""
        t, shortcut, move = self.reader.locale.t, self.selection.shortcut, self.intended[0]
        label = t("Play it now") if self.selection.delayed else t("Confirm")
        if not self.reader.text_only:
            return label
        plain_text = self.reader.plain_text
        intent = (
            plain_text.intent_text(move, shared_facts(self.reader, self.seat, (move,)))
            if shortcut is None
            else plain_text.phrase_text(shortcut.name)
        )
        return t("{what}: {values}", what=label, values=intent)

    @property
    def finality_text(self) -> str:
        """Whether the intended moves end the turn, and when they are final. Empty if there is no need."""
        reader, seat, t, delayed = self.reader, self.seat, self.reader.locale.t, self.selection.delayed
        game, (*first, last) = reader.snapshot.game, self.intended
        before = shortcuts.apply_moves(reader.snapshot, seat, first).state
        sentences = []
        if game.label_facts(before, seat, last).get("ends") == "turn":
            sentences.append(t("This ends your turn."))
        if delayed is not None:
            sentences.append(
                t("Plays {when} and can't be undone. Tap Back to cancel.", when=relative_time(delayed.due))
            )
        elif shortcuts.apply_moves(reader.snapshot, seat, self.intended).barrier:
            sentences.append(t("You can't undo this."))
        return f"-# {' '.join(sentences)}" if sentences else ""


async def load_panel_state(
    reads: db.Reads, reader: ReaderView, seat: Seat, selection: Selection, note: str | None = ""
) -> PanelState:
    """Load everything that the panel of a seat shows.

    A note of None stands for what happened since the player's last move.
    """
    snapshot = reader.snapshot
    since_last = await story.since_last_choice(reads, snapshot, seat)
    if note is None:
        note = await missed_text(reads, reader, since_last)
        if reader.text_only and note:
            note = section_text(reader.locale.t("Since your last move"), note.split("\n"))
    return PanelState(
        reader,
        seat,
        selection,
        since_last,
        lesson=await lessons.find_progress(reads, snapshot),
        plan=await _find_plan(reads, snapshot, seat),
        note=note,
        ways_back=await load_ways_back(reads, snapshot, seat, since_last.log),
    )


async def _find_plan(reads: db.Reads, snapshot: GameSnapshot, seat: Seat) -> PreparedTurn | None:
    """Load the player's plan, with its default line to be shown."""
    person = snapshot.players[seat].person
    plan = None if person is None else await conditional_moves.find(reads, snapshot, person)
    return None if plan is None else plan.model_copy(update={"editing": None})


def selection_from_args(
    snapshot: GameSnapshot, seat: Seat, args: Sequence[str], seen: Seen | None
) -> Selection:
    """Returns the selection that `PanelState.selection_args` wrote, or none if the decision has changed."""
    if not args or not snapshot.is_unchanged(seat, seen):
        return NOTHING_SELECTED
    first = args[0].removeprefix(SHORTCUT_PREFIX)
    if first == args[0]:
        return Selection(tuple(args)) if narrow(snapshot.legal(seat), args) else NOTHING_SELECTED
    number, _, depth = first.partition(".")
    offered = shortcuts.shortcuts_at(snapshot, seat)
    if not _is_number(number) or (depth and not _is_number(depth)) or int(number) >= len(offered):
        return NOTHING_SELECTED
    index = int(number)
    return Selection(ambiguous=(index, int(depth))) if depth else Selection(shortcut=offered[index])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS


def owed_line(reader: ReaderView, seat: Seat) -> str:
    """Returns what this player owes, or for whom they wait."""
    t, snapshot = reader.locale.t, reader.snapshot
    if snapshot.players[seat].resigned:
        return t("you resigned this game")
    if pause := pause_text(snapshot, reader.locale):
        return pause
    owing = snapshot.owing_seats()
    if seat in owing:
        return reader.owed_text(seat)
    names = reader.game_text.player_names
    return t("waiting for {who}", who=reader.locale.join_list(names[other] for other in sorted(owing)))


class ShownDecision(Shown, total=False):
    """The arguments with which `ReaderView.focus` draws a decision."""

    moves: tuple[Move, ...]
    answers: Mapping[int, str]


def shown_decision(
    reader: ReaderView, seat: Seat, intended: Sequence[Move], question: Question | None
) -> ShownDecision:
    """Returns what a picture of a decision shows: the result of the intended moves, or numbered answers.

    Moves that reveal something are only marked as an intention, so that the picture reveals nothing.
    """
    if not intended:
        if question is None:
            return ShownDecision(prompt=None)
        return ShownDecision(prompt=question.prompt, answers=question.labels_by_number())
    current, step = reader.snapshot.state, shortcuts.apply_moves(reader.snapshot, seat, intended)
    moves = tuple(intended)
    if not step.reveals:
        return ShownDecision(state=step.state, since=current, moves=moves)
    *first, intention = intended
    if not first:
        return ShownDecision(intention=intention, moves=moves)
    state = shortcuts.apply_moves(reader.snapshot, seat, first).state
    return ShownDecision(state=state, since=current, intention=intention, moves=moves)


def _move_lines(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Yields a numbered line per move, each with the facts before it, if there are several moves."""
    game, state = reader.snapshot.game, reader.snapshot.state
    for number, move in enumerate(moves if len(moves) > 1 else (), start=1):
        yield f"{number}. {reader.game_text.intent_text(move, game.label_facts(state, seat, move))}"
        state = game.apply(state, seat, move).state
