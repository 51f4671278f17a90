"""Decides which cards of the hand the reader could play, as far as the view shows."""

from collections.abc import Callable

from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import MAX_CRAFTSMEN, Card
from rules.shipwrights.view import PlayerView, View, WorkshopView

TARGETS: dict[Card, Callable[[PlayerView], object]] = {
    "assassin": lambda player: player.craftsmen,
    "barbarian": lambda player: any(player.workshops),
    "conspirator": lambda player: player.craftsmen,
    "raider": lambda player: player.gold and player.mill.total,
    "thief": lambda player: player.mill.total,
    "berserker": lambda player: player.tool,
}
"""True for a player whom this villager could take something from. A watchman stops all but the berserker."""
AGAINST_ONESELF: frozenset[Card] = frozenset({"assassin", "barbarian"})


def is_playable(view: View, face: Face) -> bool:
    if view.seat is None:
        return False
    me = view.players[view.seat]
    built = [building.building.card for building in me.buildings]
    match face.kind:
        case "ship":
            return None in me.workshops
        case "craftsman":
            room = len(me.craftsmen) < MAX_CRAFTSMEN
            return room or any(_could_finish(me, workshop, face) for workshop in me.workshops)
        case "tool":
            return me.gold >= face.gold
        case "building":
            return me.gold >= face.gold and me.workers >= face.workers and face.card not in built
        case "villager":
            return _has_effect(view, view.seat, face)


def _could_finish(me: PlayerView, workshop: WorkshopView | None, face: Face) -> bool:
    """True if a ship needs this craftsman and lacks nothing else."""
    if workshop is None or face.card not in workshop.ship.craftsmen:
        return False
    spared = me.tool.spares if me.tool else None
    goods = workshop.goods_lacking.without(spared) if spared else workshop.goods_lacking
    lacking = workshop.gold_lacking + workshop.workers_lacking + goods.total
    return not lacking and all(need.found for need in workshop.craftsmen)


def _has_effect(view: View, seat: Seat, face: Face) -> bool:
    """True if the villager has a target or anything to act on."""
    me = view.players[seat]
    aimed_at = possible_targets(view, face)
    if aimed_at is not None:
        return bool(aimed_at)
    match face.card:
        case "sage":  # in the morning there are cards to come
            return view.phase == "morning" or len(view.hand or ()) > 1
        case "trader":
            return bool(me.workers or me.mill.total)
        case _:
            return True


def possible_targets(view: View, face: Face) -> tuple[Seat, ...] | None:
    """Seats that a villager could be called against; None if it has no target to choose."""
    if view.seat is None or face.card not in TARGETS:
        return None
    me = view.players[view.seat]
    if face.card == "conspirator" and len(me.craftsmen) >= MAX_CRAFTSMEN:
        return ()
    if face.card == "berserker" and me.gold < face.gold:
        return ()
    return tuple(
        seat
        for seat, player in enumerate(view.players)
        if TARGETS[face.card](player)
        and (face.card in AGAINST_ONESELF or seat != view.seat)
        and (face.card == "berserker" or not player.watchman)
    )


def gold_gained(view: View, face: Face) -> int:
    """Gold that a villager would bring in the reader's turn, ignoring the end of the shoreline."""
    before = 0 if view.seat is None else view.order.index(view.seat)
    return face.gains_gold + face.gains_gold_per_turn * before
