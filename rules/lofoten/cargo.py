"""The two automatic actions, loading and unloading a longship, and storing in the warehouses."""

from rules.engine import StepRecorder
from rules.lofoten.events import TileGiven, TileLeft, TileLoaded, TileStored, TileTaken
from rules.lofoten.longships import has_power, has_room
from rules.lofoten.moves import LOAD, STORE, TAKE, LofotenMove
from rules.lofoten.pieces import ZONES, Good, Tile
from rules.lofoten.state import Fleet, Position, Ship, State, Warehouse
from rules.replace import replace


def settle(state: State, recorder: StepRecorder) -> State:
    """What happens by itself to the active player's fleet: load at the market, unload at the dock."""
    fleet = state.player.fleet
    tile = state.market[fleet.zone]
    ship = fleet.market
    if tile is not None and ship.order is not None and has_room(ship, tile):
        if ship.order.good == tile.good:
            state = _load(state, recorder)
        elif has_power(ship, "c"):
            return replace(state, loading=True)
    return _unload_at_dock(state, recorder)


def load_choices() -> tuple[LofotenMove, ...]:
    return LOAD


def answer_load(state: State, aboard: bool, recorder: StepRecorder) -> State:
    """The better C may take what its order does not name; then the automatic actions go on."""
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
    """The tile before the fleet goes onto the order of the ship facing it."""
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
    """Deliver a ship's goods where they must go; only a real choice of warehouse is left to the player."""
    return _store_if_clear(replace(state, unloading=position), recorder)


def take_choices(state: State) -> tuple[LofotenMove, ...]:
    return tuple(move for move, tile in zip(TAKE, state.market, strict=True) if tile is not None)


def take(state: State, zone: int, recorder: StepRecorder) -> State:
    """Bergljot brings a tile of the market straight to the warehouses."""
    tile = state.market[zone]
    assert tile is not None
    recorder.emit(
        TileTaken(seat=state.active, jarl="bergljot", zone=ZONES[zone], good=tile.good, amount=tile.amount)
    )
    market = (*state.market[:zone], None, *state.market[zone + 1 :])
    return _store_if_clear(replace(state, market=market, given=tile, claimed=None), recorder)


def _store_if_clear(state: State, recorder: StepRecorder) -> State:
    open_to_it = _open_to(state, to_store(state)[0].good)
    return state if len(open_to_it) > 1 else store(state, open_to_it[0], recorder)


def to_store(state: State) -> tuple[Tile, ...]:
    """The tiles that wait for their warehouse: a ship's, or one a Jarl gave."""
    if state.given is not None:
        return (state.given,)
    assert state.unloading is not None
    return ship_at(state.player.fleet, state.unloading).load


def store_choices(state: State) -> tuple[LofotenMove, ...]:
    return tuple(STORE[index] for index in _open_to(state, to_store(state)[0].good))


def _open_to(state: State, good: Good) -> tuple[int, ...]:
    """The warehouses a good may go to: the one that stores it already, or any empty one."""
    for index, warehouse in enumerate(state.warehouses):
        if warehouse.good == good:
            return (index,)
    return tuple(index for index, warehouse in enumerate(state.warehouses) if warehouse.good is None)


def store(state: State, index: int, recorder: StepRecorder) -> State:
    """The tiles go to the player's side of the warehouse."""
    stored = _with_tiles(state.warehouses[index], state.active, to_store(state))
    warehouses = (*state.warehouses[:index], stored, *state.warehouses[index + 1 :])
    if state.given is not None:
        good, amount = state.given.good, state.given.amount
        recorder.emit(TileGiven(seat=state.active, warehouse=index + 1, good=good, amount=amount))
        return replace(state, warehouses=warehouses, given=None)
    return replace(_emptied(state, index, recorder), warehouses=warehouses)


def _emptied(state: State, index: int, recorder: StepRecorder) -> State:
    """The ship is free for a new order, and the old one goes to the discards."""
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
