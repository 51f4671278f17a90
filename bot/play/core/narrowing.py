"""Narrowing: choose a legal move by fixing one token of its notation after another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.game import Move

MAX_LIST_OPTIONS = 25  # Discord's limit for a select menu.


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The legal moves whose notation begins with the tokens chosen so far."""

    moves: tuple[Move, ...]
    chosen: tuple[str, ...]

    @property
    def move(self) -> Move | None:
        """The move, once all its tokens are chosen."""
        if len(self.moves) == 1 and self.moves[0].tokens() == self.chosen:
            return self.moves[0]
        return None

    @property
    def kind(self) -> str | None:
        return self.chosen[0] if self.chosen else None

    @property
    def field(self) -> str | None:
        """Name of the field to ask for next. None while the kind is open, or if nothing is left to ask."""
        if not self.chosen:
            return None
        fields = self.moves[0].choice_fields()
        return fields[len(self.chosen) - 1] if len(self.chosen) <= len(fields) else None

    def next_tokens(self) -> tuple[str, ...]:
        """Possible values of the next token, in the order of the legal moves."""
        index = len(self.chosen)
        return tuple(dict.fromkeys(move.tokens()[index] for move in self.moves if len(move.tokens()) > index))

    def moves_with(self, token: str) -> tuple[Move, ...]:
        """The moves that remain if this token is chosen next."""
        index = len(self.chosen)
        return tuple(move for move in self.moves if move.tokens()[index : index + 1] == (token,))


def narrow(moves: Sequence[Move], chosen: Iterable[str] = ()) -> Narrowing | None:
    """Fix the chosen tokens, and every further token that leaves no choice.

    Returns None if no legal move fits. The kind is never fixed automatically. Moves that are offered whole
    stay open after their kind.

    >>> class Load(Move):
    ...     kind: str = "load"
    ...     ship: str
    ...     good: str
    >>> moves = [Load(ship="knarr", good="fish"), Load(ship="knarr", good="furs")]
    >>> narrowing = narrow(moves, ["load"])
    >>> narrowing.chosen, narrowing.field, narrowing.next_tokens()
    (('load', 'knarr'), 'good', ('fish', 'furs'))
    >>> str(narrow(moves, ["load", "knarr", "furs"]).move)
    'load knarr furs'
    """
    tokens = tuple(chosen)
    fitting = tuple(move for move in moves if move.tokens()[: len(tokens)] == tokens)
    if not fitting:
        return None
    while tokens and not (len(tokens) == 1 and are_offered_whole(fitting)):
        following = {move.tokens()[len(tokens) : len(tokens) + 1] for move in fitting}
        if len(following) != 1 or () in following:
            break
        tokens += following.pop()
    return Narrowing(fitting, tokens)


def are_offered_whole(moves: Sequence[Move]) -> bool:
    """True if moves of one kind are one question: the game wants it, and one list can show them all."""
    return type(moves[0]).offered_whole and len(moves) <= MAX_LIST_OPTIONS


def previous_tokens(moves: Sequence[Move], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens that were chosen before the last question. Empty if it was the first."""
    of_kind = [move for move in moves if move.tokens()[:1] == chosen[:1]]
    if len(chosen) > 1 and of_kind and are_offered_whole(of_kind):
        return chosen[:1] if len(of_kind) > 1 else ()
    for length in range(len(chosen) - 1, 0, -1):
        before = narrow(moves, chosen[:length])
        if before is not None and len(before.chosen) < len(chosen):
            return before.chosen
    return ()


def combined_token(moves: Iterable[Move], chosen: tuple[str, ...], pieces: Iterable[str]) -> str:
    """The token that names all of these pieces, in the order that the legal moves use.

    Returns the sorted pieces if no legal move has them.
    """
    wanted, index = set(pieces), len(chosen)
    tokens = (move.tokens()[index:] for move in moves if move.tokens()[:index] == chosen)
    return next((left[0] for left in tokens if left and set(left[0]) == wanted), "".join(sorted(wanted)))


def moves_matching(moves: Iterable[Move], kind: str, fields: dict[str, str]) -> tuple[Move, ...]:
    """The moves of a kind in which the given fields have these tokens."""
    return tuple(
        move
        for move in moves
        if move.tokens()[0] == kind
        and all(
            fields.get(name, token) == token
            for name, token in zip(move.choice_fields(), move.tokens()[1:], strict=True)
        )
    )


def token_of(move: Move, field: str) -> str:
    """The token of a field in a move's notation."""
    return move.tokens()[move.choice_fields().index(field) + 1]
