"""Standing orders: what a seat does by itself, under which condition, and until when."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from bot.words import Teller, mark
from rules.game import AnyGame, Event, Move, Record, Refusal, Seat, kind_of

When = Literal["always", "safe", "alone"]
Until = Literal["once", "loss", "week", "game"]

WHEN: dict[str, str] = {
    "always": mark("whenever it is possible"),
    "safe": mark("only if nothing of mine can be taken next"),
    "alone": mark("only if I can do nothing else"),
}
UNTIL: dict[str, str] = {
    "once": mark("only once"),
    "loss": mark("until something of mine is taken"),
    "week": mark("for a week"),
    "game": mark("until the game ends"),
}

WORLDS = 3
"""How many deals that the seat cannot tell apart are looked at for danger."""
LOOKED_AT = 300
"""How many moves of others are tried in each of them."""
STEPS_AHEAD = 2


class Order(Record):
    """`words` begin the notation of exactly one legal move when the order is carried out."""

    words: tuple[str, ...]
    when: When = "always"
    until: Until = "once"


def candidates(game: AnyGame, legal: Sequence[Move]) -> list[tuple[str, ...]]:
    """What can be ordered: what is legal now, and what may become legal and is named by few words."""
    named = (words for model in game.info.moves for words in _named(model))
    return list(dict.fromkeys((*(move.words() for move in legal), *named)))


def _named(model: type[Move]) -> Iterator[tuple[str, ...]]:
    kind, fields = kind_of(model), model.asked()
    if not fields:
        yield (kind,)
    elif len(fields) == 1:
        annotation = model.model_fields[fields[0]].annotation
        if get_origin(annotation) is Literal:
            yield from ((kind, str(value)) for value in get_args(annotation))


def readable(game: AnyGame, words: Sequence[str]) -> Move:
    """The move an order speaks of; refuses what is no move of this game."""
    move: Move = game.parse(" ".join(words))
    return move


def described(teller: Teller, game: AnyGame, words: Sequence[str]) -> str:
    """The ordered move in plain words."""
    move = readable(game, words)
    said = [teller.word(name, value) for name in move.asked() if (value := getattr(move, name)) is not None]
    return f"{teller.kind(move.kind)}: {', '.join(said)}" if said else teller.kind(move.kind)


def move_for(game: AnyGame, state: Any, seat: Seat, order: Order) -> Move | None:
    """The move this order makes now; None while it cannot or must not."""
    moves = game.legal(state, seat)
    fitting = [move for move in moves if move.words()[: len(order.words)] == order.words]
    if len(fitting) != 1:
        return None
    move: Move = fitting[0]
    if order.when == "alone" and len(moves) > 1:
        return None
    if order.when == "safe" and _in_danger(game, state, seat, move):
        return None
    return move


def took_from(events: Iterable[Event], seat: Seat) -> bool:
    return any(event.is_loss_to(seat) and event.heard_by(seat) for event in events)


def _in_danger(game: AnyGame, state: Any, seat: Seat, move: Move) -> bool:
    """Whether somebody could take something from this seat next, as far as the seat itself can know."""
    for trial in range(WORLDS):
        world = game.reshuffle(state, seat, bytes([trial]))
        after = game.apply(world, seat, move).state
        tries = iter(range(LOOKED_AT))
        for other in sorted(game.to_act(after) - {seat}):
            if _can_take(game, after, other, seat, STEPS_AHEAD, tries):
                return True
    return False


def _can_take(game: AnyGame, state: Any, other: Seat, seat: Seat, steps: int, tries: Iterator[int]) -> bool:
    for move in game.legal(state, other):
        if next(tries, None) is None:
            return False
        try:
            step = game.apply(state, other, move)
        except Refusal:
            continue
        if any(event.is_loss_to(seat) for event in step.events):
            return True
        goes_on = steps > 1 and other in game.to_act(step.state)
        if goes_on and _can_take(game, step.state, other, seat, steps - 1, tries):
            return True
    return False
