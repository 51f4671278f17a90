"""Numbering: the answers of a prompt that the pictures point out, and the targets of their numbers."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from render.painter import Offer, Prompt
from rules.explorers.moves import Build, Discard, Herd, KeepCaptain, Load, March, Place, Sail, Unload
from rules.explorers.view import View
from rules.game import Move

What = Literal["cell", "land", "sea", "point", "tile", "turn", "captain"]
_FIELDS: dict[tuple[str, str], What] = {
    ("captain", "captain"): "captain",
    ("place", "tile"): "tile",
    ("place", "cell"): "cell",
    ("place", "turn"): "turn",
    ("discard", "tile"): "tile",
    ("load", "land"): "land",
    ("unload", "land"): "land",
    ("sail", "sea"): "sea",
    ("march", "start"): "land",
    ("march", "land"): "land",
    ("herd", "start"): "land",
    ("herd", "land"): "land",
    ("build", "point"): "point",
}
"""Kind of target for each field of a move that the pictures can point out."""


class Target(NamedTuple):
    """The target of an answer: a place, tile, turn or captain by its name or number."""

    what: What
    name: str


class NumberedTarget(NamedTuple):
    """A number and its target. `turn` is the rotation if the tile fits the cell in only one."""

    number: int
    target: Target
    turn: int | None = None


def target_of(prompt: Prompt, offer: Offer) -> Target | None:
    """Returns the target of an answer; None if the pictures cannot point it out."""
    move = offer.moves[-1]
    if offer.is_sequence or offer.token == str(move):
        return _target_of_move(move)
    if not prompt.chosen:
        return None
    asked = offer.moves[0].choice_fields()
    place = len(prompt.chosen) - 1
    what = _FIELDS.get((prompt.chosen[0], asked[place])) if place < len(asked) else None
    return None if what is None else Target(what, offer.token)


def _target_of_move(move: Move) -> Target | None:
    """The target of a whole move, or of the last move of a sequence."""
    match move:
        case Place():
            return Target("cell", move.cell)
        case Discard():
            return Target("tile", str(move.tile))
        case Sail():
            return Target("sea", move.sea)
        case March() | Herd() | Load() | Unload():
            return Target("land", move.land)
        case Build():
            return Target("point", move.point)
        case KeepCaptain():
            return Target("captain", move.captain)
        case _:
            return None


def moved_targets(moves: Iterable[Move]) -> Iterator[Target]:
    """Yields all places that moves touch, in turn."""
    for move in moves:
        if isinstance(move, March | Herd):
            yield Target("land", move.start)
        target = _target_of_move(move)
        if target is not None and target.what in ("cell", "land", "sea", "point"):
            yield target


def pointed_tokens(view: View, prompt: Prompt) -> frozenset[str]:  # noqa: ARG001
    return frozenset(offer.token for offer in prompt.offers if target_of(prompt, offer) is not None)


def numbered_targets(prompt: Prompt | None) -> tuple[NumberedTarget, ...]:
    if prompt is None:
        return ()
    found = ((offer, target_of(prompt, offer)) for offer in prompt.offers)
    return tuple(
        NumberedTarget(offer.number, target, _only_turn(offer))
        for offer, target in found
        if offer.number is not None and target is not None
    )


def _only_turn(offer: Offer) -> int | None:
    (first, *others) = offer.moves
    return first.turn if isinstance(first, Place) and not others else None
