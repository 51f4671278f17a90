"""A position to learn from as a reader sees it: its picture, numbered moves, and what each would bring."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from bot.play.club.positions import LoadedPosition
from bot.views.coach import advice_label, numbered_prompt, reason_text, says_something
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.standings_text import percent
from rules.game import Move

MAX_MOVES = 4


@dataclass(frozen=True, slots=True)
class NumberedMove:
    """A move as it is offered: its number in the picture, its label, and which of the answers it is."""

    number: int
    label: str
    answer: int


@dataclass(frozen=True)
class PositionView:
    """A position in the language of a reader, seen from the seat that has to decide."""

    reader: ReaderView
    position: LoadedPosition

    @cached_property
    def moves(self) -> tuple[NumberedMove, ...]:
        """The strongest move, the one that was played and others, in an order that tells nothing.

        A move whose label another has already is left out, such as the same tile turned.
        """
        row, answers = self.position.row, self.position.answers
        ranked = dict.fromkeys((0, row.played, *range(len(answers))))
        by_label: dict[str, int] = {}
        for answer in ranked:
            by_label.setdefault(self._label(answers[answer].moves[0]), answer)
        chosen = list(by_label.items())[:MAX_MOVES]
        chosen.sort(key=lambda one: sha256(f"{row.source} {answers[one[1]].moves[0]}".encode()).digest())
        return tuple(NumberedMove(number, *one) for number, one in enumerate(chosen, start=1))

    def number_of(self, answer: int) -> int | None:
        """Returns the number of an answer among the offered moves; None if it is not among them."""
        return next((each.number for each in self.moves if each.answer == answer), None)

    @property
    def turn_text(self) -> str:
        """The turn as the table counts it; empty if it does not."""
        label = self.reader.snapshot.game.turn_label(self.reader.snapshot.state)
        return "" if label is None else self.reader.plain_text.turn_text(label, 0)

    async def picture(self) -> PictureFile:
        """Draw what the moves are about, with their numbers."""
        first_moves = (self.position.answers[each.answer].moves[0] for each in self.moves)
        return await self.reader.focus(prompt=numbered_prompt(first_moves))

    async def board(self) -> tuple[PictureFile | None, ...]:
        """Draw the whole table and the hand."""
        return await self.reader.board(), await self.reader.hand()

    def result_lines(self) -> Iterator[str]:
        """Yields the chances of each offered move and why, the strongest first."""
        t, best = self.reader.locale.t, self.position.answers[0]
        for each in sorted(self.moves, key=lambda move: -self.position.answers[move.answer].chance):
            judged = self.position.answers[each.answer]
            line = t(
                "**{number}** · {move}: **{chance}%**",
                number=each.number,
                move=each.label,
                chance=percent(judged.chance),
            )
            game_text, reason = self.reader.game_text, judged.reason
            is_new = reason != best.reason and says_something(game_text, reason)
            why = reason_text(game_text, reason) if each.answer == 0 or is_new else ""
            yield f"{line}\n-# {why}" if why else line

    def _label(self, move: Move) -> str:
        return advice_label(self.reader, self.position.row.seat, move)


def position_view(reader: ReaderView, position: LoadedPosition) -> PositionView:
    """Returns the view of the seat that has to decide."""
    return PositionView(replace(reader, snapshot=position.snapshot, seat=position.row.seat), position)
