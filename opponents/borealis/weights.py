"""Weights of the evaluation of Borealis, in points; tuned by hill climbing in games against itself."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights of everything beyond immediate points."""

    grow_0: float = 0.5
    """Potential of one more card in a group, early in the game: the first of its species on a site."""
    grow_1: float = 0.8
    """The second of its species."""
    grow_2: float = 1.2
    """The third."""
    grow_3: float = 1.2
    """Any further."""
    second_species: float = -0.5
    """Per other species already on the site, when a card starts another one."""
    flag: float = 0.6
    """Per point of the next space of a track, early, when a flag reaches the space before it."""
    flag_far: float = 0.19
    """Per point of the space after that."""
    rest: float = 0.5
    """A scientist in a camp, early: a star to come."""
    crowd: float = 0.05
    """Penalty for many scientists in camps, times their number squared: they are missing on the sites."""
    lost: float = 0.15
    """Share of a score card that counts early, when it can still be lost or won."""
    towards: float = 1.18
    """Share of an objective that counts for each step towards it, divided by the steps missing."""
    reach: float = 1.2
    """Share of an objective that counts for the last step."""
    team_goal: float = 0.36
    """Share of an objective about scientists that counts for each step towards it."""
    next_turn: float = 0.6
    """Share of the best observation of the next turn."""
    others: float = 0.1
    """Share of all further cards that are playable then."""
    pause: float = 5.46
    """Penalty for regrouping: a turn without an observation."""
    weak: float = 2.68
    """Cards with less potential are replaced in a regrouping."""
    first_hand: float = 2.5
    """Cards with less potential are exchanged in the opening."""
    unseen: float = 2.0
    """Potential of an unknown card."""
    renew: float = 1.0
    """The pool is renewed when its best card has less potential."""
    later: float = 0.64
    """Share of the potential of a card whose scientists are not together yet."""
    tall: float = 0.0
    """One more card on the tallest site, early: the end comes closer."""
    ending: float = 0.3
    """Triggering the last round, per point of the lead."""
    lean: float = -0.07
    """Share of Outer Lands that counts early for a card at the side."""
    star: float = 1.0
    """A star printed on a card."""


TUNED = Weights()
BEGINNER = Weights(
    grow_0=0.0, grow_1=0.5, grow_2=0.5, grow_3=0.5, second_species=0.0, flag=0.0, flag_far=0.0,
    towards=0.0, team_goal=0.0, next_turn=0.0, pause=2.0, later=1.0, ending=0.0, lean=0.0,
)  # fmt: skip
"""The apprentice: ignores the potential of flags and the way to objectives, does not think of the next turn
but prefers playable cards, and never ends the game deliberately."""
