"""Better longships: turn one to its dark side for a flipped tile, and use its power.

All numbers are printed in the rulebook.
"""

from collections.abc import Iterator

from rules.engine import StepRecorder
from rules.game import Seat
from rules.lofoten.events import ShipUpgraded
from rules.lofoten.moves import UPGRADE, LofotenMove, Upgrade
from rules.lofoten.pieces import ShipKey, Tile
from rules.lofoten.state import Fleet, Ship, State, Warehouse
from rules.replace import replace

SHIP_A_POINTS = 3
SHIP_B_CAPACITY = 4
SHIP_D_USES = 4
UPGRADE_POINTS = (0, 1, 3, 6, 10)


def has_power(ship: Ship, key: ShipKey) -> bool:
    return ship.upgraded and ship.key == key


def has_room(ship: Ship, tile: Tile) -> bool:
    """True if a tile fits: an empty ship takes any; the better B takes more, up to four goods in all."""
    if not ship.load:
        return True
    return has_power(ship, "b") and sum(each.amount for each in ship.load) + tile.amount <= SHIP_B_CAPACITY


def upgrades(state: State) -> tuple[LofotenMove, ...]:
    """Return all upgrades, one per turn: any light ship, for any stored tile not yet flipped."""
    if state.upgraded or not can_upgrade(state, state.active):
        return ()
    light = sorted(ship.key for ship in state.player.fleet.ships if not ship.upgraded)
    tiles = [
        (number, place)
        for number, warehouse in enumerate(state.warehouses)
        for place in _flippable(warehouse.sides[state.active])
    ]
    return tuple(UPGRADE[key][number][place] for key in light for number, place in tiles)


def can_upgrade(state: State, seat: Seat) -> bool:
    """True if a player has a ship to upgrade and a tile to flip for it."""
    return (
        state.options.better_longships == "yes"
        and any(not ship.upgraded for ship in state.players[seat].fleet.ships)
        and any(not tile.flipped for warehouse in state.warehouses for tile in warehouse.sides[seat])
    )


def _flippable(side: tuple[Tile, ...]) -> Iterator[int]:
    """Yield the indices of the tiles that can be flipped; of equal tiles only the first."""
    for place, tile in enumerate(side):
        if not tile.flipped and side.index(tile) == place:
            yield place


def upgrade(state: State, move: Upgrade, recorder: StepRecorder) -> State:
    seat, player = state.active, state.player
    index = move.warehouse - 1
    warehouse = state.warehouses[index]
    tile = warehouse.sides[seat][move.tile - 1]
    recorder.emit(
        ShipUpgraded(seat=seat, ship=move.ship, warehouse=move.warehouse, good=tile.good, amount=tile.amount)
    )
    flipped = _with_flipped(warehouse, seat, move.tile - 1)
    return replace(
        state,
        players=state.players_with(seat, player._replace(fleet=_with_upgraded(player.fleet, move.ship))),
        warehouses=(*state.warehouses[:index], flipped, *state.warehouses[index + 1 :]),
        upgraded=True,
    )


def _with_upgraded(fleet: Fleet, key: ShipKey) -> Fleet:
    ships = (ship._replace(upgraded=True) if ship.key == key else ship for ship in fleet.ships)
    return Fleet(fleet.zone, *ships)


def _with_flipped(warehouse: Warehouse, seat: Seat, place: int) -> Warehouse:
    side = warehouse.sides[seat]
    flipped = (*side[:place], side[place]._replace(flipped=True), *side[place + 1 :])
    sides = (flipped, warehouse.sides[1]) if seat == 0 else (warehouse.sides[0], flipped)
    return warehouse._replace(sides=sides)


def upgrade_points(fleet: Fleet) -> int:
    return UPGRADE_POINTS[sum(ship.upgraded for ship in fleet.ships)]


def ship_a_points(fleet: Fleet) -> int:
    return SHIP_A_POINTS if any(has_power(ship, "a") for ship in fleet.ships) else 0
