"""Numbering: the answers of a prompt that the pictures point out, and the spots of their numbers."""

from dataclasses import dataclass
from typing import Literal, get_args

from render.lofoten.highlights import Intention, zone_beyond
from render.painter import Offer, Prompt
from rules.game import Move
from rules.lofoten import moves
from rules.lofoten.pieces import SIDES, ZONES, ShipKey, Side
from rules.lofoten.view import View

What = Literal["card", "end", "zone", "stack", "tile", "ship", "jarl", "turn"]
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
    """Returns the spot of an answer; None if no picture points it out.

    Warehouses have a number already, which their answers name.
    """
    if offer.token.startswith("shortcut"):
        # Each end and each stack has one number, though the turn can be ended with it or left open.
        ends_turn = any(other.moves == (moves.NOTHING_MORE, *offer.moves) for other in prompt.offers)
        return None if ends_turn else _spot_of_sequence(view, offer.moves)
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
    """The spot of a sequence of moves: that of its only move with a target."""
    if view.phase in ("steps", "effect"):
        # A sequence of several movements has no single target: its words say where it leads.
        pointing = [move for move in sequence if isinstance(move, (*MOVEMENTS, moves.Remove))]
        return _spot_of_move(view, pointing[0]) if len(pointing) == 1 else None
    if view.phase in ("draw", "upkeep"):
        return _spot_of_move(view, sequence[-1])
    return None


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
        case moves.Slide() | moves.Row():
            return Spot("zone", zone_beyond(view, view.active, _way(view, move)))
        case moves.Turn() | moves.Wheel():
            return Spot("turn", _way(view, move))
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


def _way(view: View, move: moves.Slide | moves.Turn | moves.Row | moves.Wheel) -> Side:
    """The direction of a movement: its own, or that of the side card in play."""
    if isinstance(move, moves.Row | moves.Wheel):
        return move.way
    return "left" if view.in_play and view.in_play.hand == "left" else "right"


def _spot_of_field(view: View, chosen: tuple[str, ...], offer: Offer) -> Spot | None:
    """The spot of the next token of a move."""
    kind, place, word = chosen[0], len(chosen), offer.token
    if kind == "fill":
        return Spot("stack", SIDES.index(word)) if place == 1 else Spot("zone", ZONES.index(word))
    if kind == "upgrade":
        if place == 1:
            return Spot("ship", word)
        return None if place == 2 else Spot("tile", (int(chosen[2]) - 1, int(word) - 1))
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
