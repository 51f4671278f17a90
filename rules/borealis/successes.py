"""The success sheet of Borealis: nineteen successes and five titles."""

from collections import Counter
from typing import Literal, NamedTuple, get_args

from rules.borealis.components import Components
from rules.borealis.pieces import LAST_ROUND_CARDS, ScoreCardKey
from rules.borealis.scoring import outcome, score
from rules.borealis.state import State
from rules.game import Seat
from rules.success_sheet import SuccessSheet, Title

Success = Literal[
    "win",
    "score_50",
    "score_60",
    "score_70",
    "score_80",
    "last_space",
    "seven_alike",
    "three_objectives",
    "win_without_objective",
    "common_destination",
    "expansive_species",
    "farewell_party",
    "interspecies_relationships",
    "mating_season",
    "outer_lands",
    "popular_vehicle",
    "safe_return",
    "territorial_animals",
    "untrodden_path",
]

SUCCESSES: tuple[Success, ...] = get_args(Success)
SUCCESS_SHEET = SuccessSheet(
    SUCCESSES,
    (
        Title("tundra_tourist", 0),
        Title("arctic_amateur", 5),
        Title("boreal_backpacker", 9),
        Title("polar_professional", 13),
        Title("exemplary_explorer", 17),
    ),
    "snowflake",
)

SCORES: dict[Success, int] = {"score_50": 50, "score_60": 60, "score_70": 70, "score_80": 80}


class Feat(NamedTuple):
    """At least `points` from one score card in one game."""

    card: ScoreCardKey
    points: int


# The sheet names each card's maximum, except for Farewell Party, which can give more; more counts too.
CARD_FEATS: dict[Success, Feat] = {
    "common_destination": Feat("common_destination", 12),
    "expansive_species": Feat("expansive_species", 15),
    "farewell_party": Feat("farewell_party", 12),
    "interspecies_relationships": Feat("interspecies_relationships", 9),
    "mating_season": Feat("mating_season", 14),
    "outer_lands": Feat("outer_lands", 14),
    "popular_vehicle": Feat("popular_vehicle", 12),
    "safe_return": Feat("safe_return", 15),
    "territorial_animals": Feat("territorial_animals", 18),
    "untrodden_path": Feat("untrodden_path", 10),
}


def achieved_successes(state: State, seat: Seat, components: Components) -> tuple[Success, ...]:
    """Return the successes of a seat in a finished game, in sheet order. A shared victory counts."""
    if state.phase != "over":
        return ()
    player, column = state.players[seat], score(state, seat, components)
    won = seat in outcome(state, components).ranking[0]
    by_card = dict(zip(state.score_cards, (column.first_card, column.second_card), strict=True))
    last_space = len(components.tracks.outer) - 1
    reached = {
        "win": won,
        "last_space": last_space in player.flags,
        "seven_alike": any(
            LAST_ROUND_CARDS in Counter(card.species for card in site).values() for site in player.sites
        ),
        "three_objectives": len(player.objectives) == len(state.objectives),
        "win_without_objective": won and not player.objectives,
        **{success: column.total >= points for success, points in SCORES.items()},
        **{success: by_card.get(feat.card, 0) >= feat.points for success, feat in CARD_FEATS.items()},
    }
    return tuple(success for success in SUCCESSES if reached[success])
