"""Numbering: the answers of a prompt that the pictures point out, and the spots of their numbers."""

from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from render.lofoten.highlights import Intention
from render.painter import Offer, Prompt
from rules.game import Move
from rules.lofoten import moves
from rules.lofoten.pieces import SIDES, ZONES, ShipKey
from rules.lofoten.view import View

M = TypeVar("M", bound=Move)
What = Literal["card", "end", "zone", "stack", "warehouse", "tile", "ship", "jarl", "course"]
MOVEMENTS = (moves.Slide, moves.Turn, moves.Wheel, moves.Row)


@dataclass(frozen=True, slots=True)
class Spot:
    """The target of an answer: a slot of the hand, a zone by its index, a ship by its letter…"""

    what: What
    key: str | int | tuple[int, int]
    side: int = 0
    """Offset of two answers about one zone: -1 for the left stack, 1 for the right."""


@dataclass(frozen=True, slots=True)
class NumberedAnswer:
    number: int
    spot: Spot
    moves: tuple[Move, ...]


def spot_of(view: View, prompt: Prompt, offer: Offer) -> Spot | None:
    """Returns the spot of an answer; None if no picture points it out."""
    if offer.token.startswith("shortcut"):
        return _spot_of_sequence(view, offer.moves)
    if not prompt.chosen:
        return _spot_of_move(view, offer.moves[0]) if len(offer.moves) == 1 else None
    return _spot_of_field(view, prompt.chosen, offer)


def pointed_tokens(view: View, prompt: Prompt) -> frozenset[str]:
    return frozenset(offer.token for offer in prompt.offers if spot_of(view, prompt, offer))


def numbered_answers(view: View, prompt: Prompt | None) -> tuple[NumberedAnswer, ...]:
    if prompt is None:
        return ()
    return tuple(
        NumberedAnswer(offer.number, spot, offer.moves)
        for offer in prompt.offers
        if offer.number is not None and (spot := spot_of(view, prompt, offer))
    )


def _spot_of_sequence(view: View, sequence: tuple[Move, ...]) -> Spot | None:
    """The spot of a sequence of moves: that of its last move with a target."""
    if view.phase in ("steps", "effect"):
        if removed := _first(moves.Remove, sequence):
            return Spot("zone", ZONES.index(removed.zone))
        fixed = view.phase == "steps" or _first(MOVEMENTS, sequence)
        return Spot("course", str(sequence)) if fixed else None
    if view.phase in ("draw", "upkeep"):
        filled = _first(moves.Fill, sequence)
        if placed := _first(moves.Place, sequence):
            return Spot("end", placed.end, SIDES.index(filled.stack) if filled else 0)
        return _spot_of_move(view, filled) if filled else None
    return None


def _first(kind: type[M] | tuple[type[M], ...], sequence: tuple[Move, ...]) -> M | None:
    return next((move for move in sequence if isinstance(move, kind)), None)


def _spot_of_move(view: View, move: Move) -> Spot | None:
    fleet = view.fleets[view.active]
    match move:
        case moves.PlaySide():
            return Spot("card", move.card)
        case moves.PlayCentre():
            return Spot("card", "centre")
        case moves.Remove() | moves.Take():
            return Spot("zone", ZONES.index(move.zone))
        case moves.Load():
            if move.aboard == "yes":
                return Spot("ship", fleet.market.ship)
            return Spot("zone", fleet.zone)
        case moves.Store() | moves.Bind():
            return Spot("warehouse", move.warehouse - 1)
        case moves.Fill():
            return Spot("zone", ZONES.index(move.zone), 1 if move.stack == "right" else -1)
        case moves.Place():
            return Spot("end", move.end)
        case moves.Unload() if move.ship != "none":
            return Spot("ship", move.ship)
        case moves.Upgrade():
            return Spot("tile", (move.warehouse - 1, move.tile - 1))
        case moves.Claim():
            return Spot("jarl", move.jarl)
    return None


def _spot_of_field(view: View, chosen: tuple[str, ...], offer: Offer) -> Spot | None:
    """The spot of the next token of a move."""
    kind, place, word = chosen[0], len(chosen), offer.token
    if kind == "fill":
        return Spot("stack", SIDES.index(word)) if place == 1 else Spot("zone", ZONES.index(word))
    if kind == "upgrade":
        if place == 1:
            return Spot("ship", word)
        return (
            Spot("warehouse", int(word) - 1)
            if place == 2
            else Spot("tile", (int(chosen[2]) - 1, int(word) - 1))
        )
    return _spot_of_move(view, offer.moves[0])


def partial_intention(view: View, prompt: Prompt | None) -> Intention | None:
    """The intention of a move of which only some fields are chosen."""
    if prompt is None or len(prompt.chosen) < 2:
        return None
    kind, *words = prompt.chosen
    if kind == "fill":
        return Intention(view.active, stack=SIDES.index(words[0]))
    if kind == "upgrade":
        warehouse = int(words[1]) - 1 if len(words) > 1 else None
        ship = next((key for key in get_args(ShipKey) if key == words[0]), None)
        return Intention(view.active, ship=ship, warehouse=warehouse)
    return None
