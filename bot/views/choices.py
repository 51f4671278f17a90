"""What a panel asks for now, and the answers it offers, each with its label and its number in the picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from bot.i18n import BUTTON, LABEL
from bot.play.core.narrowing import ONE_LIST, Narrowing, are_whole, narrow, one_step_back
from bot.play.turns.shortcuts import alike, differing, following, shortcuts_at
from bot.views.emoji import CustomEmoji
from bot.views.reader_view import ReaderView
from render.painter import Asking, Offer
from rules.game import Explaining, Fact, Move, Phrase, Seat, Shortcut, kind_of

FEW = 9
"""Up to this many answers are buttons; more become a list."""
MOST = 12
"""Up to this many where the kind of move is asked first, so that they keep their shape through a turn."""
SHORT = "#"
"""Stands before the number of a shortcut in a list."""


Verb = Literal["pick", "short"]


class Face(NamedTuple):
    """What stands on a button or an entry: words, and an icon of something the words say."""

    label: str
    emoji: CustomEmoji | None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. A blocked one is shown, and cannot be given.

    `verb` is `pick` for a move or part of one and `short` for a shortcut; `words` are what it is given.
    """

    offer: Offer
    face: Face
    verb: Verb
    words: tuple[str, ...]
    blocked: bool = False

    @property
    def label(self) -> str:
        number = self.offer.number
        return self.face.label if number is None else f"{number} · {self.face.label}"


@dataclass(frozen=True, slots=True)
class Question:
    """`text` asks, nothing at the beginning of a move. `pieces` are answers any number of which may be given
    at once; `why` says of kinds of move that people look for then what stands in their way."""

    asking: Asking
    text: str = ""
    buttons: tuple[Answer, ...] = ()
    listed: tuple[Answer, ...] = ()
    pieces: tuple[Answer, ...] = ()
    why: Mapping[str, Phrase] = field(default_factory=dict)


@dataclass(frozen=True)
class Choices:
    """Makes the question for a seat. `mode` goes before the words of its taps."""

    reader: ReaderView
    seat: Seat
    mode: tuple[str, ...] = ()

    def question(self, narrowing: Narrowing) -> Question:
        if not narrowing.chosen:
            return self._beginning(narrowing.moves)
        if _in_one(narrowing):
            return self._menu(narrowing)
        kind, asked_for = narrowing.kind, narrowing.field
        assert kind is not None
        assert asked_for is not None
        text = self.reader.game_text.question(kind, asked_for)
        why = self._blocked() if narrowing.chosen == self.given(narrowing.moves) else {}
        several = asked_for in type(narrowing.moves[0]).several
        words = narrowing.next_words()
        if several:
            words = tuple(word for word in words if len(word) == 1)
        asked = self._numbered(
            narrowing.chosen,
            [
                Answer(
                    Offer(word, narrowing.having(word)),
                    self._value_face(narrowing, word),
                    "pick",
                    (*self.mode, *narrowing.chosen, word),
                )
                for word in words
            ],
        )
        asking = Asking(narrowing.chosen, tuple(answer.offer for answer in asked))
        if several:
            return Question(asking, text, pieces=asked, why=why)
        if len(asked) <= FEW:
            return Question(asking, text, buttons=asked, why=why)
        return Question(asking, text, listed=asked, why=why)

    def among(self, number: int, depth: int) -> Question:
        """Which of several shortcuts of one name is meant: the first move in which they differ tells."""
        offered = shortcuts_at(self.reader.snapshot, self.seat)
        numbers = alike(offered, number, depth)
        place = differing(offered, numbers)
        snapshot = self.reader.snapshot
        made = following(snapshot, self.seat, offered[number].moves[:place]).state
        before = replace(self, reader=replace(self.reader, snapshot=replace(snapshot, state=made)))
        first = {offered[each].moves[place]: each for each in reversed(numbers)}
        answers = [
            replace(
                before._whole(move),
                offer=Offer(f"shortcut {each}.{place + 1}", (move,)),
                verb="short",
                words=(*self.mode, f"{each}.{place + 1}"),
            )
            for move, each in reversed(first.items())
        ]
        chosen = (next(iter(first)).kind,)
        numbered = self._numbered(chosen, answers)
        asking = Asking(chosen, tuple(answer.offer for answer in numbered))
        text = self.reader.game_text.phrase(offered[number].name)
        if len(numbered) <= FEW:
            return Question(asking, text, buttons=numbered)
        return Question(asking, text, listed=numbered)

    def back(self, moves: Sequence[Move], chosen: tuple[str, ...]) -> tuple[str, ...]:
        """The words that were chosen when the question before was asked; nothing at the beginning."""
        if self.is_flat(moves):
            return ()
        back = one_step_back(moves, chosen)
        while (before := one_step_back(moves, back)) and (asked := narrow(moves, before)) and _in_one(asked):
            back = before
        return back

    def _by_kind(self) -> bool:
        snapshot = self.reader.snapshot
        return self.seat in snapshot.owing() and snapshot.owed(self.seat) in snapshot.game.info.by_kind

    def is_flat(self, moves: Sequence[Move]) -> bool:
        """Whether whole moves are offered at the beginning, rather than their kinds."""
        if self._by_kind():
            return False
        left = _not_begun(moves, self._shortcuts)
        return len(left) + (0 if self._are_listed(left) else len(self._rows)) <= FEW

    def _are_listed(self, left: Sequence[Move]) -> bool:
        """Whether shortcuts become a list: where buttons would be too many, or too long for a phone."""
        others = {str(move) if move.by_itself else move.kind for move in left}
        many = len(self._rows) + len(others) > (MOST if self._by_kind() else FEW)
        return many or any(len(row.face.label) > BUTTON for row in self._rows)

    def given(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """What need not be asked at the beginning: the kind, where there is but one, and too many moves."""
        kinds = {move.kind for move in moves}
        if len(kinds) > 1 or len(moves) == 1 or self.is_flat(moves) or self._shortcuts:
            return ()
        return (*kinds,)

    def only(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """The words of the one move there is, which is not asked for, only confirmed; else nothing."""
        return moves[0].words() if len(moves) == 1 and not self._shortcuts else ()

    def _beginning(self, moves: tuple[Move, ...]) -> Question:
        """Shortcuts, and what they do not begin: whole moves where these are few, else their kinds.

        A shortcut offered instead of its one move stands where the kind of that move would, so that buttons
        keep their order as choices come and go.
        """
        left, rows = _not_begun(moves, self._shortcuts), self._rows
        blocked = self._blocked()
        flat, are_listed = self.is_flat(moves), self._are_listed(left)
        answers = [*rows, *(self._moves(left, blocked) if flat else self._kinds(left, blocked))]
        if not flat and not are_listed:
            order = self._order()
            answers.sort(key=lambda answer: _place(answer, left, order))
        numbered = self._numbered((), answers)
        listed = numbered[: len(rows)] if are_listed else ()
        asking = Asking((), tuple(answer.offer for answer in numbered if not answer.blocked))
        return Question(asking, buttons=numbered[len(listed) :], listed=listed, why=blocked)

    def _moves(self, moves: Sequence[Move], blocked: Iterable[str]) -> Iterator[Answer]:
        """A button a move, in the order of the legal ones, and those that are blocked where they would be."""
        order, told = self._order(), [str(move) for move in moves]
        behind = {kind_of(model): model.behind for model in self.reader.snapshot.game.info.moves}
        waiting = sorted(set(blocked) - {move.kind for move in moves}, key=order.index)
        apart = [kind for kind in waiting if behind[kind] not in told]
        for move in moves:
            while apart and order.index(apart[0]) < order.index(move.kind):
                yield self._kind(apart.pop(0))
            yield self._whole(move)
            yield from (self._kind(kind) for kind in waiting if behind[kind] == str(move))
        yield from map(self._kind, apart)

    def _menu(self, narrowing: Narrowing) -> Question:
        """The moves that are left, whole, and the shortcuts that people look for among their kind: a list,
        unless they are few and short enough for buttons on a phone."""
        kind = narrowing.chosen[0]
        rows = [
            self._shortcut(number, shortcut)
            for number, shortcut in enumerate(self._shortcuts)
            if narrowing.chosen == (shortcut.menu,)
        ]
        answers = [*map(self._in_full, narrowing.moves), *rows][:ONE_LIST]
        asked = self._numbered(narrowing.chosen, answers)
        asking = Asking(narrowing.chosen, tuple(answer.offer for answer in asked))
        few = len(asked) <= FEW and all(len(answer.face.label) <= BUTTON for answer in asked)
        return Question(
            asking,
            self.reader.game_text.kind(kind),
            buttons=asked if few else (),
            listed=() if few else asked,
            why=self._blocked() if narrowing.chosen == self.given(narrowing.moves) else {},
        )

    def _kinds(self, moves: Sequence[Move], blocked: Iterable[str]) -> Iterator[Answer]:
        """A button a kind, in the order of the rules; where that leaves no choice, the move itself."""
        of_kind = {kind: [move for move in moves if move.kind == kind] for kind in self._order()}
        menus = {shortcut.menu for shortcut in self._shortcuts}
        for kind, found in of_kind.items():
            if (len(found) == 1 and kind not in menus) or (found and found[0].by_itself):
                yield from map(self._whole, found)
            elif found or kind in blocked:
                yield self._kind(kind, found)

    def _kind(self, kind: str, moves: Sequence[Move] = ()) -> Answer:
        """A kind of move; blocked where there is none."""
        face = Face(self.reader.game_text.kind(kind), self.reader.emoji_for((kind,)))
        return Answer(Offer(kind, tuple(moves)), face, "pick", (*self.mode, kind), blocked=not moves)

    def _order(self) -> list[str]:
        return [kind_of(model) for model in self.reader.snapshot.game.info.moves]

    @cached_property
    def _shortcuts(self) -> tuple[Shortcut, ...]:
        return shortcuts_at(self.reader.snapshot, self.seat)

    @cached_property
    def _rows(self) -> tuple[Answer, ...]:
        """The shortcuts, those of one name as one; in a plan there is no asking which of them is meant."""
        shortened = self._shortcuts
        named = [alike(shortened, number) for number in range(len(shortened))]
        return tuple(
            self._shortcut(number, shortcut)
            for number, shortcut in enumerate(shortened)
            if shortcut.telling and named[number][0] == number and (not self.mode or len(named[number]) == 1)
        )

    def _shortcut(self, number: int, shortcut: Shortcut) -> Answer:
        face = Face(
            self.reader.plain_text.phrase(shortcut.name), self.reader.emoji_for((shortcut.moves[0].kind,))
        )
        offer = Offer(f"shortcut {number}", shortcut.moves, in_a_row=True)
        return Answer(offer, face, "short", (*self.mode, str(number)))

    def _in_full(self, move: Move) -> Answer:
        """A whole move, in words that are not cut short."""
        answer = self._whole(move)
        if not answer.face.label.endswith("…"):
            return answer
        said = self.reader.plain_text.label(move, facts_of(self.reader, self.seat, (move,)), LABEL)
        return replace(answer, face=Face(said, answer.face.emoji))

    def _whole(self, move: Move) -> Answer:
        facts, game_text = facts_of(self.reader, self.seat, (move,)), self.reader.plain_text
        face = Face(
            game_text.label(move, facts), self.reader.emoji_for(game_text.label_speaks_of(move, facts))
        )
        return Answer(Offer(str(move), (move,)), face, "pick", (*self.mode, *move.words()))

    def _value_face(self, narrowing: Narrowing, word: str) -> Face:
        kind, asked_for = narrowing.kind, narrowing.field
        assert kind is not None
        assert asked_for is not None
        facts, game_text = facts_of(self.reader, self.seat, narrowing.having(word)), self.reader.plain_text
        return Face(
            game_text.value(kind, asked_for, word, facts),
            self.reader.emoji_for(game_text.value_speaks_of(kind, asked_for, word, facts)),
        )

    def _blocked(self) -> Mapping[str, Phrase]:
        snapshot = self.reader.snapshot
        if not isinstance(snapshot.game, Explaining) or self.seat not in snapshot.owing():
            return {}
        blocked = snapshot.game.blocked(snapshot.state, self.seat)
        return {kind: blocked[kind] for kind in self._order() if kind in blocked}

    def _numbered(self, chosen: tuple[str, ...], answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """The same, numbered as far as the pictures point them out, and no two alike in words."""
        offers = tuple(answer.offer for answer in answers if not answer.blocked)
        pointed = self.reader.points_at(Asking(chosen, offers))
        number, numbered = 0, []
        for answer in told_apart(answers):
            if answer.offer.word in pointed and not answer.blocked:
                number += 1
                numbered.append(replace(answer, offer=replace(answer.offer, number=number)))
            else:
                numbered.append(answer)
        return tuple(numbered)


def _not_begun(moves: Sequence[Move], shortened: Sequence[Shortcut]) -> list[Move]:
    """The moves that no shortcut is offered instead of."""
    begun = {shortcut.moves[0] for shortcut in shortened if not shortcut.beside}
    return [move for move in moves if move not in begun]


def _place(answer: Answer, left: Sequence[Move], order: Sequence[str]) -> int:
    """Where a button stands among others: by its kind, behind shortcuts that are offered beside moves."""
    moves = answer.offer.moves
    if answer.offer.in_a_row and (len(moves) > 1 or moves[0] in left):
        return -1
    return order.index(moves[0].kind if moves else answer.offer.word)


def _in_one(narrowing: Narrowing) -> bool:
    """Whether the moves that are left are asked for in one question."""
    if len(narrowing.chosen) == 1:
        return are_whole(narrowing.moves)
    return narrowing.moves[0].whole and 1 < len(narrowing.moves) <= FEW


def told_apart(answers: Sequence[Answer]) -> list[Answer]:
    """Answers that read the same get their notation added."""
    labels = [answer.face.label for answer in answers]
    return [
        answer
        if labels.count(answer.face.label) == 1
        else replace(answer, face=Face(f"{answer.face.label} ({answer.offer.word})", answer.face.emoji))
        for answer in answers
    ]


def facts_of(reader: ReaderView, seat: Seat, moves: Sequence[Move]) -> Mapping[str, Fact]:
    """What is known alike of all these moves, for a label."""
    snapshot = reader.snapshot
    known = [dict(snapshot.game.about(snapshot.state, seat, move)) for move in moves]
    return {key: value for key, value in known[0].items() if all(other.get(key) == value for other in known)}
