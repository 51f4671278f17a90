"""The final count: power points for the larger total in each warehouse, and who has won."""

from rules.engine import Happening
from rules.game import Outcome, ScoreRow, Seat
from rules.lofoten.events import Scored, WarehouseScored, WarehouseUnscored
from rules.lofoten.options import LofotenOptions
from rules.lofoten.state import State, Warehouse

REASONS = ("goods_ran_out", "locked")
CATEGORIES = ("warehouse", "goods_stored", "coins_left")

Pair = tuple[int, int]


def warehouse_scores(warehouse: Warehouse, options: LofotenOptions) -> Pair:
    """The points of a warehouse for each seat; a tie gives nothing or gives both, an empty one nothing."""
    ours, theirs = warehouse.total(0), warehouse.total(1)
    points = warehouse.points
    if ours > theirs:
        return points, 0
    if theirs > ours:
        return 0, points
    return (points, points) if ours and options.ties == "both" else (0, 0)


def power_points(state: State) -> Pair:
    scores = [warehouse_scores(warehouse, state.options) for warehouse in state.warehouses]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)


def tell(state: State, happening: Happening) -> None:
    """Tell the count, warehouse by warehouse."""
    for number, warehouse in enumerate(state.warehouses, start=1):
        scores = warehouse_scores(warehouse, state.options)
        if warehouse.good is None or scores == (0, 0):
            happening.tell(WarehouseUnscored(warehouse=number, points=warehouse.points))
            continue
        for seat in (state.first, state.second):
            if scores[seat]:
                happening.tell(
                    WarehouseScored(
                        seat=seat,
                        warehouse=number,
                        good=warehouse.good,
                        total=warehouse.total(seat),
                        points=scores[seat],
                    )
                )
    points = power_points(state)
    for seat in (state.first, state.second):
        happening.tell(Scored(seat=seat, points=points[seat]))


def outcome(state: State) -> Outcome:
    points = power_points(state)
    breakers = _tie_breakers(state) if points[0] == points[1] else ()
    ranking = _ranking((points, *(row.points for row in breakers)))
    warehouses = tuple(
        ScoreRow("warehouse", warehouse_scores(warehouse, state.options), warehouse.card)
        for warehouse in state.warehouses
    )
    reason = "locked" if state.ending == "locked" else "goods_ran_out"
    return Outcome(reason, ranking, points, (*warehouses, *breakers))


def _tie_breakers(state: State) -> tuple[ScoreRow, ...]:
    """What decides between equal points, where the table agreed on it: goods stored, then coins."""
    if state.options.overall_tie == "draw":
        return ()
    goods = tuple(sum(warehouse.total(seat) for warehouse in state.warehouses) for seat in (0, 1))
    rows = (ScoreRow("goods_stored", goods),)
    if goods[0] != goods[1]:
        return rows
    return (*rows, ScoreRow("coins_left", tuple(player.coins for player in state.players)))


def _ranking(counts: tuple[tuple[int, ...], ...]) -> tuple[tuple[Seat, ...], ...]:
    """The first count that differs decides."""
    for ours, theirs in counts:
        if ours != theirs:
            return ((0,), (1,)) if ours > theirs else ((1,), (0,))
    return ((0, 1),)
