"""Choosing a move by fixing one word of its notation after another; legal moves are the only source."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.game import Move

ONE_LIST = 25
"""So many answers one list holds."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The legal moves that begin with the words chosen so far."""

    moves: tuple[Move, ...]
    chosen: tuple[str, ...]

    @property
    def move(self) -> Move | None:
        """The one move that is left, once all its words are chosen."""
        if len(self.moves) == 1 and self.moves[0].words() == self.chosen:
            return self.moves[0]
        return None

    @property
    def kind(self) -> str | None:
        return self.chosen[0] if self.chosen else None

    @property
    def field(self) -> str | None:
        """The field to be asked next; None while the kind itself is open."""
        if not self.chosen:
            return None
        fields = self.moves[0].asked()
        return fields[len(self.chosen) - 1] if len(self.chosen) <= len(fields) else None

    def next_words(self) -> tuple[str, ...]:
        """What may come next, in the order of the legal moves."""
        place = len(self.chosen)
        return tuple(dict.fromkeys(move.words()[place] for move in self.moves if len(move.words()) > place))

    def having(self, word: str) -> tuple[Move, ...]:
        """The moves left if this word were chosen next."""
        place = len(self.chosen)
        return tuple(move for move in self.moves if move.words()[place : place + 1] == (word,))


def narrow(moves: Sequence[Move], chosen: Iterable[str] = ()) -> Narrowing | None:
    """Fix the chosen words, and every further word that leaves no choice. None if no legal move fits.

    With nothing chosen the kind is left open even if there is only one: its moves may be few enough to be
    offered whole. So is all but the kind, where its moves are.
    """
    words = tuple(chosen)
    left = tuple(move for move in moves if move.words()[: len(words)] == words)
    if not left:
        return None
    while words and not (len(words) == 1 and are_whole(left)):
        following = {move.words()[len(words) : len(words) + 1] for move in left}
        if len(following) != 1 or () in following:
            break
        words += following.pop()
    return Narrowing(left, words)


def are_whole(moves: Sequence[Move]) -> bool:
    """Whether moves of one kind are offered whole: as the game wants it, and if one list holds them."""
    return type(moves[0]).whole and len(moves) <= ONE_LIST


def one_step_back(moves: Sequence[Move], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The words that were chosen when the question before was asked; nothing at the beginning."""
    of_kind = [move for move in moves if move.words()[:1] == chosen[:1]]
    if len(chosen) > 1 and of_kind and are_whole(of_kind):
        return chosen[:1] if len(of_kind) > 1 else ()
    for length in range(len(chosen) - 1, 0, -1):
        before = narrow(moves, chosen[:length])
        if before is not None and len(before.chosen) < len(chosen):
            return before.chosen
    return ()


def together(moves: Iterable[Move], chosen: tuple[str, ...], pieces: Iterable[str]) -> str:
    """The word that names several pieces at once, in whatever order they were chosen."""
    wanted, place = set(pieces), len(chosen)
    words = (move.words()[place:] for move in moves if move.words()[:place] == chosen)
    return next((left[0] for left in words if left and set(left[0]) == wanted), "".join(sorted(wanted)))


def matching(moves: Iterable[Move], kind: str, fields: dict[str, str]) -> tuple[Move, ...]:
    """The moves of a kind whose named fields have these words, whatever the others are."""
    return tuple(
        move
        for move in moves
        if move.words()[0] == kind
        and all(
            fields.get(name, word) == word for name, word in zip(move.asked(), move.words()[1:], strict=True)
        )
    )


def word_of(move: Move, field: str) -> str:
    """The word a field has in the notation of a move."""
    return move.words()[move.asked().index(field) + 1]
