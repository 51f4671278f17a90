"""The success sheet of Explorers: fourteen successes and five titles."""

from typing import Literal, get_args

from rules.explorers.islands import islands
from rules.explorers.pieces import ANIMALS, OUTPOSTS_PER_PLAYER
from rules.explorers.scoring import CATEGORIES, outcome, scores
from rules.explorers.state import State
from rules.game import Seat
from rules.success_sheet import SuccessSheet, Title

Success = Literal[
    "win",
    "score_40",
    "score_50",
    "score_60",
    "solo_60",
    "large_island",
    "three_islands",
    "every_animal",
    "five_outposts",
    "four_enemy_ships",
    "strong_settlements",
    "captain_6",
    "four_dead",
    "win_without_dead",
]

SUCCESSES: tuple[Success, ...] = get_args(Success)
SUCCESS_SHEET = SuccessSheet(
    SUCCESSES,
    (
        Title("landlubber", 0),
        Title("oarsman", 4),
        Title("navigator", 7),
        Title("discoverer", 10),
        Title("saga_hero", 13),
    ),
    "compass",
)
SCORES: dict[Success, int] = {"score_40": 40, "score_50": 50, "score_60": 60}
LARGE_ISLAND, MANY_ISLANDS = 6, 3
MANY_SHIPS, MANY_DEAD = 4, 4
STRONG_SETTLEMENTS, GOOD_CAPTAIN = 10, 6


def achieved_successes(state: State, seat: Seat) -> tuple[Success, ...]:
    """Return the successes of a seat in a finished game, in sheet order. A shared victory counts.

    In a solo game there is no victory, and a separate success for the score.
    """
    if state.stage != "over":
        return ()
    player, points = state.players[seat], scores(state)[seat]
    by_area, total = dict(zip(CATEGORIES, points, strict=True)), sum(points)
    won = not state.solo and seat in outcome(state).ranking[0]
    held = [island.size for island in islands(state) if island.complete and seat in island.controllers]
    reached = {
        "win": won,
        "solo_60": state.solo and total >= 60,
        "large_island": max(held, default=0) >= LARGE_ISLAND,
        "three_islands": len(held) >= MANY_ISLANDS,
        "every_animal": set(player.delivered) == set(ANIMALS),
        "five_outposts": len(player.outposts) >= OUTPOSTS_PER_PLAYER,
        "four_enemy_ships": len(player.destroyed) >= MANY_SHIPS,
        "strong_settlements": sum(player.raided) >= STRONG_SETTLEMENTS,
        "captain_6": by_area["captain"] >= GOOD_CAPTAIN,
        "four_dead": player.dead >= MANY_DEAD,
        "win_without_dead": won and not player.dead,
        **{success: not state.solo and total >= least for success, least in SCORES.items()},
    }
    return tuple(success for success in SUCCESSES if reached[success])
