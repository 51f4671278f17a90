"""Highlights: changes since an earlier view, and the targets of a move that is being chosen."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from render.shipwrights.playable import gold_gained
from rules.game import Move, Seat
from rules.shipwrights import moves
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS, Card, Craftsman, Tradable, Workshop
from rules.shipwrights.view import PlayerView, View, WorkshopView

Part = Literal[
    "gold", "workers", "oak", "wool", "iron", "workshop_a", "workshop_b", "craftsmen", "fleet",
    "tool", "buildings", "watchman", "pioneer", "points", "military", "hand", "seat",
]  # fmt: skip
Place = tuple[Seat, Part]
MAX_GOLD = 12
"""The last space of the shoreline."""
WORKSHOP_PARTS: tuple[Part, Part] = ("workshop_a", "workshop_b")


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences between two views of the same reader."""

    parts: frozenset[Place] = frozenset()
    items: frozenset[tuple[Seat, Part, int]] = frozenset()  # new pieces in a row
    day: bool = False
    price: bool = False


def changes(before: View | None, now: View) -> Changes:
    """Compare two views; without an earlier view nothing changed."""
    if before is None:
        return Changes()
    parts: set[Place] = set()
    items: set[tuple[Seat, Part, int]] = set()
    for seat, (old, new) in enumerate(zip(before.players, now.players, strict=True)):
        was, is_now = _by_part(old), _by_part(new)
        parts |= {(seat, part) for part in is_now if was[part] != is_now[part]}
        rows: tuple[tuple[Part, Sequence[Hashable], Sequence[Hashable]], ...] = (
            ("craftsmen", old.craftsmen, new.craftsmen),
            ("fleet", [ship.card for ship in old.fleet], [ship.card for ship in new.fleet]),
            ("buildings", _buildings(old), _buildings(new)),
        )
        items |= {(seat, part, place) for part, one, other in rows for place in _new_indices(one, other)}
    return Changes(
        frozenset(parts),
        frozenset(items),
        before.day != now.day,
        bool(now.price and before.price != now.price),
    )


def _buildings(player: PlayerView) -> list[Card]:
    return [building.building.card for building in player.buildings]


def _ship(workshop: WorkshopView | None) -> Card | None:
    return None if workshop is None else workshop.ship.card


def _by_part(player: PlayerView) -> dict[Part, Hashable]:
    workshop_a, workshop_b = player.workshops
    return {
        "gold": player.gold,
        "workers": player.workers,
        "oak": player.mill.oak,
        "wool": player.mill.wool,
        "iron": player.mill.iron,
        "workshop_a": _ship(workshop_a),
        "workshop_b": _ship(workshop_b),
        "craftsmen": player.craftsmen,
        "fleet": tuple(ship.card for ship in player.fleet),
        "tool": (player.tool and player.tool.card, player.cart),
        "buildings": tuple(_buildings(player)),
        "watchman": player.watchman,
        "pioneer": player.pioneer,
    }


def _new_indices(before: Sequence[Hashable], now: Sequence[Hashable]) -> list[int]:
    """Indices of pieces that are new; of equal pieces, the last ones."""
    known = Counter(before)
    added = []
    for place, piece in enumerate(now):
        if known[piece]:
            known[piece] -= 1
        else:
            added.append(place)
    return added


@dataclass(frozen=True, slots=True)
class Intention:
    """The parts that a move would touch, with gains and losses where they are certain."""

    touched: dict[Place, int] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()  # in the hand, or in the set to pick from
    craftsmen: frozenset[tuple[Seat, int]] = frozenset()  # placed craftsmen by index
    price: bool = False


def intention(view: View, move: Move | None) -> Intention | None:
    if move is None:
        return None
    mover = view.seat if view.seat is not None else view.active
    return Intention() if mover is None else _IntentionReader(view, mover).intention_of(move)


@dataclass(frozen=True, slots=True)
class _IntentionReader:
    """Derives the intention of one player's move from the view."""

    view: View
    seat: Seat

    def intention_of(self, move: Move) -> Intention:
        match move:
            case moves.Stock():
                return Intention(self._goods((move.first, move.second)))
            case moves.Pick() | moves.Keep():
                return Intention({self._own("hand"): 0}, cards=(move.card,))
            case moves.Buy():
                return self._purchase_intention(move)
            case moves.BuyTool() | moves.Build() | moves.Lay() | moves.Hire() | moves.Call():
                return self._card_intention(move)
            case moves.Drop():
                return Intention({self._own("tool"): 0})
            case moves.Finish():
                return self._finish_intention(move)
            case moves.Beggar():
                return Intention(self._beggar_gains(move), cards=("beggar",))
            case moves.Merchant():
                return Intention(self._goods((move.first, move.second)), cards=("merchant",))
            case moves.Swap():
                return Intention({self._own(_part(move.give)): -1, self._own(_part(move.take)): 1})
            case moves.Return():
                return Intention({self._own(move.good): -move.amount})
            case moves.End():
                return Intention(cards=tuple(face.card for face in self.view.hand or ()))
            case moves.Sage():
                given_up = (move.first,) if move.second == "none" else (move.first, move.second)
                return Intention({self._own("hand"): 0}, cards=("sage", *given_up))
            case _:
                return self._attack_intention(move)

    def _own(self, part: Part) -> Place:
        return self.seat, part

    @property
    def _me(self) -> PlayerView:
        return self.view.players[self.seat]

    def _face(self, card: Card) -> Face | None:
        return next((face for face in self.view.hand or () if face.card == card), None)

    def _goods(self, goods: tuple[Literal["oak", "wool", "iron"], ...]) -> dict[Place, int]:
        return {self._own(good): amount for good, amount in Counter(goods).items()}

    def _beggar_gains(self, move: moves.Beggar) -> dict[Place, int]:
        face = self._face("beggar")
        goods, workers = (face.gains_goods, face.gains_workers) if face else (0, 0)
        return {self._own(move.good): goods, self._own("workers"): workers}

    def _purchase_intention(self, move: moves.Buy) -> Intention:
        gained = (self.view.price.of(move.good) if self.view.price else 0) + move.cart
        touched = {
            self._own("gold"): -self.view.price_gold,
            self._own("workers"): -self.view.price_workers,
            self._own(move.good): gained,
        }
        if move.cart:
            touched[self._own("tool")] = 0
        return Intention(touched, price=True)

    def _price_paid(self, card: Card) -> dict[Place, int]:
        face = self._face(card)
        if face is None:
            return {}
        spent = {self._own("gold"): -face.gold, self._own("workers"): -face.workers}
        return {place: amount for place, amount in spent.items() if amount}

    def _card_intention(
        self, move: moves.BuyTool | moves.Build | moves.Lay | moves.Hire | moves.Call
    ) -> Intention:
        touched = self._price_paid(move.card) if isinstance(move, moves.BuyTool | moves.Build) else {}
        match move:
            case moves.BuyTool():
                touched[self._own("tool")] = 0
            case moves.Build():
                touched[self._own("buildings")] = 0
            case moves.Lay():
                free = 0 if self._me.workshops[0] is None else 1
                touched[self._own(WORKSHOP_PARTS[free])] = 0
            case moves.Hire():
                touched[self._own("craftsmen")] = 0
            case moves.Call():
                touched |= self._villager_gains(move)
        return Intention(touched, cards=(move.card,))

    def _villager_gains(self, move: moves.Call) -> dict[Place, int]:
        face = self._face(move.card)
        match move.card:
            case "pioneer":
                return {self._own("pioneer"): 0}
            case "watchman":
                return {self._own("watchman"): 0}
            case "labourer" if face:
                return {self._own("workers"): face.gains_workers}
            case "mercenary" | "king" | "queen" | "navigator" if face:
                gained = min(gold_gained(self.view, face), MAX_GOLD - self._me.gold)
                return {self._own("gold"): gained} | self._mercenary_losses(face)
            case _:
                return {}

    def _mercenary_losses(self, face: Face) -> dict[Place, int]:
        """The losses that a Mercenary inflicts on the other players; no other villager inflicts any."""
        return {
            (seat, "gold"): -min(player.gold, face.loss)
            for seat, player in enumerate(self.view.players)
            if face.loss and seat != self.seat and player.gold and not player.watchman
        }

    def _finish_intention(self, move: moves.Finish) -> Intention:
        part = _workshop(move.workshop)
        workshop = self._me.workshops[WORKSHOP_PARTS.index(part)]
        if workshop is None:
            return Intention({self._own(part): 0})
        ship = workshop.ship
        spared = self._me.tool.spares if move.tool and self._me.tool else None
        touched: dict[Place, int] = {self._own(part): 0, self._own("fleet"): 0}
        amounts: tuple[tuple[Part, int], ...] = (
            ("gold", ship.gold),
            ("workers", ship.workers),
            *((good, ship.goods.of(good)) for good in GOODS if good != spared),
        )
        touched |= {self._own(what): -amount for what, amount in amounts if amount}
        if move.tool:
            touched[self._own("tool")] = 0
        sources = tuple(zip(ship.craftsmen, (move.first, move.second, move.third), strict=False))
        return Intention(
            touched,
            cards=tuple(craftsman for craftsman, source in sources if source == "hand"),
            craftsmen=self._craftsman_indices(
                self.seat, [craftsman for craftsman, source in sources if source == "board"]
            ),
        )

    def _craftsman_indices(self, seat: Seat, craftsmen: Sequence[Craftsman]) -> frozenset[tuple[Seat, int]]:
        """Indices of these craftsmen; of equal ones, only as many as are meant."""
        row, places = self.view.players[seat].craftsmen, set[int]()
        for craftsman in craftsmen:
            alike = (place for place, other in enumerate(row) if other == craftsman and place not in places)
            places.update(place for place in [next(alike, None)] if place is not None)
        return frozenset((seat, place) for place in places)

    def _attack_intention(self, move: Move) -> Intention:
        match move:
            case moves.Assassin():
                return Intention(
                    cards=("assassin",), craftsmen=self._craftsman_indices(move.player, (move.craftsman,))
                )
            case moves.Conspirator():
                return Intention(
                    {self._own("craftsmen"): 0},
                    cards=("conspirator",),
                    craftsmen=self._craftsman_indices(move.player, (move.craftsman,)),
                )
            case moves.Barbarian():
                return Intention({(move.player, _workshop(move.workshop)): 0}, cards=("barbarian",))
            case moves.Raider():
                target, face = self.view.players[move.player], self._face("raider")
                loss = min(target.gold, target.mill.total * face.loss) if face else 0
                return Intention({(move.player, "gold"): -loss}, cards=("raider",))
            case moves.Berserker():
                paid = self._price_paid("berserker")
                return Intention({**paid, (move.player, "tool"): 0}, cards=("berserker",))
            case moves.Thief():
                stolen = self.view.players[move.player].mill.of(move.good)
                touched: dict[Place, int] = {(move.player, move.good): -stolen, self._own(move.good): stolen}
                return Intention(touched, cards=("thief",))
            case _:
                return Intention()


def _workshop(workshop: Workshop) -> Part:
    return "workshop_a" if workshop == "a" else "workshop_b"


def _part(tradable: Tradable) -> Part:
    return "workers" if tradable == "worker" else tradable
