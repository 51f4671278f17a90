"""What a reader could do with the cards of their hand, as far as their view tells."""

from rules.game import Seat
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import PLACES_FOR_CRAFTSMEN
from rules.shipwrights.view import PlayerView, View, WorkshopView


def playable(view: View, face: Face) -> bool:
    """Whether the reader could play this card of their hand with what lies on the table now."""
    if view.seat is None:
        return False
    me = view.players[view.seat]
    built = [building.building.card for building in me.buildings]
    match face.kind:
        case "ship":
            return None in me.workshops
        case "craftsman":
            room = len(me.craftsmen) < PLACES_FOR_CRAFTSMEN
            return room or any(_could_finish(me, workshop, face) for workshop in me.workshops)
        case "tool":
            return me.gold >= face.gold
        case "building":
            return me.gold >= face.gold and me.workers >= face.workers and face.card not in built
        case "villager":
            return _has_effect(view, view.seat, face)


def _could_finish(me: PlayerView, workshop: WorkshopView | None, face: Face) -> bool:
    """Whether a ship wants this craftsman, and nothing else stands in the way of its being finished."""
    if workshop is None or face.card not in workshop.ship.craftsmen:
        return False
    spared = me.tool.spares if me.tool else None
    goods = workshop.goods_lacking.without(spared) if spared else workshop.goods_lacking
    lacking = workshop.gold_lacking + workshop.workers_lacking + goods.total
    return not lacking and all(need.found for need in workshop.craftsmen)


def _has_effect(view: View, seat: Seat, face: Face) -> bool:
    """A villager needs somebody or something to act on."""
    me = view.players[seat]
    aimed_at = targets(view, face)
    if aimed_at is not None:
        return bool(aimed_at)
    match face.card:
        case "sage":  # in the morning there are cards to come
            return view.phase == "morning" or len(view.hand or ()) > 1
        case "trader":
            return bool(me.workers or me.mill.total)
        case _:
            return True


def targets(view: View, face: Face) -> tuple[Seat, ...] | None:
    """Whom a villager could be called against now; None for one who is called against nobody of choice."""
    if view.seat is None:
        return None
    me = view.players[view.seat]
    everybody = tuple(enumerate(view.players))
    unguarded = tuple((seat, player) for seat, player in everybody if not player.watchman)
    victims = tuple((seat, player) for seat, player in unguarded if seat != view.seat)
    match face.card:
        case "assassin":
            return tuple(seat for seat, player in unguarded if player.craftsmen)
        case "barbarian":
            return tuple(seat for seat, player in unguarded if any(player.workshops))
        case "conspirator":
            room = len(me.craftsmen) < PLACES_FOR_CRAFTSMEN
            return tuple(seat for seat, player in victims if room and player.craftsmen)
        case "raider":
            return tuple(seat for seat, player in victims if player.gold and player.mill.total)
        case "thief":
            return tuple(seat for seat, player in victims if player.mill.total)
        case "berserker":
            pays = me.gold >= face.gold
            return tuple(seat for seat, player in everybody if pays and seat != view.seat and player.tool)
        case _:
            return None


def gold_gained(view: View, face: Face) -> int:
    """What a villager's gold comes to in the reader's turn today, were the shoreline endless."""
    before = 0 if view.seat is None else view.order.index(view.seat)
    return face.gains_gold + face.gains_gold_per_turn * before
