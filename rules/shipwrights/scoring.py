"""Final scoring: ships, buildings, the military bonus; gold breaks ties."""

from collections.abc import Sequence

from rules.engine import StepRecorder
from rules.game import Outcome, ScoreRow, Seat
from rules.shipwrights.components import Components
from rules.shipwrights.events import MilitaryBonus, Scored
from rules.shipwrights.fleet import military, mill_capacity
from rules.shipwrights.pieces import BUILDINGS, Building
from rules.shipwrights.state import Player, State

REASONS = ("fleet_complete",)
CATEGORIES = ("ships", "building", "military", "gold_left")


def is_last_day(state: State, components: Components) -> bool:
    return any(len(player.fleet) >= components.end.ships for player in state.players)


def ship_points(player: Player, components: Components) -> int:
    return sum(components.faces[ship].points for ship in player.fleet)


def building_points(player: Player, building: Building, components: Components) -> int:
    face = components.faces[building]
    match face.counts:
        case None:
            counted = 1
        case "gold":
            counted = player.gold
        case "trade_ships":
            counted = sum(components.faces[ship].military == 0 for ship in player.fleet)
        case "mill":
            counted = max(0, mill_capacity(player, components) - components.board.resources)
    return face.points * (counted // face.each)


def military_bonuses(state: State, components: Components) -> tuple[int, ...]:
    """Return the bonus of each seat: all with the most military points get it, if it is more than 0."""
    strengths = [military(player, components) for player in state.players]
    most = max(strengths)
    bonus = components.end.military_bonus
    return tuple(bonus if most and strength == most else 0 for strength in strengths)


def points_now(state: State, components: Components) -> tuple[int, ...]:
    bonuses = military_bonuses(state, components)
    return tuple(
        bonus
        + ship_points(player, components)
        + sum(building_points(player, building, components) for building in player.buildings)
        for player, bonus in zip(state.players, bonuses, strict=True)
    )


def emit_scores(state: State, components: Components, recorder: StepRecorder) -> None:
    bonuses, points = military_bonuses(state, components), points_now(state, components)
    for seat in state.order:
        if bonuses[seat]:
            strength = military(state.players[seat], components)
            recorder.emit(MilitaryBonus(seat=seat, military=strength, points=bonuses[seat]))
    for seat in state.order:
        recorder.emit(Scored(seat=seat, points=points[seat]))


def outcome(state: State, components: Components) -> Outcome:
    points = points_now(state, components)
    gold = tuple(player.gold for player in state.players)
    rows = [ScoreRow("ships", tuple(ship_points(player, components) for player in state.players))]
    rows += [
        ScoreRow("building", _building_row(state, building, components), building)
        for building in BUILDINGS
        if any(building in player.buildings for player in state.players)
    ]
    rows.append(ScoreRow("military", military_bonuses(state, components)))
    if len(set(points)) < len(points):
        rows.append(ScoreRow("gold_left", gold))
    return Outcome("fleet_complete", _ranking(points, gold), points, tuple(rows))


def _building_row(state: State, building: Building, components: Components) -> tuple[int, ...]:
    return tuple(
        building_points(player, building, components) if building in player.buildings else 0
        for player in state.players
    )


def _ranking(points: Sequence[int], gold: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """Rank by points, then by gold; equal seats share a rank."""
    results = list(zip(points, gold, strict=True))
    return tuple(
        tuple(seat for seat, result in enumerate(results) if result == place)
        for place in sorted(set(results), reverse=True)
    )
