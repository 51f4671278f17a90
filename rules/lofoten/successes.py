"""The success sheet of Lofoten: fourteen successes and five titles."""

from typing import Literal, get_args

from rules.game import Seat
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.pieces import GOODS
from rules.lofoten.scoring import outcome
from rules.lofoten.state import State
from rules.success_sheet import SuccessSheet, Title

Success = Literal[
    "win",
    "score_15",
    "score_20",
    "score_25",
    "win_by_one",
    "win_by_ten",
    "three_warehouses",
    "four_warehouses",
    "every_good",
    "goods_25",
    "win_without_coins",
    "coins_4",
    "two_jarls",
    "four_upgrades",
]

SUCCESSES: tuple[Success, ...] = get_args(Success)
SUCCESS_SHEET = SuccessSheet(
    SUCCESSES,
    (
        Title("deckhand", 0),
        Title("trader", 4),
        Title("helmsman", 7),
        Title("shipowner", 10),
        Title("lord_of_the_isles", 13),
    ),
    "horn",
)
SCORES: dict[Success, int] = {"score_15": 15, "score_20": 20, "score_25": 25}
MANY_GOODS, MANY_COINS, MANY_JARLS = 25, 4, 2
WIDE_LEAD, NARROW_LEAD = 10, 1


def achieved_successes(state: State, seat: Seat) -> tuple[Success, ...]:
    """Return the successes of a seat in a finished game, in sheet order. A shared victory counts."""
    if state.phase != "over":
        return ()
    result, rival = outcome(state), 1 - seat
    won = seat in result.ranking[0]
    total, lead = result.totals[seat], result.totals[seat] - result.totals[rival]
    player = state.players[seat]
    scores = [warehouse_scores(state, index) for index in range(len(state.warehouses))]
    ahead = sum(score[seat] > score[rival] for score in scores)
    reached = {
        "win": won,
        "win_by_one": won and lead == NARROW_LEAD,
        "win_by_ten": won and lead >= WIDE_LEAD,
        "three_warehouses": ahead >= 3,
        "four_warehouses": ahead >= 4,
        "every_good": all(state.stored(seat, good) for good in GOODS),
        "goods_25": sum(warehouse.total(seat) for warehouse in state.warehouses) >= MANY_GOODS,
        "win_without_coins": won and not player.coins,
        "coins_4": player.coins >= MANY_COINS,
        "two_jarls": sum(alliance.owner == seat for alliance in state.alliances) >= MANY_JARLS,
        "four_upgrades": all(ship.upgraded for ship in player.fleet.ships),
        **{success: total >= points for success, points in SCORES.items()},
    }
    return tuple(success for success in SUCCESSES if reached[success])
