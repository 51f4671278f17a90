"""What a player of Borealis weighs, in points. Found by hill-climbing in games against itself."""

from typing import NamedTuple


class Weights(NamedTuple):
    """How much each thing counts beside the points it brings at once."""

    grow_0: float = 0.5
    """What a group promises by one card more, early: the first of its species on a site,"""
    grow_1: float = 0.8
    """the second,"""
    grow_2: float = 1.2
    """the third,"""
    grow_3: float = 1.2
    """and any further."""
    second_species: float = -0.5
    """For every other species already on the site, when a card begins one more."""
    flag: float = 0.6
    """For each point of the next space, when a flag comes to the one before it, early."""
    flag_far: float = 0.19
    """For each point of the spaces after that."""
    rest: float = 0.5
    """A scientist in a camp, early: a star to come."""
    crowd: float = 0.05
    """Against ever more of them, who are missing on the sites (times their number squared)."""
    lost: float = 0.15
    """How much of a score card counts early, when it can still be lost or won."""
    towards: float = 1.18
    """How much of an objective counts for each step towards it, shared by the steps missing."""
    reach: float = 1.2
    """How much of an objective counts for the last step."""
    team_goal: float = 0.36
    """How much of an objective of scientists counts for each step towards it."""
    next: float = 0.6
    """The best observation of the next turn, in part."""
    others: float = 0.1
    """All further cards that could be played then."""
    pause: float = 5.46
    """Against regrouping: a turn without an observation."""
    weak: float = 2.68
    """A card that promises less than that is given up in a regrouping, early;"""
    first_hand: float = 2.5
    """and in the opening."""
    unseen: float = 2.0
    """What an unseen card promises."""
    renew: float = 1.0
    """The pool is renewed when its best card promises less than that."""
    later: float = 0.64
    """What a card promises where its scientists are not together yet, in part."""
    tall: float = 0.0
    """A card more on the tallest site, early: the end comes nearer."""
    ending: float = 0.3
    """Bringing the last round, for each point ahead."""
    lean: float = -0.07
    """How much of Outer Lands counts early for a card at the side."""
    star: float = 1.0
    """A star printed on a card."""


TUNED = Weights()
BEGINNER = Weights(
    grow_0=0.0,
    grow_1=0.5,
    grow_2=0.5,
    grow_3=0.5,
    second_species=0.0,
    flag=0.0,
    flag_far=0.0,
    towards=0.0,
    team_goal=0.0,
    next=0.0,
    pause=2.0,
    later=1.0,
    ending=0.0,
    lean=0.0,
)
"""Who takes what the moment gives: sees neither what flags promise nor the way to an objective, does not
think of the next turn but likes cards that can be played, and never brings the end on purpose.
"""
