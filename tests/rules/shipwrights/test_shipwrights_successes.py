"""The success sheet of Shipwrights: each success won and just missed."""

from typing import Any

import pytest

from rules.shipwrights.game import Shipwrights
from rules.shipwrights.pieces import SHIPS, ShipKey
from rules.shipwrights.state import State
from tests.rules.shipwrights.shipwrights_table import COMPONENTS, board, finished, table

RULES = Shipwrights()
WAR = [ship for ship in SHIPS if COMPONENTS.faces[ship].military > 0]
TRADE = [ship for ship in SHIPS if COMPONENTS.faces[ship].military == 0]
BUILDINGS = "long_house mining_camp church fortress"


def over(rival: dict[str, Any] | None = None, **mine: Any) -> State:
    return finished(table(board(**mine), board(**rival or {})))


def fleet(*ships: ShipKey) -> str:
    return " ".join(ships)


def worth(points: int) -> State:
    """A fleet worth exactly so many points more than the rival's, with no military point in it."""
    per_ship = {COMPONENTS.faces[ship].points: ship for ship in TRADE}
    value, ship = max(per_ship.items())
    rest = points % value
    return over(fleet=fleet(*[ship] * (points // value), *([per_ship[rest]] if rest else [])))


FOUR_OF_WAR, FOUR_OF_TRADE = fleet(*(WAR * 2)[:4]), fleet(*(TRADE * 2)[:4])
CASES = {
    "win": (over({"gold": 1}, gold=2), over({"gold": 2}, gold=1)),
    "fleet_of_war": (over(fleet=FOUR_OF_WAR), over(fleet=fleet(*WAR[:3], TRADE[0]))),
    "fleet_of_trade": (over(fleet=FOUR_OF_TRADE), over(fleet=fleet(*TRADE[:3], WAR[0]))),
    "four_kinds": (over(fleet=fleet(*WAR[:3], TRADE[0])), over(fleet=fleet(*WAR[:3], WAR[0]))),
    "drakkar": (over(fleet="drakkar"), over(fleet="knarr")),
    "military_bonus": (
        over({"fleet": WAR[0]}, fleet=WAR[0]),
        over({"fleet": fleet(WAR[0], WAR[0])}, fleet=WAR[0]),
    ),
    "four_buildings": (over(buildings=BUILDINGS), over(buildings="long_house mining_camp church")),
    "win_without_building": (over({"gold": 1}, gold=2), over(buildings="church")),
    "gold_12": (over(gold=12), over(gold=11)),
    "full_village": (
        over(craftsmen="carpenter oarmaker ropemaker sailmaker"),
        over(craftsmen="carpenter oarmaker ropemaker"),
    ),
}


@pytest.mark.parametrize("success", CASES)
def test_a_success_won_and_just_missed(success: str) -> None:
    enough, short = CASES[success]
    assert success in RULES.successes(enough, 0)
    assert success not in RULES.successes(short, 0)


@pytest.mark.parametrize(
    ("success", "points"), [("score_15", 15), ("score_20", 20), ("score_25", 25), ("win_by_five", 5)]
)
def test_success_by_points(success: str, points: int) -> None:
    enough, short = worth(points), worth(points - 1)
    assert (RULES.current_scores(enough)[0], RULES.current_scores(short)[0]) == (points, points - 1)
    assert success in RULES.successes(enough, 0)
    assert success not in RULES.successes(short, 0)


def test_success_by_one_building_worth_four_points() -> None:
    two, one = (over(fleet=fleet(*TRADE[:ships]), buildings="boat_house") for ships in (2, 1))
    assert "building_4" in RULES.successes(two, 0)
    assert "building_4" not in RULES.successes(one, 0)


def test_who_loses_without_a_building_has_not_won_without_one() -> None:
    assert "win_without_building" not in RULES.successes(over({"gold": 2}, gold=1), 0)


def test_nothing_is_achieved_before_the_end() -> None:
    assert RULES.successes(table(board(fleet=FOUR_OF_WAR, gold=12), board()), 0) == ()
