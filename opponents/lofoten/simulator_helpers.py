"""Helpers for ships, warehouses and Jarls, shared by simulator and evaluation."""

from typing import TypeVar

from rules.lofoten.longships import SHIP_B_CAPACITY
from rules.lofoten.pieces import GOODS, SHIELDS, Demand, Tile
from rules.lofoten.state import Alliance, Ship, Warehouse

T = TypeVar("T")


def pair_with(pair: tuple[T, T], index: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def has_room(ship: Ship, tile: Tile) -> bool:
    """True if the tile fits on the ship."""
    if not ship.load:
        return True
    return (
        ship.upgraded
        and ship.key == "b"
        and sum(each.amount for each in ship.load) + tile.amount <= SHIP_B_CAPACITY
    )


def demand_is_met(warehouses: tuple[Warehouse, ...], coins: int, seat: int, alliance: Alliance) -> bool:
    return progress(warehouses, coins, seat, alliance.demand) >= alliance.demand.number


def progress(warehouses: tuple[Warehouse, ...], coins: int, seat: int, demand: Demand) -> int:
    """Return how much a player has of what a Jarl demands, equal to the rules."""
    match demand.kind:
        case "give_coins" | "own_coins":
            return coins
        case "goods":
            return sum(warehouse.total(seat) for warehouse in warehouses)
        case "each_type":
            stored = {warehouse.good: len(warehouse.sides[seat]) for warehouse in warehouses}
            return min(stored.get(good, 0) for good in GOODS)
        case "tiles_of" | "goods_of":
            for warehouse in warehouses:
                if warehouse.good == demand.good:
                    return len(warehouse.sides[seat]) if demand.kind == "tiles_of" else warehouse.total(seat)
            return 0
        case _:
            shown = "".join(tile.shown for warehouse in warehouses for tile in warehouse.sides[seat])
            counts = [shown.count(shield) for shield in SHIELDS]
            return min(counts) if demand.kind == "each_shield" else max(counts)
