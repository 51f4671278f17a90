"""The success sheet of Shipwrights: fifteen successes and five titles."""

from collections.abc import Callable
from typing import NamedTuple

from rules.game import Seat
from rules.shipwrights.components import Components
from rules.shipwrights.pieces import MAX_CRAFTSMEN
from rules.shipwrights.scoring import building_points, military_bonuses, outcome
from rules.shipwrights.state import Player, State
from rules.success_sheet import SuccessSheet, titles


class Result(NamedTuple):
    """A finished game of one seat. A shared victory counts as won."""

    player: Player
    won: bool
    points: int
    lead: int
    complete: bool  # the fleet
    war_ships: int
    military_bonus: int
    best_building: int  # points


SUCCESSES: dict[str, Callable[[Result], bool]] = {
    "win": lambda it: it.won,
    "score_15": lambda it: it.points >= 15,
    "score_20": lambda it: it.points >= 20,
    "score_25": lambda it: it.points >= 25,
    "win_by_five": lambda it: it.won and it.lead >= 5,
    "fleet_of_war": lambda it: it.complete and it.war_ships == len(it.player.fleet),
    "fleet_of_trade": lambda it: it.complete and not it.war_ships,
    "four_kinds": lambda it: it.complete and len(set(it.player.fleet)) == len(it.player.fleet),
    "drakkar": lambda it: "drakkar" in it.player.fleet,
    "military_bonus": lambda it: it.military_bonus > 0,
    "four_buildings": lambda it: len(it.player.buildings) >= 4,
    "building_4": lambda it: it.best_building >= 4,
    "win_without_building": lambda it: it.won and not it.player.buildings,
    "gold_12": lambda it: it.player.gold >= 12,
    "full_village": lambda it: len(it.player.craftsmen) >= MAX_CRAFTSMEN,
}
SUCCESS_SHEET = SuccessSheet(
    tuple(SUCCESSES),
    titles(woodcutter=0, carpenter=4, master_shipwright=7, fleet_builder=10, kings_shipwright=13),
    "axe",
)


def achieved_successes(state: State, seat: Seat, components: Components) -> tuple[str, ...]:
    """Return the successes of a seat in a finished game, in sheet order."""
    if state.stage != "over":
        return ()
    outcome_, player = outcome(state, components), state.players[seat]
    totals = outcome_.totals
    result = Result(
        player,
        won=seat in outcome_.ranking[0],
        points=totals[seat],
        lead=totals[seat] - max(points for other, points in enumerate(totals) if other != seat),
        complete=len(player.fleet) >= components.end.ships,
        war_ships=sum(components.faces[ship].military > 0 for ship in player.fleet),
        military_bonus=military_bonuses(state, components)[seat],
        best_building=max(
            (building_points(player, each, components) for each in player.buildings), default=0
        ),
    )
    return tuple(success for success, is_achieved in SUCCESSES.items() if is_achieved(result))
