"""Facts about a legal move, for its label."""

from rules.game import Seat
from rules.lofoten.action import steps, uses
from rules.lofoten.cargo import tiles_to_store
from rules.lofoten.components import Components
from rules.lofoten.counting import measure_of
from rules.lofoten.fleet import next_zone
from rules.lofoten.moves import (
    Bind,
    BuyHand,
    BuyStep,
    BuyTurn,
    Claim,
    Fill,
    Load,
    LofotenMove,
    Place,
    PlayCentre,
    PlaySide,
    Remove,
    Row,
    Slide,
    Steal,
    Stop,
    Store,
    Take,
    Turn,
    Unload,
    Upgrade,
    Wheel,
)
from rules.lofoten.pieces import SIDES, ZONES, Side
from rules.lofoten.purse import coin_source, turn_price
from rules.lofoten.state import State, Warehouse

Facts = dict[str, str | int]


def label_facts(state: State, seat: Seat, move: LofotenMove, components: Components) -> Facts:
    player = state.players[seat]
    match move:
        case PlaySide():
            card = player.hand[0] if move.card == "left" else player.hand[-1]
            facts: Facts = {"good": card.good, "value": card.value, "steps": steps(state, seat, card)}
            return facts | {"towards": move.card}
        case PlayCentre():
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
        case Slide():
            return _slide_facts(state, seat, _direction(state))
        case Turn():
            return {"turning": _direction(state)}
        case Wheel():
            return {"turning": move.way}
        case Stop():
            return {"then": _stop_effect(state)}
        case Row():
            return _slide_facts(state, seat, move.way)
        case Steal():
            return {"source": coin_source(state, seat) or "reserve"}
        case Remove() | Take():
            return _tile_facts(state, ZONES.index(move.zone))
        case Store():
            tiles = tiles_to_store(state)
            facts = {"good": tiles[0].good, "amount": sum(tile.amount for tile in tiles)}
            return facts | _warehouse_facts(state.warehouses[move.warehouse - 1])
        case Bind():
            warehouse = state.warehouses[move.warehouse - 1]
            stored: Facts = {"good": warehouse.good} if warehouse.good else {}
            return stored | _warehouse_facts(warehouse) | {"use": _is_useful(state, seat, move.warehouse - 1)}
        case Load():
            return {"ship": player.fleet.market.key, **_tile_facts(state, player.fleet.zone)}
        case Upgrade():
            tile = state.warehouses[move.warehouse - 1].sides[seat][move.tile - 1]
            flipped: Facts = {"good": tile.good, "amount": tile.amount}
            return flipped | ({"shields": tile.shields or "none"} if state.options.shields else {})
        case Claim():
            alliance = next(each for each in state.alliances if each.jarl == move.jarl)
            return {"demand": alliance.demand.key, "strength": alliance.strength}
        case BuyStep():
            return {"coins": components.prices.step}
        case BuyHand():
            return {"coins": components.prices.new_hand}
        case BuyTurn():
            return {"coins": turn_price(state, components.prices)}
        case Place():
            assert player.drawn is not None
            middle = player.hand[0 if move.end == "left" else -1].good
            return {"good": player.drawn.good, "value": player.drawn.value, "middle": middle}
        case Fill():
            top = state.stacks[SIDES.index(move.stack)].tiles[-1]
            return {"good": top.good, "amount": top.amount}
        case Unload() if move.ship != "none":
            loaded = next(ship for ship in player.fleet.ships if ship.key == move.ship)
            return {"good": loaded.load[0].good, "amount": sum(tile.amount for tile in loaded.load)}
        case _:
            return {}


def _slide_facts(state: State, seat: Seat, way: Side) -> Facts:
    origin = state.players[seat].fleet.zone
    zone = next_zone(origin, seat, way)
    assert zone is not None
    return {"origin": ZONES[origin], "zone": ZONES[zone], **_tile_facts(state, zone)}


def _direction(state: State) -> Side:
    assert state.in_play is not None
    return "left" if state.in_play.hand == "left" else "right"


def _stop_effect(state: State) -> str:
    """Return what follows a stop: the draw, the end of the turn, or the last unloading."""
    if state.stage == "turn_end":
        return "end"
    return "finish" if state.closing else "draw"


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
