"""Why something cannot be done now, as the player it concerns may know it."""

from collections.abc import Mapping

from rules.game import Phrase, Seat
from rules.lofoten.alliances import is_met
from rules.lofoten.components import Components
from rules.lofoten.fleet import zone_beyond
from rules.lofoten.longships import can_upgrade
from rules.lofoten.moves import (
    BuyHand,
    BuyStep,
    BuyTurn,
    Claim,
    Fill,
    LofotenMove,
    NothingMore,
    PlayCentre,
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
from rules.lofoten.purse import source_of_coin, turn_price
from rules.lofoten.state import Phase, State

KINDS: dict[Phase, tuple[str, ...]] = {
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
"""What each phase is for; purchases belong to the whole turn."""


def illegal_reason(state: State, seat: Seat, move: LofotenMove, components: Components) -> Phrase | None:
    """Why this move is not legal; None where nothing more can be said."""
    if seat != state.active or state.stage == "over":
        return None
    match move:
        case BuyHand() | BuyTurn() | NothingMore():
            return _why_not_buy(state, seat, move, components)
        case BuyStep() if state.phase == "effect":
            return _say("coin_after_centre")
    if move.kind not in KINDS[state.phase]:
        return _say(f"during_{state.phase}")
    match move:
        case PlayCentre():
            return _say("dock_occupied") if state.player.fleet.dock.order else None
        case Slide() | Turn() | BuyStep():
            return _why_not_step(state, seat, move, components)
        case Steal() | Remove() | Wheel() | Row():
            return _why_not_use(state, seat, move)
        case Store():
            return _why_not_store(state, move)
        case Fill():
            return _why_not_fill(state, move)
        case Take():
            return _say("zone_empty", zone=move.zone)
        case Unload():
            return _say("nothing_aboard", ship=move.ship)
        case Upgrade():
            return _why_not_upgrade(state, seat, move)
        case Claim():
            return _why_not_claim(state, seat, move)
        case Stop():
            return None
    return None


def blocked_kinds(state: State, seat: Seat, components: Components) -> Mapping[str, Phrase]:
    """What people look for now and cannot do."""
    if seat != state.active:
        return {}
    looked_for: dict[Phase, tuple[LofotenMove, ...]] = {
        "action": (PlayCentre(),),
        "steps": (Slide(), BuyStep()),
    }
    found: dict[str, Phrase] = {
        move.kind: why
        for move in looked_for.get(state.phase, ())
        if (why := illegal_reason(state, seat, move, components))
    }
    if state.phase == "turn_end":
        found |= _blocked_at_the_end(state, seat)
    return found


def _say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"not.{key}", values=values)


def _why_not_buy(
    state: State, seat: Seat, move: BuyHand | BuyTurn | NothingMore, components: Components
) -> Phrase | None:
    coins, player = state.players[seat].coins, state.players[seat]
    if isinstance(move, NothingMore):
        return _say("nothing_to_renounce")
    if state.phase in ("load", "store", "take", "bind"):
        return _say(f"during_{state.phase}")
    if state.stage == "last_unload":
        return _say("during_last_unload")
    if state.finishing:
        return _say("renounced")
    if isinstance(move, BuyHand):
        price = components.prices.new_hand
        if coins < price:
            return _say("coins", price=price, coins=coins)
        cards = len(player.hand) + (player.drawn is not None)
        return _say("hand_not_whole") if cards < len(SIDES) + 1 else None
    if state.extra_turn:
        return _say("turn_bought")
    if state.closing:
        return _say("last_turn")
    price = turn_price(state, components.prices)
    return _say("coins", price=price, coins=coins) if coins < price else None


def _why_not_step(
    state: State, seat: Seat, move: Slide | Turn | BuyStep, components: Components
) -> Phrase | None:
    coins = state.players[seat].coins
    assert state.in_play is not None
    if isinstance(move, BuyStep):
        price = components.prices.step
        return _say("coins", price=price, coins=coins) if coins < price else None
    if state.in_play.left <= 0:
        return _say("no_movement_left")
    direction: Side = "left" if state.in_play.hand == "left" else "right"
    if isinstance(move, Slide) and zone_beyond(state.players[seat].fleet.zone, seat, direction) is None:
        return _say("edge", zone=ZONES[state.players[seat].fleet.zone])
    return None


def _why_not_use(state: State, seat: Seat, move: Steal | Remove | Wheel | Row) -> Phrase | None:
    assert state.in_play is not None
    if move.kind != state.in_play.effect:
        return _say("other_effect", effect=str(state.in_play.effect))
    if state.in_play.left <= 0:
        return _say("no_use_left")
    match move:
        case Steal():
            return None if source_of_coin(state, seat) else _say("no_coin_to_steal")
        case Remove():
            return _say("zone_empty", zone=move.zone)
        case Row():
            return _say("edge", zone=ZONES[state.players[seat].fleet.zone])
        case _:
            return None


def _why_not_store(state: State, move: Store) -> Phrase | None:
    good = state.warehouses[move.warehouse - 1].good
    return _say("warehouse_taken", good=good) if good else None


def _why_not_fill(state: State, move: Fill) -> Phrase | None:
    if state.market[ZONES.index(move.zone)] is not None:
        return _say("zone_full", zone=move.zone)
    return None if state.stacks[SIDES.index(move.stack)].tiles else _say("stack_empty")


def _why_not_upgrade(state: State, seat: Seat, move: Upgrade) -> Phrase | None:
    if why := _no_upgrade(state, seat):
        return why
    if any(ship.upgraded for ship in state.players[seat].fleet.ships if ship.key == move.ship):
        return _say("ship_upgraded", ship=move.ship)
    side = state.warehouses[move.warehouse - 1].sides[seat]
    if move.tile > len(side):
        return _say("no_such_tile", warehouse=move.warehouse)
    return _say("tile_flipped") if side[move.tile - 1].flipped else None


def _no_upgrade(state: State, seat: Seat) -> Phrase | None:
    if state.options.better_longships == "no":
        return _say("no_better_longships")
    if state.upgraded:
        return _say("upgraded_already")
    if all(ship.upgraded for ship in state.players[seat].fleet.ships):
        return _say("all_upgraded")
    return None if can_upgrade(state, seat) else _say("no_tile_to_flip")


def _why_not_claim(state: State, seat: Seat, move: Claim) -> Phrase | None:
    if not state.alliances:
        return _say("no_alliances")
    if any(alliance.owner == seat for alliance in state.alliances):
        return _say("one_jarl")
    alliance = next((each for each in state.alliances if each.jarl == move.jarl), None)
    if alliance is None:
        return _say("no_such_jarl", jarl=move.jarl)
    if alliance.owner is not None:
        return _say("jarl_taken", jarl=move.jarl)
    if not is_met(state, seat, alliance.demand):
        return _say("demand", jarl=move.jarl, demand=alliance.demand.key)
    return None


def _blocked_at_the_end(state: State, seat: Seat) -> Mapping[str, Phrase]:
    found: dict[str, Phrase] = {}
    if state.options.better_longships == "yes" and (why := _no_upgrade(state, seat)):
        found["upgrade"] = why
    free = [alliance for alliance in state.alliances if alliance.owner is None]
    reasons = [_why_not_claim(state, seat, Claim(jarl=alliance.jarl)) for alliance in free]
    if reasons and all(reasons):
        found["claim"] = reasons[0] or _say("one_jarl")
    return found
