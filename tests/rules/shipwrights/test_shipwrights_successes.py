"""The success sheet of Shipwrights: each success won and just missed."""

from typing import Any

import pytest

from rules.shipwrights.game import Shipwrights
from rules.shipwrights.pieces import SHIPS, ShipKey
from rules.shipwrights.state import State
from tests.rules.shipwrights.states import COMPONENTS, board, end_game, table
from tests.rules.success_checks import check_success

RULES = Shipwrights()
WAR = [ship for ship in SHIPS if COMPONENTS.faces[ship].military > 0]
TRADE = [ship for ship in SHIPS if COMPONENTS.faces[ship].military == 0]
BUILDINGS = "long_house mining_camp church fortress"


def finished_state(rival: dict[str, Any] | None = None, **mine: Any) -> State:
    return end_game(table(board(**mine), board(**rival or {})))


def fleet(*ships: ShipKey) -> str:
    return " ".join(ships)


def state_with_points(points: int) -> State:
    """Return a state with a fleet of exactly `points` more than the rival's, without military points."""
    per_ship = {COMPONENTS.faces[ship].points: ship for ship in TRADE}
    value, ship = max(per_ship.items())
    rest = points % value
    return finished_state(fleet=fleet(*[ship] * (points // value), *([per_ship[rest]] if rest else [])))


FOUR_OF_WAR, FOUR_OF_TRADE = fleet(*(WAR * 2)[:4]), fleet(*(TRADE * 2)[:4])
CASES = {
    "win": (finished_state({"gold": 1}, gold=2), finished_state({"gold": 2}, gold=1)),
    "fleet_of_war": (finished_state(fleet=FOUR_OF_WAR), finished_state(fleet=fleet(*WAR[:3], TRADE[0]))),
    "fleet_of_trade": (finished_state(fleet=FOUR_OF_TRADE), finished_state(fleet=fleet(*TRADE[:3], WAR[0]))),
    "four_kinds": (
        finished_state(fleet=fleet(*WAR[:3], TRADE[0])),
        finished_state(fleet=fleet(*WAR[:3], WAR[0])),
    ),
    "drakkar": (finished_state(fleet="drakkar"), finished_state(fleet="knarr")),
    "military_bonus": (
        finished_state({"fleet": WAR[0]}, fleet=WAR[0]),
        finished_state({"fleet": fleet(WAR[0], WAR[0])}, fleet=WAR[0]),
    ),
    "four_buildings": (
        finished_state(buildings=BUILDINGS),
        finished_state(buildings="long_house mining_camp church"),
    ),
    "win_without_building": (finished_state({"gold": 1}, gold=2), finished_state(buildings="church")),
    "gold_12": (finished_state(gold=12), finished_state(gold=11)),
    "full_village": (
        finished_state(craftsmen="carpenter oarmaker ropemaker sailmaker"),
        finished_state(craftsmen="carpenter oarmaker ropemaker"),
    ),
}


@pytest.mark.parametrize("success", CASES)
def test_a_success_won_and_just_missed(success: str) -> None:
    check_success(RULES.successes, success, *CASES[success])


@pytest.mark.parametrize(
    ("success", "points"), [("score_15", 15), ("score_20", 20), ("score_25", 25), ("win_by_five", 5)]
)
def test_success_by_points(success: str, points: int) -> None:
    enough, short = state_with_points(points), state_with_points(points - 1)
    assert (RULES.current_scores(enough)[0], RULES.current_scores(short)[0]) == (points, points - 1)
    check_success(RULES.successes, success, enough, short)


def test_success_by_one_building_worth_four_points() -> None:
    two, one = (finished_state(fleet=fleet(*TRADE[:ships]), buildings="boat_house") for ships in (2, 1))
    check_success(RULES.successes, "building_4", two, one)


def test_who_loses_without_a_building_has_not_won_without_one() -> None:
    assert "win_without_building" not in RULES.successes(finished_state({"gold": 2}, gold=1), 0)


def test_nothing_is_achieved_before_the_end() -> None:
    assert RULES.successes(table(board(fleet=FOUR_OF_WAR, gold=12), board()), 0) == ()
