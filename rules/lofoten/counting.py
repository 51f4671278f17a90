"""Scores of a warehouse: the measure counted on each side, and the points it gives."""

from rules.game import Seat
from rules.lofoten.pieces import Measure
from rules.lofoten.state import State, Warehouse

Pair = tuple[int, int]

MEASURES: dict[str, Measure] = {
    "long_hall": "tiles",
    "small_trade": "tiles",
    "shield_hall": "shields",
    "three_crests": "shield_types",
    "assortment": "tile_values",
}
"""Measures of level 2 cards; all others count the total of goods."""
INDEPENDENT_SCORES = ("small_trade", "three_crests", "threshold", "assortment")
"""Level 2 cards that do not compare the players: there the better score wins."""


def measure_of(warehouse: Warehouse) -> Measure:
    return MEASURES.get(warehouse.card, "total")


def counts(state: State, index: int) -> Pair:
    """Return each seat's count of what this warehouse measures."""
    return _count(state, index, 0), _count(state, index, 1)


def _count(state: State, index: int, seat: Seat) -> int:
    warehouse = state.warehouses[index]
    side = warehouse.sides[seat]
    match measure_of(warehouse):
        case "tiles":
            return len(side)
        case "shields":
            return sum(len(tile.shown) for tile in side)
        case "shield_types":
            return len({shield for tile in side for shield in tile.shown})
        case "tile_values":
            return len({tile.goods for tile in side})
        case "total":
            return warehouse.total(seat) + _helga_goods(state, index, seat)


def _helga_goods(state: State, index: int, seat: Seat) -> int:
    """Return the goods Helga adds to a total, even to zero; none in an unused warehouse."""
    helga = state.ally(seat, "helga")
    if helga is None or helga.warehouse != index or state.warehouses[index].good is None:
        return 0
    return helga.strength


def warehouse_scores(state: State, index: int) -> Pair:
    """Return each seat's points for a warehouse. Ingrid adds hers if her ally wins her warehouse."""
    counted = counts(state, index)
    scores = _scores(state, index, counted)
    host = _ingrid_owner(state, index)
    if host is None:
        return scores
    compared = scores if state.warehouses[index].card in INDEPENDENT_SCORES else counted
    if not compared[host] or compared[host] < compared[1 - host]:
        return scores
    more = state.strength(host, "ingrid")
    return (scores[0] + more, scores[1]) if host == 0 else (scores[0], scores[1] + more)


def _ingrid_owner(state: State, index: int) -> Seat | None:
    """Return the seat whose ally Ingrid is bound to this warehouse: it wins ties there."""
    for alliance in state.alliances:
        if alliance.jarl == "ingrid" and alliance.warehouse == index:
            return alliance.owner
    return None


def _leader(state: State, index: int, counted: Pair) -> Seat | None:
    """Return the seat with the larger count. Ingrid breaks a tie, unless both have nothing."""
    ours, theirs = counted
    if ours != theirs:
        return 0 if ours > theirs else 1
    return _ingrid_owner(state, index) if ours else None


def _scores(state: State, index: int, counted: Pair) -> Pair:
    warehouse = state.warehouses[index]
    numbers = warehouse.numbers
    match warehouse.card:
        case "wide_gap":
            for_each, most = numbers
            return _leader_scores(state, index, counted, min(most, for_each * abs(counted[0] - counted[1])))
        case "fair_share":
            return _fair_share_scores(state, index, counted)
        case "small_trade":
            for_each, most = numbers
            return min(most, for_each * counted[0]), min(most, for_each * counted[1])
        case "three_crests" | "assortment":
            by_kinds = (0, *numbers)
            return by_kinds[counted[0]], by_kinds[counted[1]]
        case "threshold":
            total, points, alone = numbers
            first, second = (count >= total for count in counted)
            score = points if first and second else alone
            return score * first, score * second
        case _:
            return _leader_scores(state, index, counted, warehouse.points)


def _leader_scores(state: State, index: int, counted: Pair, points: int) -> Pair:
    """Give all points to the leader. A tie gives both or none the points; two zeros give nothing."""
    ahead = _leader(state, index, counted)
    if ahead is not None:
        return (points, 0) if ahead == 0 else (0, points)
    return (points, points) if counted[0] and state.options.ties == "both" else (0, 0)


def _fair_share_scores(state: State, index: int, counted: Pair) -> Pair:
    """Give the leader the larger share. The other, or both in a tie, get the smaller if they have a tile."""
    larger, other = state.warehouses[index].numbers
    ahead = _leader(state, index, counted)
    first, second = (
        larger if seat == ahead else other if side else 0
        for seat, side in enumerate(state.warehouses[index].sides)
    )
    return first, second
