"""The success sheet of Shipwrights: fifteen successes and five titles."""

from typing import Literal, get_args

from rules.game import Seat
from rules.shipwrights.components import Components
from rules.shipwrights.pieces import MAX_CRAFTSMEN
from rules.shipwrights.scoring import building_points, military_bonuses, outcome
from rules.shipwrights.state import State
from rules.success_sheet import SuccessSheet, Title

Success = Literal[
    "win",
    "score_15",
    "score_20",
    "score_25",
    "win_by_five",
    "fleet_of_war",
    "fleet_of_trade",
    "four_kinds",
    "drakkar",
    "military_bonus",
    "four_buildings",
    "building_4",
    "win_without_building",
    "gold_12",
    "full_village",
]

SUCCESSES: tuple[Success, ...] = get_args(Success)
SUCCESS_SHEET = SuccessSheet(
    SUCCESSES,
    (
        Title("woodcutter", 0),
        Title("carpenter", 4),
        Title("master_shipwright", 7),
        Title("fleet_builder", 10),
        Title("kings_shipwright", 13),
    ),
    "axe",
)
SCORES: dict[Success, int] = {"score_15": 15, "score_20": 20, "score_25": 25}
CLEAR_LEAD, MANY_BUILDINGS, GREAT_BUILDING, MUCH_GOLD = 5, 4, 4, 12


def achieved_successes(state: State, seat: Seat, components: Components) -> tuple[Success, ...]:
    """Return the successes of a seat in a finished game, in sheet order. A shared victory counts."""
    if state.stage != "over":
        return ()
    result, player = outcome(state, components), state.players[seat]
    won, total = seat in result.ranking[0], result.totals[seat]
    best_rival = max(points for other, points in enumerate(result.totals) if other != seat)
    of_war = [components.faces[ship].military > 0 for ship in player.fleet]
    complete = len(player.fleet) >= components.end.ships
    reached = {
        "win": won,
        "win_by_five": won and total - best_rival >= CLEAR_LEAD,
        "fleet_of_war": complete and all(of_war),
        "fleet_of_trade": complete and not any(of_war),
        "four_kinds": complete and len(set(player.fleet)) == len(player.fleet),
        "drakkar": "drakkar" in player.fleet,
        "military_bonus": military_bonuses(state, components)[seat] > 0,
        "four_buildings": len(player.buildings) >= MANY_BUILDINGS,
        "building_4": any(
            building_points(player, building, components) >= GREAT_BUILDING for building in player.buildings
        ),
        "win_without_building": won and not player.buildings,
        "gold_12": player.gold >= MUCH_GOLD,
        "full_village": len(player.craftsmen) >= MAX_CRAFTSMEN,
        **{success: total >= points for success, points in SCORES.items()},
    }
    return tuple(success for success in SUCCESSES if reached[success])
