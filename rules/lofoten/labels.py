"""Facts a player knows of a move he may make, for the words on its button."""

from collections.abc import Mapping

from rules.game import Seat
from rules.lofoten.action import uses
from rules.lofoten.cargo import ship_at
from rules.lofoten.components import Components
from rules.lofoten.fleet import zone_beyond
from rules.lofoten.moves import (
    BuyHand,
    BuyStep,
    BuyTurn,
    Fill,
    LofotenMove,
    Place,
    PlayCentre,
    PlaySide,
    Remove,
    Row,
    Slide,
    Steal,
    Store,
    Unload,
)
from rules.lofoten.pieces import SIDES, ZONES, Side
from rules.lofoten.purse import source_of_coin
from rules.lofoten.state import State

Facts = Mapping[str, str | int]


def about(state: State, seat: Seat, move: LofotenMove, components: Components) -> Facts:
    player = state.players[seat]
    match move:
        case PlaySide():
            good, value = player.hand[0] if move.card == "left" else player.hand[-1]
            return {"good": good, "value": value}
        case PlayCentre():
            good, value = player.hand[1]
            effect = components.effects.of(good)
            return {"good": good, "value": value, "effect": effect, "uses": uses(state, seat, good)}
        case Slide():
            assert state.in_play is not None
            return _destination(state, seat, "left" if state.in_play.hand == "left" else "right")
        case Row():
            return _destination(state, seat, move.way)
        case Steal():
            return {"source": source_of_coin(state, seat) or "reserve"}
        case Remove():
            return _tile_in(state, ZONES.index(move.zone))
        case Store():
            assert state.unloading is not None
            good, amount = ship_at(player.fleet, state.unloading).load[0]
            points = state.warehouses[move.warehouse - 1].points
            return {"good": good, "amount": amount, "points": points}
        case BuyStep():
            return {"coins": components.prices.step}
        case BuyHand():
            return {"coins": components.prices.new_hand}
        case BuyTurn():
            return {"coins": components.prices.extra_turn}
        case Place():
            assert player.drawn is not None
            return {"good": player.drawn.good, "value": player.drawn.value}
        case Fill():
            good, amount = state.stacks[SIDES.index(move.stack)].tiles[-1]
            return {"good": good, "amount": amount}
        case Unload() if move.ship != "none":
            loaded = next(ship for ship in player.fleet.ships if ship.key == move.ship)
            return {"good": loaded.load[0].good, "amount": sum(tile.amount for tile in loaded.load)}
        case _:
            return {}


def _destination(state: State, seat: Seat, way: Side) -> Facts:
    zone = zone_beyond(state.players[seat].fleet.zone, seat, way)
    assert zone is not None
    return {"zone": ZONES[zone], **_tile_in(state, zone)}


def _tile_in(state: State, zone: int) -> Facts:
    tile = state.market[zone]
    return {"good": tile.good, "amount": tile.amount} if tile else {}
