"""Highlights: changes since an earlier view, and the targets of a move that is being chosen."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from render.kit.differences import changed_indices, changed_keys
from rules.game import Move, Seat
from rules.lofoten import moves
from rules.lofoten.pieces import SIDES, ZONES, Hand, Jarl, ShipKey, Side
from rules.lofoten.view import FleetView, ShipView, View

Position = Literal["market", "right", "dock", "left"]
POSITIONS: tuple[Position, ...] = get_args(Position)


def ship_at(fleet: FleetView, position: Position) -> ShipView:
    ship: ShipView = getattr(fleet, position)
    return ship


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences between two views of the same reader."""

    zones: frozenset[int] = frozenset()
    sides: frozenset[tuple[int, Seat]] = frozenset()
    ships: frozenset[tuple[Seat, ShipKey]] = frozenset()
    moved: dict[Seat, int] = field(default_factory=dict)  # earlier zones of fleets that slid
    turned: frozenset[Seat] = frozenset()
    coins: frozenset[Seat] = frozenset()
    reserve: bool = False
    jarls: frozenset[Jarl] = frozenset()


def changes(before: View | None, now: View) -> Changes:
    """Compare two views; without an earlier view nothing changed."""
    if before is None:
        return Changes()
    fleets = tuple(enumerate(zip(before.fleets, now.fleets, strict=True)))
    return Changes(
        zones=changed_indices(before.market, now.market),
        sides=frozenset(
            (number, seat)
            for number, (old, new) in enumerate(zip(before.warehouses, now.warehouses, strict=True))
            for seat in changed_indices(old.sides, new.sides)
        ),
        ships=frozenset(
            (seat, ship.ship) for seat, (old, new) in fleets for ship in set(_ships(new)) - set(_ships(old))
        ),
        moved={seat: old.zone for seat, (old, new) in fleets if old.zone != new.zone},
        turned=frozenset(seat for seat, (old, new) in fleets if old.market.ship != new.market.ship),
        coins=changed_indices(before.coins, now.coins),
        reserve=before.reserve != now.reserve,
        jarls=changed_keys(_allies(before), _allies(now)),
    )


def _ships(fleet: FleetView) -> list[ShipView]:
    return [ship_at(fleet, position) for position in POSITIONS]


def _allies(view: View) -> dict[Jarl, object]:
    return {alliance.jarl: (alliance.owner, alliance.warehouse) for alliance in view.alliances}


@dataclass(frozen=True, slots=True)
class Intention:
    """The parts that a move would touch, derived from the move and the view."""

    seat: Seat
    zone: int | None = None
    stack: int | None = None
    warehouse: int | None = None
    tile: int | None = None  # index on the mover's side of that warehouse
    ship: ShipKey | None = None
    slide: Side | None = None
    turn: Side | None = None
    dock: bool = False
    coins: bool = False
    taken_from: Seat | Literal["reserve"] | None = None
    again: bool = False
    cards: frozenset[Hand] = frozenset()
    end: Side | None = None
    jarl: Jarl | None = None


def intention(view: View, move: Move | None) -> Intention | None:  # noqa: C901 - a match table
    if move is None:
        return None
    seat = view.active if view.seat is None else view.seat
    played = view.in_play.hand if view.in_play else "right"
    direction: Side = "left" if played == "left" else "right"
    match move:
        case moves.PlaySide():
            return Intention(seat, cards=frozenset({move.card}))
        case moves.PlayCentre():
            return Intention(seat, dock=True, cards=frozenset({"centre"}))
        case moves.Slide():
            return Intention(seat, slide=direction)
        case moves.Turn():
            return Intention(seat, turn=direction)
        case moves.Row():
            return Intention(seat, slide=move.way)
        case moves.Wheel():
            return Intention(seat, turn=move.way)
        case moves.Remove() | moves.Take():
            return Intention(seat, zone=ZONES.index(move.zone))
        case moves.Load():
            fleet = view.fleets[seat]
            return Intention(seat, zone=fleet.zone, ship=fleet.market.ship if move.aboard == "yes" else None)
        case moves.Upgrade():
            return Intention(seat, ship=move.ship, warehouse=move.warehouse - 1, tile=move.tile - 1)
        case moves.Claim():
            return Intention(seat, jarl=move.jarl)
        case moves.Store() | moves.Bind():
            return Intention(seat, warehouse=move.warehouse - 1)
        case moves.Fill():
            return Intention(seat, zone=ZONES.index(move.zone), stack=SIDES.index(move.stack))
        case moves.Unload() if move.ship != "none":
            return Intention(seat, ship=move.ship)
        case moves.Steal():
            return Intention(seat, coins=True, taken_from="reserve" if view.reserve else 1 - seat)
        case moves.BuyStep():
            return Intention(seat, coins=True)
        case moves.BuyTurn():
            return Intention(seat, coins=True, again=True)
        case moves.BuyHand():
            return Intention(seat, coins=True, cards=frozenset({"left", "centre", "right"}))
        case moves.Place():
            return Intention(seat, end=move.end)
        case _:
            return Intention(seat)


def zone_beyond(view: View, seat: Seat, way: Side) -> int:
    """The zone a fleet would slide to. A player's right is towards E for seat 0 and towards A for seat 1."""
    step = 1 if (way == "right") == (seat == 0) else -1
    return min(4, max(0, view.fleets[seat].zone + step))
