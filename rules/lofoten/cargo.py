"""The two automatic actions, loading and unloading a longship; storing in the warehouses."""

from rules.engine import StepRecorder
from rules.lofoten.events import TileGiven, TileLeft, TileLoaded, TileStored, TileTaken
from rules.lofoten.longships import has_power, has_room
from rules.lofoten.moves import STORE, TAKE, LofotenMove
from rules.lofoten.pieces import ZONES, Good, Tile
from rules.lofoten.state import Fleet, Position, Ship, State, Warehouse
from rules.replace import replace


def run_automatic_actions(state: State, recorder: StepRecorder) -> State:
    """Load the active player's ship at the market and unload the one at the dock, where possible."""
    fleet = state.player.fleet
    tile = state.market[fleet.zone]
    ship = fleet.market
    if tile is not None and ship.order is not None and has_room(ship, tile):
        if ship.order.good == tile.good:
            state = _load(state, recorder)
        elif has_power(ship, "c"):
            return replace(state, loading=True)
    return _unload_at_dock(state, recorder)


def answer_load(state: State, aboard: bool, recorder: StepRecorder) -> State:
    """Let the better C load a tile its order does not name, or leave it; then unload at the dock."""
    state = replace(state, loading=False)
    if aboard:
        return _unload_at_dock(_load(state, recorder), recorder)
    ship, zone = state.player.fleet.market, state.player.fleet.zone
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(
        TileLeft(seat=state.active, ship=ship.key, zone=ZONES[zone], good=tile.good, amount=tile.amount)
    )
    return _unload_at_dock(state, recorder)


def _unload_at_dock(state: State, recorder: StepRecorder) -> State:
    return unload(state, "dock", recorder) if state.player.fleet.dock.load else state


def _load(state: State, recorder: StepRecorder) -> State:
    """Move the tile in front of the fleet onto the ship facing it."""
    player = state.player
    fleet = player.fleet
    ship, zone = fleet.market, fleet.zone
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(
        TileLoaded(seat=state.active, ship=ship.key, zone=ZONES[zone], good=tile.good, amount=tile.amount)
    )
    loaded = fleet._replace(market=ship._replace(load=(*ship.load, tile)))
    return replace(
        state,
        players=state.players_with(state.active, player._replace(fleet=loaded)),
        market=(*state.market[:zone], None, *state.market[zone + 1 :]),
    )


def unload(state: State, position: Position, recorder: StepRecorder) -> State:
    """Deliver a ship's goods. The player is asked only if there is a choice of warehouse."""
    return _store_if_forced(replace(state, unloading=position), recorder)


def take_choices(state: State) -> tuple[LofotenMove, ...]:
    return tuple(move for move, tile in zip(TAKE, state.market, strict=True) if tile is not None)


def take(state: State, zone: int, recorder: StepRecorder) -> State:
    """Let Bergljot take a tile of the market directly to the warehouses."""
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(
        TileTaken(seat=state.active, jarl="bergljot", zone=ZONES[zone], good=tile.good, amount=tile.amount)
    )
    market = (*state.market[:zone], None, *state.market[zone + 1 :])
    return _store_if_forced(replace(state, market=market, given=tile, claimed=None), recorder)


def _store_if_forced(state: State, recorder: StepRecorder) -> State:
    open_to_it = _warehouses_for(state, tiles_to_store(state)[0].good)
    return state if len(open_to_it) > 1 else store(state, open_to_it[0], recorder)


def tiles_to_store(state: State) -> tuple[Tile, ...]:
    """Return the tiles that wait for a warehouse: those of a ship, or the one a Jarl gave."""
    if state.given is not None:
        return (state.given,)
    assert state.unloading is not None
    return ship_at(state.player.fleet, state.unloading).load


def store_choices(state: State) -> tuple[LofotenMove, ...]:
    return tuple(STORE[index] for index in _warehouses_for(state, tiles_to_store(state)[0].good))


def _warehouses_for(state: State, good: Good) -> tuple[int, ...]:
    """Return the warehouses for a good: the one that stores it already, or all empty ones."""
    for index, warehouse in enumerate(state.warehouses):
        if warehouse.good == good:
            return (index,)
    return tuple(index for index, warehouse in enumerate(state.warehouses) if warehouse.good is None)


def store(state: State, index: int, recorder: StepRecorder) -> State:
    """Put the waiting tiles on the player's side of a warehouse."""
    stored = _with_tiles(state.warehouses[index], state.active, tiles_to_store(state))
    warehouses = (*state.warehouses[:index], stored, *state.warehouses[index + 1 :])
    if state.given is not None:
        good, amount = state.given.good, state.given.amount
        recorder.emit(TileGiven(seat=state.active, warehouse=index + 1, good=good, amount=amount))
        return replace(state, warehouses=warehouses, given=None)
    return replace(_empty_ship(state, index, recorder), warehouses=warehouses)


def _empty_ship(state: State, index: int, recorder: StepRecorder) -> State:
    """Empty the unloaded ship and discard its order."""
    assert state.unloading is not None
    seat, player = state.active, state.player
    ship = ship_at(player.fleet, state.unloading)
    assert ship.order is not None
    for tile in ship.load:
        recorder.emit(
            TileStored(seat=seat, ship=ship.key, warehouse=index + 1, good=tile.good, amount=tile.amount)
        )
    emptied = with_ship(player.fleet, state.unloading, ship._replace(order=None, load=()))
    return replace(
        state,
        players=state.players_with(seat, player._replace(fleet=emptied)),
        discards=(*state.discards, ship.order),
        unloading=None,
    )


def _with_tiles(warehouse: Warehouse, seat: int, tiles: tuple[Tile, ...]) -> Warehouse:
    ours, theirs = warehouse.sides
    sides = ((*ours, *tiles), theirs) if seat == 0 else (ours, (*theirs, *tiles))
    return warehouse._replace(good=tiles[0].good, sides=sides)


def ship_at(fleet: Fleet, position: Position) -> Ship:
    ship: Ship = getattr(fleet, position)
    return ship


def with_ship(fleet: Fleet, position: Position, ship: Ship) -> Fleet:
    return fleet._replace(**{position: ship})  # type: ignore[arg-type]
