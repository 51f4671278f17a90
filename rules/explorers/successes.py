"""The success sheet of Explorers: fourteen successes and five titles."""

from collections.abc import Callable
from typing import NamedTuple

from rules.explorers.islands import islands
from rules.explorers.pieces import ANIMALS, OUTPOSTS_PER_PLAYER
from rules.explorers.scoring import CATEGORIES, outcome, scores
from rules.explorers.state import Player, State
from rules.game import Seat
from rules.success_sheet import SuccessSheet, titles


class Result(NamedTuple):
    """A finished game of one seat. A shared victory counts as won; a solo game has no victory."""

    player: Player
    solo: bool
    won: bool
    points: int
    captain: int  # points
    islands: tuple[int, ...]  # sizes of the complete islands under control


SUCCESSES: dict[str, Callable[[Result], bool]] = {
    "win": lambda it: it.won,
    "score_40": lambda it: not it.solo and it.points >= 40,
    "score_50": lambda it: not it.solo and it.points >= 50,
    "score_60": lambda it: not it.solo and it.points >= 60,
    "solo_60": lambda it: it.solo and it.points >= 60,
    "large_island": lambda it: max(it.islands, default=0) >= 6,
    "three_islands": lambda it: len(it.islands) >= 3,
    "every_animal": lambda it: set(it.player.delivered) == set(ANIMALS),
    "five_outposts": lambda it: len(it.player.outposts) >= OUTPOSTS_PER_PLAYER,
    "four_enemy_ships": lambda it: len(it.player.destroyed) >= 4,
    "strong_settlements": lambda it: sum(it.player.raided) >= 10,
    "captain_6": lambda it: it.captain >= 6,
    "four_dead": lambda it: it.player.dead >= 4,
    "win_without_dead": lambda it: it.won and not it.player.dead,
}
SUCCESS_SHEET = SuccessSheet(
    tuple(SUCCESSES), titles(landlubber=0, oarsman=4, navigator=7, discoverer=10, saga_hero=13), "compass"
)


def achieved_successes(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the successes of a seat in a finished game, in sheet order."""
    if state.stage != "over":
        return ()
    points = scores(state)[seat]
    won = not state.solo and seat in outcome(state).ranking[0]
    held = tuple(island.size for island in islands(state) if island.complete and seat in island.controllers)
    captain = points[CATEGORIES.index("captain")]
    result = Result(state.players[seat], state.solo, won, sum(points), captain, held)
    return tuple(success for success, is_achieved in SUCCESSES.items() if is_achieved(result))
