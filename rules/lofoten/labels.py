"""Facts about a legal move, for its label."""

from collections.abc import Callable, Mapping

from rules.engine import StepRecorder
from rules.game import Event, Fact, Seat
from rules.lofoten import moves
from rules.lofoten.action import direction, end_action, steps, uses
from rules.lofoten.alliances import claims
from rules.lofoten.cargo import tiles_to_store
from rules.lofoten.components import Components
from rules.lofoten.counting import measure_of
from rules.lofoten.ending import POSITIONS, ends_game, stop_result
from rules.lofoten.events import TileLoaded, TileStored
from rules.lofoten.fleet import next_zone
from rules.lofoten.longships import upgrades
from rules.lofoten.moves import LofotenMove
from rules.lofoten.pieces import SIDES, ZONES, Side
from rules.lofoten.purse import coin_source, purchases, turn_price
from rules.lofoten.state import State, Warehouse
from rules.lofoten.turn import pass_on

Facts = dict[str, str | int]


Attempt = Callable[[State, LofotenMove], tuple[State, tuple[Event, ...]]]
"""Plays a legal move. Returns the state after it and the events."""


def label_facts(
    state: State, seat: Seat, move: LofotenMove, components: Components, attempt: Attempt
) -> Mapping[str, Fact]:
    """Return what the seat knows about a move, and whether it ends the turn."""
    facts = _move_facts(state, seat, move, components, attempt)
    if isinstance(move, _TURN_ENDING) and attempt(state, move)[0].active != seat:
        # The label of a placed card has its own words for it, because there is little room.
        return {**facts, ("closing" if isinstance(move, moves.Place) else "ends"): "turn"}
    return facts


_TURN_ENDING = (moves.Place, moves.Fill, moves.Upgrade, moves.Claim, moves.Bind, moves.Store)


def _move_facts(  # noqa: C901 - a match table
    state: State, seat: Seat, move: LofotenMove, components: Components, attempt: Attempt
) -> Mapping[str, Fact]:
    player = state.players[seat]
    match move:
        case moves.PlaySide():
            card = player.hand[0] if move.card == "left" else player.hand[-1]
            facts: Facts = {"good": card.good, "value": card.value, "steps": steps(state, seat, card)}
            return facts | {"towards": move.card}
        case moves.PlayCentre():
            good, value = player.hand[1]
            effect = components.effects.of(good)
            ship = player.fleet.dock.key
            return {
                "good": good,
                "value": value,
                "effect": effect,
                "deed": effect,
                "uses": uses(state, seat, good),
                "ship": ship,
            }
        case moves.Slide():
            return _slide_facts(state, seat, direction(state), attempt(state, move)[1])
        case moves.Turn():
            return _turn_facts(direction(state), *attempt(state, move))
        case moves.Wheel():
            return _turn_facts(move.way, *attempt(state, move))
        case moves.NothingMore():
            return {"declined": _declined(state, components)}
        case moves.Stop():
            return {"then": _stop_effect(state)}
        case moves.Row():
            return _slide_facts(state, seat, move.way, attempt(state, move)[1])
        case moves.Steal():
            return {"source": coin_source(state, seat) or "reserve"}
        case moves.Remove() | moves.Take():
            return _tile_facts(state, ZONES.index(move.zone))
        case moves.Store():
            tiles = tiles_to_store(state)
            facts = {"good": tiles[0].good, "amount": sum(tile.amount for tile in tiles)}
            return facts | _warehouse_facts(state.warehouses[move.warehouse - 1])
        case moves.Bind():
            warehouse = state.warehouses[move.warehouse - 1]
            stored: Facts = {"good": warehouse.good} if warehouse.good else {}
            return stored | _warehouse_facts(warehouse) | {"use": _is_useful(state, seat, move.warehouse - 1)}
        case moves.Load():
            return {"ship": player.fleet.market.key, **_tile_facts(state, player.fleet.zone)}
        case moves.Upgrade():
            tile = state.warehouses[move.warehouse - 1].sides[seat][move.tile - 1]
            flipped: Facts = {"good": tile.good, "amount": tile.amount}
            return flipped | ({"shields": tile.shields or "none"} if state.options.shields else {})
        case moves.Claim():
            alliance = next(each for each in state.alliances if each.jarl == move.jarl)
            return {"demand": alliance.demand.key, "strength": alliance.strength}
        case moves.BuyStep():
            return {"coins": components.prices.step}
        case moves.BuyHand():
            return {"coins": components.prices.new_hand}
        case moves.BuyTurn():
            return {"coins": turn_price(state, components.prices)}
        case moves.Place():
            assert player.drawn is not None
            middle = player.hand[0 if move.end == "left" else -1]
            drawn: Facts = {"good": player.drawn.good, "value": player.drawn.value, "arrow": move.end}
            return drawn | {"middle": middle.good, "middle_value": middle.value}
        case moves.Fill():
            top = state.stacks[SIDES.index(move.stack)].tiles[-1]
            return {"arrow": move.stack, "good": top.good, "amount": top.amount}
        case moves.Unload() if move.ship != "none":
            where, loaded = next(
                (position, ship)
                for position, ship in zip(POSITIONS, player.fleet.ships, strict=True)
                if ship.key == move.ship
            )
            aboard: Facts = {"good": loaded.load[0].good, "amount": sum(tile.amount for tile in loaded.load)}
            return aboard | {"where": where}
        case _:
            return {}


def _slide_facts(state: State, seat: Seat, way: Side, events: tuple[Event, ...]) -> Facts:
    """Return where the fleet slides to, and the tile that it loads there, if any."""
    origin = state.players[seat].fleet.zone
    zone = next_zone(origin, seat, way)
    assert zone is not None
    where: Facts = {"origin": ZONES[origin], "zone": ZONES[zone], "arrow": way}
    return where | (
        _tile_facts(state, zone) if any(isinstance(event, TileLoaded) for event in events) else {}
    )


def _turn_facts(way: Side, after: State, events: tuple[Event, ...]) -> Facts:
    """Return the direction, and what the turn loads or stores; no good if it does both or neither."""
    loaded = [event for event in events if isinstance(event, TileLoaded)]
    stored = [(event.good, event.amount) for event in events if isinstance(event, TileStored)]
    if after.phase == "store":
        stored = [(tile.good, tile.amount) for tile in tiles_to_store(after)]
    facts: Facts = {"turning": way, "rotation": way, "result": "both" if loaded and stored else "turn"}
    if bool(loaded) == bool(stored):
        return facts
    goods = [(event.good, event.amount) for event in loaded] or stored
    does = "load" if loaded else "store"
    return facts | {"does": does, "good": goods[0][0], "amount": sum(amount for _, amount in goods)}


def _stop_effect(state: State) -> str:
    """Return what follows a stop: the draw, perhaps with the last turns; the end of the turn or the game."""
    recorder = StepRecorder(state.chance)
    if state.stage == "turn_end":
        return "finish" if ends_game(pass_on(state, recorder)) else "end"
    return stop_result(end_action(state, recorder), recorder.events)


def _declined(state: State, components: Components) -> tuple[str, ...]:
    """Return what a player gives up who wants nothing more: purchases, the upgrade, the alliance."""
    open_to_them = {
        "purchase": purchases(state, components.prices),
        "upgrade": upgrades(state),
        "alliance": claims(state),
    }
    return tuple(key for key, moves in open_to_them.items() if moves)


def _is_useful(state: State, seat: Seat, index: int) -> str:
    """Return "yes" if the Jarl just gained has an effect in a warehouse: Helga only where totals count."""
    helga = state.ally(seat, "helga") is not None
    return "no" if helga and measure_of(state.warehouses[index]) != "total" else "yes"


def _warehouse_facts(warehouse: Warehouse) -> Facts:
    """Return the points of a level 1 card, or the name of a level 2 card."""
    return {"card": warehouse.card} if warehouse.numbers else {"points": warehouse.points}


def _tile_facts(state: State, zone: int) -> Facts:
    tile = state.market[zone]
    return {"good": tile.good, "amount": tile.amount} if tile else {}
