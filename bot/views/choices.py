"""The question a panel asks and its answers: labels, numbering as in the picture, buttons or a list."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from operator import attrgetter
from typing import Literal, NamedTuple

from bot.i18n import MAX_BUTTON_CHARS, MAX_LABEL_CHARS, N_
from bot.play.core.narrowing import MAX_LIST_OPTIONS, Narrowing, are_offered_whole, narrow, previous_tokens
from bot.play.turns.shortcuts import apply_moves, first_difference, shortcuts_at, similar_shortcuts
from bot.views.emoji import CustomEmoji
from bot.views.reader_view import ReaderView
from render.painter import Offer, Prompt
from rules.game import Fact, Move, Phrase, Seat, Shortcut, kind_of

MAX_BUTTONS = 8  # More answers become a list, so that picture and answers fit one phone screen.
SHORTCUT_PREFIX = "#"
"""Precedes the number of a shortcut in the value of a list entry."""
MAX_SPOKEN_CHARS = 80  # Discord's limit for a button; in words a label says the whole answer.
MAX_TRIED_MOVES = 250  # Of an answer, to find the points it may gain.
NO_REASONS: Mapping[str, Phrase] = {}

Verb = Literal["pick", "short"]


class Label(NamedTuple):
    """The text of a button or list entry, and the icon of a subject it names."""

    text: str
    emoji: CustomEmoji | None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question. A blocked one is shown disabled.

    `verb` and `tokens` make up its custom id. The verb is `pick` for a move or a part of one, and `short`
    for a shortcut.
    """

    offer: Offer
    label: Label
    verb: Verb
    tokens: tuple[str, ...]
    is_blocked: bool = False

    @property
    def is_side_action(self) -> bool:
        """True if all its moves are side actions. A blocked answer has no moves, and keeps its position."""
        moves = self.offer.moves
        return bool(moves) and all(move.is_side_action for move in moves)

    @property
    def numbered_label(self) -> str:
        """The text with the number of the answer in the picture, if it has one: "2 · Sail to d9"."""
        number = self.offer.number
        return self.label.text if number is None else f"{number} · {self.label.text}"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers as buttons, list entries, or `pieces` for a multi-select.

    `text` is empty for the first question of a move. Many answers have several `pages`, and `list_entries`,
    or `buttons` without a list, are those of one `page`. `blocked_reasons` explains, by kind of move, why a
    move that players look for is not possible.
    """

    prompt: Prompt
    text: str = ""
    buttons: tuple[Answer, ...] = ()
    list_entries: tuple[Answer, ...] = ()
    pieces: tuple[Answer, ...] = ()
    page: int = 0
    pages: int = 1
    blocked_reasons: Mapping[str, Phrase] = field(default_factory=dict)

    def labels_by_number(self) -> dict[int, str]:
        """Returns the labels of the answers that are numbered in the picture."""
        answers = (*self.buttons, *self.list_entries, *self.pieces)
        return {each.offer.number: each.label.text for each in answers if each.offer.number is not None}

    @property
    def lists_first(self) -> bool:
        """True if the list comes before the buttons, because only its entries are numbered in the picture."""
        numbered = [
            any(answer.offer.number is not None for answer in answers)
            for answers in (self.buttons, self.list_entries)
        ]
        return numbered == [False, True]


@dataclass(frozen=True)
class Choices:
    """Builds the questions for a seat. `token_prefix` precedes the tokens of its custom ids, as in plans.

    `ways_back` are the moves that are not offered, because they only take others back.
    """

    reader: ReaderView
    seat: Seat
    token_prefix: tuple[str, ...] = ()
    ways_back: frozenset[Move] = frozenset()

    def offered(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Returns the moves without the ways back."""
        return [move for move in moves if move not in self.ways_back] if self.ways_back else moves

    @cached_property
    def fingerprint(self) -> str:
        return self.reader.snapshot.fingerprint(self.seat)

    def question(self, narrowing: Narrowing, page: int = 0) -> Question:
        """Returns the next question, given the tokens chosen so far, with this page of a long list."""
        if not narrowing.chosen:
            return self._first_question(narrowing.moves, page)
        if _is_asked_in_one_step(narrowing):
            return self._menu_question(narrowing, page)
        kind, field_name = narrowing.kind, narrowing.field
        assert kind is not None
        assert field_name is not None
        text = self.reader.game_text.field_question(kind, field_name)
        is_multi_select = field_name in type(narrowing.moves[0]).multi_select_fields
        answers = [
            Answer(
                Offer(token, narrowing.moves_with(token)),
                self._value_label(narrowing, token),
                "pick",
                (*self.token_prefix, *narrowing.chosen, token),
            )
            for token in narrowing.next_tokens()
            if len(token) == 1 or not is_multi_select
        ]
        if is_multi_select:
            question = self._lay_out(narrowing.chosen, text, (), answers, page)
            question = replace(question, list_entries=(), pieces=question.list_entries)
        else:
            question = self._ask(narrowing.chosen, text, answers, page)
        return replace(question, blocked_reasons=self._blocked_reasons(narrowing))

    def _ask(
        self,
        chosen: tuple[str, ...],
        text: str,
        answers: Sequence[Answer],
        page: int = 0,
        max_label_chars: int = MAX_LABEL_CHARS,
    ) -> Question:
        """Offer the answers, or pages of few, as buttons, or as a list if they are many or long."""
        if self.reader.text_only:
            max_label_chars = min(max_label_chars, MAX_SPOKEN_CHARS)
        short = all(len(answer.label.text) <= max_label_chars for answer in answers)
        answers = sorted(answers, key=attrgetter("is_side_action"))
        if short and len(answers) <= MAX_BUTTONS:
            return self._lay_out(chosen, text, answers, (), page)
        if short and self.reader.max_numbers <= MAX_BUTTONS and not self.reader.text_only:
            # The picture can number only a page of them, so a page becomes buttons and the picture follows.
            size = min(self.reader.max_numbers, MAX_BUTTONS - 1)  # The buttons that turn pages need a row.
            pages = ceil(len(answers) / size)
            page = min(max(page, 0), pages - 1)
            shown = answers[page * size :][:size]
            return replace(self._lay_out(chosen, text, shown, (), 0), page=page, pages=pages)
        return self._lay_out(chosen, text, (), answers, page)

    def _lay_out(
        self,
        chosen: tuple[str, ...],
        text: str,
        buttons: Sequence[Answer],
        entries: Sequence[Answer],
        page: int,
    ) -> Question:
        """Number the answers on display: the buttons, then this page of the list."""
        pages = max(1, ceil(len(entries) / MAX_LIST_OPTIONS))
        page = min(max(page, 0), pages - 1)
        on_page = entries[page * MAX_LIST_OPTIONS :][:MAX_LIST_OPTIONS]
        numbered = self._number_answers(chosen, (*buttons, *on_page))
        prompt = Prompt(chosen, tuple(answer.offer for answer in numbered if not answer.is_blocked))
        listed = numbered[len(buttons) :]
        return Question(prompt, text, numbered[: len(buttons)], listed, page=page, pages=pages)

    def _blocked_reasons(self, narrowing: Narrowing) -> Mapping[str, Phrase]:
        """Returns the reasons if this is the first question, because the kind of move is implied."""
        is_first = narrowing.chosen == self.implied_tokens(narrowing.moves)
        return self._blocked_kinds() if is_first else NO_REASONS

    def shortcut_question(self, number: int, depth: int, page: int = 0) -> Question:
        """Ask which of several shortcuts with one name is meant, by the first move in which they differ."""
        offered = shortcuts_at(self.reader.snapshot, self.seat)
        numbers = similar_shortcuts(offered, number, depth)
        index = first_difference(offered, numbers)
        snapshot = self.reader.snapshot
        state = apply_moves(snapshot, self.seat, offered[number].moves[:index]).state
        before = replace(self, reader=replace(self.reader, snapshot=replace(snapshot, state=state)))
        shortcut_by_move = {offered[each].moves[index]: each for each in reversed(numbers)}
        answers = [
            replace(
                before._move_answer(move),
                offer=Offer(f"shortcut {each}.{index + 1}", (move,)),
                verb="short",
                tokens=(*self.token_prefix, f"{each}.{index + 1}"),
            )
            for move, each in reversed(shortcut_by_move.items())
        ]
        chosen = (next(iter(shortcut_by_move)).kind,)
        return self._ask(chosen, self.reader.game_text.phrase_text(offered[number].name), answers, page)

    def previous_tokens(self, moves: Sequence[Move], chosen: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the tokens chosen at the previous question, none if it was the first."""
        of_kind = [
            move
            for move in _moves_without_shortcut(moves, self._clear_shortcuts)
            if (move.kind,) == chosen[:1]
        ]
        if self.offers_whole_moves(moves) or (len(chosen) > 1 and self._are_offered_singly(of_kind)):
            return ()
        back = previous_tokens(moves, chosen)
        while (
            (before := previous_tokens(moves, back))
            and (narrowing := narrow(moves, before))
            and _is_asked_in_one_step(narrowing)
        ):
            back = before
        # A menu is asked even for a single move, because it lists shortcuts too.
        return back or tuple(kind for kind in chosen[:1] if len(chosen) > 1 and kind in self._menus)

    def _asks_kind_first(self) -> bool:
        snapshot = self.reader.snapshot
        return (
            self.seat in snapshot.owing_seats() and snapshot.owed(self.seat) in snapshot.game.info.kind_first
        )

    def offers_whole_moves(self, moves: Sequence[Move]) -> bool:
        """True if the first question offers whole moves instead of kinds of move."""
        if self._asks_kind_first():
            return False
        remaining = _moves_without_shortcut(moves, self._clear_shortcuts)
        shortcuts = () if self._lists_shortcuts(remaining) else self._shortcut_answers
        return len(remaining) + len(shortcuts) <= MAX_BUTTONS

    def _lists_shortcuts(self, remaining: Sequence[Move]) -> bool:
        """True if shortcuts become a list: too many for buttons, or too long for a phone."""
        if any(len(row.label.text) > self._max_button_chars for row in self._shortcut_answers):
            return True
        are_whole = not self._asks_kind_first() and len(remaining) <= MAX_BUTTONS
        others = {str(move) if are_whole or move.offered_singly else move.kind for move in remaining}
        return len(self._shortcut_answers) + len(others) > MAX_BUTTONS

    def implied_tokens(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """Returns the kind if all moves share it and are too many to be offered whole, else nothing."""
        kinds = {move.kind for move in moves}
        if len(kinds) > 1 or len(moves) == 1 or self.offers_whole_moves(moves) or self._shortcuts:
            return ()
        return (*kinds,)

    def only_move_tokens(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """Returns the tokens of the only legal move, which needs no question, only confirmation."""
        return moves[0].tokens() if len(moves) == 1 and not self._shortcuts else ()

    def _first_question(self, moves: tuple[Move, ...], page: int) -> Question:
        """Offer shortcuts and the moves they do not replace: as whole moves if few, else as kinds.

        A shortcut of one move takes the position of that move's kind, so that the order of the buttons
        does not change through a turn.
        """
        remaining, shortcuts = _moves_without_shortcut(moves, self._clear_shortcuts), self._shortcut_answers
        blocked = self._blocked_kinds()
        whole_moves, lists_shortcuts = self.offers_whole_moves(moves), self._lists_shortcuts(remaining)
        answers = (
            [*self._move_answers(remaining, blocked)] if whole_moves else [*self._kind_answers(remaining)]
        )
        entries = [*shortcuts] if lists_shortcuts else []
        if not lists_shortcuts:
            answers = [*shortcuts, *answers]
            if not whole_moves:
                order = self._kind_order()
                answers.sort(key=lambda answer: _button_rank(answer, remaining, order))
        answers.sort(key=attrgetter("is_side_action"))
        if len(answers) > MAX_BUTTONS or all(answer.is_blocked for answer in answers):
            answers = [answer for answer in answers if not answer.is_blocked]
        if len(answers) > MAX_BUTTONS:
            # Side actions, such as ending the turn, remain buttons.
            side_actions = [answer for answer in answers if answer.is_side_action]
            room = MAX_BUTTONS - len(side_actions)
            entries += answers[room : len(answers) - len(side_actions)]
            answers = [*answers[:room], *side_actions]
        question = self._lay_out((), "", answers, entries, page)
        return replace(question, blocked_reasons=blocked)

    def _move_answers(self, moves: Sequence[Move], blocked: Iterable[str]) -> Iterator[Answer]:
        """Yields one answer per move, and after it the blocked kinds that keep their position there."""
        shown_after = {kind_of(model): model.shown_after for model in self.reader.snapshot.game.info.moves}
        kinds = {move.kind for move in moves}
        for move in moves:
            yield self._move_answer(move)
            for kind in blocked:
                if kind not in kinds and shown_after[kind] == str(move):
                    yield self._kind_answer(kind)

    def _menu_question(self, narrowing: Narrowing, page: int) -> Question:
        """Offer the remaining moves whole, after the promoted shortcuts of this menu and before the others.

        They become a list, unless they are few and short enough for buttons on a phone.
        """
        first, last = (
            [
                self._shortcut_answer(number, shortcut)
                for number, shortcut in self._offered_shortcuts
                if narrowing.chosen == (shortcut.menu,) and shortcut.promoted == promoted
            ]
            for promoted in (True, False)
        )
        answers = [*first, *map(self._full_move_answer, narrowing.moves), *last]
        text = self.reader.game_text.kind_label(narrowing.chosen[0])
        question = self._ask(narrowing.chosen, text, answers, page, max_label_chars=self._max_button_chars)
        return replace(question, blocked_reasons=self._blocked_reasons(narrowing))

    def _kind_answers(self, moves: Sequence[Move]) -> Iterator[Answer]:
        """Yields one answer per kind in the order of the rules, or the move itself if it is the only one."""
        of_kind = {kind: [move for move in moves if move.kind == kind] for kind in self._kind_order()}
        for kind, found in of_kind.items():
            if self._are_offered_singly(found):
                yield from map(self._move_answer, found)
            elif found:
                yield self._kind_answer(kind, found)

    def _are_offered_singly(self, of_kind: Sequence[Move]) -> bool:
        """True if the first question has an answer for each of these moves, instead of one for their kind."""
        return bool(of_kind) and (
            of_kind[0].offered_singly or (len(of_kind) == 1 and of_kind[0].kind not in self._menus)
        )

    def _kind_answer(self, kind: str, moves: Sequence[Move] = ()) -> Answer:
        """Returns the answer for a kind of move, blocked if there are no moves of that kind."""
        text = self._with_best_gain(self.reader.game_text.kind_label(kind), moves)
        label = Label(text, self.reader.emoji_for((kind,)))
        return Answer(
            Offer(kind, tuple(moves)), label, "pick", (*self.token_prefix, kind), is_blocked=not moves
        )

    def _kind_order(self) -> list[str]:
        return [kind_of(model) for model in self.reader.snapshot.game.info.moves]

    @cached_property
    def _shortcuts(self) -> tuple[Shortcut, ...]:
        return shortcuts_at(self.reader.snapshot, self.seat)

    @property
    def _offered_shortcuts(self) -> list[tuple[int, Shortcut]]:
        """The shortcuts that do not begin with a way back, with their numbers.

        A single move that is the only one left of its kind has a button of its own.
        """
        offered = [
            (number, shortcut)
            for number, shortcut in enumerate(self._shortcuts)
            if shortcut.moves[0] not in self.ways_back
        ]
        if not self.ways_back:
            return offered
        kinds = Counter(move.kind for move in self.offered(self.reader.snapshot.legal(self.seat)))
        menus = {shortcut.menu for _, shortcut in offered}
        return [
            (number, shortcut)
            for number, shortcut in offered
            if len(shortcut.moves) > 1 or kinds[kind := shortcut.moves[0].kind] > 1 or kind in menus
        ]

    @property
    def _menus(self) -> set[str]:
        """The kinds whose question lists shortcuts beside moves."""
        return {shortcut.menu for _, shortcut in self._offered_shortcuts}

    @property
    def _clear_shortcuts(self) -> list[Shortcut]:
        """The shortcuts that can be offered. A plan cannot ask which of several with one name is meant."""
        shortcuts = self._shortcuts
        return [
            shortcut
            for number, shortcut in self._offered_shortcuts
            if not self.token_prefix or len(similar_shortcuts(shortcuts, number)) == 1
        ]

    @cached_property
    def _shortcut_answers(self) -> tuple[Answer, ...]:
        """One answer per name of a shortcut. A plan omits ambiguous names: it cannot ask which is meant."""
        shortcuts = self._shortcuts
        similar = [similar_shortcuts(shortcuts, number) for number in range(len(shortcuts))]
        return tuple(
            self._shortcut_answer(number, shortcut)
            for number, shortcut in self._offered_shortcuts
            if shortcut.promoted
            and similar[number][0] == number
            and (not self.token_prefix or len(similar[number]) == 1)
        )

    def _shortcut_answer(self, number: int, shortcut: Shortcut) -> Answer:
        named = (value for value in shortcut.name.values.values() if isinstance(value, str))
        label = Label(
            self._with_gain(self.reader.plain_text.phrase_text(shortcut.name), shortcut.moves),
            self.reader.emoji_for((*named, shortcut.moves[0].kind)),
        )
        offer = Offer(f"shortcut {number}", shortcut.moves, is_sequence=True)
        return Answer(offer, label, "short", (*self.token_prefix, str(number)))

    def _full_move_answer(self, move: Move) -> Answer:
        """Returns the answer for a whole move with an untruncated label, for a list."""
        answer = self._move_answer(move)
        return self._move_answer(move, MAX_LABEL_CHARS) if answer.label.text.endswith("…") else answer

    @property
    def _max_button_chars(self) -> int:
        return MAX_SPOKEN_CHARS if self.reader.text_only else MAX_BUTTON_CHARS

    def _move_answer(self, move: Move, max_chars: int | None = None) -> Answer:
        """Returns the answer for a whole move. If there is room, its label says that it ends the turn."""
        max_chars = max_chars or self._max_button_chars
        facts, game_text = shared_facts(self.reader, self.seat, (move,)), self.reader.plain_text
        text = self._move_text(move, facts, max_chars)
        if facts.get("ends") == "turn":
            without_ending = {key: fact for key, fact in facts.items() if key != "ends"}
            what = self._move_text(move, without_ending, max_chars)
            ending = self.reader.locale.t("{what}, end turn", what=what)
            text = ending if len(ending) <= max_chars else text
        text = self._with_gain(text, (move,), max_chars)
        label = Label(text, self.reader.emoji_for(game_text.label_subjects(move, facts)))
        return Answer(Offer(str(move), (move,)), label, "pick", (*self.token_prefix, *move.tokens()))

    def _move_text(self, move: Move, facts: Mapping[str, Fact], max_chars: int) -> str:
        spoken = self._spoken_label(move, facts, max_chars)
        return spoken or self.reader.plain_text.move_label(move, facts, max_chars)

    def _spoken_label(self, move: Move, facts: Mapping[str, Fact], max_chars: int) -> str:
        """Returns the whole move in words; empty if it is too long, or for a reader who sees the picture."""
        if not self.reader.text_only:
            return ""
        text = self.reader.plain_text.intent_text(move, facts).rstrip(".")
        return text if len(text) <= max_chars else ""

    def _with_gain(self, text: str, moves: Sequence[Move], max_chars: int = MAX_LABEL_CHARS) -> str:
        """Add the points that moves in a row gain or lose at once, for a reader who sees no preview."""
        gain = self._gain(moves) if self.reader.text_only else 0
        if not gain:
            return text
        t, n = self.reader.locale.t, abs(gain)
        gained, lost = N_("{what}: +{n} {n:point|points}"), N_("{what}: −{n} {n:point|points}")
        told = t(gained if gain > 0 else lost, what=text, n=n)
        return told if len(told) <= max_chars else text

    def _with_best_gain(self, text: str, moves: Sequence[Move]) -> str:
        """Add the most points that one of these moves gains at once, for a reader who sees no preview."""
        if not self.reader.text_only or not moves or len(moves) > MAX_TRIED_MOVES:
            return text
        gain = max(self._gain((move,)) for move in moves)
        t = self.reader.locale.t
        return t("{what}: up to +{n} {n:point|points}", what=text, n=gain) if gain > 0 else text

    def _gain(self, moves: Sequence[Move]) -> int:
        """Returns the points that moves in a row bring the player; 0 if they reveal something hidden."""
        snapshot = self.reader.snapshot
        step = apply_moves(snapshot, self.seat, moves)
        before, after = (snapshot.game.current_scores(state) for state in (snapshot.state, step.state))
        return after[self.seat] - before[self.seat] if before and after and not step.reveals else 0

    def _value_label(self, narrowing: Narrowing, token: str) -> Label:
        kind, field_name = narrowing.kind, narrowing.field
        assert kind is not None
        assert field_name is not None
        moves, game_text = narrowing.moves_with(token), self.reader.plain_text
        facts = shared_facts(self.reader, self.seat, moves)
        is_piece = field_name in type(moves[0]).multi_select_fields
        if (
            len(moves) == 1
            and not is_piece
            and (spoken := self._spoken_label(moves[0], facts, MAX_SPOKEN_CHARS))
        ):
            return Label(self._with_gain(spoken, moves), None)
        text = game_text.value_label(kind, field_name, token, facts)
        if self.reader.text_only and not is_piece:
            what = game_text.kind_label(kind)
            text = self._with_best_gain(
                self.reader.locale.t("{what}: {values}", what=what, values=text), moves
            )
        return Label(text, self.reader.emoji_for(game_text.value_subjects(kind, field_name, token, facts)))

    def _blocked_kinds(self) -> Mapping[str, Phrase]:
        snapshot = self.reader.snapshot
        if self.seat not in snapshot.owing_seats():
            return {}
        blocked = snapshot.game.blocked_kinds(snapshot.state, self.seat)
        return {kind: blocked[kind] for kind in self._kind_order() if kind in blocked}

    def _number_answers(self, chosen: tuple[str, ...], answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """Number the answers that the picture points at, as many as it can, and make equal labels differ.

        These numbers are the ones painted into the picture.
        """
        if self.reader.text_only:
            return tuple(disambiguate_labels(answers))
        offers = tuple(answer.offer for answer in answers if not answer.is_blocked)
        pointed = self.reader.points_at(Prompt(chosen, offers))
        number, numbered = 0, []
        for answer in disambiguate_labels(answers):
            is_pointed_at = answer.offer.token in pointed and not answer.is_blocked
            if is_pointed_at and number < self.reader.max_numbers:
                number += 1
                numbered.append(replace(answer, offer=replace(answer.offer, number=number)))
            else:
                numbered.append(answer)
        return tuple(numbered)


def _moves_without_shortcut(moves: Sequence[Move], shortcuts: Sequence[Shortcut]) -> list[Move]:
    replaced = {shortcut.moves[0] for shortcut in shortcuts if not shortcut.keeps_first_move}
    return [move for move in moves if move not in replaced]


def _button_rank(answer: Answer, remaining: Sequence[Move], order: Sequence[str]) -> int:
    """Sort key of a button: its kind, after the shortcuts that are offered in addition to moves."""
    moves = answer.offer.moves
    if answer.offer.is_sequence and (len(moves) > 1 or moves[0] in remaining):
        return -1
    return order.index(moves[0].kind if moves else answer.offer.token)


def _is_asked_in_one_step(narrowing: Narrowing) -> bool:
    """True if the remaining moves are offered whole, in one question."""
    if len(narrowing.chosen) == 1:
        return are_offered_whole(narrowing.moves)
    return narrowing.moves[0].offered_whole and 1 < len(narrowing.moves) <= MAX_BUTTONS


def disambiguate_labels(answers: Sequence[Answer]) -> list[Answer]:
    """Append the notation to labels that are equal."""
    labels = [answer.label.text for answer in answers]
    return [
        answer
        if labels.count(answer.label.text) == 1
        else replace(answer, label=Label(f"{answer.label.text} ({answer.offer.token})", answer.label.emoji))
        for answer in answers
    ]


def shared_facts(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Mapping[str, Fact]:
    """Returns the label facts that have the same value for all these moves."""
    snapshot = reader.snapshot
    known = [dict(snapshot.game.label_facts(snapshot.state, seat, move)) for move in moves]
    return {key: value for key, value in known[0].items() if all(other.get(key) == value for other in known)}
