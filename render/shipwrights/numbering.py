"""Numbering: the answers of a prompt that the pictures point out, and the spots of their numbers."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from render.painter import Offer, Prompt
from render.shipwrights.highlights import WORKSHOP_PARTS, Part
from rules.game import Move, Seat
from rules.shipwrights import moves
from rules.shipwrights.pieces import GOODS, KINDS, WORKSHOPS, Card
from rules.shipwrights.view import View

Spot = tuple[str, int, int]
"""Kind, seat, index: an `offered` or `kept` card, a row of the `price`, or a part of a player's board."""

APART = frozenset({"offered", "kept", "price"})
"""Spots that are not on a player's board."""
KINDS_WITHOUT_HAND: frozenset[str] = frozenset({"stock", "buy", "drop", "swap", "enough", "return"})
"""Kinds of move that a player chooses without seeing the hand."""
ATTACKS = (moves.Assassin, moves.Barbarian, moves.Conspirator, moves.Thief)
"""A whole attack points at what it takes, not at the player."""


def part_spot(seat: Seat, part: Part | str, place: int = 0) -> Spot:
    return part, seat, place


def card_spot(kept: bool, place: int) -> Spot:
    return "kept" if kept else "offered", 0, place


@dataclass(frozen=True, slots=True)
class Numbering:
    """The number of each spot, and the spots chosen so far."""

    numbers: dict[Spot, int] = field(default_factory=dict)
    chosen: frozenset[Spot] = frozenset()


def numbering(view: View, prompt: Prompt | None) -> Numbering | None:
    if prompt is None:
        return None
    numbers = {}
    for offer in prompt.offers:
        spot = _spot_of(view, prompt, offer)
        if spot is not None and offer.number is not None:
            numbers[spot] = offer.number
    moves = [move for offer in prompt.offers for move in offer.moves[:1]]
    chosen = {_common_spot(view, moves, place) for place in range(len(prompt.chosen))}
    return Numbering(numbers, frozenset(spot for spot in chosen if spot is not None))


def pointed_tokens(view: View, prompt: Prompt) -> frozenset[str]:
    """Tokens of the answers that have a spot of their own."""
    spots = {offer.token: _spot_of(view, prompt, offer) for offer in prompt.offers}
    found = list(spots.values())
    return frozenset(word for word, spot in spots.items() if spot is not None and found.count(spot) == 1)


def _spot_of(view: View, prompt: Prompt, offer: Offer) -> Spot | None:
    """The spot that all moves of an answer share at this step; None for a sequence of moves."""
    if offer.is_sequence and len(offer.moves) > 1:
        return None
    (first, *others) = offer.moves
    if isinstance(first, moves.Buy) and not others and not prompt.chosen:
        return None if _spares_cart(view, first) else ("price", 0, GOODS.index(first.good))
    if (
        not others
        and isinstance(first, ATTACKS)
        and (prompt.chosen or _has_rival_answers(prompt, first.kind))
    ):
        return _spot(view, first, len(first.choice_fields()))
    if prompt.chosen and offer.token == str(first) and len(first.choice_fields()) > 1:
        return None  # a whole move with several fields has no single spot
    return _common_spot(view, offer.moves, len(prompt.chosen))


def _spares_cart(view: View, move: moves.Buy) -> bool:
    """True for a purchase without the share of the cart, whose number the purchase with it has."""
    return view.seat is not None and not move.cart and view.players[view.seat].cart.of(move.good) > 0


def _has_rival_answers(prompt: Prompt, kind: str) -> bool:
    """True if several answers mean one card, so that only their targets differ."""
    whole = [offer.moves[0] for offer in prompt.offers if not (offer.is_sequence and len(offer.moves) > 1)]
    return sum(move.kind == kind for move in whole) > 1


def _common_spot(view: View, moves: Iterable[Move], place: int) -> Spot | None:
    spots = {_spot(view, move, place) for move in moves}
    return spots.pop() if len(spots) == 1 else None


def _spot(view: View, move: Move, place: int) -> Spot | None:
    """The spot of a move's token at an index: the kind at 0, then its fields."""
    if view.seat is None:
        return None
    spots = _Spots(view, view.seat)
    return spots.kind_spot(move) if place == 0 else spots.field_spot(move, move.choice_fields()[place - 1])


@dataclass(frozen=True, slots=True)
class _Spots:
    view: View
    seat: Seat

    def kind_spot(self, move: Move) -> Spot | None:
        match move:
            case moves.Pick() | moves.Keep():
                return self._offered_spot(move.card)
            case moves.Hire() | moves.Lay() | moves.Build() | moves.BuyTool() | moves.Call():
                return self._hand_spot(move.card)
            case moves.Finish():
                return self._workshop_spot(self.seat, move.workshop)
            case moves.Drop():
                return part_spot(self.seat, "tool")
            case moves.Buy() | moves.Stock() | moves.Swap() | moves.Return():
                return None
            case _:
                card = next((card for card in KINDS if card == move.kind), None)
                return None if card is None else self._hand_spot(card)

    def field_spot(self, move: Move, name: str) -> Spot | None:
        value = getattr(move, name)
        match move:
            case moves.Finish():
                return self._finish_spot(move, name)
            case moves.Buy() if name == "good":
                return "price", 0, GOODS.index(move.good)
            case moves.Buy():
                return part_spot(self.seat, "tool") if move.cart else None
            case _ if hasattr(move, "player"):  # an attack
                return self._target_spot(move, name)
            case _ if name == "card":
                return self.kind_spot(move)
            case _ if value == "worker":
                return part_spot(self.seat, "workers")
            case _ if value in GOODS:
                return part_spot(self.seat, value)
            case _ if value in KINDS:  # what a Sage discards
                twice = name == "second" and getattr(move, "first", None) == value
                return self._hand_spot(value, 1 if twice else 0)
            case _:
                return None

    def _finish_spot(self, move: moves.Finish, name: str) -> Spot | None:
        if name == "workshop":
            return self._workshop_spot(self.seat, move.workshop)
        if name == "tool":
            return part_spot(self.seat, "tool") if move.tool else None
        workshop = self.view.players[self.seat].workshops[WORKSHOPS.index(move.workshop)]
        places = ("first", "second", "third")
        sources = (move.first, move.second, move.third)
        number = places.index(name)
        if workshop is None or sources[number] == "none":
            return None
        craftsmen = workshop.ship.craftsmen
        before = sum(
            craftsmen[other] == craftsmen[number] and sources[other] == sources[number]
            for other in range(number)
        )
        if sources[number] == "hand":
            return self._hand_spot(craftsmen[number], before)
        return self._craftsman_spot(self.seat, craftsmen[number], before)

    def _target_spot(self, move: Move, name: str) -> Spot | None:
        seat: Seat = getattr(move, "player")  # noqa: B009
        match move:
            case _ if name == "player":
                return part_spot(seat, "seat")
            case moves.Assassin() | moves.Conspirator():
                return self._craftsman_spot(seat, move.craftsman)
            case moves.Barbarian():
                return self._workshop_spot(seat, move.workshop)
            case moves.Thief():
                return part_spot(seat, move.good)
            case _:
                return None

    def _workshop_spot(self, seat: Seat, workshop: str) -> Spot:
        return part_spot(seat, WORKSHOP_PARTS["ab".index(workshop)])

    def _craftsman_spot(self, seat: Seat, craftsman: str, before: int = 0) -> Spot | None:
        row = self.view.players[seat].craftsmen
        places = [place for place, other in enumerate(row) if other == craftsman]
        return part_spot(seat, "craftsmen", places[before]) if before < len(places) else None

    def _hand_spot(self, card: Card, before: int = 0) -> Spot | None:
        hand = [face.card for face in self.view.hand or ()]
        places = [place for place, other in enumerate(hand) if other == card]
        return card_spot(True, places[before]) if before < len(places) else None

    def _offered_spot(self, card: Card) -> Spot | None:
        faces = self.view.draft or self.view.drawn or ()
        return next((card_spot(False, place) for place, face in enumerate(faces) if face.card == card), None)
