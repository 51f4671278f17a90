"""Computer players: they choose from legal moves by what their seat may know. Pure, like the rules.

`choose` asks the mind of a game, one folder each (`lofoten`, `borealis` and so on), which knows what matters
there; what they share is in `search`. A game without one is played by `plain`, which knows nothing of it.
`judging` looks back: at everybody's chances, and at what could have been played.
"""

from opponents.ai import LEVELS, Idea, Level, Mind
from opponents.baseline import BY_TRIAL
from opponents.selection import ONLY_MOVE, choose, followed, mind_of, weigh

__all__ = [
    "BY_TRIAL",
    "LEVELS",
    "ONLY_MOVE",
    "Idea",
    "Level",
    "Mind",
    "choose",
    "followed",
    "mind_of",
    "weigh",
]
