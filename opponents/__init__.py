"""Computer players: choose a legal move from what their seat may know. Pure, like the rules.

`selection` asks the AI of a game, one sub-package each. The AIs share `search` (successive halving over
determinizations). `baseline` plays games that have no AI. `review` looks back at finished games.
"""

from opponents.ai import AI, LEVELS, Idea, Level
from opponents.reasons import BY_TRIAL, ONLY_MOVE
from opponents.selection import ai_for, choose, explain, play_idea, rank_moves

__all__ = [
    "AI", "BY_TRIAL", "LEVELS", "ONLY_MOVE", "Idea", "Level", "ai_for", "choose", "explain", "play_idea",
    "rank_moves",
]  # fmt: skip
