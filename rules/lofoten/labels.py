"""Facts about a legal move, for its label."""

from collections.abc import Mapping

from rules.engine import StepRecorder
from rules.game import Fact, Seat
from rules.lofoten import moves
from rules.lofoten.action import end_action, steps, uses
from rules.lofoten.alliances import claims
from rules.lofoten.cargo import tiles_to_store
from rules.lofoten.components import Components
from rules.lofoten.counting import measure_of
from rules.lofoten.ending import ends_game, stop_result
from rules.lofoten.fleet import next_zone
from rules.lofoten.longships import upgrades
from rules.lofoten.moves import LofotenMove
from rules.lofoten.pieces import SIDES, ZONES, Side
from rules.lofoten.purse import coin_source, purchases, turn_price
from rules.lofoten.state import State, Warehouse
from rules.lofoten.turn import pass_on

Facts = dict[str, str | int]


def label_facts(state: State, seat: Seat, move: LofotenMove, components: Components) -> Mapping[str, Fact]:
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
            return _slide_facts(state, seat, _direction(state))
        case moves.Turn():
            return {"turning": _direction(state)}
        case moves.Wheel():
            return {"turning": move.way}
        case moves.NothingMore():
            return {"declined": _declined(state, components)}
        case moves.Stop():
            return {"then": _stop_effect(state)}
        case moves.Row():
            return _slide_facts(state, seat, move.way)
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
            middle = player.hand[0 if move.end == "left" else -1].good
            return {"good": player.drawn.good, "value": player.drawn.value, "middle": middle}
        case moves.Fill():
            top = state.stacks[SIDES.index(move.stack)].tiles[-1]
            return {"good": top.good, "amount": top.amount}
        case moves.Unload() if move.ship != "none":
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
