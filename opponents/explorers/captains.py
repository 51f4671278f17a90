"""Choice of the captain."""

from opponents.ai import Idea
from rules.explorers.moves import keep_captain
from rules.explorers.state import State
from rules.game import Seat

EXPECTED_BONUS = {
    "archer": 4.5, "watchman": 3.8, "tyrant": 3.2, "trader": 3.4, "hero": 3.6, "cartographer": 3.0,
    "shieldmaiden": 3.0, "barbarian": 2.5, "huntsman": 2.5, "queen": 2.0, "scout": 0.6,
}  # fmt: skip
"""Expected points of each bonus; a guess, not measured."""


def captain_ideas(state: State, seat: Seat) -> list[Idea]:
    best = sorted(state.players[seat].captains, key=lambda each: (-EXPECTED_BONUS[each], each))
    return [Idea(keep_captain(each), EXPECTED_BONUS[each]) for each in best]
