"""Weights of the evaluation of Lofoten, in power points unless noted otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the evaluation; tuned in matches between different weights."""

    arrival: float = 0.86
    """Probability per turn needed that cargo still arrives."""
    order: float = 0.62
    """Probability that an order is filled by a visible tile, before the turns it needs."""
    later: float = 0.28
    """Probability that an order is filled by a tile that is not visible yet, while there are enough."""
    still: float = 0.35
    open: float = 0.55
    """Lead that is safe: with nothing left to win, and per square root of the goods left."""
    busy: float = 0.4
    loaded: float = 0.8
    stored: float = 1.0
    """A ship with an order, one with a load, a stored tile: increasing, so that ships keep moving."""
    hopeless: float = 0.4
    """Penalty for an order whose good has run out."""
    stuck: float = 4.0
    """Penalty if all ships have orders for goods that are not visible: only the rival could bring them."""
    block: float = 0.3
    """Penalty for an order without load at the dock, where it blocks the centre card."""
    coin: float = 0.45
    third_coin: float = 0.5
    """A coin, and having enough coins for another turn."""
    extra_turn: float = 3.0
    step: float = 0.15
    """A step that a side card in hand gives."""
    centre: float = 0.35
    """A centre card in hand whose good is wanted, per good."""
    chance_points: float = 6.0
    """Standard deviation of the points due to chance, in any position."""
    sees_rival: bool = True
    """False if the rival's ships are ignored."""


WEIGHTS = Weights()
BEGINNER = Weights(
    order=0.15, later=0.05, still=1.0, open=2.0, block=0.1, loaded=1.4, stored=2.0,
    third_coin=0.0, centre=0.0, sees_rival=False,
)  # fmt: skip
"""The apprentice: evaluates only the own ships, values loads over orders, and counts all tiles alike."""
