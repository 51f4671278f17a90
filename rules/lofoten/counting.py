"""What a warehouse is worth to each player: what is counted on each side, and the points it gives."""

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
"""What the level 2 cards count; all others count the total of goods."""
EACH_FOR_HIMSELF = ("small_trade", "three_crests", "threshold", "assortment")
"""Level 2 cards that compare nobody: there the better score wins."""


def measure_of(warehouse: Warehouse) -> Measure:
    return MEASURES.get(warehouse.card, "total")


def counts(state: State, index: int) -> Pair:
    """What each seat has of what this warehouse counts."""
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
            return warehouse.total(seat) + _helpers_goods(state, index, seat)


def _helpers_goods(state: State, index: int, seat: Seat) -> int:
    """Helga makes a total higher, be it nothing; a warehouse where nobody stores has no totals."""
    helga = state.ally(seat, "helga")
    if helga is None or helga.warehouse != index or state.warehouses[index].good is None:
        return 0
    return helga.strength


def warehouse_scores(state: State, index: int) -> Pair:
    """The points of a warehouse for each seat; Ingrid adds hers for whoever wins the one she works in."""
    counted = counts(state, index)
    scores = _scores(state, index, counted)
    host = _host(state, index)
    if host is None:
        return scores
    compared = scores if state.warehouses[index].card in EACH_FOR_HIMSELF else counted
    if not compared[host] or compared[host] < compared[1 - host]:
        return scores
    more = state.strength(host, "ingrid")
    return (scores[0] + more, scores[1]) if host == 0 else (scores[0], scores[1] + more)


def _host(state: State, index: int) -> Seat | None:
    """Whose ally Ingrid works in this warehouse: that player wins its ties."""
    for alliance in state.alliances:
        if alliance.jarl == "ingrid" and alliance.warehouse == index:
            return alliance.owner
    return None


def _leader(state: State, index: int, counted: Pair) -> Seat | None:
    """Who has more of what is counted; a tie of something is Ingrid's to decide."""
    ours, theirs = counted
    if ours != theirs:
        return 0 if ours > theirs else 1
    return _host(state, index) if ours else None


def _scores(state: State, index: int, counted: Pair) -> Pair:
    warehouse = state.warehouses[index]
    numbers = warehouse.numbers
    match warehouse.card:
        case "wide_gap":
            for_each, most = numbers
            return _to_leader(state, index, counted, min(most, for_each * abs(counted[0] - counted[1])))
        case "fair_share":
            return _shared(state, index, counted)
        case "small_trade":
            for_each, most = numbers
            return min(most, for_each * counted[0]), min(most, for_each * counted[1])
        case "three_crests" | "assortment":
            by_kinds = (0, *numbers)
            return by_kinds[counted[0]], by_kinds[counted[1]]
        case "threshold":
            total, points, alone = numbers
            first, second = (count >= total for count in counted)
            worth = points if first and second else alone
            return worth * first, worth * second
        case _:
            return _to_leader(state, index, counted, warehouse.points)


def _to_leader(state: State, index: int, counted: Pair, points: int) -> Pair:
    """All to whoever has more; a tie gives nothing or gives both, nothing at all gives nothing."""
    ahead = _leader(state, index, counted)
    if ahead is not None:
        return (points, 0) if ahead == 0 else (0, points)
    return (points, points) if counted[0] and state.options.ties == "both" else (0, 0)


def _shared(state: State, index: int, counted: Pair) -> Pair:
    """The leader takes the larger share; whoever else has a tile there, or is tied, the smaller."""
    larger, other = state.warehouses[index].numbers
    ahead = _leader(state, index, counted)
    first, second = (
        larger if seat == ahead else other if side else 0
        for seat, side in enumerate(state.warehouses[index].sides)
    )
    return first, second
