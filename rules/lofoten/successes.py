"""The success sheet of Lofoten: fourteen successes and five titles."""

from collections.abc import Callable
from typing import NamedTuple

from rules.game import Seat
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.pieces import GOODS
from rules.lofoten.scoring import outcome
from rules.lofoten.state import Player, State
from rules.success_sheet import SuccessSheet, titles


class Result(NamedTuple):
    """A finished game of one seat. A shared victory counts as won."""

    state: State
    seat: Seat
    player: Player
    won: bool
    points: int
    lead: int
    warehouses: int  # with more points than the rival


SUCCESSES: dict[str, Callable[[Result], bool]] = {
    "win": lambda it: it.won,
    "score_15": lambda it: it.points >= 15,
    "score_20": lambda it: it.points >= 20,
    "score_25": lambda it: it.points >= 25,
    "win_by_one": lambda it: it.won and it.lead == 1,
    "win_by_ten": lambda it: it.won and it.lead >= 10,
    "three_warehouses": lambda it: it.warehouses >= 3,
    "four_warehouses": lambda it: it.warehouses >= 4,
    "every_good": lambda it: all(it.state.stored(it.seat, good) for good in GOODS),
    "goods_25": lambda it: sum(warehouse.total(it.seat) for warehouse in it.state.warehouses) >= 25,
    "win_without_coins": lambda it: it.won and not it.player.coins,
    "coins_4": lambda it: it.player.coins >= 4,
    "win_with_jarl": lambda it: it.won and any(each.owner == it.seat for each in it.state.alliances),
    "four_upgrades": lambda it: all(ship.upgraded for ship in it.player.fleet.ships),
}
SUCCESS_SHEET = SuccessSheet(
    tuple(SUCCESSES), titles(deckhand=0, trader=4, helmsman=7, shipowner=10, lord_of_the_isles=13), "horn"
)


def achieved_successes(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the successes of a seat in a finished game, in sheet order."""
    if state.phase != "over":
        return ()
    outcome_, rival = outcome(state), 1 - seat
    won, points = seat in outcome_.ranking[0], outcome_.totals
    scores = [warehouse_scores(state, index) for index in range(len(state.warehouses))]
    ahead = sum(score[seat] > score[rival] for score in scores)
    lead = points[seat] - points[rival]
    result = Result(state, seat, state.players[seat], won, points[seat], lead, ahead)
    return tuple(success for success, is_achieved in SUCCESSES.items() if is_achieved(result))
