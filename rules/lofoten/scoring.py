"""Final scoring: power points of warehouses, longships and Jarls, and the ranking."""

from rules.engine import StepRecorder
from rules.game import Outcome, ScoreRow, Seat
from rules.lofoten import events
from rules.lofoten.counting import Pair, counts, measure_of, warehouse_scores
from rules.lofoten.longships import ship_a_points, upgrade_points
from rules.lofoten.state import State

REASONS = ("goods_ran_out", "locked")
CATEGORIES = ("warehouse", "upgrades", "ship_a", "jarl", "goods_stored", "coins_left")


def power_points(state: State) -> Pair:
    scores = [warehouse_scores(state, index) for index in range(len(state.warehouses))]
    scores += [(row.points[0], row.points[1]) for row in _bonus_rows(state)]
    return sum(score[0] for score in scores), sum(score[1] for score in scores)


def _bonus_rows(state: State) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet for the modules in play."""
    rows: list[ScoreRow] = []
    if state.options.better_longships == "yes":
        fleets = [player.fleet for player in state.players]
        rows.append(ScoreRow("upgrades", tuple(map(upgrade_points, fleets))))
        rows.append(ScoreRow("ship_a", tuple(map(ship_a_points, fleets)), "ship_a"))
    if any(alliance.jarl == "knut" for alliance in state.alliances):
        rows.append(ScoreRow("jarl", tuple(state.strength(seat, "knut") for seat in (0, 1)), "knut"))
    return tuple(rows)


def emit_scores(state: State, recorder: StepRecorder) -> None:
    """Emit the final scores, warehouse by warehouse."""
    for index in range(len(state.warehouses)):
        _emit_warehouse(state, index, recorder)
    for row in _bonus_rows(state):
        for seat in (state.first, state.second):
            if row.points[seat]:
                recorder.emit(
                    events.BonusScored(seat=seat, bonus=row.about or row.category, points=row.points[seat])
                )
    points = power_points(state)
    for seat in (state.first, state.second):
        recorder.emit(events.Scored(seat=seat, points=points[seat]))


def _emit_warehouse(state: State, index: int, recorder: StepRecorder) -> None:
    warehouse, number = state.warehouses[index], index + 1
    scores, counted = warehouse_scores(state, index), counts(state, index)
    if warehouse.good is None or scores == (0, 0):
        if warehouse.numbers:
            recorder.emit(events.NewWarehouseUnscored(warehouse=number, card=warehouse.card))
        else:
            recorder.emit(events.WarehouseUnscored(warehouse=number, points=warehouse.points))
        return
    for seat in (state.first, state.second):
        if not scores[seat]:
            continue
        if warehouse.numbers:
            recorder.emit(
                events.NewWarehouseScored(
                    seat=seat,
                    warehouse=number,
                    card=warehouse.card,
                    measure=measure_of(warehouse),
                    count=counted[seat],
                    points=scores[seat],
                )
            )
        else:
            recorder.emit(
                events.WarehouseScored(
                    seat=seat, warehouse=number, good=warehouse.good, total=counted[seat], points=scores[seat]
                )
            )


def outcome(state: State) -> Outcome:
    points = power_points(state)
    breakers = _tie_breakers(state) if points[0] == points[1] else ()
    ranking = _ranking((points, *(row.points for row in breakers)))
    warehouses = tuple(
        ScoreRow("warehouse", warehouse_scores(state, index), warehouse.card)
        for index, warehouse in enumerate(state.warehouses)
    )
    reason = "locked" if state.ending == "locked" else "goods_ran_out"
    return Outcome(reason, ranking, points, (*warehouses, *_bonus_rows(state), *breakers))


def _tie_breakers(state: State) -> tuple[ScoreRow, ...]:
    """Return the tie breakers, if the table uses them: goods stored, then coins."""
    if state.options.overall_tie == "draw":
        return ()
    goods = tuple(sum(warehouse.total(seat) for warehouse in state.warehouses) for seat in (0, 1))
    rows = (ScoreRow("goods_stored", goods),)
    if goods[0] != goods[1]:
        return rows
    return (*rows, ScoreRow("coins_left", tuple(player.coins for player in state.players)))


def _ranking(counts: tuple[tuple[int, ...], ...]) -> tuple[tuple[Seat, ...], ...]:
    """Rank by the first pair of counts that differ."""
    for ours, theirs in counts:
        if ours != theirs:
            return ((0,), (1,)) if ours > theirs else ((1,), (0,))
    return ((0, 1),)
