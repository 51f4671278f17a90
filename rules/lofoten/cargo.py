"""The two automatic actions, loading and unloading a longship, and storing in the warehouses."""

from dataclasses import replace

from rules.engine import Happening
from rules.lofoten.events import TileLoaded, TileStored
from rules.lofoten.moves import STORE, LofotenMove
from rules.lofoten.pieces import ZONES, Good
from rules.lofoten.state import Fleet, Position, Ship, State, Warehouse


def settle(state: State, happening: Happening) -> State:
    """What happens by itself to the active player's fleet: load at the market, unload at the dock."""
    fleet = state.player.fleet
    tile = state.market[fleet.zone]
    ship = fleet.market
    if tile is not None and ship.order is not None and ship.order.good == tile.good and not ship.load:
        state = _load(state, happening)
    return unload(state, "dock", happening) if fleet.dock.load else state


def _load(state: State, happening: Happening) -> State:
    """The tile before the fleet goes onto the order of the ship facing it."""
    player = state.player
    fleet = player.fleet
    ship, zone = fleet.market, fleet.zone
    tile = state.market[zone]
    assert tile is not None
    happening.tell(
        TileLoaded(seat=state.active, ship=ship.key, zone=ZONES[zone], good=tile.good, amount=tile.amount)
    )
    loaded = fleet._replace(market=ship._replace(load=(*ship.load, tile)))
    return replace(
        state,
        players=state.players_with(state.active, player._replace(fleet=loaded)),
        market=(*state.market[:zone], None, *state.market[zone + 1 :]),
    )


def unload(state: State, position: Position, happening: Happening) -> State:
    """Deliver a ship's goods where they must go; only a real choice of warehouse is left to the player."""
    open_to_it = _open_to(state, ship_at(state.player.fleet, position).load[0].good)
    waiting = replace(state, unloading=position)
    return waiting if len(open_to_it) > 1 else store(waiting, open_to_it[0], happening)


def store_choices(state: State) -> tuple[LofotenMove, ...]:
    assert state.unloading is not None
    good = ship_at(state.player.fleet, state.unloading).load[0].good
    return tuple(STORE[index] for index in _open_to(state, good))


def _open_to(state: State, good: Good) -> tuple[int, ...]:
    """The warehouses a good may go to: the one that stores it already, or any empty one."""
    for index, warehouse in enumerate(state.warehouses):
        if warehouse.good == good:
            return (index,)
    return tuple(index for index, warehouse in enumerate(state.warehouses) if warehouse.good is None)


def store(state: State, index: int, happening: Happening) -> State:
    """The tiles go to the player's side of the warehouse, the order to the discards."""
    assert state.unloading is not None
    seat, player = state.active, state.player
    ship = ship_at(player.fleet, state.unloading)
    assert ship.order is not None
    for tile in ship.load:
        happening.tell(
            TileStored(seat=seat, ship=ship.key, warehouse=index + 1, good=tile.good, amount=tile.amount)
        )
    emptied = with_ship(player.fleet, state.unloading, Ship(ship.key))
    stored = _with_tiles(state.warehouses[index], seat, ship)
    return replace(
        state,
        players=state.players_with(seat, player._replace(fleet=emptied)),
        warehouses=(*state.warehouses[:index], stored, *state.warehouses[index + 1 :]),
        discards=(*state.discards, ship.order),
        unloading=None,
    )


def _with_tiles(warehouse: Warehouse, seat: int, ship: Ship) -> Warehouse:
    ours, theirs = warehouse.sides
    sides = ((*ours, *ship.load), theirs) if seat == 0 else (ours, (*theirs, *ship.load))
    return warehouse._replace(good=ship.load[0].good, sides=sides)


def ship_at(fleet: Fleet, position: Position) -> Ship:
    ship: Ship = getattr(fleet, position)
    return ship


def with_ship(fleet: Fleet, position: Position, ship: Ship) -> Fleet:
    return fleet._replace(**{position: ship})  # type: ignore[arg-type]
