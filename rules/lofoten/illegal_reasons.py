"""Why a move is illegal, from what its seat may know."""

from collections.abc import Mapping

from rules.game import Phrase, Seat
from rules.lofoten import moves
from rules.lofoten.alliances import is_met
from rules.lofoten.components import Components
from rules.lofoten.fleet import next_zone
from rules.lofoten.longships import can_upgrade
from rules.lofoten.moves import LofotenMove
from rules.lofoten.pieces import SIDES, ZONES, Side
from rules.lofoten.purse import coin_source, turn_price
from rules.lofoten.state import Phase, State

PHASE_KINDS: dict[Phase, tuple[str, ...]] = {
    "action": ("side", "centre"),
    "steps": ("slide", "turn", "coin", "stop"),
    "effect": ("steal", "remove", "wheel", "row", "stop"),
    "load": ("load",),
    "store": ("store",),
    "draw": ("place",),
    "upkeep": ("fill",),
    "turn_end": ("upgrade", "claim", "stop"),
    "take": ("take",),
    "bind": ("bind",),
    "last_unload": ("unload",),
}
"""Kinds of move of each phase; purchases are allowed in the whole turn."""


def illegal_reason(state: State, seat: Seat, move: LofotenMove, components: Components) -> Phrase | None:
    """Return why a move is illegal, or None if there is no better explanation."""
    if seat != state.active or state.stage == "over":
        return None
    if isinstance(move, moves.BuyHand | moves.BuyTurn | moves.NothingMore):
        return _buy_reason(state, seat, move, components)
    if move.kind not in PHASE_KINDS[state.phase]:
        coin = isinstance(move, moves.BuyStep) and state.phase == "effect"
        return _reason("coin_after_centre" if coin else f"during_{state.phase}")
    return _move_reason(state, seat, move, components)


def _move_reason(state: State, seat: Seat, move: LofotenMove, components: Components) -> Phrase | None:
    match move:
        case moves.PlayCentre():
            return _reason("dock_occupied") if state.player.fleet.dock.order else None
        case moves.Slide() | moves.Turn() | moves.BuyStep():
            return _step_reason(state, seat, move, components)
        case moves.Steal() | moves.Remove() | moves.Wheel() | moves.Row():
            return _effect_reason(state, seat, move)
        case moves.Store():
            return _store_reason(state, move)
        case moves.Fill():
            return _fill_reason(state, move)
        case moves.Take():
            return _reason("zone_empty", zone=move.zone)
        case moves.Unload():
            return _reason("nothing_aboard", ship=move.ship)
        case moves.Upgrade():
            return _upgrade_reason(state, seat, move)
        case moves.Claim():
            return _claim_reason(state, seat, move)
        case _:
            return None


def blocked_kinds(state: State, seat: Seat, components: Components) -> Mapping[str, Phrase]:
    """Return the kinds of move that players expect now but cannot make.

    A step is not expected once the card has none left: bought ones are offered then.
    """
    if seat != state.active:
        return {}
    is_used_up = state.in_play is not None and state.in_play.left == 0
    expected: dict[Phase, tuple[LofotenMove, ...]] = {
        "action": (moves.PlayCentre(),),
        "steps": (moves.BuyStep(),) if is_used_up else (moves.Slide(), moves.BuyStep()),
    }
    found: dict[str, Phrase] = {
        move.kind: why
        for move in expected.get(state.phase, ())
        if (why := illegal_reason(state, seat, move, components))
    }
    if state.phase == "turn_end":
        found |= _blocked_at_turn_end(state, seat)
    return found


def _reason(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{key}", values=values)


def _buy_reason(
    state: State, seat: Seat, move: moves.BuyHand | moves.BuyTurn | moves.NothingMore, components: Components
) -> Phrase | None:
    coins, player = state.players[seat].coins, state.players[seat]
    if isinstance(move, moves.NothingMore):
        return _reason("nothing_to_renounce")
    if state.phase in ("load", "store", "take", "bind"):
        return _reason(f"during_{state.phase}")
    if state.stage == "last_unload":
        return _reason("during_last_unload")
    if state.finishing:
        return _reason("renounced")
    if isinstance(move, moves.BuyHand):
        price = components.prices.new_hand
        if coins < price:
            return _reason("coins", price=price, coins=coins)
        cards = len(player.hand) + (player.drawn is not None)
        return _reason("hand_not_whole") if cards < len(SIDES) + 1 else None
    if state.extra_turn:
        return _reason("turn_bought")
    if state.closing:
        return _reason("last_turn")
    price = turn_price(state, components.prices)
    return _reason("coins", price=price, coins=coins) if coins < price else None


def _step_reason(
    state: State, seat: Seat, move: moves.Slide | moves.Turn | moves.BuyStep, components: Components
) -> Phrase | None:
    coins = state.players[seat].coins
    assert state.in_play is not None
    if isinstance(move, moves.BuyStep):
        price = components.prices.step
        return _reason("coins", price=price, coins=coins) if coins < price else None
    if state.in_play.left <= 0:
        return _reason("no_movement_left")
    direction: Side = "left" if state.in_play.hand == "left" else "right"
    if isinstance(move, moves.Slide) and next_zone(state.players[seat].fleet.zone, seat, direction) is None:
        return _reason("edge", zone=ZONES[state.players[seat].fleet.zone])
    return None


def _effect_reason(state: State, seat: Seat, move: LofotenMove) -> Phrase | None:
    assert state.in_play is not None
    if move.kind != state.in_play.effect:
        return _reason("other_effect", effect=str(state.in_play.effect))
    if state.in_play.left <= 0:
        return _reason("no_use_left")
    match move:
        case moves.Steal():
            return None if coin_source(state, seat) else _reason("no_coin_to_steal")
        case moves.Remove():
            return _reason("zone_empty", zone=move.zone)
        case moves.Row():
            return _reason("edge", zone=ZONES[state.players[seat].fleet.zone])
        case _:
            return None


def _store_reason(state: State, move: moves.Store) -> Phrase | None:
    good = state.warehouses[move.warehouse - 1].good
    return _reason("warehouse_taken", good=good) if good else None


def _fill_reason(state: State, move: moves.Fill) -> Phrase | None:
    if state.market[ZONES.index(move.zone)] is not None:
        return _reason("zone_full", zone=move.zone)
    return None if state.stacks[SIDES.index(move.stack)].tiles else _reason("stack_empty")


def _upgrade_reason(state: State, seat: Seat, move: moves.Upgrade) -> Phrase | None:
    if why := _no_upgrade_reason(state, seat):
        return why
    if any(ship.upgraded for ship in state.players[seat].fleet.ships if ship.key == move.ship):
        return _reason("ship_upgraded", ship=move.ship)
    side = state.warehouses[move.warehouse - 1].sides[seat]
    if move.tile > len(side):
        return _reason("no_such_tile", warehouse=move.warehouse)
    return _reason("tile_flipped") if side[move.tile - 1].flipped else None


def _no_upgrade_reason(state: State, seat: Seat) -> Phrase | None:
    if state.options.better_longships == "no":
        return _reason("no_better_longships")
    if state.upgraded:
        return _reason("upgraded_already")
    if all(ship.upgraded for ship in state.players[seat].fleet.ships):
        return _reason("all_upgraded")
    return None if can_upgrade(state, seat) else _reason("no_tile_to_flip")


def _claim_reason(state: State, seat: Seat, move: moves.Claim) -> Phrase | None:
    if not state.alliances:
        return _reason("no_alliances")
    if any(alliance.owner == seat for alliance in state.alliances):
        return _reason("one_jarl")
    alliance = next((each for each in state.alliances if each.jarl == move.jarl), None)
    if alliance is None:
        return _reason("no_such_jarl", jarl=move.jarl)
    if alliance.owner is not None:
        return _reason("jarl_taken", jarl=move.jarl)
    if not is_met(state, seat, alliance.demand):
        return _reason("demand", jarl=move.jarl, demand=alliance.demand.key)
    return None


def _blocked_at_turn_end(state: State, seat: Seat) -> Mapping[str, Phrase]:
    found: dict[str, Phrase] = {}
    if state.options.better_longships == "yes" and (why := _no_upgrade_reason(state, seat)):
        found["upgrade"] = why
    free = [alliance for alliance in state.alliances if alliance.owner is None]
    reasons = [_claim_reason(state, seat, moves.Claim(jarl=alliance.jarl)) for alliance in free]
    if reasons and all(reasons):
        found["claim"] = reasons[0] or _reason("one_jarl")
    return found
