"""The success sheet of Borealis: nineteen successes and five titles."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.borealis.components import Components
from rules.borealis.pieces import LAST_ROUND_CARDS, ScoreCardKey
from rules.borealis.scoring import outcome, score
from rules.borealis.state import Player, State
from rules.game import Seat
from rules.success_sheet import SuccessSheet, titles


class Result(NamedTuple):
    """A finished game of one seat. A shared victory counts as won."""

    player: Player
    won: bool
    points: int
    points_by_card: Mapping[ScoreCardKey, int]
    last_space: int
    objectives: int  # of the game


def _card_feat(card: ScoreCardKey, points: int) -> Callable[[Result], bool]:
    """At least these points from one score card."""
    return lambda it: it.points_by_card.get(card, 0) >= points


SUCCESSES: dict[str, Callable[[Result], bool]] = {
    "win": lambda it: it.won,
    "score_50": lambda it: it.points >= 50,
    "score_60": lambda it: it.points >= 60,
    "score_70": lambda it: it.points >= 70,
    "score_80": lambda it: it.points >= 80,
    "last_space": lambda it: it.last_space in it.player.flags,
    "seven_alike": lambda it: any(
        LAST_ROUND_CARDS in Counter(card.species for card in site).values() for site in it.player.sites
    ),
    "three_objectives": lambda it: len(it.player.objectives) == it.objectives,
    "win_without_objective": lambda it: it.won and not it.player.objectives,
    # The sheet names each card's maximum, except for Farewell Party, which can give more; more counts too.
    "common_destination": _card_feat("common_destination", 12),
    "expansive_species": _card_feat("expansive_species", 15),
    "farewell_party": _card_feat("farewell_party", 12),
    "interspecies_relationships": _card_feat("interspecies_relationships", 9),
    "mating_season": _card_feat("mating_season", 14),
    "outer_lands": _card_feat("outer_lands", 14),
    "popular_vehicle": _card_feat("popular_vehicle", 12),
    "safe_return": _card_feat("safe_return", 15),
    "territorial_animals": _card_feat("territorial_animals", 18),
    "untrodden_path": _card_feat("untrodden_path", 10),
}
SUCCESS_SHEET = SuccessSheet(
    tuple(SUCCESSES),
    titles(
        tundra_tourist=0, arctic_amateur=5, boreal_backpacker=9, polar_professional=13, exemplary_explorer=17
    ),
    "snowflake",
)


def achieved_successes(state: State, seat: Seat, components: Components) -> tuple[str, ...]:
    """Return the successes of a seat in a finished game, in sheet order."""
    if state.phase != "over":
        return ()
    column = score(state, seat, components)
    won = seat in outcome(state, components).ranking[0]
    by_card = dict(zip(state.score_cards, (column.first_card, column.second_card), strict=True))
    last_space = len(components.tracks.outer) - 1
    result = Result(state.players[seat], won, column.total, by_card, last_space, len(state.objectives))
    return tuple(success for success, is_achieved in SUCCESSES.items() if is_achieved(result))
